"""Builds and opens speech input and output from the configuration; closes them in reverse order.

Invariant: nothing heavy is imported before it is needed; models load beside each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.callers import MICROPHONE
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import AsyncResource, Clock, Microphone, Speaker, SpeechToText
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.language.en.self_speech_words import SelfSpeechWords

if TYPE_CHECKING:
    from jarvis_voice.audio.echo.reference import PlayedSound
    from jarvis_voice.core.passing_memory import PassingMemory
    from jarvis_voice.engines.model_worker import ModelWorker
    from jarvis_voice.engines.speech_models import SpeechModels
    from jarvis_voice.engines.stt.context import Context
    from jarvis_voice.engines.tts.tts_cache import TtsCache
    from jarvis_voice.engines.wake.heads import WakeHead
    from jarvis_voice.engines.wake.self_speech_scorer import SelfSpeechScorer
    from jarvis_voice.platform.weights.hearing_choice import HearingChoice
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.speech_input import SpeechInput, VoiceSettings, WordsJudge

VOICE_GROUP = "voice-joe"

MELSPECTROGRAM = Path("wake", "melspectrogram.onnx")
TURN_MODEL = Path("turn", "smart-turn-v3.2-cpu.onnx")


@dataclass(frozen=True, slots=True)
class SelfSpeech:
    """What speech input must know about our own speech, so that Jarvis does not answer itself.

    Attributes:
        clock: The session's.
        words: What was said, and when.
        played: What the loudspeaker played, for the echo canceller; None where there is none.
    """

    clock: Clock
    words: SelfSpeechWords
    played: PlayedSound | None = None


@dataclass(frozen=True, slots=True)
class VoiceSetting:
    """What a caller gives a voice besides its configuration; None keeps the default.

    Attributes:
        speaker: Instead of the configured device.
        dials: Speed and loudness as the user turned them.
        own: Told what is said, where somebody listens meanwhile.
        interrupted: Told the turn and what was heard of an answer that was cut off.
        on_absent: Told why there is no loudspeaker yet; without it that is an error.
        models: Shared with others; None makes some for this voice alone.
        passing: Counts the speech that is kept; None is nobody.
        phrases: What is made into speech before anybody asks.
        is_open: Set when all else is open: the phrases are made from then on.
    """

    speaker: Speaker | None = None
    dials: Prosody | None = None
    own: SelfSpeech | None = None
    interrupted: Callable[[str, str], None] | None = None
    on_absent: Callable[[JarvisError], None] | None = None
    models: SpeechModels | None = None
    passing: PassingMemory | None = None
    phrases: tuple[str, ...] = ()
    is_open: asyncio.Event = field(default_factory=asyncio.Event)


def speech_models(config: Config, paths: Paths) -> SpeechModels:
    """The models that hear and speak, as configured; none is loaded yet."""
    from jarvis_voice.engines.speech_models import SpeechModels

    second = hearing_of(config, paths).second
    return SpeechModels(
        lambda: _whisper(config, paths, hearing_of(config, paths).model, paths.silence),
        lambda: _voice(config, paths),
        (lambda: _whisper(config, paths, second, paths.second_silence)) if second else None,
    )


def hearing_of(config: Config, paths: Paths) -> HearingChoice:
    """Which Whisper hears, and which one hears doubtful words once more."""
    from jarvis_voice.platform.weights.hearing_choice import hearing

    setting = config.speech_to_text
    return hearing(setting.model, paths.models, second=setting.second_hearing)


def _whisper(config: Config, paths: Paths, size: str, silence: Path) -> ModelWorker[Context]:
    from jarvis_voice.engines.stt.whisper import whisper_worker
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.platform.weights.manifest import WHISPER, is_own_folder, whisper_folder

    if not is_own_folder(size):
        require(paths.models, [WHISPER + size])
    folder = whisper_folder(paths.models, size)
    return whisper_worker(folder, config.language, config.speech_to_text.threads, silence)


def _voice(config: Config, paths: Paths) -> ModelWorker[Any]:
    from jarvis_voice.engines.tts.piper import voice_worker

    return voice_worker(_voice_model(config.voice.model, paths))


def own_sound(config: Config, clock: Clock) -> SelfSpeech:
    """What a session shares between mouth and ears, as configured."""
    if config.audio.echo_cancel == "off":
        return SelfSpeech(clock, SelfSpeechWords())
    from jarvis_voice.audio.echo.reference import PlayedSound

    return SelfSpeech(clock, SelfSpeechWords(), PlayedSound())


@asynccontextmanager
async def open_voice(
    config: Config, paths: Paths, bus: Bus, clock: Clock, setting: VoiceSetting | None = None
) -> AsyncIterator[SpeechOutput]:
    """The voice on a loudspeaker.

    Args:
        config: Voice and device.
        paths: Where the weights are.
        bus: Where events go.
        clock: Event times.
        setting: What stands around it.

    Raises:
        ModelError: The weights of the voice are missing or damaged.
        AudioError: The loudspeaker, or the file in its place, cannot be opened.
    """
    from jarvis_voice.audio.speaker import DeviceSpeaker
    from jarvis_voice.engines.tts.tts_cache import TtsCache
    from jarvis_voice.voice.output.self_speech_filter import SelfSpeechRecorder
    from jarvis_voice.voice.output.speech_output import SpeechOutput

    setting = setting or VoiceSetting()
    own = setting.own
    await asyncio.to_thread(_voice_model, config.voice.model, paths)
    models = setting.models or speech_models(config, paths)
    dials = setting.dials or Prosody(config.voice.speed)
    tts = TtsCache(models.voice(MICROPHONE, dials), dials)
    on_played = own.played.put if own and own.played else None
    speaker = setting.speaker or DeviceSpeaker(
        config.speaker.device,
        on_played,
        preferred=config.speaker.preferred,
        on_absent=setting.on_absent,
    )
    if own:
        speaker = SelfSpeechRecorder(speaker, own.words, own.clock)
    scorer = await asyncio.to_thread(_own_speech, config, paths) if own else None
    async with AsyncExitStack() as stack:
        await open_together(stack, tts, speaker, *((scorer,) if scorer else ()))
        if setting.passing:
            setting.passing.add(tts)
        if setting.phrases:
            learning = asyncio.create_task(_learn(tts, setting), name="phrases")
            stack.push_async_callback(_end, learning)
        yield SpeechOutput(tts, speaker, bus, clock, scorer, setting.interrupted)


async def _learn(tts: TtsCache, setting: VoiceSetting) -> None:
    await setting.is_open.wait()
    await tts.learn(setting.phrases)


async def _end(work: asyncio.Task[None]) -> None:
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def _voice_model(setting: str, paths: Paths) -> Path:
    """The network of the voice that is set; of the one that ships every byte was compared."""
    from jarvis_voice.engines.tts.voice_files import find_voice, require_one_speaker
    from jarvis_voice.platform.weights.check import require

    voice = find_voice(setting, paths)
    if voice.is_shipped:
        require(paths.models, [VOICE_GROUP])
    else:
        require_one_speaker(voice)
    return voice.model


def _own_speech(config: Config, paths: Paths) -> SelfSpeechScorer | None:
    """What scores our own speech; None where a file is not there, which the ears will tell."""
    from jarvis_voice.engines.wake.networks import network_files
    from jarvis_voice.engines.wake.self_speech_scorer import SelfSpeechScorer

    melspectrogram = paths.models / MELSPECTROGRAM
    try:
        heads = find_wake_heads(config, paths)
    except JarvisError:
        return None
    files = network_files(melspectrogram, heads)
    return SelfSpeechScorer(melspectrogram, heads) if all(map(Path.exists, files)) else None


def find_wake_heads(config: Config, paths: Paths) -> tuple[WakeHead, ...]:
    """The heads of the wake words that are set.

    Raises:
        ConfigError: One has none.
    """
    from jarvis_voice.engines.wake.heads import find_heads

    return tuple(find_heads(config.wake.words, paths.wake_heads, paths.models))


@asynccontextmanager
async def open_mouth(
    config: Config, paths: Paths, bus: Bus, clock: Clock, setting: VoiceSetting | None = None
) -> AsyncIterator[SpeechOutput | None]:
    """As `open_voice`, but None and a reported problem where there is no voice or loudspeaker."""
    async with AsyncExitStack() as stack:
        mouth: SpeechOutput | None = None
        try:
            mouth = await stack.enter_async_context(open_voice(config, paths, bus, clock, setting))
        except JarvisError as error:
            bus.publish(ProblemReported(clock.seconds(), error.code, error.message))
        yield mouth


@asynccontextmanager
async def open_chime(config: Config, bus: Bus, clock: Clock) -> AsyncIterator[SpeechOutput]:
    """A loudspeaker without a voice: earcons sound, and words are only shown.

    Raises:
        AudioError: There is no loudspeaker.
    """
    from jarvis_voice.audio.speaker import DeviceSpeaker
    from jarvis_voice.voice.output.speech_output import SpeechOutput

    preferred = config.speaker.preferred
    async with DeviceSpeaker(config.speaker.device, preferred=preferred) as speaker:
        yield SpeechOutput(None, speaker, bus, clock)


@asynccontextmanager
async def open_ears(
    config: Config,
    paths: Paths,
    microphone: Microphone,
    own: SelfSpeech | None = None,
    judge: WordsJudge | None = None,
    models: SpeechModels | None = None,
) -> AsyncIterator[SpeechInput]:
    """The microphone and the models behind it, proved with a recorded phrase.

    The models load beside each other, on all cores but one.

    Args:
        config: Wake words, devices and models.
        paths: Where the weights are.
        microphone: Opened here.
        own: What the mouth says; None where it says nothing.
        judge: Who knows what words mean; None is nobody.
        models: Shared with others; None makes some for these ears alone.

    Raises:
        ConfigError: A wake word that is set has no head.
        ModelError: A weight file is missing or damaged, or a model is deaf.
        AudioError: The microphone cannot be opened.
    """
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.platform.weights.manifest import WAKE_LIBRARY, WHISPER, is_own_folder
    from jarvis_voice.voice.readiness import open_and_prove

    size = (await asyncio.to_thread(hearing_of, config, paths)).model
    groups = ["wake"] if is_own_folder(size) else ["wake", WHISPER + size]
    await asyncio.to_thread(require, paths.models, groups)
    heads = await asyncio.to_thread(find_wake_heads, config, paths)
    if any(head.library_classes for head in heads):
        await asyncio.to_thread(require, paths.models, [WAKE_LIBRARY])
    own_models = await asyncio.to_thread(speech_models, config, paths)  # loads nothing
    pool = models or own_models
    ears = _make_ears(config, paths, microphone, heads, pool.ears(MICROPHONE))
    ears = replace(ears, second_stt=pool.second_ears(MICROPHONE))
    if own:
        ears = _deaf_to_ourselves(ears, own)
    if judge:
        ears = replace(ears, judge=judge)
    async with AsyncExitStack() as stack:
        await open_and_prove(stack, ears, heads)
        # the last: what was said while models loaded would be heard late, and a key released later
        await stack.enter_async_context(microphone)
        yield ears


def _make_ears(
    config: Config,
    paths: Paths,
    microphone: Microphone,
    heads: Sequence[WakeHead],
    stt: SpeechToText,
) -> SpeechInput:
    """What hears, not opened yet."""
    from jarvis_voice.engines.vad.silero import SileroVad
    from jarvis_voice.engines.vad.smart_turn import SmartTurn
    from jarvis_voice.engines.wake.detector import OpenWakeWordDetector
    from jarvis_voice.voice.speech_input import SpeechInput

    turn_model = paths.models / TURN_MODEL
    return SpeechInput(
        microphone=microphone,
        wake=OpenWakeWordDetector(paths.models / MELSPECTROGRAM, heads),
        points=tuple(
            head.point.at_sensitivity(sensitivity)
            for head, sensitivity in zip(heads, config.wake.words.values(), strict=True)
        ),
        vad=SileroVad(),
        span_vad=SileroVad(),
        stt=stt,
        turn_model=SmartTurn(turn_model) if turn_model.exists() else None,
    )


def _deaf_to_ourselves(ears: SpeechInput, own: SelfSpeech) -> SpeechInput:
    from jarvis_voice.voice.output.self_speech_filter import SelfSpeechFilter

    second = ears.second_stt
    return replace(
        ears,
        stt=SelfSpeechFilter(ears.stt, own.words, own.clock),
        second_stt=SelfSpeechFilter(second, own.words, own.clock) if second else None,
    )


async def open_together(stack: AsyncExitStack, *resources: AsyncResource) -> None:
    """Open all at the same time; when one fails, those that opened are closed by the stack."""
    opened = await asyncio.gather(
        *(stack.enter_async_context(resource) for resource in resources), return_exceptions=True
    )
    for failure in opened:
        if isinstance(failure, BaseException):
            raise failure


def voice_settings(config: Config, *, earcons: bool) -> VoiceSettings:
    """How a session listens, from the config."""
    from jarvis_voice.voice.speech_input import VoiceSettings

    listening = config.listening
    return VoiceSettings(
        second_stage=config.wake.second_stage,
        pause_seconds=listening.pause_seconds,
        silence_seconds=listening.silence_seconds,
        max_seconds=listening.max_seconds,
        follow_up_seconds=listening.follow_up_seconds,
        earcons=earcons and config.voice.earcons,
        hears_while_speaking=config.audio.echo_cancel == "linear",
    )
