"""Watches an open microphone, and tries to open it again for as long as it is lost.

Invariant: the loop waits for the device only through the worker. "Back" is said when sound came,
not when a stream was opened. While it rests no block is taken, whatever the device does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.audio import microphone_messages as words
from jarvis_voice.audio.device_worker import (
    CLOSE_SECONDS,
    DeviceWorker,
    call_on_loop,
    is_set_within,
)
from jarvis_voice.audio.input_stream import InputStream
from jarvis_voice.audio.stream_watch import FIRST_BLOCK_SECONDS, StreamWatch, Treatments
from jarvis_voice.core.errors import AudioError

if TYPE_CHECKING:
    from jarvis_voice.audio.frame_queue import FrameQueue
    from jarvis_voice.audio.microphone_health import MicrophoneState
    from jarvis_voice.audio.monitor_source import ServerView, ServerWatch

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25

STUCK_SECONDS = 10.0
"""A call into the sound system that takes longer hangs, and nothing here can end it."""

NUDGE_SECONDS = 0.2
"""A sound server that starts tells of its devices one by one."""

LONGEST_PAUSE_SECONDS = 4.0
"""Between tries, however long it has been away: within 5 s of its return it must be heard."""


class Recovery:
    """Opens, watches and reopens the stream of one microphone.

    Args:
        parts: Parts of device names, in order.
        inbox: Takes the blocks.
        worker: Opens and closes.
        on_trouble: As `DeviceMicrophone` has it.
        server: Looks at what was opened.

    Attributes:
        line: What is opened.
        blocks: Judges the sound.
    """

    def __init__(
        self,
        parts: Sequence[str],
        inbox: FrameQueue,
        worker: DeviceWorker,
        on_trouble: Callable[[str, str], None],
        server: ServerWatch | None,
    ) -> None:
        self.line = InputStream(parts, self._take_block, self._take_end_on_thread, server)
        self.blocks = StreamWatch()
        self._inbox = inbox
        self._worker = worker
        self._on_trouble = on_trouble
        self._treatments = Treatments()
        self._state: MicrophoneState = "closed"
        self._view: ServerView | None = None
        self._has_ended = False
        self._is_suspect = False  # it may record the loudspeaker: no block is taken meanwhile
        self._is_muted = False
        self._is_over = False
        self._news = asyncio.Event()  # the stream may be of no use any more
        self._nudge = asyncio.Event()  # it may be worth another try
        self._sound = asyncio.Event()
        self._awake = asyncio.Event()
        self._rested = asyncio.Event()
        self._opened = asyncio.Event()
        self._block_at: float | None = None

    @property
    def state(self) -> MicrophoneState:
        """What the microphone does."""
        return "muted" if self._is_muted and not self._is_over else self._state

    @property
    def frame_age_seconds(self) -> float | None:
        """Since the device gave its newest block."""
        at = self._block_at
        return None if at is None else max(self._loop.time() - at, 0.0)

    @property
    def sees_server(self) -> bool:
        """Whether a sound server tells what it does."""
        return self._view is not None

    def begin(self) -> None:
        """The stream is about to be opened, on this loop."""
        self._loop = asyncio.get_running_loop()
        self.blocks.begin(self._loop.time())

    def end(self) -> None:
        """It is over."""
        self._is_over, self._state = True, "closed"

    async def run(self, absence: AudioError | None) -> None:
        """Watch for ever.

        Args:
            absence: Why there is no microphone at the start.
        """
        if absence:
            log.warning("no microphone at the start: %s", absence.code)
            self._on_trouble(*words.absent(absence))
            await self._recover()
        elif self.line.is_open and (wanted := self.line.wanted):
            self._on_trouble(*words.other(wanted, self.line.last_name))
        told_beside = ""
        while True:
            self._state = "open"
            self._opened.set()
            if self.line.beside != told_beside and (told_beside := self.line.beside):
                self._on_trouble(*words.beside(told_beside))
            loss = await self._until_lost()
            self._inbox.forget_rest()
            await self._rest_if_asked()
            if loss not in {"gave-way", "muted"}:
                self.blocks.forget_gate()
            is_wanted = loss in {"ours", "gave-way", "muted", "monitor"}
            if is_wanted and await self._is_reopened(gently=loss == "ours"):
                log.info("the microphone %s was opened anew", self.line.last_name)
                continue
            log.warning("the microphone %s was lost: %s", self.line.last_name, loss)
            self._on_trouble(*words.lost(loss, self.line.last_name))
            await self._recover()

    def hurry(self, *, is_wanted: bool) -> None:
        """Hand sound over as it comes, and show frames that have begun; or not."""
        self.line.hurries = self._inbox.shows_begun = is_wanted

    async def rest(self) -> bool:
        """Close the stream until `wake`; whether that was done in time."""
        self._is_muted = True
        self._inbox.forget_all()
        for event in (self._news, self._nudge, self._sound):
            event.set()
        return await is_set_within(2 * CLOSE_SECONDS, self._rested)

    async def wake(self) -> bool:
        """Open it again; whether it is open now."""
        if self._is_muted:
            self._is_muted = False
            self._opened.clear()
            self._awake.set()
            await is_set_within(FIRST_BLOCK_SECONDS, self._opened)
        return self._state == "open"

    # ---- watching

    async def _until_lost(self) -> words.Loss:
        late_polls = 0
        while late_polls < 2:  # noqa: PLR2004 - a second look: after a stall of our own, a block is due at once
            if self._is_muted or await is_set_within(POLL_SECONDS, self._news):
                self._news.clear()
                if loss := await self._why_lost():
                    return loss
            self._inbox.log_drops(self._loop.time())
            if self._is_to_reopen():
                return "ours"
            is_late = self.blocks.is_late(self._loop.time(), self._block_at)
            late_polls = late_polls + 1 if is_late else 0
        return "late"

    async def _why_lost(self) -> words.Loss | None:
        if self._is_muted:
            return "muted"
        if self._has_ended:
            return "gave-way" if self.line.gave_way else "ended"
        moved = await self._loop.run_in_executor(self._worker, self.line.look)
        if moved == "monitor":
            return "monitor"
        self._is_suspect = False
        return "ours" if moved == "other-default" else None

    def _is_to_reopen(self) -> bool:
        """Tell of what is wrong with the sound; whether to open the device anew for that."""
        blocks, name = self.blocks, self.line.last_name
        ailment = blocks.ailment
        match self._treatments.decide(ailment, blocks.flat_seconds, self._loop.time()):
            case "tell" if ailment:
                log.warning("the microphone %s gives no sound: %s", name, ailment)
                self._on_trouble(*words.ailing(ailment, name))
            case "tell-well":
                self._on_trouble(*words.back(name))
            case "reopen":
                log.info("the microphone %s is opened anew: %s", name, ailment)
                return True
        return False

    # ---- opening again

    async def _recover(self) -> None:
        self._state = "lost"
        for pause_seconds in _back_off():
            if not self.line.is_open:
                await self._pause(pause_seconds)
            await self._rest_if_asked()
            if not await self._is_reopened():
                continue
            # a suspended device opens and gives nothing: it stays open instead of the pause
            patience_seconds = max(FIRST_BLOCK_SECONDS, pause_seconds)
            if await is_set_within(patience_seconds, self._sound) and not self._is_muted:
                break
            log.info("not back yet: no sound")
        log.info("the microphone %s is back", self.line.last_name)
        self._on_trouble(*words.back(self.line.last_name))

    async def _pause(self, seconds: float) -> None:
        """Wait, less long where a sound server tells of something new."""
        if seconds and await is_set_within(seconds, self._nudge):
            await asyncio.sleep(NUDGE_SECONDS)
        self._nudge.clear()

    async def _rest_if_asked(self) -> None:
        while self._is_muted:
            await self._wait_for(self._loop.run_in_executor(self._worker, self.line.close))
            self._inbox.forget_all()
            self._rested.set()
            self._awake.clear()
            if self._is_muted:
                await self._awake.wait()
            self._rested.clear()

    async def _is_reopened(self, *, gently: bool = False) -> bool:
        self._has_ended = self._is_suspect = False
        self._news.clear()
        work = self._loop.run_in_executor(self._worker, lambda: self.line.reopen(gently=gently))
        try:
            await self._wait_for(work)
        except AudioError as error:
            log.info("not back yet: %s", error.code)
        except Exception as error:  # noqa: BLE001 - whatever a driver throws, it is tried again
            log.warning("not back yet: %s", type(error).__name__)
        else:
            self.blocks.begin(self._loop.time())  # blocks of the old stream were taken by now
            self._sound.clear()
            return True
        return False

    async def _wait_for(self, work: asyncio.Future[Any]) -> None:
        """Wait for a call into the sound system; one that hangs is told of."""
        await asyncio.wait({work}, timeout=STUCK_SECONDS)
        if not work.done():
            log.error("the sound system does not answer")
            self._on_trouble(*words.stuck())
        await work

    # ---- what comes from other threads

    def take_view_on_thread(self, view: ServerView | None) -> None:
        """What the sound server has; on a thread of its own."""
        call_on_loop(self._loop, self._take_view, view)

    def _take_view(self, view: ServerView | None) -> None:
        earlier, self._view = self._view, view
        self.blocks.is_muted = view is not None and view.is_muted
        if view is None:
            return
        if view.has_more_than(earlier):
            self._nudge.set()
        # the view may be older than the stream: whether it holds is looked at anew
        if self.line.is_moved(view):
            self._is_suspect = True
            self._news.set()
        elif self.line.has_other_default(view):
            self._news.set()

    def _take_block(self, data: bytes, rate_hz: int, channels: int) -> None:
        """On PortAudio's thread."""
        at = self._block_at = self._loop.time()
        if not (self._is_muted or self._is_suspect):
            call_on_loop(self._loop, self._keep, data, rate_hz, channels, at)

    def _keep(self, data: bytes, rate_hz: int, channels: int, at: float) -> None:
        if self._is_muted or self._is_suspect:
            return
        self.blocks.take(np.frombuffer(data, np.int16).reshape(-1, channels), rate_hz, at)
        self._inbox.put(data, rate_hz, channels, at)
        self._sound.set()

    def _take_end_on_thread(self, opening: object) -> None:
        """On PortAudio's thread."""
        call_on_loop(self._loop, self._take_end, opening)

    def _take_end(self, opening: object) -> None:
        if self.line.is_current(opening):
            self._has_ended = True
            self._news.set()


def _back_off() -> Iterator[float]:
    """Seconds to wait before each try, for ever."""
    return chain((0.0, 0.5, 1.0, 2.0), repeat(LONGEST_PAUSE_SECONDS))
