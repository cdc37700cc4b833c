"""Unit: thoughts are not said, and an answer that speaks of them is said whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.engines.llm.surrogates import SignSeam, whole_signs
from jarvis_voice.engines.llm.thoughts import ThoughtFilter

pytestmark = pytest.mark.unit

quick = settings(max_examples=200, deadline=None)
sizes = st.integers(1, 12)


def heard(text: str, size: int, *, is_thinking: bool = False) -> tuple[str, bool]:
    thoughts = ThoughtFilter(is_thinking=is_thinking)
    said = "".join(thoughts.feed(text[at : at + size]) for at in range(0, len(text), size))
    return said + thoughts.flush(), thoughts.was_unopened


@quick
@given(
    thought=st.text(st.sampled_from("ab <>/think\n{")).filter(lambda text: "</" not in text),
    tag=st.sampled_from(["think", "thinking", "thought"]),
    size=sizes,
)
def test_thoughts_are_not_said(thought: str, tag: str, size: int) -> None:
    written = f"\n<{tag}>{thought}</{tag}>\n\nHello, Anna."
    assert heard(written, size) == ("Hello, Anna.", False)


@pytest.mark.parametrize("size", [1, 4, 100])
@pytest.mark.parametrize(
    "text",
    [
        "Hello.",
        "Write <think> first and </think> last.",
        "In <think>\nof this</think> it thinks.",
        "<thinker> is no tag.",
        "<th",
        "x < y",
        "",
    ],
)
def test_an_answer_that_speaks_of_thoughts_is_said(text: str, size: int) -> None:
    assert heard(text, size) == (text, False)
    assert heard(text, size, is_thinking=True)[0] == text or "</think>" in text


@pytest.mark.parametrize("size", [1, 4, 100])
def test_thoughts_without_a_beginning_are_noticed_and_left_out_the_next_time(size: int) -> None:
    text = "A timer?\n</think>\n\nHello."
    assert heard(text, size)[1]
    assert heard(text, size, is_thinking=True) == ("Hello.", False)


def test_thoughts_without_an_end_say_nothing() -> None:
    assert heard("<think>Hm. Hello.", 3) == ("", False)


@quick
@given(text=st.text(st.sampled_from("a\ud83d\ude00é\U0001f600")), size=sizes)
def test_a_sign_is_whole_wherever_it_was_cut(text: str, size: int) -> None:
    seam = SignSeam()
    said = "".join(seam.feed(text[at : at + size]) for at in range(0, len(text), size))
    said.encode()
    whole = whole_signs(text)
    assert whole.startswith(said)
    assert len(whole) - len(said) <= 1
