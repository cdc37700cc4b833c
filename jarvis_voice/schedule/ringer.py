"""Rings entries that are due: an earcon and prepared text; needs no model, network or microphone.

Invariant: an entry is marked before it sounds and settled when it is over, so a crash between the
two is seen at the next start; what was missed is told once. A clock that jumped or a machine that
slept is noticed within `TICK_SECONDS`. What cannot be written rings all the same; what breaks is
told, and silences nothing but itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import Any, Self

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported, RingingEnded, RingingStarted, ScheduleMissed
from jarvis_voice.core.ports import Conversation
from jarvis_voice.core.schedule_entries import (
    Entry,
    Moment,
    as_clock_shows,
    earliest_seconds,
    missed_times,
    seconds_left,
    verdict,
)
from jarvis_voice.core.zone_moves import in_zone
from jarvis_voice.language.en.schedule_phrases import Teller
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.schedule.clock import ScheduleClock
from jarvis_voice.schedule.entry_cache import EntryCache, Rows
from jarvis_voice.schedule.missed_entries import MissedEntries, is_kept_missed, is_set_once
from jarvis_voice.schedule.preparation import Preparation, is_offered, offering
from jarvis_voice.schedule.ring_sound import EndedBy, RingSound, RingWords, Sounds
from jarvis_voice.schedule.routines import Routines
from jarvis_voice.schedule.untold_words import UntoldWords, unheard_words
from jarvis_voice.voice.turn_taking import State

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0
"""How long a jump of the wall clock may go unnoticed; one wake-up a second costs nothing."""

READ_AGAIN_SECONDS = 5.0
"""After the rows could not be read, or one entry broke."""

LONGEST_REST_SECONDS = 60.0
"""After looking broke again and again; the first rest is a tick, each further one twice as long."""

_CLOSE_SECONDS = 3.0


class Ringer:
    """Waits until entries are due, and rings them; open inside `async with`.

    Args:
        rows: Where entries are kept.
        alarm_state: What tools and ringer know of each other.
        sounds: The loudspeaker.
        times: The clocks.
        conversation: Carries out routines.
        bus: Where events go.

    Attributes:
        preparation: Makes ahead what routines will read.
    """

    def __init__(
        self,
        rows: Rows,
        alarm_state: AlarmState,
        sounds: Sounds,
        times: ScheduleClock,
        conversation: Conversation,
        bus: Bus,
    ) -> None:
        self.preparation = Preparation()
        self._book = EntryCache(rows, self._tell_break)
        self._missed = MissedEntries()
        self._zone: tzinfo | None = None
        self._alarm_state = alarm_state
        alarm_state.sounds_here = lambda entry: sounds.places(entry).here
        self._times = times
        self._bus = bus
        self._sound = RingSound(sounds, alarm_state, times.clock, self._trouble)
        self._untold = UntoldWords(sounds, self._sound, times.clock)
        self._routines = Routines(conversation, sounds.voice_of)
        self._aside: dict[int, float] = {}  # what broke, and when it is looked at again
        self._told, self._troubles = set[int](), set[str]()  # of what rings, what was said
        self._tasks: set[asyncio.Task[None]] = set()
        self._ring: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._alarm_state.is_attended = True
        self._begin(self._run(), "schedule")
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Stop; what rings now stays marked, and is judged anew at the next start."""
        self._alarm_state.is_attended = False
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSE_SECONDS)
        self._alarm_state.ringing = ()

    def take(self, state: State) -> None:
        """The voice session came into this state; returns at once."""
        self._sound.take(state)

    # ---- waiting

    async def _run(self) -> None:
        loading = asyncio.to_thread(self._times.load, self._times.clock.now())
        await self._guarded(loading, "loading the clock")
        is_start = must_read = True
        rest_seconds = TICK_SECONDS
        while True:
            try:
                if must_read:
                    must_read = not await self._book.read()
                    self._silence_gone()
                await self._end_stopped()
                await self._look(is_start=is_start)
                is_start = is_start and must_read
                await self._wait(must_read=must_read)
            except Exception as error:  # noqa: BLE001 - whatever breaks, what is set must ring
                self._tell_break("looking at what is due", error)
                await asyncio.sleep(rest_seconds)
                rest_seconds = min(2 * rest_seconds, LONGEST_REST_SECONDS)
                must_read = True
            else:
                rest_seconds = TICK_SECONDS
            if self._alarm_state.changed.is_set():
                self._alarm_state.changed.clear()
                must_read = True

    async def _wait(self, *, must_read: bool) -> None:
        """Wait until there may be something to do."""
        attended = self._attended()
        left = earliest_seconds(attended, self._times.moment())
        if left is None and any(is_kept_missed(one) for one in attended):
            left = TICK_SECONDS  # the clock may be set right
        seconds = None if left is None else min(max(left, 0.0), TICK_SECONDS)
        if must_read or self._aside:
            seconds = READ_AGAIN_SECONDS if seconds is None else seconds
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._alarm_state.changed.wait()

    async def _look(self, *, is_start: bool) -> None:
        """Begin to ring what is due, and tell what was missed."""
        moment = self._times.moment()
        zone = self._times.zone(moment.wall)
        await self._book.wait_for(self._missed.coming_again(self._book.entries, moment, zone))
        await self._follow_zone(moment)
        await self._guarded(self._look_at_missed(moment), "looking at what was missed")
        states = {"waiting", "ringing"} if is_start else {"waiting"}
        looked_at = [one for one in self._attended() if one.state in states]
        became = {one.number: self._judge(one, moment) for one in looked_at}
        for one in self.preparation.due(self._attended(), moment):
            self._begin(self.preparation.prepare(one), f"preparing routine {one.number}")
        missed = [one for one in looked_at if became[one.number] == "missed"]
        due = [one for one in looked_at if became[one.number] == "rings"]
        await self._all_or_each(missed, moment, self._miss)
        await self._all_or_each(due, moment, self._start)

    async def _look_at_missed(self, moment: Moment) -> None:
        """Let what was missed by a wrong clock wait anew, and tell it; end what stays missed."""
        kept = self._attended()
        back = self._missed.waiting_anew(kept, moment)
        await self._book.wait_for(back)
        teller = self._times.teller(moment.wall)
        for one in back:
            when, at = teller.moment_of(one.due_at), self._times.clock.seconds()
            text = f"The clock was wrong. Your {one.kind} {when} was not missed: it is set."
            self._bus.at(one.origin).publish(ProblemReported(at, "clock-was-wrong", text))
        if over := self._missed.over(kept, moment):
            await self._settle(over)

    async def _follow_zone(self, moment: Moment) -> None:
        """Let what comes again come when the wall of this zone shows its time."""
        if (zone := self._times.zone(moment.wall)) == self._zone:
            return
        self._zone = zone
        moved = []
        for one in self._attended():
            if (new := in_zone(one, zone, moment.wall)) != one:
                moved.append(new)
            await asyncio.sleep(0)  # thousands of rules must not hold the loop
        await self._book.wait_for(moved)

    def _attended(self) -> list[Entry]:
        """Entries without those that broke a moment ago."""
        now = self._times.clock.seconds()
        self._aside = {number: until for number, until in self._aside.items() if until > now}
        return [one for number, one in self._book.entries.items() if number not in self._aside]

    def _judge(self, entry: Entry, moment: Moment) -> str:
        """What is to become of an entry; "" of one that nobody can tell of."""
        try:
            return _became(entry, moment)
        except Exception as error:  # noqa: BLE001 - as below
            self._put_aside(entry, error)
            return ""

    async def _all_or_each(
        self,
        entries: Sequence[Entry],
        moment: Moment,
        work: Callable[[Sequence[Entry], Moment], Coroutine[Any, Any, None]],
    ) -> None:
        """Do it for all at once; where that breaks, for each alone. Work breaks before it acts."""
        if not entries:
            return
        try:
            await work(entries, moment)
        except Exception as error:  # noqa: BLE001 - one that breaks must not silence the others
            if len(entries) == 1:
                self._put_aside(entries[0], error)
                return
            for one in entries:
                await self._all_or_each([one], moment, work)

    def _put_aside(self, entry: Entry, error: Exception) -> None:
        """Look at it again in a while; its row stays as it is."""
        self._aside[entry.number] = self._times.clock.seconds() + READ_AGAIN_SECONDS
        self._tell_break(f"{entry.kind} {entry.number}", error)

    # ---- what is due

    async def _start(self, due: Sequence[Entry], moment: Moment) -> None:
        """Mark entries first, then let them sound; before that all is worded that will be said."""
        teller = self._times.teller(moment.wall)
        texts = {one.number: _rings(one, teller, moment) for one in due if one.kind != "routine"}
        marked = await self._book.mark_ringing(due)
        for one in marked:
            if one.kind == "routine":
                self._begin(self._carry_out(one), f"routine {one.number}")
        bells = [one for one in marked if one.kind != "routine"]
        for one in bells:
            at = self._times.clock.seconds()
            started = RingingStarted(at, one.number, one.kind, texts[one.number])
            self._bus.at(one.origin).publish(started)
        self._alarm_state.ringing = (*self._alarm_state.ringing, *bells)
        if bells and (self._ring is None or self._ring.done()):
            self._ring = self._begin(self._ring_on(), "ring")

    async def _carry_out(self, entry: Entry) -> None:
        """Run a routine, then let it wait for its next time."""
        try:
            await self._alarm_state.rung_out(entry.user_id)
            await self._routines.run(entry)
        finally:
            await self._settle([entry])

    async def _miss(self, missed: Sequence[Entry], moment: Moment) -> None:
        """Tell each user what was missed of theirs, and end it; a briefing is offered instead."""
        teller, zone = self._times.teller(moment.wall), self._times.zone(moment.wall)
        self._missed.note(missed, moment, zone)
        if offered := [one for one in missed if is_offered(one)]:
            await self._settle(offered)
            for one in offered:
                self._begin(self._offer(offering(one, teller)), f"offering {one.number}")
            missed = [one for one in missed if not is_offered(one)]
        if not missed:
            return
        shown = [as_clock_shows(one, moment) for one in missed]
        times = [(one, missed_times(one, moment, zone)) for one in shown]
        told = []
        for origin in dict.fromkeys(one.origin for one in missed):
            own = [one for one in times if one[0].origin == origin]
            bare = teller.missed_by(origin.user_id, [one for one, _ in own])
            told.append(RingWords(own[0][0], teller.missed(own), bare))
            self._bus.at(origin).publish(ScheduleMissed(self._times.clock.seconds(), told[-1].text))
        await self._settle([one for one in missed if not is_set_once(one)])
        await self._book.mark_missed([one for one in missed if is_set_once(one)])
        self._begin(self._untold.tell(told), "missed")

    async def _offer(self, asking: Entry) -> None:
        """Ask once whether a briefing that nobody heard shall be read now; in quiet hours later."""
        await self.preparation.prepare(asking)
        await self._sound.allowed()
        await self._routines.run(asking)

    async def _ring_on(self) -> None:
        """Sound until it is stopped, or until nobody came; then what became due at the end."""
        while self._alarm_state.ringing:
            await self._ring_once()
            # what was cancelled meanwhile must not ring on
            left = [one for one in self._alarm_state.ringing if one.number in self._book.entries]
            self._alarm_state.ringing = tuple(left)

    async def _ring_once(self) -> None:
        self._alarm_state.hushed.clear()
        self._told.clear()
        by = await self._sound.ring(self._words)
        ringing = self._alarm_state.ringing
        rang = tuple(one for one in ringing if one.number in self._told) or ringing
        self._alarm_state.ringing = tuple(one for one in ringing if one not in rang)
        moment = self._times.moment()
        if by == "nobody":
            self._alarm_state.rang, self._alarm_state.rang_at_seconds = rang, moment.elapsed_seconds
        await self._settle(rang)
        teller = self._times.teller(moment.wall)
        if by == "nobody":
            unheard = [one for one in rang if one.number not in self._sound.heard]
            told = unheard_words(unheard, moment, teller, self._times.zone(moment.wall))
            self._begin(self._untold.keep(told), "what nobody could hear")
        for one in rang:
            named = teller.named(as_clock_shows(one, moment))
            self._tell_end(one, by, f"Nobody stopped {named}." if by == "nobody" else "")

    def _silence_gone(self) -> None:
        """What was cancelled or forgotten while it rang, or as it began to, is silent."""
        ringing = self._alarm_state.ringing
        if gone := [one for one in ringing if one.number not in self._book.entries]:
            self._alarm_state.silence(gone)

    async def _end_stopped(self) -> None:
        """End what a user stopped while other entries ring on."""
        stopped, self._alarm_state.stopped = self._alarm_state.stopped, ()
        if stopped:
            await self._settle(stopped)
        for one in stopped:
            self._tell_end(one, "user", "")

    def _tell_end(self, entry: Entry, by: EndedBy, text: str) -> None:
        ended = RingingEnded(self._times.clock.seconds(), entry.number, by, text)
        self._bus.at(entry.origin).publish(ended)

    def _words(self) -> tuple[RingWords, ...]:
        """What rings, with what was not said yet."""
        ringing = self._alarm_state.ringing
        new = {one.number for one in ringing} - self._told
        self._told |= new
        moment = self._times.moment()
        teller = self._times.teller(moment.wall)
        return tuple(
            RingWords(one, _rings(one, teller, moment), teller.rings_for(one))
            if one.number in new
            else RingWords(one, "")
            for one in ringing
        )

    async def _settle(self, entries: Sequence[Entry]) -> None:
        """End entries; those that come again wait for their next time."""
        now = self._times.moment().wall
        await self._book.settle(entries, now, self._times.zone(now))
        self._alarm_state.touch()

    # ---- tasks, and what breaks

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guarded(work, name), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None], name: str) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - one alarm that breaks must not silence the next
            self._tell_break(name, error)

    def _tell_break(self, what: str, error: Exception) -> None:
        """Log and tell, once, that something broke, without the words of who set it."""
        if isinstance(error, JarvisError):
            self._trouble(error)
            return
        kind = f"{what}: {type(error).__name__}"
        if kind not in self._troubles:
            self._troubles.add(kind)
            log_broken(log, what, error)
        message = f"What was due could not be rung: {type(error).__name__}. See the log."
        self._trouble(JarvisError("ringing-broke", message))

    def _trouble(self, error: JarvisError) -> None:
        if error.code not in self._troubles:
            self._troubles.add(error.code)
            at = self._times.clock.seconds()
            self._bus.publish(ProblemReported(at, error.code, error.message))


def _rings(entry: Entry, teller: Teller, moment: Moment) -> str:
    """What is said when an entry rings."""
    return teller.rings(as_clock_shows(entry, moment), -seconds_left(entry, moment))


def _became(entry: Entry, moment: Moment) -> str:
    """What is to become of an entry; a routine that was cut off may have acted: it is told."""
    if entry.kind == "routine" and entry.state == "ringing":
        return "missed"
    return verdict(entry, moment)
