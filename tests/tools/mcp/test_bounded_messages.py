"""Unit: how many lists and objects a message of a tool server may hold."""

import pytest

from jarvis_voice.tools.mcp.bounded_messages import has_more_parts

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("value", "is_more"),
    [
        (None, False),
        ("[[[[[[[[", False),
        ({"content": [{"text": "a"}, {"text": "b"}]}, False),
        ([[] for _ in range(3)], False),
        ([[] for _ in range(4)], True),
        ({str(n): {} for n in range(4)}, True),
        ([[[[[]]]]], True),
        (list(range(100)), False),
    ],
)
def test_lists_and_objects_are_counted_and_texts_are_not(value: object, is_more: bool) -> None:
    assert has_more_parts(value, 4) is is_more
