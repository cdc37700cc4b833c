"""Computes from the events how many seconds each stage of a turn took. Pure.

Invariant: the stages of a turn lie end to end; what did not happen, or was no part of the answer
(a sound that only says that work goes on), has no time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from jarvis_voice.core.events import (
    Event,
    ReplyWorded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    TaskPlanned,
    ToolEnded,
    TurnEnded,
    TurnStarted,
    UtteranceRejected,
)
from jarvis_voice.core.types import HERE, Source

Stage = Literal["pause", "transcribe", "plan", "act", "word", "synthesise", "output", "whole"]
"""pause: from the last speech until the end of the utterance is decided. transcribe: from there to
the words. plan: from the words (or the typed line) to the first step, or to the answer where there
is none. act: to the end of the last tool before the answer. word: to the first sentence.
synthesise: until its first clause is sound. output: until that is handed to the loudspeaker.
whole: from the last speech (or the typed line) to the sound; to the first sentence where the answer
is not spoken, or is spoken behind a "One moment."."""

STAGES: tuple[Stage, ...] = get_args(Stage)

HEARD: frozenset[Source] = frozenset({"voice", "key"})
"""Doors through which a turn comes by ear, and is answered aloud."""

_HEARING = SpeechEnded | SpeechTranscribed | UtteranceRejected

MOST_OPEN = 4
"""Turns that may wait for their first sound; the oldest is closed as it is when one more begins."""


@dataclass(frozen=True, slots=True)
class TurnStages:
    """The seconds of one turn by stage; a stage that did not happen is missing."""

    turn_id: str
    source: Source
    seconds: Mapping[Stage, float]


@dataclass(slots=True)
class TurnMarks:
    """When each step of one turn happened, in seconds of one clock; None means it did not yet.

    Attributes:
        started_at: The turn was accepted.
        spoke_until: The last speech of the command.
        decided_at: The end of the utterance was decided.
        transcribed_at: Its words were there.
        planned_at: The first step was planned.
        acted_at: The last tool before the answer had ended.
        worded_at: The first sentence of the answer was there.
        synthesised_at: Its first clause was sound.
        sounded_at: That was handed to the loudspeaker.
        ended_at: The turn was over.
    """

    turn_id: str
    source: Source
    started_at: float
    spoke_until: float | None = None
    decided_at: float | None = None
    transcribed_at: float | None = None
    planned_at: float | None = None
    acted_at: float | None = None
    worded_at: float | None = None
    synthesised_at: float | None = None
    sounded_at: float | None = None
    ended_at: float | None = None

    def stages(self) -> TurnStages:
        """The seconds between the marks."""
        heard_at = self.transcribed_at if self.transcribed_at is not None else self.started_at
        begun_at = self.spoke_until if self.spoke_until is not None else self.started_at
        synthesised_at = self._after_words(self.synthesised_at)
        sounded_at = self._after_words(self.sounded_at)
        acted_at = self.acted_at if self.acted_at is not None else self.planned_at
        first_step_at = self.planned_at if self.planned_at is not None else self.worded_at
        spans: dict[Stage, tuple[float | None, float | None]] = {
            "pause": (self.spoke_until, self.decided_at),
            "transcribe": (self.decided_at, self.transcribed_at),
            "plan": (heard_at, first_step_at),
            "act": (self.planned_at, self.acted_at),
            "word": (acted_at, self.worded_at),
            "synthesise": (self.worded_at, synthesised_at),
            "output": (synthesised_at, sounded_at),
            "whole": (begun_at, sounded_at if sounded_at is not None else self.worded_at),
        }
        seconds = {
            stage: end - begin
            for stage, (begin, end) in spans.items()
            if begin is not None and end is not None
        }
        return TurnStages(self.turn_id, self.source, seconds)

    @property
    def is_complete(self) -> bool:
        """Whether nothing that counts can follow."""
        if self.ended_at is None:
            return False
        is_silent = self.source not in HEARD or self.worded_at is None
        return is_silent or self.sounded_at is not None

    def _after_words(self, moment: float | None) -> float | None:
        """A moment of the answer's sound; one before its words was that of another sound."""
        if moment is None or self.worded_at is None or moment < self.worded_at:
            return None
        return moment


