"""Result types of the checks, and functions that make them.

Invariant: `detail` and `lines` hold no spoken word and no key; only `private` may hold words that
were heard, and it is shown on the screen alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jarvis_voice.core.errors import JarvisError

Status = Literal["ok", "warning", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class CheckVerdict:
    """The result of one check.

    Attributes:
        status: "ok"; "warning", it works and could be better; "failed", something does not work;
            "skipped", it was not looked at.
        detail: One or two sentences, or a list of facts.
        advice: What to do, one sentence; empty where there is nothing to do.
        lines: More facts, one a line.
        private: Lines for the screen alone.
    """

    status: Status
    detail: str
    advice: str = ""
    lines: tuple[str, ...] = ()
    private: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A verdict with the name of its check."""

    name: str
    verdict: CheckVerdict

    @property
    def status(self) -> Status:
        """The verdict's."""
        return self.verdict.status


class NothingToSeeError(JarvisError):
    """A check has nothing to examine; `why` names the problem behind that."""

    def __init__(self, why: str) -> None:
        super().__init__("nothing-to-see", why)


def ok(detail: str, *lines: str, private: tuple[str, ...] = ()) -> CheckVerdict:
    """All is well."""
    return CheckVerdict("ok", detail, lines=lines, private=private)


def warning(detail: str, advice: str, *lines: str, private: tuple[str, ...] = ()) -> CheckVerdict:
    """It works, and could be better."""
    return CheckVerdict("warning", detail, advice, lines, private)


def failed(detail: str, advice: str, *lines: str) -> CheckVerdict:
    """Something does not work."""
    return CheckVerdict("failed", detail, advice, lines)


def skipped(detail: str) -> CheckVerdict:
    """It was not looked at."""
    return CheckVerdict("skipped", detail)


def by_error(error: JarvisError) -> CheckVerdict:
    """An error of ours: its message says what happened, and last what to do."""
    *what, todo = error.message.split(". ")
    if not what:
        return failed(error.message, error.message)
    is_word = todo[1:2].islower()  # not the name of a variable
    return failed(
        error.message, f"{what[-1]}: {todo[:1].lower() if is_word else todo[:1]}{todo[1:]}"
    )
