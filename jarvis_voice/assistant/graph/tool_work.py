"""Runs what a tool does, and makes a failed result of whatever goes wrong in it.

Invariant: whatever a stranger's tool raises or gives back, a result comes out that is one; only
the user's Ctrl-C and a cancel of who waits go through.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.tools.registry import Tool

log = logging.getLogger(__name__)

TOOK_TOO_LONG = "It took too long, so I stopped waiting."
BROKE = "Something inside that tool broke."
WAS_CANCELLED = "Something inside that tool was cancelled."

T = TypeVar("T")


def failed(arguments: Mapping[str, object], observed: str, code: str = "") -> ToolResult:
    """A result that says why there is none."""
    return ToolResult(Receipt(ReceiptKind.FAILED, observed), arguments, data={"code": code})


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
        TypeError: The result of a stranger's tool holds what no result does.
        ValueError: Its arguments refer to themselves.
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
    json.dumps(dict(result.arguments))
    if tool.is_read_only and result.receipt.kind is ReceiptKind.EFFECT:
        return replace(result, receipt=replace(result.receipt, kind=ReceiptKind.LOOKUP))
    return result
