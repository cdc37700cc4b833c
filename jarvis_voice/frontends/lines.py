"""Typed turns: lines from a terminal (with history and editing) or from a pipe.

Invariant: `reset` and `exit` are obeyed here; every other line is a turn.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

from jarvis_voice.paths import ensure
from jarvis_voice.ports import Conversation

PROMPT = "› "
LEAVE = "exit"
BLOCK_BYTES = 64 * 1024


async def piped_lines(file_descriptor: int) -> AsyncGenerator[str]:
    """Lines of a pipe or a file, UTF-8, read on a thread of their own that dies with the program.

    It reads the bare descriptor: a thread that waits inside Python's stdin object would hold its
    lock, which ends the interpreter with a fatal error.
    """
    loop = asyncio.get_running_loop()
    blocks: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        while True:
            try:
                block = os.read(file_descriptor, BLOCK_BYTES)
            except OSError:
                block = b""
            try:
                loop.call_soon_threadsafe(blocks.put_nowait, block)
            except RuntimeError:
                return  # the loop was closed while we waited for a line
            if not block:
                return

    threading.Thread(target=read, name="stdin", daemon=True).start()
    rest = b""
    while block := await blocks.get():
        *lines, rest = (rest + block).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace").rstrip("\r")
    if rest:
        yield rest.decode(errors="replace")


async def terminal_lines(history: Path, on_talk_key: Callable[[], None]) -> AsyncGenerator[str]:
    """Lines typed at a terminal; arrow keys recall earlier ones, Ctrl-T toggles push-to-talk."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.patch_stdout import patch_stdout

    keys = KeyBindings()
    keys.add("c-t")(lambda _: on_talk_key())
    ensure(history.parent)
    history.touch(mode=0o600)
    session: PromptSession[str] = PromptSession(
        PROMPT, history=FileHistory(str(history)), key_bindings=keys
    )
    with patch_stdout(raw=True):
        while True:
            try:
                yield await session.prompt_async(handle_sigint=False)
            except EOFError:
                return
            except KeyboardInterrupt:
                yield LEAVE


class LineFrontend:
    """Runs typed lines as turns of one thread, in order.

    A person may type "stop" while a turn runs, so a terminal's lines are handed over at once and
    queue in the assistant; a script's lines wait for the turn before them.
    """

    def __init__(
        self, conversation: Conversation, tell: Callable[[str], None], *, is_script: bool
    ) -> None:
        self._conversation = conversation
        self._tell = tell
        self._is_script = is_script
        self._thread_id: str | None = None

    async def run(self, lines: AsyncIterator[str]) -> bool:
        """Run every line; returns True when the user asked to leave, False at the end of input."""
        async with asyncio.TaskGroup() as turns:
            async for line in lines:
                match line.strip().lower():
                    case "":
                        continue
                    case "exit" | "quit":  # LEAVE and what people try
                        return True
                    case "reset":
                        self._reset()
                    case _:
                        turn = turns.create_task(self._turn(line.strip()))
                        if self._is_script:
                            await turn
        return False

    def _reset(self) -> None:
        self._thread_id = f"chat {datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
        self._tell(f"A new conversation: {self._thread_id}")

    async def _turn(self, text: str) -> None:
        replies = self._conversation.ask(text, source="stdin", thread_id=self._thread_id)
        async with aclosing(replies):
            async for _ in replies:
                continue


def is_interactive() -> bool:
    """Whether a person sits at stdin."""
    return sys.stdin is not None and sys.stdin.isatty()
