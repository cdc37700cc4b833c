"""SocketEntry: who wants to open a WebSocket, and the protocol that is spoken there.

Invariant: a script can set no header of a WebSocket, so its token may stand among the protocols.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Self

from starlette.websockets import WebSocket

from jarvis_voice.core.types import Origin
from jarvis_voice.doors.http.admissions import Admission, Admissions
from jarvis_voice.doors.http.guard import client_address
from jarvis_voice.doors.http.session_cookie import PAGE_HALF
from jarvis_voice.doors.http.visitor import Headers, VisitorCheck

PROTOCOL = "jarvis.v1"
TOKEN_MARK = "token."  # noqa: S105 - what stands before a token
PAGE_MARK = "page."
"""What stands before the half of a browser's token that its page keeps."""


@dataclass(frozen=True, slots=True)
class SocketEntry:
    """A socket that wants to open.

    Attributes:
        headers: With its token, where it has one.
        address: Where it comes from.
        path: What it asks for.
        protocol: What is agreed to; None where it did not offer that.
    """

    headers: Headers
    address: str
    path: str
    protocol: str | None

    @classmethod
    def of(cls, socket: WebSocket) -> Self:
        """What a socket says of itself."""
        offered: list[str] = socket.scope.get("subprotocols", [])
        tokens = [one.removeprefix(TOKEN_MARK) for one in offered if one.startswith(TOKEN_MARK)]
        given = [(b"x-api-key", one.encode("latin-1", "replace")) for one in tokens]
        shown = [one.removeprefix(PAGE_MARK) for one in offered if one.startswith(PAGE_MARK)]
        given += [(PAGE_HALF, one.encode("latin-1", "replace")) for one in shown]
        return cls(
            [*socket.scope["headers"], *given],
            client_address(socket.scope),
            socket.scope["path"],
            PROTOCOL if PROTOCOL in offered else None,
        )

    async def origin(self, visitors: VisitorCheck) -> Origin:
        """Who it is, and what they may do.

        Raises:
            RequestError: It is not known who that is.
            StoreError: The tokens cannot be read.
        """
        return await visitors.origin(self.headers, self.address, self.path)

    def admit(self, who: Origin, visitors: VisitorCheck, admissions: Admissions) -> Admission:
        """Let it stay as long as its token is there."""
        check = partial(visitors.is_still, who, self.headers, self.address, self.path)
        return admissions.admit(who, check)
