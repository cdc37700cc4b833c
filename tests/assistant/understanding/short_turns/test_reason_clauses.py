"""Unit: a reason and an order that only points go in; what is to go comes out."""

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.reason_clauses import dismissed, for_a_reason
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

RICE = Touched("timer", "rice", "12 minutes", "set")
DUCK = Touched("timer", "", "40 minutes", "set")
BOOKS = Touched("reminder", "take the books out of the press", "at 10:40 today", "told")
BUG = Touched("list", "to-do", "", "set", ("fix the save bug",))
MAIL = Touched("list", "to-do", "", "set", ("email Priya the build",))
CHAPTER = Touched("list", "to-do", "", "set", ("read chapter four",))
DEAN = Touched("list", "to-do", "", "set", ("email the dean",))
PIANO = Touched("fact", "Mrs Hartley's piano is a Bechstein", "", "told")


def meant(text: str, *newest_first: Touched) -> ResolvedTurn | None:
    topic = Topic(tuple((one,) for one in newest_first))
    return for_a_reason(text, topic, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("the rice is finish, you can cancel this one", [DUCK, RICE], "cancel the rice timer"),
        ("I'm finished early, knock it off", [DUCK], "cancel the newest timer"),
        ("I've done it already, so you can cancel that", [BOOKS], "cancel the reminder"),
        ("save bug's done, cross it off", [MAIL, BUG],
         "remove fix the save bug from my to-do list"),
        ("I have done the chapter, remove it", [DEAN, CHAPTER],
         "remove read chapter four from my to-do list"),
        ("She has sold it, please forget that.", [PIANO],
         "forget that Mrs Hartley's piano is a Bechstein"),
    ],
)  # fmt: skip
def test_what_the_reason_names_goes(text: str, touched: list[Touched], sentence: str) -> None:
    assert meant(text, *touched) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("it doesn't matter, forget it", [DUCK]),
        ("set an alarm for seven, cancel it", [DUCK]),
        ("no, cancel it", [DUCK]),
        ("the milk's been bought, cross it off", [MAIL, BUG]),
        ("he told me, cancel it", [PIANO]),
    ],
)
def test_what_names_nothing_of_it_is_left_alone(text: str, touched: list[Touched]) -> None:
    assert meant(text, *touched) is None


@pytest.mark.parametrize(
    ("text", "before", "answer", "is_left"),
    [
        ("it doesn't matter, forget it", "how long is left", "The timer has 9 minutes left.", True),
        ("never mind, just leave it", "what is the weather", "It is mild.", True),
        ("it doesn't matter, forget it", "set a timer for 5 minutes",
         "The timer is set for 5 minutes.", False),
        ("it doesn't matter, cancel the timer", "what is the weather", "It is mild.", False),
        ("the matter is closed, forget it", "what is the weather", "It is mild.", False),
    ],
)  # fmt: skip
def test_waving_aside_takes_back_only_what_was_just_set(
    text: str, before: str, answer: str, is_left: bool
) -> None:
    found = dismissed(text, after(before, answer=answer), knowledge().grammar.understand)
    assert found == (ResolvedTurn("never mind") if is_left else None)


@pytest.mark.parametrize(
    ("text", "before", "answer", "sentence"),
    [
        ("forget it", "set a timer for 5 minutes", "The timer is set for 5 minutes.",
         "cancel the 5 minutes timer"),
        ("oh, never mind", "add milk to the shopping list",
         "I have added milk to the shopping list.", "remove milk from my shopping list"),
        ("never mind then", "remember that my car is on level 3",
         "I will remember that your car is on level 3.", "forget that my car is on level 3"),
        ("forget it", "how long is left", "The timer has 9 minutes left.", ""),
        ("never mind", "what is the weather", "It is mild.", ""),
        ("never mind, I am fine", "set a timer for 5 minutes", "The timer is set for 5 minutes.",
         ""),
    ],
)  # fmt: skip
def test_waving_aside_right_behind_what_was_set_is_asked_about(
    text: str, before: str, answer: str, sentence: str
) -> None:
    found = dismissed(text, after(before, answer=answer), knowledge().grammar.understand)
    assert found == (ResolvedTurn(sentence, is_guess=True) if sentence else None)
