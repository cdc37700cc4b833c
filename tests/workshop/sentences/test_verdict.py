"""Unit: what a turn was worth: what was expected against what came."""

import pytest

from jarvis_voice.core.types import Outcome
from jarvis_voice.workshop.sentences.expectation import alternatives
from jarvis_voice.workshop.sentences.trial import LEFT, WAITS, SeenAction, SeenAnswer
from jarvis_voice.workshop.sentences.verdict import TurnVerdict, answers_in, judge_turn, worst

pytestmark = pytest.mark.unit

TIMER = SeenAction("set_timer", {"length": "5 minutes"}, "effect", is_act=True)
SEARCH = SeenAction("search", {"query": "x"}, "lookup", finds=True)
SITE = SeenAction("open_website", {"url": "https://x.com/"}, "effect", is_act=True)
HOW_LONG = SeenAction("set_timer", {}, "no_op", "For how long?", is_act=True)
NO_NAME = SeenAction(
    "get_profile",
    {"field": "name"},
    "no_op",
    "You have not told me your name yet. Say for example: my name is Sam.",
)
FORGET = SeenAction("forget_words", {}, WAITS, is_act=True)


def seen(*actions: SeenAction, reply: str = "It is so.", outcome: Outcome = "done") -> SeenAnswer:
    return SeenAnswer("x", actions, reply, outcome)


def judged(expected: str, answer: SeenAnswer) -> TurnVerdict:
    return judge_turn(alternatives(expected), answer)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("set_timer(length=five minutes)", seen(TIMER)),
        ("ask|set_timer", seen(TIMER)),
        ("open_website", seen(SEARCH, SITE)),
        ("set_timer+open_website", seen(TIMER, SITE)),
        ("set_timer+talk", seen(TIMER)),
        ("set_timer+refuse", seen(TIMER, reply="I cannot.", outcome="not_done")),
        ("forget_words", seen(FORGET, outcome="not_done")),
        ("talk", seen()),
        ("talk", seen(SeenAction("forget_words", {}, LEFT), reply="I left it.")),
        ("get_profile", seen(NO_NAME, reply=NO_NAME.observed, outcome="not_done")),
        ("ask", seen(HOW_LONG, reply="For how long?", outcome="not_done")),
        ("ask", seen(HOW_LONG, reply="For how long?", outcome="failed")),
        ("ask", seen(reply="Did you mean A or B?", outcome="not_done")),
        ("refuse", seen(reply="I cannot print.", outcome="not_done")),
        ("refuse", seen(reply="No, I cannot print.")),
        ("unknown", seen(reply='I did not understand "what?" here.', outcome="not_done")),
    ],
)
def test_right(expected: str, answer: SeenAnswer) -> None:
    assert judged(expected, answer) == TurnVerdict("right")


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("set_timer", seen(HOW_LONG, reply="For how long?", outcome="not_done")),
        ("set_timer", seen(reply="I cannot do that.", outcome="not_done")),
        ("set_timer", seen(reply="I did not understand that.", outcome="not_done")),
        ("set_timer+volume", seen(TIMER, reply="I cannot.", outcome="not_done")),
        ("talk", seen(reply="I cannot sing.")),
        ("refuse", seen(reply="I did not understand that.", outcome="not_done")),
        ("refuse", seen(reply="Sorry, something went wrong.", outcome="failed")),
    ],
)
def test_refused(expected: str, answer: SeenAnswer) -> None:
    assert judged(expected, answer) == TurnVerdict("refused")


@pytest.mark.parametrize(
    ("expected", "answer", "verdict"),
    [
        ("talk", seen(TIMER), TurnVerdict("wrong", (TIMER,))),
        ("refuse", seen(TIMER), TurnVerdict("wrong", (TIMER,))),
        ("set_alarm", seen(TIMER), TurnVerdict("wrong", (TIMER,))),
        ("set_timer(length=6 minutes)", seen(TIMER), TurnVerdict("wrong", (TIMER,))),
        ("set_timer", seen(TIMER, SITE), TurnVerdict("wrong", (SITE,))),
        ("talk", seen(SEARCH), TurnVerdict("wrong", needless_searches=1)),
        ("set_timer", seen(SEARCH), TurnVerdict("wrong", needless_searches=1)),
        ("set_timer", seen(FORGET), TurnVerdict("wrong")),
        ("set_timer+open_website", seen(TIMER), TurnVerdict("wrong")),
        ("set_timer", seen(), TurnVerdict("wrong")),
        ("refuse", seen(), TurnVerdict("wrong")),
    ],
)
def test_wrong(expected: str, answer: SeenAnswer, verdict: TurnVerdict) -> None:
    assert judged(expected, answer) == verdict


def test_a_tool_that_refuses_is_a_refusal() -> None:
    failed = SeenAction("set_timer", {}, "failed", "That is too short for a timer.")
    assert answers_in(seen(failed, reply=failed.observed)) == {"refuse"}


def test_a_dialogue_is_worth_what_its_worst_turn_is() -> None:
    assert worst(["right", "refused", "asked_right"]) == "refused"
    assert worst(["right", "wrong", "refused"]) == "wrong"
    assert worst(["right", "right"]) == "right"


def test_what_the_turn_before_only_offered_may_be_done_now() -> None:
    answer, before = seen(TIMER, SITE), alternatives("set_timer(length=5 minutes)")
    assert judge_turn(alternatives("open_website"), answer, before) == TurnVerdict("right")
    assert judge_turn(alternatives("open_website"), answer).wrong_acts == (TIMER,)
    assert judge_turn(alternatives("open_website"), seen(TIMER), before).verdict != "right"
