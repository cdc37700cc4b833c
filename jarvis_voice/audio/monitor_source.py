"""Watches where PulseAudio or PipeWire connects our recording streams: it can move them silently.

Invariant: it only looks. Where there is no such server, or no libpulse, there is no view, which is
known (`can_look`) and said; a server that hangs holds up threads of this module alone.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)

LISTEN_SECONDS = 1.0
"""How soon the end is seen."""

RETRY_SECONDS = 0.5
"""Between looks for a server that is not there: a failed connection costs a millisecond."""

LOOK_SECONDS = 2.0

SOURCE_VARIABLE = "PULSE_SOURCE"


@dataclass(frozen=True, slots=True)
class ServerView:
    """The sound server's microphones, and the sources that our streams record from.

    Attributes:
        default_source: The name of the source that a stream gets that names none.
        microphones: Each source that records no loudspeaker: its name and state.
        ours: The sources that this process records from.
        is_on_monitor: Whether one of them records a loudspeaker.
        choices: Names of the microphones, those first that something is plugged into.
        is_muted: Whether one of ours gives zeros because it is muted, or turned down wholly.
    """

    default_source: str
    microphones: frozenset[tuple[str, str]]
    ours: tuple[str, ...]
    is_on_monitor: bool
    choices: tuple[str, ...] = ()
    is_muted: bool = False

    def has_more_than(self, earlier: ServerView | None) -> bool:
        """Whether there is a microphone, or a state of one, that was not there before."""
        before = earlier.microphones if earlier else frozenset()
        is_other_default = earlier is None or earlier.default_source != self.default_source
        return bool(self.microphones) and (bool(self.microphones - before) or is_other_default)


class ServerWatch:
    """Looks at the sound server at intervals, and whenever something changes there."""

    def __init__(self) -> None:
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def can_look(self) -> bool:
        """Whether this system has what it takes; a server may still be missing."""
        return _library() is not None

    def begin(self, on_view: Callable[[ServerView | None], None]) -> None:
        """Tell what is seen, on a thread of its own: at once, at each change, None while nothing.

        Args:
            on_view: Must not block.
        """
        if not self.can_look:
            log.info("no libpulse: streams that a sound server moves are not noticed here")
            return
        self._ends = threading.Event()
        arguments = (on_view, self._ends)
        name = "sound server watch"
        self._thread = threading.Thread(target=_watch, args=arguments, name=name, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Look no more; does not wait."""
        self._ends.set()

    def look(self) -> ServerView | None:
        """One look; may block for 2 s. None where nobody answers."""
        views: list[ServerView | None] = []
        # libpulse waits for ever for the answer of a server that hangs
        looking = threading.Thread(
            target=lambda: views.append(_look()), name="sound server look", daemon=True
        )
        looking.start()
        looking.join(LOOK_SECONDS)
        return views[0] if views else None


def _library() -> Any | None:
    try:
        import pulsectl
    except (ImportError, OSError):  # OSError: there is no libpulse
        return None
    return pulsectl


def _look() -> ServerView | None:
    pulse = _library()
    if pulse is None:
        return None
    try:
        with pulse.Pulse("jarvis-voice-look", connect=False) as server:
            server.connect(autospawn=False)  # with a timeout it always takes so long
            return _view(server)
    except pulse.PulseError:
        return None


def _watch(on_view: Callable[[ServerView | None], None], ends: threading.Event) -> None:
    pulse = _library()
    while pulse and not ends.is_set():
        try:
            with pulse.Pulse("jarvis-voice-watch", connect=False) as server:
                server.connect(autospawn=False)  # with a timeout it always takes so long
                _follow(pulse, server, on_view, ends)
        except (pulse.PulseError, pulse.PulseDisconnected) as error:
            log.debug("no sound server to look at: %s", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - without it the ears go on, less watched
            log.warning("the sound server cannot be watched: %s", type(error).__name__)
        if not ends.is_set():
            on_view(None)
            ends.wait(RETRY_SECONDS)


def _follow(
    pulse: Any, server: Any, on_view: Callable[[ServerView | None], None], ends: threading.Event
) -> None:
    """Tell at each change until the connection is gone."""
    is_changed = True

    def take_event(_event: Any) -> None:
        nonlocal is_changed
        is_changed = True
        raise pulse.PulseLoopStop  # no request may be made from in here

    server.event_mask_set("source", "source_output", "server")
    server.event_callback_set(take_event)
    while not ends.is_set():
        if is_changed:
            is_changed = False
            on_view(_view(server))
        server.event_listen(timeout=LISTEN_SECONDS)


def _view(server: Any) -> ServerView:
    sources = {one.index: one for one in server.source_list()}
    ours = [
        sources[stream.source]
        for stream in server.source_output_list()
        if _is_ours(stream.proplist) and stream.source in sources
    ]
    microphones = [source for source in sources.values() if not is_monitor(source)]
    return ServerView(
        str(server.server_info().default_source_name),
        frozenset((source.name, str(source.state)) for source in microphones),
        tuple(source.name for source in ours),
        is_on_monitor=any(is_monitor(source) for source in ours),
        choices=tuple(source.name for source in sorted(microphones, key=_is_unplugged)),
        is_muted=any(source.mute or not source.volume.value_flat for source in ours),
    )


def is_monitor(source: Any) -> bool:
    """Whether a source of the server records what a loudspeaker plays."""
    return bool(source.monitor_of_sink_name) or str(source.name).endswith(".monitor")


def _is_unplugged(source: Any) -> bool:
    """Whether the server knows that nothing is plugged into it."""
    port = getattr(source, "port_active", None)
    return port is not None and getattr(port, "available_state", "") == "no"


@contextmanager
def source_choice(name: str) -> Iterator[None]:
    """Let streams that are opened meanwhile record from this source; empty is the default.

    libpulse reads the choice from the environment of the process. Whoever opens holds PortAudio's
    lock, so that no other stream is opened meanwhile.
    """
    if not name:
        yield
        return
    before = os.environ.get(SOURCE_VARIABLE)
    os.environ[SOURCE_VARIABLE] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ[SOURCE_VARIABLE]
        else:
            os.environ[SOURCE_VARIABLE] = before


def _is_ours(properties: Mapping[str, str]) -> bool:
    return properties.get("application.process.id") == str(os.getpid())
