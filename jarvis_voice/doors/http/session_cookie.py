"""The cookie by which a browser that has come in is known: half of a token that no script can read.

Invariant: it counts only where our own page asks, together with the other half, which that page
alone keeps. Other ports of this machine are the same site to a browser: SameSite alone would let
their pages ask, and the browser sends them the cookie, too. Neither half tells anything by itself.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "jv"
COOKIE_SECONDS = 365 * 24 * 3_600

PAGE_HALF = b"x-jarvis-page"
"""The header with the half that the page keeps."""

SESSION_PATH = "/api/v1/session"
"""Where a browser comes in, and goes."""


def cookie_token(headers: Sequence[tuple[bytes, bytes]]) -> str:
    """The token of a browser; "" where a half of it is missing, or another page asks.

    Args:
        headers: Names in small letters.
    """
    if not _is_from_page(headers):
        return ""
    shown = next((value for name, value in headers if name == PAGE_HALF), b"")
    for name, value in headers:
        if name != b"cookie":
            continue
        for part in value.decode("latin-1").split(";"):
            key, _, kept = part.strip().partition("=")
            if key == COOKIE:
                return joined(kept, shown.decode("latin-1").strip())
    return ""


def halves(token: str) -> tuple[str, str]:
    """Two texts that together are a token: for the cookie, and for the page."""
    data = token.encode()
    pad = secrets.token_bytes(len(data))
    return _text(pad), _text(_mixed(data, pad))


def joined(kept: str, shown: str) -> str:
    """The token of its two halves; "" where they do not belong together."""
    try:
        one, other = _bytes(kept), _bytes(shown)
        return _mixed(one, other).decode("ascii") if len(one) == len(other) else ""
    except ValueError:
        return ""


def set_cookie(response: Response, request: Request, kept: str) -> None:
    """Let the browser keep its half of a token."""
    response.set_cookie(
        COOKIE,
        kept,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=_is_encrypted(request),
        httponly=True,
        samesite="strict",
    )


def drop_cookie(response: Response) -> None:
    """Let the browser forget it."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


def _is_from_page(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    found = {name: value.decode("latin-1").strip().lower() for name, value in headers}
    if origin := found.get(b"origin"):
        try:
            return urlsplit(origin).netloc == found.get(b"host")
        except ValueError:
            return False
    return found.get(b"sec-fetch-site") == "same-origin"


def _is_encrypted(request: Request) -> bool:
    return "https" in {request.url.scheme, request.headers.get("x-forwarded-proto")}


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
