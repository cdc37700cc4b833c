"""What every request passes before it is read: AddressGuard (to and from where), EntryGuard (who).

Invariant: nothing of a body is parsed before it is known who sent it. A body has an end, in bytes
and in seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from jarvis_voice.core.door_config import HttpConfig, is_loopback
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.http.request_error import RequestError, as_request_error, error_bytes
from jarvis_voice.doors.http.visitor import Headers, VisitorCheck
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_BYTES = 2 * 1024 * 1024
BODY_SECONDS = 15.0
"""How long a whole body may take."""

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not bound
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
JSON_TYPE = "application/json"


class AddressGuard:
    """Refuses what is asked by another name, from another page, or past the proxy.

    Args:
        inner: What comes behind it.
        http: The names, and the pages that may ask.
    """

    def __init__(self, inner: Application, http: HttpConfig) -> None:
        self._inner = inner
        self._names = names_of(http)
        self._origins = frozenset(one.rstrip("/").lower() for one in http.origins)
        self._proxies = frozenset() if http.certificate else frozenset(http.trust_proxy)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        try:
            self._check(scope["headers"], _address(scope))
        except RequestError as error:
            await refuse(error, scope, send)
        else:
            await self._inner(scope, receive, send)

    def _check(self, headers: Headers, address: str) -> None:
        if self._proxies and address not in self._proxies and not is_loopback(address):
            raise RequestError(403, "past-the-proxy", "Ask through the proxy of this machine.")
        hosts = _values(headers, b"host")
        if len(hosts) != 1 or host_name(hosts[0]) not in self._names:
            message = 'This Jarvis is not called so. Its other names go into "names" of [http].'
            raise RequestError(421, "unknown-host", message)
        origins = _values(headers, b"origin")
        if any(self._is_foreign(one, hosts[0]) for one in origins):
            raise RequestError(403, "foreign-origin", "Scripts of this page may not ask here.")
        site = _values(headers, b"sec-fetch-site")
        if not origins and any(one not in {"same-origin", "none"} for one in site):
            raise RequestError(403, "foreign-origin", "Other pages may not ask here.")

    def _is_foreign(self, origin: str, host: str) -> bool:
        if origin.lower() in self._origins:
            return False
        try:
            return urlsplit(origin).netloc.lower() != host.lower()
        except ValueError:
            return True


class EntryGuard:
    """Finds out who asks, then reads the body.

    Args:
        inner: What comes behind it; it finds the origin in the scope's state.
        visitors: Tells who asks.
    """

    def __init__(self, inner: Application, visitors: VisitorCheck) -> None:
        self._inner = inner
        self._visitors = visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        headers = scope["headers"]
        try:
            origin = await self._visitors.origin(headers, _address(scope), scope["path"])
            body = await self._body(scope, receive)
        except JarvisError as error:
            await refuse(as_request_error(error), scope, send)
            return
        if body is None:
            return  # it has left

        async def is_still_allowed() -> bool:
            try:
                found = await self._visitors.origin(headers, _address(scope), scope["path"])
            except JarvisError:
                return False
            return found == origin and found.may == origin.may

        scope["state"] |= {"origin": origin, "is_still_allowed": is_still_allowed}
        is_read = False

        async def replay() -> MutableMapping[str, Any]:
            nonlocal is_read
            if is_read:
                return await receive()
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        try:
            await self._inner(scope, replay, send)
        except Exception as error:  # noqa: BLE001 - logged without its words, which may be the user's
            log_broken(log, "a request", error)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None where the client left before its end."""
        headers = scope["headers"]
        if scope["method"] in WITH_BODY:
            kinds = [one.partition(";")[0].strip() for one in _values(headers, b"content-type")]
            has_body = any(
                one != "0" for one in _values(headers, b"content-length", b"transfer-encoding")
            )
            if kinds != [JSON_TYPE] and (kinds or has_body):
                raise RequestError(415, "not-json", f"Send the body as {JSON_TYPE}.")
        for length in _values(headers, b"content-length"):
            if len(length) > len(str(BODY_BYTES)) or int(length) > BODY_BYTES:
                raise _too_large()
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > BODY_BYTES:
                        raise _too_large()
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError as error:
            late = f"The whole body must come within {BODY_SECONDS:.0f} seconds."
            raise RequestError(408, "body-late", late) from error


def _too_large() -> RequestError:
    return RequestError(413, "body-too-large", f"A body has at most {BODY_BYTES:,} bytes.")


async def refuse(error: RequestError, scope: Scope, send: Send) -> None:
    """Answer with an error; the connection ends, since the body may not have been read."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = error_bytes(error, scope["path"])
    headers = {
        "content-type": JSON_TYPE,
        "content-length": str(len(body)),
        "connection": "close",
        **error.headers,
    }
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": error.status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


def names_of(http: HttpConfig) -> frozenset[str]:
    """What a client may call this machine, in small letters."""
    own = set() if http.host in EVERYWHERE else {host_name(_bracketed(http.host))}
    return frozenset({*LOCAL_NAMES, *own, *(host_name(_bracketed(one)) for one in http.names)})


def host_name(host: str) -> str:
    """The name in a Host header, without its port; "" where it is none."""
    host = host.strip().lower()
    name, port = host, ""
    if not host.endswith("]"):
        name, _, port = host.rpartition(":") if ":" in host else (host, "", "")
    return name.removesuffix(".") if not port or port.isdecimal() else ""


def _bracketed(name: str) -> str:
    return f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _values(headers: Headers, *names: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for name, value in headers if name in names]
