"""Unit: whether a transcript is a whole command, by the shipped sentences and sites."""

from pathlib import Path

import pytest
from assistant.tool_doubles import registry_with
from tools.around import surroundings

from jarvis_voice.assistant.understanding.completeness import CompletenessJudge
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}

COMPLETE = """
open MIT's website
Open Google.
open github dot com
go to youtube
What time is it?
take a screenshot
turn it up
pause the music
stop
Never mind.
open github and take a screenshot
read me the first one
convert 5 miles to kilometers
add bread to my shopping list
how are you
what time is it in London
what time is it in New York
open the New York Times
go to McDonald's
open Apple TV plus
"""
EXTENDABLE = """
what is 17 percent of 240,
two plus two...
set a timer for ten
no
"""
INCOMPLETE = """
open
Open the
Open MIT's
open the website of
what is the
what is
what is 17 percent of
two plus
12 times
open GitHub times
and
what is the weather in
search for
search for cats and
open github and
launch
go to
take a
convert 5 miles
convert 5 miles to
I'd like to go to
can I get a latte with
what's the capital of
add bread to
"""
OPEN_ENDED = """
what is 17 percent of 240
what is 17 percent of 240 plus 12
two plus two
what's the weather
hello
help
set a timer
"""
UNKNOWN = """
can I get a large latte
what time is it in Bielefeld
what time is it in San
I'd like to go to Greece
what is the capital of France
search for cats
who is it from
open the bank of my uncle
paws the music
dim the lamp
call my mother
open Disney Plus...
flibber the gibbet and open Disney Plus
...
"""


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> CompletenessJudge:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))})
    applications = Applications(NOWHERE, "linux")
    grammar = compiled_grammar(paths, registry_with())
    return CompletenessJudge(Knowledge(grammar, SiteTable.load(paths), applications))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (line, name)
        for name, lines in (
            ("complete", COMPLETE),
            ("extendable", EXTENDABLE),
            ("incomplete", INCOMPLETE),
            ("open-ended", OPEN_ENDED),
            ("unknown", UNKNOWN),
        )
        for line in lines.strip().splitlines()
    ],
)
def test_what_a_transcript_is_as_a_command(
    judge: CompletenessJudge, text: str, expected: str
) -> None:
    assert judge.judge(text).value == expected


@pytest.mark.parametrize(
    "text", ["Open Google,", "Open Google...", "open google \u2014", "Set a timer...", "Hello,"]
)
def test_what_trails_off_is_not_complete(judge: CompletenessJudge, text: str) -> None:
    assert judge.judge(text).value == "unknown"


@pytest.mark.parametrize(
    ("texts", "chosen"),
    [
        (["Open GitHub."], ("Open GitHub.", "complete")),
        (["Open get hop.", "Open GitHub."], ("Open GitHub.", "complete")),
        (["Take a screen chat.", "Take a screen shot."], ("Take a screen shot.", "complete")),
        # what is understood stays
        (["What is two plus two?", "Open GitHub."], ("What is two plus two?", "open-ended")),
        # two names that are not there: what was heard best is told
        (["Open get hop.", "Open bit hoop."], ("Open get hop.", "unknown")),
        (["Can I get a latte?", "Can I get alert?"], ("Can I get a latte?", "unknown")),
        # a command that was heard less well does not end one that goes on
        (["Open", "Open GitHub"], ("Open GitHub", "incomplete")),
        (["Count me twenty", "What's up"], ("What's up", "extendable")),
        # signs at the ends of words make no other hearing, and so take no place from one
        (
            ["Open get hop", *(f"Open get hop{sign}" for sign in ".,!?"), "Open GitHub"],
            ("Open GitHub", "complete"),
        ),
        # an address is understood, whether anybody knows it or not
        (["Open hop.com", "Open github.com"], ("Open hop.com", "complete")),
    ],
)
def test_which_of_several_hearings_is_meant(
    judge: CompletenessJudge, texts: list[str], chosen: tuple[str, str]
) -> None:
    found = judge.choose(texts)
    assert (found.text, found.completeness.value) == chosen


def test_a_sixth_hearing_is_not_looked_at(judge: CompletenessJudge) -> None:
    texts = [f"Open {name}" for name in ("bleep", "blorp", "gnarf", "wobble", "frobnitz")]
    assert judge.choose([*texts, "Open GitHub"]).text == "Open bleep"


def test_one_hearing_with_other_signs_does_not_put_the_likeliest_behind(
    judge: CompletenessJudge,
) -> None:
    texts = ["what is 12 times well?", "what is 12 times?", "what is 12 times? Well..."]
    chosen = judge.choose(texts)
    assert (chosen.text, chosen.rivals[0]) == (texts[0], ("what is 12 times 12?",))


