"""Puts tools that do nothing outside in the place of those that do, and adds what is missing here.

Invariant: what only keeps or computes something is the program's own; a tool that would reach the
web, the desktop or another program tells what it was asked for, and so does one that is not ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.desktop.clipboard_tools import clipboard_tool
from jarvis_voice.tools.media.media_tools import media_tool, volume_tool
from jarvis_voice.tools.media.mixers import Loudness, Mixer
from jarvis_voice.tools.python.python_tools import run_python
from jarvis_voice.tools.python.sandbox import Sandbox
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_OURS = "jarvis_voice."
_KEEPS = frozenset({"set_profile"})
"""What may ask a service, and keeps what was said where none answers."""
_ASKS_FOR_A_SITE = re.compile(r" official (?:web ?)?site$", re.I)
_FOUND = ("{}", "{}: an overview", "{}: news")
_NO_LETTER = re.compile(r"[^a-z0-9]+")


class TrialMixer:
    """A volume that is nothing but a number; stands in for a `Mixer`."""

    def __init__(self) -> None:
        self.loudness = Loudness(50, is_muted=False)

    async def read(self) -> Loudness:
        """What was set last; half in the beginning."""
        return self.loudness

    async def set_percent(self, percent: int) -> None:
        """Keep a level."""
        self.loudness = replace(self.loudness, percent=percent)

    async def set_muted(self, *, is_muted: bool) -> None:
        """Keep whether it is muted."""
        self.loudness = replace(self.loudness, is_muted=is_muted)


class TrialClipboard:
    """A clipboard that no program sees."""

    def __init__(self) -> None:
        self._text = "a text that was copied"

    def read(self) -> str:
        """What was put on it last."""
        return self._text

    def write(self, text: str) -> None:
        """Keep a text."""
        self._text = text


def dry(tools: Iterable[Tool]) -> list[Tool]:
    """The tools for a trial, in their order; those of a whole desktop that are missing come last.

    Args:
        tools: Those that are here.
    """
    here = {one.name: _dry(one) if _is_outer(one) else one for one in tools}
    nowhere = Sandbox("trial", lambda _, __: [])
    whole = (
        volume_tool((cast("Mixer", TrialMixer()),)),
        clipboard_tool(TrialClipboard()),
        _dry(media_tool()),
        _dry(run_python(nowhere)),
    )
    return list((here | {one.name: one for one in whole}).values())


def _is_outer(tool: Tool) -> bool:
    """Whether its work is felt, or comes from, outside of the program."""
    if tool.name in _KEEPS:
        return False
    is_ours = str(getattr(tool.run, "__module__", "")).startswith(_OURS)
    is_desktop = tool.on_desktop and tool.opens != "app"  # the trial's applications start nothing
    return not is_ours or tool.sends or tool.brings_web_text or is_desktop or bool(tool.verbatim)


def _dry(tool: Tool) -> Tool:
    """The same tool, which tells what it was asked for."""
    named: Callable[[str], tuple[Link, ...]] = (
        _links if tool.sends and tool.brings_web_text else lambda _: ()
    )

    async def run(arguments: Arguments, context: ToolContext) -> ToolResult:
        shown: dict[str, Any] = arguments.model_dump(exclude_none=True)
        if context.link and "url_index" in shown:
            shown = {**shown, "url": context.link.url}
            del shown["url_index"]
        links = named(next((one for one in shown.values() if isinstance(one, str)), ""))
        told = ", ".join(f"{name} {value}" for name, value in shown.items() if value != "")
        is_read = tool.tier_of(arguments) == "read"
        kind = ReceiptKind.LOOKUP if is_read else ReceiptKind.EFFECT
        said = f"Dry run: {tool.name.replace('_', ' ')}"
        receipt = Receipt(kind, f"{said}, {told}." if told else f"{said}.")
        data = {
            "titles": [link.title for link in links],
            "snippets": [link.snippet for link in links],
        }
        return ToolResult(receipt, shown, links, data)

    return replace(tool, run=run)


def _links(words: str) -> tuple[Link, ...]:
    """Three pages about anything; the first is what the words call an official site."""
    topic = _ASKS_FOR_A_SITE.sub("", words).strip()
    host = _NO_LETTER.sub("", topic.casefold())[:40] or "page"
    return tuple(
        Link(title.format(topic), f"https://www.{host}.com/{number or ''}", "search")
        for number, title in enumerate(_FOUND)
    )
