"""The assistant: a turn in, sentences out. One turn at a time in a thread, in order of arrival.

Invariant: every `TurnStarted` is followed by exactly one `TurnEnded`, whatever happens between.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.brain.context import TurnContext
from jarvis_voice.bus import Bus
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import ProblemReported, ReplyWorded, TurnEnded, TurnStarted, WorkReported
from jarvis_voice.ledger import TurnLedger
from jarvis_voice.logs import log_broken
from jarvis_voice.ports import Clock
from jarvis_voice.store.memory import MemoryStore
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.turn.choosing import Chosen
from jarvis_voice.turn.ending import Completeness
from jarvis_voice.types import Outcome, Reply, Source, TurnInput

if TYPE_CHECKING:
    from jarvis_voice.brain.brain import GraphBrain

log = logging.getLogger(__name__)

STOPPED = "Okay."
WORKING = "One moment."
WORKING_SECONDS = 1.5
"""After so long without a word a listener is told that work goes on."""

HEARD: frozenset[Source] = frozenset({"voice", "key", "satellite"})
"""Doors behind which somebody listens, and cannot see that work goes on."""

CANCEL_SECONDS = 3.0
"""How long a cancelled turn may take to end before it is left behind and logged."""


@dataclass(frozen=True, slots=True)
class AssistantSettings:
    """What the assistant needs to know.

    Attributes:
        thread_id: The conversation when none is named.
        turn_seconds: How long a whole turn may take.
        is_stop: Whether a text only asks to stop.
    """

    thread_id: str
    turn_seconds: float
    is_stop: Callable[[str], bool]


@dataclass(slots=True)
class _Running:
    """A turn under way.

    Attributes:
        replies: Sentences on their way to the reader, ended by None when the task is over.
        is_in_state: Whether the brain itself has written the turn into the conversation.
    """

    turn: TurnInput
    replies: asyncio.Queue[Reply | None] = field(default_factory=asyncio.Queue)
    said: list[str] = field(default_factory=list)
    ledger: TurnLedger = field(default_factory=TurnLedger)
    task: asyncio.Task[Outcome] | None = None
    is_in_state: bool = False


class Assistant:
    """Runs turns; implements `ports.Conversation`."""

    def __init__(
        self,
        brain: Callable[[], Awaitable[GraphBrain]],
        store: ThreadStore,
        bus: Bus,
        clock: Clock,
        settings: AssistantSettings,
        preload: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Store the parts.

        Args:
            brain: Gives the brain; the first call makes it, since its libraries take a second.
            store: Where turns are written down.
            bus: Where events go.
            clock: Event times.
            settings: Thread, time budget and stop words.
            preload: Loads what tools load at their first use; None where that is not worth it.
        """
        self._brain = brain
        self._store = store
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._preload = preload
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: dict[str, _Running] = {}
        self._stops: defaultdict[str, int] = defaultdict(int)
        self._made: GraphBrain | None = None
        self._noting: set[asyncio.Task[None]] = set()

    def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
    ) -> AsyncGenerator[Reply]:
        """Run one turn and yield its sentences; see `submit`."""
        return self.submit(self.new_turn(text, source=source, thread_id=thread_id, dry_run=dry_run))

    def new_turn(
        self, text: str, *, source: Source, thread_id: str | None = None, dry_run: bool = False
    ) -> TurnInput:
        """Give a text its turn id; what is no text in UTF-8 becomes question marks."""
        text = text.encode(errors="replace").decode()
        thread_id = (thread_id or self._settings.thread_id).encode(errors="replace").decode()
        return TurnInput(self._store.next_turn_id(), thread_id, text, source, dry_run)

    async def submit(self, turn: TurnInput) -> AsyncGenerator[Reply]:
        """Run a turn when its thread is free; closing the generator cancels the turn.

        After the sentences comes one closing reply without text, which bears the outcome.

        A stop word cancels what runs and what waits in its thread, and is answered at once.
        """
        is_stop = self._settings.is_stop(turn.text) and not turn.dry_run
        if is_stop:
            self._stops[turn.thread_id] += 1
            if self._made:
                self._made.drop_question(turn.thread_id)
            await self.cancel(turn.thread_id)
        stops = self._stops[turn.thread_id]
        async with self._queues[turn.thread_id]:
            running = self._begin(turn, self._stopped if is_stop else self._answer)
            self._running[turn.thread_id] = running
            if stops != self._stops[turn.thread_id] and running.task:
                running.task.cancel()
            try:
                while (reply := await running.replies.get()) is not None:
                    yield reply
            finally:
                outcome = await asyncio.shield(asyncio.create_task(self._finish(running)))
            yield Reply(turn.turn_id, "", is_final=True, outcome=outcome)

    async def warm_up(self) -> None:
        """Load the brain ahead of the first turn; a failure is told by the turn that meets it."""
        try:
            await self._get_brain()
        except JarvisError as error:
            self._report(error.code, error.message)

    async def preload(self) -> None:
        """Load what tools load at their first use; for a program that stays."""
        if self._preload:
            await self._preload()

    async def choose(self, texts: Sequence[str]) -> Chosen:
        """Which hearing of a sound is meant, and what it is as a command.

        Args:
            texts: What may have been said, the likeliest first, at least one; until the brain is
                there it is the first, and nobody knows what that is.
        """
        if self._made is None:
            return Chosen(texts[0], Completeness.UNKNOWN)
        return await self._made.choose(texts)

    async def clear(self, thread_id: str) -> int:
        """Forget a thread, between turns; how many turns it had."""
        async with self._queues[thread_id]:
            if self._made:
                self._made.forget(thread_id)
                self._made.drop_question(thread_id)
            return await self._store.clear(thread_id)

    async def forget_facts(self, numbers: tuple[int, ...]) -> int:
        """Forget what is kept about the user; how many facts there were."""
        return await MemoryStore(self._store).forget_facts(numbers)

    async def cancel(self, thread_id: str | None = None) -> bool:
        """Cancel the turn that runs in a thread; returns whether there was one."""
        running = self._running.get(thread_id or self._settings.thread_id)
        if running is None or running.task is None:
            return False
        await _stop(running.task)
        return True

    def note_heard(self, turn_id: str, heard: str) -> None:
        """An answer was interrupted: the conversation keeps what was heard of it, and no more.

        Args:
            turn_id: The turn; empty for words that belong to none.
            heard: What came out of the loudspeaker.
        """
        if not turn_id:
            return
        task = asyncio.create_task(self._write_heard(turn_id, heard), name=f"heard of {turn_id}")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def settle(self) -> None:
        """Wait until all that was noted is written."""
        while self._noting:
            await asyncio.wait(self._noting)

    async def _write_heard(self, turn_id: str, heard: str) -> None:
        """Behind the end of the turn itself, since both write the same row."""
        running = next((r for r in self._running.values() if r.turn.turn_id == turn_id), None)
        try:
            if running:
                async with self._queues[running.turn.thread_id]:
                    await self._cut_answer(turn_id, heard)
            else:
                await self._cut_answer(turn_id, heard)
        except JarvisError as error:
            self._report(error.code, error.message)
        except Exception as error:  # noqa: BLE001 - a note beside the turn must not end the program
            log_broken(log, f"what was heard of {turn_id}", error)

    async def _cut_answer(self, turn_id: str, heard: str) -> None:
        found = await self._store.note_heard(turn_id, heard)
        if found and self._made:
            await self._made.note_heard(*found, heard)

    def _begin(
        self, turn: TurnInput, work: Callable[[_Running], Coroutine[None, None, Outcome]]
    ) -> _Running:
        """Tell that the turn has started and start it; its end always reaches the reader."""
        self._bus.publish(
            TurnStarted(turn.turn_id, turn.thread_id, self._clock.seconds(), turn.text, turn.source)
        )
        running = _Running(turn)
        running.task = asyncio.create_task(work(running), name=turn.turn_id)
        running.task.add_done_callback(lambda _: running.replies.put_nowait(None))
        return running

    async def _finish(self, running: _Running) -> Outcome:
        """End the turn's task, write the turn down and tell its outcome, whatever happened."""
        turn, task = running.turn, running.task
        if task is None:
            raise RuntimeError("the turn was never begun")
        await _stop(task)
        is_over = task.done() and not task.cancelled()
        outcome: Outcome = task.result() if is_over else "cancelled"
        reply = " ".join(running.said)
        await self._write_end(running, reply, outcome)
        self._running.pop(turn.thread_id, None)
        self._bus.publish(TurnEnded(turn.turn_id, self._clock.seconds(), reply, outcome))
        return outcome

    async def _answer(self, running: _Running) -> Outcome:
        """Run the brain; every error becomes a sentence and the outcome "failed"."""
        turn = running.turn
        soon = asyncio.get_running_loop().call_later(WORKING_SECONDS, self._say_working, running)
        try:
            await self._write_begin(turn)
            context = TurnContext(
                turn,
                self._clock,
                self._bus.publish,
                say=lambda reply: self._say(running, reply),
                say_meanwhile=lambda text: self._say_meanwhile(running, text),
                started_at=self._clock.seconds(),
                ledger=running.ledger,
            )
            async with asyncio.timeout(self._settings.turn_seconds):
                outcome = await (await self._get_brain()).run(context)
                running.is_in_state = True
                return outcome
        except TimeoutError:
            spoken = "That took too long, so I stopped."
        except JarvisError as error:
            self._report(error.code, error.message)
            spoken = error.spoken
        except Exception as error:  # noqa: BLE001 - the turn is an edge: it ends in a sentence
            log_broken(log, f"turn {turn.turn_id}", error)
            self._report("turn-broke", f"The turn broke: {type(error).__name__}. See the log.")
            spoken = JarvisError.default_spoken
        finally:
            soon.cancel()
        self._say(running, Reply(turn.turn_id, spoken, is_final=True))
        return "failed"

    async def _stopped(self, running: _Running) -> Outcome:
        """Answer a stop word; what it stops has been stopped."""
        self._say(running, Reply(running.turn.turn_id, STOPPED, is_final=True))
        try:
            await self._write_begin(running.turn)
        except JarvisError as error:
            self._report(error.code, error.message)
        return "done"

    def _say(self, running: _Running, reply: Reply) -> None:
        if reply.text:
            running.said.append(reply.text)
            at = self._clock.seconds()
            self._bus.publish(ReplyWorded(reply.turn_id, at, reply.text, reply.is_final))
        running.replies.put_nowait(reply)

    def _say_working(self, running: _Running) -> None:
        if running.turn.source in HEARD and not running.said:
            self._say_meanwhile(running, WORKING)

    def _say_meanwhile(self, running: _Running, text: str) -> None:
        """Tell a listener that work goes on: no part of the answer, nor of what is kept."""
        turn = running.turn
        self._bus.publish(WorkReported(turn.turn_id, self._clock.seconds(), text))
        if turn.source in HEARD:
            running.replies.put_nowait(Reply(turn.turn_id, text, is_final=False))

    async def _get_brain(self) -> GraphBrain:
        self._made = await self._brain()
        return self._made

    async def _write_begin(self, turn: TurnInput) -> None:
        if not turn.dry_run:
            await self._store.begin(turn, self._clock.now())

    async def _write_end(self, running: _Running, reply: str, outcome: Outcome) -> None:
        turn = running.turn
        if turn.dry_run:
            return
        try:
            if self._made and not running.is_in_state:
                await self._made.note_unfinished(turn.thread_id, turn.text, reply)
            await self._store.end(turn, reply, outcome, running.ledger)
        except Exception as error:  # noqa: BLE001 - the turn's end must be told, come what may
            log_broken(log, f"the end of turn {turn.turn_id}", error)
            self._report("turn-unwritten", f"This turn was not saved: {type(error).__name__}.")

    def _report(self, code: str, message: str) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), code, message))


async def _stop(task: asyncio.Task[Outcome]) -> None:
    """Cancel a task and wait, in bounded time; a cancel that was lost is sent once more."""
    for _ in range(2):
        if task.done():
            return
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_SECONDS / 2)
    if not task.done():
        log.error("turn %s did not end when it was cancelled", task.get_name())
