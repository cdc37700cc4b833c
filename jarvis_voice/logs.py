"""The daemon's log file: bounded in size, private, without transcripts, keys or sound."""

from __future__ import annotations

import logging
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from jarvis_voice.errors import StoreError
from jarvis_voice.paths import ensure

FILE_BYTES = 1_000_000
FILES_KEPT = 2
QUIET = ("httpx", "httpcore", "google_genai", "faster_whisper", "langchain_google_genai", "urllib3")
"""Libraries that log addresses, queries or every request."""


class PrivateFile(RotatingFileHandler):
    """A log file for the user's eyes alone, after each rotation too."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)
        return super()._open()


def start_log(file: Path) -> None:
    """Log to `file` from now on.

    Raises:
        StoreError: It cannot be written.
    """
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
