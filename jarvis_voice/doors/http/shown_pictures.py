"""Keeps pictures that were sent with a question, as private files, for a few minutes.

Invariant: they lie in the session's own folder, which most systems hold in memory and empty at the
end of the session; after `KEPT_SECONDS`, with what is forgotten of their user, and when the port
opens or shuts, they are gone.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from jarvis_voice.core.errors import PictureError
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.paths import ensure
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.tools.desktop.picture_file import examine_picture

KEPT_SECONDS = 180.0
"""A question waits its turn, and then for a yes."""

MOST_KEPT = 16
MOST_OF_A_USER = 8
"""So that one user leaves room for the others."""

LONGEST_NAME = 50
"""With its ending it fits in 255 bytes, which is the most that a file system takes."""

_UNUSUAL = re.compile(r"[^\w .()-]")


@dataclass(slots=True)
class _Shown:
    """A picture that is kept: whose, how large, and what ends its time once it has begun."""

    user_id: str
    n_bytes: int
    timer: asyncio.TimerHandle | None = None


class ShownPictures:
    """The pictures that questions are about; a part of `core.passing_memory`.

    Args:
        folder: Where they lie.
        seconds: How long each is kept.
    """

    def __init__(self, folder: Path, seconds: float = KEPT_SECONDS) -> None:
        self._folder = folder
        self._seconds = seconds
        self._kept: dict[Path, _Shown] = {}

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        n_bytes = sum(one.n_bytes for one in self._kept.values())
        return KeptSize("pictures of questions", len(self._kept), n_bytes)

    def forget(self, user_id: str) -> None:
        """Delete the pictures of a user."""
        for file in [file for file, one in self._kept.items() if one.user_id == user_id]:
            self.drop(file)

    async def keep(self, data: bytes, name: str, user_id: str) -> Path:
        """Keep a picture for a while.

        Args:
            data: Its file.
            name: What the user calls the file.
            user_id: Whose it is.

        Raises:
            RequestError: It is no picture, or too many are here.
        """
        theirs = sum(one.user_id == user_id for one in self._kept.values())
        if len(self._kept) >= MOST_KEPT or theirs >= MOST_OF_A_USER:
            message = "Many pictures are looked at now. Wait a moment."
            raise RequestError(429, "too-many-pictures", message, {"Retry-After": "30"})
        file = self._folder / uuid4().hex / plain_name(name)
        shown = self._kept[file] = _Shown(user_id, len(data))
        writing = asyncio.ensure_future(asyncio.to_thread(_write, file, data))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            writing.add_done_callback(lambda _: self.drop(file))  # its thread still writes
            raise
        except PictureError as error:
            self.drop(file)
            raise RequestError(400, error.code, error.message) from None
        except OSError as error:
            self.drop(file)
            message = "The picture cannot be kept while it is looked at."
            raise RequestError(503, "picture-unkept", message) from error
        except Exception:
            self.drop(file)
            raise
        if file not in self._kept:  # it was forgotten while it was written
            self.drop(file)
            raise RequestError(409, "picture-forgotten", "The picture was forgotten meanwhile.")
        shown.timer = asyncio.get_running_loop().call_later(self._seconds, self.drop, file)
        return file

    def drop(self, file: Path) -> None:
        """Delete one, before its time is over or at its end."""
        shown = self._kept.pop(file, None)
        if shown and shown.timer:
            shown.timer.cancel()
        shutil.rmtree(file.parent, ignore_errors=True)

    async def clear(self) -> None:
        """Delete all, also what a crash has left."""
        for one in self._kept.values():
            if one.timer:
                one.timer.cancel()
        self._kept.clear()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)


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
    examine_picture(file)
