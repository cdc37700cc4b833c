"""Unit: a turn behind an answer goes in; whether it only answers what a model asked comes out."""

import pytest

from jarvis_voice.assistant.planning.asked_back import only_answers
from jarvis_voice.assistant.planning.plan import PlanView
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit

LENGTH, JOKE = "How long should it be?", "Soap. Want a joke? :)"
TIMER = "set_timer"


def is_answer(goal: str, intent: str, asked: str = LENGTH, *, by_model: bool = True) -> bool:
    read = Understanding(goal, (Part(goal, Intent(intent)),), is_understood=True)
    said = (MessageState(role="assistant", text=asked),)
    return only_answers(PlanView(read, (), (), said, "", is_asked_back=by_model))


@pytest.mark.parametrize(
    ("goal", "intent"),
    [
        ("ten minutes", TIMER),
        ("for ten minutes", TIMER),
        ("about half an hour", TIMER),
        ("I think ten minutes", TIMER),
        ("thirty minutes", TIMER),
        ("sleep", "mute_microphone"),
        ("a joke", "tell_joke"),
        ("the weather", "weather"),
        ("time", "get_time"),
        ("yes", "yes"),
    ],
)
def test_a_few_words_answer_a_model(goal: str, intent: str) -> None:
    assert is_answer(goal, intent)
    assert is_answer(goal, intent, asked="How long? \U0001f600")
    assert not is_answer(goal, intent, asked="It takes long.")


@pytest.mark.parametrize(
    ("goal", "intent"),
    [
        ("set a timer for ten minutes", TIMER),
        ("a timer for ten minutes", TIMER),
        ("ten minutes timer", TIMER),
        ("ten minutes please", TIMER),
        ("start ten minutes", TIMER),
        ("wake me at seven", "set_alarm"),
        ("remind me in an hour", "set_reminder"),
        ("add milk to my list", "add_note"),
        ("add milk", "add_note"),
        ("cancel the alarm", "cancel_schedule"),
        ("what time is it", "get_time"),
        ("how is the weather", "weather"),
        ("tell me a joke", "tell_joke"),
        ("convert five miles", "convert"),
        ("calculate three plus four", "calculate"),
        ("open github", "open"),
        ("launch firefox", "open_app"),
        ("I live in Berlin", "set_profile"),
        ("call me Sam", "set_profile"),
        ("louder", "volume"),
        ("pause", "media"),
        ("stop", "stop"),
        ("mute", "volume"),
        ("never mind", "never_mind"),
        ("the second one", "open_result"),
        ("number two", "open_result"),
        ("undo", "undo_schedule"),
        ("snooze", "snooze"),
        ("remember that I like fish", "remember"),
    ],
)
def test_an_order_stays_an_order(goal: str, intent: str) -> None:
    assert not is_answer(goal, intent)


def test_what_code_asked_is_answered_to_code() -> None:
    assert not is_answer("ten minutes", TIMER, by_model=False)
    assert is_answer("yes", "yes", by_model=False)


def test_a_yes_answers_what_a_model_only_invites() -> None:
    invited = "Soap works. Say yes and I tell you a joke about it."
    assert is_answer("yes", "yes", invited)
    assert not is_answer("yes", "yes", invited, by_model=False)
    assert not is_answer("yes", "yes", "Soap works.")
    assert is_answer("yes", "yes", JOKE)
