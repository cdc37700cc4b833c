"""The man page, made from the help of the commands: `make man` writes docs/jarvis.1."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from jarvis_voice import __version__

TITLE = "jarvis"
SUMMARY = "a voice assistant for your own machine"

ENVIRONMENT = {
    "JARVIS_HOME": "One folder for settings, data, state and models, instead of the system's.",
    "JARVIS_MODELS": "Where the models are.",
    "JARVIS_TOKEN": "The token with which jarvis client comes in.",
    "JARVIS_SECTION__KEY": "Overrides a setting, such as JARVIS_VOICE__SPEED=1.2.",
    "GOOGLE_API_KEY, SERPAPI_API_KEY, SECOND_MODEL_API_KEY, SMTP_PASSWORD, RESEND_API_KEY": (
        "Keys of services; they come before those that jarvis key keeps."
    ),
    "VISUAL, EDITOR": "The editor of jarvis config edit.",
}

EXIT_CODES = {
    "0": "It did what was asked.",
    "1": "It did not: the answer failed, or there is nothing of that name.",
    "2": "A mistake in what was typed, in a setting or in a key.",
    "3": "A Jarvis runs already, or none runs for jarvis status.",
    "4": "A model is missing or damaged.",
    "5": "A microphone or a loudspeaker cannot be used.",
    "6": "A file cannot be read or written.",
    "7": "No planner gave a usable plan.",
    "8": "A tool failed.",
    "9": "The running Jarvis cannot be reached, or refuses.",
    "10": "How Jarvis is started at login cannot be changed.",
    "130": "Ctrl-C ended it.",
}


def manual_page() -> str:
    """The page in troff, as man(1) reads it."""
    import typer.main

    from jarvis_voice.cli.main import app

    root = typer.main.get_command(app)
    lines = [
        '.\\" Made from the help of the commands by `make man`: change that, not this file.',
        f'.TH {TITLE.upper()} 1 "" "jarvis-voice {__version__}" "User Commands"',
        ".SH NAME",
        f"{TITLE} \\- {_text(SUMMARY)}",
        ".SH SYNOPSIS",
        f".B {TITLE}",
        _text("[OPTIONS] COMMAND [ARGS]..."),
        ".SH DESCRIPTION",
        *_paragraphs(root.help or ""),
        *_parameters(root),
        ".SH COMMANDS",
    ]
    for words, command in _commands(root, TITLE):
        lines += [f".SS {_text(_usage(words, command))}", *_paragraphs(command.help or "")]
        lines += _parameters(command)
    lines += [".SH ENVIRONMENT", *_table(ENVIRONMENT), ".SH EXIT STATUS", *_table(EXIT_CODES)]
    return "\n".join(lines) + "\n"


def _commands(group: Any, words: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if command.hidden:
            continue
        yield f"{words} {name}", command
        if hasattr(command, "commands"):
            yield from _commands(command, f"{words} {name}")


def _usage(words: str, command: Any) -> str:
    arguments = [_argument(one) for one in command.params if one.param_type_name == "argument"]
    options = ["[OPTIONS]"] if any(_is_option(one) for one in command.params) else []
    inner = ["COMMAND"] if hasattr(command, "commands") else []
    return " ".join([words, *options, *inner, *arguments])


def _argument(parameter: Any) -> str:
    name = parameter.human_readable_name.upper()
    name = f"{name}..." if parameter.nargs == -1 else name
    return name if parameter.required else f"[{name}]"


def _is_option(parameter: Any) -> bool:
    return parameter.param_type_name == "option" and not getattr(parameter, "hidden", False)


def _parameters(command: Any) -> Iterator[str]:
    """Arguments and options, each with what it is for."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield from _entry(parameter.human_readable_name.upper(), parameter.help or "")
        elif _is_option(parameter):
            names = ", ".join([*parameter.opts, *parameter.secondary_opts])
            value = "" if parameter.is_flag else f" {parameter.name.upper()}"
            yield from _entry(f"{names}{value}", parameter.help or "")


def _entry(name: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield f".B {_text(name)}"
    yield _text(text) or "\\&"


def _table(rows: dict[str, str]) -> Iterator[str]:
    for name, text in rows.items():
        yield from _entry(name, text)


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield ".PP"
        yield _text(paragraph)


def _text(text: str) -> str:
    """Text on one line in which troff sees no command of its own."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    sys.stdout.write(manual_page())
