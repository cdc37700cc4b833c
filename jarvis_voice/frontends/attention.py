"""Where the frames go: to the wake model always, to VAD and the utterance while the ears are open.

Invariant: the wake model sees every frame, once and in order; an utterance has no gaps; times that
decide anything are those of the frames; while a reply sounds, whoever asked for it, and as long as
it echoes, VAD and utterance are fed for a user alone who called. A wake word is no hit while we say
its name ourselves. What follows from what is heard is not decided here.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace

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
from jarvis_voice.frontends.ears import Ears, VoiceSettings
from jarvis_voice.frontends.mouth import Mouth
from jarvis_voice.ports import Clock
from jarvis_voice.turn.endpoint import Decision, Endpoint, Hysteresis, Patience
from jarvis_voice.turn.listening import Listening
from jarvis_voice.turn.machine import Signal
from jarvis_voice.turn.pre_roll import PreRoll
from jarvis_voice.turn.talk_key import RELEASE_TAIL_SECONDS
from jarvis_voice.turn.wake_gate import WakeGate
from jarvis_voice.turn.window import Window
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

OWN_NAME_SECONDS = 0.5
"""Behind a sentence of ours that holds the wake word's name: the way through devices and room, and
the delay of the wake model. "I am Jarvis, ..." from our own loudspeaker scored 0.98."""


class Attention:
    """What the ears are open for, and what they hear.

    Args:
        ears: Wake word and VAD.
        mouth: What of the sound is our own.
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
        mouth: Mouth,
        bus: Bus,
        clock: Clock,
        settings: VoiceSettings,
        signal: Callable[[Signal], None],
    ) -> None:
        self._wake = ears.wake
        self._name = ears.wake.word.rsplit(maxsplit=1)[-1]
        self._mouth = mouth
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
        self._named_until = -math.inf  # before this a wake word may be our own
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
        self._attend_to_mouth()
        self._wake_score = await self._ask(self._wake.score(frame), when_broken=0.0)
        is_own_voice = frame.captured_at <= self._named_until
        if self._wake_gate.hears(self._wake_score, frame.captured_at, is_own_voice=is_own_voice):
            self._signal(Signal.CALLED_IN_FOLLOW_UP if self._is_overhearing else Signal.WAKE_HEARD)
        await self.catch_up()

    def lose_sound(self) -> None:
        """Sound is missing before the next frame: what goes on across the hole is not acted on."""
        self._ring.clear()
        self._unheard.clear()
        self._wake.reset()
        if isinstance(self._open_for, Listening):
            self._break_off(Signal.SOUND_LOST)
        elif self._open_for is not None:
            self._window = replace(self._window)  # silence is counted anew
            self._open(self._window, self.now)

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
        """Listen for the command behind a wake word that was said alone.

        VAD notices a word some frames late: the command's first sound may have passed for the last
        of the silence that ended the call.
        """
        end = self.heard.ended_at
        silence_seconds = min(PRE_ROLL_SECONDS, self._settings.silence_seconds)
        since = end - silence_seconds if self.utterance.ended_by == "silence" else end
        live_from = max(end, self._spoke_until + ECHO_SECONDS)  # a typed answer may have been said
        heard = Listening("wake_word", Endpoint(self._patience), end, live_from)
        self._open(heard, max(since, self._spoke_until))

    def open_window(self) -> None:
        """Let the user go on without the wake word."""
        self._spoke_until = self.now
        until = self.now + self._settings.follow_up_seconds
        self._window = Window(self.now + ECHO_SECONDS, until, self._quiet_needed_seconds)
        self._open(self._window, self.now)

    def resume_window(self) -> None:
        """Go back to the window, and to what was said meanwhile."""
        echo_until = self._spoke_until + ECHO_SECONDS
        live_from = max(self._window.live_from, echo_until)
        is_quiet = self.utterance.ended_by == "silence" and echo_until <= self.heard.ended_at
        quiet_seconds = 0.0 if is_quiet else self._quiet_needed_seconds
        self._window = Window(live_from, self._window.until, quiet_seconds)
        self._open(self._window, max(self.heard.ended_at, self._spoke_until))

    def shut(self) -> None:
        """Look at no further frame."""
        self._open_for = None

    def hold_open(self) -> None:
        """From now on the key decides the end; whoever presses it means us."""
        self.heard.is_addressed = True
        self.heard.endpoint.hold()

    def end_at_release(self) -> None:
        """The key went up; what is still on its way belongs to the utterance."""
        waiting_seconds = len(self._unheard) * FRAME_SECONDS
        self.heard.endpoint.release(RELEASE_TAIL_SECONDS + waiting_seconds)

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

    @property
    def _is_overhearing(self) -> bool:
        """Whether something is heard that nobody called for."""
        return self._open_for is self.heard and not self.heard.is_addressed

    @property
    def _quiet_needed_seconds(self) -> float:
        """The rest of a sentence that was cut for its length is no command, pauses or not."""
        was_cut = self.utterance.ended_by == "max_length"
        return self._settings.silence_seconds if was_cut else FRAME_SECONDS

    def _attend_to_mouth(self) -> None:
        """Note what of this frame is our own voice, and let it not be taken for the user's."""
        if self._mouth.says(self._name):
            self._named_until = self.now + OWN_NAME_SECONDS
        if not self._mouth.is_speaking:
            return
        self._spoke_until = self.now
        if self._open_for is not None:  # then it is the answer to a typed line
            self._break_off(Signal.TALKED_OVER)

    def _break_off(self, signal: Signal) -> None:
        """What is open cannot go on as it is: `signal` is told of a user who called."""
        is_called = self._open_for is self.heard and self.heard.is_addressed
        if self._open_for is self.heard and not (is_called and signal is Signal.TALKED_OVER):
            self._bus.publish(UtteranceRejected(self._clock.seconds(), "interrupted"))
        self._signal(signal if is_called else Signal.FOLLOW_UP_INTERRUPTED)

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
            if signal := target.process(frame.captured_at, is_speech=is_speech):
                self._signal(signal)
        elif target is not None and (decision := target.add(frame, is_speech=is_speech)):
            self._decide(decision)

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