def test_a_name_that_is_not_known_has_known_ones_for_rivals(judge: CompletenessJudge) -> None:
    chosen = judge.choose(["open jithab.", "open jitab."])
    assert chosen.text == "open jithab."
    assert ("open GitHub.",) in chosen.rivals


def test_a_sum_that_ends_in_no_number_has_sums_for_rivals(judge: CompletenessJudge) -> None:
    assert judge.choose(["what is 12 times well?"]).rivals == (
        ("what is 12 times 12?",),
        ("what is 12 times 20?",),
        ("what is 12 times 11?",),
    )


def test_what_goes_to_a_list_may_have_been_added(judge: CompletenessJudge) -> None:
    chosen = judge.choose(["and milk to the shopping list."])
    assert chosen.rivals == (("add milk to the shopping list.",),)


@pytest.mark.parametrize(
    ("heard", "opened"),
    [
        ("Hope and MIT's website.", ("open MIT's website.",)),
        ("Hope in GitHub.", ("open in GitHub.", "open GitHub.")),
    ],
)
def test_what_is_known_at_the_end_may_have_been_opened(
    judge: CompletenessJudge, heard: str, opened: tuple[str, ...]
) -> None:
    assert judge.choose([heard]).rivals[0] == opened


def test_a_name_that_nobody_knows_is_opened_by_no_likeness(judge: CompletenessJudge) -> None:
    rivals = judge.choose(["Hope and the boss's website."]).rivals
    assert not any("boss" in one for rival in rivals for one in rival), rivals


@pytest.mark.parametrize("heard", ["top.", "Chuck.", "slow up.", "open"])
def test_a_word_or_two_that_mean_nothing_may_have_been_a_stop(
    judge: CompletenessJudge, heard: str
) -> None:
    assert judge.choose([heard]).rivals[0] == ("stop",)


@pytest.mark.parametrize(
    "heard", ["hello", "no", "12", "what is", "stop watching", "a top shop", "it's fine.", "..."]
)
def test_a_word_that_means_something_was_no_stop(judge: CompletenessJudge, heard: str) -> None:
    wordings = [one for rival in judge.choose([heard]).rivals for one in rival]
    assert "stop" not in wordings, wordings


def test_known_sentences_are_rivals_of_one_that_means_nothing(judge: CompletenessJudge) -> None:
    wordings = [one for rival in judge.choose(["what we dig is it?"]).rivals for one in rival]
    assert "what week is it" in wordings or "what day is it" in wordings, wordings


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        # a question that might be about anything gives way to one that is known
        (["what man is it?", "what month is it?"], "what month is it?"),
        (["what is pre plus free?", "what is 3 plus 3?"], "what is 3 plus 3?"),
        # but not to one with a place that is none
        (["what's the date of birth?", "what time is it in my rule?"], "what's the date of birth?"),
        # nor does a command with words of the user's give way to one that does more
        (["Search for council timers", "Cancel all timers"], "Search for council timers"),
        # and what is known stays
        (["what time is it?", "what day is it?"], "what time is it?"),
    ],
)
def test_of_two_hearings_the_one_that_is_known_for_certain(
    judge: CompletenessJudge, heard: list[str], meant: str
) -> None:
    assert judge.choose(heard).text == meant


@pytest.mark.parametrize(
    "text",
    ["open github", "what time is it", "open a", "open jithab and what time is it", "thanks"],
)
def test_what_is_known_or_opens_nothing_has_no_rivals(judge: CompletenessJudge, text: str) -> None:
    assert judge.choose([text]).rivals == ()


@pytest.mark.parametrize("text", ["open to MIT's website", "Open to Google.", "launch at GitHub"])
def test_a_small_word_heard_behind_open_is_none(judge: CompletenessJudge, text: str) -> None:
    assert judge.judge(text).name == "COMPLETE"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("how many feet are in a mile", "complete"), ("how many feet are in 3 miles", "unknown")],
)
def test_one_of_a_unit_ends_a_question(text: str, expected: str, tmp_path: Path) -> None:
    paths = find_paths({"JARVIS_HOME": str(tmp_path)})
    applications = Applications(NOWHERE, "linux")
    tools = Registry(*ship_tools(surroundings(applications=applications)))
    knowledge = Knowledge(compiled_grammar(paths, tools), SiteTable.load(paths), applications)
    assert CompletenessJudge(knowledge).judge(text).value == expected


@pytest.mark.parametrize(
    "text",
    [
        "what is free squared?",
        "what is 3 square?",
        "free plus free",
        "what is the square root at 144?",
    ],
)
def test_a_sum_is_known_though_a_word_of_it_was_misheard(
    judge: CompletenessJudge, text: str
) -> None:
    assert judge.judge(text).name == "OPEN_ENDED"
