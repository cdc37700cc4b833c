"""The connection to one MCP tool server: opens it, calls tools, restarts a stopped server once.

Invariant: a call that may have reached the server is never sent twice; a call that is given up
takes the connection, and the process behind it, with it. What a server prints is not shown.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from jarvis_voice.core.config import McpConfig
from jarvis_voice.core.cooldown import Cooldown
from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.outbound.no_answer import causes
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.mcp.stdio_server import BrokenServerError, stdio_server

if TYPE_CHECKING:
    from httpx import AsyncClient
    from mcp import ClientSession
    from mcp.types import CallToolResult, Tool

    from jarvis_voice.tools.mcp.stdio_server import Streams

_T = TypeVar("_T")

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 1.0
"""For the end of a connection; what takes longer is cut off. A process has `END_SECONDS`."""

READ_SECONDS = 60.0
BACK_OFF_SECONDS = 10.0
MOST_PAGES = 20
MOST_BYTES = 10_000_000
"""Of one answer of a server that is reached over HTTP: pictures are among them. The library opens
a stream of its news anew that grew beyond."""

ENVIRONMENT = ("HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
"""What a server is told of ours."""

STOPPED, BROKEN, UNREACHABLE = "mcp-stopped", "mcp-broken", "mcp-unreachable"
STRANGE = "mcp-bad-answer"


@dataclass(frozen=True, slots=True)
class _Live:
    """A session and the task that holds it open: the library's scopes end where they began."""

    session: ClientSession
    task: asyncio.Task[BrokenServerError | None]
    end: asyncio.Event

    @property
    def broken(self) -> BrokenServerError | None:
        """What ended it, if the server printed what no message is."""
        is_over = self.task.done() and not self.task.cancelled()
        return self.task.result() if is_over else None


class _GoneError(Exception):
    """The connection was lost.

    Attributes:
        was_sent: The server may have begun with the call.
    """

    def __init__(self, *, was_sent: bool) -> None:
        super().__init__()
        self.was_sent = was_sent


