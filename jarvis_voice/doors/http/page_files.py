"""PageFiles: gives the files of the dashboard and of satellites, which hold nothing of anybody.

Invariant: a browser runs and loads only what comes from here. No file outside of the folder is
ever read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from jarvis_voice.doors.http.guard import Application, Receive, Scope, Send

FOLDER = Path(__file__).parent.parent / "page"
PREFIX = "/page/"
FIRST: Mapping[str, str] = MappingProxyType({"/": "index.html", "/satellite": "satellite.html"})
"""By its address, a page that somebody opens."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
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


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page; `tag` changes with its bytes."""

    body: bytes
    kind: str
    tag: str


class PageFiles:
    """Answers for the files of the page, and hands on all else.

    Args:
        inner: What comes behind it.
        folder: Where the files are.
    """

    def __init__(self, inner: Application, folder: Path = FOLDER) -> None:
        self._inner = inner
        self._folder = folder
        self._files: Mapping[str, PageFile] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        path = scope["path"]
        is_page = path in FIRST or path.startswith(PREFIX)
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or not is_page:
            await self._inner(scope, receive, send)
            return
        if self._files is None:
            self._files = await asyncio.to_thread(read_files, self._folder)
        name = FIRST.get(path) or path.removeprefix(PREFIX)
        file = self._files.get(name)
        if file is None:
            await self._inner(scope, receive, send)
            return
        known = [
            value.decode("latin-1") for key, value in scope["headers"] if key == b"if-none-match"
        ]
        status, body = (304, b"") if file.tag in known else (200, file.body)
        headers = {**HEADERS, "etag": file.tag, "content-type": file.kind}
        if status == 200:  # noqa: PLR2004 - a status of HTTP
            headers["content-length"] = str(len(body))
        pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )


def read_files(folder: Path) -> dict[str, PageFile]:
    """The files by their names."""
    found = {}
    for path in sorted(folder.iterdir()):
        if kind := KINDS.get(path.suffix):
            body = path.read_bytes()
            tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
            found[path.name] = PageFile(body, kind, tag)
    return found
