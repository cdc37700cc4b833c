"""Unit: words letter by letter, and words that are said after the user."""

from typing import Any

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings, the_tool

from jarvis_voice.tools.registry import Tool
from jarvis_voice.tools.words.letter_tools import tools

pytestmark = pytest.mark.unit

SPELL = the_tool(tools, "spell", surroundings())
SAY = the_tool(tools, "say_words", surroundings())


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("necessary", "necessary: N-E-C-E-S-S-A-R-Y."),
        ("blurfl", "blurfl: B-L-U-R-F-L."),
        ("New York", "New York: N-E-W, Y-O-R-K."),
        ("don't", "don't: D-O-N-'-T."),
        ("hello backwards", "hello backwards: O-L-L-E-H."),
        ("backwards", "backwards: B-A-C-K-W-A-R-D-S."),
    ],
)
async def test_a_word_is_spelled(word: str, told: str) -> None:
    assert (await run(SPELL, word=word)).receipt.observed == told


@pytest.mark.parametrize("text", ["banana", "the cat sat", "I have set the timer!"])
async def test_the_users_own_words_are_told_as_they_are(text: str) -> None:
    assert (await run(SAY, text=text)).receipt.observed == text


def test_a_model_may_say_only_what_the_user_said() -> None:
    assert SAY.in_words == ("text",)
    assert SAY.tier == "read"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        *((SPELL, {"word": word}) for word in ("", "it", "my name", "?!", "x" * 61)),
        *((SAY, {"text": text}) for text in ("", "x" * 501, "hello in French", "slower")),
    ],
)
def test_what_is_no_word_is_refused(tool: Tool, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        tool.arguments.model_validate(arguments)
