"""Says one command to one way of answering, and measures its stages.

Invariant: what is timed is heard, not told: the answer's first sound in what came out of the
loudspeaker, against the label of the recording. Events tell the stages between the two.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    Event,
    SpeakingEnded,
    TurnEnded,
    TurnStarted,
    UtteranceRejected,
    WorkReported,
)
from jarvis_voice.core.stage_times import StageFold, TurnMarks, TurnStages
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.workshop.worlds.labelled_commands import LabelledCommand
from jarvis_voice.workshop.worlds.timed_sound import (
    ListenedDevice,
    QuietRoom,
    TimedSpeaker,
    content_onset,
)

ANSWER_SECONDS = 20.0
"""After the end of a command: a turn that has not begun to answer by then is counted as missed."""

SPEAKING_SECONDS = 30.0
BETWEEN_SECONDS = 0.8
"""From the end of an answer to the next command: buffers are empty and the room is quiet again."""


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """The outcome and the times of one spoken command.

    Attributes:
        name: Of the command.
        stages: From the label to the answer's first sound; None where no answer was heard.
        is_done: Whether the turn did what was asked, as far as the program knows.
        is_cut_off: Whether the end was decided before the speech had ended.
        is_real: Whether a person said it.
    """

    name: str
    stages: TurnStages | None
    is_done: bool
    is_cut_off: bool
    is_real: bool


class Probe:
    """Collects the events of one turn at a time."""

    def __init__(self, bus: Bus) -> None:
        self.over = asyncio.Event()
        self.began = asyncio.Event()
        self.fillers: list[str] = []
        self.outcome = ""
        self._fold = StageFold()
        bus.listen(self._listen)

    @property
    def marks(self) -> TurnMarks | None:
        """Of the turn since `reset`."""
        return self._fold.latest

    def reset(self) -> None:
        """Forget the turn before."""
        self._fold, self.outcome = StageFold(), ""
        self.over.clear()
        self.began.clear()
        self.fillers.clear()

    def _listen(self, event: Event) -> None:
        self._fold.add(event, perf_counter())
        match event:
            case WorkReported(text=text):
                self.fillers.append(speakable(text))
            case TurnStarted():
                self.began.set()
            case TurnEnded(outcome=outcome):
                self.outcome = outcome
            case UtteranceRejected() | SpeakingEnded():
                self.began.set()
                self.over.set()
            case _:
                pass


@dataclass(frozen=True, slots=True)
class AnswerWay:
    """One way to answer, with a room, a loudspeaker and a probe of its own.

    Attributes:
        probe: Listens to its events.
        listen: Called before a command is said.
    """

    room: QuietRoom
    speaker: TimedSpeaker | ListenedDevice
    probe: Probe
    listen: Callable[[], None]

    async def take(self, command: LabelledCommand, *, is_real: bool) -> HeardTurn:
        """Say one command, listen to the answer."""
        probe = self.probe
        await asyncio.sleep(BETWEEN_SECONDS)
        probe.reset()
        self.speaker.played.clear()
        self.listen()
        spoke_until = await self.room.say(command)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(spoke_until - perf_counter() + ANSWER_SECONDS):
                await probe.began.wait()
            async with asyncio.timeout(SPEAKING_SECONDS):
                await probe.over.wait()
        marks = probe.marks
        stages = self._stages(marks, spoke_until) if marks else None
        decided_at = marks.decided_at if marks else None
        is_cut_off = decided_at is not None and decided_at < spoke_until
        is_done = probe.outcome == "done"
        return HeardTurn(command.name, stages, is_done, is_cut_off, is_real)

    def _stages(self, marks: TurnMarks, spoke_until: float) -> TurnStages | None:
        """Stages by what was heard, not by what was told."""
        if marks.decided_at is None:
            return None
        since = max(marks.decided_at, marks.worded_at or 0.0)
        onset = content_onset(self.speaker.played, since, self.probe.fillers)
        if onset is None:
            return None
        synthesised_at = marks.synthesised_at
        if synthesised_at is None:  # the voice does not tell
            synthesised_at = self.speaker.chunk_at
        heard = replace(
            marks, spoke_until=spoke_until, synthesised_at=synthesised_at, sounded_at=onset
        )
        return heard.stages()
