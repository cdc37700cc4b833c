"""Unit: what the trained network finds goes in beside the rules; what may be said comes out."""

from __future__ import annotations

import pytest
from assistant.steps import step_of

from jarvis_voice.assistant.planning.answer_trust import AnswerTrust, AskedFor
from jarvis_voice.core.sentence_reader import TurnEvidence

pytestmark = pytest.mark.unit

REPORT = "I have switched off the lights."
FACT = "The tower has 1,665 steps."
ASKED = "how tall is it"


class ScriptedClaims:
    """Finds each sentence as likely a report as it is told.

    Attributes:
        seen: What it was shown: what was asked, the sentence, whether it is the first.
        evidence: What it was shown of the steps.
    """

    def __init__(self, likelihood: float) -> None:
        self.seen: list[tuple[str, str, bool]] = []
        self.evidence: list[TurnEvidence | None] = []
        self._likelihood = likelihood

    def likelihood(
        self, asked: str, sentence: str, *, is_first: bool, evidence: TurnEvidence | None = None
    ) -> float:
        self.seen.append((asked, sentence, is_first))
        self.evidence.append(evidence)
        return self._likelihood


def trust(likelihood: float, asked: AskedFor = AskedFor.QUESTION) -> AnswerTrust:
    return AnswerTrust(asked, (), ASKED, ScriptedClaims(likelihood))


@pytest.mark.parametrize("asked", list(AskedFor))
def test_what_is_sure_goes_before_the_rules(asked: AskedFor) -> None:
    assert not trust(0.99, asked).may_say(FACT)
    assert trust(0.01, asked).may_say(FACT)
    assert trust(0.01, asked).may_say("Your lights are off now.")


@pytest.mark.parametrize("asked", [one for one in AskedFor if one is not AskedFor.TEXT])
def test_a_plain_report_of_an_act_of_its_own_is_never_let_through(asked: AskedFor) -> None:
    assert not trust(0.01, asked).may_say(REPORT)


def test_what_is_not_sure_is_left_to_the_rules() -> None:
    assert trust(0.6).may_say(FACT)
    assert not trust(0.3).may_say(REPORT)


def test_behind_a_lookup_it_is_shown_what_was_found() -> None:
    claims = ScriptedClaims(0.99)
    step = step_of("weather", "lookup", "It rains.")
    assert not AnswerTrust(AskedFor.QUESTION, [step], ASKED, claims).may_say(FACT)
    assert claims.evidence == [TurnEvidence("told", "It rains.")]


def test_behind_an_act_it_is_shown_what_was_done_and_acquits_no_own_act() -> None:
    claims = ScriptedClaims(0.01)
    step = step_of("take_screenshot", "effect", "saved")
    answer = AnswerTrust(AskedFor.ACT, [step], ASKED, claims, left_open="why is it so tall")
    assert answer.may_say(FACT)
    assert not answer.may_say(REPORT)
    assert claims.seen[0] == (ASKED, FACT, True)
    assert claims.evidence == [TurnEvidence("done", "saved")] * 2


@pytest.mark.parametrize(("likelihood", "may_say"), [(0.01, True), (0.2, False), (0.9, False)])
def test_beside_an_act_a_statement_is_said_where_the_network_is_sure(
    likelihood: float, may_say: bool
) -> None:
    step = step_of("set_timer", "effect", "The timer is set for 7 minutes.")
    answer = AnswerTrust(AskedFor.ACT, [step], ASKED, ScriptedClaims(likelihood))
    assert answer.may_say("Gas from the yeast is trapped in the dough.") is may_say


def test_behind_an_act_what_it_is_sure_of_is_said_only_where_the_receipt_says_it_too() -> None:
    step = step_of("add_note", "effect", "I have added milk to the shopping list.")
    answer = AnswerTrust(AskedFor.TEXT, [step], "add milk", ScriptedClaims(0.99))
    assert answer.may_say("The shopping list has milk.")
    assert not answer.may_say("The milk is on its way to you.")


@pytest.mark.parametrize(
    ("sentence", "may_say"),
    [
        ("Yeast makes gas, and gas lifts the dough.", True),
        ("I have set an alarm for seven o'clock.", False),
        ("I will wake you at seven.", False),
        ("The alarm is set.", False),
        ("I've set an alarm as well, haven't I?", False),
        ("Bread is a wonder, isn't it?", True),
        ("Your eight minute timer is running.", False),
        ("Seventeen minutes, starting now.", False),
        ("Let it rise for forty minutes before you bake it.", True),
    ],
)
def test_behind_an_act_an_account_is_read_as_an_answer(sentence: str, may_say: bool) -> None:
    step = step_of("set_timer", "effect", "The timer is set for 7 minutes.")
    said = "set a timer for seven minutes and explain why bread rises"
    left = "explain why bread rises"
    answer = AnswerTrust(AskedFor.TEXT, [step], said, ScriptedClaims(0.3), left_open=left)
    assert answer.may_say(sentence) is may_say


