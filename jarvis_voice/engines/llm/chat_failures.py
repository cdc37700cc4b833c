"""Explains the failures of any language-model client: their kind, reason and waiting time.

Invariant: no foreign text is quoted: an error of a client may hold the key or the conversation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from jarvis_voice.core.errors import Cure
from jarvis_voice.platform.outbound.no_answer import UNTRUSTED

Kind = Literal[
    "bad-key",
    "rate-limited",
    "offline",
    "timeout",
    "stalled",
    "bad-answer",
    "truncated",
    "refused",
    "blind",
    "no-model",
    "distrusted",
    "proxy",
]
"""What went wrong; some kinds share a code, and each has words of its own."""

_CODES: Mapping[Kind, str] = {
    "stalled": "timeout",
    "blind": "refused",
    "no-model": "refused",
    "distrusted": "offline",
    "proxy": "offline",
}

_CURES: Mapping[Kind, Cure] = {
    "bad-key": "setup",
    "no-model": "setup",
    "distrusted": "setup",
    "proxy": "setup",
    "refused": "none",
    "blind": "none",
}

REFUSED_SECONDS = 3_600.0
LIMITED_SECONDS = 60.0

SYSTEM = "system"
"""A message of the system: some models take it as a part of the user's first message alone."""

TIMED_OUT = "did not answer in time"

LONGEST_RETRY_SECONDS = 10.0
"""A server that asks for a longer pause is not waited for within a turn."""

RETRY_SECONDS = (0.5, 1.0)
"""How long to wait before each new try of what may pass, where the server says nothing."""

_TOO_LONG = re.compile(
    r"context (?:length|window|size)|too (?:long|large|many tokens)|n_ctx|max\w* (?:context|tokens)"
    r"|exceed\w* .{0,40}(?:context|tokens)",
    re.IGNORECASE,
)

CLIENTS = ("httpx", "httpx2", "httpcore", "aiohttp")


@dataclass(frozen=True, slots=True)
class ChatFailure:
    """One failed call of a language model.

    Attributes:
        kind: The code without its prefix.
        why: In fixed words.
        wait_seconds: How long it is remembered; 0 is not at all.
        may_pass: The server is there and says no for now.
        asked_seconds: After which time it wants to be asked again, if it says so.
    """

    kind: Kind
    why: str = ""
    wait_seconds: float = 0.0
    may_pass: bool = False
    asked_seconds: float | None = None

    def retry_seconds(self, n_tries: int) -> float | None:
        """How long to wait before asking once more within the same turn; None is not to ask.

        Args:
            n_tries: How often it was asked and might have passed.
        """
        if not self.may_pass:
            return None
        if self.asked_seconds is not None:
            is_near = n_tries == 1 and self.asked_seconds <= LONGEST_RETRY_SECONDS
            return self.asked_seconds if is_near else None
        return RETRY_SECONDS[n_tries - 1] if n_tries <= len(RETRY_SECONDS) else None


@dataclass(frozen=True, slots=True)
class ModelNames:
    """What the words of a failure call a model, and where the user set it.

    Attributes:
        title: Inside a sentence: "the second model".
        key: Of what a refused key is told, such as "the one in GOOGLE_API_KEY".
        place: Where model and address are set: "[second_model]".
    """

    title: str
    key: str
    place: str

    @property
    def capital(self) -> str:
        """The title at the beginning of a sentence."""
        return self.title[:1].upper() + self.title[1:]


def code_of(prefix: str, kind: Kind) -> str:
    """The code of an error."""
    return f"{prefix}-{_CODES.get(kind, kind)}"


def cure_of(kind: Kind) -> Cure:
    """What helps against a failure."""
    return _CURES.get(kind, "again")


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from, outermost first."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__


def is_too_long(said: str) -> bool:
    """Whether a server says that the conversation has no room in its model."""
    return _TOO_LONG.search(said) is not None


def judge_transport(error: Exception) -> ChatFailure:
    """What a failure means in which no server said no."""
    chain = list(causes(error))
    names = [type(seen).__name__ for seen in chain]
    if any(isinstance(seen, UnicodeEncodeError) for seen in chain) or "LocalProtocolError" in names:
        # the key does not even fit into a header
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    if any(isinstance(seen, TimeoutError) for seen in chain) or any("Timeout" in n for n in names):
        return ChatFailure("timeout", TIMED_OUT)
    if "TooLargeError" in names:
        return ChatFailure("bad-answer", "it is too large")
    if "OtherHostError" in names:
        return ChatFailure("bad-answer", "it leads to another host")
    if "RemoteProtocolError" in names or any("Payload" in name for name in names):
        return ChatFailure("bad-answer", "it was cut short")
    if any(isinstance(seen, OSError) for seen in chain) or _libraries(chain) & set(CLIENTS):
        return _no_connection(chain)
    if any(isinstance(seen, json.JSONDecodeError) for seen in chain):
        return ChatFailure("bad-answer", "it is no JSON")
    return ChatFailure("bad-answer", f"the client failed with {names[0]}")


def _no_connection(chain: Iterable[BaseException]) -> ChatFailure:
    """Why there is none, where that is more than an open cable."""
    if any(UNTRUSTED in str(seen) for seen in chain):
        return ChatFailure("distrusted")
    if any("Proxy" in type(seen).__name__ for seen in chain):
        return ChatFailure("proxy")
    return ChatFailure("offline", "no connection")


def _libraries(chain: Iterable[BaseException]) -> set[str]:
    """Where the classes of these errors, and those that they are kinds of, come from."""
    kinds = {kind for seen in chain for kind in type(seen).__mro__}
    return {kind.__module__.partition(".")[0] for kind in kinds}


def judge_status(status: int, wait_seconds: float | None) -> ChatFailure:
    """What an HTTP status means that is no success.

    Args:
        status: Of the response.
        wait_seconds: What the server asks to wait, if it does.
    """
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        pause = wait_seconds or LIMITED_SECONDS
        return ChatFailure(
            "rate-limited", wait_seconds=pause, may_pass=True, asked_seconds=wait_seconds
        )
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ChatFailure(
            "offline",
            f"its server answered {status}",
            may_pass=status != HTTPStatus.NOT_IMPLEMENTED,
            asked_seconds=wait_seconds,
        )
    if status == HTTPStatus.NOT_FOUND:
        return ChatFailure("no-model")
    return ChatFailure("refused", f"the request was not accepted, status {status}")
