"""The look_at_picture tool: a model answers a question about a picture file of the user's.

Invariant: the file is the one that came with the turn: no model and no sentence can name another.
It goes to a model elsewhere only after a yes, and nothing of it is written anywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import PlannerError, ToolError
from jarvis_voice.core.shown_picture import picture_name
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import Sight, ToolDependencies
from jarvis_voice.tools.desktop.picture_file import read_picture
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

LONGEST_ANSWER = 2_000


class LookAtPictureArguments(Arguments):
    """What the user asks about which picture."""

    path: Annotated[str, Field(description="The picture's file.", min_length=1)]
    question: Annotated[
        str,
        Field(
            description="What the user wants to know of the picture.",
            min_length=1,
            max_length=LINE_CHARACTERS,
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """look_at_picture, where there is a model that sees."""
    if around.sight is not None:
        yield look_at_picture(around.sight, around.sight_title, is_here=around.sight_is_here)


def look_at_picture(sight: Sight, title: str, *, is_here: bool) -> Tool:
    """The tool over one model.

    Args:
        sight: The model.
        title: What the user calls it.
        is_here: Whether it runs on this machine, so that nothing leaves it.
    """

    async def run(arguments: LookAtPictureArguments, context: ToolContext) -> ToolResult:
        name = picture_name(arguments.path)
        picture = await asyncio.to_thread(read_picture, Path(arguments.path))
        try:
            answer = await sight.look(arguments.question, picture, context.ledger.spent)
        except PlannerError as error:
            raise ToolError(error.code, error.message, spoken=error.spoken) from error
        told = " ".join(answer.split())[:LONGEST_ANSWER]
        if not told:
            whom = f"{title[:1].upper()}{title[1:]}"
            raise ToolError("saw-nothing", f"{whom} did not say what is in {name}.")
        shown = {"picture": name, "question": arguments.question}
        return ToolResult(Receipt(ReceiptKind.LOOKUP, told), shown, data={"who": title})

    return Tool(
        name="look_at_picture",
        purpose=f"Answer a question about a picture file: the picture is shown to {title}.",
        ability="look at a picture that you give me with jarvis ask --image",
        arguments=LookAtPictureArguments,
        tier="read" if is_here else "confirm",
        needs="act",
        timeout_seconds=60,
        run=run,
        asked_by=frozenset({"picture"}),
        readback=lambda one: f"send the picture {picture_name(one.path)} to {title}",
        brings_web_text=True,
        is_private=True,
        sends=True,
        code_only=True,
    )
