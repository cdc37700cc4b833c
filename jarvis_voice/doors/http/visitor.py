"""VisitorCheck: tells who sent a request: the user of its token, or the owner at this machine.

Invariant: a wrong token is refused, wherever it comes from. Nobody counts as being at this machine
whom a proxy brought.
"""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.core.door_config import HttpConfig, is_loopback
from jarvis_voice.core.types import EVERY_SCOPE, HERE, Origin
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.session_cookie import SESSION_PATH, cookie_token
from jarvis_voice.doors.people.authenticator import Authenticator

Headers = Sequence[tuple[bytes, bytes]]

HEALTH_PATH = "/healthz"
NOT_JARVIS_PATH = "/not-jarvis/stream"
OPEN_PATHS = frozenset({"/v1/audio/voices", "/v1/audio/models"})
"""The names of the one voice: some chat programs ask for them without their token."""

BROUGHT_BY_PROXY = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-real-ip"})

HOW_TO_COME_IN = (
    'Send a token with each request, as "Authorization: Bearer jv_...". '
    "The owner of this Jarvis makes one: jarvis token add NAME"
)
OPENS_NOTHING = "This token opens nothing here: it was mistyped or removed."


class VisitorCheck:
    """Finds the origin of a request.

    Args:
        authenticator: Knows the tokens.
        http: What may be asked without one.
    """

    def __init__(self, authenticator: Authenticator, http: HttpConfig) -> None:
        self._authenticator = authenticator
        self._http = http

    async def origin(self, headers: Headers, address: str, path: str) -> Origin:
        """Who asks, and what they may do.

        Args:
            headers: Names in small letters.
            address: Where the connection comes from.
            path: What is asked for.

        Raises:
            RequestError: It is not known who that is.
            StoreError: The tokens cannot be read.
        """
        tokens = tokens_in(headers)
        if len(tokens) > 1:
            raise unknown("two-tokens", "Send one token, in one header.")
        if tokens:
            if found := await self._authenticator.authenticate(tokens[0]):
                return found
            raise unknown("invalid-api-key", OPENS_NOTHING)
        if (cookie := cookie_token(headers)) and (
            found := await self._authenticator.authenticate(cookie)
        ):
            return found
        if path in {*OPEN_PATHS, SESSION_PATH}:
            return Origin(may=frozenset())
        if self._is_here(headers, address):
            if self._http.open_on_loopback:
                return HERE
            if self._http.not_jarvis and path == NOT_JARVIS_PATH:
                return Origin(may=EVERY_SCOPE - {"admin"})
            if path == HEALTH_PATH:
                return Origin(may=frozenset())
        raise unknown("invalid-api-key", HOW_TO_COME_IN)

    async def is_still(self, origin: Origin, headers: Headers, address: str, path: str) -> bool:
        """Whether the same visitor may come in again as that origin; see `origin`.

        Raises:
            StoreError: The tokens cannot be read.
        """
        try:
            found = await self.origin(headers, address, path)
        except RequestError:
            return False
        return found == origin and found.may == origin.may

    def _is_here(self, headers: Headers, address: str) -> bool:
        is_direct = not any(name in BROUGHT_BY_PROXY for name, _ in headers)
        has_proxy = bool(self._http.trust_proxy)
        return self._http.is_local and is_direct and not has_proxy and is_loopback(address)


def tokens_in(headers: Headers) -> list[str]:
    """The tokens of a request; what is given by another scheme is a token that nobody has."""
    found = []
    for name, value in headers:
        text = value.decode("latin-1").strip()
        if name == b"x-api-key":
            found.append(text)
        elif name == b"authorization":
            scheme, _, token = text.partition(" ")
            found.append(token.strip() if scheme.lower() == "bearer" else "")
    return found


def unknown(code: str, message: str) -> RequestError:
    """Why somebody is refused of whom it is not known who they are."""
    return RequestError(401, code, message, {"WWW-Authenticate": "Bearer"})
