"""Keeps pictures that were sent with a question, as private files, for a few minutes.

Invariant: they lie in the session's own folder, which most systems hold in memory and empty at the
end of the session; after `KEPT_SECONDS`, and when the port opens or shuts, they are gone.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from pathlib import Path
from uuid import uuid4

from jarvis_voice.core.errors import PictureError
from jarvis_voice.core.paths import ensure
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.tools.desktop.picture_file import examine_picture

KEPT_SECONDS = 180.0
"""A question waits its turn, and then for a yes."""

MOST_KEPT = 16
LONGEST_NAME = 60
_UNUSUAL = re.compile(r"[^\w .()-]")


class ShownPictures:
    """The pictures that questions are about.

    Args:
        folder: Where they lie.
        seconds: How long each is kept.
    """

    def __init__(self, folder: Path, seconds: float = KEPT_SECONDS) -> None:
        self._folder = folder
        self._seconds = seconds
        self._kept: dict[Path, asyncio.TimerHandle | None] = {}

    async def keep(self, data: bytes, name: str) -> Path:
        """Keep a picture for a while.

        Args:
            data: Its file.
            name: What the user calls the file.

        Raises:
            RequestError: It is no picture, or too many are here.
        """
        if len(self._kept) >= MOST_KEPT:
            message = "Many pictures are looked at now. Wait a moment."
            raise RequestError(429, "too-many-pictures", message, {"Retry-After": "30"})
        file = self._folder / uuid4().hex / plain_name(name)
        self._kept[file] = None
        try:
            await asyncio.to_thread(_write, file, data)
            await asyncio.to_thread(examine_picture, file)
        except PictureError as error:
            self._drop(file)
            raise RequestError(400, error.code, error.message) from None
        except OSError as error:
            self._drop(file)
            message = "The picture cannot be kept while it is looked at."
            raise RequestError(503, "picture-unkept", message) from error
        loop = asyncio.get_running_loop()
        self._kept[file] = loop.call_later(self._seconds, self._drop, file)
        return file

    async def clear(self) -> None:
        """Delete all, also what a crash has left."""
        for timer in self._kept.values():
            if timer:
                timer.cancel()
        self._kept.clear()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    def _drop(self, file: Path) -> None:
        if timer := self._kept.pop(file, None):
            timer.cancel()
        shutil.rmtree(file.parent, ignore_errors=True)


def plain_name(name: str) -> str:
    """The name of a picture's file as it may stand in a folder and in a conversation."""
    bare = _UNUSUAL.sub("", name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    stem, dot, kind = bare.rpartition(".")
    if not stem:
        return "picture"
    return f"{stem[:LONGEST_NAME]}{dot}{kind[:8]}"


def _write(file: Path, data: bytes) -> None:
    ensure(ensure(file.parent.parent) / file.parent.name)
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(data)
