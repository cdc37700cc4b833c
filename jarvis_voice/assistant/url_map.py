"""The url_map: the links that a planner may choose by index. Pure.

Invariant: every URL that is opened was an entry of this map; a model sees titles and hosts of it,
never a URL.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import cast
from urllib.parse import urlsplit, urlunsplit

from jarvis_voice.assistant.state import LinkState
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import Link

MAX_LINKS = 100
"""Entries kept: as many as a search can be asked for."""


def normalised(url: str) -> str:
    """The URL by which two openings count as the same: case, default path and fragment aside."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    return urlunsplit(("", host, parts.path.rstrip("/"), parts.query, ""))


def merged(front: Iterable[Link], rest: Iterable[Link]) -> list[LinkState]:
    """Both lists as state, `front` first, each URL once."""
    kept: dict[str, LinkState] = {}
    for link in (*front, *rest):
        kept.setdefault(normalised(link.url), cast("LinkState", asdict(link)))
    return list(kept.values())[:MAX_LINKS]


def links(url_map: Sequence[LinkState]) -> tuple[Link, ...]:
    """The state's entries as links."""
    return tuple(Link(**entry) for entry in url_map)


def resolve(url_map: Sequence[LinkState], index: int) -> Link:
    """The link a `url_index` points at.

    Raises:
        ToolError: The index is outside the map.
    """
    if not 0 <= index < len(url_map):
        raise ToolError("no-such-result", f"There is no result number {index + 1}.")
    return Link(**url_map[index])


def index_of(url_map: Sequence[Link], url: str) -> int | None:
    """Where a URL stands in the map, or None."""
    wanted = normalised(url)
    return next((i for i, link in enumerate(url_map) if normalised(link.url) == wanted), None)


def host(url: str) -> str:
    """The host a planner or a user is shown: without "www.", foreign letters in "xn--" form."""
    try:
        name = safe_url(url).host
    except ToolError:  # it is shown and never opened
        name = urlsplit(url).hostname or ""
    return name.removeprefix("www.")
