"""SatelliteFiles: gives the files of the satellite's page, which hold nothing of anybody.

Invariant: a browser runs and loads only what comes from here; no file but those named is read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from jarvis_voice.doors.http.guard import Application, Receive, Scope, Send

FOLDER = Path(__file__).parent.parent / "page"

FILES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "/satellite": ("satellite.html", "text/html; charset=utf-8"),
        "/satellite/satellite.css": ("satellite.css", "text/css; charset=utf-8"),
        "/satellite/satellite.js": ("satellite.js", "text/javascript; charset=utf-8"),
        "/satellite/satellite-sound.js": ("satellite-sound.js", "text/javascript; charset=utf-8"),
        "/satellite/satellite-worklet.js": (
            "satellite-worklet.js",
            "text/javascript; charset=utf-8",
        ),
        "/satellite/satellite.webmanifest": (
            "satellite.webmanifest",
            "application/manifest+json",
        ),
        "/satellite/satellite.svg": ("satellite.svg", "image/svg+xml"),
    }
)
"""By its address, a file and its type."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "microphone=(self), camera=(), geolocation=()",
        "cache-control": "no-cache",
    }
)

OK, NOT_MODIFIED = 200, 304


class SatelliteFiles:
    """Answers for the files of the satellite's page, and hands on all else.

    Args:
        inner: What comes behind it.
    """

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        found = FILES.get(scope["path"])
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or found is None:
            await self._inner(scope, receive, send)
            return
        name, kind = found
        body = await asyncio.to_thread((FOLDER / name).read_bytes)
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        known = [
            value.decode("latin-1") for key, value in scope["headers"] if key == b"if-none-match"
        ]
        status = NOT_MODIFIED if tag in known else OK
        headers = {**HEADERS, "etag": tag, "content-type": kind}
        if status == OK:
            headers["content-length"] = str(len(body))
        pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        is_wanted = status == OK and scope["method"] == "GET"
        await send({"type": "http.response.body", "body": body if is_wanted else b""})