def test_where_one_of_two_was_done_not_all_is_done() -> None:
    done = step_of("set_alarm", "effect", "The alarm is set for 06:00 tomorrow.")
    missing = step_of("cancel_schedule", "no_op", "There is no pasta timer.")
    said = "cancel the pasta timer, set an alarm for 6 am and tell me what owls eat"
    for steps, may_say in (([missing, done], False), ([done], True)):
        answer = AnswerTrust(AskedFor.QUESTION, steps, said, ScriptedClaims(0.01))
        assert answer.may_say("Both are done.") is may_say
        assert answer.may_say("Owls eat mice.")


def test_behind_an_act_a_made_text_may_tell_of_acts() -> None:
    step = step_of("set_timer", "effect", "The timer is set for 7 minutes.")
    said = "set a timer for seven minutes and write a poem about a butler"
    left = "write a poem about a butler"
    answer = AnswerTrust(AskedFor.TEXT, [step], said, ScriptedClaims(0.3), left_open=left)
    assert answer.may_say("I have locked the door and wound the clock, he said.")


@pytest.mark.parametrize(
    "sentence",
    [
        "I have set an alarm for you.",
        "It is 3 am in Tokyo.",
        "I searched, and the top result says that it is late.",
        "It is late, and Ana got the number by text.",
    ],
)
def test_behind_a_step_it_acquits_no_own_act_no_other_figure_and_no_unread_source(
    sentence: str,
) -> None:
    step = step_of("get_time", "lookup", "It is 19:00 in Tokyo.")
    failed = step_of("search", "failed", "There is no connection.")
    steps = [failed] if "searched" in sentence else [step]
    assert not AnswerTrust(AskedFor.QUESTION, steps, ASKED, ScriptedClaims(0.01)).may_say(sentence)


@pytest.mark.parametrize(
    ("sentence", "may_say"),
    [
        ("Your alarm rings at seven, every day.", True),
        ("You have two alarms, one at seven and one at nine.", False),
        ("Should your alarm at seven ring at eight instead?", True),
        ("One alarm is set, at seven.", True),
        ("An alarm at seven, and a timer of ten minutes.", False),
    ],
)
def test_behind_what_rings_no_other_time_is_told(sentence: str, may_say: bool) -> None:
    step = step_of("read_schedule", "lookup", "You have an alarm every day at 07:00.")
    answer = AnswerTrust(AskedFor.QUESTION, [step], "when do I get up", ScriptedClaims(0.1))
    assert answer.may_say(sentence) is may_say


def test_behind_an_act_that_was_not_done_what_is_left_is_read_too() -> None:
    claims = ScriptedClaims(0.99)
    step = step_of("add_note", "no_op", "Which list do you mean?")
    said, left = "put stamps on it and tell me who made them", "tell me who made them"
    answer = AnswerTrust(AskedFor.TEXT, [step], said, claims, left_open=left)
    assert not answer.may_say("They come tomorrow by post.")
    assert claims.seen == [(left, "They come tomorrow by post.", True)]


@pytest.mark.parametrize(
    ("sentences", "last"),
    [
        (("The butler stopped the clock.", "And I'll wake you at eight."), False),
        (("The butler stopped the clock.", "I've turned off the lights for you."), False),
        (("I was a butler.", "I have turned off the lights."), True),
        (("The butler bowed.", '"I have sent your letter," he said.'), True),
        (("Dear Ana,", "I have sent your book."), True),
    ],
)
def test_a_tale_of_others_holds_no_act_of_its_own(
    sentences: tuple[str, str], *, last: bool
) -> None:
    answer = AnswerTrust(AskedFor.TEXT, (), "tell me a tale", ScriptedClaims(0.05))
    assert [answer.may_say(one) for one in sentences] == [True, last]


def test_a_table_is_read_and_code_and_quotations_are_not() -> None:
    assert not trust(0.99).may_say("| Lights | off |", "table")
    assert trust(0.99).may_say("lights.off()", "code")
    assert trust(0.99).may_say("> The lights went out.", "quote")


def test_it_is_shown_plain_text_and_whether_the_answer_begins() -> None:
    claims = ScriptedClaims(0.5)
    reader = AnswerTrust(AskedFor.QUESTION, (), ASKED, claims)
    reader.may_say("**I ha\u200bve** looked.")
    reader.may_say(FACT)
    assert claims.seen == [(ASKED, " I have  looked.", True), (ASKED, FACT, False)]


def test_a_sign_alone_is_left_to_the_rules() -> None:
    assert not trust(0.01, AskedFor.ACT).may_say("\u2705")


@pytest.mark.parametrize(
    ("sentence", "may_say"),
    [
        ("Bread and apples are on your shopping list.", True),
        ("Milk is on your shopping list.", False),
        ("The alarm rings every day at eight.", False),
    ],
)
def test_beside_an_act_what_a_lookup_has_told_is_said_again(sentence: str, may_say: bool) -> None:
    steps = [
        step_of("set_alarm", "effect", "The alarm is set for 07:00 tomorrow."),
        step_of("read_notes", "lookup", "Shopping list: bread, apples."),
    ]
    said = "wake me at seven and what is on my shopping list"
    answer = AnswerTrust(AskedFor.ACT, steps, said, ScriptedClaims(0.95))
    assert answer.may_say(sentence) is may_say
