"""Makes other programs' sound quieter for a while, through PulseAudio or PipeWire.

Invariant: what was lowered is known, on disk too, until it was raised again; a level that somebody
else has set meanwhile stays as it is, and so does what is muted. Our own sound is never touched.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from jarvis_voice.audio.device_worker import DeviceWorker, ends_within
from jarvis_voice.core.parsed_text import parsed_json

log = logging.getLogger(__name__)

LOWERED_DB = -15.0
SHARE = 10 ** (LOWERED_DB / 60)
"""The same on PulseAudio's scale, which is the cube root of the amplitude."""

SAME = 0.002
"""Two levels closer than this are one: the server rounds."""

CALL_SECONDS = 2.0
"""How long a sound server may take to answer; a wedged one is left alone."""

MOST_GONE = 16
"""Programs that stopped playing while they were quiet, and are given back when they play again."""

Volumes = tuple[float, ...]
"""The level of each channel, 1.0 is that of the source."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A stream of another program that Jarvis made quieter.

    Attributes:
        name: Of the program: a stream's number may be given anew.
        before: Its levels as they were.
        now: As they were set.
    """

    name: str
    before: Volumes
    now: Volumes


class Ducking:
    """Makes other sound quieter and restores it; without a sound server it does nothing.

    Args:
        record: A file that remembers what is lowered, should the process die meanwhile; None keeps
            it in memory alone.
    """

    def __init__(self, record: Path | None = None) -> None:
        self._record = record
        self._lowered: dict[int, Lowered] = {}
        self._worker = DeviceWorker("ducking")
        self._is_absent = False

    async def __aenter__(self) -> Self:
        """Give back what an earlier process left quiet."""
        self._lowered = _read(self._record)
        if self._lowered:
            await self.restore()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.restore()
        self._worker.shutdown()

    async def duck(self) -> None:
        """Make all that plays now quieter; what is quieter already stays so."""
        await self._run(self._lower)

    async def restore(self) -> None:
        """Give back the levels; one that cannot be given back now is tried the next time."""
        if self._lowered:
            await self._run(self._raise)

    async def _run(self, work: Callable[[Any], None]) -> None:
        if self._is_absent:
            return
        if not await ends_within(CALL_SECONDS, self._worker, lambda: self._with_server(work)):
            log.warning("the sound server does not answer about other programs' levels")

    def _with_server(self, work: Callable[[Any], None]) -> None:
        """On the worker."""
        try:
            import pulsectl
        except (ImportError, OSError):  # OSError: there is no libpulse
            self._is_absent = True
            return
        try:
            with pulsectl.Pulse("jarvis-voice", connect=False) as server:
                server.connect(autospawn=False)
                work(server)
        except pulsectl.PulseError as error:
            log.info("other sound cannot be made quieter: %s", type(error).__name__)

    def _lower(self, server: Any) -> None:
        streams = server.sink_input_list()
        playing = {stream.index for stream in streams}
        for stream in streams:
            if stream.index in self._lowered or stream.mute or _is_ours(stream.proplist):
                continue
            gone = [i for i, one in self._lowered.items() if i not in playing and _is(stream, one)]
            if gone:  # it came back as quiet as it went: servers remember levels by program
                self._lowered[stream.index] = self._lowered.pop(gone[0])
                continue
            before = tuple(stream.volume.values)
            now = tuple(SHARE * level for level in before)
            self._lowered[stream.index] = Lowered(_name(stream.proplist), before, now)
            _write(self._record, self._lowered)
            self._set(server, stream, now)

    def _raise(self, server: Any) -> None:
        streams = server.sink_input_list()
        playing = {stream.index for stream in streams}
        for index, lowered in list(self._lowered.items()):
            stream = next((s for s in streams if _is(s, lowered)), None)
            if stream:
                self._set(server, stream, lowered.before)
                streams.remove(stream)
            if stream or index in playing:
                del self._lowered[index]
        for index in list(self._lowered)[:-MOST_GONE]:
            del self._lowered[index]
        _write(self._record, self._lowered)

    @staticmethod
    def _set(server: Any, stream: Any, levels: Volumes) -> None:
        import pulsectl

        volume = stream.volume
        volume.values = list(levels)
        try:
            server.volume_set(stream, volume)
        except pulsectl.PulseIndexError:
            log.debug("a stream ended meanwhile")


def _is_ours(properties: Mapping[str, str]) -> bool:
    return properties.get("application.process.id") == str(os.getpid())


def _name(properties: Mapping[str, str]) -> str:
    known = ("application.name", "application.process.binary")
    return "|".join(properties.get(key, "") for key in known)


def _is(stream: Any, lowered: Lowered) -> bool:
    """Whether it is this program's, and nobody has turned it since we did."""
    levels = tuple(stream.volume.values)
    return (
        _name(stream.proplist) == lowered.name
        and len(levels) == len(lowered.now)
        and all(abs(a - b) <= SAME for a, b in zip(levels, lowered.now, strict=True))
    )


def _read(record: Path | None) -> dict[int, Lowered]:
    """What an earlier process noted; a file that holds nothing of the kind is as good as none."""
    if record is None:
        return {}
    try:
        body = parsed_json(record.read_text(encoding="utf-8"))
        return {
            int(index): Lowered(str(one["name"]), tuple(one["before"]), tuple(one["now"]))
            for index, one in body.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _write(record: Path | None, lowered: Mapping[int, Lowered]) -> None:
    """Note what is lowered; without anything there is no file."""
    if record is None:
        return
    try:
        if lowered:
            body = {str(index): asdict(one) for index, one in lowered.items()}
            record.write_text(json.dumps(body), encoding="utf-8")
        else:
            record.unlink(missing_ok=True)
    except OSError as error:
        log.info("what is made quieter cannot be noted: %s", type(error).__name__)
