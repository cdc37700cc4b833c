"""The daemon's log file: bounded in size, private, without transcripts, keys or sound."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from jarvis_voice.errors import StoreError
from jarvis_voice.paths import ensure

FILE_BYTES = 1_000_000
FILES_KEPT = 2
QUIET = (
    *("httpx", "httpcore", "google_genai", "faster_whisper", "langchain_google_genai", "urllib3"),
    *("openai", "trafilatura", "htmldate", "pypdf", "mcp"),
)
"""Libraries that log addresses, queries or every request."""


class PrivateFile(RotatingFileHandler):
    """A log file for the user's eyes alone, after each rotation too."""

    _is_told = False

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)
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


def start_log(file: Path) -> None:
    """Log to `file` from now on; a second call for the same file changes nothing.

    Raises:
        StoreError: It cannot be written.
    """
    open_logs = [one for one in logging.getLogger().handlers if isinstance(one, PrivateFile)]
    if any(one.baseFilename == os.fspath(file.absolute()) for one in open_logs):
        return
    try:
        ensure(file.parent)
        handler = PrivateFile(file, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
    except OSError as error:
        raise StoreError("log-unwritable", f"Cannot write {file}: {error.strerror}.") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


def log_broken(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log where something broke: type and frames; the message is left out, it may quote users."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s broke: %s\n%s", what, type(error).__name__, frames)
