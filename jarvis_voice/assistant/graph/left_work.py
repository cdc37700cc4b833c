"""LeftWork: waits for a tool's work in bounded time, and leaves behind what does not end.

Invariant: the turn that waits goes on. What is left behind of one tool has a bound, is told once,
and holds up neither the end of the turn nor that of the program.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.registry import Tool

log = logging.getLogger(__name__)

END_SECONDS = 3.0
"""How long work may take to end once it is told to."""

LEFT_MOST = 3
"""So much work of one tool may be left behind at once; then the tool is not started again."""

T = TypeVar("T")
Told = Callable[[str, str], None]


class LeftWork:
    """Waits for the work of tools, and keeps what was left behind until it ends by itself.

    Args:
        end_seconds: How long work may take to end once it is told to.
    """

    def __init__(self, end_seconds: float = END_SECONDS) -> None:
        self._end_seconds = end_seconds
        self._left: defaultdict[str, set[asyncio.Task[Any]]] = defaultdict(set)
        self._told: set[str] = set()

    def count(self, tool: Tool) -> int:
        """How much of a tool is still at work."""
        return len(self._left[tool.name])

    def refuse_another(self, tool: Tool) -> None:
        """Let no more of a tool begin than can be left behind.

        Raises:
            ToolError: Too much of it is still at work.
        """
        if self.count(tool) >= LEFT_MOST:
            name = _title(tool)
            raise ToolError(
                "tool-at-work", f"{name} is still at work from before, so I did not start it again."
            )

    async def wait_for(self, tool: Tool, work: Coroutine[Any, Any, T], tell: Told) -> T:
        """The result of work that ends itself after the tool's time.

        Args:
            tool: Whose work it is.
            work: It is cancelled where this is.
            tell: Told of a problem by its code and message.

        Raises:
            ToolError: It did not end, and was left behind.
        """
        task = asyncio.create_task(work, name=tool.name)
        task.add_done_callback(_look_at)
        try:
            await asyncio.wait({task}, timeout=tool.timeout_seconds + self._end_seconds)
        except asyncio.CancelledError:
            await self._end(tool, task, tell)
            raise
        if task.done():
            return task.result()
        self._leave(tool, task, tell)
        more = "" if tool.is_read_only else " It may still be at work."
        raise ToolError("tool-did-not-end", f"{_title(tool)} did not end in time.{more}")

    async def _end(self, tool: Tool, task: asyncio.Task[Any], tell: Told) -> None:
        """Cancel work and wait for its end; another cancel of who waits ends the waiting."""
        task.cancel()
        try:
            await asyncio.wait({task}, timeout=self._end_seconds)
        finally:
            if not task.done():
                self._leave(tool, task, tell)

    def _leave(self, tool: Tool, task: asyncio.Task[Any], tell: Told) -> None:
        task.cancel()
        left = self._left[tool.name]
        left.add(task)
        _let_go(task)
        task.add_done_callback(left.discard)
        if tool.name not in self._told:
            self._told.add(tool.name)
            log.error("the tool %s did not end when it was stopped: it is left behind", tool.name)
            tell(
                "tool-left",
                f"{_title(tool)} did not end when it was stopped, so it was left behind.",
            )


def _title(tool: Tool) -> str:
    return tool.name.replace("_", " ").capitalize()


def _let_go(task: asyncio.Task[Any]) -> None:
    """Let the program end without this task.

    The loop no longer knows it. It is never destroyed before it has ended: destroying it would run
    it once more, and its handling of errors may have no end.
    """
    asyncio.tasks._unregister_task(task)
    held = ctypes.py_object(task)
    ctypes.pythonapi.Py_IncRef(held)
    task.add_done_callback(lambda _: ctypes.pythonapi.Py_DecRef(held))


def _look_at(task: asyncio.Task[Any]) -> None:
    """Take an error that nobody waits for any more."""
    if not task.cancelled():
        task.exception()
