"""Runs wake word, push-to-talk, control socket and typed input at the same time, in one program.

Invariant: what fails at the start (no microphone, no weights, no display) is said in one line, and
the rest goes on. It ends on Ctrl-C, on `exit`, and at the end of stdin only if it has no ears.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from typing import TYPE_CHECKING

from jarvis_voice.app.assistant_factory import open_assistant, start_log_or_tell
from jarvis_voice.app.audio_startup import AudioStack
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.app.context import AppContext
from jarvis_voice.app.http_port import (
    HttpPort,
    announcements_of,
    make_door,
    ring_places_of,
    with_port,
)
from jarvis_voice.app.operations import Operations
from jarvis_voice.app.problem_log import ProblemLog
from jarvis_voice.app.process_events import ProcessEvents
from jarvis_voice.app.supervisor import are_alive, status_of
from jarvis_voice.app.trace_factory import collector_of, make_traces
from jarvis_voice.app.voice_factory import open_chime, speech_models
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import AudioError, JarvisError
from jarvis_voice.core.events import Event, ProblemReported, TurnEnded, to_json
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import ME
from jarvis_voice.doors.control.server import ControlServer
from jarvis_voice.doors.people.routine_rights import RoutineRights
from jarvis_voice.doors.terminal.screen import Screen
from jarvis_voice.doors.terminal.typed_lines import (
    TypedLines,
    is_interactive,
    piped_lines,
    terminal_lines,
)
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.loop_lag import LoopLag
from jarvis_voice.platform.malloc import MallocTrimmer, give_back
from jarvis_voice.platform.sd_notify import Supervisor
from jarvis_voice.schedule.clock import ScheduleClock
from jarvis_voice.schedule.preparation import Preparation
from jarvis_voice.schedule.ring_sound import Sounds
from jarvis_voice.schedule.ringer import Ringer
from jarvis_voice.store.process_lock import DAEMON, ProcessLock
from jarvis_voice.tools.announcer import Announcer
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces
from jarvis_voice.tools.microphone_switch import MicrophoneSwitch
from jarvis_voice.voice.turn_taking import State

if TYPE_CHECKING:
    from jarvis_voice.doors.hotkey.push_to_talk import KeyHealth
    from jarvis_voice.doors.http.server import HttpDoor
    from jarvis_voice.voice.session import VoiceSession

log = logging.getLogger(__name__)

LOCK_SECONDS = 12.0
"""How long each command that is at work may take until the daemon starts."""


async def run_daemon(
    paths: Paths,
    screen: Screen,
    tell: Callable[[str], None],
    *,
    text_only: bool,
    wants_http: bool = False,
) -> None:
    """Run until told to end.

    Args:
        paths: The user's folders.
        screen: Where events are shown.
        tell: Prints a line that is no event.
        text_only: Open no sound device.
        wants_http: Open the HTTP port also where none is set.

    Raises:
        JarvisError: It cannot start at all (config, lock, database), or it can neither hear nor
            read any more.
    """
    supervisor = Supervisor.take_from(os.environ)
    try:
        await _run_daemon(
            paths, screen, tell, supervisor, text_only=text_only, wants_http=wants_http
        )
    except JarvisError as error:
        supervisor.status(error.message)
        raise
    tell("Goodbye.")


async def _run_daemon(
    paths: Paths,
    screen: Screen,
    tell: Callable[[str], None],
    supervisor: Supervisor,
    *,
    text_only: bool,
    wants_http: bool,
) -> None:
    config, amend = load_config(paths), with_port if wants_http else None
    if amend:
        config = amend(config)
    bus, clock = Bus(), SystemClock()
    bus.listen(lambda event: show_own(event, screen))
    troubles = ProblemLog(bus, clock)
    start_log_or_tell(config, paths, bus, clock)
    OPEN_FILES.raise_it()
    bus.listen(log_event)
    bus.listen(lambda event: supervisor.status(status_of(event)))
    dials, manner = Prosody(config.voice.speed), TalkManner.of(config)
    places = EffectPlaces(EffectPlace(dials=dials))
    lock = ProcessLock(paths.lock, DAEMON, LOCK_SECONDS)
    async with AsyncExitStack() as stack:
        spare = await stack.enter_async_context(MallocTrimmer())  # before there is any thread
        lag = await stack.enter_async_context(LoopLag())
        bus.listen(lambda _: spare.note_work())
        microphone = MicrophoneSwitch()
        setting = Overrides(
            dials=dials,
            alarm_state=AlarmState(),
            manner=manner,
            asks_to_share=True,
            microphone=microphone,
            effects=places,
            announcer=Announcer(),
        )
        assistant = await stack.enter_async_context(
            open_assistant(config, paths, bus, clock, lock, setting)
        )
        core = AppContext(
            config, paths, bus, clock, assistant, dials, troubles, manner, lag, places, amend
        )
        daemon = Daemon(core, tell)
        daemon.announcer = setting.announcer
        microphone.mute = daemon.operations.mute
        microphone.is_missing = daemon.operations.lacks_microphone
        await daemon.run(stack, text_only=text_only, supervisor=supervisor)


class Daemon:
    """The running program: opens its parts, runs them, and closes them in reverse order.

    Args:
        core: What it stands on.
        tell: Prints a line that is no event.

    Attributes:
        operations: What the control socket asks for, and the signals.
        announcer: Told who speaks at the places of the port.
    """

    def __init__(self, core: AppContext, tell: Callable[[str], None]) -> None:
        self._core = core
        self._tell = tell
        self._end = asyncio.Event()
        self._ears: VoiceSession | None = None
        self._reads_lines = True
        self._failure: JarvisError | None = None
        self._supervisor = Supervisor()
        self.operations = Operations(core, self._end)
        self._models = speech_models(core.config, core.paths)
        self._sound = AudioStack(core, self.operations, self._models)
        self._ringing: Ringer | None = None
        self._port = HttpPort(core, self._make_door, tell)
        self.operations.entry_link = self._port.entry_link
        self.announcer = Announcer()

    async def run(
        self, stack: AsyncExitStack, *, text_only: bool, supervisor: Supervisor | None = None
    ) -> None:
        """Open what there is, run until the end is asked for, and close in reverse order.

        Raises:
            AudioError: The ears were lost, and there is no other way to be told anything.
        """
        self._supervisor = supervisor or self._supervisor
        self.operations.wants_ears = not text_only
        life = ProcessEvents(
            self.operations, self._supervisor, self._end, self._core.bus, self._tell
        )
        await stack.enter_async_context(life)
        self._ringing = self._make_ringing(has_sound=not text_only)
        await stack.enter_async_context(self._ringing)
        await self._open_traces(stack)
        await stack.enter_async_context(self.operations.near_misses)
        self._port.stand_on(stack)
        await self._open_control(stack)
        if self._core.config.http.port:
            await self._open_http()
        if text_only:
            self._supervisor.status("No ears, as asked: typed and sent words only.")
        else:
            with gc_paused(keeps=True):
                await self._open_unless_ended(stack)
        self.operations.is_starting = False
        if not self._end.is_set():
            await self._run()
        self._supervisor.stopping()
        if self._failure:
            raise self._failure

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = []
            if self._ears:
                tasks.append(group.create_task(self._listen(self._ears), name="ears"))
                self._tell_ready()
            else:
                more = ", `/help` tells more" if is_interactive() else ""
                self._tell(f"Type what you want; `exit` leaves{more}.")
            tasks.append(group.create_task(self._read_lines(), name="lines"))
            tasks.append(group.create_task(self._load_ahead(), name="load ahead"))
            tasks.append(group.create_task(self._supervisor.watch(self._is_alive), name="watchdog"))
            self._supervisor.ready()
            await self._end.wait()
            self._supervisor.stopping()
            if self._ears:
                await self._ears.stop()
            for task in tasks:
                task.cancel()

    def _is_alive(self) -> bool:
        """Whether the ears, where there are any, hear or know why they do not."""
        health = self._sound.microphone.health if self._sound.microphone else None
        return self._ears is None or are_alive(self._ears.busy_seconds, health)

    def _tell_ready(self) -> None:
        """Ready is who can be called: without a microphone that is told when one comes."""
        microphone = self._sound.microphone
        hears = microphone is None or microphone.health.hears
        self._sound.news.be_ready(
            self._sound.words, lambda: microphone.name if microphone else "", hears=hears
        )
        if not hears:
            self._tell("I cannot hear you yet; type what you want meanwhile. `exit` leaves.")

    async def _load_ahead(self) -> None:
        """The brain, where the ears did not need it, and what its tools need sooner or later."""
        try:
            with gc_paused(keeps=True):
                await self._core.assistant.warm_up()
                await self._core.assistant.preload()
        except Exception:  # nobody waits for it: the turn that needs it loads it, and tells
            log.exception("Loading ahead broke.")
        await asyncio.to_thread(give_back)  # what loading took for a moment

    @property
    def key_health(self) -> KeyHealth | None:
        """How the global push-to-talk key is, or None where none is asked for."""
        return self._sound.key.health if self._sound.key else None

    async def _open_control(self, stack: AsyncExitStack) -> None:
        try:
            path = self._core.paths.control_socket
            server = ControlServer(path, self._core.assistant, self._core.bus, self.operations)
            await stack.enter_async_context(server)
        except JarvisError as error:
            self._core.report_error(error)

    async def _open_traces(self, stack: AsyncExitStack) -> None:
        try:
            if endpoint := collector_of(self._core.config, os.environ):
                traces = await make_traces(self._core.config, self._core.bus, endpoint)
                await stack.enter_async_context(traces)
        except JarvisError as error:
            self._core.report_error(error)

    async def _make_door(self, core: AppContext) -> HttpDoor:
        door = await make_door(core, self.operations, self._models)
        self.announcer.announce = announcements_of(door, lambda: self.operations.mouth)
        return door

    async def _open_http(self) -> None:
        try:
            await self._port.open()
        except JarvisError as error:
            self._core.report_error(error)

    async def _open_unless_ended(self, stack: AsyncExitStack) -> None:
        """Open the sound, unless the end is asked for before that is done."""
        ring = self._ringing.take if self._ringing else _nobody
        opening = asyncio.create_task(self._sound.open(stack, ring), name="opening")
        ending = asyncio.create_task(self._end.wait(), name="ending")
        try:
            await asyncio.wait({opening, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_open = opening.done()
            opening.cancel()
            ending.cancel()
            await asyncio.gather(opening, ending, return_exceptions=True)
        if is_open:
            self._ears = opening.result()

    def _make_ringing(self, *, has_sound: bool) -> Ringer:
        """What rings timers and alarms: it needs a loudspeaker at the most."""
        sounds = Sounds(
            lambda: self.operations.mouth,
            (lambda: open_chime(self._core.config, self._core.bus, self._core.clock))
            if has_sound
            else None,
            self.operations.is_quiet,
            lambda: self.operations.may_get_mouth,
            lambda entry: ring_places_of(
                self._port.door, entry, has_mouth=self.operations.mouth is not None
            ),
        )
        times = ScheduleClock(self._core.clock, self._core.config.user.clock)
        assistant, bus = self._core.assistant, self._core.bus
        rights = RoutineRights(assistant, assistant.people, bus, self._core.clock)
        ringer = Ringer(assistant.schedule, assistant.alarm_state, sounds, times, rights, bus)
        ringer.preparation = Preparation(
            self._prepare_briefing,
            60 * self._core.config.briefing.prepare_minutes,
            rights.may_run,
        )
        return ringer

    async def _prepare_briefing(self, user_id: str) -> None:
        """Make the briefing of a routine by the settings of that moment."""
        await self.operations.briefings.desk.prepare(user_id)

    async def _listen(self, ears: VoiceSession) -> None:
        try:
            await ears.run()
        except JarvisError as error:
            self._core.report_error(error)
        self._ears = None
        self.operations.end_ears()
        if self._end.is_set():
            return
        if self._reads_lines:
            self._tell("I no longer hear you; type instead, or start me again.")
            return
        message = "I no longer hear you, and nothing can be typed here. Start me again."
        self._failure = AudioError("ears-lost", message)
        self._end.set()

    async def _read_lines(self) -> None:
        wants_to_leave = sys.stdin is not None and await self._read_stdin()
        self._reads_lines = False
        can_be_asked = self._ears is not None or self._supervisor.is_there
        if not wants_to_leave and is_interactive():
            goes_on = "I go on listening; Ctrl-C ends me." if can_be_asked else "I end."
            self._tell(f"You have ended typing. {goes_on}")
        if wants_to_leave or not can_be_asked:
            self._end.set()

    async def _read_stdin(self) -> bool:
        """Run what is typed or piped in; whether the user asked to leave."""
        is_typed = is_interactive()
        frontend = TypedLines(self._core.assistant, self._tell, is_script=not is_typed)
        toggle = self.operations.mute_control.toggle
        lines: AsyncGenerator[str] = (
            terminal_lines(self._core.paths.line_history, toggle)
            if is_typed
            else piped_lines(sys.stdin.fileno())
        )
        async with aclosing(lines):
            return await frontend.run(lines)


def _nobody(_: State) -> None:
    """Nobody wants to know what the session does."""


def show_own(event: Event, screen: Screen) -> None:
    """Show what happens to the owner, whose screen it is: the words of other users are theirs."""
    if event.origin.user_id == ME:
        screen.show(to_json(event))


def log_event(event: Event) -> None:
    """Write facts about an event into the log, never what was said."""
    match event:
        case ProblemReported(code=code):
            log.warning("problem: %s", code)
        case TurnEnded(turn_id=turn_id, outcome=outcome):
            log.info("turn %s: %s", turn_id, outcome)
        case _:
            log.debug("%s", event.type)
