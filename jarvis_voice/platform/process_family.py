"""Finds and ends what a program has started, also what left its process group and session.

Invariant: only a process that descends from the program, or bears its mark in its environment, is
ended. A child that cleared its environment and whose parent is gone can no longer be told from
others, and stays.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator, Sequence

import psutil

MARK = "JARVIS_FAMILY"
"""The variable in the environment of a program that tells its children from others."""


def new_mark() -> str:
    """A value for `MARK` that no other program has."""
    return secrets.token_hex(8)


def descendants_of(pid: int) -> list[psutil.Process]:
    """The children of a running process, and theirs; none where it is gone."""
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.Error:
        return []


def marked_with(mark: str) -> list[psutil.Process]:
    """All processes of this user that bear a mark, whoever is their parent now."""
    return [one for one in psutil.process_iter() if _mark_of(one) == mark]


def end_all(family: Sequence[psutil.Process]) -> None:
    """Kill processes; one whose number has become another's is left alone."""
    for one in family:
        with contextlib.suppress(psutil.Error):
            one.kill()


def end_family(known: Sequence[psutil.Process], mark: str) -> None:
    """Kill what was known, what it started since, and what bears the mark."""
    end_all([*_with_children(known), *marked_with(mark)])


def _with_children(known: Sequence[psutil.Process]) -> Iterator[psutil.Process]:
    for one in known:
        with contextlib.suppress(psutil.Error):
            yield from one.children(recursive=True)
        yield one


def _mark_of(process: psutil.Process) -> str:
    if process.pid == os.getpid():
        return ""
    try:
        return str(process.environ().get(MARK, ""))
    except (psutil.Error, OSError):  # of another user, or gone
        return ""
