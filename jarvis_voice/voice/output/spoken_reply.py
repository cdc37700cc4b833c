"""One reply on its way to the loudspeaker: its sentences, its speech and what was played.

Invariant: sentences and chunks keep their order; once stopped, no further chunk is handed out.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import SpeakingStarted
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.voice.output.self_speech_mask import SelfSpeechMask
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.output.word_times import WordTimes

CHUNKS_AHEAD = 2
"""Chunks of speech that wait until the loudspeaker takes them; it holds some seconds itself."""


@dataclass(slots=True)
class SpokenReply:
    """One reply on its way to the loudspeaker.

    Attributes:
        sentences: What was replied so far.
        bus: Where it is told that it began to sound.
        clock: Event times, and when its words sound.
        on_started: Called once, when its first sample was handed to the device.
        has_words: Whether there is anything to say, once that is known.
        chunks: What was synthesised, ended by None.
        airtime: When its words sound.
        mask: Who finds what would wake us in it; None goes by the words.
    """

    sentences: SentenceQueue
    bus: Bus
    clock: Clock
    on_started: Callable[[], None]
    has_words: asyncio.Future[bool] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    chunks: asyncio.Queue[SpeechChunk | None] = field(
        default_factory=lambda: asyncio.Queue(CHUNKS_AHEAD)
    )
    airtime: WordTimes = field(default_factory=WordTimes)
    mask: SelfSpeechMask | None = None
    is_started: bool = False
    is_stopped: bool = False

    @property
    def turn_id(self) -> str:
        """The turn it belongs to; empty when there is none."""
        return self.sentences.turn_id

    @property
    def is_sounding(self) -> bool:
        """Whether it began to be heard and was not told to stop."""
        return self.is_started and not self.is_stopped

    def stop(self) -> None:
        """Let no further chunk out, and wake whoever waits for one."""
        self.is_stopped = True
        self.tell_words(are_there=False)
        with contextlib.suppress(asyncio.QueueFull):  # nobody waits at a full queue
            self.chunks.put_nowait(None)

    def tell_words(self, *, are_there: bool) -> None:
        """Let whoever waits for words know, once."""
        if not self.has_words.done():
            self.has_words.set_result(are_there)

    def start(self) -> None:
        """The loudspeaker has taken the first sample."""
        self.is_started = True
        self.airtime.start(self.clock.seconds())
        self.bus.publish(SpeakingStarted(self.turn_id, self.clock.seconds()))
        self.on_started()

    async def sound(self) -> AsyncGenerator[SpeechChunk]:
        """The chunks in order, each noted when the loudspeaker takes it."""
        while (chunk := await self.chunks.get()) is not None and not self.is_stopped:
            seconds = len(chunk.pcm) / chunk.rate_hz
            number = self.airtime.add(chunk.text, seconds, self.clock.seconds())
            if self.mask:
                self.mask.take(number, chunk)
            yield chunk
