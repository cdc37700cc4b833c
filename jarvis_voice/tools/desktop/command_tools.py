"""The run_command tool: a phrase in the config starts a program in the config.

Invariant: what is started is an argument vector of the config, never words of a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic import create_model

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.platform.detached_process import WAIT_SECONDS, not_known_yet, start_detached
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

SPOKEN_CHARACTERS = 200
_LINE_BYTES = 4 * SPOKEN_CHARACTERS

_TEMPLATE_SIGNS = re.compile(r"([\\()\[\]{}<>|])")
_PUNCTUATION = re.compile(r"[.,!?;:]+(?=\s|$)")
_SHORT_IS = re.compile(r"\b(what|who|where|when|how)'s\b", re.IGNORECASE)
_LEAST_LETTERS = 4
"""Of a word that tells which command is meant; "the" is in many and tells nothing."""


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """run_command, where there are any commands."""
    if around.commands:
        yield run_command(around.commands)


def run_command(
    commands: Mapping[str, tuple[str, ...]], wait_seconds: float = WAIT_SECONDS
) -> Tool:
    """The tool over these commands: spoken phrase to argument vector."""

    async def run(arguments: Any, context: ToolContext) -> ToolResult:
        phrase: str = arguments.name
        if context.goal and not _telling([phrase]) <= _words(context.goal):
            refused = Receipt(ReceiptKind.NO_OP, f"You did not ask for {phrase}.")
            return ToolResult(refused, {"name": phrase})
        receipt = await _start(phrase, commands[phrase], wait_seconds)
        return ToolResult(receipt, {"name": phrase})

    return Tool(
        name="run_command",
        on_desktop=True,
        purpose="Run one of the user's own commands, only when the user asked for that very one.",
        ability=f"run your own commands: {', '.join(commands)}",
        arguments=_arguments(tuple(commands)),
        tier="act",
        timeout_seconds=wait_seconds + 10,
        run=run,
        asked_by=frozenset(_telling(commands)),
        users_sentences=True,
        sentences={
            template: {"name": phrase} for phrase in commands for template in _templates(phrase)
        },
    )


def _arguments(phrases: tuple[str, ...]) -> type[Arguments]:
    # the phrases are known only here, which a checker of types cannot follow
    names: Any = Literal.__getitem__(phrases)
    return create_model("RunCommandArguments", __base__=Arguments, name=(names, ...))


def _templates(phrase: str) -> list[str]:
    """The phrase as templates that mean exactly itself, as it is typed and as it is spoken.

    Spoken words have no punctuation and no brackets, and "what's" is heard as "what is".
    """
    typed = " ".join(_PUNCTUATION.sub(" ", phrase).split())
    spoken = _SHORT_IS.sub(r"\1 is", " ".join(_TEMPLATE_SIGNS.sub(" ", typed).split()))
    return [_TEMPLATE_SIGNS.sub(r"\\\1", one) for one in dict.fromkeys((typed, spoken)) if one]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))


def _telling(phrases: Iterable[str]) -> set[str]:
    """The words of phrases that tell what is meant; all words of one that has none such."""
    found: set[str] = set()
    for phrase in phrases:
        words = _words(phrase)
        found |= {word for word in words if len(word) >= _LEAST_LETTERS} or words
    return found


async def _start(phrase: str, argv: tuple[str, ...], wait_seconds: float) -> Receipt:
    try:
        started = await start_detached(argv, wait_seconds, _LINE_BYTES)
    except ToolError as error:
        raise ToolError(
            error.code,
            f'The command "{phrase}" cannot be run. {error.message}',
            spoken=f"The program of {phrase} cannot be started.",
        ) from error
    if not started.has_begun:
        return Receipt(ReceiptKind.PARTIAL, not_known_yet(phrase))
    if started.alive:
        return Receipt(ReceiptKind.EFFECT, f"I have started {phrase}; it is running.")
    if started.exit_code != 0:
        observed = f"The command {phrase} ended with error {started.exit_code}."
        return Receipt(ReceiptKind.FAILED, observed)
    said = _first_line(started.said)
    told = f" It said: {said}" if said else ""
    return Receipt(ReceiptKind.EFFECT, f"I have run {phrase}.{told}")


def _first_line(output: bytes) -> str:
    text = output.decode("utf-8", "replace").strip()
    line = text.splitlines()[0] if text else ""
    return visible_line(line)[:SPOKEN_CHARACTERS]
