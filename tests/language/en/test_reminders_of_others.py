"""Unit: a reminder for somebody else is one for who asks."""

import re
from pathlib import Path

import pytest

from jarvis_voice.language.en.reminders_of_others import for_who_asks, told_nothing

pytestmark = pytest.mark.unit

WRITTEN = Path(__file__).parents[3] / "config" / "understanding"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("remind Tom to call me at six", "remind me to remind Tom to call me at six"),
        ("remind tom to feed the cat", "remind me to remind tom to feed the cat"),
        ("remind my wife about the bins at 7", "remind me to remind my wife about the bins at 7"),
        ("at six pm remind them to leave", "remind me at six pm to remind them to leave"),
        ("remind Tom and Anna to call", "remind me to remind Tom and Anna to call"),
        ("remind my mum and dad to call", "remind me to remind my mum and dad to call"),
        ("remind Tom at six pm to call me", "remind me at six pm to remind Tom to call me"),
        ("tell my wife at six pm to call me", "remind me at six pm to tell my wife to call me"),
        ("remind everyone to vote on Sunday", "remind me to remind everyone to vote on Sunday"),
    ],
)
def test_who_asks_is_reminded_to_remind_somebody_else(said: str, meant: str) -> None:
    assert for_who_asks(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("remind me to call Tom at six", "remind us to leave", "remind me about the bins"),
        *(
            "what does this remind you of",
            "he reminds me of Tom",
            "remind me of my wife's birthday",
        ),
    ],
)
def test_a_reminder_for_who_asks_stays(said: str) -> None:
    assert for_who_asks(said) == said


@pytest.mark.parametrize(
    ("line", "who", "when"),
    [
        ("Remind Tom", "Tom", ""),
        ("remind me to Tom", "Tom", ""),
        ("please remind Anna and Tom", "Anna and Tom", ""),
        ("remind my wife tomorrow at five", "my wife", "tomorrow at five"),
        ("remind tom", "tom", ""),
        ("remind mum on Friday.", "mum", "on Friday"),
    ],
)
def test_a_reminder_that_only_names_somebody_says_nothing_yet(
    line: str, who: str, when: str
) -> None:
    assert told_nothing(line) == (who, when)


def test_a_reminder_of_something_is_no_such_one() -> None:
    for line in ("remind me", "remind me to shower", "remind tomorrow", "remind me at five"):
        assert told_nothing(line) is None
    said = [
        re.sub(r"\[\w+ : ([^]]*)]", r"\1", line.partition("\t")[2])
        for file in sorted(WRITTEN.glob("written-*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if "remind" in line
    ]
    assert len(said) >= 100
    assert [one for one in said if told_nothing(one)] == []
