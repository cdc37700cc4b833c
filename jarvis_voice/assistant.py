"""The assistant: a turn in, sentences out. One turn at a time in a thread, in order of arrival.

Invariant: every `TurnStarted` is followed by exactly one `TurnEnded`, whatever happens between.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.brain.context import TurnContext
from jarvis_voice.bus import Bus
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import ProblemReported, ReplyWorded, TurnEnded, TurnStarted, WorkReported
from jarvis_voice.ledger import TurnLedger
from jarvis_voice.logs import log_broken
from jarvis_voice.paths import Paths, find_paths
from jarvis_voice.ports import Clock
from jarvis_voice.store.forgetting import Forgetting, Forgotten
from jarvis_voice.store.memory import MemoryStore
from jarvis_voice.store.schedule import ScheduleStore
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.store.turn_record import TurnRecord
from jarvis_voice.tools.bell import Bell
from jarvis_voice.turn.choosing import Chosen
from jarvis_voice.turn.ending import Completeness
from jarvis_voice.types import Outcome, Reply, Source, TurnInput

if TYPE_CHECKING:
    from jarvis_voice.brain.brain import GraphBrain

log = logging.getLogger(__name__)

FORGETTABLE = ("turn", "thread", "all")

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
        bell: What rings, which a stop word stops.
        paths: The user's folders: what is forgotten goes from every file in them.
    """

    thread_id: str
    turn_seconds: float
    is_stop: Callable[[str], bool]
    paths: Paths | None = None
    bell: Bell = field(default_factory=Bell)


@dataclass(slots=True)
class _Running:
    """A turn under way.

    Attributes:
        replies: Sentences on their way to the reader, ended by None when the task is over.
        is_in_state: Whether the brain itself has written the turn into the conversation.
        record: What is written down of it.
        last: The final sentence, until the turn's end is written down: only then is it told.
    """

    turn: TurnInput
    record: TurnRecord
    replies: asyncio.Queue[Reply | None] = field(default_factory=asyncio.Queue)
    said: list[str] = field(default_factory=list)
    ledger: TurnLedger = field(default_factory=TurnLedger)
    task: asyncio.Task[Outcome] | None = None
    is_in_state: bool = False
    last: Reply | None = None

    def reply(self) -> str:
        """All that was said, and the sentence that waits to be told."""
        return " ".join([*self.said, *([self.last.text] if self.last else [])])


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
            self.bell.hush()
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
        async with AsyncExitStack() as stack:
            await self._hold(stack, thread_id)
            return await self._store.clear(thread_id)

    async def forget(self, what: str, name: str = "") -> Forgotten:
        """Forget words for good, between turns; see `Forgetting`.

        Args:
            what: One of `FORGETTABLE`: all is all that is known of the user.
            name: The turn's or the thread's.

        Raises:
            StoreError: A file cannot be written.
        """
        forgetting = Forgetting(self._store, self._settings.paths or find_paths())
        async with AsyncExitStack() as stack:
            stack.callback(self.bell.touch)  # what was set in forgotten words rings no more
            match what:
                case "turn":
                    await self._hold(stack, await self._store.thread_of(name))
                    return await forgetting.turn(name)
                case "thread":
                    await self._hold(stack, name)
                    return await forgetting.thread(name)
                case _:
                    await self._hold(stack, *sorted(self._queues))
                    return await forgetting.everything()

    async def _hold(self, stack: AsyncExitStack, *threads: str) -> None:
        """Let no turn of these threads run, and drop what the brain keeps of them."""
        for thread_id in threads:
            await stack.enter_async_context(self._queues[thread_id])
            if self._made:
                self._made.forget(thread_id)
                self._made.drop_question(thread_id)

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

    async def cancel_all(self) -> bool:
        """Cancel every turn under way and stop what rings; whether there was anything."""
        was_ringing = self.bell.hush()
        tasks = [running.task for running in self._running.values() if running.task]
        await asyncio.gather(*(_stop(task) for task in tasks))
        return bool(tasks) or was_ringing

    @property
    def bell(self) -> Bell:
        """What rings."""
        return self._settings.bell

    @property
    def schedule(self) -> ScheduleStore:
        """What was set for later."""
        return ScheduleStore(self._store)

    async def cancel_entries(self, numbers: tuple[int, ...]) -> int:
        """Cancel what was set for later, by its numbers; how many there were."""
        if any(one.number in numbers for one in self.bell.ringing):
            self.bell.hush()
        removed = await self.schedule.remove(numbers)
        self.bell.touch()
        return removed

    @property
    def is_busy(self) -> bool:
        """Whether a turn is under way, whoever asked."""
        return bool(self._running)

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
        running = _Running(turn, TurnRecord(self._store, turn, self._report))
        running.task = asyncio.create_task(self._carry_out(running, work), name=turn.turn_id)
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
        running.last = None  # not told
        if not running.record.is_ended or outcome == "cancelled":
            await self._write_end(running, outcome)
        await running.record.tidy()
        if self._running.get(turn.thread_id) is running:  # else the next turn has begun
            del self._running[turn.thread_id]
        self._bus.publish(TurnEnded(turn.turn_id, self._clock.seconds(), running.reply(), outcome))
        return outcome

    async def _carry_out(
        self, running: _Running, work: Callable[[_Running], Coroutine[None, None, Outcome]]
    ) -> Outcome:
        """Do the work, write the turn down, and only then tell the end of the answer.

        Whoever has heard an answer to its end finds it in the transcript, whatever happens next.
        """
        outcome = await work(running)
        if running.last:
            await self._write_end(running, outcome)
            last, running.last = running.last, None
            self._tell(running, last)
        return outcome

    async def _answer(self, running: _Running) -> Outcome:
        """Run the brain; every error becomes a sentence and the outcome "failed"."""
        turn = running.turn
        soon = asyncio.get_running_loop().call_later(WORKING_SECONDS, self._say_working, running)
        try:
            await running.record.begin(self._clock.now())
            context = TurnContext(
                turn,
                self._clock,
                self._bus.publish,
                say=lambda reply: self._say(running, reply),
                say_meanwhile=lambda text: self._say_meanwhile(running, text),
                started_at=self._clock.seconds(),
                ledger=running.ledger,
                record_act=running.record.act,
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
        await running.record.begin(self._clock.now())
        self._say(running, Reply(running.turn.turn_id, STOPPED, is_final=True))
        return "done"

    def _say(self, running: _Running, reply: Reply) -> None:
        """Tell a sentence at once; the final one waits until the turn is written down."""
        if running.last:
            self._tell(running, running.last)
        running.last = reply if reply.is_final else None
        if not reply.is_final:
            self._tell(running, reply)

    def _tell(self, running: _Running, reply: Reply) -> None:
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

    async def _write_end(self, running: _Running, outcome: Outcome) -> None:
        turn, reply = running.turn, running.reply()
        if not running.record.is_kept:
            return
        try:
            if self._made and not running.is_in_state:
                await self._made.note_unfinished(turn.thread_id, turn.text, reply)
            await running.record.end(reply, outcome, running.ledger)
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
