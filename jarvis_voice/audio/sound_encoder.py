"""Packs speech into the forms in which clients want it, part by part as it is made.

Invariant: what was given out is never changed: a client may have played it already.
"""

from __future__ import annotations

import io
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.audio.pcm import Resampler

if TYPE_CHECKING:
    from numpy.typing import NDArray

SENT_HZ = 24_000
"""The rate of all forms."""

UNKNOWN_BYTES = 0xFFFF_FFFF
"""Stands in a WAV's head where its length is not known yet."""

BITS_PER_SECOND = 64_000
"""Of MP3, Opus and AAC: as much as one voice at this rate needs."""

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
SHORT_PAGES = MappingProxyType({"page_duration": "200000"})
WITHOUT_HEAD = MappingProxyType({"write_xing": "0", "id3v2_version": "0"})


class SoundEncoder(ABC):
    """Packs one sound. Its methods take time: call them on a thread, one at a time."""

    def __init__(self) -> None:
        self._resampler: Resampler | None = None

    def add(self, pcm: NDArray[np.int16], rate_hz: int) -> bytes:
        """Pack more of the sound; the bytes that are ready.

        Args:
            pcm: Mono int16, shape (n_samples,).
            rate_hz: Its rate, the same each time.
        """
        if self._resampler is None:
            self._resampler = Resampler(rate_hz, SENT_HZ)
        return self.pack(self._resampler.process(pcm))

    def end(self) -> bytes:
        """Pack the rest; the last bytes."""
        rest = self._resampler.flush() if self._resampler else np.zeros(0, np.int16)
        return self.pack(rest) + self.finish()

    @abstractmethod
    def pack(self, pcm: NDArray[np.int16]) -> bytes:
        """Pack samples at 24 000 Hz; the bytes that are ready."""

    def finish(self) -> bytes:
        """The bytes behind the last sample."""
        return b""


class RawEncoder(SoundEncoder):
    """Samples without a head: 16 bits, little-endian."""

    def pack(self, pcm: NDArray[np.int16]) -> bytes:
        """The samples as they are."""
        return pcm.astype("<i2").tobytes()


class WavEncoder(RawEncoder):
    """A WAV whose length its head does not know."""

    def __init__(self) -> None:
        super().__init__()
        self._head = wav_head()

    def pack(self, pcm: NDArray[np.int16]) -> bytes:
        """The samples, the first time behind the head."""
        head, self._head = self._head, b""
        return head + super().pack(pcm)


def wav_head() -> bytes:
    """The head of a WAV of one channel that goes on for as long as it does."""
    form = struct.pack("<IHHIIHH", 16, 1, 1, SENT_HZ, 2 * SENT_HZ, 2, 16)
    size = struct.pack("<I", UNKNOWN_BYTES)
    return b"RIFF" + size + b"WAVEfmt " + form + b"data" + size


class StreamEncoder(SoundEncoder):
    """What FFmpeg packs: frames that stand alone, without a head that is known only at the end.

    Args:
        form: The name of the form.
        codec: What is in it.
        options: Of the form.
    """

    def __init__(self, form: str, codec: str, options: Mapping[str, str] = NO_OPTIONS) -> None:
        super().__init__()
        import av

        self._sink = OutputSink()
        self._container: Any = av.open(self._sink, "w", format=form, options=dict(options))
        stream: Any = self._container.add_stream(codec, rate=SENT_HZ)
        stream.layout, stream.bit_rate = "mono", BITS_PER_SECOND
        self._stream = stream

    def pack(self, pcm: NDArray[np.int16]) -> bytes:
        """What the encoder gives out now."""
        import av

        if len(pcm):
            frame = av.AudioFrame.from_ndarray(pcm[np.newaxis], format="s16", layout="mono")
            frame.sample_rate = SENT_HZ
            self._container.mux(self._stream.encode(frame))
        return self._sink.take()

    def finish(self) -> bytes:
        """What it held back."""
        self._container.mux(self._stream.encode(None))
        self._container.close()
        return self._sink.take()


class OutputSink(io.RawIOBase):
    """A file for writing whose bytes are taken away as they come."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting = bytearray()
        self._taken = 0
        self._place = 0

    def take(self) -> bytes:
        """The bytes that were written since the last time."""
        taken = bytes(self._waiting)
        self._waiting.clear()
        self._taken += len(taken)
        return taken

    def writable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True, though what was taken stays as it is."""
        return True

    def write(self, data: Any) -> int:
        """Write at the place; what was taken there is passed over."""
        new = bytes(data)
        begin = self._place - self._taken
        kept = new[max(0, -begin) :]
        if kept:
            start = max(begin, 0)
            self._waiting[start : start + len(kept)] = kept
        self._place += len(new)
        return len(new)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        end = self._taken + len(self._waiting)
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: end}[whence]
        return self._place

    def tell(self) -> int:
        """The place."""
        return self._place


ENCODERS: Mapping[str, tuple[str, Callable[[], SoundEncoder]]] = MappingProxyType(
    {
        "mp3": ("audio/mpeg", lambda: StreamEncoder("mp3", "libmp3lame", WITHOUT_HEAD)),
        "opus": ("audio/ogg", lambda: StreamEncoder("ogg", "libopus", SHORT_PAGES)),
        "aac": ("audio/aac", lambda: StreamEncoder("adts", "aac")),
        "flac": ("audio/flac", lambda: StreamEncoder("flac", "flac")),
        "wav": ("audio/wav", WavEncoder),
        "pcm": ("audio/pcm", RawEncoder),
    }
)
"""By the name of the form: its type of content, and what makes an encoder."""
