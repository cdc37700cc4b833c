"""The tools open_app and take_screenshot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.trigger_words import SHOWING
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.effect_place import EffectPlaces
from jarvis_voice.tools.registry import Arguments, NoArguments, Tool, ToolContext


class OpenAppArguments(Arguments):
    """The name of an installed application."""

    name: Annotated[
        str,
        Field(
            description="Name of an installed program, as the user said it.",
            min_length=1,
            max_length=100,
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """open_app and take_screenshot."""
    yield _open_app(around.applications)
    yield _take_screenshot(around.paths.screenshots, around.effects)


def _open_app(applications: Applications) -> Tool:
    async def run(arguments: OpenAppArguments, _: ToolContext) -> ToolResult:
        match = await asyncio.to_thread(applications.find, arguments.name)
        named = match.accepted
        if named is None and match.candidates:
            question = which_one([candidate.name for candidate in match.candidates])
            return ToolResult(Receipt(ReceiptKind.NO_OP, question), arguments.model_dump())
        if named is None:
            raise ToolError("no-such-app", "I found no app here of which I am sure by that name.")
        receipt = await applications.launch(named.value)
        return ToolResult(receipt, {"name": named.name}, data={"name": named.name})

    def app_named(name: str) -> str | None:
        named = applications.find(name).accepted
        return named.name if named else None

    return Tool(
        name="open_app",
        on_desktop=True,
        purpose="Start an installed application by its spoken name.",
        asked_by=SHOWING | {"run", "fire"},
        ability="start apps",
        arguments=OpenAppArguments,
        tier="act",
        timeout_seconds=10,
        in_words=("name",),
        thing_named=app_named,
        run=run,
        fulfils=("open_app", "open", "open_known"),
        opens="app",
        fails="I could not start that",
    )


def which_one(names: Sequence[str]) -> str:
    """The question between names that fit about equally well."""
    *rest, last = names
    return f"Did you mean {', '.join(rest)} or {last}?" if rest else f"Did you mean {last}?"


def _take_screenshot(folder: Path, effects: EffectPlaces) -> Tool:
    async def run(_: NoArguments, context: ToolContext) -> ToolResult:
        shot = await effects.at(context.origin.place).photograph(folder, context.now)
        data = {"file": shot.path.name} if shot.path else {}
        return ToolResult(shot.receipt, data=data)

    return Tool(
        name="take_screenshot",
        purpose="Save a picture of the whole screen as a file.",
        asked_by=frozenset({"screenshot", "screen", "screencap", "snapshot", "capture"}),
        ability="take screenshots",
        arguments=NoArguments,
        tier="act",
        timeout_seconds=15,
        run=run,
        fulfils=("take_screenshot",),
        tells="I have taken a screenshot; it is saved as {file}.",
        fails="I could not take a screenshot",
    )
