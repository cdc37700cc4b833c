"""Scores stories from 0 to 1, each part with its reason, and chooses which are told. Pure.

Invariant: the score of a story is the sum of its reasons; no text of a page moves another story.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from jarvis_voice.briefing.stories import Story
from jarvis_voice.core.briefing_records import ScoredStory, ScoreReason, StorySource, Taste
from jarvis_voice.language.en.question_words import terms

MOST_OF_A_HOST = 2
"""Stories of one host under one topic."""

MANY_VOICES = 5
"""So many are as good as any number."""

_WITH_TOPICS = {"topic": 0.45, "fresh": 0.2, "voices": 0.25, "feed": 0.1}
_WITHOUT = {"topic": 0.0, "fresh": 0.35, "voices": 0.45, "feed": 0.2}
_TASTE = 0.15
_IN_TEXT = 0.6
"""What a topic counts that is in the text and not in the title."""

_BY_FEED = 0.7
"""What a topic counts that the user has given to the feed."""

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Wishes:
    """What stories are scored by.

    Attributes:
        topics: What the user wants to hear of; () is anything.
        tastes: What the user wants more or less of.
        threshold: A story below it is left out.
        most: Stories at the most.
        window: How old a story may be.
        is_strict: Whether only stories of the topics are told.
    """

    topics: tuple[str, ...] = ()
    tastes: tuple[Taste, ...] = ()
    threshold: float = 0.35
    most: int = 7
    window: timedelta = timedelta(hours=26)
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class RatedStory:
    """A story, its score, and the topic that it serves best; "" is none."""

    story: Story
    scored: ScoredStory
    topic: str


def rated(stories: Iterable[Story], wishes: Wishes, now: datetime) -> list[RatedStory]:
    """Stories with their scores, the best first."""
    found = [_rated(story, wishes, now) for story in stories]
    # a title breaks a tie, so that the order does not hang on which feed came first
    return sorted(found, key=lambda one: (-one.scored.score, one.scored.title))


def _rated(story: Story, wishes: Wishes, now: datetime) -> RatedStory:
    shares = _WITH_TOPICS if wishes.topics else _WITHOUT
    topic, match, where = best_topic(story, wishes.topics)
    age = now - (story.newest_at or now - wishes.window)
    fresh = min(1.0, max(0.0, 1 - age / wishes.window))
    voices = min(1.0, math.log2(1 + story.voices) / math.log2(1 + MANY_VOICES))
    weight = min(1.0, max(0.0, max(one.entry.weight for one in story.articles) / 2))
    reasons = [
        ScoreReason("fresh", shares["fresh"] * fresh, _age_said(age)),
        ScoreReason("voices", shares["voices"] * voices, _voices_said(story)),
        ScoreReason(
            "feed",
            shares["feed"] * weight,
            f"your weight of {story.main.entry.source or story.main.entry.host}",
        ),
    ]
    if wishes.topics:
        reasons.insert(0, ScoreReason("topic", shares["topic"] * match, where))
    reasons += _tastes(story, wishes.tastes)
    score = min(1.0, max(0.0, sum(one.amount for one in reasons)))
    sources = tuple(
        StorySource(one.entry.url, one.entry.host, one.entry.title, one.entry.source)
        for one in story.articles
    )
    scored = ScoredStory(story.main.entry.title, round(score, 3), tuple(reasons), sources)
    return RatedStory(story, scored, topic if match else "")


def best_topic(story: Story, topics: Sequence[str]) -> tuple[str, float, str]:
    """The topic that a story serves best, how well, 0 to 1, and words for it."""
    best = "", 0.0, "none of your topics"
    for topic in topics:
        match, where = _match(story, topic)
        if match > best[1]:
            best = topic, match, where
    return best


def _match(story: Story, topic: str) -> tuple[float, str]:
    wanted = terms(topic)
    if not wanted:
        return 0.0, ""
    title = {word for one in story.articles for word in terms(one.entry.title)}
    text = {word for one in story.articles[:3] for word in terms(one.text)}
    in_title, in_text = len(wanted & title) / len(wanted), len(wanted & text) / len(wanted)
    found = [(in_title if in_title == 1 else in_title * _HALF, f'"{topic}" is in its title')]
    if in_text == 1:
        found.append((_IN_TEXT, f'"{topic}" is in its text'))
    if any(one.entry.topic.casefold() == topic.casefold() for one in story.articles):
        found.append((_BY_FEED, f'its feed is one of "{topic}"'))
    return max(found)


def _tastes(story: Story, tastes: Iterable[Taste]) -> list[ScoreReason]:
    words = {word for one in story.articles for word in terms(one.entry.title)}
    hosts = {one.entry.host for one in story.articles}
    reasons = []
    for taste in tastes:
        value = taste.value.casefold()
        meant = value in hosts if "." in value else bool(terms(value)) and terms(value) <= words
        if meant and taste.kind in {"more", "less"}:
            amount = _TASTE if taste.kind == "more" else -_TASTE
            reasons.append(ScoreReason("taste", amount, f"you want {taste.kind} of {taste.value}"))
    return reasons


def _voices_said(story: Story) -> str:
    if story.voices == 1:
        copies = len(story.articles)
        return "one source" if copies == 1 else f"one source, {copies} copies"
    return f"{story.voices} sources in words of their own"


def _age_said(age: timedelta) -> str:
    hours = max(0, round(age / timedelta(hours=1)))
    if hours == 0:
        return "less than an hour old"
    return "1 hour old" if hours == 1 else f"{hours} hours old"


def chosen(
    found: Sequence[RatedStory], wishes: Wishes
) -> tuple[list[RatedStory], list[ScoredStory]]:
    """The stories that are told, and those that are not, each with why.

    Args:
        found: The best first.
        wishes: How many, and how good.
    """
    kept: list[RatedStory] = []
    left: list[ScoredStory] = []
    counts: Counter[tuple[str, str]] = Counter()
    for one in found:
        host = one.story.main.entry.host
        verdict = _verdict(one, wishes, counts[host, one.topic], len(kept))
        if verdict:
            left.append(replace(one.scored, verdict=verdict))
            continue
        kept.append(one)
        counts[host, one.topic] += 1
    return kept, left


def _verdict(one: RatedStory, wishes: Wishes, n_of_host: int, n_kept: int) -> str:
    """Why a story is left out; "" where it is told."""
    if wishes.is_strict and not one.topic:
        return "it is about something else"
    if one.scored.score < wishes.threshold:
        return f"its score is below your threshold of {wishes.threshold:g}"
    if n_of_host >= MOST_OF_A_HOST:
        return f"{MOST_OF_A_HOST} stories of {one.story.main.entry.host} are told already"
    if n_kept >= wishes.most:
        return f"{wishes.most} better stories are told"
    return ""
