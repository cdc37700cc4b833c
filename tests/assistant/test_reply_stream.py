"""Flow: the final sentence waits; who listens is told that work goes on, who reads sees it."""

import asyncio
from contextlib import aclosing

import pytest
from assistant.turns import HeldPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.reply_stream import LONGEST_MEANWHILE, MOST_MEANWHILE, ReplyStream
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Reply, TurnInput

pytestmark = pytest.mark.flow


async def test_who_listens_is_told_that_work_goes_on_and_that_is_no_part_of_the_answer(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.reply_stream.WORKING_SECONDS", 0.0)
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, events):
        replies = assistant.ask("wait", source="voice")
        async with aclosing(replies):
            assert (await anext(replies)).text == "One moment."
            held.let_go.set()
            assert [reply.text async for reply in replies] == ["You said wait.", ""]
    assert [told["text"] for told in seen(events, "work-reported")] == ["One moment."]
    assert seen(events, "turn-ended")[0]["reply"] == "You said wait."
    assert [turn.reply for turn in read_thread(paths.database, "default")] == ["You said wait."]


async def test_who_reads_sees_that_work_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.reply_stream.WORKING_SECONDS", 0.0)
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, events):
        running = asyncio.create_task(ask(assistant, "wait"))
        await held.reached.wait()
        held.let_go.set()
        assert await running == ["You said wait."]
    assert seen(events, "work-reported") == []


def test_the_final_sentence_waits_until_it_is_let_go() -> None:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    telling = ReplyStream(TurnInput("t1", "default", "hello", "stdin"), bus, FrameClock())
    telling.say(Reply("t1", "One.", is_final=False))
    telling.say(Reply("t1", "Two.", is_final=True))
    assert telling.text() == "One. Two."
    assert [told["text"] for told in seen(events, "reply-text")] == ["One."]
    telling.let_go()
    assert [told["text"] for told in seen(events, "reply-text")] == ["One.", "Two."]


def test_a_sentence_that_is_dropped_is_no_part_of_what_was_said() -> None:
    telling = ReplyStream(TurnInput("t1", "default", "hello", "stdin"), Bus(), FrameClock())
    telling.say(Reply("t1", "One.", is_final=True))
    telling.drop_last()
    assert telling.text() == ""


def test_the_written_answer_keeps_its_lines_and_its_markdown() -> None:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    telling = ReplyStream(TurnInput("t1", "default", "hello", "stdin"), bus, FrameClock())
    telling.say(Reply("t1", "Two things:", is_final=False, lead=""))
    telling.say(Reply("t1", "- **one**", is_final=False, lead="\n\n", kind="item"))
    telling.say(Reply("t1", "- two", is_final=False, lead="\n  ", kind="item"))
    telling.say(Reply("t1", "", is_final=False))
    telling.say(Reply("t1", "Done.", is_final=True, lead="\n\n"))
    assert telling.text() == "Two things:\n\n- **one**\n  - two\n\nDone."
    told = seen(events, "reply-text")
    assert [(one.get("lead", " "), one.get("kind", "prose")) for one in told] == [
        ("", "prose"), ("\n\n", "item"), ("\n  ", "item"),
    ]  # fmt: skip


def test_a_flood_of_words_that_work_goes_on_is_bounded_and_steers_no_terminal() -> None:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    telling = ReplyStream(TurnInput("t1", "default", "hello", "voice"), bus, FrameClock())
    for _ in range(1_000):
        telling.say_meanwhile("\x1b[2J" + "so \n" * 1_000)
    told = [one["text"] for one in seen(events, "work-reported")]
    assert len(told) == telling.replies.qsize() == MOST_MEANWHILE
    assert {len(text) <= LONGEST_MEANWHILE and text.isprintable() for text in told} == {True}


def test_what_was_left_behind_tells_nothing_when_the_turn_is_over() -> None:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    telling = ReplyStream(TurnInput("t1", "default", "hello", "voice"), bus, FrameClock())
    telling.end()
    telling.say_meanwhile("I am still digging.")
    assert seen(events, "work-reported") == []
    assert telling.replies.get_nowait() is None
    assert telling.replies.empty()
