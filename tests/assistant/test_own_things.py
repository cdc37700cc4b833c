"""Flow: questions about the user's own things leave nothing here, and general ones are searched."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from jarvis_voice.workshop.sentences.run import LineResult, run_lines
from jarvis_voice.workshop.sentences.sentence_file import SentenceLine
from jarvis_voice.workshop.sentences.trial import open_trial

pytestmark = pytest.mark.flow

DATA = Path(__file__).parents[1] / "data" / "own"
LEAST_SEARCHED = 0.85
AT_LEAST = 60, 40, 30


def rows(name: str) -> list[list[str]]:
    """The lines of a file, in its sections: an empty line begins the next one."""
    sections = (DATA / name).read_text(encoding="utf-8").split("\n\n")
    return [[row for row in one.splitlines() if row and row[0] != "#"] for one in sections]


async def answers(sentences: Iterable[str]) -> list[LineResult]:
    said = enumerate(sentences, 1)
    return await run_lines([SentenceLine(number, (one,), ((),)) for number, one in said])


async def leaving(home: Path) -> frozenset[str]:
    """The tools whose words leave the machine."""
    async with open_trial(home) as trial:
        await trial.say("hello")
        tools = trial.tools.values()
        return frozenset(tool.name for tool in tools if tool.sends or tool.finds_pages)


async def test_the_users_own_things_are_asked_of_no_service(tmp_path: Path) -> None:
    [own] = rows("things.tsv")
    said, canaries = zip(*(row.split("\t") for row in own), strict=True)
    assert len(own) >= AT_LEAST[0]
    assert all(canary in one.casefold() for one, canary in zip(said, canaries, strict=True))
    outside = await leaving(tmp_path)
    assert {"search", "weather", "wikipedia"} <= outside
    leaks = [
        (result.line.said[0], str(action))
        for result in await answers(said)
        for action in result.actions
        if action.action in outside
    ]
    assert leaks == []


async def test_what_was_told_answers_a_question_that_would_be_refused() -> None:
    told = ("remember that the spare key is under the pot", "where is the spare key")
    [result] = await run_lines([SentenceLine(1, told, ((), ()))])
    assert result.answers[1].reply == "You told me: the spare key is under the pot."
    [unknown] = await answers(["where is the spare key"])
    assert unknown.answers[0].reply.startswith("I cannot know that.")


async def test_a_question_about_whom_the_user_told_of_is_searched_after_a_yes_alone() -> None:
    told = ("my wife is called Anna", "does Anna like fish", "yes")
    [result] = await run_lines([SentenceLine(1, told, ((), (), ()))])
    _, asked, agreed = result.answers
    assert [action.action for action in asked.actions] == ["recall"]
    assert asked.reply == "You have not told me that. Shall I search the web for it?"
    assert [action.action for action in agreed.actions] == ["search"]
    told = ("remember that Anna is allergic to fish", "hello", "can Anna eat fish")
    [result] = await run_lines([SentenceLine(1, told, ((), (), ()))])
    assert result.answers[2].reply == "You told me: Anna is allergic to fish."
    told = ("call me Anna", "how old is Anna", "when was Anna Karenina written")
    [result] = await run_lines([SentenceLine(1, told, ((), (), ()))])
    assert [one.actions[0].action for one in result.answers[1:]] == ["recall", "search"]


async def test_a_question_about_whom_a_note_names_is_searched_after_a_yes_alone() -> None:
    noted = "put call Marta on the to-do list", "remind me to text Leo at 5 pm"
    asked = ("where does Marta live", "how old is Leo", "how old is Brad Pitt")
    [result] = await run_lines([SentenceLine(1, (*noted, *asked), ((),) * 5)])
    tools = [answer.actions[0].action for answer in result.answers[2:]]
    assert tools == ["recall", "recall", "search"]


async def test_a_place_with_the_name_of_somebody_near_is_asked_for_after_a_yes_alone() -> None:
    said = ("remember that Anna lives in Oslo", "weather in Anna", "yes", "weather in Oslo")
    [result] = await run_lines([SentenceLine(1, said, ((),) * 4)])
    assert [answer.actions[0].action for answer in result.answers] == [
        *("remember", "recall", "weather", "weather")
    ]


async def test_behind_a_fact_only_what_it_tells_is_answered_by_it() -> None:
    told = "remember that Anna lives in Oslo"
    asked = ("what is the population of Oslo", "does Anna like fish", "where does Anna live")
    each = [SentenceLine(number, (told, one), ((), ())) for number, one in enumerate(asked, 1)]
    world, silent, known = [result.answers[1] for result in await run_lines(each)]
    assert [action.action for action in world.actions] == ["search"]
    assert silent.reply == "You have not told me whether Anna likes fish."
    assert known.reply == "You told me: Anna lives in Oslo."


async def test_general_questions_are_searched_for() -> None:
    of_oneself, others = rows("general-questions.txt")
    assert (len(of_oneself), len(others)) >= AT_LEAST[1:]
    for sentences in (of_oneself, others):
        results = await answers(sentences)
        missed = [one.line.said[0] for one in results if not any(a.finds for a in one.actions)]
        assert len(missed) <= (1 - LEAST_SEARCHED) * len(sentences), missed


async def test_what_rings_next_is_the_first_of_any_kind() -> None:
    said = ("set an alarm for 10:10 am", "set a timer for thirty minutes", "what goes off next")
    [result] = await run_lines([SentenceLine(1, said, ((), (), ()))])
    assert result.answers[2].reply == "You have an alarm at 10:10 today."
    [alone] = await answers(["what rings next"])
    assert alone.answers[0].reply == "You have no timers, alarms or reminders."


async def test_another_script_and_a_second_throw_have_their_answers() -> None:
    foreign, again = await run_lines(
        [
            SentenceLine(1, ("こんにちは",), ((),)),
            SentenceLine(2, ("flip a coin", "again"), ((), ())),
        ]
    )
    assert foreign.answers[0].reply == "I understand English words only."
    assert [one.action for answer in again.answers for one in answer.actions] == ["draw_lots"] * 2
