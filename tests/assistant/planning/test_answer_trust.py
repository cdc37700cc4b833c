"""Flow: what was asked and what a model writes go in; what of it may be said comes out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from assistant.planning.turn_kinds import around, kind_of
from assistant.steps import step_of
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.assistant.planning.answer_trust import AnswerTrust, AskedFor, asked_for
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.proposals import ASK_FOR, CANNOT, SUGGEST
from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.sentences import split_sentences

pytestmark = pytest.mark.flow

DATA = Path(__file__).parents[2] / "data"

HARMLESS_KEPT = 0.99
HONEST_KEPT = 0.95
HOSTILE_SAID = 0.03


def trust(asked: str) -> AnswerTrust:
    """The trust of a turn in which nothing was done yet."""
    return AnswerTrust(kind_of(asked), ())


class Unsuspecting:
    """A network that takes every sentence for company."""

    def likelihood(
        self, asked: str, sentence: str, *, is_first: bool, evidence: TurnEvidence | None = None
    ) -> float:
        del asked, sentence, is_first, evidence
        return 0.0


def test_no_network_acquits_a_plain_report_of_an_act_of_its_own() -> None:
    asked = "how long do i boil an egg"
    answer = AnswerTrust(kind_of(asked), (), asked, Unsuspecting())
    sentences = (
        "Five minutes for a soft one.",
        "I have set a timer for five minutes.",
        "A hard one takes twice as long.",
    )
    assert [answer.may_say(one) for one in sentences] == [True, False, True]


def lines(name: str) -> list[tuple[str, str]]:
    """Pairs of what was asked and one sentence of an answer."""
    text = (DATA / "trust" / f"{name}.txt").read_text(encoding="utf-8")
    return [
        (asked, said) for asked, _, said in (one.partition(" => ") for one in text.splitlines())
    ]


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The objects of a file of answers."""
    for line in (DATA / "answers" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def kept(asked: str, answer: str) -> list[bool]:
    """For each sentence of an answer, in order, whether it may be said."""
    reader = trust(asked)
    return [reader.may_say(one) for one in split_sentences(answer) or [answer]]


@pytest.mark.parametrize(("asked", "sentence"), lines("said"))
def test_company_passes(asked: str, sentence: str) -> None:
    assert trust(asked).may_say(sentence)


@pytest.mark.parametrize(("asked", "sentence"), lines("withheld"))
def test_a_report_without_a_receipt_does_not(asked: str, sentence: str) -> None:
    assert not trust(asked).may_say(sentence)


@pytest.mark.parametrize("name", ["harmless", "harmless-2"])
def test_harmless_answers_reach_the_user(name: str) -> None:
    verdicts = [one for row in rows(name) for one in kept(row["asked"], row["answer"])]
    assert sum(verdicts) / len(verdicts) >= HARMLESS_KEPT


def test_honest_sentences_reach_the_user() -> None:
    verdicts = [one for row in rows("honest") for one in kept(row["asked"], row["claim"])]
    assert sum(verdicts) / len(verdicts) >= HONEST_KEPT


@pytest.mark.parametrize(("name", "most"), [("hostile", HOSTILE_SAID), ("hostile-2", 0.04)])
def test_false_claims_do_not(name: str, most: float) -> None:
    said = [all(kept(row["asked"], row["claim"])) for row in rows(name)]
    assert sum(said) / len(said) <= most


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("hello", AskedFor.TALK),
        ("it's so loud in here", AskedFor.TALK),
        ("it's too loud", AskedFor.ACT),
        ("the living room is freezing", AskedFor.TALK),
        ("we are out of luck", AskedFor.TALK),
        ("we are out of milk", AskedFor.ACT),
        ("write an email to my boss", AskedFor.TEXT),
        ("tell me a story", AskedFor.TEXT),
        ("shorter, please", AskedFor.TEXT),
        ("can you translate this for me", AskedFor.TEXT),
        ("a poem about the sea", AskedFor.TEXT),
        ("what is photosynthesis", AskedFor.QUESTION),
        ("which timers are set", AskedFor.QUESTION),
        ("how do I send a big file", AskedFor.QUESTION),
        ("send an email to my boss", AskedFor.ACT),
        ("write an email to my boss and send it", AskedFor.ACT),
        ("write down milk", AskedFor.ACT),
        ("make a note", AskedFor.ACT),
        ("can you call my mother", AskedFor.ACT),
        ("would you mind closing the door", AskedFor.ACT),
        ("fumigate the greenhouse please", AskedFor.ACT),
        ("tell my boss that I am ill", AskedFor.ACT),
        ("set a timer for ten minutes", AskedFor.ACT),
        ("lights off", AskedFor.ACT),
        ("did you send the mail", AskedFor.ACT),
        ("if the shop is open, reserve the drill", AskedFor.ACT),
        ("did the bank confirm", AskedFor.ACT),
        ("has Emma answered yet", AskedFor.ACT),
        ("did the Romans pay taxes", AskedFor.QUESTION),
        ("terminal please", AskedFor.ACT),
        ("my soup was thin again, what am I doing wrong", AskedFor.QUESTION),
        ("show me a git cheat sheet", AskedFor.TEXT),
    ],
)
def test_what_a_turn_asks_for(asked: str, kind: AskedFor) -> None:
    assert kind_of(asked) is kind


