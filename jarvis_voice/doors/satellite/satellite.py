"""Satellite: one browser that is a microphone and a loudspeaker, with a conversation of its own.

Invariant: a button's edges are acted on when the sound before them was heard. All that was begun
for it ends with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from typing import Any, Protocol

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import Event, ProblemReported, to_json
from jarvis_voice.core.ports import AsyncResource, Conversation
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import HERE, Origin, Receipt, ReceiptKind, Reply, Source
from jarvis_voice.doors.satellite.messages import (
    Command,
    Hello,
    Message,
    MessageError,
    Muted,
    Played,
    TypedText,
)
from jarvis_voice.doors.satellite.outbox import Outbox
from jarvis_voice.doors.satellite.socket_microphone import SocketMicrophone
from jarvis_voice.doors.satellite.socket_speaker import SocketSpeaker
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces
from jarvis_voice.voice.ducker import QUIET
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.session import VoiceSession
from jarvis_voice.voice.turn_taking import State

LONGEST_THREAD = 64
_WAITING = (State.LISTENING, State.FOLLOW_UP)
"""Where sound must come, since only the user can go on."""

SHOWN = Receipt(ReceiptKind.EFFECT, "I put a button for it on your screen.")


@dataclass(frozen=True, slots=True)
class OpenedVoice:
    """A conversation by voice, opened.

    Attributes:
        session: Hears and answers.
        mouth: Speaks there.
        dials: How it speaks there.
        words: By which it is called, where it listens for them.
    """

    session: VoiceSession
    mouth: SpeechOutput
    dials: Prosody
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoiceLink:
    """What a conversation at a satellite is made with.

    Attributes:
        hello: What the satellite is.
        origin: Who is at it, and where that is.
        microphone: Its sound.
        speaker: Its loudspeaker.
        conversation: Answers.
        on_state: Told of each state.
        on_yield: Told when another satellite, which is nearer, answers a call.
    """

    hello: Hello
    origin: Origin
    microphone: SocketMicrophone
    speaker: SocketSpeaker
    conversation: Conversation
    on_state: Callable[[State], None]
    on_yield: Callable[[], None]


class VoiceMaker(AsyncResource, Protocol):
    """Makes conversations by voice; `app.satellite_voices` implements it."""

    def open(self, link: VoiceLink) -> AbstractAsyncContextManager[OpenedVoice]:
        """A conversation, as long as it is open.

        Raises:
            JarvisError: A model cannot be loaded.
        """
        ...


@dataclass(frozen=True, slots=True)
class SatelliteConversation:
    """The assistant as one satellite asks it: in a thread of its own, by one door."""

    inner: Conversation
    thread: str

    def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """Run one turn; see `ports.Conversation`."""
        del source
        thread_id = thread_id or self.thread
        return self.inner.ask(
            text, source="satellite", thread_id=thread_id, dry_run=dry_run, origin=origin
        )


class Satellite:
    """Serves one satellite; open inside `async with`, then `take` its messages.

    Args:
        hello: What it is.
        origin: Who is at it, and where.
        assistant: Answers.
        bus: Where the events of its turns come from.
        seconds: The clock of events.
        begin_turn: Lets its user begin a turn, and gives what ends that; raises a JarvisError
            where the user has too many.

    Attributes:
        outbox: What is to be sent to it.
        origin: As above.
        hello: As above.
    """

    def __init__(
        self,
        hello: Hello,
        origin: Origin,
        assistant: Assistant,
        bus: Bus,
        seconds: Callable[[], float],
        begin_turn: Callable[[], Callable[[], None]],
    ) -> None:
        self.hello = hello
        self.origin = origin
        self.outbox = Outbox()
        self._assistant = assistant
        self._conversation = SatelliteConversation(assistant, thread_of(origin.place))
        self._bus = bus
        self._seconds = seconds
        self._begin_turn = begin_turn
        self._microphone = SocketMicrophone(hello.name, seconds)
        self._speaker = SocketSpeaker(hello.name, self.outbox.put)
        self._voice: OpenedVoice | None = None
        self._is_held = False
        self._is_muted = False
        self._typed: set[asyncio.Task[None]] = set()
        self._heard = asyncio.Event()  # the answer to what was typed last sounds, or is over
        self._heard.set()

    @property
    def mouth(self) -> SpeechOutput | None:
        """Speaks there, once it is open."""
        return self._voice.mouth if self._voice else None

    @property
    def is_listening(self) -> bool:
        """Whether it listens to somebody now."""
        return self._voice is not None and self._voice.session.state in QUIET

    @property
    def plays_sound(self) -> bool:
        """Whether what is sent to it is played there, as far as is known."""
        return self._speaker.plays_sound

    @property
    def dropped_frames(self) -> int:
        """Frames that came faster than they were heard."""
        return self._microphone.dropped_frames

    @property
    def link(self) -> VoiceLink:
        """What its conversation is made with."""
        return VoiceLink(
            self.hello,
            self.origin,
            self._microphone,
            self._speaker,
            self._conversation,
            self._tell_state,
            lambda: self.outbox.put({"type": "yield"}),
        )

    async def run(self, voice: OpenedVoice, places: EffectPlaces | None) -> None:
        """Talk until cancelled, or until the conversation cannot go on.

        Args:
            voice: The conversation, opened with `link`.
            places: Told what can be done there.
        """
        self._voice = voice
        place = self.origin.place
        effects = EffectPlace(open_page=self._open_page, dials=voice.dials)
        if places:
            places.describe(place, effects)
        events = asyncio.create_task(self._tell_events(), name="satellite events")
        try:
            self.outbox.put(self._welcome(voice))
            self._tell_state(voice.session.state)
            if self._is_muted:  # it was said while the models were loaded
                voice.session.close_ears()
            await voice.session.run()
        finally:
            self._voice = None
            if places and places.at(place) is effects:
                places.drop(place)
            self._microphone.end()
            for task in (events, *self._typed):
                task.cancel()
            await asyncio.gather(events, *self._typed, return_exceptions=True)
            await voice.session.stop()

    async def take(self, message: Message | bytes) -> None:
        """Act on a message of its, in order.

        Raises:
            MessageError: It comes at the wrong time.
        """
        voice = self._voice
        if isinstance(message, Muted):
            self._mute(is_on=message.on)
        if voice is None:
            return
        match message:
            case bytes():
                self._microphone.put(message)
            case Command("press"):
                await self._press(voice.session)
            case Command("release"):
                await self._release(voice.session)
            case Command("stop"):
                self._microphone_stops()
                voice.session.hush()
                self._assistant.alarm_state.hush(self.origin)
            case Command():
                self.outbox.put({"type": "pong"})
            case Played(speech, ms):
                self._speaker.note_played(speech, ms / 1_000)
            case TypedText(text):
                self._take_text(text, voice.mouth)
            case Hello():
                raise MessageError("second-hello", "A satellite says hello once.")

    def show(self, body: Mapping[str, Any]) -> None:
        """Send it something to show."""
        self.outbox.put(dict(body))

    # ---- what its messages do

    async def _press(self, session: VoiceSession) -> None:
        if self.hello.wake == "push" and not self._is_held:
            await self._microphone.begin()
        self._is_held = True
        session.press()

    async def _release(self, session: VoiceSession) -> None:
        if not self._is_held:
            return
        await self._microphone.let_go()
        session.release()
        self._microphone_stops()

    def _microphone_stops(self) -> None:
        if self._is_held and self.hello.wake == "push":
            self._microphone.add_silence()
        self._is_held = False

    def _mute(self, *, is_on: bool) -> None:
        self._is_muted = is_on
        if self._voice is None:
            return
        if is_on:
            self._voice.session.close_ears()
        else:
            self._voice.session.open_ears()

    def _take_text(self, text: str, mouth: SpeechOutput) -> None:
        try:
            end = self._begin_turn()
        except JarvisError as error:
            told = ProblemReported(self._seconds(), error.code, error.message)
            self._bus.at(self.origin).publish(told)
        else:
            if is_stop(text):
                self._stop_typed()
            before, self._heard = self._heard, asyncio.Event()
            answer = self._answer(text, mouth, before, self._heard)
            task = asyncio.create_task(answer, name="satellite text")
            self._typed.add(task)
            task.add_done_callback(lambda _: end())
            task.add_done_callback(self._end)

    def _stop_typed(self) -> None:
        for task in self._typed:
            task.cancel()
        self._heard.set()

    async def _answer(
        self, text: str, mouth: SpeechOutput, before: asyncio.Event, heard: asyncio.Event
    ) -> None:
        """Answer typed words; an order typed just before is carried out first, and not lost."""
        try:
            await before.wait()
            mouth.stop()
            asked = self._conversation.ask(text, source="satellite", origin=self.origin)
            async with aclosing(asked) as replies:
                # who types reads: a question that is answered before it is spoken was asked
                await mouth.say_answer(SentenceQueue(replies, is_shown=True), heard.set)
        finally:
            heard.set()

    def _end(self, task: asyncio.Task[None]) -> None:
        self._typed.discard(task)
        if not task.cancelled():
            task.exception()  # a turn that failed was told as an event

    # ---- what it is told

    def _welcome(self, voice: OpenedVoice) -> dict[str, Any]:
        return {
            "type": "welcome",
            "session": self.origin.session,
            "user": self.origin.user_id,
            "place": self.origin.place,
            "words": list(voice.words),
            "frame_ms": 80,
        }

    def _tell_state(self, state: State) -> None:
        self._microphone.expect(is_on=state in _WAITING)
        if state is State.FOLLOW_UP and self.hello.wake == "push":
            self._microphone.add_silence()  # no sound comes there: the next frame shuts the ears
        self.outbox.put({"type": "state", "state": state.value})

    async def _tell_events(self) -> None:
        events = self._bus.subscribe()
        try:
            async for event in events:
                if self._is_ours(event):
                    self.outbox.put({"type": "event", "event": _shown(event)})
        finally:
            events.close()

    def _is_ours(self, event: Event) -> bool:
        origin = event.origin
        return origin.user_id == self.origin.user_id and origin.place == self.origin.place

    async def _open_page(self, url: SafeUrl) -> Receipt:
        self.outbox.put({"type": "open-url", "url": url.url, "title": url.url})
        return SHOWN


def _shown(event: Event) -> dict[str, Any]:
    body = to_json(event)
    body.pop("origin", None)
    return body


def thread_of(place: str) -> str:
    """The name of the conversation of a place."""
    return place.replace("/", " ").strip()[-LONGEST_THREAD:].strip()
