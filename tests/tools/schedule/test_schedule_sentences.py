"""Flow: which sentences are about times, and what of them cannot be kept."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.around import run, surroundings, the_tool
from tools.schedule_home import AFTERNOON, Home, home_in, knowledge

from jarvis_voice.assistant.understanding.completeness import CompletenessJudge
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.hypotheses import Completeness
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule import schedule_tools

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("set a timer for ten", "extendable"),
        ("set a timer for", "incomplete"),
        ("set a timer for ten minutes", "complete"),
        ("set a pasta timer for eight minutes", "complete"),
        ("set a timer for an hour", "extendable"),
        ("snooze for five minutes", "complete"),
        ("wake me at seven", "extendable"),
        ("wake me at seven in the evening", "complete"),
        ("remind me to", "incomplete"),
        ("remind me to call Ana", "extendable"),
        ("what timers do I have", "complete"),
        ("cancel the pasta timer", "complete"),
        ("every weekday at eight tell me the weather", "extendable"),
        ("set a timer for two minutes forty", "extendable"),
        ("every day at eight tell", "extendable"),
        ("what is the weather on friday", "complete"),
        ("don't remind me", "incomplete"),
        ("what's the weather", "open-ended"),
        ("will it rain", "open-ended"),
        ("what's the weather tomorrow", "complete"),
    ],
)
def test_when_such_a_sentence_is_over(said: str, expected: str) -> None:
    assert CompletenessJudge(knowledge()).judge(said) is Completeness(expected)


@pytest.mark.parametrize(
    "said",
    [
        "I go running every day at seven",
        "the bus comes every ten minutes",
        "I call my mom every Sunday at 5",
        "we have a meeting every Monday at 10",
        "turn off the lights every night at 10",
    ],
)
async def test_what_nobody_asks_jarvis_to_do_is_no_routine(home: Home, said: str) -> None:
    await home.say(said)
    assert await home.entries() == []


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("remind me to cancel that subscription tomorrow at 9", "cancel that subscription"),
        ("remind me to say no to Bob tomorrow at 9 pm", "say no to Bob"),
        ("remind me to make that cake tomorrow at 5 pm", "make that cake"),
        ("don't let me forget to call Dad at 6", "call Dad"),
    ],
)
async def test_what_sounds_like_a_change_of_mind_may_be_the_reminder(
    home: Home, said: str, text: str
) -> None:
    await home.say(said)
    assert [one.words for one in await home.entries()] == [text]


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("who invented the alarm clock", "search"),
        ("what happens every four years", "search"),
        ("add timer to my shopping list", "add_note"),
        ("remind me who painted the Mona Lisa", "search"),
        ("stop the music", "media"),
        ("what is the weather in Rome", "weather"),
        ("search for a kitchen timer", "search"),
    ],
)
def test_what_only_sounds_like_it_goes_where_it_went(said: str, intent: str) -> None:
    understood = knowledge().grammar.understand(said)
    assert (understood.name if understood else "media") == intent


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("remind me every hour today to drink water", "today"),
        ("remind me to stand up every hour between nine and five", "between nine and five"),
        ("wake me at 7 every day this week", "this week"),
        ("set an alarm for 7 every day until friday", "until friday"),
        ("every day this week at 8 tell me the weather", "this week"),
        ("every hour today tell me the weather", "today"),
        ("tell me the weather every day at 8 until friday", "until friday"),
    ],
)
async def test_what_cannot_be_kept_of_a_repetition_is_named_and_nothing_is_set(
    home: Home, said: str, limit: str
) -> None:
    assert await home.say(said) == (
        f'I cannot keep "{limit}" for what comes again: I have set nothing. Say it without that.'
    )
    assert await home.entries() == []


async def test_a_limit_that_a_model_left_out_is_in_the_words_of_the_user() -> None:
    around = surroundings(alarm_state=AlarmState(is_attended=True))
    tool = the_tool(schedule_tools.tools, "set_reminder", around)
    goal = "please remind me every hour today to drink"
    given = {"text": "drink", "when": "every hour"}
    result = await run(tool, ToolContext(now=AFTERNOON, goal=goal), **given)
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert '"today"' in result.receipt.observed


@pytest.mark.parametrize(("length", "is_kept"), [(300, True), (301, False), (450, False)])
async def test_a_reminder_that_is_too_long_is_refused_by_its_length(
    home: Home, length: int, is_kept: bool
) -> None:
    words = ("call Ana about the garden " * 20)[: length - 1] + "x"
    said = await home.say(f"remind me tomorrow at nine to {words}")
    assert ("characters is the most" in said) is not is_kept
    assert [one.words for one in await home.entries()] == ([words] if is_kept else [])


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("pause the timer for 5 minutes", []),
        ("pause timer for 5 minutes", []),
        ("set a pause timer for 5 minutes", ["pause"]),
        ("set a timer called break for 5 minutes", ["break"]),
    ],
)
async def test_a_verb_is_no_name(home: Home, said: str, names: list[str]) -> None:
    await home.say(said)
    assert [one.name for one in await home.entries()] == names
