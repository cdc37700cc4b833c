"""Unit: which messages are shown to no model any more, and which of them are summed up."""

import pytest

from jarvis_voice.assistant.planning.past_messages import (
    FALLEN_MESSAGES,
    KEPT_PIECES,
    LEAST_NEW,
    SHOWN_CHARACTERS,
    due_summary,
    first_shown,
    may_use,
    nothing_to_sum_up,
    remembered,
)
from jarvis_voice.assistant.state import KEPT_MESSAGES, JarvisState, MessageState, SummaryState

pytestmark = pytest.mark.unit


def after(n_turns: int, state: JarvisState | None = None, by: str = "gemini") -> JarvisState:
    """A thread after so many more turns."""
    state = state or JarvisState()
    for _ in range(n_turns):
        start = state.get("said", 0) // 2
        state = state | remembered(state, f"ask {start}", f"say {start}", (), by)
    return state


def summary(until: int, by: str = "gemini", *, with_facts: bool = False) -> SummaryState:
    return SummaryState(text="Short.", by=by, with_facts=with_facts, until=until, confided=[])


def test_a_conversation_without_a_model_is_kept_as_ever() -> None:
    state = after(50, by="")
    assert len(state["messages"]) == KEPT_MESSAGES
    assert state["messages"][0] == {"role": "user", "text": "ask 30"}
    assert "fallen" not in state
    assert due_summary(state) is None


def test_what_falls_out_of_the_window_waits_until_it_is_worth_a_call() -> None:
    state = after(20 + LEAST_NEW // 2 - 1)
    assert len(state["fallen"]) == LEAST_NEW - 2
    assert due_summary(state) is None
    due = due_summary(after(1, state))
    assert due
    assert (due.model, len(due.messages), due.until) == ("gemini", LEAST_NEW, LEAST_NEW)
    assert [one["text"] for one in due.messages[:2]] == ["ask 0", "say 0"]


def test_what_was_summed_up_is_not_summed_up_again() -> None:
    state = after(30)
    state = state | JarvisState(summary=summary(20), fallen=[])
    assert due_summary(state) is None
    due = due_summary(after(10, state))
    assert due
    assert due.until == 2 * LEAST_NEW
    assert [one["text"] for one in due.messages[:2]] == ["ask 10", "say 10"]


def test_long_messages_are_left_out_before_they_fall_and_are_summed_up_once() -> None:
    state = JarvisState()
    for number in range(20):
        state = state | remembered(state, f"ask {number}", "x" * 3_000, (), "gemini")
    shown = first_shown(state["messages"])
    assert sum(len(one["text"]) for one in state["messages"][shown:]) <= SHOWN_CHARACTERS
    due = due_summary(state)
    assert due
    assert due.until == shown == len(due.messages)
    state = state | JarvisState(summary=summary(due.until), fallen=[])
    assert due_summary(state) is None
    later = after(5, state)
    assert "ask 0" not in str(later.get("fallen"))


def test_only_what_a_model_was_shown_is_for_its_summary() -> None:
    state = after(40, by="")  # nobody was shown the first 40 messages
    state = after(1, state)
    assert due_summary(state) is None
    due = due_summary(after(20, state))
    assert due
    assert [one["text"] for one in due.messages[:2]] == ["ask 20", "say 20"]


def test_a_model_that_comes_later_is_not_given_what_only_another_one_was_shown() -> None:
    state = after(1, after(31, by="here"), by="elsewhere")
    assert len(state["fallen"]) > LEAST_NEW
    assert due_summary(state) is None


def test_what_was_said_before_a_fact_was_forgotten_is_never_summed_up() -> None:
    state = after(30)
    state = state | nothing_to_sum_up(state)
    state = after(20, state)  # the first of them is the one that forgets
    assert "fallen" not in state or state["fallen"] == []
    due = due_summary(after(11, state))
    assert due
    assert due.messages[0]["text"] == "ask 31"


def test_what_waits_is_bounded() -> None:
    state = after(200)
    assert len(state["fallen"]) == FALLEN_MESSAGES
    due = due_summary(state)
    assert due
    assert due.until == state["said"] - KEPT_MESSAGES


def test_what_the_user_confided_is_noted_with_its_summary() -> None:
    state = remembered(JarvisState(), "my passport number is K1234567", "Noted.", (), "gemini")
    due = due_summary(after(40, state))
    assert due
    assert "K1234567" in str(due.confided([]))
    assert len(due.confided(["old"] * 100)) == KEPT_PIECES


@pytest.mark.parametrize(
    ("by", "knew_facts", "model", "with_facts", "is_used"),
    [
        ("gemini", False, "gemini", False, True),
        ("here", False, "gemini", False, False),
        ("gemini", False, "here", True, True),
        ("gemini", True, "gemini", False, False),
        ("gemini", True, "gemini", True, True),
    ],
)
def test_a_summary_is_for_models_that_may_know_as_much(
    by: str, *, knew_facts: bool, model: str, with_facts: bool, is_used: bool
) -> None:
    made = summary(1, by, with_facts=knew_facts)
    assert may_use(made, model, with_facts=with_facts) is is_used


def test_a_message_keeps_who_was_shown_it_last() -> None:
    state = after(1, after(1, after(1), by="here"))
    assert [one["told_to"] for one in state["messages"]] == [
        ["here", "gemini"],
        ["here", "gemini"],
        ["here", "gemini"],
        ["here", "gemini"],
        ["gemini"],
        ["gemini"],
    ]
    kept: MessageState = state["messages"][0]
    assert kept["text"] == "ask 0"
