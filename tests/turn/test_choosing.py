"""Unit: which of several hearings is taken."""

import pytest

from jarvis_voice.turn.choosing import choose

KNOWN = {"open github", "open gmail", "stop"}


@pytest.mark.parametrize(
    ("texts", "chosen"),
    [
        (["open github"], "open github"),
        (["open git hug", "open github"], "open github"),
        (["open get hop", "open git hug", "open gmail"], "open gmail"),
        # what is understood stays, whatever else would be
        (["stop", "open github"], "stop"),
        # nothing is understood: what was heard best is told, and refused by what it says
        (["launch fire folks", "lunch firebox"], "launch fire folks"),
    ],
)
def test_the_likeliest_text_that_is_understood(texts: list[str], chosen: str) -> None:
    assert choose(texts, KNOWN.__contains__) == chosen
