"""The sentences of an answer (unit): read when that is asked for, given out once and in order."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.types import Reply
from jarvis_voice.voice.output.sentence_queue import SentenceQueue, spoken_texts

pytestmark = pytest.mark.flow


class Turn:
    """A turn of some sentences, and how far it was read."""

    def __init__(self, *texts: str | Exception) -> None:
        self.texts = texts
        self.told: list[str] = []
        self.queue = SentenceQueue(self.replies())

    async def replies(self) -> AsyncIterator[Reply]:
        for text in self.texts:
            if isinstance(text, Exception):
                raise text
            self.told.append(text)
            yield Reply("t1", text, is_final=False)
        yield Reply("t1", "", is_final=True, outcome="done")

    async def rest(self) -> list[str]:
        out = []
        while (text := await self.queue.get()) is not None:
            out.append(text)
        return out


async def test_nothing_is_read_before_it_is_asked_for() -> None:
    turn = Turn("One.", "Two.")
    assert (turn.told, turn.queue.turn_id, turn.queue.newest) == ([], "", "")
    assert await turn.queue.read()
    assert (turn.told, turn.queue.turn_id, turn.queue.newest) == (["One."], "t1", "One.")
    assert turn.queue.outcome is None


async def test_what_was_read_before_and_afterwards_comes_out_in_order() -> None:
    turn = Turn("One.", "", "Two.", "Three.")
    await turn.queue.read()
    await turn.queue.read_out()
    assert await turn.rest() == ["One.", "Two.", "Three."]
    assert (turn.queue.outcome, turn.queue.newest) == ("done", "Three.")


async def test_an_answer_that_was_held_back_is_whole() -> None:
    turn = Turn("One.", "Two?")
    await turn.queue.read_all()
    assert (turn.queue.outcome, turn.queue.newest) == ("done", "Two?")
    assert not await turn.queue.read()
    await turn.queue.read_out()
    assert await turn.rest() == ["One.", "Two?"]


async def test_a_turn_that_fails_ends_what_came_before() -> None:
    turn = Turn("One.", PlannerError("no-plan", "No plan."))
    with pytest.raises(PlannerError):
        await turn.queue.read_out()
    assert await turn.rest() == ["One."]


async def test_words_of_no_turn() -> None:
    queue = SentenceQueue.of_text("Sorry.")
    await queue.read_out()
    assert (await queue.get(), await queue.get(), queue.turn_id) == ("Sorry.", None, "")


async def test_a_voice_gets_what_is_said_of_each_part_of_a_written_answer() -> None:
    async def replies() -> AsyncIterator[Reply]:
        yield Reply("t1", "**Two** things:", is_final=False)
        yield Reply("t1", "1. Milk", is_final=False, lead="\n\n", kind="item")
        yield Reply("t1", "---", is_final=False, lead="\n\n", kind="rule")
        yield Reply("t1", "```\nx\n```", is_final=False, lead="\n\n", kind="code")
        yield Reply("t1", "```\ny\n```", is_final=False, lead="\n\n", kind="code")
        yield Reply("t1", "**Shall I?**", is_final=True, lead="\n\n")

    said = ["Two things:", "One, Milk.", "I have put the code on the screen.", "Shall I?"]
    assert [text async for text in spoken_texts(replies())] == said
    queue = SentenceQueue(replies())
    await queue.read_out()
    assert [await queue.get() for _ in said] == said
    assert queue.newest == "Shall I?"
    assert await queue.get() is None
