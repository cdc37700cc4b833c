"""Unit: orders that name no act, and answers that offer one."""

import pytest

from jarvis_voice.language.en.reports.nameless_orders import is_nameless_order, offers_act

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    ["please", "sort it out", "do the usual", "the other one too", "now", "same as yesterday",
     "the rest as well, please", "come on, fix it", "do it then", "both of them", "so do that"],
)  # fmt: skip
def test_an_order_without_a_name(text: str) -> None:
    assert is_nameless_order(text)


@pytest.mark.parametrize(
    "text",
    ["", "why", "nice", "me too", "thanks", "shorter", "tell me a story", "cancel it", "I am tired",
     "and dogs", "continue", "go on then", "another one please", "please " * 20],
)  # fmt: skip
def test_what_names_something_or_orders_nothing(text: str) -> None:
    assert not is_nameless_order(text)


@pytest.mark.parametrize(
    "answer",
    ["Shall I set an alarm for six?", "It is on. Do you want me to turn it off?",
     "I can text her for you.", "Want me to send it?"],
)  # fmt: skip
def test_an_answer_that_offers_an_act(answer: str) -> None:
    assert offers_act(answer)


@pytest.mark.parametrize(
    "answer",
    ["", "Shall I go on?", "Fried rice or risotto. Which one?", "Shall I tell you another one?",
     "Would you like me to explain it?", "Foxes can run fast."],
)  # fmt: skip
def test_an_answer_that_offers_words_or_nothing(answer: str) -> None:
    assert not offers_act(answer)
