"""Flow: of an answer that was interrupted the conversation keeps what was heard."""

import pytest
from assistant.turns import HeldPlanner, ask, assistant_with, seen
from store.reads import list_threads, read_thread

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ThreadKey

pytestmark = pytest.mark.flow


async def test_an_answer_that_was_interrupted_is_kept_as_far_as_it_was_heard(
    paths: Paths,
) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        await ask(assistant, "two")
        [ended] = seen(events, "turn-ended")
        assistant.note_heard(ended["turn_id"], "You said")
        await assistant.settle()
        messages = (await assistant._brain.get())._state(ThreadKey(ME, "default"))
        assert [m["text"] for m in (await messages)["messages"]] == [
            "two",
            "You said (interrupted)",
        ]
        assert await ask(assistant, "three") == ["You said three."]
    first, second = read_thread(paths.database, "default")
    assert (first.reply, first.heard) == ("You said two.", "You said")
    assert (second.reply, second.heard) == ("You said three.", None)


async def test_words_that_belong_to_no_turn_change_nothing(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        assistant.note_heard("", "Sorry")
        assistant.note_heard("t99", "Sorry")
        await assistant.settle()
    assert list_threads(paths.database) == []
    assert seen(events, "problem-reported") == []
