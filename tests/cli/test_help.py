"""Unit: every command and every option of the command line says what it is for."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from jarvis_voice.cli.main import PANELS, app

pytestmark = pytest.mark.unit


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it; typer brings a click of its own."""
    todo: list[tuple[str, Any]] = [("jarvis", typer.main.get_command(app))]
    while todo:
        words, command = todo.pop()
        yield words, command
        inner = getattr(command, "commands", {})
        todo += [(f"{words} {name}", one) for name, one in inner.items()]


ALL = dict(commands())


def test_there_are_commands() -> None:
    assert len(ALL) > 30
    assert {"jarvis run", "jarvis service install", "jarvis uninstall"} <= set(ALL)


def test_every_command_has_one_heading() -> None:
    arranged = sorted(name for names in PANELS.values() for name in names)
    assert arranged == sorted(ALL["jarvis"].commands)


def test_the_headings_come_in_their_order() -> None:
    panels = [one.rich_help_panel for one in ALL["jarvis"].commands.values()]
    assert list(dict.fromkeys(panels)) == list(PANELS)


@pytest.mark.parametrize("words", sorted(ALL))
def test_a_command_says_what_it_does(words: str) -> None:
    command = ALL[words]
    text = (command.help or "").strip()
    assert text, "no help text"
    first = text.split("\n\n")[0]
    assert first.endswith((".", ".)", '".')), first
    silent = [one.opts for one in command.params if not getattr(one, "help", "")]
    assert silent == [], "options and arguments without a word on what they are for"


@pytest.mark.parametrize("words", sorted(ALL))
def test_its_text_breaks_where_the_terminal_ends(words: str) -> None:
    for part in (ALL[words].help or "").strip().split("\n\n"):
        assert "\n" not in part