@pytest.mark.parametrize(
    ("text", "intent", "kind"),
    [
        ("lock the car", Intent(CANNOT, {"reply": "I cannot do that."}), AskedFor.ACT),
        ("SQL for all customers", Intent(CANNOT, {"reply": "I cannot do that."}), AskedFor.TALK),
        ("when does my aunt arrive", Intent(CANNOT, {"reply": "No."}), AskedFor.QUESTION),
        ("how do I lock a car", Intent(CANNOT, {"reply": "No."}), AskedFor.QUESTION),
        ("set a timer for the tea", Intent(ASK_FOR, {"question": "How long?"}), AskedFor.ACT),
        ("my head hurts", Intent(SUGGEST, {"sentence": "find a doctor"}), AskedFor.TALK),
    ],
)
def test_what_code_would_refuse_or_ask_back_is_read_by_its_words(
    text: str, intent: Intent, kind: AskedFor
) -> None:
    assert asked_for(Understanding(text, (Part(text, intent),)), around()[1]) is kind


def said_before(said: str, answer: str) -> list[MessageState]:
    """A turn before."""
    return [
        MessageState(role="user", text=said),
        MessageState(role="assistant", text=answer),
    ]


@pytest.mark.parametrize(
    ("before", "asked", "kind"),
    [
        ([], "the other one too", AskedFor.ACT),
        ([], "please", AskedFor.ACT),
        ([], "nice", AskedFor.TALK),
        (said_before("the light is on", "Shall I turn it off?"), "please", AskedFor.ACT),
        (said_before("turn the light off", "I cannot do that."), "now", AskedFor.ACT),
        (said_before("please", "I cannot."), "come on", AskedFor.ACT),
        (said_before("what can I cook", "Rice or soup."), "the other one too", AskedFor.TALK),
        (said_before("what is a fox", "An animal. Shall I go on?"), "please", AskedFor.TALK),
    ],
)
def test_an_order_that_names_nothing_asks_for_what_was_spoken_of(
    before: list[MessageState], asked: str, kind: AskedFor
) -> None:
    understanding = Understanding(asked, (Part(asked, None),))
    assert asked_for(understanding, around()[1], before) is kind


def test_a_figure_that_no_tool_told_is_not_said() -> None:
    step = step_of("get_time", "lookup", "It is 19:00 in Tokyo.")
    reader = AnswerTrust(AskedFor.QUESTION, [step], "what time is it in Tokyo")
    assert not reader.may_say("It is 3 am in Tokyo.")
    assert reader.may_say("It is 7 pm in Tokyo, so most people are at dinner.")
    found = step_of("search", "lookup", "found 3 results")
    assert AnswerTrust(AskedFor.QUESTION, [found]).may_say("It was built in 1889.")


@pytest.mark.parametrize("kind", ["lookup", "failed"])
def test_behind_a_step_that_did_nothing_no_act_is_claimed(kind: str) -> None:
    step = step_of("calculate", kind, "24**3 is 13824.")
    said = "what is the cube of 24"
    reader = AnswerTrust(AskedFor.QUESTION, [step], said)
    assert not reader.may_say("It is 13824 and the alarm is set.")
    assert not reader.may_say("So it is 13824, and I told Ana.")
    assert reader.may_say("It is 13824, which is even.")
    assert AnswerTrust(AskedFor.TEXT, [step], said).may_say("I told Ana that it is 13824.")


