"""The voice session: frames and key presses become signals, the table's actions are carried out.

Invariant: what to do is the table's decision (`voice.turn_taking`); frames are taken as they come,
whatever else goes on, since all that takes long runs in tasks beside them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock, Conversation, Earcon
from jarvis_voice.core.types import AudioFrame, BegunFrame, Source
from jarvis_voice.voice.audio_router import AudioRouter
from jarvis_voice.voice.microphone_monitor import Deafness
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.responder import Responder
from jarvis_voice.voice.speech_input import EarlySound, SpeechInput, VoiceSettings
from jarvis_voice.voice.talk_key import TalkKey
from jarvis_voice.voice.turn_taking import Do, PlayEarcon, Signal, StartListening, State, step
from jarvis_voice.voice.turn_tasks import TurnTasks

log = logging.getLogger(__name__)

STOP_SECONDS = 5.0
"""How long `stop` waits for what it cancelled; a turn may take 3 s to be cancelled."""

_WAITING = {State.LISTENING: Signal.STOPPED, State.FOLLOW_UP: Signal.FOLLOW_UP_INTERRUPTED}
"""Where only the user can go on, and what ends it without one."""

_CALLS = (Signal.WAKE_HEARD, Signal.CALLED_IN_FOLLOW_UP)
"""What a frame that was under way may still bring when the ears have been closed."""

_EARS_OPEN = (State.LISTENING, State.THINKING, State.FOLLOW_UP)


class VoiceSession:
    """One microphone, one mouth and the conversation between them.

    Args:
        ears: Microphone, wake word, VAD and speech to text, opened.
        mouth: Says the answers.
        conversation: Answers.
        bus: Where events go.
        clock: Event times.
        settings: Thresholds and seconds.
    """

    def __init__(
        self,
        ears: SpeechInput,
        mouth: SpeechOutput,
        conversation: Conversation,
        bus: Bus,
        clock: Clock,
        settings: VoiceSettings,
    ) -> None:
        self._microphone = ears.microphone
        self._mouth = mouth
        self._bus = bus
        self._clock = clock
        self._settings = settings
        speaking = (State.SPEAKING,) * settings.hears_while_speaking
        self._ears_open = (*_EARS_OPEN, *speaking)
        self._audio_router = AudioRouter(ears, mouth, bus, clock, settings, self._signal)
        word, thread = ears.wake.words[0], settings.thread_id
        self._answering = Responder(
            ears.stt, ears.judge, conversation, mouth, bus, clock, word, thread
        )
        self._key = TalkKey()
        self._state = State.IDLE
        self._work = TurnTasks(self._signal, self._report)  # transcribes or answers
        self._sounds: set[asyncio.Task[None]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._deaf = set[Deafness]()  # why nothing is heard
        self._taking_since: float | None = None
        self._command = ""
        self._unaddressed = 0  # turns in a row without wake word or key
        self._gaps = ears.microphone.gaps

    @property
    def state(self) -> State:
        """What ears and mouth are doing."""
        return self._state

    @property
    def busy_seconds(self) -> float:
        """For how long the newest frame has been under way; 0 between frames."""
        if self._taking_since is None:
            return 0.0
        return asyncio.get_running_loop().time() - self._taking_since

    # ---- what others may ask of a session

    async def run(self) -> None:
        """Listen and answer until the microphone's frames end or `stop` is called.

        A recording that ends within a command ends the command, which is still answered. A
        microphone that is lost is reported, and ends the session likewise.
        """
        self._reading = asyncio.create_task(self._read(), name="ears")
        try:
            await self._reading
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not self._is_stopped or (task and task.cancelling()):
                raise
        finally:
            await self.stop()

    async def stop(self) -> None:
        """End `run` and all that is under way; takes `STOP_SECONDS` at the most."""
        if not self._is_stopped:
            self._signal(Signal.STOPPED)
            self._is_stopped = True
        self._audio_router.shut()
        beside = {*self._work.tasks, *self._sounds, *self._audio_router.tasks, self._reading}
        tasks = beside - {None, asyncio.current_task()}
        running = {task for task in tasks if task is not None and not task.done()}
        for task in running:
            if not task.cancelling():  # a second cancel would cut short how the first one ends
                task.cancel()
        if running:
            _, late = await asyncio.wait(running, timeout=STOP_SECONDS)
            for task in late:
                log.error("%s did not end when it was cancelled", task.get_name())

    async def gate(self) -> None:
        """Wait while an utterance is transcribed or answered; holds a recording meanwhile."""
        await self.settle()
        await self._work.over()

    async def settle(self) -> None:
        """Wait for words that are being made out beside the frames."""
        await self._audio_router.settle()

    def press(self) -> None:
        """The push-to-talk key went down."""
        if signal := self._key.press(self._audio_router.now):
            self._signal(signal)

    def release(self) -> None:
        """The push-to-talk key went up."""
        self._signal(self._key.release())

    def toggle(self) -> None:
        """A push-to-talk key that has no release was struck."""
        is_held = self._audio_router.is_held_open
        if signal := self._key.toggle(self._audio_router.now, is_held=is_held):
            self._signal(signal)

    def hush(self) -> None:
        """Be silent, and drop what is under way."""
        self._signal(Signal.STOPPED)

    def turn_sensitivity(self, word: str, by: float) -> None:
        """Hear a wake word more often, or less, by so much of the range of 0 to 1."""
        self._audio_router.turn_sensitivity(word, by)

    def close_ears(self, why: Deafness = "muted") -> None:
        """Hear nothing until `open_ears`; what waits for the user ends, an answer goes on.

        Where no frame comes, nothing else would end it: times are counted by the frames.
        """
        self._deaf.add(why)
        self._audio_router.drop_claim()
        self._end_waiting()

    def open_ears(self, why: Deafness = "muted") -> None:
        """Hear again, unless something else closes the ears."""
        self._deaf.discard(why)
        self._audio_router.drop_claim()  # a frame that was under way may have made one meanwhile
        self._audio_router.lose_sound()

    def _end_waiting(self) -> None:
        if self._deaf and self._state in _WAITING:
            self._signal(_WAITING[self._state])

    # ---- frames

    async def _read(self) -> None:
        try:
            async for frame in self._sound():
                if self._deaf:
                    continue
                if self._gaps != self._microphone.gaps:
                    self._gaps = self._microphone.gaps
                    self._audio_router.lose_sound()
                self._taking_since = asyncio.get_running_loop().time()
                if isinstance(frame, BegunFrame):
                    await self._audio_router.glimpse(frame)
                else:
                    await self._audio_router.take(frame)
                self._taking_since = None
        except JarvisError as error:
            self._report(error)
        await self._finish()

    def _sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        microphone = self._microphone
        if isinstance(microphone, EarlySound):
            return microphone.sound()
        return microphone.frames()

    async def _finish(self) -> None:
        """Answer what was asked before the frames ended."""
        self._taking_since = None
        while True:
            await self._audio_router.settle()
            await self._audio_router.catch_up()
            self._audio_router.finish()
            await self.gate()
            if self._state is State.IDLE:
                break
        if self._sounds:
            await asyncio.wait(self._sounds, timeout=STOP_SECONDS)

    # ---- the machine

    def _signal(self, signal: Signal) -> None:
        """Let the table decide, and do what it says."""
        if self._is_stopped or (self._deaf and signal in _CALLS):
            return
        self._state, actions = step(self._state, signal)
        self._settings.on_state(self._state)
        for action in actions:
            match action:
                case StartListening(cause):
                    self._audio_router.start_listening(cause)
                case PlayEarcon(earcon):
                    self._play_earcon(earcon)
                case Do():
                    self._do(action)
        if self._state not in self._ears_open:
            self._audio_router.shut()
        self._end_waiting()

    def _do(self, action: Do) -> None:
        audio_router = self._audio_router
        {
            Do.LISTEN_ON: audio_router.listen_on,
            Do.HOLD_OPEN: audio_router.hold_open,
            Do.END_AT_RELEASE: audio_router.end_at_release,
            Do.OPEN_FOLLOW_UP: audio_router.open_window,
            Do.RESUME_FOLLOW_UP: audio_router.resume_window,
            Do.TRANSCRIBE: self._transcribe,
            Do.LISTEN_FOR_STOP: audio_router.listen_for_stop,
            Do.SUBMIT_TURN: self._submit_turn,
            Do.CANCEL_TURN: self._work.drop,
            Do.STOP_SPEAKING: self._stop_speaking,
            Do.APOLOGISE: self._apologise,
        }[action]()

    # ---- what the actions do beside the frames

    def _transcribe(self) -> None:
        audio_router = self._audio_router
        heard, utterance, guess = audio_router.heard, audio_router.utterance, audio_router.guess

        async def work() -> Signal:
            verdict = await self._answering.understand(heard, utterance, guess)
            self._command = verdict.command
            return verdict.signal

        self._work.begin(work())

    def _submit_turn(self) -> None:
        heard = self._audio_router.heard
        source: Source = "key" if heard.cause == "key" else "voice"
        self._unaddressed = 0 if heard.is_addressed else self._unaddressed + 1

        async def work() -> Signal:
            return await self._answering.converse(
                self._command, source, self._work.start_teller(), unaddressed=self._unaddressed
            )

        self._work.begin(work())

    def _apologise(self) -> None:
        async def work() -> Signal:
            try:
                await self._answering.apologise(self._work.apology, self._work.start_teller())
            except Exception:  # to apologise for a failed apology would never end
                log.exception("the apology failed")
            return Signal.APOLOGISED

        self._work.begin(work())

    def _stop_speaking(self) -> None:
        if self._mouth.is_speaking:
            self._audio_router.note_own_voice()
        self._mouth.stop()

    def _play_earcon(self, earcon: Earcon) -> None:
        if self._settings.earcons and not self._settings.is_quiet():
            sound = asyncio.create_task(self._mouth.play_earcon(earcon))
            self._sounds.add(sound)
            sound.add_done_callback(self._sounds.discard)

    def _report(self, error: JarvisError) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), error.code, error.message))
