"""Records of the briefing that rooms pass to each other: from what a feed says to what is told.

Invariant: every sentence that is told names the article in which it stands, and where.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from jarvis_voice.core.turn_ledger import Usage

RunState = Literal["running", "done", "failed"]
TasteKind = Literal["mute", "less", "more"]
SentenceOrigin = Literal["verbatim", "model"]


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed that a user follows.

    Attributes:
        url: Where it is.
        title: What it calls itself, or what the user called it.
        topic: Under which topic the user keeps it; "" is none.
        weight: How much it counts; 1 is as much as any.
        etag: What its server said last, to be asked whether something changed.
        modified: Likewise.
        next_at: Not to be asked before; None is now.
        failures: How often in a row it could not be read.
        problem: Why it could not be read the last time; "" where it could.
        number: As it is kept; 0 before that.
    """

    url: str
    title: str = ""
    topic: str = ""
    weight: float = 1.0
    etag: str = ""
    modified: str = ""
    next_at: datetime | None = None
    failures: int = 0
    problem: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One thing that a feed or a search tells of; untrusted.

    Attributes:
        url: Its safe and normalised address.
        title: One line.
        summary: Its text in the feed, without markup; "" where there is none.
        host: The host of `url`, without "www.".
        published_at: With a zone; None where the feed gives none.
        feed: Address of the feed; "" where a search found it.
        source: What the feed calls itself.
        topic: The topic of the feed or of the search.
        weight: Of the feed.
    """

    url: str
    title: str
    summary: str
    host: str
    published_at: datetime | None
    feed: str = ""
    source: str = ""
    topic: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Article:
    """An entry with the text that was read; untrusted.

    Attributes:
        text: Paragraphs divided by newlines. Offsets of sentences count in it.
        is_page: Whether the page was read; else it is the text of the feed.
    """

    entry: FeedEntry
    text: str
    is_page: bool = False


@dataclass(frozen=True, slots=True)
class QuotedSentence:
    """A sentence as it stands in an article: `article.text[start:end]`.

    Attributes:
        url: Of the article.
        how: "verbatim", or "model": a model worded it, and what stands there carries it.
    """

    text: str
    url: str
    start: int
    end: int
    how: SentenceOrigin = "verbatim"


@dataclass(frozen=True, slots=True)
class ScoreReason:
    """A part of a story's score: what it is for, how much, and words for a person."""

    name: str
    amount: float
    words: str


@dataclass(frozen=True, slots=True)
class StorySource:
    """An article that tells a story: its address, the real host of it, its title and its teller."""

    url: str
    host: str
    title: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class ScoredStory:
    """A story with its score.

    Attributes:
        title: Of its main article.
        score: Sum of the reasons, 0 to 1.
        verdict: "told", or why it was left out.
    """

    title: str
    score: float
    reasons: tuple[ScoreReason, ...]
    sources: tuple[StorySource, ...]
    verdict: str = "told"


@dataclass(frozen=True, slots=True)
class QualityScores:
    """How good a story or a whole briefing is, 0 to 1 each.

    Attributes:
        coherence: Whether the sentences follow on each other.
        accuracy: Whether they stand in the articles that they name.
        completeness: How much of what the story is about is said.
        readability: How easily they are followed by ear.
        has_passed: By accuracy and readability.
        by: Who scored: "rule", or the name of a model.
    """

    coherence: float
    accuracy: float
    completeness: float
    readability: float
    has_passed: bool
    by: str = "rule"


@dataclass(frozen=True, slots=True)
class BriefingStory:
    """A story of a briefing.

    Attributes:
        sentences: The sentences that Jarvis says about it, in order.
        spoken: The same for the ear, with its lead-in.
        is_update: It was told before, and these sentences are new.
        topic: The topic that it serves; "" is none.
        quality: How good it is; None before it is scored.
        judged: How good a model finds it; None where none was asked.
    """

    scored: ScoredStory
    sentences: tuple[QuotedSentence, ...]
    spoken: str
    is_update: bool = False
    topic: str = ""
    quality: QualityScores | None = None
    judged: QualityScores | None = None


@dataclass(frozen=True, slots=True)
class Briefing:
    """A briefing that is made.

    Attributes:
        made_at: With a zone.
        opening: What is said before the stories: the day, the weather, what is set for today.
        stories: In the order in which they are told.
        left_out: Stories that were scored and are not told, the best first.
        closing: What is said at the end; "" is nothing.
        notes: What a reader should know: feeds that could not be read.
        number: As it is kept; 0 before that.
        quality: How good it is; None where no story is told.
        judged: How good a model finds it; None where none was asked.
    """

    made_at: datetime
    opening: tuple[str, ...] = ()
    stories: tuple[BriefingStory, ...] = ()
    left_out: tuple[ScoredStory, ...] = ()
    closing: str = ""
    notes: tuple[str, ...] = ()
    number: int = 0
    quality: QualityScores | None = None
    judged: QualityScores | None = None

    @property
    def spoken(self) -> str:
        """All of it for the ear, a paragraph a story."""
        parts = (" ".join(self.opening), *(one.spoken for one in self.stories), self.closing)
        return "\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class StepSpan:
    """How one step of a run went: its name, its seconds, and what it answered.

    Attributes:
        by: Who chose it: "table", or "model".
    """

    name: str
    seconds: float
    is_ok: bool
    told: str
    by: str = "table"


@dataclass(frozen=True, slots=True)
class BriefingRun:
    """A run that makes a briefing, or has made one.

    Attributes:
        number: As it is kept.
        trigger: "command", "voice", "routine" or "api".
        turn_id: The turn that asked for it; "" is none.
        topics: What was asked for; () is the user's own topics.
        step: The step that is next, or that failed.
        problem: Why it failed; "" where it did not.
        briefing: What it has made; None before that.
        calls: What each call of a language model took.
        key: With which a program asked for it, so that asking again makes no second one.
        sends: Whether it is mailed when it is made: who asked for it has said so.
        steering_problem: Why its steps are those of the table though a model was to choose them.
    """

    number: int
    trigger: str
    started_at: datetime
    turn_id: str = ""
    topics: tuple[str, ...] = ()
    state: RunState = "running"
    step: str = ""
    ended_at: datetime | None = None
    spans: tuple[StepSpan, ...] = ()
    problem: str = ""
    briefing: Briefing | None = None
    calls: tuple[Usage, ...] = ()
    key: str = ""
    sends: bool = False
    steering_problem: str = ""


@dataclass(frozen=True, slots=True)
class ToldStory:
    """What was told of a story, so that it is not told again.

    Attributes:
        name: Names it for good.
        first_at: When it was told first.
        last_at: When it was told last.
        terms: Its words with their weights, of length one together.
        known: All words and figures of its articles: a sentence without others is no news.
        urls: Its articles.
    """

    name: str
    title: str
    first_at: datetime
    last_at: datetime
    terms: dict[str, float] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taste:
    """What a user wants more of, less of, or not at all; never leaves the machine.

    Attributes:
        value: A host ("example.org"), or a word.
    """

    kind: TasteKind
    value: str
