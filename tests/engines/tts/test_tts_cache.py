"""Texts in; the chunks that come out, and the texts that the voice behind was asked for."""

from collections.abc import AsyncIterator

import pytest
from fakes.engines import ToneTts

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.engines.tts import tts_cache
from jarvis_voice.engines.tts.tts_cache import KEPT_SECONDS, TtsCache

pytestmark = pytest.mark.flow


async def say(tts: TtsCache, text: str) -> list[str]:
    return [chunk.text async for chunk in tts.synthesize(text)]


async def test_what_was_said_before_is_not_made_again() -> None:
    voice = ToneTts()
    async with TtsCache(voice, Prosody()) as tts:
        first = [chunk async for chunk in tts.synthesize("One moment.")]
        again = [chunk async for chunk in tts.synthesize("One moment.")]
    assert voice.said == ["One moment."]
    assert first == again


async def test_another_speed_or_level_is_made_anew() -> None:
    voice, dials = ToneTts(), Prosody()
    async with TtsCache(voice, dials) as tts:
        await say(tts, "Okay.")
        dials.speed = 1.5
        await say(tts, "Okay.")
        dials.gain_db = -6.0
        await say(tts, "Okay.")
    assert voice.said == ["Okay."] * 3


async def test_the_longest_unused_goes_first() -> None:
    voice = ToneTts()
    two = 2 * 2 * ToneTts.RATE_HZ // 10
    async with TtsCache(voice, Prosody(), most_bytes=two) as tts:
        for text in ("One", "Two", "One", "Three", "One", "Two"):
            await say(tts, text)
    assert voice.said == ["One", "Two", "Three", "Two"]


async def test_a_long_answer_is_not_kept() -> None:
    voice, answer = ToneTts(), "word " * 41
    async with TtsCache(voice, Prosody()) as tts:
        await say(tts, answer)
        await say(tts, answer)
    assert voice.said == [answer] * 2


async def test_a_phrase_that_was_broken_off_is_not_kept() -> None:
    voice = ToneTts()
    async with TtsCache(voice, Prosody()) as tts:
        async for _ in tts.synthesize("Okay."):
            break
        assert await say(tts, "Okay.") == ["Okay."]
    assert voice.said == ["Okay.", "Okay."]


async def test_phrases_are_made_ahead_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tts_cache, "LEISURE_SECONDS", 0.0)
    voice = ToneTts()
    async with TtsCache(voice, Prosody()) as tts:
        await say(tts, "Okay.")
        await tts.learn(["Okay.", "One moment."])
        await say(tts, "One moment.")
    assert voice.said == ["Okay.", "One moment."]


class BrokenTts(ToneTts):
    """A voice whose model fails."""

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        self.said.append(text)
        if text:
            raise ModelError("model-failed", "The voice model failed.")
        async for chunk in super().synthesize(text):
            yield chunk


async def test_a_voice_that_fails_ends_the_learning_quietly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tts_cache, "LEISURE_SECONDS", 0.0)
    voice = BrokenTts()
    async with TtsCache(voice, Prosody()) as tts:
        await tts.learn(["Okay.", "One moment."])
    assert voice.said == ["Okay."]


async def test_an_answer_is_kept_for_a_while_and_our_own_phrases_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tts_cache, "LEISURE_SECONDS", 0.0)
    voice, now = ToneTts(), [0.0]
    async with TtsCache(voice, Prosody(), seconds=lambda: now[0]) as tts:
        await tts.learn(["Okay."])
        await say(tts, "Your pin is 1234.")
        now[0] = KEPT_SECONDS
        await say(tts, "Okay.")
        assert tts.size.entries == 1
        await say(tts, "Your pin is 1234.")
    assert voice.said == ["Okay.", "Your pin is 1234.", "Your pin is 1234."]


async def test_when_something_is_forgotten_only_our_own_phrases_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tts_cache, "LEISURE_SECONDS", 0.0)
    voice = ToneTts()
    async with TtsCache(voice, Prosody()) as tts:
        await tts.learn(["Okay."])
        alone = tts.size
        await say(tts, "Your pin is 1234.")
        assert tts.size.n_bytes > alone.n_bytes
        tts.forget("anna")
        assert tts.size == alone
        await say(tts, "Your pin is 1234.")
    assert voice.said[-1] == "Your pin is 1234."
    assert len(voice.said) == 3
