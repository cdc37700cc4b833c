"""The end of `jarvis setup`: makes `jarvis` work in every terminal, or says what to type."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.platform.launcher import Launcher

QUESTION = "Shall `jarvis` work in every terminal? That makes a link in {folder}."


def offer_launcher(paths: Paths, env: Mapping[str, str]) -> None:
    """Offer a link in ~/.local/bin where the shell does not find `jarvis`.

    Nobody is asked twice, nor where nobody sits at a terminal: the command to type is then printed.
    """
    from jarvis_voice.platform.launcher import COMMAND, command_word, find_launcher

    word = command_word(env)
    if word == COMMAND:
        return
    launcher = find_launcher()
    if launcher and launcher.is_free and _may_ask(paths):
        if typer.confirm(QUESTION.format(folder=launcher.link.parent), default=True):
            _make(launcher, env)
            return
        _decline(paths)
    out.tell(f"The command: {word}")


def _may_ask(paths: Paths) -> bool:
    return _is_terminal() and not paths.launcher_declined.exists()


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _make(launcher: Launcher, env: Mapping[str, str]) -> None:
    try:
        launcher.make()
    except OSError as error:
        err.tell(f"Cannot make {launcher.link}: {error.strerror}. Use {launcher.command}")
        return
    out.tell(f"{launcher.link} starts {launcher.command}")
    if str(launcher.link.parent) not in env.get("PATH", "").split(os.pathsep):
        out.tell("If a new terminal does not find it, put this line into ~/.profile:")
        typer.echo('  export PATH="$HOME/.local/bin:$PATH"')


def _decline(paths: Paths) -> None:
    from jarvis_voice.core.paths import ensure

    try:
        ensure(paths.state)
        paths.launcher_declined.touch()
    except OSError as error:  # then it is asked again
        err.tell(f"Cannot write into {paths.state}: {error.strerror}.")
