"""Flow: an answer in Markdown is told in its parts, and kept as it was written."""

import pytest
from assistant.turns import ScriptedPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.planning.plan import Finish
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

WRITTEN = (
    "Two ways:\n\n1. **Short.** Do it.\n2. Long\n\n"
    "```py\nx = [1,\n     2]\n```\n\nThat is all. Bye."
)
PARTS = [
    "Two ways:", "1. **Short.** Do it.", "2. Long", "```py\nx = [1,\n     2]\n```", "That is all.",
    "Bye.",
]  # fmt: skip


async def test_an_answer_is_told_in_its_parts_and_kept_as_it_was_written(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish(WRITTEN), Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, events):
        assert await ask(assistant, "how") == PARTS
        await ask(assistant, "and then")
    kinds = [told.get("kind", "prose") for told in seen(events, "reply-text")[: len(PARTS)]]
    assert kinds == ["prose", "item", "item", "code", "prose", "prose"]
    assert seen(events, "turn-ended")[0]["reply"] == WRITTEN
    assert read_thread(paths.database, "default")[0].reply == WRITTEN
    assert planner.views[-1].messages[1]["text"] == WRITTEN


async def test_of_an_interrupted_answer_the_code_is_kept_and_not_the_word_that_it_is_there(
    paths: Paths,
) -> None:
    planner = ScriptedPlanner(Finish(WRITTEN), Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, events):
        await ask(assistant, "how")
        heard = "Two ways. One, Short. Do it. Two, Long. I have put the code on the screen. That"
        assistant.note_heard(seen(events, "turn-ended")[0]["turn_id"], heard)
        await assistant.settle()
        await ask(assistant, "and then")
    kept = WRITTEN.partition("\n\nThat")[0]
    assert planner.views[-1].messages[1]["text"] == f"{kept} That (interrupted)"
