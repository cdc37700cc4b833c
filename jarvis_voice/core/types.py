"""The frozen, slotted values that rooms pass to each other; nothing else crosses a room.

Invariant: a value in here never changes after it was made, so any task may keep one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from jarvis_voice.core.shown_picture import ShownPicture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RATE_HZ = 16_000
"""Sample rate of everything between the microphone and speech to text."""

FRAME_SAMPLES = 1_280
"""Samples in one `AudioFrame`: 80 ms, the wake model's step."""

FRAME_SECONDS = FRAME_SAMPLES / RATE_HZ

Source = Literal["voice", "key", "stdin", "http", "satellite", "schedule"]
EndedBy = Literal["silence", "complete", "key_up", "max_length"]
Outcome = Literal["done", "not_done", "failed", "cancelled"]
UnitKind = Literal["prose", "item", "heading", "code", "table", "quote", "rule"]
"""What a part of a written answer is: a sentence, a list entry, a block of code, ..."""


Scope = Literal["talk", "act", "home", "admin"]
"""What somebody may do: talk (answers, lookups, what is kept of their own), act (effects on this
machine), home (things of the house), admin (settings, the microphone, other users, programs)."""

SCOPES: tuple[Scope, ...] = ("talk", "act", "home", "admin")
TALK_ONLY: frozenset[Scope] = frozenset({"talk"})
EVERY_SCOPE: frozenset[Scope] = frozenset(SCOPES)


def scopes_text(may: frozenset[Scope]) -> str:
    """Scopes as a text, in their order: "talk act"."""
    return " ".join(one for one in SCOPES if one in may)


def scopes_in(text: str) -> frozenset[Scope]:
    """The scopes that a text names; other words in it count for nothing."""
    words = text.split()
    return frozenset(one for one in SCOPES if one in words)


ME = "me"
"""The user whose machine this is: every turn that no other user signed for is theirs."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked, and where: stored data belongs to the user, an effect happens at the place.

    Attributes:
        user_id: Whose words, facts, lists and timers these are.
        place: The device that the user is at; "" is this machine.
        session: One connection or microphone of that place; "" where there is but one.
        may: What is allowed from there. Two origins that differ in it alone are the same one.
    """

    user_id: str = ME
    place: str = ""
    session: str = ""
    may: frozenset[Scope] = field(default=TALK_ONLY, compare=False)


HERE = Origin(may=EVERY_SCOPE)
"""The owner, at this machine: who sits at it may do everything."""


class ThreadKey(NamedTuple):
    """The key of a conversation: two users may give theirs the same name."""

    user_id: str
    thread_id: str


@dataclass(frozen=True, slots=True)
class AudioFrame:
    """80 ms of sound from the microphone.

    Attributes:
        pcm: Mono int16, shape (1280,), 16 000 Hz.
        captured_at: When its last sample was captured, monotonic seconds; in a recording,
            seconds from its start.
    """

    pcm: NDArray[np.int16]
    captured_at: float


@dataclass(frozen=True, slots=True)
class BegunFrame:
    """The part of the next frame that has been recorded so far.

    Attributes:
        pcm: Mono int16, shape (1 to 1279,), 16 000 Hz: all of it from its first sample on.
        captured_at: When its last sample was captured, on the clock of the frames.
    """

    pcm: NDArray[np.int16]
    captured_at: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """What a user said, from the pre-roll to the end of the turn.

    Attributes:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        wake_word: The word that opened it, or None (key, follow-up window).
        ended_by: What ended it.
    """

    pcm: NDArray[np.int16]
    wake_word: str | None
    ended_by: EndedBy


@dataclass(frozen=True, slots=True)
class Transcript:
    """What speech to text understood of an utterance.

    Attributes:
        text: The words, stripped; empty when nothing was understood.
        no_speech_probability: Whisper's own estimate that nobody spoke, 0..1.
        mean_log_probability: Mean log-probability of the tokens, natural log, <= 0.
        alternatives: Other words that fit the sound nearly as well, the likeliest first.
    """

    text: str
    no_speech_probability: float = 0.0
    mean_log_probability: float = 0.0
    alternatives: tuple[str, ...] = ()


