"""SoundDesk: hears and speaks for who asks by HTTP, with the models that the microphone uses too.

Invariant: nothing is loaded before somebody needs it; who comes first waits for it. A sound and its
words are kept nowhere.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from jarvis_voice.core.callers import Caller, Rank
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import AsyncResource, SpeechPool
from jarvis_voice.core.prosody import FASTEST, SLOWEST, Prosody
from jarvis_voice.core.types import RATE_HZ, SpeechChunk
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_limits import SoundLimits
from jarvis_voice.doors.http.spoken_turns import SpokenTurns
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.language.en.wake_phrase import strip_wake_word
from jarvis_voice.voice.speech_input import WordsJudge
from jarvis_voice.voice.transcription.best_hypothesis import NBest, choose_words
from jarvis_voice.voice.transcription.long_sound import HeardPiece, heard_pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

USUAL = Prosody()
NOTHING_HEARD = "I heard no words in it."


@dataclass(frozen=True, slots=True)
class SoundSetting:
    """By what and how sounds are heard and texts are spoken.

    Attributes:
        pool: The models.
        language: "en": of what is said.
        speed: Of the voice, where a client asks for 1.
        wake_words: They are cut off where a command begins with one.
    """

    pool: SpeechPool
    language: str
    speed: float
    wake_words: tuple[str, ...]


class SoundDesk:
    """Hears and speaks while it is open, inside `async with`.

    Args:
        setting: The models, and how they are used.
        limits: How much each user may ask.
        seconds: The clock of events.

    Attributes:
        spoken: Answers that can be heard.
    """

    def __init__(
        self, setting: SoundSetting, limits: SoundLimits, seconds: Callable[[], float]
    ) -> None:
        self._pool = setting.pool
        self.setting = setting
        self.limits = limits
        self.seconds = seconds
        self.spoken = SpokenTurns(time.monotonic)
        self._stack = AsyncExitStack()
        self._kept: set[str] = set()
        self._loading = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Give the models back."""
        await self._stack.aclose()

    async def decode(self, data: bytes, user_id: str) -> NDArray[np.int16]:
        """The samples of a sound that was sent, which is counted.

        Raises:
            RequestError: It is no sound, or more than the user may send.
        """
        from jarvis_voice.audio.sent_sound import decode_sound

        left = self.limits.left(user_id)
        if left < 1.0:
            raise self.limits.refusal(user_id)
        unwanted = threading.Event()
        try:
            pcm = await asyncio.to_thread(decode_sound, data, left, unwanted.is_set)
        except AudioError as error:
            if error.code == "sound-too-long":
                raise self.limits.refusal(user_id) from error
            raise RequestError(400, error.code, error.message) from error
        except asyncio.CancelledError:
            unwanted.set()
            raise
        self.limits.spend(user_id, len(pcm) / RATE_HZ)
        return pcm

    async def pieces(
        self, pcm: NDArray[np.int16], user_id: str, rank: Rank
    ) -> AsyncGenerator[HeardPiece]:
        """The words of a sound, part by part.

        Raises:
            JarvisError: A model cannot be loaded, or failed.
        """
        caller = Caller(f"http {user_id}", rank)
        await self._keep("ears", self._pool.ears(caller))
        async with (
            self._pool.vad() as vad,
            self._pool.ears(caller) as ears,
            aclosing(heard_pieces(pcm, ears, vad)) as pieces,
        ):
            async for piece in pieces:
                yield piece

    async def command(self, pcm: NDArray[np.int16], user_id: str, judge: WordsJudge) -> str:
        """What a user wants who says it; "" where no words were heard.

        Raises:
            JarvisError: A model cannot be loaded, or failed.
        """
        async with aclosing(self.pieces(pcm, user_id, Rank.ASKED)) as found:
            pieces = [one async for one in found]
        if len(pieces) != 1:
            return self._without_call(" ".join(one.transcript.text for one in pieces))
        [piece] = pieces
        heard = (piece.transcript.text, *piece.transcript.alternatives)
        commands = tuple(dict.fromkeys(filter(None, map(self._without_call, heard))))
        if not commands:
            return ""
        async with self._pool.ears(Caller(f"http {user_id}", Rank.ASKED)) as ears:
            hearings = NBest(piece.utterance, piece.transcript, commands)
            return (await choose_words(judge, ears, hearings)).text

    async def speech(
        self, texts: AsyncGenerator[str], user_id: str, speed: float
    ) -> AsyncGenerator[SpeechChunk]:
        """Speech for texts as they come.

        Args:
            texts: Closed at the end.
            user_id: Who asked for it.
            speed: 1 is the speed that is set.

        Raises:
            JarvisError: The voice cannot be loaded, or failed.
        """
        caller = Caller(f"http {user_id}", Rank.ASKED)
        dials = Prosody(min(max(self.setting.speed * speed, SLOWEST), FASTEST))
        await self._keep("voice", self._pool.voice(caller, USUAL))
        async with self._pool.voice(caller, dials) as voice, aclosing(texts):
            async for text in texts:
                for sentence in split_sentences(text):
                    words = await asyncio.to_thread(speakable, sentence)
                    if not words:
                        continue
                    async for chunk in voice.synthesize(words):
                        yield chunk

    def _without_call(self, text: str) -> str:
        for word in self.setting.wake_words:
            text = strip_wake_word(text, word)
        return text

    async def _keep(self, name: str, model: AsyncResource) -> None:
        """Have a model from now on until the desk closes."""
        async with self._loading:
            if name not in self._kept:
                await self._stack.enter_async_context(model)
                self._kept.add(name)
