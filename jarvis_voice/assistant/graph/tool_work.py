"""Runs what a tool does, and makes a failed result of whatever goes wrong in it.

Invariant: whatever a stranger's tool raises or gives back, a result comes out that is one; only
the user's Ctrl-C and a cancel of who waits go through.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from itertools import islice
from types import NoneType
from typing import Any, TypeVar

from jarvis_voice.assistant.url_map import MAX_LINKS
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.tools.registry import Tool

log = logging.getLogger(__name__)

TOOK_TOO_LONG = "It took too long, so I stopped waiting."
BROKE = "Something inside that tool broke."
NOT_LASTING = "This lasts only until I stop, since I cannot write it down."
WAS_CANCELLED = "Something inside that tool was cancelled."

DEEPEST = 50
"""Lists and mappings in each other, at the most, in what a tool gives back."""

LARGEST = 2**63 - 1
"""The largest whole number that the conversation keeps."""

T = TypeVar("T")


def failed(arguments: Mapping[str, object], observed: str, code: str = "") -> ToolResult:
    """A result that says why there is none."""
    return ToolResult(Receipt(ReceiptKind.FAILED, observed), arguments, data={"code": code})


def as_passing(tool: Tool, result: ToolResult) -> ToolResult:
    """The result; of what the store would keep it says that nothing is kept now.

    Args:
        tool: Whose result it is.
        result: What it gave while the store cannot be written.
    """
    receipt = result.receipt
    if receipt.kind is not ReceiptKind.EFFECT or not tool.is_of_store:
        return result
    told = f"{receipt.observed} {NOT_LASTING}".strip()
    return replace(result, receipt=replace(receipt, observed=told))


async def outcome_of(
    tool: Tool, work: Callable[[], Awaitable[T]], shown: Mapping[str, object]
) -> T | ToolResult:
    """What a tool's work gives in the tool's time, or a failed result.

    Args:
        tool: Whose work it is.
        work: Runs in the task of this call.
        shown: The action's arguments, as they are told.
    """
    try:
        async with asyncio.timeout(tool.timeout_seconds):
            return await work()
    except TimeoutError:
        return failed(shown, TOOK_TOO_LONG)
    except JarvisError as error:
        return failed(shown, error.message, error.code)
    except asyncio.CancelledError:
        if (task := asyncio.current_task()) and task.cancelling():
            raise
        return failed(shown, WAS_CANCELLED)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a tool's error is an observation
        log_broken(log, f"the tool {tool.name}", error)
        return failed(shown, BROKE)


def honest(tool: Tool, given: ToolResult, shown: Mapping[str, object]) -> ToolResult:
    """What a tool gave, as far as it is a result; a tool that only reads has had no effect.

    Raises:
        TypeError: What a stranger's tool gave is no result, or cannot be kept.
    """
    result = replace(given, arguments=given.arguments or shown)
    receipt, mappings = result.receipt, (result.arguments, result.data)
    is_receipt = isinstance(receipt, Receipt) and isinstance(receipt.observed, str)
    if not (is_receipt and isinstance(receipt.kind, ReceiptKind)):
        raise TypeError("no receipt")
    if not all(isinstance(one, Mapping) for one in mappings):
        raise TypeError("arguments or data are no mapping")
    if not all(isinstance(link, Link) for link in result.links):
        raise TypeError("no link")
    is_effect = receipt.kind is ReceiptKind.EFFECT and tool.is_read_only
    return replace(
        result,
        receipt=replace(
            receipt,
            kind=ReceiptKind.LOOKUP if is_effect else receipt.kind,
            observed=_text(receipt.observed),
        ),
        arguments=_kept(dict(result.arguments)),
        data=_kept(dict(result.data)),
        links=tuple(
            replace(link, **_kept(asdict(link))) for link in islice(result.links, MAX_LINKS)
        ),
    )


def _kept(value: Any, depth: int = 0) -> Any:
    """A value as the conversation keeps it: what JSON can say, with whole signs.

    Raises:
        TypeError: It holds something else, too large a number, or itself.
    """
    kind = type(value)
    if isinstance(value, str):
        return _text(value)
    if kind in {bool, float, NoneType} or (kind is int and abs(value) <= LARGEST):
        return value
    if depth < DEEPEST:
        if kind is dict and all(isinstance(key, str) for key in value):
            return {_text(key): _kept(one, depth + 1) for key, one in value.items()}
        if kind in {list, tuple}:
            return kind(_kept(one, depth + 1) for one in value)
    raise TypeError(f"a {kind.__name__} cannot be kept")


def _text(text: str) -> str:
    """A plain text in which half signs, which nothing can write down, are question marks."""
    text = str.__str__(text)
    return text if text.isascii() else text.encode(errors="replace").decode()
