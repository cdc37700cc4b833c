"""Shows a briefing to the eye: text, Markdown, HTML, JSON. Pure.

Invariant: a feed's text comes out as text: no markup, link or sign of it steers a terminal, a
Markdown reader or a browser. A page that is shown loads nothing from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from html import escape
from typing import Any, Literal

from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingStory,
    QualityScores,
    ScoredStory,
)
from jarvis_voice.core.visible_text import visible_line

ViewKind = Literal["text", "markdown", "html", "json"]

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+.!|<>~-])")
_STYLE = (
    ":root{color-scheme:light dark;background:#fff;color:#1b1b1b}"
    "body{font:17px/1.5 system-ui,sans-serif;max-width:42em;margin:2em auto;padding:0 1em;"
    "overflow-wrap:anywhere}a{color:#0b57d0}.source{font-size:.85em;color:#595959}"
    "h1{font-size:1.4em;margin:0 0 .6em}h2{font-size:1.1em;margin:1.4em 0 .2em}p{margin:.3em 0}"
    "@media (prefers-color-scheme:dark){:root{background:#1b1b1b;color:#e8e8e8}a{color:#8ab4f8}"
    ".source{color:#a8a8a8}}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def viewed(briefing: Briefing, kind: ViewKind) -> str:
    """A briefing as a text of a kind."""
    if kind == "json":
        from jarvis_voice.core.visible_text import json_line

        return json_line(as_data(briefing))
    makers: Mapping[str, Callable[[Briefing], Iterator[str]]] = {
        "text": _text,
        "markdown": _markdown,
        "html": _html,
    }
    return "\n".join(makers[kind](briefing))


def as_data(briefing: Briefing) -> dict[str, Any]:
    """A briefing as plain values."""
    return {
        "number": briefing.number,
        "made_at": briefing.made_at.isoformat(timespec="seconds"),
        "opening": list(briefing.opening),
        "spoken": briefing.spoken,
        "stories": [_story_data(one) for one in briefing.stories],
        "left_out": [
            {"title": one.title, "score": one.score, "why": one.verdict}
            for one in briefing.left_out
        ],
        "notes": list(briefing.notes),
        "quality": quality_data(briefing.quality),
        "judged": quality_data(briefing.judged),
    }


def quality_data(scores: QualityScores | None) -> dict[str, Any] | None:
    """Scores as plain values; None where nothing was scored."""
    return asdict(scores) if scores else None


def _story_data(story: BriefingStory) -> dict[str, Any]:
    return {
        "title": story.scored.title,
        "score": story.scored.score,
        "topic": story.topic,
        "is_update": story.is_update,
        "quality": quality_data(story.quality),
        "judged": quality_data(story.judged),
        "reasons": [
            {"name": one.name, "amount": round(one.amount, 3), "words": one.words}
            for one in story.scored.reasons
        ],
        "sentences": [
            {
                "text": one.text,
                "url": one.url,
                "start": one.start,
                "end": one.end,
                "how": one.how,
            }
            for one in story.sentences
        ],
        "sources": [
            {"url": one.url, "host": one.host, "title": one.title, "source": one.source}
            for one in story.scored.sources
        ],
    }


def _text(briefing: Briefing) -> Iterator[str]:
    yield " ".join(briefing.opening)
    source = 0
    for number, story in enumerate(briefing.stories, 1):
        yield ""
        update = "Update: " if story.is_update else ""
        yield f"{number}. {update}{visible_line(story.scored.title)}"
        yield f"   {_quoted(story)}"
        for one in story.scored.sources[:4]:
            source += 1
            yield f"   [{source}] {one.host}  {one.url}"
    if briefing.notes:
        yield ""
    for note in briefing.notes:
        yield f"Note: {visible_line(note)}"


def _quoted(story: BriefingStory) -> str:
    return " ".join(visible_line(one.text) for one in story.sentences)


def _markdown(briefing: Briefing) -> Iterator[str]:
    yield f"# Briefing of {briefing.made_at:%A}, {briefing.made_at.day} {briefing.made_at:%B %Y}"
    yield ""
    yield _plain(" ".join(briefing.opening))
    links: list[str] = []
    for story in briefing.stories:
        marks = []
        for one in story.scored.sources[:4]:
            links.append(f"{len(links) + 1}. {_plain(one.host)}: <{one.url}>")
            marks.append(f"\\[{len(links)}\\]")
        update = "Update: " if story.is_update else ""
        yield ""
        yield f"## {update}{_plain(story.scored.title)}"
        yield ""
        yield f"{_plain(_quoted(story))} {' '.join(marks)}"
    if links:
        yield from ("", "## Sources", "", *links)
    for note in briefing.notes:
        yield from ("", f"Note: {_plain(note)}")
    yield ""


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return _MARKDOWN.sub(r"\\\1", visible_line(text))


def _html(briefing: Briefing) -> Iterator[str]:
    day = f"{briefing.made_at:%A}, {briefing.made_at.day} {briefing.made_at:%B %Y}"
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>Briefing of {day}</title><style>{_STYLE}</style></head><body><main>"
    yield f"<h1>{day}</h1><p>{_escaped(' '.join(briefing.opening))}</p>"
    source = 0
    for story in briefing.stories:
        update = "Update: " if story.is_update else ""
        yield f"<h2>{update}{_escaped(story.scored.title)}</h2><p>{_escaped(_quoted(story))}</p>"
        yield '<p class="source">'
        for one in story.scored.sources[:4]:
            source += 1
            url, host = escape(one.url, quote=True), _escaped(one.host)
            yield f'[{source}] <a rel="noopener noreferrer nofollow" href="{url}">{host}</a>'
        yield "</p>"
    for note in briefing.notes:
        yield f'<p class="source">Note: {_escaped(note)}</p>'
    yield "</main></body></html>"


def _escaped(text: str) -> str:
    return escape(visible_line(text), quote=True)


def reasons_shown(scored: ScoredStory) -> list[str]:
    """Why a story has its score, a line each."""
    parts = [f"{one.amount:+.2f}  {one.name}: {visible_line(one.words)}" for one in scored.reasons]
    sources = [f"       {one.host}  {one.url}" for one in scored.sources]
    return [
        f"{visible_line(scored.title)}",
        f" {scored.score:.2f}  {scored.verdict}",
        *parts,
        *sources,
    ]
