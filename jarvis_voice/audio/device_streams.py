"""Opens PortAudio streams with settings that the device supports, and lists all open streams.

Invariant: PortAudio is initialised anew only after every stream in the registry was closed; a
stream that is still open then would be a dangling pointer.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

from jarvis_voice.audio.device_phrases import device_phrase
from jarvis_voice.audio.native_calls import HangsError, close, is_hanging, start
from jarvis_voice.audio.portaudio import LOCK, Device, Kind, choose, failed, list_devices, load
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import RATE_HZ

log = logging.getLogger(__name__)

BLOCK_SECONDS = 0.04
"""Half a frame. Asked for blocks of a whole one, a sound server hands them over up to 80 ms late
and then two at once; blocks of 32 ms cost a daemon that idles 0.6 % of a core more than these."""

OUTPUT_LATENCY_SECONDS = 0.15
"""Asked of the device: plays clean on a loaded machine, where 'low' does not."""

MOST_AHEAD_SECONDS = 2.0
"""Some systems fill in no times."""

LEAVE_SECONDS = 0.5
"""How long the end of the process waits for whoever is inside PortAudio."""

Plan = tuple[int, int]
"""A rate in Hz and a number of channels to try."""


class OwnedStream:
    """A stream that this module opened; only the first call of `close` closes it.

    Attributes:
        device_name: What it was opened on.
        rate_hz: Its rate.
        channels: Its interleaved channels.
        latency_seconds: How long a sample is inside the device, as PortAudio estimates it.
        generation: The device table it was opened from.
        gave_way: It was closed so that the device table could be read anew.
    """

    def __init__(self, raw: Any, device_name: str, plan: Plan, losses: int) -> None:
        self._raw = raw
        self._losses = losses
        self.device_name = device_name
        self.rate_hz, self.channels = plan
        self.latency_seconds = float(raw.latency)
        self.generation = _table.generation
        self.gave_way = False
        _table.streams.append(self)

    def start(self) -> bool:
        """Let it run; False where it cannot, or was closed meanwhile. May block."""
        sound = _load()
        with LOCK:
            # what was opened before a sound server died is dead, too, and may hang
            if self not in _table.streams or self._losses != _table.losses:
                return False
            try:
                start(self._raw)
            except HangsError:
                _table.streams.remove(self)
                return False
            except sound.PortAudioError as error:
                log.info("%s does not start: %s", self.device_name, error)
                return False
        return True

    def close(self, *, after_playing: bool = False) -> None:
        """End it: at once, or after what the device still holds. May block: not for the loop."""
        with LOCK:
            if self not in _table.streams:
                return
            _table.streams.remove(self)
            with contextlib.suppress(HangsError):  # it was logged
                close(self._raw, after_playing=after_playing)


class _Table:
    """PortAudio's state in this process, guarded by `LOCK`."""

    def __init__(self) -> None:
        self.generation = 0
        self.is_down = False
        self.losses = 0  # of streams that ended by themselves
        self.streams: list[OwnedStream] = []


_table = _Table()


class _End:
    """Called on PortAudio's thread when a stream ends."""

    def __init__(self, finished: Callable[[], None]) -> None:
        self._finished = finished
        self.stream: OwnedStream | None = None

    def __call__(self) -> None:
        if self.stream in _table.streams:  # else we closed it
            _table.losses += 1
        self._finished()


def _load() -> Any:
    """sounddevice, whose exit hook will not wait for a wedged sound server."""
    sound = load()
    leave = getattr(sound, "_exit_handler", None)
    if leave:
        atexit.unregister(leave)
        atexit.unregister(_leave)
        atexit.register(_leave, leave)
    return sound


def _leave(terminate: Callable[[], None]) -> None:
    """At exit: end PortAudio unless that could block; the system closes what is left."""
    if LOCK.acquire(timeout=LEAVE_SECONDS) and not _table.streams and not is_hanging():
        try:
            terminate()
        except Exception as error:  # noqa: BLE001 - nobody is left to tell
            log.info("PortAudio does not end: %s", type(error).__name__)


def table_generation() -> int:
    """How often the device table was read anew."""
    return _table.generation


def refresh_devices(seen_generation: int) -> None:
    """Read the device table anew, unless that was done since `seen_generation`.

    Every open stream is closed first; its owner learns that by its `finished` callback. Blocks
    for 40-90 ms. While a start hangs nothing is done: the table stays as old as it is.

    Raises:
        AudioError: PortAudio fails ("portaudio-failed"); no stream is open then, and the next
            call tries again.
    """
    sound = _load()
    with LOCK:
        if _table.generation != seen_generation or is_hanging():
            return
        for stream in list(_table.streams):
            stream.gave_way = True
            stream.close()
        try:
            if not _table.is_down:
                sound._terminate()
                _table.is_down = True
            sound._initialize()
        except sound.PortAudioError as error:
            raise failed(error) from error
        _table.is_down = False
        _table.generation += 1


