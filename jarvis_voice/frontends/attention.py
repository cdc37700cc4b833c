"""Where the frames go: to the wake model always, to VAD and the utterance while the ears are open.

Invariant: the wake model sees every frame, once and in order; an utterance has no gaps; times that
decide anything are those of the frames. What follows from what is heard is not decided here.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from jarvis_voice.bus import Bus
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import (
    ListeningCause,
    ListeningStarted,
    ProblemReported,
    SpeechEnded,
    UtteranceRejected,
    WakeDetected,
)
from jarvis_voice.ports import Clock, Microphone, SpeechToText, Vad, WakeDetector
from jarvis_voice.turn.endpoint import Decision, Endpoint, Hysteresis, Patience
from jarvis_voice.turn.listening import Listening
from jarvis_voice.turn.machine import Signal
from jarvis_voice.turn.pre_roll import PreRoll
from jarvis_voice.turn.talk_key import RELEASE_TAIL_SECONDS
from jarvis_voice.turn.wake_gate import WakeGate
from jarvis_voice.types import FRAME_SECONDS, RATE_HZ, AudioFrame

RING_SECONDS = 10.0
"""Reaches back over a slow transcription of the wake word alone, to the command behind it."""

WAKE_PRE_ROLL_SECONDS = 1.6
"""A slow "hey Jarvis" and the delay of the wake model."""

PRE_ROLL_SECONDS = 0.5
"""Before a key press, and before the frame in which VAD found speech."""

COMMAND_SECONDS = 5.0
"""How long the command may take to begin, behind the wake word."""

EARCON_SECONDS = 0.5
"""The "awake" sound on its way through devices and room: it must not pass for speech."""

ECHO_SECONDS = 0.4
"""The end of our own answer is still in room and buffers when playing has ended."""


@dataclass(frozen=True, slots=True)
class Ears:
    """What a session hears with; opened and closed by whoever made them."""

    microphone: Microphone
    wake: WakeDetector
    vad: Vad
    stt: SpeechToText


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How a session listens.

    Attributes:
        wake_threshold: The lowest score that is a wake word, 0..1.
        silence_seconds: How long a pause ends an utterance.
        max_seconds: The longest utterance.
        follow_up_seconds: How long the window after an answer is open; 0 turns it off.
        earcons: Whether to play short sounds.
        thread_id: The conversation; None is the default thread.
    """

    wake_threshold: float
    silence_seconds: float
    max_seconds: float
    follow_up_seconds: float
    earcons: bool
    thread_id: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The follow-up window, in seconds on the frames' clock.

    Attributes:
        live_from: Speech before this is our own voice dying away.
        until: When it closes.
    """

    live_from: float
    until: float


class Attention:
    """What the ears are open for, and what they hear.

    Args:
        ears: Wake word and VAD.
        bus: Where events go.
        clock: Event times.
        settings: Thresholds and seconds.
        signal: Told what was heard; it may open and shut the ears in turn.

    Attributes:
        now: When the newest frame was captured.
        heard: What is being heard, or was heard last.
        utterance: The sound of what was heard last.
    """

    def __init__(
        self,
        ears: Ears,
        bus: Bus,
        clock: Clock,
        settings: VoiceSettings,
        signal: Callable[[Signal], None],
    ) -> None:
        self._wake = ears.wake
        self._vad = ears.vad
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._signal = signal
        self._patience = Patience(settings.silence_seconds, settings.max_seconds, COMMAND_SECONDS)
        self._wake_gate = WakeGate(settings.wake_threshold)
        self._wake_score = 0.0
        self._ring = PreRoll(RING_SECONDS)
        self._unheard: deque[AudioFrame] = deque()  # what VAD has still to see
        self._hysteresis = Hysteresis()
        self._open_for: Listening | Window | None = None
        self._window = Window(-math.inf, -math.inf)
        self._looked_at = 0.0  # when the frame was captured that VAD saw last
        self._spoke_until = -math.inf  # before this the sound is our own voice
        self._broken: set[str] = set()
        self.now = 0.0
        self.heard = Listening("wake_word", Endpoint(self._patience), 0.0, 0.0)
        self.utterance = self.heard.utterance("silence")

    @property
    def is_held_open(self) -> bool:
        """Whether the key decides the end of what is being heard."""
        return self._open_for is self.heard and self.heard.endpoint.held

    async def take(self, frame: AudioFrame) -> None:
        """Hear one more frame."""
        self.now = frame.captured_at
        self._ring.append(frame)
        self._unheard.append(frame)
        self._wake_score = await self._ask(self._wake.score(frame), when_broken=0.0)
        if self._wake_gate.hears(self._wake_score, frame.captured_at):
            self._signal(Signal.WAKE_HEARD)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Look at all frames that came since the ears were opened."""
        while self._open_for is not None and self._unheard:
            await self._look_at(self._unheard.popleft())
        self._unheard.clear()

    def finish(self) -> None:
        """No frame will come: end what is open."""
        if isinstance(self._open_for, Listening):
            self._decide(self._open_for.endpoint.finish())
        elif self._open_for is not None:
            self._signal(Signal.FOLLOW_UP_EXPIRED)

    # ---- opening and shutting

    def start_listening(self, cause: ListeningCause) -> None:
        """Begin an utterance, with its pre-roll."""
        if cause == "wake_word":
            self._start_from_wake_word()
        elif cause == "key":
            endpoint = Endpoint(self._patience, held=True)
            heard = Listening(cause, endpoint, self.now, self.now)
            self._open(heard, self._back_from(self.now))
        else:
            endpoint = Endpoint(self._patience, begun=True)
            at = self._looked_at
            heard = Listening(cause, endpoint, at, at, is_addressed=False)
            self._open(heard, self._back_from(at))

    def listen_on(self) -> None:
        """Listen for the command behind a wake word that was said alone."""
        end = self.heard.ended_at
        self._open(Listening("wake_word", Endpoint(self._patience), end, end), end)

    def open_window(self) -> None:
        """Let the user go on without the wake word."""
        self._spoke_until = self.now
        until = self.now + self._settings.follow_up_seconds
        self._window = Window(self.now + ECHO_SECONDS, until)
        self._open(self._window, self.now)

    def resume_window(self) -> None:
        """Go back to the window, and to what was said meanwhile."""
        self._open(self._window, self.heard.ended_at)

    def shut(self) -> None:
        """Look at no further frame."""
        self._open_for = None

    def hold_open(self) -> None:
        """From now on the key decides the end."""
        self.heard.endpoint.hold()

    def end_at_release(self) -> None:
        """The key went up; what is still on its way belongs to the utterance."""
        waiting_seconds = len(self._unheard) * FRAME_SECONDS
        self.heard.endpoint.release(RELEASE_TAIL_SECONDS + waiting_seconds)

    def take_as_addressed(self) -> None:
        """The wake word fell within a follow-up: the user does mean us."""
        self.heard.is_addressed = True

    def note_own_voice(self) -> None:
        """We spoke up to now: no pre-roll but the wake word's reaches back over this."""
        self._spoke_until = self.now

    def _start_from_wake_word(self) -> None:
        word = self._wake.word
        self._bus.publish(WakeDetected(self._clock.seconds(), word, self._wake_score))
        live_from = self.now + (EARCON_SECONDS if self._settings.earcons else 0.0)
        endpoint = Endpoint(self._patience, begun=True)  # the word itself was speech
        heard = Listening("wake_word", endpoint, self.now, live_from, word)
        self._open(heard, self.now - WAKE_PRE_ROLL_SECONDS)

    def _back_from(self, moment: float) -> float:
        return max(moment - PRE_ROLL_SECONDS, self._spoke_until)

    def _open(self, target: Listening | Window, since: float) -> None:
        """Open the ears for the sound captured after `since`."""
        self._open_for = target
        self._unheard = deque(self._ring.since(since))
        self._hysteresis = Hysteresis()
        self._vad.reset()
        if isinstance(target, Listening):
            self.heard = target
            self._bus.publish(ListeningStarted(self._clock.seconds(), target.cause))

    # ---- what VAD and endpointing make of a frame

    async def _look_at(self, frame: AudioFrame) -> None:
        target, hysteresis = self._open_for, self._hysteresis
        probability = await self._ask(self._vad.probability(frame), when_broken=1.0)
        if hysteresis is not self._hysteresis:
            return  # the ears were opened anew meanwhile; this frame is among the unheard again
        self._looked_at = frame.captured_at
        is_speech = hysteresis.is_speech(probability)
        if isinstance(target, Window):
            self._watch(target, frame, is_speech=is_speech)
        elif target is not None and (decision := target.add(frame, is_speech=is_speech)):
            self._decide(decision)

    def _watch(self, window: Window, frame: AudioFrame, *, is_speech: bool) -> None:
        if frame.captured_at > window.until:
            self._signal(Signal.FOLLOW_UP_EXPIRED)
        elif is_speech and frame.captured_at > window.live_from:
            self._signal(Signal.SPEECH_BEGAN)

    def _decide(self, decision: Decision) -> None:
        at = self._clock.seconds()
        if decision == "nothing":
            self._bus.publish(UtteranceRejected(at, "nothing-heard"))
            self._signal(Signal.NOTHING_HEARD)
            return
        self.utterance = self.heard.utterance(decision)
        self._bus.publish(SpeechEnded(at, decision, len(self.utterance.pcm) / RATE_HZ))
        self._signal(Signal.UTTERANCE_ENDED)

    async def _ask(self, asked: Awaitable[float], when_broken: float) -> float:
        """What a model says; one that fails is reported once, and answers as it is told here."""
        try:
            return await asked
        except JarvisError as error:
            if error.code not in self._broken:
                self._broken.add(error.code)
                at = self._clock.seconds()
                self._bus.publish(ProblemReported(at, error.code, error.message))
            return when_broken
