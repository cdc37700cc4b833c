"""Listens to the X11 key on its own thread and reports to the event loop.

Invariant: what the thread tells goes through `call_soon_threadsafe`; it ends with `listen`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_chord import KeyTold
from jarvis_voice.doors.hotkey.key_combination import Combination
from jarvis_voice.doors.hotkey.x11_key import X11Key

log = logging.getLogger(__name__)

STOP_SECONDS = 1.0


class X11Listener:
    """Listens for a key combination by grabbing it on the X11 screen."""

    def __init__(self, combination: Combination) -> None:
        self._combination = combination

    async def listen(self, told: KeyTold) -> None:
        """Listen until cancelled.

        Raises:
            JarvisError: See `X11Key`.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Exception | None] = loop.create_future()
        wake_fd, waker_fd = os.pipe()

        def tell(callback: Callable[[], object]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                loop.call_soon_threadsafe(callback)

        def run() -> None:
            error: Exception | None = None
            try:
                with X11Key(self._combination, wake_fd) as key:
                    tell(told.ready)
                    key.watch(lambda: tell(told.press), lambda: tell(told.release))
            except Exception as failure:  # noqa: BLE001 - raised again, on the loop
                error = failure
            finally:
                tell(lambda: ended.set_result(error))

        thread = threading.Thread(target=run, name="push-to-talk key", daemon=True)
        thread.start()
        try:
            await asyncio.wait({ended})
        finally:
            os.write(waker_fd, b"x")
            await asyncio.wait({ended}, timeout=STOP_SECONDS)
            if ended.done():
                thread.join(STOP_SECONDS)  # telling so was the last thing it did
                os.close(wake_fd)
                os.close(waker_fd)
            else:  # it still reads from the pipe
                log.warning("the push-to-talk key's thread does not end: no answer from the screen")
        raise ended.result() or JarvisError("key-lost", "its listener ended")
