"""The voice session: turns frames, key presses and task results into signals for the table.

Invariant: what to do is the table's decision (`voice.turn_taking`), and the session alone asks it
and carries its actions out: signals come out of the router and of the tasks, nobody is called back.
Frames are taken as they come, whatever else goes on, since all that takes long runs in tasks.
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
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.responder import Responder, SessionThread
from jarvis_voice.voice.speech_input import EarlySound, SpeechInput, VoiceSettings
from jarvis_voice.voice.talk_key import TalkKey
from jarvis_voice.voice.transcription.second_pass import SecondHearing
from jarvis_voice.voice.turn_taking import (
    Deafness,
    Do,
    OpenFor,
    PlayEarcon,
    Signal,
    StartListening,
    State,
    TurnTaking,
)
from jarvis_voice.voice.turn_tasks import ReplyStart, TurnTasks

log = logging.getLogger(__name__)

STOP_SECONDS = 5.0
"""How long `stop` waits for what it cancelled; a turn may take 3 s to be cancelled."""


class VoiceSession:
    """One microphone, one speech output, and the conversation between them.

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
        bus = bus.at(settings.origin)
        self._microphone = ears.microphone
        self._mouth = mouth
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._news = asyncio.Event()  # something came of what goes on beside the frames
        self._audio_router = AudioRouter(ears, mouth, bus, clock, settings, self._news)
        asked = SessionThread(conversation, settings.thread_id, settings.origin)
        word = ears.wake.words[0]
        second = SecondHearing.of(ears)
        self._answering = Responder(ears.stt, ears.judge, asked, mouth, bus, clock, word, second)
        self._key = TalkKey()
        self._turn = TurnTaking(settings.hears_while_speaking)
        self._work = TurnTasks(bus, clock, self._news)  # transcribes or answers
        self._sounds: set[asyncio.Task[bool]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._attending: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._taking_since: float | None = None
        self._words = ""  # what the newest work made out: a command, or an apology
        self._gaps = ears.microphone.gaps

    @property
    def state(self) -> State:
        """What ears and mouth are doing."""
        return self._turn.state

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
        self._attending = asyncio.create_task(self._attend(), name="news")
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
        beside = {*self._work.tasks, *self._sounds, *self._audio_router.tasks}
        tasks = {*beside, self._reading, self._attending} - {None, asyncio.current_task()}
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
        while tasks := self._work.tasks:
            await asyncio.wait(tasks)
            self._take_news()

    async def settle(self) -> None:
        """Wait for words that are being made out beside the frames."""
        await self._audio_router.settle()
        self._take_news()

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
        self._turn = self._turn.deafened(why)
        self._audio_router.drop_claim()
        self._signal(self._turn.overdue)

    def open_ears(self, why: Deafness = "muted") -> None:
        """Hear again, unless something else closes the ears."""
        self._turn = self._turn.undeafened(why)
        self._audio_router.drop_claim()  # a frame that was under way may have made one meanwhile
        self._signal(self._audio_router.lose_sound())

    # ---- frames

    async def _read(self) -> None:
        try:
            async for frame in self._sound():
                if self._turn.deaf:
                    continue
                if self._gaps != self._microphone.gaps:
                    self._gaps = self._microphone.gaps
                    self._signal(self._audio_router.lose_sound())
                self._taking_since = asyncio.get_running_loop().time()
                if isinstance(frame, BegunFrame):
                    self._signal(await self._audio_router.glimpse(frame))
                else:
                    self._signal(self._audio_router.take(frame))
                    await self._catch_up()
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
            await self.settle()
            await self._catch_up()
            self._signal(self._audio_router.finish())
            await self.gate()
            if self._turn.state is State.IDLE:
                break
        if self._sounds:
            await asyncio.wait(self._sounds, timeout=STOP_SECONDS)

    async def _catch_up(self) -> None:
        """Act on what is in the frames that came, in order."""
        while signal := await self._audio_router.catch_up():
            self._signal(signal)

    # ---- what comes beside the frames

    async def _attend(self) -> None:
        """Act on news at once, whatever frame is under way."""
        while await self._news.wait():
            self._news.clear()
            try:
                self._take_news()
            except JarvisError as error:
                self._report(error)
            except Exception:
                log.exception("what came beside the frames could not be acted on")

    def _take_news(self) -> None:
        """Act on all that was made out, and on all that a turn's work came to."""
        while True:
            if result := self._work.take():
                self._words = result.words
                self._signal(result.signal)
            elif signal := self._audio_router.take_news():
                self._signal(signal)
            else:
                return

    # ---- the machine

    def _signal(self, signal: Signal | None) -> None:
        """Let the table decide, and do what it says."""
        while signal and not self._is_stopped:
            self._turn, actions = self._turn.take(signal)
            self._audio_router.open_for = self._turn.open_for
            self._settings.on_state(self._turn.state)
            for action in actions:
                match action:
                    case StartListening(cause):
                        self._audio_router.start_listening(cause)
                    case PlayEarcon(earcon):
                        self._play_earcon(earcon)
                    case Do():
                        self._do(action)
            if self._turn.open_for is OpenFor.NOTHING:
                self._audio_router.shut()
            signal = self._turn.overdue

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
        heard = self._audio_router
        self._work.begin(self._answering.understand(heard.heard, heard.utterance, heard.guess))

    def _submit_turn(self) -> None:
        heard, start = self._audio_router.heard, ReplyStart(self._news)
        source: Source = "key" if heard.cause == "key" else "voice"
        self._turn = self._turn.submitted(is_addressed=heard.is_addressed)
        answering = self._answering.converse(
            self._words,
            source,
            start.set,
            is_addressed=heard.is_addressed,
            is_last=self._turn.must_be_called,
        )
        self._work.begin(answering, start)

    def _apologise(self) -> None:
        start = ReplyStart(self._news)
        self._work.begin(self._answering.apologise(self._words, start.set), start)

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
