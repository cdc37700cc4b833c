"""`jarvis say`, `hear` and `devices`: speak a text, hear a recording, list sound devices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.terminal.screen import one_line

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from jarvis_voice.assistant.assistant import Assistant
    from jarvis_voice.audio.recording import RecordingMicrophone
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.core.types import Outcome
    from jarvis_voice.doors.terminal.screen import Screen
    from jarvis_voice.voice.session import VoiceSession
    from jarvis_voice.voice.speech_input import SpeechInput


def say(
    text: Annotated[str, typer.Argument(help="What to say.")],
    out: Annotated[
        Path | None, typer.Option(help="Write a WAV file instead of playing it.")
    ] = None,
) -> None:
    """Speak a text with Jarvis's voice."""
    import asyncio

    from jarvis_voice.core.errors import AudioError
    from jarvis_voice.core.paths import find_paths

    if asyncio.run(say_text(text, find_paths(), out)):
        raise typer.Exit(AudioError.exit_code)


RATE_HZ = 22_050


async def say_text(text: str, paths: Paths, file: Path | None) -> bool:
    """Speak; returns whether the sound failed, which was then told on stderr.

    Raises:
        JarvisError: There is no voice, or no loudspeaker.
    """
    has_failed = None if file else await _by_daemon(text, paths)
    return await _say_here(text, paths, file) if has_failed is None else has_failed


async def _by_daemon(text: str, paths: Paths) -> bool | None:
    """Let the daemon speak, which knows its own voice then; None where there is none that can."""
    from jarvis_voice.doors.control.client import request

    has_failed = False
    body = {"command": "say", "text": text}
    try:
        async with aclosing(request(paths.control_socket, body)) as answers:
            async for answer in answers:
                if answer["type"] == "problem-reported":
                    has_failed = True
                    err.tell(f"jarvis: {answer['message']}")
    except ControlError as error:
        if error.code not in {"no-daemon", "no-voice"}:
            raise
        return None
    return has_failed


async def _say_here(text: str, paths: Paths, file: Path | None) -> bool:
    from jarvis_voice.core.config import load_config

    return await say_as(load_config(paths), text, paths, file)


async def say_as(config: Config, text: str, paths: Paths, file: Path | None) -> bool:
    """Speak with the voice of a configuration, in this process; returns whether the sound failed.

    Raises:
        JarvisError: There is no such voice, or no loudspeaker.
    """
    from jarvis_voice.app.voice_factory import VoiceSetting, open_voice
    from jarvis_voice.audio.recording import RecordingSpeaker
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.events import Event, ProblemReported
    from jarvis_voice.language.en.sentences import split_sentences

    bus, clock = Bus(), SystemClock()
    problems: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, ProblemReported):
            problems.append(event.code)
            err.tell(f"jarvis: {event.message}")

    async def sentences() -> AsyncIterator[str]:
        for sentence in split_sentences(text):
            yield sentence

    bus.listen(note)
    speaker = RecordingSpeaker(file, RATE_HZ) if file else None
    async with open_voice(config, paths, bus, clock, VoiceSetting(speaker)) as mouth:
        await mouth.say("", sentences())
    return bool(problems)


def hear(
    file: Annotated[Path, typer.Argument(help="A WAV file: any rate, any number of channels.")],
    out: Annotated[
        Path | None, typer.Option(help="Write the spoken answer to this WAV file.")
    ] = None,
    key: Annotated[
        bool, typer.Option("--key", help="Skip the wake word: the whole file is the command.")
    ] = False,
    fast: Annotated[
        bool, typer.Option("--fast", help="Read the file as fast as it can be heard.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.")
    ] = False,
) -> None:
    """Play a recording to Jarvis; time is counted in its frames."""
    import asyncio

    from jarvis_voice.audio.sound_file import open_recording
    from jarvis_voice.cli.output import err, screen_for
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    config = load_config(paths)
    open_recording(file).close()  # what is no recording is told before any model is loaded
    hearing = HearOptions(answer=out, key=key, fast=fast)
    screen = screen_for(as_json=as_json)
    outcomes = asyncio.run(hear_recording(file, config, paths, screen, hearing))
    if not outcomes:
        err.tell("jarvis: I heard no command in this recording.")
    if not outcomes or "failed" in outcomes:
        raise typer.Exit(1)


ANSWER_RATE_HZ = 22_050
"""The rate of the default voice: its answers are written as they were made."""


@dataclass(frozen=True, slots=True)
class HearOptions:
    """How `jarvis hear` plays a recording to Jarvis.

    Attributes:
        answer: Where the spoken answer goes; None is nowhere.
        key: Skip the wake word.
        fast: As fast as it can be heard, instead of in real time.
    """

    answer: Path | None
    key: bool
    fast: bool


@dataclass(frozen=True, slots=True)
class _Household:
    """What all parts of a session share."""

    config: Config
    paths: Paths
    bus: Bus
    clock: FrameClock


