"""Looks for a key where none may be."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

import pytest


def assert_hidden(
    key: str,
    error: BaseException,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The key is in no log line, no output, no error of the chain and no traceback's last lines."""
    for seen in _chain(error):
        assert key not in "".join(traceback.format_exception_only(seen))
        assert key not in repr(vars(seen))
    assert key not in caplog.text
    assert key not in "".join(str(record.__dict__) for record in caplog.records)
    assert key not in "".join(capfd.readouterr())


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
