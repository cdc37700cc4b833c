"""The mouth (unit): sentences in, what was played and told out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from voice.scripted_parts import Latch, ScriptedSpeaker, ScriptedTts, settle
from voice.talk import line

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import AudioError, ModelError, PlannerError
from jarvis_voice.core.events import Event, SpeechSynthesised
from jarvis_voice.core.ports import Playback
from jarvis_voice.core.types import Reply, SpeechChunk
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.output.speech_output import SpeechOutput

pytestmark = pytest.mark.flow


class SlowTts(ScriptedTts):
    """A voice that can be held up."""

    def __init__(self) -> None:
        super().__init__()
        self.latch = Latch()

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        await self.latch.wait()
        async for chunk in super().synthesize(text):
            yield chunk


class Room:
    def __init__(self, *, voice: bool = True) -> None:
        self.log: list[str] = []
        self.read: list[str] = []
        self.synthesised: list[str] = []
        bus = Bus()
        bus.listen(self.note)
        self.tts = SlowTts()
        self.speaker = ScriptedSpeaker(self.log)
        self.cut: list[tuple[str, str]] = []
        self.mouth = SpeechOutput(
            self.tts if voice else None,
            self.speaker,
            bus,
            FrameClock(),
            interrupted=lambda *heard: self.cut.append(heard),
        )

    def note(self, event: Event) -> None:
        told = self.synthesised if isinstance(event, SpeechSynthesised) else self.log
        told.append(line(event))

    async def reply(self, *texts: str | Exception) -> AsyncIterator[str]:
        for text in texts:
            if isinstance(text, Exception):
                raise text
            self.read.append(text)
            yield text


async def test_a_reply_is_one_play_of_all_its_sentences() -> None:
    room = Room()
    playback = await room.mouth.say("t1", room.reply("One.", "Two.", "Three."))
    assert playback == Playback("One. Two. Three.", was_interrupted=False)
    assert room.log == ["speaking-started t1", "spoken t1 One. Two. Three."]
    assert room.speaker.plays == 1
    assert room.synthesised == ["speech-synthesised t1"]


async def test_sentences_are_made_speakable_and_mute_ones_skipped() -> None:
    room = Room()
    await room.mouth.say("t1", room.reply("**Opened**", "---", "", "17% of 240"))
    assert room.tts.said == ["Opened", speakable("17% of 240")]


@pytest.mark.parametrize(("times", "is_beside"), [(1, False), (100, True)])
async def test_a_long_sentence_is_put_into_words_beside_the_loop(
    monkeypatch: pytest.MonkeyPatch, times: int, is_beside: bool
) -> None:
    threads: list[int] = []

    def worded(text: str) -> str:
        threads.append(threading.get_ident())
        return text

    monkeypatch.setattr("jarvis_voice.voice.output.speech_output.speakable", worded)
    room = Room()
    await room.mouth.say("t1", room.reply("12,345 " * times))
    assert [one != threading.get_ident() for one in threads] == [is_beside]
    assert room.tts.said == ["12,345 " * times]


async def test_the_next_sentences_are_made_while_one_plays_and_the_turn_is_not_held_up() -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply(*"ABCDEF")))
    await settle()
    assert room.speaker.played == ["A"]
    assert room.tts.said == ["A", "B", "C", "D"], "two wait, one is at the door"
    assert room.read == list("ABCDEF")
    room.speaker.latch.let_go()
    assert (await saying).text_heard == "A B C D E F"


async def test_no_reply_and_no_words_open_no_loudspeaker() -> None:
    room = Room()
    assert await room.mouth.say("t1", room.reply()) == Playback("", was_interrupted=False)
    assert await room.mouth.say("t2", room.reply("...")) == Playback("", was_interrupted=False)
    assert (room.speaker.plays, room.log) == (0, [])


async def test_without_a_voice_the_turn_still_runs_to_its_end() -> None:
    room = Room(voice=False)
    assert await room.mouth.say("t1", room.reply("One.", "Two.")) == Playback("", False)
    assert (room.read, room.log) == (["One.", "Two."], [])


async def test_replies_are_said_in_order_of_asking_and_never_two_at_once() -> None:
    room = Room()
    await asyncio.gather(*(room.mouth.say(t, room.reply(f"{t}.")) for t in ("a", "b", "c")))
    assert room.speaker.played == ["a.", "b.", "c."]


async def test_an_earcon_waits_for_the_reply() -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.")))
    await settle()
    chime = asyncio.create_task(room.mouth.play_earcon("done"))
    await settle()
    assert room.log == ["speaking-started t1"]
    room.speaker.latch.let_go()
    await asyncio.gather(saying, chime)
    assert room.log == ["speaking-started t1", "spoken t1 One.", "earcon done"]


async def test_stop_says_what_was_heard_and_nothing_comes_afterwards() -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.", "Two.")))
    waiting = asyncio.create_task(room.mouth.say("t2", room.reply("Three.")))
    await settle()
    assert room.mouth.is_speaking
    room.mouth.stop()
    assert await saying == Playback("One.", was_interrupted=True)
    assert await waiting == Playback("", was_interrupted=True)
    assert room.log == ["speaking-started t1", "hush", "cut-off t1 One."]
    assert room.speaker.played == ["One."]
    assert not room.mouth.is_speaking


async def test_what_is_said_after_a_stop_is_said() -> None:
    room = Room()
    room.mouth.stop()
    assert (await room.mouth.say("t1", room.reply("One."))).text_heard == "One."


@pytest.mark.parametrize("steps", range(12))
async def test_stop_before_and_around_the_first_sound(steps: int) -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.", "Two.")))
    for _ in range(steps):
        await asyncio.sleep(0)
    room.mouth.stop()
    at_stop = list(room.speaker.played)
    if steps == 0:  # it was not asked for yet: this stop is not for it
        room.speaker.latch.let_go()
    playback = await saying
    assert playback.was_interrupted == (steps > 0)
    assert steps == 0 or room.speaker.played == at_stop
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_stop_while_the_brain_is_silent_between_sentences() -> None:
    room = Room()
    gap = asyncio.Event()

    async def slow() -> AsyncIterator[str]:
        yield "One."
        await gap.wait()
        yield "Two."

    saying = asyncio.create_task(room.mouth.say("t1", slow()))
    await settle()
    assert room.speaker.played == ["One."]
    room.mouth.stop()
    assert await saying == Playback("One.", was_interrupted=True)


async def test_cancelling_stops_the_sound_and_tells_what_was_heard() -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.", "Two.")))
    await settle()
    saying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saying
    assert room.log == ["speaking-started t1", "hush", "cut-off t1 One."]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_loudspeaker_that_ignores_stop_is_left_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("jarvis_voice.voice.output.speech_output.STOP_SECONDS", 0.01)
    room = Room()
    room.speaker.latch.hold()
    monkeypatch.setattr(room.speaker, "stop", lambda: None)  # a device that hangs
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.", "Two.")))
    await settle()
    saying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(saying, 5)
    assert room.log == ["speaking-started t1", "cut-off t1 "]
    await settle()


async def test_a_failing_loudspeaker_is_told_and_the_replies_are_read_on() -> None:
    room = Room()
    room.speaker.error = AudioError("no-speaker", "No loudspeaker.")
    playback = await room.mouth.say("t1", room.reply(*"ABCDEF"))
    assert playback.text_heard == ""
    assert room.log == ["problem-reported no-speaker"]
    assert room.read == list("ABCDEF")


async def test_a_failing_voice_is_told_once_and_the_replies_are_read_on() -> None:
    room = Room()
    room.tts.error = ModelError("voice-failed", "No voice.")
    assert await room.mouth.say("t1", room.reply(*"ABC")) == Playback("", was_interrupted=False)
    assert room.log == ["problem-reported voice-failed"]
    assert room.read == list("ABC")


async def test_a_voice_that_fails_later_leaves_what_was_said() -> None:
    room = Room()
    error = ModelError("voice-failed", "No voice.")

    async def reply() -> AsyncIterator[str]:
        yield "One."
        await settle()
        room.tts.error = error
        yield "Two."

    assert await room.mouth.say("t1", reply()) == Playback("One.", was_interrupted=False)
    assert room.log == ["speaking-started t1", "problem-reported voice-failed", "spoken t1 One."]


async def test_a_turn_that_fails_is_the_callers_after_what_came_before() -> None:
    room = Room()
    with pytest.raises(PlannerError):
        await room.mouth.say("t1", room.reply("One.", PlannerError("no-plan", "No plan.")))
    assert room.log == ["speaking-started t1", "spoken t1 One."]


async def test_a_fault_in_making_speech_does_not_hang(caplog: pytest.LogCaptureFixture) -> None:
    room = Room()
    room.tts.error = ZeroDivisionError()
    assert await room.mouth.say("t1", room.reply("One.")) == Playback("", was_interrupted=False)
    assert room.log == ["problem-reported voice-broke"]
    assert "could not be made into speech" in caplog.text


async def test_on_started_is_called_with_the_first_sound_only() -> None:
    room = Room()
    started: list[str] = []
    await room.mouth.say("t1", room.reply("One.", "Two."), lambda: started.append(room.log[-1]))
    await room.mouth.say("t2", room.reply(), lambda: started.append("never"))
    assert started == ["speaking-started t1"]


async def test_it_is_silent_from_the_stop_on_and_what_did_not_sound_masks_nothing() -> None:
    room = Room()
    room.tts.seconds = 2.0
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("I am Jarvis.")))
    await settle()
    assert room.mouth.is_speaking
    room.mouth.stop()
    assert (room.mouth.masks_wake_word("jarvis"), room.mouth.is_speaking) == (False, False)
    await saying


async def test_what_was_heard_of_an_interrupted_reply_is_told_once() -> None:
    room = Room()
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.", "Two.")))
    await settle()
    room.mouth.stop()
    await saying
    assert room.cut == [("t1", "One.")]


async def test_a_reply_that_was_heard_whole_or_has_no_turn_is_not_told() -> None:
    room = Room()
    await room.mouth.say("t1", room.reply("One."))
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("", room.reply("Sorry.")))
    await settle()
    room.mouth.stop()
    await saying
    assert room.cut == []


async def test_what_is_shown_where_it_is_spoken_was_told_whole() -> None:
    room = Room()
    room.speaker.latch.hold()
    replies = (Reply("t1", text, is_final=False) for text in ("One.", "Shall I?"))

    async def told() -> AsyncIterator[Reply]:
        for reply in replies:
            yield reply

    saying = asyncio.create_task(room.mouth.say_answer(SentenceQueue(told(), is_shown=True)))
    await settle()
    room.mouth.stop()
    assert (await saying).was_interrupted
    assert room.cut == []


async def test_a_reply_that_was_stopped_before_its_first_sound_was_not_heard() -> None:
    room = Room()
    room.tts.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.")))
    await settle()
    room.mouth.stop()
    await saying
    assert room.cut == [("t1", "")]
    assert room.log == ["hush"]


async def test_a_loudspeaker_that_fails_interrupts_nobody() -> None:
    room = Room()
    room.speaker.error = AudioError("speaker-lost", "It is gone.")
    await room.mouth.say("t1", room.reply("One."))
    assert room.cut == []


async def test_the_loudspeaker_is_opened_while_the_first_chunk_is_made() -> None:
    room = Room()
    room.tts.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("One.")))
    await settle()
    assert (room.speaker.plays, room.speaker.played, room.mouth.is_speaking) == (1, [], False)
    room.tts.latch.let_go()
    assert (await saying).text_heard == "One."


async def test_without_a_word_to_say_the_loudspeaker_stays_closed() -> None:
    room = Room()
    assert await room.mouth.say("t1", room.reply("---", "")) == Playback("", was_interrupted=False)
    assert room.speaker.plays == 0


async def test_only_what_scored_masks_the_wake_word() -> None:
    room = Room()
    room.tts.seconds = 5.0
    room.speaker.latch.hold()
    saying = asyncio.create_task(room.mouth.say("t1", room.reply("I am Jarvis.")))
    await settle()
    assert room.mouth.masks_wake_word("hey jarvis", "jarvis"), "nobody scored it: the words decide"
    assert not room.mouth.masks_wake_word("computer")
    room.speaker.latch.let_go()
    await saying
