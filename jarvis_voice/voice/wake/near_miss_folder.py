"""Keeps near misses of the wake word as files for some days, until their user judges them.

Invariant: nothing is written unless the user asked for it; what is too old, or too much, is gone.
Each is a FLAC file and a JSON file of the same number, for the user alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from jarvis_voice.audio.flac import flac_of
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.near_misses import HeardNearMiss, NearMiss
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.paths import ensure
from jarvis_voice.core.types import ME
from jarvis_voice.voice.wake.take_files import next_take, take_folder

log = logging.getLogger(__name__)

KEPT = timedelta(days=7)
CLOCK_SLACK = timedelta(days=1)
"""What is from a later day was written by a clock that was wrong: nobody knows how old it is."""

TIDY_SECONDS = 3_600.0
_Value = TypeVar("_Value")

MOST_WAITING = 8
"""So many sounds may wait to be written; a storm of more is let go."""


class NearMissFolder:
    """The near misses of this machine's microphone; use it with `async with`.

    Implements `core.near_misses.NearMissOperations`.

    Args:
        folder: Where they lie.
        recordings: Where `jarvis wake record` puts its takes.
        most: How many are kept; 0 keeps none.
        now: The wall clock.
    """

    def __init__(
        self, folder: Path, recordings: Path, most: int, now: Callable[[], datetime]
    ) -> None:
        self._folder = folder
        self._recordings = recordings
        self._most = most
        self._now = now
        self._last = 0
        self._forgotten = 0  # how often all was forgotten
        self._writing: set[asyncio.Task[None]] = set()
        self._tidying: asyncio.Task[None] | None = None
        self._files = asyncio.Lock()

    @property
    def most(self) -> int:
        """How many are kept; 0 is none."""
        return self._most

    async def __aenter__(self) -> NearMissFolder:
        self._tidying = asyncio.create_task(self._tidy_often(), name="near misses")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._tidying:
            self._tidying.cancel()
        tasks = [*self._writing, *([self._tidying] if self._tidying else [])]
        await asyncio.gather(*tasks, return_exceptions=True)

    def keep(self, heard: HeardNearMiss) -> None:
        """Keep one; it is written beside what goes on."""
        if not self._most or len(self._writing) >= MOST_WAITING or not len(heard.pcm):
            return
        self._begin(self._keep(heard, self._now(), self._forgotten))

    def forget(self, user_id: str) -> None:
        """Everything of a user is forgotten: of the owner also what is still to be written."""
        if user_id == ME:
            self._forgotten += 1
            self._begin(self._drop_all())

    async def settle(self) -> None:
        """Wait until all is written."""
        while self._writing:
            await asyncio.wait(self._writing)

    async def listed(self) -> Sequence[NearMiss]:
        """Those that are kept, the newest first."""
        async with self._files:
            return await _on_thread(self._tidy)

    async def sound(self, number: int) -> bytes | None:
        """The sound of one as FLAC; None where there is none."""
        async with self._files:
            if number not in {one.number for one in await _on_thread(self._tidy)}:
                return None
            return await _on_thread(self._sound_file(number).read_bytes)

    async def judge(self, number: int, *, was_call: bool) -> bool:
        """Move one to the recordings of its word; whether it was there."""
        async with self._files:
            kept = await _on_thread(self._tidy)
            found = next((one for one in kept if one.number == number), None)
            if found is None:
                return False
            await _on_thread(lambda: self._move(found, is_word=was_call))
            return True

    async def drop(self, number: int) -> bool:
        """Delete one; whether it was there."""
        async with self._files:
            is_there = number in {one.number for one in await _on_thread(self._tidy)}
            if is_there:
                await _on_thread(lambda: self._remove(number))
            return is_there

    # ---- the files

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        writing = asyncio.create_task(work, name="near miss")
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)

    async def _tidy_often(self) -> None:
        while True:
            try:
                await self.listed()
            except StoreError as error:
                log.warning("near misses: %s", error.code)
            await asyncio.sleep(TIDY_SECONDS)

    async def _drop_all(self) -> None:
        """Remove what was written before: whoever waits behind this was heard later."""
        try:
            async with self._files:
                await _on_thread(self._remove_all)
        except StoreError as error:
            log.warning("near misses were not forgotten: %s", error.code)

    async def _keep(self, heard: HeardNearMiss, now: datetime, forgotten: int) -> None:
        try:
            async with self._files:
                if forgotten == self._forgotten:
                    await _on_thread(lambda: self._write(heard, now))
        except StoreError as error:
            log.warning("a near miss was not kept: %s", error.code)

    def _sound_file(self, number: int) -> Path:
        return self._folder / f"{number:06}.flac"

    def _card_file(self, number: int) -> Path:
        return self._folder / f"{number:06}.json"

    def _numbers(self) -> list[int]:
        names = {file.stem for file in self._folder.glob("*.*")}
        return sorted(int(name) for name in names if name.isascii() and name.isdecimal())

    def _write(self, heard: HeardNearMiss, now: datetime) -> None:
        ensure(self._folder)
        self._last = number = max([self._last, *self._numbers()]) + 1
        card = {
            "word": heard.word,
            "score": round(heard.score, 3),
            "reason": heard.reason,
            "heard_at": now.isoformat(timespec="seconds"),
        }
        _write_private(self._card_file(number), json.dumps(card).encode())
        _write_private(self._sound_file(number), flac_of(heard.pcm))
        self._tidy()

    def _tidy(self) -> list[NearMiss]:
        """Remove what is too old, too much or damaged; the rest, the newest first."""
        kept: list[NearMiss] = []
        now = self._now()
        oldest, newest = now - KEPT, now + CLOCK_SLACK
        for number in reversed(self._numbers()):
            found = self._read(number)
            if found and len(kept) < self._most and oldest <= found.heard_at <= newest:
                kept.append(found)
            else:
                self._remove(number)
        return kept

    def _read(self, number: int) -> NearMiss | None:
        try:
            card: Any = parsed_json(self._card_file(number).read_bytes())
            heard_at = datetime.fromisoformat(card["heard_at"]).astimezone()
            found = NearMiss(
                number, str(card["word"]), float(card["score"]), str(card["reason"]), heard_at
            )
        except (OSError, OverflowError, ValueError, KeyError, TypeError):
            return None
        # it becomes the name of a folder
        is_name = found.word == Path(found.word).name and found.word not in {"", ".."}
        return found if is_name and self._sound_file(number).exists() else None

    def _move(self, found: NearMiss, *, is_word: bool) -> None:
        """Copy it to the takes, then remove it: no crash loses it, and no take is written over."""
        folder = take_folder(self._recordings, found.word, is_word=is_word)
        ensure(folder)
        _write_private(next_take(folder), self._sound_file(found.number).read_bytes())
        self._remove(found.number)

    def _remove_all(self) -> None:
        for number in self._numbers():
            self._remove(number)

    def _remove(self, number: int) -> None:
        self._last = max(self._last, number)  # no number is given twice
        self._sound_file(number).unlink(missing_ok=True)
        self._card_file(number).unlink(missing_ok=True)


def _write_private(file: Path, content: bytes) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
    except OSError:
        with contextlib.suppress(OSError):
            file.unlink()
        raise


async def _on_thread(work: Callable[[], _Value]) -> _Value:
    try:
        return await asyncio.to_thread(work)
    except OSError as error:
        message = f"Cannot use {error.filename}: {error.strerror}."
        raise StoreError("near-miss-files", message) from error
