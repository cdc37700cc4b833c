"""SpeechModels: the models that hear and speak, for all microphones and requests of a program.

Invariant: each is loaded once, at the first need, whoever needs it; live ears go first. What keeps
state between two sounds, such as voice activity, is never shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.callers import Caller
from jarvis_voice.core.ports import SpeechToText, TextToSpeech, Vad
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.shared_worker import SharedWorker

if TYPE_CHECKING:
    from jarvis_voice.engines.stt.context import Context


class SpeechModels:
    """The speech-to-text and the text-to-speech model; implements `ports.SpeechPool`.

    Args:
        make_whisper: Makes the worker of speech to text; its errors are JarvisErrors.
        make_voice: The same for text to speech.
        make_second: The same for the better speech to text, for doubtful words; None is none.

    Attributes:
        hearing: Speech to text.
        speech: Text to speech.
        second: The better speech to text.
    """

    def __init__(
        self,
        make_whisper: Callable[[], ModelWorker[Context]],
        make_voice: Callable[[], ModelWorker[Any]],
        make_second: Callable[[], ModelWorker[Context]] | None = None,
    ) -> None:
        self.hearing = SharedWorker(make_whisper)
        self.speech = SharedWorker(make_voice)
        self.second = SharedWorker(make_second) if make_second else None

    def ears(self, caller: Caller) -> SpeechToText:
        """Speech to text for one caller; open inside `async with`."""
        from jarvis_voice.engines.stt.whisper import FasterWhisper

        return FasterWhisper.at(self.hearing.seat(caller))

    def second_ears(self, caller: Caller) -> SpeechToText | None:
        """The better speech to text for one caller, loaded at the first need; None is none."""
        from jarvis_voice.engines.stt.late_stt import LateStt
        from jarvis_voice.engines.stt.whisper import FasterWhisper

        second = self.second
        return LateStt(lambda: FasterWhisper.at(second.seat(caller))) if second else None

    def voice(self, caller: Caller, dials: Prosody) -> TextToSpeech:
        """Text to speech for one caller, at a speed and level of its own; inside `async with`."""
        from jarvis_voice.engines.tts.piper import PiperTts

        return PiperTts.at(self.speech.seat(caller), dials)

    def vad(self) -> Vad:
        """Voice activity for one sound; inside `async with`."""
        from jarvis_voice.engines.vad.silero import SileroVad

        return SileroVad()
