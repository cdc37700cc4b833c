"""Gives each frame to the wake model, and to VAD and the utterance while Jarvis listens.

Invariant: the wake model sees every frame, once and in order; an utterance has no gaps; times that
decide anything are those of the frames; while a reply sounds, whoever asked for it, and as long as
it echoes, VAD and utterance are fed for a user alone who called, and for a "stop" where our own
voice is cancelled. A wake word is no hit while it may be our own voice. Words that are made out
during a pause do nothing but tell how long it must be. What follows from what is heard is not
decided here: signals come out, one at a time, since each may change what the ears are open for;
nobody is called back.
"""

from __future__ import annotations

import asyncio
import math
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
from jarvis_voice.voice.endpointing.endpoint import Decision, Endpoint, Patience
from jarvis_voice.voice.endpointing.follow_up_window import FollowUpWindow
from jarvis_voice.voice.endpointing.frame_backlog import (
    ECHO_SECONDS,
    PRE_ROLL_SECONDS,
    RING_SECONDS,
    FrameBacklog,
)
from jarvis_voice.voice.endpointing.pause_length import pause_needed
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.endpointing.vad_stage import VadResult, VadStage
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.speech_input import EarlySound, EchoAware, SpeechInput, VoiceSettings
from jarvis_voice.voice.stop_listener import StopListener
from jarvis_voice.voice.talk_key import RELEASE_TAIL_SECONDS
from jarvis_voice.voice.transcription.eager_stt import SPECULATE_SECONDS, EagerStt, EagerTranscript
from jarvis_voice.voice.turn_taking import OpenFor, Signal
from jarvis_voice.voice.wake.wake_stage import WakeDetection, WakeStage

WAKE_PRE_ROLL_SECONDS = 1.6
"""A slow "hey Jarvis" and the delay of the wake model."""

COMMAND_SECONDS = 5.0
"""How long the command may take to begin, behind the wake word."""


