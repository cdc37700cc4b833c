"""Makes tool results of briefings and stories: words for the ear, sources for the eye. Pure.

Invariant: each sentence that strangers wrote has its source on the screen, and what is said before
and behind them is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from jarvis_voice.core.briefing_records import Briefing, BriefingStory, QuotedSentence
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.tools.briefing.telling_place import more_lead

OPEN_IT = "Shall I open the page?"
"""Asked behind what is read of an article."""

OFFLINE = "Nothing could be fetched;"
ORIGIN = "feed"
"""Of links that a feed brought: strangers' words."""

_LONGEST_TITLE = 120


def told_whole(briefing: Briefing, lead: str = "") -> ToolResult:
    """A briefing from its beginning.

    Args:
        briefing: It has no stories on a quiet day.
        lead: What is said in place of its own opening; "" is nothing else.
    """
    opening = lead or " ".join(briefing.opening)
    if not briefing.stories:
        receipt = Receipt(ReceiptKind.LOOKUP, opening)
        return ToolResult(receipt, {}, data={"briefing": briefing.number, "sources": []})
    return _result(briefing, opening, 1)


def told_from(briefing: Briefing, position: int, lead: str = "") -> ToolResult:
    """A briefing from one of its stories on.

    Args:
        briefing: Which.
        position: Of the story, from 1.
        lead: What is said before it.
    """
    return _result(briefing, lead or "The news goes on.", position)


def told_more(briefing: Briefing, position: int, sentences: Sequence[QuotedSentence]) -> ToolResult:
    """Further sentences of a story, and the offer of its page."""
    story = briefing.stories[position - 1]
    lead = more_lead(position)
    words = " ".join(visible_line(one.text) for one in sentences)
    data = {
        "briefing": briefing.number,
        "lead": lead,
        "asks": OPEN_IT,
        "sources": sources_of(briefing, [position], sentences),
    }
    receipt = Receipt(ReceiptKind.LOOKUP, f"{lead} {words}")
    return ToolResult(receipt, {}, links_of([story]), data)


def told_only(words: str) -> ToolResult:
    """A sentence in place of what was asked for."""
    return ToolResult(Receipt(ReceiptKind.NO_OP, words))


def _result(briefing: Briefing, opening: str, first: int) -> ToolResult:
    stories = briefing.stories[first - 1 :]
    data = {
        "briefing": briefing.number,
        "lead": opening,
        "end": briefing.closing,
        "sources": sources_of(briefing, range(first, len(briefing.stories) + 1)),
    }
    words = " ".join((opening, *(visible_line(one.spoken) for one in stories)))
    return ToolResult(Receipt(ReceiptKind.LOOKUP, words), {}, links_of(stories), data)


def sources_of(
    briefing: Briefing, positions: Iterable[int], sentences: Sequence[QuotedSentence] | None = None
) -> list[dict[str, str]]:
    """The articles whose sentences are told, each once, with the number of their story.

    Args:
        briefing: Which.
        positions: Of the stories, from 1.
        sentences: What is told of them; None is what the briefing tells.
    """
    found: dict[str, dict[str, str]] = {}
    for position in positions:
        story = briefing.stories[position - 1]
        titles = {one.url: one.title for one in story.scored.sources}
        for one in story.sentences if sentences is None else sentences:
            title = visible_line(titles.get(one.url, story.scored.title))[:_LONGEST_TITLE]
            source = {"title": title, "url": one.url, "number": str(position)}
            found.setdefault(one.url, source)
    return list(found.values())


def links_of(stories: Iterable[BriefingStory]) -> tuple[Link, ...]:
    """The page of each story, so that "the second one" is the second story."""
    return tuple(
        Link(visible_line(one.scored.title)[:_LONGEST_TITLE], page_of(one), ORIGIN)
        for one in stories
        if page_of(one)
    )


def page_of(story: BriefingStory) -> str:
    """The address of the article that is told of a story; "" where it has none."""
    if story.sentences:
        return story.sentences[0].url
    return story.scored.sources[0].url if story.scored.sources else ""


def day_told(made_at: datetime, now: datetime) -> str:
    """When a briefing was made, as one speaks of it: "yesterday's", "the one of Monday"."""
    days = (now.date() - made_at.astimezone(now.tzinfo).date()).days
    if days <= 0:
        return "this is the one from before"
    return "this is yesterday's" if days == 1 else f"this is the one of {made_at:%A}"
