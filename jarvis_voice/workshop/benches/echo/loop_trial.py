"""Runs a real voice session in an acoustic loop; counts who wakes it and who gets an answer.

Everything is the program's own but the sound devices and the brain: wake word, VAD, speech to text
and the voice are the real models, put together as `app.voice_factory` does.

Invariant: what happened is told by the session's own events.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import Event, SpeakingEnded, SpeechTranscribed, WakeDetected
from jarvis_voice.language.en.self_speech_words import SelfSpeechWords
from jarvis_voice.voice.turn_taking import State
from jarvis_voice.workshop.benches.echo.acoustic_loop import LoopMicrophone
from jarvis_voice.workshop.benches.echo.loop_parts import (
    Answers,
    AwaitedScorer,
    LoopParts,
    Unscored,
)
from jarvis_voice.workshop.worlds.air import AirSetup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.core.ports import Microphone, SpeechToText
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

POLL_SECONDS = 0.002

NOTICED_SECONDS = 1.3
"""How long behind a call it may be noticed."""

IDLE_SECONDS = 12.0
"""By then a session that was woken has given up waiting for a command."""


@dataclass
class Loop:
    """A voice session that hears its own voice.

    Attributes:
        session: The real one.
        mouth: Its mouth.
        microphone: The virtual one; others speak up in front of it.
        brain: Its brain.
        events: All that happened.
    """

    session: VoiceSession
    mouth: SpeechOutput
    microphone: LoopMicrophone
    brain: Answers
    events: list[Event]

    @property
    def wakes(self) -> int:
        """How often the wake word was heard."""
        return sum(isinstance(event, WakeDetected) for event in self.events)

    @property
    def utterances(self) -> int:
        """How often words were made out and taken for a command."""
        return sum(isinstance(event, SpeechTranscribed) for event in self.events)

    async def pass_seconds(self, seconds: float) -> None:
        """Let so much time pass in the loop."""
        await self.reach(self.microphone.now + seconds)

    async def reach(self, moment: float) -> None:
        """Wait for a moment of the loop."""
        await _until(lambda: self.microphone.now >= moment)

    async def until_idle(self) -> None:
        """Wait until nobody is listened to any more."""
        deadline = self.microphone.now + IDLE_SECONDS
        await _until(lambda: self.session.state is State.IDLE or self.microphone.now >= deadline)

    @property
    def cuts(self) -> int:
        """How often an answer was cut off."""
        return sum(isinstance(one, SpeakingEnded) and one.was_interrupted for one in self.events)

    def start_saying(self, text: str) -> asyncio.Task[object]:
        """Begin to say the answer to a typed line."""
        return asyncio.create_task(_say(self.mouth, text))


async def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 - the session's state tells nobody when it changes
        await asyncio.sleep(POLL_SECONDS)


async def _say(mouth: SpeechOutput, text: str) -> object:
    async def one() -> AsyncIterator[str]:
        yield text

    return await mouth.say("typed", one())


@asynccontextmanager
async def open_loop(parts: LoopParts, setup: AirSetup) -> AsyncIterator[Loop]:
    """A session in the air of a room, running."""
    from jarvis_voice.audio.echo.microphone import EchoCancellingMicrophone
    from jarvis_voice.voice.output.self_speech_filter import SelfSpeechFilter, SelfSpeechRecorder
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

    bus, clock, events, words = Bus(), FrameClock(), list[Event](), SelfSpeechWords()
    bus.listen(events.append)

    async def gate() -> None:
        await session.settle()
        device = loop_microphone.speaker
        await _until(lambda: session.state is not State.THINKING or device.is_open)
        await device.ready()
        await own_speech.settle()

    def trouble(code: str, message: str) -> None:
        raise AssertionError(f"{code}: {message}")

    loop_microphone = LoopMicrophone(setup, clock, gate)
    speaker = SelfSpeechRecorder(loop_microphone.speaker, words, clock)
    microphone: Microphone = loop_microphone
    stt: SpeechToText = parts.ears.stt
    own_speech, settings = AwaitedScorer(parts.own_speech), parts.settings
    if parts.knows_itself:
        microphone = EchoCancellingMicrophone(loop_microphone, loop_microphone.played, trouble)
        stt = SelfSpeechFilter(stt, words, clock)
    else:
        own_speech, settings = (
            AwaitedScorer(Unscored()),
            replace(settings, hears_while_speaking=False),
        )
    mouth = SpeechOutput(parts.tts, speaker, bus, clock, own_speech)
    ears = replace(parts.ears, microphone=microphone, stt=stt)
    ears.wake.reset()
    brain = Answers()
    session = VoiceSession(ears, mouth, brain, bus, clock, settings)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(microphone)
        running = asyncio.create_task(session.run())
        stack.push_async_callback(_end, session, running)
        yield Loop(session, mouth, loop_microphone, brain, events)


async def _end(session: VoiceSession, running: asyncio.Task[None]) -> None:
    await session.stop()
    await asyncio.gather(running, return_exceptions=True)


async def own_mentions(loop: Loop, sentences: Sequence[str]) -> int:
    """How many of our own sentences, which hold the wake word, wake us."""
    woken = 0
    for sentence in sentences:
        before = loop.wakes
        await loop.start_saying(sentence)
        await loop.pass_seconds(NOTICED_SECONDS)
        woken += loop.wakes > before
        await loop.until_idle()
    return woken


async def calls_over(
    loop: Loop, text: str, calls: Sequence[NDArray[np.float32]], moments: Sequence[float]
) -> int:
    """How many of the callers are heard over a long answer of ours.

    Args:
        loop: The session.
        text: What we say meanwhile.
        calls: What they say.
        moments: When each begins, in seconds behind the beginning of our answer.
    """
    heard = 0
    for call, moment in zip(calls, moments, strict=True):
        before = loop.wakes
        saying = loop.start_saying(text)
        await _until(lambda: loop.mouth.is_speaking)
        over_at = loop.microphone.speak_up(call, moment)
        await loop.reach(over_at + NOTICED_SECONDS)
        heard += loop.wakes > before
        loop.mouth.stop()
        await saying
        await loop.until_idle()
    return heard


async def stops_over(
    loop: Loop,
    question: NDArray[np.float32],
    reply: str,
    stops: Sequence[NDArray[np.float32]],
    moments: Sequence[float],
) -> int:
    """How many "stops" cut a long answer off.

    Args:
        loop: The session.
        question: What the answer is to; asked with the key held down.
        reply: The answer.
        stops: What is said over it.
        moments: When each begins, in seconds behind the beginning of the answer.
    """
    heard = 0
    for stop, moment in zip(stops, moments, strict=True):
        await _ask(loop, question, reply)
        before = loop.cuts
        over_at = loop.microphone.speak_up(stop, moment)
        await loop.reach(over_at + NOTICED_SECONDS)
        heard += loop.cuts > before
        loop.mouth.stop()
        await loop.until_idle()
    return heard


async def own_cuts(loop: Loop, question: NDArray[np.float32], replies: Sequence[str]) -> int:
    """How many answers our own voice cuts off, with nobody else in the room."""
    before = loop.cuts
    for reply in replies:
        await _ask(loop, question, reply)
        await _until(lambda: not loop.mouth.is_speaking)
        await loop.until_idle()
    return loop.cuts - before


async def _ask(loop: Loop, question: NDArray[np.float32], reply: str) -> None:
    """Ask with the key held down, until the answer is heard."""
    loop.brain.reply = reply
    loop.session.press()
    over_at = loop.microphone.speak_up(question, 0.2)
    await loop.reach(over_at + 0.2)
    asked = len(loop.brain.asked)
    loop.session.release()
    await _until(lambda: len(loop.brain.asked) > asked and loop.session.state is State.SPEAKING)


async def follow_up(
    loop: Loop, question: NDArray[np.float32], reply: str, more: NDArray[np.float32] | None
) -> int:
    """How many utterances are heard in the window behind an answer.

    Args:
        loop: The session.
        question: What the answer is to; asked with the key held down.
        reply: The answer.
        more: What the user says on 0.8 s behind it, or None.
    """
    await _ask(loop, question, reply)
    await _until(lambda: loop.session.state is State.FOLLOW_UP)
    before = loop.utterances
    loop.brain.reply = "All right."
    if more is not None:
        loop.microphone.speak_up(more, 0.8)
    await loop.pass_seconds(1.0)
    await loop.until_idle()
    return loop.utterances - before
