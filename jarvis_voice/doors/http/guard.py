"""What every request passes before it is read: AddressGuard (to and from where), EntryGuard (who).

Invariant: nothing of a body is parsed before it is known who sent it. A body has an end, in bytes
and in seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from jarvis_voice.core.door_config import HttpConfig, is_loopback
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import Origin
from jarvis_voice.doors.http.body_rules import (
    ENTRY_BODY,
    JSON_BODY,
    JSON_TYPE,
    NO_BODY,
    BodyRule,
    rule_for,
    wanted_kind,
)
from jarvis_voice.doors.http.request_error import RequestError, as_request_error, error_bytes
from jarvis_voice.doors.http.session_cookie import SESSION_PATH
from jarvis_voice.doors.http.socket_connection import IS_KNOWN
from jarvis_voice.doors.http.sound_limits import SoundLimits
from jarvis_voice.doors.http.visitor import Headers, VisitorCheck
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PASSED_OVER_BYTES = 64 * 1024 * 1024
PASSED_OVER_SECONDS = 5.0
"""How much of a body that is refused is still taken in and dropped."""

TRUSTED_SECONDS = 1.0
"""When a body took longer to come, its sender is looked up again: the token may be gone."""

LATE = 408

HELD_BYTES = 32 * 1024 * 1024
"""Of all bodies together that are not sounds, until their requests are answered."""

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not bound
_MAPPED = "::ffff:"
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


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
            self._check(scope["headers"], client_address(scope))
        except RequestError as error:
            await refuse(error, scope, send)
        else:
            await self._inner(scope, receive, send)

    def _check(self, headers: Headers, address: str) -> None:
        if self._proxies and address not in self._proxies and not is_loopback(address):
            raise RequestError(403, "past-the-proxy", "Ask through the proxy of this machine.")
        if _values(headers, b"content-length") and _values(headers, b"transfer-encoding"):
            # a proxy may go by the other one, and take the rest for somebody else's request
            raise RequestError(400, "two-lengths", "Send one length of the body, not two.")
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
        sounds: How many sounds may be here.
    """

    def __init__(self, inner: Application, visitors: VisitorCheck, sounds: SoundLimits) -> None:
        self._inner = inner
        self._visitors = visitors
        self._sounds = sounds
        self._held_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        headers, lease, rule, held = scope["headers"], None, JSON_BODY, 0

        def hold(count: int) -> None:
            nonlocal held
            if self._held_bytes + count > HELD_BYTES:
                raise RequestError(503, "too-many-bodies", "Many send much now. Wait a moment.")
            self._held_bytes += count
            held += count

        try:
            origin = await self._visitors.origin(headers, client_address(scope), scope["path"])
            scope["state"][IS_KNOWN] = bool(origin.may)
            comes_in = scope["path"] == SESSION_PATH
            if not origin.may and not comes_in and scope["method"] in WITH_BODY:
                raise RequestError(403, "not-allowed", "This needs a token that may do it.")
            rule = _body_rule(scope) if origin.may else ENTRY_BODY if comes_in else NO_BODY
            lease = self._sounds.begin(origin.user_id) if rule.is_large else None
            began_at = time.monotonic()
            body = await _body(headers, rule, receive, _pass if rule.is_large else hold)
            if time.monotonic() - began_at > TRUSTED_SECONDS:
                origin = await self._visitors.origin(headers, client_address(scope), scope["path"])
            if body is not None:  # else it has left
                await self._serve(scope, body, origin, receive, send)
        except JarvisError as error:
            told = as_request_error(error)
            if told.status != LATE and _is_coming(headers, rule):
                await _pass_over(receive)
            await refuse(told, scope, send)
        finally:
            self._held_bytes -= held
            if lease:
                lease.end()

    async def _serve(
        self, scope: Scope, body: bytes, origin: Origin, receive: Receive, send: Send
    ) -> None:
        headers, address, path = scope["headers"], client_address(scope), scope["path"]

        async def is_still_allowed() -> bool:
            return await self._visitors.is_still(origin, headers, address, path)

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


def _body_rule(scope: Scope) -> BodyRule:
    """What the body of a request may be.

    Raises:
        RequestError: It is of a type that is not taken here.
    """
    headers, path = scope["headers"], scope["path"]
    if scope["method"] not in WITH_BODY:
        return JSON_BODY
    kinds = [one.partition(";")[0].strip() for one in _values(headers, b"content-type")]
    has_body = any(one != "0" for one in _values(headers, b"content-length", b"transfer-encoding"))
    if not kinds and not has_body:
        return JSON_BODY
    rule = rule_for(path, kinds[0]) if len(kinds) == 1 else None
    if rule is None:
        wanted = wanted_kind(path)
        code = "not-json" if wanted == JSON_TYPE else "not-a-form"
        raise RequestError(415, code, f"Send the body as {wanted}.")
    return rule


def _pass(_: int) -> None:
    """Sounds are counted by `SoundLimits`."""


async def _body(
    headers: Headers, rule: BodyRule, receive: Receive, hold: Callable[[int], None]
) -> bytes | None:
    """The whole body; None where the client left before its end.

    Args:
        headers: Of the request.
        rule: What it may be.
        receive: Gives its pieces.
        hold: Counts the bytes of each piece; raises where there are too many.
    """
    for length in _values(headers, b"content-length"):
        if len(length) > len(str(rule.most_bytes)) or int(length) > rule.most_bytes:
            raise _too_large(rule)
    body = bytearray()
    try:
        async with asyncio.timeout(rule.seconds) as limit:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                piece = message.get("body", b"")
                hold(len(piece))
                body += piece
                if (until := limit.when()) and rule.slowest_bytes_per_second:
                    limit.reschedule(until + len(piece) / rule.slowest_bytes_per_second)
                if len(body) > rule.most_bytes:
                    raise _too_large(rule)
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError as error:
        late = f"The whole body must come within {rule.seconds:.0f} seconds."
        if rule.slowest_bytes_per_second:
            late = f"The body came slower than {rule.slowest_bytes_per_second:,} bytes a second."
        raise RequestError(408, "body-late", late) from error


def _is_coming(headers: Headers, rule: BodyRule) -> bool:
    """Whether a body is on its way that is small enough, or whose sender is known."""
    lengths = _values(headers, b"content-length")
    short = [one for one in lengths if one.isdecimal() and len(one) <= len(str(rule.most_bytes))]
    is_short = bool(short) and 0 < int(short[0]) <= rule.most_bytes
    return rule.is_large or is_short


async def _pass_over(receive: Receive) -> None:
    """Let the rest of a large body come, so that its sender reads why it is refused."""
    count = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PASSED_OVER_SECONDS):
            while count < PASSED_OVER_BYTES:
                message = await receive()
                count += len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    return


def _too_large(rule: BodyRule) -> RequestError:
    return RequestError(413, "body-too-large", f"A body has at most {rule.most_bytes:,} bytes.")


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


def client_address(scope: Scope) -> str:
    """Where a connection comes from; one of IPv4 is called so at a socket of IPv6, too."""
    client = scope.get("client")
    return str(client[0]).removeprefix(_MAPPED) if client else ""


def _values(headers: Headers, *names: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for name, value in headers if name in names]