class AudioRouter:
    """Sends frames to what Jarvis listens for now, and returns what it heard as signals.

    Args:
        ears: Wake word and VAD.
        mouth: What of the sound is our own.
        bus: Where events go.
        clock: Event times.
        settings: Thresholds and seconds.
        news: Set when something was made out beside the frames; see `take_news`.

    Attributes:
        open_for: What the ears are open for, as the table has it; whoever steps it sets this.
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
        news: asyncio.Event,
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
        self._patience = Patience(settings.silence_seconds, settings.max_seconds, COMMAND_SECONDS)
        self._pauses = Pauses(settings.pause_seconds, settings.silence_seconds)
        self._eager_stt = EagerStt(ears, news)
        self._stop_listener = StopListener(ears.stt, news)
        self._wake_stage = WakeStage(
            ears,
            bus,
            clock,
            news,
            second_stage=settings.second_stage,
            on_near_miss=settings.on_near_miss,
        )
        self._call = WakeDetection(ears.wake.words[0], 0.0, 0.0)
        self._frames = FrameBacklog()
        self._newest: AudioFrame | None = None  # until the wake model saw it
        self._is_looking = False  # a frame is being judged: what follows from it is still to come
        self._window = FollowUpWindow(-math.inf, -math.inf)
        self._looked_at = 0.0  # when the frame was captured that VAD saw last
        self.open_for = OpenFor.NOTHING
        self.heard = UtteranceCapture("wake_word", Endpoint(self._patience), 0.0, 0.0)
        self.utterance = self.heard.utterance("silence")
        self.guess: EagerTranscript | None = None

    @property
    def tasks(self) -> frozenset[asyncio.Task[Any]]:
        """What goes on beside the frames."""
        return self._wake_stage.tasks | self._eager_stt.tasks | self._stop_listener.tasks

    @property
    def now(self) -> float:
        """When the newest frame was captured, in seconds."""
        return self._frames.now

    @property
    def is_held_open(self) -> bool:
        """Whether the key decides the end of what is being heard."""
        return self._is_listening and self.heard.endpoint.held

    def take(self, frame: AudioFrame) -> Signal | None:
        """Take one more frame, for `catch_up` to hear; what our own voice makes of it."""
        self._newest = frame
        self._frames.append(frame)
        if self._echo_aware and self._echo_aware.is_echo:
            self._voicing.take_for_silence(frame)
        return self._attend_to_mouth()

    async def catch_up(self) -> Signal | None:
        """Hear the frames that came, up to the first signal; None when all were heard."""
        if self._newest:
            frame, self._newest = self._newest, None
            is_own_voice = self._mouth.masks_wake_word(*self._names)
            is_busy = self.open_for in (OpenFor.UTTERANCE, OpenFor.FOLLOW_UP)
            if call := await self._wake_stage.hear(
                frame, is_own_voice=is_own_voice, is_busy=is_busy
            ):
                return self._note(call)
        while self.open_for is not OpenFor.NOTHING and self._frames.unheard:
            if signal := await self._look_at(self._frames.unheard.popleft()):
                return signal
        self._frames.unheard.clear()
        return None

    async def glimpse(self, begun: BegunFrame) -> Signal | None:
        """See how the next frame begins: a pause is not waited for until that is full."""
        if not self._is_listening or self._frames.unheard:
            return None
        heard = self.heard
        self._is_looking = True
        silent_seconds = await self._voicing.glimpse(begun)
        is_still_open = self._is_listening and self.heard is heard
        # where it begins with speech, nothing ends before the whole frame was looked at
        self._is_looking = silent_seconds is None and is_still_open
        if silent_seconds is None or not is_still_open:
            return None
        return self._weigh(heard.glimpse(begun, silent_seconds))

    def take_news(self) -> Signal | None:
        """What was made out beside the frames since this was asked last; None for nothing."""
        if call := self._wake_stage.take_call():
            return self._note(call)
        if self._stop_listener.take_stop():
            return Signal.STOPPED
        return self._learn_words() if self._eager_stt.take_news() else None

    def turn_sensitivity(self, word: str, by: float) -> None:
        """Hear a wake word more often, or less."""
        self._wake_stage.turn_sensitivity(word, by)

    def lose_sound(self) -> Signal | None:
        """Sound is missing before the next frame: what goes on across the hole is not acted on."""
        self._frames.clear()
        self._wake_stage.lose_sound()
        if self._is_listening:
            return self._break_off(Signal.SOUND_LOST)
        if self.open_for is OpenFor.FOLLOW_UP:
            self._window = replace(self._window)  # silence is counted anew
        if self.open_for is not OpenFor.NOTHING:
            self._open(self.now)
        return None

    def drop_claim(self) -> None:
        """A wake word that is being made out is no call any more."""
        self._wake_stage.drop()

    async def settle(self) -> None:
        """Wait for what is being made out: a claimed wake word, the words of a pause, a "stop"."""
        await self._wake_stage.settle()
        await self._eager_stt.settle()
        await self._stop_listener.settle()

    def finish(self) -> Signal | None:
        """No frame will come: how what is open ends."""
        if self._is_listening:
            return self._decide(self.heard.endpoint.finish())
        return Signal.FOLLOW_UP_EXPIRED if self.open_for is OpenFor.FOLLOW_UP else None

    # ---- opening and shutting

    def start_listening(self, cause: ListeningCause) -> None:
        """Begin an utterance, with its pre-roll."""
        if cause == "wake_word":
            self._start_from_wake_word()
        elif cause == "key":
            endpoint = Endpoint(self._patience, held=True)
            heard = UtteranceCapture(cause, endpoint, self.now, self.now)
            self._listen_to(heard, self._frames.pre_roll_of(self.now))
        else:
            endpoint = Endpoint(self._patience, begun=True)
            at = self._looked_at
            heard = UtteranceCapture(cause, endpoint, at, at, is_addressed=False)
            heard.background = self.heard.background
            self._listen_to(heard, self._frames.pre_roll_of(at))

    def listen_on(self) -> None:
        """Listen for the command behind a wake word that was said alone.

        VAD notices a word some frames late: the command's first sound may have passed for the last
        of the silence that ended the call.
        """
        end = self.heard.ended_at
        silence_seconds = min(PRE_ROLL_SECONDS, self._settings.silence_seconds)
        since = end - silence_seconds if self.utterance.ended_by == "silence" else end
        live_from = max(end, self._frames.echoes_until)  # a typed answer may have been said
        heard = UtteranceCapture("wake_word", Endpoint(self._patience), end, live_from)
        heard.background = self.heard.background
        self._listen_to(heard, max(since, self._frames.spoke_until))

    def open_window(self) -> None:
        """Let the user go on without the wake word."""
        self._frames.note_own_voice()
        until = self.now + self._settings.follow_up_seconds
        self._window = FollowUpWindow(self.now + ECHO_SECONDS, until, self._quiet_needed_seconds)
        self._open(self.now)

    def resume_window(self) -> None:
        """Go back to the window, and to what was said meanwhile."""
        echo_until = self._frames.echoes_until
        live_from = max(self._window.live_from, echo_until)
        is_quiet = self.utterance.ended_by == "silence" and echo_until <= self.heard.ended_at
        quiet_seconds = 0.0 if is_quiet else self._quiet_needed_seconds
        self._window = FollowUpWindow(live_from, self._window.until, quiet_seconds)
        self._open(max(self.heard.ended_at, self._frames.spoke_until))

    def listen_for_stop(self) -> None:
        """Hear nothing but a "stop"."""
        self._open(self.now)

    def shut(self) -> None:
        """Look at no further frame."""
        self._hurry(is_wanted=False)
        self._eager_stt.drop()
        self._stop_listener.clear()

    def hold_open(self) -> None:
        """From now on the key decides the end; whoever presses it means us."""
        self.heard.is_addressed = True
        self.heard.endpoint.hold()

    def end_at_release(self) -> None:
        """The key went up; what is still on its way belongs to the utterance."""
        waiting_seconds = len(self._frames.unheard) * FRAME_SECONDS
        self.heard.endpoint.release(RELEASE_TAIL_SECONDS + waiting_seconds)

    def note_own_voice(self) -> None:
        """We spoke up to now."""
        self._frames.note_own_voice()

    def _note(self, call: WakeDetection) -> Signal:
        """The user called, maybe while something is heard that nobody called for."""
        self._call = call
        is_overhearing = self._is_listening and not self.heard.is_addressed
        return Signal.CALLED_IN_FOLLOW_UP if is_overhearing else Signal.WAKE_HEARD

    def _start_from_wake_word(self) -> None:
        call = self._call
        self._bus.publish(WakeDetected(self._clock.seconds(), call.word, call.score))
        endpoint = Endpoint(self._patience, begun=True)  # the word itself was speech
        since = call.at - WAKE_PRE_ROLL_SECONDS
        heard = UtteranceCapture("wake_word", endpoint, call.at, call.at, call.word)
        heard.background = self._frames.background(since)
        self._listen_to(heard, since)

    @property
    def _is_listening(self) -> bool:
        return self.open_for is OpenFor.UTTERANCE

    @property
    def _quiet_needed_seconds(self) -> float:
        """The rest of a sentence that was cut for its length is no command, pauses or not."""
        was_cut = self.utterance.ended_by == "max_length"
        return self._settings.silence_seconds if was_cut else FRAME_SECONDS

    def _attend_to_mouth(self) -> Signal | None:
        """Let our own voice not be taken for the user's."""
        if not self._mouth.is_speaking:
            return None
        self._frames.note_own_voice()
        if self.open_for in (OpenFor.UTTERANCE, OpenFor.FOLLOW_UP):  # a typed line's answer sounds
            return self._break_off(Signal.TALKED_OVER)
        if self.open_for is OpenFor.STOP_WORD and not self._settings.hears_while_speaking:
            self._open(self.now)
        return None

    def _break_off(self, signal: Signal) -> Signal:
        """What is open cannot go on as it is: `signal` where a user called."""
        is_called = self._is_listening and self.heard.is_addressed
        if self._is_listening and not (is_called and signal is Signal.TALKED_OVER):
            self._bus.publish(UtteranceRejected(self._clock.seconds(), "interrupted"))
        return signal if is_called else Signal.FOLLOW_UP_INTERRUPTED

    def _open(self, since: float) -> None:
        """Open the ears for the sound captured after `since`."""
        self.shut()
        self._frames.rewind(since)
        self._voicing.reset()

    def _listen_to(self, heard: UtteranceCapture, since: float) -> None:
        self._open(since)
        self._hurry(is_wanted=True)
        self.heard = heard
        self._bus.publish(ListeningStarted(self._clock.seconds(), heard.cause))

    def _hurry(self, *, is_wanted: bool) -> None:
        if self._early_sound:
            self._early_sound.hurry(is_wanted=is_wanted)

    # ---- what VAD and endpointing make of a frame

    async def _look_at(self, frame: AudioFrame) -> Signal | None:
        self._is_looking = True
        voiced = await self._voicing.judge(frame)
        self._is_looking = False
        if voiced is None:
            return None  # the ears were opened anew meanwhile; this frame is unheard again
        self._looked_at = frame.captured_at
        speech, tail_seconds = voiced
        match self.open_for:
            case OpenFor.FOLLOW_UP:
                is_user = speech and not self._frames.is_all(self.heard.background, frame)
                return self._window.process(frame.captured_at, is_speech=is_user)
            case OpenFor.STOP_WORD:
                self._stop_listener.take(frame, is_speech=speech, silent_tail_seconds=tail_seconds)
            case OpenFor.UTTERANCE:
                return self._listen(frame, voiced)
        return None

    def _listen(self, frame: AudioFrame, voiced: VadResult) -> Signal | None:
        speech, tail_seconds = voiced
        decision = self.heard.add(frame, is_speech=speech, silent_tail_seconds=tail_seconds)
        if self.heard.endpoint.silent_seconds < SPECULATE_SECONDS:
            self._eager_stt.drop()  # the user spoke on
        return self._weigh(decision)

    def _weigh(self, decision: Decision | None) -> Signal | None:
        """What follows from the pause so far."""
        if decision:
            return self._decide(decision)
        if self.heard.endpoint.silent_seconds >= SPECULATE_SECONDS and not self._frames.unheard:
            self._eager_stt.begin(self.heard)
            return self._learn_words()
        return None

    def _learn_words(self) -> Signal | None:
        """More is known of the words behind this pause: how long must it be, and was it?"""
        endpoint = self.heard.endpoint
        endpoint.need_pause(pause_needed(self._eager_stt.words, self._pauses))
        is_all_heard = not self._is_looking and not self._frames.unheard
        if is_all_heard and self._is_listening and (over := endpoint.decide_by_voice()):
            return self._decide(over)
        return None

    def _decide(self, decision: Decision) -> Signal:
        at = self._clock.seconds()
        if decision == "nothing":
            self._bus.publish(UtteranceRejected(at, "nothing-heard"))
            if self.heard.cause == "wake_word":
                self._wake_stage.note_unheard()
            return Signal.NOTHING_HEARD
        self.utterance = self.heard.utterance(decision)
        self.guess = self._eager_stt.take()
        seconds = len(self.utterance.pcm) / RATE_HZ
        self._bus.publish(SpeechEnded(at, decision, seconds, self.heard.silence_seconds))
        return Signal.UTTERANCE_ENDED
