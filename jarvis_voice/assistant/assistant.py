"""Assistant: the one object through which every door runs, cancels and forgets turns.

Invariant: every `TurnStarted` is followed by exactly one `TurnEnded`, whatever happens between.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from jarvis_voice.assistant.erasure import Eraser
from jarvis_voice.assistant.interruption_log import InterruptionLog
from jarvis_voice.assistant.summary_log import QUIET_SECONDS, SummaryLog
from jarvis_voice.assistant.thread_queue import ThreadQueue
from jarvis_voice.assistant.turn_dependencies import BrainToCome, TurnDependencies
from jarvis_voice.assistant.turn_run import TurnRun
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import elapsed
from jarvis_voice.core.errors import JarvisError, ToolError
from jarvis_voice.core.events import KeptChanged
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.passing_memory import PassingMemory
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Moment, seconds_left, with_time_left
from jarvis_voice.core.shown_picture import ShownPicture
from jarvis_voice.core.turn_text import as_composed, refuse_long
from jarvis_voice.core.types import HERE, ME, Origin, Outcome, Reply, Source, ThreadKey, TurnInput
from jarvis_voice.language.en.spoken_lengths import LONGEST_SECONDS
from jarvis_voice.language.en.stop_words import takes_back
from jarvis_voice.store.briefing_port import BriefingStore
from jarvis_voice.store.erasure import forget_told
from jarvis_voice.store.people_port import PeopleStore
from jarvis_voice.store.ports import MemoryStore, ProfileStore, ScheduleStore, Store

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.brain import GraphBrain


TYPED: frozenset[Source] = frozenset({"stdin", "http"})
"""Doors whose stop words end what is heard; a voice session does that before there are words."""


@dataclass(frozen=True, slots=True)
class AssistantSettings:
    """Settings and shared objects that the Assistant gets when it is made.

    Attributes:
        thread_id: The conversation when none is named.
        turn_seconds: How long a whole turn may take.
        is_stop: Whether a text only asks to stop.
        alarm_state: What rings, which a stop word stops.
        paths: The user's folders: what is forgotten goes from every file in them.
        passing: What is kept in memory for a while, and goes with what is forgotten.
        quiet_seconds: How long after a turn a model may sum up its conversation.
    """

    thread_id: str
    turn_seconds: float
    is_stop: Callable[[str], bool]
    paths: Paths | None = None
    alarm_state: AlarmState = field(default_factory=AlarmState)
    passing: PassingMemory = field(default_factory=PassingMemory)
    quiet_seconds: float = QUIET_SECONDS


class Assistant:
    """Runs and cancels turns for every door; implements `ports.Conversation`."""

    def __init__(
        self,
        brain: Callable[[], Awaitable[GraphBrain]],
        store: Store,
        bus: Bus,
        clock: Clock,
        settings: AssistantSettings,
        preload: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Store the parts.

        Args:
            brain: Gives the brain; the first call makes it, since its libraries take a second.
            store: What is kept.
            bus: Where events go.
            clock: Event times.
            settings: Thread, time budget and stop words.
            preload: Loads what tools load at their first use; None where that is not worth it.
        """
        self._brain = BrainToCome(brain)
        self._store = store
        self._settings = settings
        self._preload = preload
        self._means = TurnDependencies(self._brain, store, bus, clock, settings.turn_seconds)
        for changes in (settings.alarm_state.last_changes, settings.alarm_state.last_left_out):
            settings.passing.add(changes, outlives=lambda _: True)  # it outlives its thread
        self.silence: Callable[[], bool] = lambda: False  # ends what is said aloud here
        self._thread_queue = ThreadQueue()
        self._notes = InterruptionLog(self._means, self._thread_queue)
        self._summaries = SummaryLog(self._means, self._thread_queue, settings.quiet_seconds)
        self._between = Eraser(
            self._means,
            self._thread_queue,
            settings.alarm_state,
            settings.paths,
            settings.passing,
        )

    # ---- turns

    def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """Run one turn and yield its sentences; see `new_turn` and `submit`."""
        turn = self.new_turn(
            text, source=source, thread_id=thread_id, dry_run=dry_run, origin=origin
        )
        return self.submit(turn)

    def new_turn(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
        picture: str | None = None,
    ) -> TurnInput:
        """Give a text its turn id; what is no text in UTF-8 becomes question marks.

        Args:
            text: What is asked.
            source: The door that it came through.
            thread_id: The conversation; None is the usual one.
            dry_run: Nothing is done or remembered.
            origin: Who asks, and where.
            picture: The absolute path of the picture that the question is about.

        Raises:
            TextError: It is too long.
        """
        refuse_long(text)
        text = as_composed(text)
        shown = ShownPicture(picture, text) if picture else None
        if shown:
            text = shown.text
        thread_id = (thread_id or self._settings.thread_id).encode(errors="replace").decode()
        turn_id = self._store.turns.next_turn_id()
        return TurnInput(turn_id, thread_id, text, source, dry_run, origin, shown)

    async def submit(self, turn: TurnInput) -> AsyncGenerator[Reply]:
        """Run a turn when its thread is free; closing the generator cancels the turn.

        After the sentences comes one closing reply without text, which bears the outcome.

        A stop word cancels what runs and what waits in its thread, and is answered at once; where
        the owner types it at this machine, what is said aloud here ends, too. Where nothing ran or
        rang, "cancel that" may mean what was done last: the brain knows.
        """
        self._summaries.stop()
        is_stop = self._settings.is_stop(turn.text) and not turn.dry_run
        if is_stop:
            was_ringing = self.alarm_state.hush(turn.origin)
            if turn.source in TYPED:
                self._silence_here(turn.origin)
            was_running = await self._thread_queue.stop(turn.thread)
            is_stop = was_ringing or was_running or not takes_back(turn.text)
        if is_stop and self._brain.made:
            self._brain.made.drop_question(turn.thread)
        stops = self._thread_queue.stops(turn.thread)
        async with self._thread_queue.queue(turn.thread):
            running = TurnRun(turn, self._means, is_stop=is_stop)
            running.begin()
            self._thread_queue.enter(running)
            if stops != self._thread_queue.stops(turn.thread):
                running.drop()
            try:
                while (reply := await running.telling.replies.get()) is not None:
                    yield reply
            finally:
                outcome = await asyncio.shield(asyncio.create_task(self._finish(running)))
            yield Reply(turn.turn_id, "", is_final=True, outcome=outcome)

    async def _finish(self, running: TurnRun) -> Outcome:
        """End a turn and tell its outcome, whatever happened."""
        outcome = await running.wind_up()
        self._thread_queue.leave(running)
        running.tell_end(outcome)
        if not running.turn.dry_run:
            self._summaries.begin(running.turn.thread)
        return outcome

    async def cancel(self, thread_id: str | None = None, user_id: str = ME) -> bool:
        """Cancel the turn that runs in a user's thread; returns whether there was one."""
        thread = ThreadKey(user_id, thread_id or self._settings.thread_id)
        return await self._thread_queue.cancel(thread)

    async def cancel_all(self) -> bool:
        """Cancel every turn under way and stop what rings; whether there was anything."""
        was_ringing = self.alarm_state.hush()
        return await self._thread_queue.cancel_all() or was_ringing

    async def cancel_turn(self, user_id: str, turn_id: str) -> bool:
        """Cancel one turn of a user; False where it does not run."""
        return await self._thread_queue.cancel_turn(user_id, turn_id)

    async def stop(self, origin: Origin) -> bool:
        """Stop all that a user has under way, and what rings for them; whether there was anything.

        What waits behind a turn that is stopped does not run either.
        """
        was_heard = self.alarm_state.hush(origin) | self._silence_here(origin)
        return await self._thread_queue.stop_user(origin.user_id) or was_heard

    def _silence_here(self, origin: Origin) -> bool:
        """End what is said aloud, where the owner wants it at this machine."""
        is_here = (origin.user_id, origin.place) == (HERE.user_id, HERE.place)
        return is_here and self.silence()

    @property
    def is_busy(self) -> bool:
        """Whether a turn is under way, whoever asked."""
        return self._thread_queue.is_busy

    # ---- the brain

    async def warm_up(self) -> None:
        """Load the brain ahead of the first turn; a failure is told by the turn that meets it."""
        try:
            await self._brain.get()
        except JarvisError as error:
            self._means.report(error.code, error.message)

    async def preload(self) -> None:
        """Load what tools load at their first use; for a program that stays."""
        if self._preload:
            await self._preload()

    def pauses(self) -> Mapping[str, float]:
        """The models that are left alone now, by name, and for how many seconds more."""
        return self._brain.made.pauses() if self._brain.made else {}

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """Which hearing of a sound is meant, and what it is as a command.

        Args:
            texts: What may have been said, the likeliest first, at least one; until the brain is
                there it is the first, and nobody knows what that is.
        """
        if self._brain.made is None:
            return BestHypothesis(texts[0], Completeness.UNKNOWN)
        return await self._brain.made.choose(texts)

    # ---- what is kept

    def note_heard(self, turn_id: str, heard: str) -> None:
        """An answer was interrupted: the conversation keeps what was heard of it, and no more.

        Args:
            turn_id: The turn; empty for words that belong to none.
            heard: What came out of the loudspeaker.
        """
        self._notes.note(turn_id, heard)

    async def settle(self) -> None:
        """Wait until all that was noted is written."""
        await self._notes.settle()
        await self._summaries.settle()

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread, between turns; how many turns it had."""
        count = await self._between.clear(thread)
        self.tell_change(thread.user_id, "words")
        return count

    async def put_aside(self, thread: ThreadKey, name: str) -> None:
        """Keep a thread under another name, between turns: under its own a new one begins.

        Raises:
            StoreError: It cannot be written; nothing has changed.
        """
        await self._between.put_aside(thread, name)

    async def forget(self, user_id: str, what: str, name: str = "") -> Forgotten:
        """Forget a user's words for good, between turns; see `Erasure`.

        Args:
            user_id: Whose words.
            what: One of `FORGETTABLE`: all is all that is known of the user.
            name: The turn's or the thread's.

        Raises:
            StoreError: A file cannot be written.
        """
        forgotten = await self._between.forget(user_id, what, name)
        self.tell_change(user_id, "words")
        return forgotten

    def tell_change(self, user_id: str, what: Literal["schedule", "notes", "words"]) -> None:
        """Tell that what is kept of a user changed without a turn: pages show it anew."""
        change = KeptChanged(self._means.clock.seconds(), what)
        self._means.bus.at(Origin(user_id)).publish(change)

    async def dismiss(self, user_id: str) -> Forgotten:
        """Stop all that a user has under way, and forget all that is known of them.

        Raises:
            StoreError: A file cannot be written.
        """
        await self._thread_queue.stop_user(user_id)
        return await self._between.forget(user_id, "all", "")

    async def forget_facts(
        self, user_id: str, numbers: tuple[int, ...], fields: tuple[str, ...] = ()
    ) -> int:
        """Forget what is kept about a user; how many facts and fields of the profile there were."""
        self.passing.forget(user_id)
        count = await forget_told(self._store, user_id, numbers, fields)
        self.tell_change(user_id, "words")
        return count

    @property
    def passing(self) -> PassingMemory:
        """What is kept in memory for a while."""
        return self._settings.passing

    @property
    def people(self) -> PeopleStore:
        """Users and their tokens, for doors."""
        return self._store.people

    @property
    def briefings(self) -> BriefingStore:
        """Briefings, feeds and what was told."""
        return self._store.briefings

    @property
    def profiles(self) -> ProfileStore:
        """What users are called, and where they live."""
        return self._store.profiles

    @property
    def memory(self) -> MemoryStore:
        """Facts and lists, for doors."""
        return self._store.memory

    # ---- what was set for later

    @property
    def alarm_state(self) -> AlarmState:
        """What rings."""
        return self._settings.alarm_state

    @property
    def schedule(self) -> ScheduleStore:
        """What was set for later."""
        return self._store.schedule

    async def lengthen_timer(self, user_id: str, number: int, seconds: float) -> bool:
        """Give a timer of a user more time, one that rings too; whether there is such a timer.

        Raises:
            ToolError: It would be too long.
        """
        entries = await self.schedule.entries(user_id)
        timers = (one for one in entries if one.number == number and one.kind == "timer")
        if (timer := next(timers, None)) is None:
            return False
        moment = Moment(self._means.clock.now(), *elapsed())
        left = max(seconds_left(timer, moment), 0.0) + seconds
        if left > LONGEST_SECONDS:
            raise ToolError("too-long", "That is too long for a timer.")
        new = with_time_left(timer, left, timer.length_seconds + seconds, moment)
        if not await self.schedule.exchange(user_id, number, new):
            return False
        self.alarm_state.silence([timer])
        self.alarm_state.touch()
        self.tell_change(user_id, "schedule")
        return True

    async def cancel_entries(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Cancel what a user set for later, by its numbers; how many there were."""
        ringing = (one for one in self.alarm_state.ringing if one.user_id == user_id)
        self.alarm_state.silence(one for one in ringing if one.number in numbers)
        removed = await self.schedule.remove(user_id, numbers)
        self.alarm_state.touch()
        self.tell_change(user_id, "schedule")
        return removed
