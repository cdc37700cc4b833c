"""Unit: a call that is written as text is one; a text is handed out while it is no call."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.written_calls import PlainText

pytestmark = pytest.mark.unit

OFFERED = {"set_timer", "look"}
TIMER = ToolCall("set_timer", {"minutes": 5})
quick = settings(max_examples=200, deadline=None)


def read(text: str, size: int) -> tuple[str, list[ToolCall], int]:
    """What is handed out, the calls, and after how many characters the first was."""
    reader = PlainText(OFFERED)
    said, first = "", len(text)
    for at in range(0, len(text), size):
        if piece := reader.feed(text[at : at + size]):
            first = min(first, at + size)
            said += piece
    rest, calls = reader.flush()
    return said + rest, calls, first


CALLS = [
    '{"name": "set_timer", "arguments": {"minutes": 5}}',
    '{"name":"set_timer","parameters":{"minutes":5}}',
    '{"arguments": {"minutes": 5}, "name": "set_timer"}',
    '{"tool": "set_timer", "args": {"minutes": 5}}',
    '{"action": "set_timer", "action_input": {"minutes": 5}}',
    '{"type": "function", "function": {"name": "set_timer", "arguments": {"minutes": 5}}}',
    '{"function": "set_timer", "arguments": {"minutes": 5}}',
    '{"tool_calls": [{"name": "set_timer", "arguments": {"minutes": 5}}]}',
    '{"id": "1", "name": "set_timer", "arguments": "{\\"minutes\\": 5}"}',
    '```json\n{"name": "set_timer", "arguments": {"minutes": 5}}\n```',
    '```\n{"name": "set_timer", "arguments": {"minutes": 5}}\n```',
    '```JSON{"name": "set_timer", "arguments": {"minutes": 5}}```',
    '```tool_call\n{"name": "set_timer", "arguments": {"minutes": 5}}\n```',
    '\n\n<tool_call>\n{"name": "set_timer", "arguments": {"minutes": 5}}\n</tool_call>\n',
    '<tool_call>{"name": "set_timer", "arguments": {"minutes": 5}}',
]


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("text", CALLS)
def test_a_written_call_is_one_and_nothing_of_it_is_said(text: str, size: int) -> None:
    assert read(text, size)[:2] == ("", [TIMER])


TEXTS = {
    "Hello there.": 1,
    "```python\nprint({'name': 'set_timer'})\n```": 4,
    "```js\nlet a = {};\n```": 6,
    '```json\n{"title": "Dune", "pages": 412}\n```': 12,
    '{"title": "Dune"}': 4,
    '{"name": "Anna", "age": 3}': 15,
    '{"name": "Anna", "arguments": {"a": 1}}': 15,
    "{x | x > 0} is a set.": 2,
    "{}": 2,
    "`ls` lists files.": 2,
    "<b>bold</b>": 2,
    "<tool_kit> is a tag.": 8,
    "  \n Indented.": 5,
}
"""Texts, and after how many characters they are known to be none but that."""


@pytest.mark.parametrize("size", [1, 5, 12])
@pytest.mark.parametrize(("text", "known"), TEXTS.items())
def test_a_text_is_handed_out_as_soon_as_it_is_no_call(text: str, known: int, size: int) -> None:
    said, calls, first = read(text, size)
    assert (said, calls) == (text, [])
    assert first <= min(len(text), -(-known // size) * size)


NEARLY = [
    '{"name": "set_timer", "arguments": {"minutes": 5}} is how it is called.',
    'I call {"name": "set_timer", "arguments": {"minutes": 5}}',
    '{"name": "set_timer", "description": "Sets a timer.", "parameters": {"type": "object"}}',
    '{"name": "set_timer", "arguments": [5]}',
    '{"name": "set_timer", "arguments": {"minutes": 5}',
    '{"name": "fly_away", "arguments": {}}',
    '```json\n{"name": "set_timer", "arguments": {}}\n```\nThat is all.',
    '<tool_call>{"name": "set_timer", "arguments": {}}</tool_call> Done.',
    '<tool_call>{"name": "fly_away", "arguments": {}}</tool_call>',
    "<tool_call>set_timer</tool_call>",
    '[{"name": "set_timer", "arguments": {}}]',
]


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("text", NEARLY)
def test_what_is_not_wholly_a_call_is_said_as_it_is(text: str, size: int) -> None:
    assert read(text, size)[:2] == (text, [])


@quick
@given(
    text=st.text(st.sampled_from('{}"`:,<>/ \n\\abnj') | st.characters(exclude_categories=["Cs"])),
    head=st.sampled_from(["", "{", '{"name": "', "```", "```json\n", "<tool_call>", CALLS[0]]),
    size=st.integers(1, 9),
)
def test_nothing_of_a_text_is_lost(text: str, head: str, size: int) -> None:
    said, calls, _ = read(head + text, size)
    assert calls or said == head + text


def test_without_tools_nothing_is_held() -> None:
    reader = PlainText(())
    assert reader.feed('{"name": "set_timer"') == '{"name": "set_timer"'
