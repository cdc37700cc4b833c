"""Unit: an answer, or what it answers, with a remark beside it goes in; the request comes out."""

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.clarification import completed

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("asked", "question", "answer", "meant"),
    [
        ("can you make me a timer, I am cooking noodles", "For how long?", "eleven minutes",
         "make me a timer eleven minutes"),
        ("set a timer", "For how long?", "the rice takes twelve", "set a timer twelve minutes"),
        ("wake me up, I have an exam", "At what time?", "at six, it's in Leeds",
         "wake me up at six"),
        ("remind me to restock the bag", "When?", "six tomorrow morning, start of shift",
         "remind me to restock the bag at six tomorrow morning"),
        ("remind me to call Lena", "When?", "tomorrow after school, like half three",
         "remind me to call Lena half three tomorrow"),
        ("set an alarm", "At what time?", "seven tomorrow, I've got a train",
         "set an alarm at seven tomorrow"),
        ("ping me about the visa form", "When?", "hmm, say Monday ten am",
         "ping me about the visa form Monday ten am"),
        ("remind me to call Lena", "When?", "in two hours, I'm driving",
         "remind me to call Lena in two hours"),
        ("I've a prescription to collect, remind me", "When?", "noon tomorrow",
         "remind me I've a prescription to collect noon tomorrow"),
    ],
)  # fmt: skip
def test_a_remark_beside_takes_nothing_away(
    asked: str, question: str, answer: str, meant: str
) -> None:
    before = after(asked, answer=question)
    assert completed(answer, before, knowledge().grammar.understand) == meant


@pytest.mark.parametrize(
    "answer",
    [
        "what time is it, is it ten",
        "cancel that, ten is too late",
        "set an alarm for seven tomorrow",
        "I don't know, you tell me",
        "six or seven, whatever",
        "it is delayed, one hour more",
        "it takes an hour, I think",
    ],
)
def test_what_asks_for_something_else_is_no_answer(answer: str) -> None:
    before = after("remind me to call Lena", answer="When?")
    assert completed(answer, before, knowledge().grammar.understand) == ""


@pytest.mark.parametrize(
    ("asked", "question", "answer"),
    [
        ("remind me to dance", "When?", "set an alarm for 7 am in Tokyo"),
        ("remind me to sing", "When?", "wake me at 8 with music"),
        ("remind me to sing", "When?", "play some music at 8"),
        ("set an alarm", "At what time?", "tell Anna to come at 9 am"),
        ("set an alarm", "At what time?", "remind Bob to leave at 9 am"),
        ("wake me up", "At what time?", "can you open the garage at half past nine"),
        ("set a timer", "For how long?", "play jazz for ten minutes"),
    ],
)
def test_another_order_is_no_answer(asked: str, question: str, answer: str) -> None:
    assert not completed(answer, after(asked, answer=question), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("asked", "question", "answer"),
    [
        ("remind me to call Anna", "When?", "call her at nine am, she's up early"),
        ("set an alarm", "At what time?", "call me at 7 am, I'm at home"),
        ("set an alarm", "At what time?", "put it at 7 am, I've got a train"),
    ],
)
def test_the_same_order_in_other_words_is_an_answer(asked: str, question: str, answer: str) -> None:
    assert completed(answer, after(asked, answer=question), knowledge().grammar.understand)
