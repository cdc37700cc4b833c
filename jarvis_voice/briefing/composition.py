"""Puts a briefing together: order, length and words for the ear. Pure.

Invariant: beside the sentences of articles only our own words are said, and names of sources.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingStory,
    ScoredStory,
    StorySource,
)
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.plain_names import is_plain_name

WORDS_A_SECOND = 2.6
"""Of Piper's usual voice with its pauses; a little slower than it is, so that time is kept."""

FRAME_SECONDS = 1.0
"""Between two stories."""

CLOSING = "That is all."
_PARTS = re.compile(r"\s*[|\u2013\u2014:\u00bb]\s*|\s+[-/]\s+")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NOON, _EVENING = 12, 18
_SHORT = 2
"""Letters of what is no name by itself: "co" in "bbc.co.uk"."""


def spoken_name(source: StorySource) -> str:
    """How a source is called aloud: what its feed calls itself, else its host.

    A feed of another host may call itself anything: "The BBC" from where it is not. So the host is
    said where its name and the host have no letters in common.
    """
    for part in _PARTS.split(visible_line(source.source)):
        if is_plain_name(part) and _is_of_host(part, source.host):
            return part
    return source.host


def _is_of_host(name: str, host: str) -> bool:
    """Whether a name and the host's own label belong together: a word of it, or first letters."""
    labels = [label for label in host.casefold().split(".")[:-1] if len(label) > _SHORT]
    label = re.sub(r"[^a-z0-9]", "", labels[-1] if labels else host.casefold())
    words = [word for word in re.findall(r"[a-z0-9]+", name.casefold()) if word != "the"]
    initials = "".join(word[0] for word in words)
    is_word = any(len(word) > _SHORT and word in label for word in words)
    return is_word or (len(initials) > _SHORT and initials in label)


def said(story: BriefingStory, n_sentences: int = 2) -> str:
    """A story for the ear."""
    source = _source_of(story)
    lead = f"An update from {source}." if story.is_update else f"{source}:"
    return " ".join((lead, *(_for_ear(one.text) for one in story.sentences[:n_sentences])))


def _source_of(story: BriefingStory) -> str:
    first = story.sentences[0].url if story.sentences else ""
    found = next((one for one in story.scored.sources if one.url == first), None)
    name = spoken_name(found or story.scored.sources[0])
    return name[:1].upper() + name[1:] if " " in name else name


def _for_ear(sentence: str) -> str:
    return " ".join(sentence.replace("\u2014", ", ").split())


def seconds_of(text: str) -> float:
    """How long it takes to say a text, about."""
    return len(text.split()) / WORDS_A_SECOND


@dataclass(frozen=True, slots=True)
class BriefingFrame:
    """What stands around the stories.

    Attributes:
        now: In the user's zone.
        seconds: How long the whole may take to say.
        opening: Weather and what is set, a sentence each.
        asked: What it was asked to be about; () is everything.
        notes: What a reader should know.
        is_cut_off: No feed could be reached, so there is nothing new.
    """

    now: datetime
    seconds: float
    opening: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_cut_off: bool = False


def compose(
    stories: Sequence[BriefingStory], left_out: Sequence[ScoredStory], frame: BriefingFrame
) -> Briefing:
    """A briefing that is told within its time.

    Each story gets its first sentence, and then a second one as long as there is time.

    Args:
        stories: The best first, each with up to two sentences.
        left_out: The others, for who asks why.
        frame: What stands around them.
    """
    opening = " ".join((*_head(frame, len(stories)), *frame.opening, CLOSING))
    left = frame.seconds - seconds_of(opening)
    short = [replace(one, spoken=said(one, 1)) for one in stories]
    kept: list[BriefingStory] = []
    dropped: list[ScoredStory] = []
    for one in short:
        cost = seconds_of(one.spoken) + FRAME_SECONDS
        if cost > left and kept:
            dropped.append(replace(one.scored, verdict="there was no time for it"))
            continue
        left -= cost
        kept.append(one)
    told = []
    for one in kept:
        whole = said(one)
        cost = seconds_of(whole) - seconds_of(one.spoken)
        if cost <= left:
            left -= cost
            told.append(replace(one, spoken=whole))
        else:
            told.append(replace(one, sentences=one.sentences[:1]))
    day, count = _head(frame, len(told))
    return Briefing(
        made_at=frame.now,
        opening=(day, *frame.opening, count),
        stories=tuple(told),
        left_out=(*dropped, *left_out),
        closing=CLOSING if told else "",
        notes=frame.notes,
    )


def _head(frame: BriefingFrame, n_stories: int) -> tuple[str, str]:
    """The greeting with the day, and how many stories there are."""
    now, asked = frame.now, frame.asked
    part = "morning" if now.hour < _NOON else "afternoon" if now.hour < _EVENING else "evening"
    day = f"Good {part}. It is {now:%A}, {now.day} {now:%B}."
    about = f" about {' and '.join(asked)}" if asked else ""
    if not n_stories and frame.is_cut_off:
        return day, f"None of your feeds can be reached, so I have no news{about}."
    if not n_stories:
        return day, f"There is nothing new{about or ' for you'}."
    count = _COUNTS[n_stories] if n_stories < len(_COUNTS) else str(n_stories)
    told = f"I have {count} {'story' if n_stories == 1 else 'stories'}{about}"
    if frame.is_cut_off:
        return day, f"None of your feeds can be reached. {told} of before."
    return day, f"{told}."
