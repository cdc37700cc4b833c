"""Opens a microphone stream on the first usable device of an ordered list.

Invariant: all of it may block and runs on one worker, but for the callbacks, which only hand over.
No block is handed over before it is known that the stream records no loudspeaker.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Literal

from jarvis_voice.audio.device_streams import (
    OwnedStream,
    open_input,
    refresh_devices,
    refresh_if_idle,
    table_generation,
)
from jarvis_voice.audio.monitor_source import ServerView, ServerWatch, source_choice
from jarvis_voice.audio.portaudio import LOCK
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import FRAME_SECONDS

log = logging.getLogger(__name__)

_SAMPLE_BYTES = 2

OnBlock = Callable[[bytes, int, int], None]
"""Interleaved int16, its rate in Hz and its channels; on PortAudio's thread."""

MONITOR = "monitor-source"
MOST_CHOICES = 4
"""Microphones that are tried in the place of a default that is none: each may take seconds."""

Moved = Literal["monitor", "other-default"]
"""The server gave us a loudspeaker's sound; the system's default is another device by now."""


class InputStream:
    """One microphone stream at a time, on the first usable device of a list.

    Args:
        parts: Parts of device names, in order; empty is the system's default.
        on_block: Given each block.
        on_end: A stream ended, for whatever reason; told which one, for `is_current`; on
            PortAudio's thread.
        server: Who knows what a sound server does with the stream; None is nobody.

    Attributes:
        hurries: Whether each block is handed over as it comes; else what fills a frame is, since
            every block that is handed over wakes the loop.
        last_name: Of the device that was opened last.
        beside: The source that was opened because the system's default is a loudspeaker's sound;
            empty where the default is what was asked for, and a microphone.
    """

    def __init__(
        self,
        parts: Sequence[str],
        on_block: OnBlock,
        on_end: Callable[[object], None],
        server: ServerWatch | None,
    ) -> None:
        self._parts = tuple(dict.fromkeys(parts))
        self._on_block = on_block
        self._on_end = on_end
        self._server = server
        self._stream: OwnedStream | None = None
        self._generation: int | None = None
        self._opening: object = None
        self._view: ServerView | None = None
        self._part = ""
        self.hurries = False
        self.last_name = ""
        self.beside = ""

    @property
    def is_open(self) -> bool:
        """Whether a stream is open that gives blocks, or should."""
        return self._stream is not None

    @property
    def gave_way(self) -> bool:
        """Whether it was closed only so that the device table could be read anew."""
        return bool(self._stream and self._stream.gave_way)

    @property
    def wanted(self) -> str:
        """What was asked for first and is not what was opened; else empty."""
        return "" if self._part == self._parts[0] else self._parts[0]

    def is_current(self, opening: object) -> bool:
        """Whether it is the stream that is open now, or being opened."""
        return opening is self._opening

    def is_moved(self, view: ServerView) -> bool:
        """Whether the server has connected it to a loudspeaker."""
        return self.is_open and view.is_on_monitor

    def has_other_default(self, view: ServerView) -> bool:
        """Whether the default was opened, and is another one since."""
        if not (self._stream and self._view and not self._part):
            return False
        default = view.default_source
        return (
            default != self._view.default_source
            and default not in view.ours
            and default in {name for name, _ in view.microphones}
        )

    def look(self) -> Moved | None:
        """Ask the server what it does with the stream now; may block."""
        view = self._server.look() if self._server else None
        if view is None:
            return None
        if self.is_moved(view):
            return "monitor"
        return "other-default" if self.has_other_default(view) else None

    def open(self, parts: Sequence[str] | None = None) -> None:
        """Open the first device of the list that can be used.

        Args:
            parts: Instead of the line's own list.

        Raises:
            AudioError: None can; why the first cannot.
        """
        refusal: AudioError | None = None
        for part in self._parts if parts is None else parts:
            try:
                self._open_part(part)
            except AudioError as error:
                log.info('not "%s": %s', part, error.code)
                refusal = refusal or error
            else:
                return
        raise refusal or AudioError("no-microphone", "No microphone is set.")

    def reopen(self, *, gently: bool = False) -> None:
        """Close it and open it from a fresh table.

        Args:
            gently: Not if a reply that plays had to be interrupted for that.

        Raises:
            AudioError: No device can be used.
        """
        generation = None if gently else self._generation
        self.close()
        if generation is None:  # later tries: let a reply that plays come to its end
            refresh_if_idle(table_generation())
        else:
            refresh_devices(generation)
        self.open()

    def close(self) -> None:
        """Close it."""
        self._opening = None
        stream, self._stream = self._stream, None
        self._generation = None
        if stream:
            stream.close()

    def _open_part(self, part: str) -> None:
        """Open a device; where the default is a loudspeaker's sound, a microphone beside it."""
        try:
            self._open(part)
        except AudioError as error:
            if part or error.code != MONITOR:
                raise
            for source in (self._view.choices if self._view else ())[:MOST_CHOICES]:
                try:
                    self._open(part, source)
                except AudioError as refusal:
                    log.info('not the source "%s": %s', source, refusal.code)
                else:
                    return
            raise

    def _open(self, part: str, source: str = "") -> None:
        opening, waiting = object(), _Waiting()
        is_proven = False

        def take(data: bytes, rate_hz: int, channels: int) -> None:
            if not is_proven or opening is not self._opening:
                return
            fills_a_frame = waiting.add(data, round(rate_hz * FRAME_SECONDS), channels)
            if fills_a_frame or self.hurries:
                self._on_block(waiting.take(), rate_hz, channels)

        self._opening, self._part = opening, part
        with LOCK, source_choice(source):
            stream = open_input(part, take, lambda: self._on_end(opening))
        try:
            self._view = self._server.look() if self._server else None
            _refuse_monitor(self._view)
        except BaseException:
            self._opening = None
            stream.close()
            raise
        self._stream, self._generation = stream, stream.generation
        self.last_name, self.beside = source or stream.device_name, source
        is_proven = True


class _Waiting:
    """Blocks that are not handed over yet; on PortAudio's thread alone."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._samples = 0

    def add(self, data: bytes, frame_samples: int, channels: int) -> bool:
        """Keep one more; whether a frame is full by now, counted from the stream's beginning."""
        self._blocks.append(data)
        self._samples += len(data) // (_SAMPLE_BYTES * channels)
        is_full = self._samples >= frame_samples
        self._samples %= frame_samples
        return is_full

    def take(self) -> bytes:
        """All of them as one block."""
        blocks, self._blocks = self._blocks, []
        return b"".join(blocks)


def _refuse_monitor(view: ServerView | None) -> None:
    if view and view.is_on_monitor:
        raise AudioError(
            MONITOR,
            "The sound server has no microphone: it gives what the loudspeaker plays.",
        )
