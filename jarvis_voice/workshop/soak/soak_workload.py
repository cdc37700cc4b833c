"""The work of a long run: turns by voice, typed, and over the socket; also interruptions.

Invariant: hardly anything is asked twice in the same words, so that what remembers words is fed; a
call that goes unheard is counted and no failure, since this measures endurance and not hearing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Protocol

from jarvis_voice.core.events import Event, ProblemReported, TurnEnded
from jarvis_voice.doors.control.client import request
from jarvis_voice.voice.turn_taking import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.workshop.scenarios.bench_program import BenchProgram
    from jarvis_voice.workshop.soak.soak_room import FrameSpeaker, SoakRoom
    from jarvis_voice.workshop.worlds.labelled_commands import LabelledCommand

QUIET_STATES = (State.IDLE, State.FOLLOW_UP)

CITIES = ("London", "Tokyo", "Cairo", "Lima", "Oslo", "Nairobi", "Sydney", "Toronto", "Madrid")

LONG_QUESTION = "what can you do?"
"""Its answer is long enough to be talked over."""

UNHEARD_SECONDS = 4.0
"""Behind what was said: a call that nothing came of by then was not heard."""

MOST_SECONDS = 90.0
"""For a turn with its answer, in seconds of the frames."""

TALKED_OVER = "could not be talked over"
"""An answer that had ended before the user spoke."""


class Workload(Protocol):
    """Work that a long run repeats."""

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        ...

    async def step(self, number: int) -> None:
        """Ask for one thing, and see it through to the end; usually a turn, or two."""
        ...

    async def listen(self, seconds: float) -> None:
        """Let that much real time pass, with one call in it."""
        ...


def typed(number: int) -> str:
    """The text of a typed turn, another one for each number."""
    one, other = number % 97 + 2, number * 7 % 1_009 + 3
    city = CITIES[number % len(CITIES)]
    texts = (
        f"what is {one} times {other}?",
        f"convert {other} miles to kilometers",
        f"what time is it in {city}?",
        f"set a timer called pasta {number} for {one + 60} minutes",
        "what timers do I have?",
        f"cancel the pasta {number - 2} timer",
        f"what is {one} percent of {other}?",
        f"add {_thing(number)} to my shopping list",
        "read my shopping list",
        "clear my shopping list",
        f"remember that my locker number is {other}",
        "forget that",
        "what day is it today?",
        f"tell me about the {_thing(number)} of the blue {_thing(other)}",
        f"open GitHub and then tell me what {one} plus {other} is",
        f"how many feet are in {other} yards?",
        "and in inches?",
        "no, I meant miles",
        "stop",
    )
    return texts[number % len(texts)]


def _thing(number: int) -> str:
    """A made-up word, another one for each number."""
    syllables = ("ba", "ko", "lu", "mi", "ren", "sto", "ta", "vel", "wo", "zi")
    return "".join(syllables[int(digit)] for digit in str(number + 100))


class ProgramWorkload:
    """The whole program at work; implements `Workload`.

    Args:
        program: Open and warm, its session running.
        room: Where it listens, by its clock.
        speaker: What it speaks with.
        commands: Called for, in the voices of this machine.
        question: Called for; its answer is long.

    Attributes:
        notes: How often something happened that is worth telling.
    """

    def __init__(
        self,
        program: BenchProgram,
        room: SoakRoom,
        speaker: FrameSpeaker,
        commands: Sequence[LabelledCommand],
        question: LabelledCommand,
    ) -> None:
        self._program = program
        self._session = program.session
        self._room = room
        self._clock = room.clock
        self._speaker = speaker
        self._commands = commands
        self._question = question
        self._turns = 0
        self.notes: Counter[str] = Counter()
        room.hold = self._hold
        program.bus.listen(self._note)

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return self._turns

    async def step(self, number: int) -> None:
        """Ten steps: three by voice, one of them across an answer; seven typed, two by socket."""
        pcm = self._commands[number // 10 % len(self._commands)].pcm
        match number % 10:
            case 0:
                await self._call(pcm)
            case 3:
                await self._talk_over(pcm, number // 10)
            case 6:
                await self._press(pcm)
            case 4 | 8:
                await self._ask_socket(typed(number))
            case _:
                await self._ask(typed(number))

    async def listen(self, seconds: float) -> None:
        """Let real time pass, with a call in it."""
        self._room.go_real_time()
        until = self._clock.seconds() + seconds
        await self._call(self._commands[self._turns % len(self._commands)].pcm)
        await self._room.listen(lambda: False, max(until - self._clock.seconds(), 0.0))

    async def _call(self, pcm: NDArray[np.int16]) -> None:
        """Say the wake word and a command."""
        before, said_until = self._turns, self._clock.seconds() + len(pcm) / 16_000

        def is_over() -> bool:
            late = self._clock.seconds() - said_until > UNHEARD_SECONDS
            return self._session.state in QUIET_STATES and (late or self._turns > before)

        if not await self._room.listen(is_over, MOST_SECONDS, pcm):
            self.notes["turns that did not end"] += 1
        elif self._turns == before:
            self.notes["calls that were not heard"] += 1

    async def _press(self, pcm: NDArray[np.int16]) -> None:
        """Hold the key, and say a command."""
        before = self._turns
        self._session.press()
        await self._room.listen(lambda: True, 1.0, pcm)
        self._session.release()
        late = self._clock.seconds() + UNHEARD_SECONDS

        def is_over() -> bool:
            is_due = self._turns > before or self._clock.seconds() > late
            return self._session.state in QUIET_STATES and is_due

        if not await self._room.listen(is_over, MOST_SECONDS):
            self.notes["turns that did not end"] += 1

    async def _talk_over(self, pcm: NDArray[np.int16], way: int) -> None:
        """Ask for a long answer and, across it, press the key, call, or type "stop"."""
        before = self._turns

        def is_speaking() -> bool:
            is_unheard = self._turns > before and self._session.state in QUIET_STATES
            return self._session.state is State.SPEAKING or is_unheard

        await self._room.listen(is_speaking, UNHEARD_SECONDS, self._question.pcm)
        await self._room.listen(lambda: False, 0.4 + 0.24 * (way % 5))
        if self._session.state is not State.SPEAKING:
            self.notes[TALKED_OVER] += 1
        match way % 3:
            case 0:
                await self._press(pcm)
            case 1:
                await self._call(pcm)
            case _:
                await self._ask("stop")
                await self._room.listen(
                    lambda: self._session.state in QUIET_STATES, UNHEARD_SECONDS
                )

    async def _ask(self, text: str) -> None:
        """As a typed line."""
        async with aclosing(self._program.assistant.ask(text, source="stdin")) as replies:
            async for _ in replies:
                continue

    async def _ask_socket(self, text: str) -> None:
        """As `jarvis ask` does."""
        body = {"command": "ask", "text": text, "thread": None, "speak": False, "dry_run": False}
        async with aclosing(request(self._program.paths.control_socket, body)) as answers:
            async for _ in answers:
                continue

    async def _hold(self) -> None:
        """No frame while words are made out, or an answer is thought about or made into sound."""
        await self._session.settle()
        while self._session.state is State.THINKING or self._speaker.is_waiting:  # noqa: ASYNC110 - a session tells no event
            await asyncio.sleep(0.002)

    def _note(self, event: Event) -> None:
        match event:
            case TurnEnded(outcome=outcome):
                self._turns += 1
                self.notes[f"turns {outcome}"] += 1
            case ProblemReported(code=code):
                self.notes[f"problem {code}"] += 1
            case _:
                pass
