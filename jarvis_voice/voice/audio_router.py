"""Where the frames go: to the wake model always, to VAD and the utterance while the ears are open.

Invariant: the wake model sees every frame, once and in order; an utterance has no gaps; times that
decide anything are those of the frames; while a reply sounds, whoever asked for it, and as long as
it echoes, VAD and utterance are fed for a user alone who called, and for a "stop" where our own
voice is cancelled. A wake word is no hit while it may be our own voice. Words that are made out
during a pause do nothing but tell how long it must be. What follows from what is heard is not
decided here.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    ListeningCause,
    ListeningStarted,
    SpeechEnded,
    UtteranceRejected,
    WakeDetected,
)
from jarvis_voice.core.hypotheses import Pauses
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ, AudioFrame, BegunFrame
from jarvis_voice.voice.endpointing.background_sound import WINDOW_FRAMES, BackgroundSound, power
from jarvis_voice.voice.endpointing.endpoint import Decision, Endpoint, Patience
from jarvis_voice.voice.endpointing.follow_up_window import FollowUpWindow
from jarvis_voice.voice.endpointing.pause_length import pause_needed
from jarvis_voice.voice.endpointing.pre_roll import PreRoll
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.endpointing.vad_stage import VadResult, VadStage
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.speech_input import EarlySound, EchoAware, SpeechInput, VoiceSettings
from jarvis_voice.voice.stop_listener import StopListener
from jarvis_voice.voice.talk_key import RELEASE_TAIL_SECONDS
from jarvis_voice.voice.transcription.eager_stt import SPECULATE_SECONDS, EagerStt, EagerTranscript
from jarvis_voice.voice.turn_taking import Signal
from jarvis_voice.voice.wake.wake_stage import WakeDetection, WakeStage

RING_SECONDS = 10.0
"""Reaches back over a slow transcription of the wake word alone, to the command behind it."""

WAKE_PRE_ROLL_SECONDS = 1.6
"""A slow "hey Jarvis" and the delay of the wake model."""

PRE_ROLL_SECONDS = 0.5
"""Before a key press, and before the frame in which VAD found speech."""

COMMAND_SECONDS = 5.0
"""How long the command may take to begin, behind the wake word."""

ECHO_SECONDS = 0.4
"""The end of our own answer is still in room and buffers when playing has ended."""


class AudioRouter:
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
        guess: The words of that, where they were being made out before its end was decided.
    """

    def __init__(
        self,
        ears: SpeechInput,
        mouth: SpeechOutput,
        bus: Bus,
        clock: Clock,
        settings: VoiceSettings,
        signal: Callable[[Signal], None],
    ) -> None:
        self._names = {word.rsplit(maxsplit=1)[-1] for word in ears.wake.words}
        self._mouth = mouth
        microphone = ears.microphone  # asked what it can once: asking is slow, and frames are many
        self._echo_aware = microphone if isinstance(microphone, EchoAware) else None
        self._early_sound = microphone if isinstance(microphone, EarlySound) else None
        self._voicing = VadStage(ears.vad, bus, clock, RING_SECONDS)
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._signal = signal
        self._patience = Patience(settings.silence_seconds, settings.max_seconds, COMMAND_SECONDS)
        self._pauses = Pauses(settings.pause_seconds, settings.silence_seconds)
        self._eager_stt = EagerStt(ears, self._learn_words)
        self._interruption = StopListener(ears.stt, lambda: signal(Signal.STOPPED))
        stage = settings.second_stage
        self._wake_stage = WakeStage(ears, bus, clock, self._take_call, second_stage=stage)
        self._call = WakeDetection(ears.wake.words[0], 0.0, 0.0)
        self._ring = PreRoll(RING_SECONDS)
        self._unheard: deque[AudioFrame] = deque()  # what VAD has still to see
        self._is_looking = False  # a frame is being judged: what follows from it is still to come
        self._open_for: UtteranceCapture | FollowUpWindow | StopListener | None = None
        self._window = FollowUpWindow(-math.inf, -math.inf)
        self._looked_at = 0.0  # when the frame was captured that VAD saw last
        self._spoke_until = -math.inf  # before this the sound is our own voice
        self.now = 0.0
        self.heard = UtteranceCapture("wake_word", Endpoint(self._patience), 0.0, 0.0)
        self.utterance = self.heard.utterance("silence")
        self.guess: EagerTranscript | None = None

    @property
    def tasks(self) -> frozenset[asyncio.Task[Any]]:
        """What goes on beside the frames."""
        return self._wake_stage.tasks | self._eager_stt.tasks | self._interruption.tasks

    @property
    def is_held_open(self) -> bool:
        """Whether the key decides the end of what is being heard."""
        return self._open_for is self.heard and self.heard.endpoint.held

    async def take(self, frame: AudioFrame) -> None:
        """Hear one more frame."""
        self.now = frame.captured_at
        self._ring.append(frame)
        self._unheard.append(frame)
        if self._echo_aware and self._echo_aware.is_echo:
            self._voicing.take_for_silence(frame)
        self._attend_to_mouth()
        is_own_voice = self._mouth.masks_wake_word(*self._names)
        is_busy = isinstance(self._open_for, UtteranceCapture | FollowUpWindow)
        await self._wake_stage.hear(frame, is_own_voice=is_own_voice, is_busy=is_busy)
        await self.catch_up()

    async def glimpse(self, begun: BegunFrame) -> None:
        """See how the next frame begins: a pause is not waited for until that is full."""
        heard = self._open_for
        if not isinstance(heard, UtteranceCapture) or self._unheard:
            return
        self._is_looking = True
        silent_seconds = await self._voicing.glimpse(begun)
        is_speech = silent_seconds is None and self._open_for is heard
        self._is_looking = is_speech  # then nothing ends before the whole frame was looked at
        if silent_seconds is not None and self._open_for is heard:
            self._weigh(heard, heard.glimpse(begun, silent_seconds))

    def turn_sensitivity(self, word: str, by: float) -> None:
        """Hear a wake word more often, or less."""
        self._wake_stage.turn_sensitivity(word, by)

    def lose_sound(self) -> None:
        """Sound is missing before the next frame: what goes on across the hole is not acted on."""
        self._ring.clear()
        self._unheard.clear()
        self._wake_stage.lose_sound()
        if isinstance(self._open_for, UtteranceCapture):
            self._break_off(Signal.SOUND_LOST)
        elif isinstance(self._open_for, FollowUpWindow):
            self._window = replace(self._window)  # silence is counted anew
            self._open(self._window, self.now)
        elif self._open_for is not None:
            self._open(self._interruption, self.now)

    def drop_claim(self) -> None:
        """A wake word that is being made out is no call any more."""
        self._wake_stage.drop()

    async def settle(self) -> None:
        """Wait for what is being made out: a claimed wake word, the words of a pause, a "stop"."""
        await self._wake_stage.settle()
        await self._eager_stt.settle()
        await self._interruption.settle()

    async def catch_up(self) -> None:
        """Look at all frames that came since the ears were opened."""
        while self._open_for is not None and self._unheard:
            await self._look_at(self._unheard.popleft())
        self._unheard.clear()

    def finish(self) -> None:
        """No frame will come: end what is open."""
        if isinstance(self._open_for, UtteranceCapture):
            self._decide(self._open_for.endpoint.finish())
        elif isinstance(self._open_for, FollowUpWindow):
            self._signal(Signal.FOLLOW_UP_EXPIRED)

    # ---- opening and shutting

    def start_listening(self, cause: ListeningCause) -> None:
        """Begin an utterance, with its pre-roll."""
        if cause == "wake_word":
            self._start_from_wake_word()
        elif cause == "key":
            endpoint = Endpoint(self._patience, held=True)
            heard = UtteranceCapture(cause, endpoint, self.now, self.now)
            self._open(heard, self._back_from(self.now))
        else:
            endpoint = Endpoint(self._patience, begun=True)
            at = self._looked_at
            heard = UtteranceCapture(cause, endpoint, at, at, is_addressed=False)
            heard.background = self.heard.background
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
        heard = UtteranceCapture("wake_word", Endpoint(self._patience), end, live_from)
        heard.background = self.heard.background
        self._open(heard, max(since, self._spoke_until))

    def open_window(self) -> None:
        """Let the user go on without the wake word."""
        self._spoke_until = self.now
        until = self.now + self._settings.follow_up_seconds
        self._window = FollowUpWindow(self.now + ECHO_SECONDS, until, self._quiet_needed_seconds)
        self._open(self._window, self.now)

    def resume_window(self) -> None:
        """Go back to the window, and to what was said meanwhile."""
        echo_until = self._spoke_until + ECHO_SECONDS
        live_from = max(self._window.live_from, echo_until)
        is_quiet = self.utterance.ended_by == "silence" and echo_until <= self.heard.ended_at
        quiet_seconds = 0.0 if is_quiet else self._quiet_needed_seconds
        self._window = FollowUpWindow(live_from, self._window.until, quiet_seconds)
        self._open(self._window, max(self.heard.ended_at, self._spoke_until))

    def listen_for_stop(self) -> None:
        """Hear nothing but a "stop"; one that has begun already is heard to its end."""
        if self._open_for is not self._interruption:
            self._open(self._interruption, self.now)

    def shut(self) -> None:
        """Look at no further frame."""
        self._open_for = None
        self._hurry(is_wanted=False)
        self._eager_stt.drop()
        self._interruption.clear()

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

    def _take_call(self, call: WakeDetection) -> None:
        self._call = call
        self._signal(Signal.CALLED_IN_FOLLOW_UP if self._is_overhearing else Signal.WAKE_HEARD)

    def _start_from_wake_word(self) -> None:
        call = self._call
        self._bus.publish(WakeDetected(self._clock.seconds(), call.word, call.score))
        endpoint = Endpoint(self._patience, begun=True)  # the word itself was speech
        since = call.at - WAKE_PRE_ROLL_SECONDS
        heard = UtteranceCapture("wake_word", endpoint, call.at, call.at, call.word)
        heard.background = self._background(since)
        self._open(heard, since)

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
        """Let our own voice not be taken for the user's."""
        if not self._mouth.is_speaking:
            return
        self._spoke_until = self.now
        if self._open_for is self._interruption:
            if not self._settings.hears_while_speaking:
                self._open(self._interruption, self.now)
        elif self._open_for is not None:  # then it is the answer to a typed line
            self._break_off(Signal.TALKED_OVER)

    def _break_off(self, signal: Signal) -> None:
        """What is open cannot go on as it is: `signal` is told of a user who called."""
        is_called = self._open_for is self.heard and self.heard.is_addressed
        if self._open_for is self.heard and not (is_called and signal is Signal.TALKED_OVER):
            self._bus.publish(UtteranceRejected(self._clock.seconds(), "interrupted"))
        self._signal(signal if is_called else Signal.FOLLOW_UP_INTERRUPTED)

    def _back_from(self, moment: float) -> float:
        return max(moment - PRE_ROLL_SECONDS, self._spoke_until)

    def _background(self, until: float) -> BackgroundSound:
        """What went on before somebody was listened to, without our own voice."""
        since = max(self.now - RING_SECONDS, self._spoke_until + ECHO_SECONDS)
        return BackgroundSound.of([f for f in self._ring.since(since) if f.captured_at <= until])

    def _is_background(self, frame: AudioFrame) -> bool:
        """Whether nothing stands out of what went on when the user called."""
        background = self.heard.background
        if not background.is_loud:
            return False
        since = frame.captured_at - WINDOW_FRAMES * FRAME_SECONDS
        newest = [f for f in self._ring.since(since) if f.captured_at <= frame.captured_at]
        return background.is_all([power(one) for one in newest])

    def _open(self, target: UtteranceCapture | FollowUpWindow | StopListener, since: float) -> None:
        """Open the ears for the sound captured after `since`."""
        self.shut()
        self._open_for = target
        self._unheard = deque(self._ring.since(since))
        self._voicing.reset()
        if isinstance(target, UtteranceCapture):
            self._hurry(is_wanted=True)
            self.heard = target
            self._bus.publish(ListeningStarted(self._clock.seconds(), target.cause))

    def _hurry(self, *, is_wanted: bool) -> None:
        if self._early_sound:
            self._early_sound.hurry(is_wanted=is_wanted)

    # ---- what VAD and endpointing make of a frame

    async def _look_at(self, frame: AudioFrame) -> None:
        self._is_looking = True
        voiced = await self._voicing.judge(frame)
        self._is_looking = False
        if voiced is None:
            return  # the ears were opened anew meanwhile; this frame is among the unheard again
        self._looked_at = frame.captured_at
        speech, tail_seconds = voiced
        match self._open_for:
            case FollowUpWindow() as window:
                is_user = speech and not self._is_background(frame)
                if signal := window.process(frame.captured_at, is_speech=is_user):
                    self._signal(signal)
            case StopListener() as ear:
                ear.take(frame, is_speech=speech, silent_tail_seconds=tail_seconds)
            case UtteranceCapture() as heard:
                self._listen(heard, frame, voiced)

    def _listen(self, heard: UtteranceCapture, frame: AudioFrame, voiced: VadResult) -> None:
        speech, tail_seconds = voiced
        decision = heard.add(frame, is_speech=speech, silent_tail_seconds=tail_seconds)
        if heard.endpoint.silent_seconds < SPECULATE_SECONDS:
            self._eager_stt.drop()  # the user spoke on
        self._weigh(heard, decision)

    def _weigh(self, heard: UtteranceCapture, decision: Decision | None) -> None:
        """What follows from the pause so far."""
        if decision:
            self._decide(decision)
        elif heard.endpoint.silent_seconds >= SPECULATE_SECONDS and not self._unheard:
            self._eager_stt.begin(heard)
            self._learn_words()

    def _learn_words(self) -> None:
        """More is known of the words behind this pause: how long must it be, and was it?"""
        endpoint = self.heard.endpoint
        endpoint.need_pause(pause_needed(self._eager_stt.words, self._pauses))
        is_all_heard = not self._is_looking and not self._unheard
        if is_all_heard and self._open_for is self.heard and (over := endpoint.decide_by_voice()):
            self._decide(over)

    def _decide(self, decision: Decision) -> None:
        at = self._clock.seconds()
        if decision == "nothing":
            self._bus.publish(UtteranceRejected(at, "nothing-heard"))
            self._signal(Signal.NOTHING_HEARD)
            return
        self.utterance = self.heard.utterance(decision)
        self.guess = self._eager_stt.take()
        seconds = len(self.utterance.pcm) / RATE_HZ
        self._bus.publish(SpeechEnded(at, decision, seconds, self.heard.silence_seconds))
        self._signal(Signal.UTTERANCE_ENDED)
