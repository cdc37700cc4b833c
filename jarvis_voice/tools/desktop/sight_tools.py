"""The look_at_screen tool: a model describes the screen, after the user said yes.

Invariant: the picture is on the disk only while it is read, in a folder of its own, and it is sent
nowhere but to the model the user was told of.
"""

from __future__ import annotations

import asyncio
import shutil
import struct
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import PlannerError, ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.platform.display import find_display
from jarvis_voice.tools.dependencies import Sight, ToolDependencies
from jarvis_voice.tools.desktop.screenshot import PNG_START, Picture, decoded_size, encode
from jarvis_voice.tools.effect_place import EffectPlaces
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

WIDEST_PIXELS = 1_568
"""A model that sees scales larger pictures down by itself, after they were paid for and sent."""

LONGEST_ANSWER = 1_000
WHAT_IS_THERE = "What is on this screen?"


class LookAtScreenArguments(Arguments):
    """What the user asks about the screen."""

    question: Annotated[
        str,
        Field(
            description="What the user wants to know of the screen.", min_length=1, max_length=300
        ),
    ] = WHAT_IS_THERE


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """look_at_screen, where there are a screen and a model that sees."""
    if around.sight is not None and _has_screen():
        yield look_at_screen(around.sight, around.effects, around.sight_title)


def _has_screen() -> bool:
    display = find_display()
    return display in {"x11", "native"} or (display == "wayland" and bool(shutil.which("grim")))


def look_at_screen(sight: Sight, effects: EffectPlaces, title: str = "Gemini") -> Tool:
    """The tool over one model, and the screens of the places.

    Args:
        sight: The model.
        effects: Where the screens are.
        title: What the user calls the model.
    """

    async def run(arguments: LookAtScreenArguments, context: ToolContext) -> ToolResult:
        with tempfile.TemporaryDirectory(prefix="jarvis-look-") as folder:
            photograph = effects.at(context.origin.place).photograph
            shot = await photograph(Path(folder), context.now)
            if shot.receipt.kind is not ReceiptKind.EFFECT or shot.path is None:
                failed = Receipt(shot.receipt.kind, f"I could not see it: {shot.receipt.observed}")
                return ToolResult(failed, arguments.model_dump())
            png = shot.path.read_bytes()
        png = await asyncio.to_thread(narrowed, png, WIDEST_PIXELS)
        try:
            answer = await sight.look(arguments.question, png, context.ledger.spent)
        except PlannerError as error:
            raise ToolError(error.code, error.message, spoken=error.spoken) from error
        told = " ".join(answer.split())[:LONGEST_ANSWER]
        if not told:
            raise ToolError(
                "saw-nothing", f"{title[:1].upper()}{title[1:]} did not say what is on the screen."
            )
        return ToolResult(
            Receipt(ReceiptKind.LOOKUP, told), arguments.model_dump(), data={"who": title}
        )

    return Tool(
        name="look_at_screen",
        purpose="Look at the user's screen and answer a question about what it shows. A picture of "
        f"the whole screen is sent to {title}. Only when the user asks about the screen.",
        ability="look at your screen and say what is on it, after asking",
        arguments=LookAtScreenArguments,
        tier="confirm",
        timeout_seconds=30,
        run=run,
        asked_by=frozenset({"screen", "desktop", "display", "monitor", "window", "looking", "see"}),
        sentences={
            "what is on (my|the) screen [(right now|now)]": {},
            "what (am i|are we) looking at [(right now|now)]": {},
            "(describe|look at|explain|read) (my|the) screen": {},
            "what (does|do) (my|the) screen (say|show)": {},
            "(what do you see|what can you see) on (my|the) screen": {},
            "tell me what is on (my|the) screen": {},
            "look at (my|the) screen and {question}": {},
        },
        readback=lambda _: f"send a picture of your screen to {title}",
        brings_web_text=True,
        is_private=True,
        sends=True,
        fulfils=("look_at_screen",),
    )


def narrowed(png: bytes, widest: int) -> bytes:
    """The picture at most so many pixels wide, by the mean of whole squares of pixels.

    Args:
        png: 8 bit RGB without filters, as `screenshot.encode` writes it.
        widest: In pixels.
    """
    size = decoded_size(png)
    if size is None or size[0] <= widest:
        return png
    picture = _decoded(png, *size)
    return png if picture is None else encode(_shrunk(picture, -(-size[0] // widest)))


def _decoded(png: bytes, width: int, height: int) -> Picture | None:
    """The pixels; None where the rows are filtered."""
    import numpy as np

    packed, place = b"", len(PNG_START)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 3 * width + 1)
    return None if rows[:, 0].any() else Picture(rows[:, 1:].tobytes(), width, height)


def _shrunk(picture: Picture, factor: int) -> Picture:
    import numpy as np

    width, height = picture.width // factor, max(picture.height // factor, 1)
    across = min(factor, picture.height)
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    squares = pixels[: height * across, : width * factor]
    squares = squares.reshape(height, across, width, factor, 3)
    means = squares.mean(axis=(1, 3), dtype=np.float32).round().astype(np.uint8)
    return Picture(means.tobytes(), width, height)
