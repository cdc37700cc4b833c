"""AnswerCache: keeps answers of services in memory, each for the user whose question it answers.

Invariant: only whole good answers to questions that change nothing are kept, and only inside
`kept_for`. A question is known by its hash alone. All is bounded in entries and in bytes.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.platform.outbound.freshness import fresh_seconds
from jarvis_voice.platform.outbound.http_answer import HttpAnswer

MOST_ENTRIES = 256
MOST_BYTES = 4_000_000
LARGEST_BYTES = 500_000
"""Of one answer."""

LONGEST_TAG = 200

FAULTS = (b'"error"', b'"remark"')
"""What stands in answers of status 200 that are none: a fault of one moment must not last."""


@dataclass(frozen=True, slots=True)
class _Kept:
    answer: HttpAnswer
    until: float
    tag: str

    @property
    def n_bytes(self) -> int:
        headers = sum(len(name) + len(value) for name, value in self.answer.headers.items())
        return len(self.answer.body) + headers


Key = tuple[str, bytes]


class AnswerCache:
    """Keeps the answers that were used last.

    Args:
        seconds: Monotonic seconds.
        most_bytes: All together.
    """

    def __init__(
        self, seconds: Callable[[], float] = time.monotonic, most_bytes: int = MOST_BYTES
    ) -> None:
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._n_bytes = 0

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        return KeptSize("answers of services", len(self._kept), self._n_bytes)

    def forget(self, user_id: str) -> None:
        """Drop the answers to a user."""
        for key in [one for one in self._kept if one[0] == user_id]:
            self._drop(key)

    def fresh(self, key: Key) -> HttpAnswer | None:
        """The answer that may be given again without asking."""
        kept = self._kept.get(key)
        if kept is None or self._seconds() >= kept.until:
            return None
        self._kept.move_to_end(key)
        return kept.answer

    def tag(self, key: Key) -> str:
        """What the service calls the answer that is kept, to be asked whether it still holds."""
        kept = self._kept.get(key)
        return kept.tag if kept else ""

    def renewed(self, key: Key, host: str, headers: Mapping[str, str]) -> HttpAnswer | None:
        """The answer that is kept, of which the service says that it still holds."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._put(key, kept.answer, fresh_seconds(host, headers), kept.tag)
        return kept.answer

    def keep(self, key: Key, host: str, answer: HttpAnswer) -> None:
        """Keep an answer for as long as it is good."""
        self._drop(key)
        is_good = answer.status == HTTPStatus.OK and not any(one in answer.body for one in FAULTS)
        if is_good and len(answer.body) <= LARGEST_BYTES:
            tag = answer.headers.get("ETag", "")
            is_fit = tag.isascii() and tag.isprintable() and len(tag) <= LONGEST_TAG
            self._put(key, answer, fresh_seconds(host, answer.headers), tag if is_fit else "")

    def _put(self, key: Key, answer: HttpAnswer, seconds: float | None, tag: str) -> None:
        self._drop(key)
        if seconds is None or not (seconds or tag):
            return
        self._kept[key] = kept = _Kept(answer, self._seconds() + seconds, tag)
        self._n_bytes += kept.n_bytes
        while len(self._kept) > MOST_ENTRIES or self._n_bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        if kept := self._kept.pop(key, None):
            self._n_bytes -= kept.n_bytes


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom services are asked.

    Attributes:
        user_id: Whose question it is.
        cache: Where the answers are kept.
    """

    user_id: str
    cache: AnswerCache

    def key(self, url: str, params: Mapping[str, str]) -> Key:
        """A question of this user."""
        asked = json.dumps([url, sorted(params.items())]).encode()
        return self.user_id, hashlib.sha256(asked).digest()


_ASKER: ContextVar[Asker | None] = ContextVar("asker", default=None)


@contextmanager
def kept_for(user_id: str, cache: AnswerCache) -> Iterator[None]:
    """Keep the answers to what is asked inside; only around what changes nothing."""
    token = _ASKER.set(Asker(user_id, cache))
    try:
        yield
    finally:
        _ASKER.reset(token)


def asker() -> Asker | None:
    """For whom this task asks; None keeps nothing."""
    return _ASKER.get()


def host_of_url(url: str) -> str:
    """The host of an address, as `freshness` knows it."""
    return urlsplit(url).hostname or ""
