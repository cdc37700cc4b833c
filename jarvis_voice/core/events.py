"""The events that report what happened. Nothing in the pipeline decides by listening to an event.

Invariant: every event is past tense, frozen, and goes through `to_json` unchanged by any reader.
`at` is seconds on the session's clock: since the program started, or counted in frames of a
recording.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from jarvis_voice.core.types import HERE, EndedBy, Origin, Outcome, Receipt, Source, UnitKind

ListeningCause = Literal["wake_word", "key", "follow_up"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithOrigin:
    """The origin, which every event carries besides its own data.

    Attributes:
        origin: Whose turn or microphone it is about, and where. What concerns the whole program
            is its owner's.
    """

    origin: Origin = HERE


@dataclass(frozen=True, slots=True)
class TurnStarted(WithOrigin):
    """A turn was accepted."""

    type: ClassVar[str] = "turn-started"
    turn_id: str
    thread_id: str
    at: float
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class TaskPlanned(WithOrigin):
    """The planner chose the next action."""

    type: ClassVar[str] = "task-planned"
    turn_id: str
    at: float
    action: str
    arguments: Mapping[str, Any]
    planner: str


@dataclass(frozen=True, slots=True)
class ModelAsked(WithOrigin):
    """A language model was asked for the next step, and has answered or failed.

    Attributes:
        model: The name of its rung, as `TaskPlanned.planner` has it.
        took_seconds: How long that took.
        error: The code of what went wrong; "" is nothing.
    """

    type: ClassVar[str] = "model-asked"
    turn_id: str
    at: float
    model: str
    took_seconds: float
    error: str = ""


@dataclass(frozen=True, slots=True)
class TokensSpent(WithOrigin):
    """A call of a language model has cost tokens; `model` is what its server calls it."""

    type: ClassVar[str] = "tokens-spent"
    turn_id: str
    at: float
    model: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class ToolEnded(WithOrigin):
    """A tool has ended and returned its receipt."""

    type: ClassVar[str] = "tool-ended"
    turn_id: str
    at: float
    action: str
    arguments: Mapping[str, Any]
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class SourcesCited(WithOrigin):
    """The answer relies on these pages; they are printed below it, not spoken."""

    type: ClassVar[str] = "sources-cited"
    turn_id: str
    at: float
    sources: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class WorkReported(WithOrigin):
    """The user was told that the turn is still running; this is no part of the answer."""

    type: ClassVar[str] = "work-reported"
    turn_id: str
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class ReplyWorded(WithOrigin):
    """One part of the answer is ready, as it is written; `lead` is the white space before it."""

    type: ClassVar[str] = "reply-text"
    turn_id: str
    at: float
    text: str
    is_final: bool
    lead: str = " "
    kind: UnitKind = "prose"


@dataclass(frozen=True, slots=True)
class TurnEnded(WithOrigin):
    """A turn is over; each turn has exactly one such event."""

    type: ClassVar[str] = "turn-ended"
    turn_id: str
    at: float
    reply: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class EarsReady(WithOrigin):
    """A recorded phrase has passed wake word, VAD and STT: Jarvis can now hear a wake word."""

    type: ClassVar[str] = "ears-ready"
    at: float
    word: str
    microphone: str


@dataclass(frozen=True, slots=True)
class WakeDetected(WithOrigin):
    """The wake word was heard at a time when it may start a turn."""

    type: ClassVar[str] = "wake-detected"
    at: float
    word: str
    score: float


@dataclass(frozen=True, slots=True)
class ListeningStarted(WithOrigin):
    """Jarvis has started to listen for a command."""

    type: ClassVar[str] = "listening-started"
    at: float
    cause: ListeningCause


@dataclass(frozen=True, slots=True)
class SpeechEnded(WithOrigin):
    """The utterance was judged to be over, `silence_seconds` after its last speech."""

    type: ClassVar[str] = "speech-ended"
    at: float
    ended_by: EndedBy
    duration_seconds: float
    silence_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SpeechTranscribed(WithOrigin):
    """Speech to text returned words; a turn follows.

    `took_seconds` is what the model worked; `was_ready` tells that it had been done by the time
    the end of the utterance was decided.
    """

    type: ClassVar[str] = "speech-transcribed"
    at: float
    text: str
    took_seconds: float
    was_ready: bool = False


@dataclass(frozen=True, slots=True)
class UtteranceRejected(WithOrigin):
    """Sound was heard, but no command was found in it; `reason` is in kebab-case."""

    type: ClassVar[str] = "utterance-rejected"
    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class WakeRefused(WithOrigin):
    """A possible wake word was not accepted as a call; `reason` is in kebab-case."""

    type: ClassVar[str] = "wake-refused"
    at: float
    word: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class SpeechSynthesised(WithOrigin):
    """The first clause of an answer was turned into sound."""

    type: ClassVar[str] = "speech-synthesised"
    turn_id: str
    at: float
    took_seconds: float


@dataclass(frozen=True, slots=True)
class SpeakingStarted(WithOrigin):
    """The first frame of an answer was played."""

    type: ClassVar[str] = "speaking-started"
    turn_id: str
    at: float


@dataclass(frozen=True, slots=True)
class SpeakingEnded(WithOrigin):
    """Playback has ended; `text_heard` is what came out of the loudspeaker."""

    type: ClassVar[str] = "speaking-ended"
    turn_id: str
    at: float
    text_heard: str
    was_interrupted: bool


@dataclass(frozen=True, slots=True)
class EarsMuted(WithOrigin):
    """The microphone was closed because the user asked for it."""

    type: ClassVar[str] = "ears-muted"
    at: float


@dataclass(frozen=True, slots=True)
class EarsUnmuted(WithOrigin):
    """The microphone was opened again."""

    type: ClassVar[str] = "ears-unmuted"
    at: float


@dataclass(frozen=True, slots=True)
class ProblemReported(WithOrigin):
    """A problem happened that the user should know about; the program goes on."""

    type: ClassVar[str] = "problem-reported"
    at: float
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class RingingStarted(WithOrigin):
    """A timer, an alarm or a reminder is due and rings; `text` is what Jarvis says."""

    type: ClassVar[str] = "ringing-started"
    at: float
    number: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class RingingEnded(WithOrigin):
    """The ringing is over: the user stopped it, or nobody came."""

    type: ClassVar[str] = "ringing-ended"
    at: float
    number: int
    ended_by: Literal["user", "nobody"]
    text: str


@dataclass(frozen=True, slots=True)
class ScheduleMissed(WithOrigin):
    """Something was due while Jarvis could not ring; reported once."""

    type: ClassVar[str] = "schedule-missed"
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class KeptChanged(WithOrigin):
    """What is kept of a user was changed by no turn: a page, a program or a command did it.

    Attributes:
        at: Seconds.
        what: "schedule", "notes", or "words": facts, the profile, turns and threads.
    """

    type: ClassVar[str] = "kept-changed"
    at: float
    what: Literal["schedule", "notes", "words"]


@dataclass(frozen=True, slots=True)
class TokenRemoved(WithOrigin):
    """A token was removed: what came in with it has to end."""

    type: ClassVar[str] = "token-removed"
    at: float
    name: str


TurnEvent = (
    TurnStarted
    | TaskPlanned
    | ModelAsked
    | TokensSpent
    | ToolEnded
    | SourcesCited
    | WorkReported
    | ReplyWorded
    | TurnEnded
)
VoiceEvent = (
    EarsReady
    | EarsMuted
    | EarsUnmuted
    | WakeDetected
    | WakeRefused
    | ListeningStarted
    | SpeechEnded
    | SpeechTranscribed
    | UtteranceRejected
    | SpeechSynthesised
    | SpeakingStarted
    | SpeakingEnded
)
ScheduleEvent = RingingStarted | RingingEnded | ScheduleMissed
Event = TurnEvent | VoiceEvent | ScheduleEvent | ProblemReported | KeptChanged | TokenRemoved


_FORM = {"lead", "kind"}


def to_json(event: Event) -> dict[str, Any]:
    """The event as the JSON contract has it: `type` first, `at` rounded to milliseconds.

    `origin` stands last, and only where it is not the owner at this machine. How a part of an
    answer stands in it is told only where it is no sentence behind a blank.
    """
    body: dict[str, Any] = {"type": event.type}
    for item in fields(event):
        value = getattr(event, item.name)
        if item.name == "origin" or (item.name in _FORM and value == item.default):
            continue
        if isinstance(value, Receipt):
            value = {"status": value.status, "observed": value.observed}
        elif isinstance(value, float):
            value = round(value, 3)
        elif isinstance(value, Mapping):
            value = dict(value)
        elif isinstance(value, tuple):
            value = [dict(one) for one in value]
        body[item.name] = value
    if event.origin != HERE:
        who = event.origin
        body["origin"] = {"user_id": who.user_id, "place": who.place, "session": who.session}
    return body