class McpConnection:
    """The connection to one tool server of the config.

    Args:
        name: As the user named it.
        config: How it is reached.
    """

    def __init__(self, name: str, config: McpConfig) -> None:
        self.name = name
        self._config = config
        self._live: _Live | None = None
        self._opening = asyncio.Lock()
        self._ending: set[asyncio.Task[BrokenServerError | None]] = set()
        self._cooldown = Cooldown()
        self._losses = 0

    async def tools(self) -> Sequence[Tool]:
        """Connect, if need be, and ask what it can do.

        Raises:
            ToolError: It cannot be reached, or answers nonsense.
        """
        live = await self._connected()
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                return await _raced(live, _all_tools(live.session))
        except Exception as error:  # noqa: BLE001 - whatever it is: this server cannot be used
            broken = live.broken
            self._drop()
            raise (self._broken(broken) if broken else self._unreachable(error)) from None

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """Call a tool; a server that had stopped before is started again, once.

        Raises:
            ToolError: It cannot be reached, stopped at work, or refused the call.
        """
        from mcp import McpError

        failure: ToolError | None = None
        for is_last in (False, True):
            try:
                answer = await self._ask(await self._connected(), tool, arguments)
            except _GoneError as gone:
                broken = self._live and self._live.broken
                self._drop()
                failure = self._broken(broken) if broken else self._lost()
                if gone.was_sent or broken or is_last:
                    break
            except McpError as error:
                # fixed words: the text is the server's
                failure = ToolError(
                    "mcp-refused",
                    f"The tool server {self.name} refused that, with code {error.error.code}.",
                )
                break
            except ToolError:
                raise
            except Exception as error:  # noqa: BLE001 - an answer that breaks its own schema, or the library
                failure = ToolError(
                    STRANGE,
                    f"The tool server {self.name} gave a strange answer ({type(error).__name__}).",
                )
                break
            except BaseException:
                self._drop()  # given up: what it was doing ends with it
                raise
            else:
                self._losses = 0
                return answer
        assert failure  # noqa: S101 - each turn of the loop returns, raises or sets it
        raise failure

    async def close(self) -> None:
        """End the session and its process, within some `CLOSE_SECONDS`."""
        self._drop()
        if self._ending:
            await asyncio.wait(set(self._ending), timeout=1.5 * CLOSE_SECONDS)

    async def _connected(self) -> _Live:
        self._cooldown.check()
        async with self._opening:
            if self._live and (broken := self._live.broken):
                self._live = None
                raise self._broken(broken)
            if self._live is None or self._live.task.done():
                self._live = await self._open()
            return self._live

    async def _open(self) -> _Live:
        ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()
        end = asyncio.Event()
        task = asyncio.create_task(_hold(self._config, ready, end), name=f"mcp-{self.name}")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
        try:
            session = await ready
        except asyncio.CancelledError:
            task.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - as in tools()
            raise self._unreachable(error) from None
        return _Live(session, task, end)

    async def _ask(self, live: _Live, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """One call."""
        from anyio import BrokenResourceError, ClosedResourceError
        from mcp import McpError
        from mcp.types import CONNECTION_CLOSED

        try:
            return await _raced(live, live.session.call_tool(tool, dict(arguments)))
        except (BrokenResourceError, ClosedResourceError):
            raise _GoneError(was_sent=False) from None
        except McpError as error:
            if error.error.code == CONNECTION_CLOSED:
                raise _GoneError(was_sent=True) from None
            raise

    def _drop(self) -> None:
        """Forget the connection; it ends in the background, by force where it must."""
        live, self._live = self._live, None
        if live:
            live.end.set()
            cancel = asyncio.get_running_loop().call_later(CLOSE_SECONDS, live.task.cancel)
            live.task.add_done_callback(lambda _: cancel.cancel())

    def _lost(self) -> ToolError:
        """It stopped: the next call starts it again, the ones after that wait longer and longer."""
        error = ToolError(
            STOPPED,
            f"The tool server {self.name} stopped at work; I do not know how far it came.",
        )
        self._losses += 1
        if self._losses > 1:
            self._wait_before_next_try()
        return error

    def _broken(self, broken: BrokenServerError) -> ToolError:
        """It printed without sense or end: told once, then it is left alone for a while."""
        self._losses += 1
        self._wait_before_next_try()
        return ToolError(
            BROKEN, f"The tool server {self.name} is broken: it sent {broken}, so I ended it."
        )

    def _unreachable(self, error: Exception) -> ToolError:
        if isinstance(error, ToolError):
            return error
        if broken := next(
            (one for one in causes(error) if isinstance(one, BrokenServerError)), None
        ):
            return self._broken(broken)
        self._losses += 1
        self._wait_before_next_try()
        if any(isinstance(one, ValueError) for one in causes(error)):  # what came breaks its schema
            return ToolError(STRANGE, f"The tool server {self.name} gave a strange answer.")
        return self._no_answer()

    def _no_answer(self) -> ToolError:
        return ToolError(UNREACHABLE, f"The tool server {self.name} does not answer.")

    def _wait_before_next_try(self) -> None:
        wait_seconds = min(BACK_OFF_SECONDS * 2 ** (self._losses - 1), 300.0)
        self._cooldown.start(self._no_answer(), wait_seconds)


async def _raced(live: _Live, work: Coroutine[Any, Any, _T]) -> _T:
    """What a session answers, or the end of its connection, of which it tells nobody.

    Raises:
        _GoneError: The connection ended first.
    """
    asked = asyncio.ensure_future(work)
    try:
        await asyncio.wait({asked, live.task}, return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise _GoneError(was_sent=True)
        return asked.result()
    finally:
        asked.cancel()


async def _hold(
    config: McpConfig, ready: asyncio.Future[ClientSession], end: asyncio.Event
) -> BrokenServerError | None:
    """Open a session, hand it over, and keep it until `end`; what broke it, if the server did."""
    try:
        async with asyncio.timeout(OPEN_SECONDS) as limit, _session(config) as session:
            await session.initialize()
            limit.reschedule(None)
            if not ready.done():
                ready.set_result(session)
            await end.wait()
    except Exception as error:  # noqa: BLE001 - groups of any library's errors; the caller words them
        if not ready.done():
            ready.set_exception(error)
        return next((one for one in causes(error) if isinstance(one, BrokenServerError)), None)
    finally:
        if not ready.done():
            ready.set_exception(ConnectionError("closed while it was opened"))
    return None


@asynccontextmanager
async def _session(config: McpConfig) -> AsyncIterator[ClientSession]:
    from mcp.client.streamable_http import streamable_http_client

    async with AsyncExitStack() as stack:
        if config.url:
            web = await in_own_thread("certificates", lambda _: _http_client())
            await stack.enter_async_context(web)
            read, write, _ = await stack.enter_async_context(
                streamable_http_client(config.url, http_client=web)
            )
            yield await stack.enter_async_context(_spoken_with(read, write))
            return
        env = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        read, write = await stack.enter_async_context(_over_pipes(config.command, env))
        yield await stack.enter_async_context(_spoken_with(read, write))


@asynccontextmanager
async def _spoken_with(read: Any, write: Any) -> AsyncIterator[ClientSession]:
    """A session over two streams; it ends where a message has too many parts."""
    from anyio import create_task_group
    from mcp import ClientSession

    from jarvis_voice.tools.mcp.bounded_messages import BoundedMessages

    messages: Any = BoundedMessages(read)  # the library takes whatever is read in the same way
    async with create_task_group() as group:
        group.start_soon(messages.watch)
        async with ClientSession(messages, write) as session:
            yield session
        group.cancel_scope.cancel()


@asynccontextmanager
async def _over_pipes(argv: Sequence[str], env: Mapping[str, str]) -> AsyncIterator[Streams]:
    async with AsyncExitStack() as stack:
        if sys.platform == "win32":  # pipes of another kind; the library knows how to end a tree
            from mcp.client.stdio import StdioServerParameters, stdio_client

            server = StdioServerParameters(
                command=argv[0],
                args=list(argv[1:]),
                env=dict(env),
                encoding_error_handler="replace",
            )
            # the library's default would let the server write to our terminal
            silence = stack.enter_context(_nowhere())
            with OPEN_FILES.as_it_was():
                yield await stack.enter_async_context(stdio_client(server, silence))
        else:
            yield await stack.enter_async_context(stdio_server(argv, env))


@contextmanager
def _nowhere() -> Iterator[TextIO]:
    with Path(os.devnull).open("w", encoding="utf-8") as file:
        yield file


def _http_client() -> AsyncClient:
    from httpx import AsyncClient, Timeout

    from jarvis_voice.platform.outbound.transport import BoundedTransport, make_tls

    return AsyncClient(
        timeout=Timeout(OPEN_SECONDS, read=READ_SECONDS),
        transport=BoundedTransport(make_tls(), max_bytes=MOST_BYTES),
    )


async def _all_tools(session: ClientSession) -> Sequence[Tool]:
    from mcp.types import PaginatedRequestParams

    found: list[Tool] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor))
        found.extend(page.tools)
        cursor = page.nextCursor
        if not cursor:
            break
    return found
