"""Property: a step in JSON is read the same however it comes in pieces."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.engines.llm.answer_forms import StepForm
from jarvis_voice.engines.llm.chat import ToolCall, ToolOffer
from jarvis_voice.engines.llm.json_steps import JsonStep
from jarvis_voice.engines.llm.tool_calls import UnusableAnswerError

pytestmark = pytest.mark.unit

NOTE = ToolOffer(
    "note", "", {"type": "object", "properties": {"text": {}, "reply": {}, "action": {}}}
)
FORM = StepForm.of([NOTE])

signs = st.sampled_from('ab"\\/\n\t\x00{}[]:,`é\U0001f600 </think>')
texts = st.text(signs | st.characters(exclude_categories=["Cs"]), max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
quick = settings(max_examples=100, deadline=None)


def cut(text: str, sizes: list[int]) -> list[str]:
    pieces: list[str] = []
    while text:
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(text[:size])
        text = text[size:]
    return pieces


def read(text: str, sizes: list[int]) -> tuple[str, list[ToolCall]]:
    step = JsonStep(FORM)
    said = "".join(step.feed(piece) for piece in cut(text, sizes))
    rest, calls = step.flush()
    return said + rest, calls


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, str, list[ToolCall]]:
    """A step as a model writes it, and its reply and calls."""
    reply, text, own_reply = draw(texts.filter(str.strip)), draw(values), draw(values)
    step: dict[str, Any] = {"action": "answer", "reply": reply}
    calls = []
    if draw(st.booleans()):
        step = {"action": "note", "text": text, "reply_": own_reply, "reply": reply}
        arguments = {"text": text, "reply": own_reply}
        kept = {name: value for name, value in arguments.items() if value is not None}
        calls = [ToolCall("note", kept)]
    order = draw(st.permutations(list(step)))
    whole = json.dumps(
        {key: step[key] for key in order},
        ensure_ascii=draw(st.booleans()),
        indent=draw(st.none() | st.just(2)),
    )
    fence = draw(st.sampled_from(["{}", "```json\n{}\n```", "\n {}\n"]))
    return fence.replace("{}", whole), reply, calls


sizes_of_pieces = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@quick
@given(step=steps(), sizes=sizes_of_pieces)
def test_reply_and_arguments_come_out_as_they_were_put_in(
    step: tuple[str, str, list[ToolCall]], sizes: list[int]
) -> None:
    written, reply, calls = step
    assert read(written, sizes) == (reply, calls)


def tried(text: str, sizes: list[int]) -> tuple[str, list[ToolCall]] | None:
    try:
        return read(text, sizes)
    except UnusableAnswerError:
        return None


@quick
@given(garbage=st.text(signs, max_size=40), sizes=sizes_of_pieces)
def test_whatever_comes_is_read_the_same_in_pieces(garbage: str, sizes: list[int]) -> None:
    assert tried(garbage, [1000]) == tried(garbage, sizes)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":"","' + 'b":"","' * 40_000,
        '{"reply":"' + "\\n" * 100_000 + '", "action": "answer"}',
        '{"a":' * 50_000,
        '{"reply":"' + "\\ud83d" * 40_000,
        '"' * 200_000,
        "`" * 200_000,
        " " * 200_000,
    ],
)
def test_reading_is_linear(text: str) -> None:
    def seconds(part: str) -> float:
        step, since = JsonStep(FORM), time.process_time()
        for piece in cut(part, [700]):
            step.feed(piece)
        return time.process_time() - since

    # 16 times the length: a square would take 256 times as long
    assert seconds(text) < 60 * max(seconds(text[: len(text) // 16]), 0.002)


@pytest.mark.parametrize("reply", [{"a": "b"}, ["a"], 5, None, {"reply": "a"}])
def test_a_reply_that_is_no_text_says_nothing(reply: Any) -> None:
    step = JsonStep(FORM)
    assert step.feed(json.dumps({"reply": reply, "action": "note", "text": "x"})) == ""
    assert step.flush() == ("", [ToolCall("note", {"text": "x"})])
    with pytest.raises(UnusableAnswerError, match="empty"):
        read(json.dumps({"reply": reply, "action": "answer"}), [3])
