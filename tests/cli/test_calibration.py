"""One value in a user's jarvis.toml (unit): text in, the same text with the value out."""

import pytest

from jarvis_voice.cli.calibration import with_value


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[wake.words]\njarvis = 0.6\n"),
        ('thread = "work"\n', 'thread = "work"\n\n[wake.words]\njarvis = 0.6\n'),
        (
            "# mine\n[wake.words]  # calls\njarvis = 0.5   # as it was\n[voice]\nspeed = 1.2\n",
            "# mine\n[wake.words]  # calls\njarvis = 0.6   # as it was\n[voice]\nspeed = 1.2\n",
        ),
        (
            "[wake.words]\ncomputer = 0.5\n\n[voice]\nspeed = 1.2\n",
            "[wake.words]\njarvis = 0.6\ncomputer = 0.5\n\n[voice]\nspeed = 1.2\n",
        ),
        (
            "[ wake . words ]\n'jarvis' = 0.25\n",
            "[ wake . words ]\n'jarvis' = 0.6\n",
        ),
        (
            "[voice]\njarvis = 1\n[wake.words]\njarvis=0.5",
            "[voice]\njarvis = 1\n[wake.words]\njarvis=0.6\n",
        ),
    ],
)
def test_the_value_changes_and_nothing_else(before: str, after: str) -> None:
    assert with_value(before, "wake.words", "jarvis", 0.6) == after


def test_a_word_of_two_is_quoted() -> None:
    assert with_value("", "wake.words", "hey friday", 0.6) == '[wake.words]\n"hey friday" = 0.6\n'


@pytest.mark.parametrize(
    "written_otherwise",
    ["[wake]\nwords = {jarvis = 0.5}\n", "wake.words.jarvis = 0.5\n", "[broken\n"],
)
def test_what_is_written_otherwise_is_left_to_the_user(written_otherwise: str) -> None:
    assert with_value(written_otherwise, "wake.words", "jarvis", 0.6) is None