class PastMessage(NamedTuple):
    """One message of a conversation that a client keeps."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class TurnInput:
    """One request of a user, through any door.

    Attributes:
        dry_run: Read tools run, act and confirm tools return "not done", nothing is remembered.
        origin: Who asked, and where.
        shown: The picture that it is about; its text names it.
        history: What was said before, where the client keeps the conversation and not the thread:
            the oldest first, each with who said it.
    """

    turn_id: str
    thread_id: str
    text: str
    source: Source
    dry_run: bool = False
    origin: Origin = HERE
    shown: ShownPicture | None = None
    history: tuple[PastMessage, ...] = ()

    @property
    def thread(self) -> ThreadKey:
        """The conversation that it belongs to."""
        return ThreadKey(self.origin.user_id, self.thread_id)

    @property
    def door(self) -> str:
        """Where it came in: a question that is asked there can be answered there alone."""
        place = self.origin.place
        return f"{self.source} at {place}" if place else self.source


@dataclass(frozen=True, slots=True)
class Reply:
    """One part of the answer to a turn, such as a sentence, or its end.

    The written answer is the texts with their leads, the first without.

    Attributes:
        text: The part as it is written, which may be Markdown; "" in the closing reply.
        is_final: No part follows.
        outcome: What became of the turn; only the closing reply has it, and every turn has one.
        lead: The white space that stands before it in the written answer; it ends with the
            indentation of the part's first line.
        kind: What kind of part it is.
    """

    turn_id: str
    text: str
    is_final: bool
    outcome: Outcome | None = None
    lead: str = " "
    kind: UnitKind = "prose"


@dataclass(frozen=True, slots=True)
class SpeechChunk:
    """Synthetic speech, with the words that it speaks.

    Attributes:
        pcm: Mono int16, shape (n_samples,), at `rate_hz`.
        rate_hz: Sample rate in Hz.
        text: The words spoken in `pcm`: what was heard when playing stops early.
    """

    pcm: NDArray[np.int16]
    rate_hz: int
    text: str


Status = Literal["done", "not_done", "failed"]


class ReceiptKind(StrEnum):
    """The result of an action. Only an effect may be reported as an act."""

    EFFECT = "effect"
    """Something outside has changed as was asked."""
    LOOKUP = "lookup"
    """Something was found out; nothing changed."""
    NO_OP = "no_op"
    """Nothing changed and nothing was found: refused, already so, not possible here."""
    PARTIAL = "partial"
    """Some of it happened; `observed` says which part did not."""
    FAILED = "failed"
    """It was tried and went wrong."""


_STATUS: Mapping[str, Status] = {
    "effect": "done",
    "lookup": "done",
    "no_op": "not_done",
    "partial": "not_done",
    "failed": "failed",
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the executor observed, in words a user may hear; it claims nothing more."""

    kind: ReceiptKind
    observed: str

    @property
    def status(self) -> Status:
        """The kind as the JSON contract has it."""
        return _STATUS[self.kind.value]


OUR_ORIGINS = frozenset({"sites", "spoken"})
"""Origins of links that the user said or configured, or that ship: no stranger wrote them."""


@dataclass(frozen=True, slots=True)
class Link:
    """One entry of the url_map: the only way for a URL to reach the opener.

    Attributes:
        title: What the page is called.
        url: http or https.
        origin: Who put it there: "sites", "search", "wikidata", "wikipedia", "openstreetmap" or
            "spoken".
        snippet: A line about the page, for planners; untrusted text.
    """

    title: str
    url: str
    origin: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returns to the executor.

    Attributes:
        receipt: What was observed.
        arguments: The arguments as carried out (a `url`, not a `url_index`); shown to the user.
        links: Results that replace the url_map, best first; empty leaves it as it is.
        data: Further values for planner and reception, JSON-serialisable; untrusted text.
    """

    receipt: Receipt
    arguments: Mapping[str, Any] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
