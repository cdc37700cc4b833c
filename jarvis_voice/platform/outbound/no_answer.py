"""Says why a service gave no answer that can be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

NoAnswerKind = Literal["no-internet", "proxy", "distrusted", "down", "late", "strange", "unfit"]

UNTRUSTED = "CERTIFICATE_VERIFY_FAILED"
"""OpenSSL's own word; the libraries hand on its text and not always the error itself."""


class NoAnswerError(Exception):
    """A service gave no answer that can be used. Whoever asked says it in words.

    Attributes:
        kind: "no-internet" (no name is known, no network is reached), "proxy" (the user's proxy
            does not do its part), "distrusted" (this machine does not trust its certificate),
            "down" (nobody answers there), "late", "strange" (no such answer was asked for) or
            "unfit" (the question does not fit into HTTP).
        why: In fixed words: no text of the service, no address, no key.
    """

    def __init__(self, kind: NoAnswerKind, why: str) -> None:
        super().__init__(why)
        self.kind: NoAnswerKind = kind
        self.why = why


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and the members of groups, outermost first."""
    waiting: list[BaseException] = [error]
    seen: set[int] = set()
    while waiting:
        found = waiting.pop(0)
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(found.exceptions)
        if found.__cause__ is not None:
            waiting.append(found.__cause__)


def is_distrusted(error: BaseException) -> bool:
    """Whether there is no connection because the certificate of the server is not trusted."""
    return any(UNTRUSTED in str(one) for one in causes(error))