def refresh_if_idle(seen_generation: int) -> bool:
    """Read the device table anew unless a stream is open; whether it is newer than that seen."""
    with LOCK:
        if not _table.streams:
            refresh_devices(seen_generation)
        return _table.generation != seen_generation


def open_input(
    device_part: str, callback: Callable[[bytes, int, int], None], finished: Callable[[], None]
) -> OwnedStream:
    """Open and start a microphone: 16 kHz mono, else its own rate, else more channels.

    Args:
        device_part: Part of the device's name; empty is the default.
        callback: Given each block of interleaved int16, its rate in Hz and its channels; on
            PortAudio's thread.
        finished: The stream ended, for whatever reason; on PortAudio's thread.

    Raises:
        AudioError: There is no such device, or it refuses ("microphone-refused").
    """
    end = _End(finished)

    def make(sound: Any, rate_hz: int, channels: int, device: Device) -> Any:
        return sound.RawInputStream(
            device=device.index,
            samplerate=rate_hz,
            channels=channels,
            dtype="int16",
            blocksize=round(rate_hz * BLOCK_SECONDS),
            callback=lambda data, _frames, _time, _status: callback(bytes(data), rate_hz, channels),
            finished_callback=end,
        )

    return _open("input", device_part, (RATE_HZ, 0), make, end)


def open_output(
    device_part: str,
    rates_hz: Sequence[int],
    callback: Callable[[Any, int, float], None],
    finished: Callable[[], None],
    *,
    starts: bool = True,
) -> OwnedStream:
    """Open a loudspeaker at the first rate it takes, mono, else stereo.

    Args:
        device_part: Part of the device's name; empty is the default.
        rates_hz: Rates to try in order; 0 stands for the device's own.
        callback: Fills a writable buffer of interleaved int16, given with its channels and with
            the seconds until its first sample leaves the loudspeaker; on PortAudio's thread.
        finished: The stream ended, for whatever reason; on PortAudio's thread.
        starts: Start it, which shows whether it works. A stream that is started later takes its
            first sound at once; one that runs already holds some 0.15 s of silence before it.

    Raises:
        AudioError: There is no such device, or it refuses ("speaker-refused").
    """
    end = _End(finished)

    def make(sound: Any, rate_hz: int, channels: int, device: Device) -> Any:
        return sound.RawOutputStream(
            device=device.index,
            samplerate=rate_hz,
            channels=channels,
            dtype="int16",
            latency=OUTPUT_LATENCY_SECONDS,
            callback=lambda data, _frames, time, _status: callback(data, channels, _ahead(time)),
            finished_callback=end,
        )

    return _open("output", device_part, rates_hz, make, end, starts=starts)


def _ahead(time: Any) -> float:
    """Seconds from now until the device plays what it asks for; where it does not say, a guess."""
    seconds = float(time.outputBufferDacTime) - float(time.currentTime)
    return seconds if 0 < seconds < MOST_AHEAD_SECONDS else OUTPUT_LATENCY_SECONDS


def _open(
    kind: Kind,
    device_part: str,
    rates_hz: Sequence[int],
    make: Callable[[Any, int, int, Device], Any],
    end: _End,
    *,
    starts: bool = True,
) -> OwnedStream:
    sound = _load()
    refusal: Exception | None = None
    losses = _table.losses
    with LOCK:
        device = choose(list_devices(), device_part, kind)
        for rate, channels in _plans(kind, device, rates_hz):
            try:
                _check(sound, kind, device, (rate, channels))
                raw = make(sound, rate, channels, device)
            except (sound.PortAudioError, ValueError) as error:
                refusal = error
                continue
            try:
                if starts:
                    start(raw)
            except HangsError as error:
                raise _refused(kind, device, error) from error
            except sound.PortAudioError as error:
                refusal = error
                raw.close()
                continue
            log.info("opened %s at %d Hz, %d channels", device.name, rate, channels)
            end.stream = OwnedStream(raw, device.name, (rate, channels), losses)
            return end.stream
    raise _refused(kind, device, refusal) from refusal


def _plans(kind: Kind, device: Device, rates_hz: Sequence[int]) -> list[Plan]:
    most = device.inputs if kind == "input" else device.outputs
    channels = dict.fromkeys((1, min(2, most), most))
    return [
        (rate, n) for rate in dict.fromkeys(r or device.rate_hz for r in rates_hz) for n in channels
    ]


def _check(sound: Any, kind: Kind, device: Device, plan: Plan) -> None:
    check = sound.check_input_settings if kind == "input" else sound.check_output_settings
    check(device=device.index, channels=plan[1], dtype="int16", samplerate=plan[0])


def _refused(kind: Kind, device: Device, refusal: Exception | None) -> AudioError:
    noun = "microphone" if kind == "input" else "loudspeaker"
    return AudioError(
        "microphone-refused" if kind == "input" else "speaker-refused",
        f"The {device_phrase(kind, device.name)} cannot be opened: {refusal}. "
        "Is another program using it?",
        spoken=f"I cannot use the {noun}.",
    )
