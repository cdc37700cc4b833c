"""Writes the daemon's log file: bounded in size, private, without transcripts, keys or sound.

Invariant: what is written holds no configured key and no exception's own words, which may be the
user's; one message fills no file, however often it comes.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Literal
from urllib.parse import quote

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import ensure
from jarvis_voice.core.visible_text import json_line, written_out

FILE_BYTES = 1_000_000
FILES_KEPT = 2
QUIET = (
    *("httpx", "httpcore", "google_genai", "faster_whisper", "langchain_google_genai", "urllib3"),
    *("openai", "trafilatura", "htmldate", "pypdf", "mcp"),
)
"""Libraries that log addresses, queries or every request."""

FOLD_SECONDS = 60.0
FOLD_AFTER = 5
"""So often the same line is written within `FOLD_SECONDS`; the rest is counted."""

FOLD_LIKE_AFTER = 60
"""So often the same message with other values in it."""

SHORTEST_SECRET = 4
"""Characters; a shorter "key" would be struck out of every other word."""

REDACTED = "[key]"
_TOKEN = re.compile(r"jv_[\w-]{16,}")
"""What has the form of a token of ours: a client may send one where it is logged."""

_NOWHERE = logging.NullHandler()

LogForm = Literal["text", "json"]
ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


@dataclass(slots=True)
class _Minute:
    """What came of one message since its first time."""

    since: float
    seen: int = 0
    folded: int = 0


class Folding:
    """Lets a repeated message through a few times a minute, and then reports only their number."""

    def __init__(self) -> None:
        self._minutes: dict[tuple[str, int, str], _Minute] = {}

    def take(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """What is to be written now: sums of what was folded, and the record unless it is."""
        yield from self.close(before=record.created - FOLD_SECONDS)
        line = self._minutes.get(_key(record, record.getMessage()))
        if line is None:
            like = self._begin(record, f"{record.msg} (with other values)")
            like.seen += 1
            if like.seen > FOLD_LIKE_AFTER:
                like.folded += 1
                return
            line = self._begin(record, record.getMessage())
        line.seen += 1
        if line.seen > FOLD_AFTER:
            line.folded += 1
        else:
            yield record

    def close(self, before: float = float("inf")) -> Iterator[logging.LogRecord]:
        """The sums of the minutes that began `before`, and forget them."""
        over = [key for key, minute in self._minutes.items() if minute.since <= before]
        for key in over:
            if folded := self._minutes.pop(key).folded:
                name, level, message = key
                text = "%d times more within a minute: %s"
                yield logging.LogRecord(name, level, "", 0, text, (folded, message), None)

    def _begin(self, record: logging.LogRecord, text: str) -> _Minute:
        return self._minutes.setdefault(_key(record, text), _Minute(record.created))


def _key(record: logging.LogRecord, text: str) -> tuple[str, int, str]:
    return record.name, record.levelno, text


class PrivateFile(RotatingFileHandler):
    """A log file that only the user can read, after each rotation too."""

    _is_told = False

    def __init__(self, file: Path) -> None:
        super().__init__(file, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
        self._folding = Folding()

    def emit(self, record: logging.LogRecord) -> None:
        """Write what the folding lets through."""
        try:
            records = list(self._folding.take(record))
        except (TypeError, ValueError, KeyError):  # the values do not fit the message
            records = [record]
        for one in records:
            super().emit(one)

    def close(self) -> None:
        """Write what is still folded, and close."""
        self.acquire()
        try:
            for one in self._folding.close():
                super().emit(one)
        finally:
            self.release()
        super().close()

    def _open(self) -> TextIOWrapper:
        file = Path(self.baseFilename)
        if file.is_fifo():  # who opens one that nobody reads is told so only without waiting
            os.close(os.open(file, os.O_WRONLY | os.O_NONBLOCK))
        file.touch(mode=0o600)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Say once that nothing is logged (a full disk); the program goes on without."""
        del record  # it may be the very thing that cannot be written
        if self._is_told or sys.stderr is None:
            return
        self._is_told = True
        error = sys.exc_info()[1]
        why = error.strerror if isinstance(error, OSError) else type(error).__name__
        with contextlib.suppress(OSError):
            sys.stderr.write(f"jarvis: Cannot write the log {self.baseFilename}: {why}.\n")


class Discreet(logging.Formatter):
    """Formats a record as a line of text or JSON, without keys and without exception messages.

    Args:
        form: "text" or "json".
        secrets: What must not be written, in whatever part of a record it comes.
    """

    def __init__(self, form: LogForm = "text", secrets: Sequence[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._form = form
        kept = {one for one in secrets if len(one) >= SHORTEST_SECRET}
        written = kept | {quote(one, safe="") for one in kept} | {_escaped(one) for one in kept}
        self._secrets = sorted(written, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """The record as it is written."""
        if self._form == "json":
            return self._as_json(record)
        return written_out(self._without_keys(super().format(record)))

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802 - the library's name
        """Type and frames; what the exception says is left out, it may quote users."""
        kind, _, frames = ei
        name = kind.__name__ if kind else ""
        return f"{name}\n{''.join(traceback.format_tb(frames))}".rstrip()

    def _without_keys(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return _TOKEN.sub(REDACTED, text)

    def _as_json(self, record: logging.LogRecord) -> str:
        body = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._without_keys(record.getMessage()),
        }
        if record.exc_info:
            body["traceback"] = self._without_keys(self.formatException(record.exc_info))
        return json_line(body)


def start_log(file: Path, form: LogForm = "text", secrets: Sequence[str] = ()) -> None:
    """Log to `file` from now on; a second call for the same file changes nothing.

    Args:
        file: Made with its folder where they are not there.
        form: Lines of text, or one JSON object a line.
        secrets: What no line may hold: the keys.

    Raises:
        StoreError: It cannot be written.
    """
    open_logs = [one for one in logging.getLogger().handlers if isinstance(one, PrivateFile)]
    if any(one.baseFilename == os.fspath(file.absolute()) for one in open_logs):
        return
    try:
        ensure(file.parent)
        handler = PrivateFile(file)
    except OSError as error:
        logging.getLogger().addHandler(_NOWHERE)  # else warnings go to the terminal as they are
        raise StoreError("log-unwritable", f"Cannot write {file}: {error.strerror}.") from error
    handler.setFormatter(Discreet(form, secrets))
    logging.getLogger().removeHandler(_NOWHERE)
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


def log_broken(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log where something broke: type and frames; the message is left out, it may quote users."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s broke: %s\n%s", what, type(error).__name__, frames)


def _escaped(text: str) -> str:
    """As it stands inside a JSON text."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
