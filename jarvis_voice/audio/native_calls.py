"""Starts and ends streams with a time limit: if the sound server dies, these calls never return.

PortAudio's ALSA thread ends with a lock held when the device fails under it, and whoever starts or
ends the stream then waits for that lock until the process ends.

Invariant: a stream of which a call hangs is left alone, and PortAudio is not ended, until that call
came back.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from jarvis_voice.audio.portaudio import LOCK

log = logging.getLogger(__name__)

START_SECONDS = 2.0
"""PortAudio itself gives a start a second."""

CLOSE_SECONDS = 1.2
"""Takes some 0.1 s."""

PLAY_OUT_SECONDS = 3.0
"""The device plays first what it holds."""


class HangsError(Exception):
    """A call does not return; its stream must not be touched any more."""


class _Hung:
    """The streams of which a call has not come back."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.streams: list[Any] = []


_hung = _Hung()


def is_hanging() -> bool:
    """Whether a call has not come back: PortAudio must not be initialised anew."""
    with _hung.guard:
        return bool(_hung.streams)


def start(raw: Any) -> None:
    """Start a stream; what PortAudio raises passes through.

    Raises:
        HangsError: It takes more than 2 s; it is closed if it ever starts.
    """
    _call_within(START_SECONDS, raw, raw.start, lambda: _close_late(raw))


def close(raw: Any, *, after_playing: bool) -> None:
    """End a stream, at once or after what the device still holds.

    Raises:
        HangsError: It takes more than 1.2 s, or 3 s after playing.
    """

    def work() -> None:
        raw.stop() if after_playing else raw.abort()
        raw.close()

    _call_within(PLAY_OUT_SECONDS if after_playing else CLOSE_SECONDS, raw, work, lambda: None)


def _call_within(
    seconds: float, raw: Any, call: Callable[[], None], late: Callable[[], None]
) -> None:
    outcome: list[BaseException | None] = []
    is_over = threading.Event()

    def work() -> None:
        error: BaseException | None = None
        try:
            call()
        except BaseException as raised:  # noqa: BLE001 - handed to whoever waits, as executors do
            error = raised
        with _hung.guard:
            outcome.append(error)
            is_late = raw in _hung.streams
        is_over.set()
        if is_late:
            late()
            with _hung.guard:
                _hung.streams.remove(raw)

    threading.Thread(target=work, name="stream call", daemon=True).start()
    is_over.wait(seconds)
    with _hung.guard:
        if not outcome:
            _hung.streams.append(raw)  # also keeps what its callback needs alive
            log.error("a stream does not answer: no new device is seen until it does")
            raise HangsError("it does not answer")
    if outcome[0]:
        raise outcome[0]


def _close_late(raw: Any) -> None:
    try:
        with LOCK:
            raw.abort()
            raw.close()
    except Exception as error:  # noqa: BLE001 - nobody waits for it any more
        log.info("a stream that started late does not close: %s", type(error).__name__)
