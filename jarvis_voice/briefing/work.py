"""What the steps of a run have done so far: each reads it and adds to it. Pure.

It is written down after each step, so that a run goes on at its step after a crash.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jarvis_voice.core.briefing_records import (
    Article,
    Briefing,
    BriefingStory,
    FeedEntry,
    ScoredStory,
    ToldStory,
)
from jarvis_voice.core.turn_ledger import Usage


@dataclass(slots=True)
class KeptStory:
    """A story that was chosen: its score, its articles and what makes it known again."""

    scored: ScoredStory
    articles: tuple[Article, ...]
    topic: str
    terms: dict[str, float]
    before: ToldStory | None = None


@dataclass(slots=True)
class BriefingWork:
    """The work of one run.

    Attributes:
        done: Names of the steps that are done.
        entries: What feeds and searches told of.
        articles: What was read of them, and the text of the feed where it was not.
        chosen: The stories that shall be told, the best first.
        left_out: The others, each with why.
        stories: The chosen ones with their sentences.
        told: What is kept of them, so that they are not told again.
        notes: What the user should know: feeds that could not be read.
        is_cut_off: No feed could be reached.
        briefing: What was made.
        calls: What each call of a language model took.
        uncounted_usd: The most that calls took of which nobody told what they took.
        n_choices: How often a model was asked for the next step.
        steering_problem: Why the steps are those of the table from then on; "" where they are not.
    """

    done: list[str] = field(default_factory=list)
    entries: list[FeedEntry] = field(default_factory=list)
    articles: list[Article] = field(default_factory=list)
    chosen: list[KeptStory] = field(default_factory=list)
    left_out: list[ScoredStory] = field(default_factory=list)
    stories: list[BriefingStory] = field(default_factory=list)
    told: list[ToldStory] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_cut_off: bool = False
    briefing: Briefing | None = None
    calls: list[Usage] = field(default_factory=list)
    uncounted_usd: float = 0.0
    n_choices: int = 0
    steering_problem: str = ""
