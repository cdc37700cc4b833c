"""The cookie by which a browser that has come in is known: a token that no script can read.

Invariant: it counts only where our own page asks. Other ports of this machine are the same site to
a browser, so SameSite alone would let their pages ask with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "jv"
COOKIE_SECONDS = 365 * 24 * 3_600

SESSION_PATH = "/api/v1/session"
"""Where a browser comes in, and goes."""


def cookie_token(headers: Sequence[tuple[bytes, bytes]]) -> str:
    """The token in the cookie of a request; "" where there is none, or another page asks.

    Args:
        headers: Names in small letters.
    """
    if not _is_from_page(headers):
        return ""
    for name, value in headers:
        if name != b"cookie":
            continue
        for part in value.decode("latin-1").split(";"):
            key, _, token = part.strip().partition("=")
            if key == COOKIE:
                return token
    return ""


def set_cookie(response: Response, request: Request, token: str) -> None:
    """Let the browser keep a token."""
    response.set_cookie(
        COOKIE,
        token,
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
