"""Explains the failures of any language-model client: their kind, reason and waiting time.

Invariant: no foreign text is quoted: an error of a client may hold the key or the conversation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

Kind = Literal[
    "bad-key", "rate-limited", "offline", "timeout", "bad-answer", "truncated", "refused"
]

REFUSED_SECONDS = 3_600.0
LIMITED_SECONDS = 60.0
SLOW_SECONDS = 60.0
"""Each turn would wait for its whole time-out again."""

CLIENTS = ("httpx", "httpx2", "httpcore", "aiohttp")


@dataclass(frozen=True, slots=True)
class ChatFailure:
    """One failed call of a language model.

    Attributes:
        kind: The code without its prefix.
        why: In fixed words.
        wait_seconds: How long it is remembered; 0 is not at all.
    """

    kind: Kind
    why: str = ""
    wait_seconds: float = 0.0


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from, outermost first."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__


def judge_transport(error: Exception) -> ChatFailure:
    """What a failure means in which no server said no."""
    chain = list(causes(error))
    names = [type(seen).__name__ for seen in chain]
    if any(isinstance(seen, UnicodeEncodeError) for seen in chain) or "LocalProtocolError" in names:
        # the key does not even fit into a header
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    if any(isinstance(seen, TimeoutError) for seen in chain) or any("Timeout" in n for n in names):
        return ChatFailure("timeout", wait_seconds=SLOW_SECONDS)
    if "TooLargeError" in names:
        return ChatFailure("bad-answer", "it is too large")
    if "OtherHostError" in names:
        return ChatFailure("bad-answer", "it leads to another host")
    if "RemoteProtocolError" in names or any("Payload" in name for name in names):
        return ChatFailure("bad-answer", "it was cut short")
    if any(isinstance(seen, OSError) for seen in chain) or _libraries(chain) & set(CLIENTS):
        return ChatFailure("offline", "no connection")
    if any(isinstance(seen, json.JSONDecodeError) for seen in chain):
        return ChatFailure("bad-answer", "it is no JSON")
    return ChatFailure("bad-answer", f"the client failed with {names[0]}")


def _libraries(chain: Iterable[BaseException]) -> set[str]:
    """Where the classes of these errors, and those that they are kinds of, come from."""
    kinds = {kind for seen in chain for kind in type(seen).__mro__}
    return {kind.__module__.partition(".")[0] for kind in kinds}


def judge_status(status: int, wait_seconds: float | None, no_model: str) -> ChatFailure:
    """What an HTTP status means that is no success.

    Args:
        status: Of the response.
        wait_seconds: What the server asks to wait, if it does.
        no_model: Where the user named the model and its address.
    """
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return ChatFailure("rate-limited", wait_seconds=wait_seconds or LIMITED_SECONDS)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ChatFailure("offline", f"its server answered {status}")
    if status == HTTPStatus.NOT_FOUND:
        return ChatFailure("refused", f"there is no such model; see {no_model}")
    return ChatFailure("refused", f"the request was not accepted, status {status}")
