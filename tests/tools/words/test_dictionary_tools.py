"""Unit: what is told of a word."""

import pytest
from tools.around import run, surroundings, the_tool

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.words.dictionary_tools import tools

pytestmark = pytest.mark.unit

TOOL = the_tool(tools, "define_word", surroundings())


@pytest.mark.parametrize(
    ("word", "what", "told"),
    [
        (
            "serendipity",
            "meaning",
            "Serendipity, a noun: good luck in making unexpected and fortunate discoveries.",
        ),
        (
            "fast",
            "meaning",
            "Fast, an adjective: acting or moving or capable of acting or moving quickly. "
            "As an adverb: quickly or rapidly (often used as a combining form).",
        ),
        (
            "happy",
            "meaning",
            "Happy, an adjective: enjoying or showing or marked by joy or pleasure. "
            "It can also mean: marked by good fortune.",
        ),
        (
            "although",
            "meaning",
            "Although, a conjunction: in spite of the fact that.",
        ),
        (
            "in",
            "meaning",
            "In, a preposition: inside something; or at some time of a period. "
            "As an adverb: to or toward the inside of.",
        ),
        (
            "selfies",
            "meaning",
            "Selfies is a form of selfie. Selfie, a noun: a photograph that you take of yourself, "
            "mostly with a phone.",
        ),
        ("tba", "meaning", "TBA, an abbreviation: short for: to be announced."),
        ("above", "antonyms", "The opposite of above is below."),
        ("like", "antonyms", "Opposites of like are dislike and unlike."),
        ("whom", "synonyms", "I know no other word for whom."),
        ("happy", "antonyms", "The opposite of happy is unhappy."),
        ("generous", "antonyms", "Opposites of generous are stingy and ungenerous."),
        ("big", "synonyms", "Other words for big are large, great, larger, vast and huge."),
        ("building", "synonyms", "Other words for building are edifice and construction."),
        ("ice cream", "synonyms", "Another word for ice cream is icecream."),
        ("cats", "antonyms", "Cats is a form of cat. I know no opposite of cat."),
        ("serendipity", "synonyms", "I know no other word for serendipity."),
        ("cat's", "antonyms", "Cat's is a form of cat. I know no opposite of cat."),
    ],
)
async def test_a_word_is_told(word: str, what: str, told: str) -> None:
    result = await run(TOOL, word=word, what=what)
    assert result.receipt.observed == told
    assert result.receipt.kind is ReceiptKind.LOOKUP


async def test_a_form_is_told_as_one() -> None:
    result = await run(TOOL, word="ran")
    assert result.receipt.observed.startswith("Ran is a form of run. Run, a verb: move fast")
    assert result.data["word"] == "run"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("blurfl", "I do not know the word blurfl."),
        ("Qwertz", "I do not know the word Qwertz."),
        (
            "quantum blurfl",
            "I do not know the words quantum blurfl. Say for example: search for quantum blurfl.",
        ),
    ],
)
async def test_a_word_that_is_not_there_is_said_not_to_be(word: str, told: str) -> None:
    result = await run(TOOL, word=word)
    assert (result.receipt.kind, result.receipt.observed) == (ReceiptKind.NO_OP, told)
