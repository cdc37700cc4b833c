"""Models that hear and speak as they are told, at the edge of the HTTP port."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Self

import numpy as np

from jarvis_voice.core.callers import Caller
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import AudioFrame, SpeechChunk, Transcript, Utterance

VOICE_HZ = 22_050
WORD_SECONDS = 0.25
"""How long each spoken word is."""

LOUD = 1_000
"""From this sample value on a frame is speech."""


class ScriptedSpeech:
    """Hears its words one after the other, and speaks a tone for each word.

    Args:
        words: What is heard, call by call; the last again and again.

    Attributes:
        loads: How often each model was opened while it was not.
        heard: The seconds of each sound that was heard.
        callers: Who asked, call by call.
        said: The texts that were spoken, with their speed.
        is_missing: Whether the models cannot be loaded.
        reached: Set when a sound is heard or a text is spoken.
        may_go: Unset to hold that.
        breaks_at: The word at which the voice fails.
        holds_at: The word at which speaking is held until `goes_on` is set.
    """

    def __init__(self, *words: str) -> None:
        self.words = list(words or ("hello",))
        self.loads = {"ears": 0, "voice": 0}
        self.open = {"ears": 0, "voice": 0}
        self.heard: list[float] = []
        self.callers: list[Caller] = []
        self.said: list[tuple[str, float]] = []
        self.is_missing = False
        self.reached, self.may_go = asyncio.Event(), asyncio.Event()
        self.may_go.set()
        self.breaks_at = ""
        self.holds_at, self.goes_on = "", asyncio.Event()
        self._news = asyncio.Event()

    def ears(self, caller: Caller) -> "ScriptedEars":
        """Speech to text."""
        return ScriptedEars(self, caller)

    def voice(self, caller: Caller, dials: Prosody) -> "ScriptedVoice":
        """Text to speech."""
        return ScriptedVoice(self, caller, dials)

    def vad(self) -> "LoudVad":
        """Voice activity."""
        return LoudVad()

    async def wait(self) -> None:
        """Say that a model is reached, and be held."""
        self.reached.set()
        self.tell()
        await self.may_go.wait()

    def tell(self) -> None:
        """Something has changed."""
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        while not holds():
            await self._news.wait()


class ScriptedModel:
    """A model that counts its loads."""

    kind = ""

    def __init__(self, speech: ScriptedSpeech, caller: Caller) -> None:
        self.speech = speech
        self.caller = caller

    async def __aenter__(self) -> Self:
        if self.speech.is_missing:
            raise ModelError("model-missing", "The model is missing: run `jarvis setup`.")
        self.speech.loads[self.kind] += not self.speech.open[self.kind]
        self.speech.open[self.kind] += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.speech.open[self.kind] -= 1
        self.speech.tell()


class ScriptedEars(ScriptedModel):
    """Speech to text that hears what is scripted."""

    kind = "ears"

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The next words."""
        self.speech.callers.append(self.caller)
        self.speech.heard.append(round(len(utterance.pcm) / 16_000, 2))
        await self.speech.wait()
        words = self.speech.words
        return Transcript(words.pop(0) if len(words) > 1 else words[0], 0.01, -0.1)

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """Never asked."""
        raise NotImplementedError

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """The first fits best."""
        return (0.0, *(-100.0,) * (len(texts) - 1))


class ScriptedVoice(ScriptedModel):
    """A voice that speaks tones."""

    kind = "voice"

    def __init__(self, speech: ScriptedSpeech, caller: Caller, dials: Prosody) -> None:
        super().__init__(speech, caller)
        self.dials = dials

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """A tone for each word."""
        self.speech.callers.append(self.caller)
        self.speech.said.append((text, self.dials.speed))
        for word in text.split():
            if word == self.speech.breaks_at:
                raise ModelError("model-failed", "The voice failed.")
            if word == self.speech.holds_at:
                await self.speech.goes_on.wait()
            await self.speech.wait()
            times = np.arange(int(VOICE_HZ * WORD_SECONDS)) / VOICE_HZ
            yield SpeechChunk(
                (np.sin(2 * np.pi * 440 * times) * 12_000).astype(np.int16), VOICE_HZ, word
            )


class LoudVad:
    """Takes for speech what is loud."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def probability(self, frame: AudioFrame) -> float:
        """1 where it is loud."""
        return float(np.abs(frame.pcm.astype(int)).max(initial=0) >= LOUD)

    def reset(self) -> None:
        """Nothing is kept."""
