"""Opens speech input, speech output and the push-to-talk key; the daemon runs without them too.

Invariant: what cannot be opened is told in one line; what was opened is closed by the stack.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.operations import Operations
from jarvis_voice.app.voice_factory import (
    SelfSpeech,
    VoiceSetting,
    open_ears,
    open_mouth,
    own_sound,
    speech_models,
    voice_settings,
)
from jarvis_voice.assistant.replies import usual_sentences
from jarvis_voice.assistant.reply_stream import WORKING
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Microphone
from jarvis_voice.voice.microphone_monitor import MicrophoneMonitor
from jarvis_voice.voice.turn_taking import State

if TYPE_CHECKING:
    from jarvis_voice.audio.microphone import DeviceMicrophone
    from jarvis_voice.doors.hotkey.push_to_talk import GlobalKey
    from jarvis_voice.engines.speech_models import SpeechModels
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession
    from jarvis_voice.voice.speech_input import SpeechInput


class AudioStack:
    """The speech input, speech output and push-to-talk key of one daemon.

    Args:
        core: What it stands on.
        operations: Told of mouth and ears.
        models: Those that hear and speak, shared with other doors.

    Attributes:
        microphone: The device, where there are ears.
        news: Tells of the device.
        words: What wakes them.
        key: The global push-to-talk key, where one is asked for.
    """

    def __init__(
        self, core: AppContext, operations: Operations, models: SpeechModels | None = None
    ) -> None:
        self._core = core
        self._models = models or speech_models(core.config, core.paths)
        self._operations = operations
        self.microphone: DeviceMicrophone | None = None
        self.news = MicrophoneMonitor(core.bus, core.clock)
        self.words = ""
        self.key: GlobalKey | None = None

    async def open(
        self, stack: AsyncExitStack, on_state: Callable[[State], None]
    ) -> VoiceSession | None:
        """Open mouth and ears at the same time, and load the brain beside them.

        Args:
            stack: Closes them.
            on_state: Told of each state of the session.
        """
        own = own_sound(self._core.config, self._core.clock)
        setting = VoiceSetting(
            dials=self._core.dials,
            own=own,
            interrupted=self._core.assistant.note_heard,
            on_absent=self._core.report_error,
            models=self._models,
            passing=self._core.assistant.passing,
            phrases=(WORKING, *usual_sentences()),
        )
        opening = open_mouth(
            self._core.config, self._core.paths, self._core.bus, self._core.clock, setting
        )
        ears, *_ = await asyncio.gather(
            self._open_ears(stack, own),  # the first: its models take longest
            self._core.assistant.warm_up(),
            self._open_mouth(stack, opening),
            self._open_key(stack),
        )
        setting.is_open.set()
        if ears is None or self.microphone is None:
            return None
        session = await self._open_session(stack, ears, on_state)
        self.news.close_with(session)
        await self._operations.begin(self.microphone, session)
        return session

    async def _open_mouth(
        self, stack: AsyncExitStack, opening: AbstractAsyncContextManager[SpeechOutput | None]
    ) -> None:
        """Who rings meanwhile needs it at once, or to know that none comes."""
        self._operations.mouth = await stack.enter_async_context(opening)
        self._operations.may_get_mouth = False

    async def _open_ears(self, stack: AsyncExitStack, own: SelfSpeech) -> SpeechInput | None:
        from jarvis_voice.audio.echo.microphone import EchoCancellingMicrophone
        from jarvis_voice.audio.microphone import DeviceMicrophone
        from jarvis_voice.audio.monitor_source import ServerWatch

        setting = self._core.config.microphone
        device = DeviceMicrophone(
            setting.device,
            self.news.take,
            waits=True,
            preferred=setting.preferred,
            server=ServerWatch(),
        )
        self.microphone = device
        microphone: Microphone = device
        if own.played:
            microphone = EchoCancellingMicrophone(microphone, own.played, self._core.report)
        self._operations.mute_control.expect(device)
        opening = open_ears(
            self._core.config,
            self._core.paths,
            microphone,
            own,
            self._core.assistant,
            self._models,
        )
        try:
            return await stack.enter_async_context(opening)
        except JarvisError as error:
            self._core.report_error(error)
            return None

    async def _open_session(
        self, stack: AsyncExitStack, ears: SpeechInput, on_state: Callable[[State], None]
    ) -> VoiceSession:
        from jarvis_voice.audio.ducking import Ducking
        from jarvis_voice.audio.speaker import NullSpeaker
        from jarvis_voice.voice.ducker import Ducker
        from jarvis_voice.voice.output.speech_output import SpeechOutput
        from jarvis_voice.voice.session import VoiceSession

        self.words = " or ".join(ears.wake.words)
        spoken, near_misses = self._operations.mouth, self._operations.near_misses
        settings = replace(
            voice_settings(self._core.config, earcons=spoken is not None),
            is_quiet=self._operations.is_quiet,
            on_near_miss=near_misses.keep if near_misses.most else None,
        )
        mouth = spoken or SpeechOutput(None, NullSpeaker(), self._core.bus, self._core.clock)
        if settings.earcons:
            self.news.sound_with(self._operations.play_unasked)
        parts = (ears, mouth, self._core.assistant, self._core.bus, self._core.clock)
        if not self._core.config.audio.duck:
            return VoiceSession(*parts, replace(settings, on_state=on_state))
        levels = await stack.enter_async_context(Ducking(self._core.paths.state / "ducked.json"))
        ducker = await stack.enter_async_context(Ducker(levels))

        def take(state: State) -> None:
            ducker.take(state)
            on_state(state)

        return VoiceSession(*parts, replace(settings, on_state=take))

    async def _open_key(self, stack: AsyncExitStack) -> None:
        setting = self._core.config.push_to_talk
        if not setting.key:
            return
        from jarvis_voice.doors.hotkey.key_strokes import KeyStrokes
        from jarvis_voice.doors.hotkey.push_to_talk import GlobalKey

        strokes = KeyStrokes(lambda: self._operations.talk_key, setting.mode, self._core.report)
        self.key = GlobalKey(
            setting.key, strokes.press, strokes.release, self._core.report, setting.backend
        )
        try:
            await stack.enter_async_context(self.key)
        except JarvisError as error:
            self._core.report_error(error)