async def hear_recording(
    file: Path, config: Config, paths: Paths, screen: Screen, hearing: HearOptions
) -> list[Outcome]:
    """Play a recording to the ears; returns the outcomes of the turns that came of it.

    Args:
        file: The recording.
        config: The settings.
        paths: The user's folders.
        screen: Shows the events.
        hearing: How the recording is played.

    Raises:
        JarvisError: The file, a model or the database cannot be used.
    """
    from jarvis_voice.audio.recording import RecordingMicrophone
    from jarvis_voice.cli.reading_bar import reading_bar
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.platform.logs import start_log

    household = _Household(config, paths, Bus(), FrameClock())
    start_log(paths.log_file, config.log.format, config.secrets)
    outcomes = _shown(household.bus, screen)

    async def hold() -> None:
        await session.gate()

    microphone = RecordingMicrophone(
        file, clock=household.clock, realtime=not hearing.fast, gate=hold
    )
    async with AsyncExitStack() as stack:
        session = await _open_session(stack, household, microphone, hearing)
        if hearing.key:
            session.press()
        async with reading_bar(microphone.seconds, lambda: microphone.seconds_read):
            await session.run()
    return outcomes


async def _open_session(
    stack: AsyncExitStack,
    household: _Household,
    microphone: RecordingMicrophone,
    hearing: HearOptions,
) -> VoiceSession:
    """The ears, the assistant and the mouth, which the stack closes.

    Args:
        stack: Closes what is opened here.
        household: What they share.
        microphone: Plays the recording.
        hearing: How the recording is played.
    """
    from jarvis_voice.app import voice_factory
    from jarvis_voice.audio.recording import RecordingSpeaker
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

    config, paths, bus, clock = household.config, household.paths, household.bus, household.clock
    dials = Prosody(config.voice.speed)
    has_answer = hearing.answer is not None
    # played in its time, an answer can be broken into by what the recording says next
    lasts = has_answer and not hearing.fast
    speaker = RecordingSpeaker(hearing.answer, ANSWER_RATE_HZ, realtime=lasts)
    # who wants the answer in a file is told before anything is done that it cannot be had
    open_speech = voice_factory.open_voice if has_answer else voice_factory.open_mouth
    own = voice_factory.own_sound(config, clock)
    assistant = await _open_assistant(stack, household, dials)
    opening_ears = voice_factory.open_ears(config, paths, microphone, own, assistant)
    ears = await _opened_while_warming(stack, opening_ears, assistant)
    speech = voice_factory.VoiceSetting(speaker, dials, own, assistant.note_heard)
    voice = await stack.enter_async_context(open_speech(config, paths, bus, clock, speech))
    mouth = voice or SpeechOutput(None, speaker, bus, clock)
    settings = voice_factory.voice_settings(config, earcons=has_answer)
    return VoiceSession(ears, mouth, assistant, bus, clock, settings)


async def _open_assistant(
    stack: AsyncExitStack, household: _Household, dials: Prosody
) -> Assistant:
    """The assistant, for one command: it waits a while for another that holds the database."""
    from jarvis_voice.app.assistant_factory import open_assistant
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.cli.daemon_or_local import COMMAND_SECONDS
    from jarvis_voice.store.process_lock import ProcessLock

    config, paths, bus, clock = household.config, household.paths, household.bus, household.clock
    lock = ProcessLock(paths.lock, "hear", COMMAND_SECONDS)
    opening = open_assistant(config, paths, bus, clock, lock, Overrides(dials=dials))
    return await stack.enter_async_context(opening)


async def _opened_while_warming(
    stack: AsyncExitStack, opening: AbstractAsyncContextManager[SpeechInput], assistant: Assistant
) -> SpeechInput:
    """The ears, opened while the brain loads; where they fail, that ends before the database."""
    import asyncio

    async def end() -> None:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)

    warming = asyncio.create_task(assistant.warm_up(), name="warm-up")
    stack.push_async_callback(end)
    ears = await stack.enter_async_context(opening)
    await warming
    return ears


def _shown(bus: Bus, screen: Screen) -> list[Outcome]:
    """From now on show every event; the outcomes of the turns that have ended so far."""
    from jarvis_voice.core.events import Event, TurnEnded, to_json

    outcomes: list[Outcome] = []

    def show(event: Event) -> None:
        screen.show(to_json(event))
        if isinstance(event, TurnEnded):
            outcomes.append(event.outcome)

    bus.listen(show)
    return outcomes


def devices() -> None:
    """List microphones and loudspeakers; any part of a name goes into the config."""
    from jarvis_voice.audio.portaudio import list_devices

    rows = list_devices()
    for kind, channels in (("Microphones", "inputs"), ("Loudspeakers", "outputs")):
        typer.echo(f"{kind}:")
        found = [row for row in rows if getattr(row, channels)]
        for row in found:
            default = " (default)" if getattr(row, f"is_default_{channels[:-1]}") else ""
            typer.echo(f"  {one_line(row.name)}{default}  [{row.host_api}]")
        if not found:
            typer.echo("  none")