@dataclass(slots=True)
class _Heard:
    """A command on its way to its turn, which has no id yet."""

    spoke_until: float
    decided_at: float
    transcribed_at: float | None = None


class StageFold:
    """Computes the stages of each turn from the events of all turns.

    Attributes:
        latest: The marks of the turn that began last; a bench reads them.
    """

    def __init__(self) -> None:
        self._heard: _Heard | None = None
        self._open: dict[str, TurnMarks] = {}
        self.latest: TurnMarks | None = None

    def add(self, event: Event, at: float) -> TurnStages | None:
        """Take one event; the stages of a turn that is complete now, else None.

        Args:
            event: What happened.
            at: When, in seconds; always of the same clock, which need not be the event's.
        """
        if isinstance(event, _HEARING) and event.origin.place != HERE.place:
            return None  # a satellite's, whose turns do not come by this machine's ears
        match event:
            case SpeechEnded(silence_seconds=silence_seconds):
                self._heard = _Heard(at - silence_seconds, at)
            case SpeechTranscribed() if self._heard:
                self._heard.transcribed_at = at
            case UtteranceRejected():
                self._heard = None
            case TurnStarted(turn_id=turn_id, source=source):
                return self._start(turn_id, source, at)
            case TaskPlanned() | ToolEnded() | ReplyWorded():
                self._mark(event.turn_id, at, _WORK[type(event)])
            case SpeechSynthesised() | SpeakingStarted() | TurnEnded():
                return self._mark(event.turn_id, at, _SOUND[type(event)])
            case _:
                pass
        return None

    def rest(self) -> list[TurnStages]:
        """The turns that are not complete, as they are; they are closed."""
        stages = [marks.stages() for marks in self._open.values()]
        self._open.clear()
        return stages

    def _start(self, turn_id: str, source: Source, at: float) -> TurnStages | None:
        marks = self.latest = TurnMarks(turn_id, source, at)
        if source in HEARD and self._heard and self._heard.transcribed_at is not None:
            heard, self._heard = self._heard, None
            marks.spoke_until, marks.decided_at = heard.spoke_until, heard.decided_at
            marks.transcribed_at = heard.transcribed_at
        self._open[turn_id] = marks
        if len(self._open) <= MOST_OPEN:
            return None
        return self._open.pop(next(iter(self._open))).stages()

    def _mark(
        self, turn_id: str, at: float, mark: Callable[[TurnMarks, float], None]
    ) -> TurnStages | None:
        marks = self._open.get(turn_id)
        if marks is None:
            return None
        mark(marks, at)
        return self._open.pop(turn_id).stages() if marks.is_complete else None


def _planned(marks: TurnMarks, at: float) -> None:
    if marks.planned_at is None and marks.worded_at is None:
        marks.planned_at = at


def _acted(marks: TurnMarks, at: float) -> None:
    if marks.worded_at is None:
        marks.acted_at = at


def _worded(marks: TurnMarks, at: float) -> None:
    if marks.worded_at is None:
        marks.worded_at = at


def _synthesised(marks: TurnMarks, at: float) -> None:
    if marks.sounded_at is None:  # of several, the one before the sound
        marks.synthesised_at = at


def _sounded(marks: TurnMarks, at: float) -> None:
    if marks.sounded_at is None:
        marks.sounded_at = at


def _ended(marks: TurnMarks, at: float) -> None:
    marks.ended_at = at


_WORK = {TaskPlanned: _planned, ToolEnded: _acted, ReplyWorded: _worded}
_SOUND = {SpeechSynthesised: _synthesised, SpeakingStarted: _sounded, TurnEnded: _ended}
