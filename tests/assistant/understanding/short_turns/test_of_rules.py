"""Unit: how often something rings, said behind the turn that set it."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.of_rules import repeated
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

ALARM = Touched("alarm", "", "07:00 tomorrow", "set")
DAILY = Touched("alarm", "", "every day at 07:00", "set")
REMINDER = Touched("reminder", "lock up", "at 22:00 today", "set")


@pytest.mark.parametrize(
    ("old", "line", "sentence"),
    [
        (ALARM, "every weekday I mean", "move the 07:00 alarm to every weekday at 07:00"),
        (ALARM, "weekends", "move the 07:00 alarm to every weekend at 07:00"),
        (DAILY, "bar Sundays", "move the 07:00 alarm to every day except Sundays at 07:00"),
        (DAILY, "not at weekends though",
         "move the 07:00 alarm to every day except weekends at 07:00"),
        (REMINDER, "do it every evening",
         "move the reminder to lock up to every evening at 22:00"),
    ],
)  # fmt: skip
def test_the_clock_of_before_by_another_rule(old: Touched, line: str, sentence: str) -> None:
    found = repeated(line, old)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize(
    ("old", "line"),
    [
        (ALARM, "bar Sundays"),
        (ALARM, "every dog has its day"),
        (ALARM, "play jazz every evening"),
        (ALARM, "make it eight"),
        (DAILY, "yes every day"),
        (Touched("alarm", "", "07:00 tomorrow", "gone"), "every weekday"),
        (Touched("timer", "", "5 minutes", "set"), "every weekday"),
    ],
)
def test_no_rule_is_guessed(old: Touched, line: str) -> None:
    assert repeated(line, old) is None
