"""Unit: a turn goes in; what needs no reading of its requests comes out, or None."""

import pytest

from jarvis_voice.assistant.understanding.answered_at_once import at_once
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

ALARM = Intent("set_alarm", {"when": "eight"})


def understand(text: str) -> Intent | None:
    return ALARM if text.startswith("wake me") else None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u0440\u0430\u0437\u0431\u0443\u0434\u0438 \u043c\u0435\u043d\u044f", "cannot"),
        ("wake me at 8, oh no, forget it", "never_mind"),
        ("wake me at 8", None),
        ("translate this: wake me at 8, oh no, forget it", None),
    ],
)
def test_another_script_and_what_is_taken_back(text: str, name: str | None) -> None:
    found = at_once(text, understand)
    intent = found.parts[0].intent if found else None
    assert (intent.name if intent else None) == name