def test_content_passes_where_a_text_was_asked_for_and_not_where_an_act_was() -> None:
    letter = "I have sent your parcel."
    assert trust("write a letter to my aunt").may_say(letter, "quote")
    assert not trust("send the parcel").may_say(letter, "quote")


def test_who_looked_may_say_so() -> None:
    looked = "I have looked into your calendar."
    step = step_of("calendar", "lookup", "Nothing is in it.")
    assert not AnswerTrust(AskedFor.QUESTION, ()).may_say(looked)
    assert AnswerTrust(AskedFor.QUESTION, [step]).may_say(looked)


def test_no_answer_promises_help_where_nobody_was_called() -> None:
    promise = "Help will be with you soon."
    assert not AnswerTrust(AskedFor.QUESTION, (), "the roof has come down").may_say(promise)
    assert not AnswerTrust(AskedFor.TALK, (), "the roof has come down").may_say(promise)
    told = AnswerTrust(AskedFor.QUESTION, (), "the roof has come down")
    assert told.may_say("Leave the house and call 112.")
    assert told.may_say(promise)
    assert AnswerTrust(AskedFor.TALK, (), "I have called an ambulance").may_say(promise)
    assert AnswerTrust(AskedFor.TEXT, ()).may_say(promise)


def test_no_answer_promises_to_ring_where_nothing_was_set() -> None:
    promise = "You will be woken at half past eight."
    listed = step_of("read_schedule", "lookup", "You have an alarm at 08:30.")
    assert not AnswerTrust(AskedFor.QUESTION, ()).may_say(promise)
    assert not AnswerTrust(AskedFor.TALK, ()).may_say(promise)
    agreed = "Half past eight on Sunday it is."
    assert not AnswerTrust(AskedFor.TALK, ()).may_say(agreed)
    assert AnswerTrust(AskedFor.QUESTION, [listed]).may_say(agreed)
    assert AnswerTrust(AskedFor.TEXT, ()).may_say(promise)


def test_no_answer_denies_what_is_kept_where_nothing_was_read() -> None:
    said = "what alarms do I have and is that early for a student"
    denial = "You have no alarms, so no."
    assert not AnswerTrust(AskedFor.QUESTION, (), said, Unsuspecting()).may_say(denial)
    read = step_of("read_schedule", "lookup", "You have an alarm at 06:00 tomorrow.")
    assert not AnswerTrust(AskedFor.QUESTION, [read], said).may_say(denial)
    empty = step_of("read_schedule", "no_op", "You have no alarms.")
    assert AnswerTrust(AskedFor.QUESTION, [empty], said).may_say(denial)
    tale = "In the story you have no alarms and sleep for a hundred years."
    assert AnswerTrust(AskedFor.TEXT, (), "tell me a story").may_say(tale)


def test_an_answer_becomes_a_letter_at_its_greeting() -> None:
    reader = trust("what could I tell Mr Weber")
    assert reader.may_say("Dear Mr Weber,")
    assert reader.may_say("I have closed the valve.")
    assert not reader.may_say("I have sent it to your landlord.")


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([said for _, said in lines("withheld")[:40]]),
    st.sampled_from(["\u200b", "\u2060", "\ufeff", "*", "_", "~"]),
    st.data(),
)
def test_what_nobody_sees_hides_no_report(sentence: str, sign: str, data: st.DataObject) -> None:
    ends = [place for place, letter in enumerate(sentence) if letter == " "] or [0]
    place = data.draw(st.sampled_from(ends))
    assert not trust("turn it off").may_say(sentence[:place] + sign + sentence[place:])


@pytest.mark.parametrize(
    "piece", ["I ", "have been ", "your ", "and I ", '"', "a.", "no longer ", "\u0456 "]
)
@pytest.mark.parametrize("asked", list(AskedFor))
def test_a_long_text_is_read_in_pieces(piece: str, asked: AskedFor) -> None:
    reader = AnswerTrust(asked, ())
    assert reader.may_say(piece * 2_000) in {True, False}
