"""The daemon: wake word, push-to-talk, control socket and typed lines at once, in order.

Invariant: what fails at the start (no microphone, no weights, no display) is said in one line, and
the rest goes on. It ends on Ctrl-C, on `exit`, and at the end of stdin only if it has no ears.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, suppress
from typing import TYPE_CHECKING

from jarvis_voice.assistant import Assistant
from jarvis_voice.bus import Bus
from jarvis_voice.clock import SystemClock
from jarvis_voice.composition import open_assistant
from jarvis_voice.config import Config, load_config
from jarvis_voice.errors import AudioError, ControlError, JarvisError
from jarvis_voice.events import EarsReady, Event, ProblemReported, TurnEnded, to_json
from jarvis_voice.frontends.control import ControlServer
from jarvis_voice.frontends.lines import LineFrontend, is_interactive, piped_lines, terminal_lines
from jarvis_voice.frontends.screen import Screen
from jarvis_voice.lazy_brain import Setting
from jarvis_voice.logs import start_log
from jarvis_voice.paths import Paths
from jarvis_voice.ports import Clock, Microphone
from jarvis_voice.store.lock import DAEMON
from jarvis_voice.voice_composition import (
    OwnSound,
    VoiceSetting,
    open_ears,
    open_mouth,
    own_sound,
    voice_settings,
)
from jarvis_voice.voice_dials import VoiceDials

if TYPE_CHECKING:
    from jarvis_voice.frontends.mouth import Mouth
    from jarvis_voice.frontends.voice import Ears, VoiceSession

log = logging.getLogger(__name__)

LOCK_SECONDS = 3.0
"""How long a command that is at work may take until the daemon starts."""


async def run_daemon(
    paths: Paths, screen: Screen, tell: Callable[[str], None], *, text_only: bool
) -> None:
    """Run until told to end.

    Args:
        paths: The user's folders.
        screen: Where events are shown.
        tell: Prints a line that is no event.
        text_only: Open no sound device.

    Raises:
        JarvisError: It cannot start at all (config, lock, database), or it can neither hear nor
            read any more.
    """
    config = load_config(paths)
    start_log(paths.log_file)
    bus, clock = Bus(), SystemClock()
    bus.listen(lambda event: screen.show(to_json(event)))
    bus.listen(_log_event)
    setting = Setting(dials=VoiceDials(config.voice.speed))
    async with AsyncExitStack() as stack:
        assistant = await stack.enter_async_context(
            open_assistant(
                config,
                paths,
                bus,
                clock,
                role=DAEMON,
                wait_seconds=LOCK_SECONDS,
                setting=setting,
            )
        )
        daemon = Daemon(config, paths, bus, clock, assistant, tell, setting.dials)
        await daemon.run(stack, text_only=text_only)
    tell("Goodbye.")


class Daemon:
    """The running program: implements `frontends.control.Backstage`."""

    def __init__(
        self,
        config: Config,
        paths: Paths,
        bus: Bus,
        clock: Clock,
        assistant: Assistant,
        tell: Callable[[str], None],
        dials: VoiceDials | None = None,
    ) -> None:
        self._dials = dials
        self._config = config
        self._paths = paths
        self._bus = bus
        self._clock = clock
        self._assistant = assistant
        self._tell = tell
        self._end = asyncio.Event()
        self._ears: VoiceSession | None = None
        self._hears = ("", "")
        self._mouth: Mouth | None = None
        self._is_starting = True
        self._reads_lines = True
        self._failure: JarvisError | None = None

    async def run(self, stack: AsyncExitStack, *, text_only: bool) -> None:
        """Open what there is, run until the end is asked for, and close in reverse order.

        Raises:
            AudioError: The ears were lost, and there is no other way to be told anything.
        """
        _end_on_signals(self._end)
        await self._open_control(stack)
        if not text_only:
            await self._open_unless_ended(stack)
        self._is_starting = False
        if not self._end.is_set():
            await self._run(stack)
        if self._failure:
            raise self._failure

    async def _run(self, stack: AsyncExitStack) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = []
            if self._ears:
                tasks.append(group.create_task(self._listen(self._ears), name="ears"))
                await self._open_key(stack)
                self._bus.publish(EarsReady(self._clock.seconds(), *self._hears))
            else:
                self._tell("Type what you want; `exit` leaves.")
            tasks.append(group.create_task(self._read_lines(), name="lines"))
            tasks.append(group.create_task(self._load_ahead(), name="load ahead"))
            await self._end.wait()
            if self._ears:
                await self._ears.stop()
            for task in tasks:
                task.cancel()

    async def _load_ahead(self) -> None:
        """The brain, where the ears did not need it, and what its tools need sooner or later."""
        await self._assistant.warm_up()
        await self._assistant.preload()

    @property
    def talk_key(self) -> VoiceSession | None:
        """What push-to-talk presses, or None without ears.

        Raises:
            ControlError: The ears may still come.
        """
        if self._is_starting:
            message = "Jarvis is still starting; try again in a moment."
            raise ControlError("starting", message)
        return self._ears

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer; without a mouth that is reported."""
        if self._mouth:
            await self._mouth.say(turn_id, sentences)
        else:
            self._trouble("no-voice", "The running Jarvis has no voice: answers are only printed.")

    async def clear(self, thread_id: str) -> int:
        """Forget a thread; how many turns it had."""
        return await self._assistant.clear(thread_id)

    async def forget(self, facts: tuple[int, ...]) -> int:
        """Forget facts for the control socket."""
        return await self._assistant.forget_facts(facts)

    async def _open_control(self, stack: AsyncExitStack) -> None:
        try:
            await stack.enter_async_context(
                ControlServer(self._paths.control_socket, self._assistant, self._bus, self)
            )
        except JarvisError as error:
            self._report(error)

    async def _open_unless_ended(self, stack: AsyncExitStack) -> None:
        """Open the sound, unless the end is asked for before that is done."""
        opening = asyncio.create_task(self._open_sound(stack), name="opening")
        ending = asyncio.create_task(self._end.wait(), name="ending")
        try:
            await asyncio.wait({opening, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_open = opening.done()
            opening.cancel()
            ending.cancel()
            await asyncio.gather(opening, ending, return_exceptions=True)
        if is_open:
            opening.result()

    async def _open_sound(self, stack: AsyncExitStack) -> None:
        """Open mouth and ears at the same time, and load the brain beside them."""
        own = own_sound(self._config, self._clock)
        setting = VoiceSetting(dials=self._dials, own=own, interrupted=self._assistant.note_heard)
        opening = open_mouth(self._config, self._paths, self._bus, self._clock, setting)
        self._mouth, ears, _ = await asyncio.gather(
            stack.enter_async_context(opening),
            self._open_ears(stack, own),
            self._assistant.warm_up(),
        )
        if ears:
            self._ears = await self._open_session(stack, ears)

    async def _open_ears(self, stack: AsyncExitStack, own: OwnSound) -> Ears | None:
        from jarvis_voice.audio.echo_microphone import EchoCancellingMicrophone
        from jarvis_voice.audio.microphone import DeviceMicrophone

        microphone: Microphone = DeviceMicrophone(self._config.microphone.device, self._trouble)
        if own.played:
            microphone = EchoCancellingMicrophone(microphone, own.played, self._trouble)
        opening = open_ears(self._config, self._paths, microphone, own, self._assistant)
        try:
            return await stack.enter_async_context(opening)
        except JarvisError as error:
            self._report(error)
            return None

    async def _open_session(self, stack: AsyncExitStack, ears: Ears) -> VoiceSession:
        from jarvis_voice.audio.ducking import Ducking
        from jarvis_voice.audio.speaker import NullSpeaker
        from jarvis_voice.frontends.ducker import Ducker
        from jarvis_voice.frontends.mouth import Mouth
        from jarvis_voice.frontends.voice import VoiceSession

        self._hears = (" or ".join(ears.wake.words), ears.microphone.name)
        settings = voice_settings(self._config, earcons=self._mouth is not None)
        mouth = self._mouth or Mouth(None, NullSpeaker(), self._bus, self._clock)
        parts = (ears, mouth, self._assistant, self._bus, self._clock, settings)
        if not self._config.audio.duck:
            return VoiceSession(*parts)
        levels = await stack.enter_async_context(Ducking(self._paths.state / "ducked.json"))
        ducker = await stack.enter_async_context(Ducker(levels))
        return VoiceSession(*parts, ducker.take)

    async def _open_key(self, stack: AsyncExitStack) -> None:
        combination = self._config.push_to_talk.key
        if not (combination and self._ears):
            return
        from jarvis_voice.frontends.push_to_talk import GlobalKey

        key = GlobalKey(combination, self._ears.press, self._ears.release, self._trouble)
        try:
            await stack.enter_async_context(key)
        except JarvisError as error:
            self._report(error)

    async def _listen(self, ears: VoiceSession) -> None:
        try:
            await ears.run()
        except JarvisError as error:
            self._report(error)
        self._ears = None
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
        if wants_to_leave or self._ears is None:
            self._end.set()

    async def _read_stdin(self) -> bool:
        """Run what is typed or piped in; whether the user asked to leave."""
        is_typed = is_interactive()
        frontend = LineFrontend(self._assistant, self._tell, is_script=not is_typed)
        lines: AsyncGenerator[str]
        if is_typed:
            lines = terminal_lines(self._paths.line_history, self._toggle)
        else:
            lines = piped_lines(sys.stdin.fileno())
        async with aclosing(lines):
            return await frontend.run(lines)

    def _toggle(self) -> None:
        if self._ears:
            self._ears.toggle()

    def _report(self, error: JarvisError) -> None:
        self._trouble(error.code, error.message)

    def _trouble(self, code: str, message: str) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), code, message))


def _end_on_signals(end: asyncio.Event) -> None:
    """End in order on Ctrl-C and on a polite kill; a second one ends at once."""
    loop = asyncio.get_running_loop()

    def ask_to_end(number: int) -> None:
        if end.is_set():
            loop.remove_signal_handler(number)
            signal.raise_signal(number)
        end.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt there
            loop.add_signal_handler(number, ask_to_end, number)


def _log_event(event: Event) -> None:
    """Facts about events, never what was said."""
    match event:
        case ProblemReported(code=code):
            log.warning("problem: %s", code)
        case TurnEnded(turn_id=turn_id, outcome=outcome):
            log.info("turn %s: %s", turn_id, outcome)
        case _:
            log.debug("%s", event.type)
