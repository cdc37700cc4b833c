"""Makes the conversation of each satellite: its own ears' state, and the models that all share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.voice_factory import (
    MELSPECTROGRAM,
    TURN_MODEL,
    find_wake_heads,
    open_together,
    voice_settings,
)
from jarvis_voice.core.callers import Caller, Rank
from jarvis_voice.core.ports import WakeDetector
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.language.en.self_speech_words import SelfSpeechWords

if TYPE_CHECKING:
    from jarvis_voice.doors.satellite.nearest_call import NearestCall
    from jarvis_voice.doors.satellite.satellite import OpenedVoice, VoiceLink
    from jarvis_voice.engines.speech_models import SpeechModels
    from jarvis_voice.voice.speech_input import SpeechInput, TurnModel


class SatelliteVoices:
    """Makes conversations by voice; implements `doors.satellite.satellite.VoiceMaker`.

    What all share is loaded for the first of them, and kept until this closes.

    Args:
        core: What they stand on.
        models: Those that hear and speak, shared with all.
    """

    def __init__(self, core: AppContext, models: SpeechModels) -> None:
        from jarvis_voice.doors.satellite.nearest_call import NearestCall

        self._core = core
        self._models = models
        self._nearest: NearestCall = NearestCall()
        self._stack = AsyncExitStack()
        self._turn_model: TurnModel | None = None
        self._is_kept = False
        self._loading = asyncio.Lock()

    async def __aenter__(self) -> SatelliteVoices:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let go what was loaded."""
        await self._stack.aclose()

    @asynccontextmanager
    async def open(self, link: VoiceLink) -> AsyncIterator[OpenedVoice]:
        """A conversation at a satellite.

        Raises:
            JarvisError: A model cannot be loaded.
        """
        from jarvis_voice.doors.satellite.satellite import OpenedVoice
        from jarvis_voice.voice.output.self_speech_filter import (
            SelfSpeechFilter,
            SelfSpeechRecorder,
        )
        from jarvis_voice.voice.output.speech_output import SpeechOutput
        from jarvis_voice.voice.session import VoiceSession

        await self._keep()
        core = self._core
        caller = Caller(f"satellite {link.origin.user_id} {link.origin.place}", Rank.LIVE)
        dials, own_words = Prosody(core.config.voice.speed), SelfSpeechWords()
        tts = self._models.voice(caller, dials)
        speaker = SelfSpeechRecorder(link.speaker, own_words, core.clock)
        ears = await self._ears(link, caller)
        ears = replace(ears, stt=SelfSpeechFilter(ears.stt, own_words, core.clock))
        is_called = link.hello.wake == "server"
        settings = voice_settings(core.config, earcons=True)
        settings = replace(
            settings,
            origin=link.origin,
            on_state=link.on_state,
            hears_while_speaking=is_called,  # a browser takes the echo out
            follow_up_seconds=settings.follow_up_seconds if is_called else 0.0,
        )
        async with AsyncExitStack() as stack:
            second = (ears.second_stt,) if ears.second_stt else ()
            await open_together(
                *(stack, tts, speaker, ears.stt, ears.wake, ears.vad, ears.span_vad),
                *(ears.microphone, *second),
            )
            bus = core.bus.at(link.origin)
            mouth = SpeechOutput(
                tts, speaker, bus, core.clock, interrupted=core.assistant.note_heard
            )
            session = VoiceSession(ears, mouth, link.conversation, core.bus, core.clock, settings)
            yield OpenedVoice(session, mouth, dials, ears.wake.words if is_called else ())

    async def _ears(self, link: VoiceLink, caller: Caller) -> SpeechInput:
        from jarvis_voice.doors.satellite.quiet_wake import QuietVad
        from jarvis_voice.engines.vad.silero import SileroVad
        from jarvis_voice.voice.speech_input import SpeechInput

        is_called = link.hello.wake == "server"
        wake, points = await self._wake(link)
        return SpeechInput(
            microphone=link.microphone,
            wake=wake,
            points=points,
            vad=SileroVad(),
            span_vad=SileroVad() if is_called else QuietVad(),
            stt=self._models.ears(caller),
            judge=self._core.assistant,
            turn_model=await self._shared_turn_model() if is_called else None,
            second_stt=self._models.second_ears(caller),
        )

    async def _wake(self, link: VoiceLink) -> tuple[WakeDetector, tuple[WakePoint, ...]]:
        from jarvis_voice.doors.satellite.contested_wake import ContestedWake
        from jarvis_voice.doors.satellite.quiet_wake import QuietWake
        from jarvis_voice.engines.wake.detector import OpenWakeWordDetector

        config, paths = self._core.config, self._core.paths
        if link.hello.wake == "push":
            words = tuple(config.wake.words)
            return QuietWake(words), tuple(WakePoint(one, 0.9, 0.8) for one in words)
        heads = await asyncio.to_thread(find_wake_heads, config, paths)
        points = tuple(
            head.point.at_sensitivity(sensitivity)
            for head, sensitivity in zip(heads, config.wake.words.values(), strict=True)
        )
        detector = OpenWakeWordDetector(paths.models / MELSPECTROGRAM, heads)
        contested = ContestedWake(
            detector, self._nearest, points, self._core.clock.seconds, link.on_yield
        )
        return contested, points

    async def _keep(self) -> None:
        """Have the models that hear and speak from now on: who comes again waits for nothing."""
        caller = Caller("satellites", Rank.ASKED)
        async with self._loading:
            if not self._is_kept:
                models = self._models.ears(caller), self._models.voice(caller, Prosody())
                await open_together(self._stack, *models)
                self._is_kept = True

    async def _shared_turn_model(self) -> TurnModel | None:
        from jarvis_voice.engines.vad.smart_turn import SmartTurn

        file = self._core.paths.models / TURN_MODEL
        if not file.exists():
            return None
        async with self._loading:
            if self._turn_model is None:
                self._turn_model = await self._stack.enter_async_context(SmartTurn(file))
            return self._turn_model
