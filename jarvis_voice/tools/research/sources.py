"""Sources of the research: picks the pages to read next, and names sources aloud. Pure.

Invariant: a source is a page that was read, or the page of the search's own answer; nothing else
is ever cited.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.aggregators import is_aggregator
from jarvis_voice.tools.web.page_cache import Page
from jarvis_voice.tools.web.search import LONGEST_TITLE, SearchResults, plain, web_link

PAGES_AT_ONCE = 4
KEPT_CHARACTERS = 40_000
"""Of one page: a summary of a few sentences gains nothing from the rest."""

SPOKEN_NAMES = 4
"""More names than these are not followed by ear; all are printed."""

_ENCYCLOPEDIAS = ("wikipedia.org", "britannica.com")
"""They describe others' things, and well: a rule against rankings does not mean them."""

_SPOKEN_HOSTS = {"wikipedia.org": "Wikipedia", "britannica.com": "Britannica"}
_WRAPPED = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Source:
    """A source that was read; a stranger wrote its title and text.

    Attributes:
        title: What the page is called.
        url: Where it was read.
        text: Paragraphs divided by newlines; no sentence is broken by one.
        origin: Who found it, as in `Link`.
        is_page: Read as a page; False for the search's own answer.
    """

    title: str
    url: str
    text: str
    origin: str
    is_page: bool = True

    @property
    def host(self) -> str:
        """The host, without "www."."""
        return host_of(self.url)

    @property
    def name(self) -> str:
        """What it is called when spoken of: "Wikipedia", "nasa.gov"."""
        known = (name for host, name in _SPOKEN_HOSTS.items() if _is_of(self.host, host))
        return next(known, self.host)

    @property
    def link(self) -> Link:
        """The source as a result that can be opened."""
        return Link(self.title, self.url, self.origin)


def page_source(link: Link, page: Page) -> Source:
    """A page that was read, found by a link."""
    text = page.text[:KEPT_CHARACTERS]
    # lines of a PDF or a plain text end where the paper did
    text = text if page.kind == "html" else unwrapped(text)
    title = plain(page.title, LONGEST_TITLE) or link.title
    return Source(title, page.url, text, link.origin)


def answer_source(found: SearchResults) -> Source | None:
    """The search's own answer with the page it is from; None where either is missing."""
    link = web_link(found.answer_source, found.entity, "search")
    if not found.answer or link is None:
        return None
    return Source(link.title, link.url, found.answer, link.origin, is_page=False)


def unwrapped(text: str) -> str:
    """Paragraphs as one line each."""
    paragraphs = re.split(r"\n\s*\n", _WRAPPED.sub("", text))
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def host_of(url: str) -> str:
    """The host without "www.", foreign letters in "xn--" form; "" where there is none."""
    try:
        return safe_url(url).host.removeprefix("www.")
    except ToolError:
        return ""


def same_page(url: str) -> str:
    """What two addresses of one page have in common."""
    parts = urlsplit(url)
    return f"{host_of(url)}{parts.path.rstrip('/')}?{parts.query}"


def pages_to_read(
    results: Sequence[Link], tried: Collection[str], n_pages: int = PAGES_AT_ONCE
) -> list[int]:
    """Which results to read next, best first.

    Sites that speak for themselves come before rankings and social pages; a second page of one
    site is read only where there are no others.

    Args:
        results: What the searches found, best first.
        tried: Pages that were read or could not be, as `same_page` has them.
        n_pages: How many at the most.
    """
    left = [i for i, link in enumerate(results) if same_page(link.url) not in tried]
    hosts: set[str] = set()
    first: list[int] = []
    for index in left:
        if (host := host_of(results[index].url)) not in hosts:
            hosts.add(host)
            first.append(index)
    others = [index for index in left if index not in first]
    ranked = [i for i in (*first, *others) if not _only_points(results[i])]
    return (ranked or [*first, *others])[:n_pages]


def _only_points(link: Link) -> bool:
    """Whether a page ranks or collects rather than explains."""
    host = host_of(link.url)
    return is_aggregator(link) and not any(_is_of(host, known) for known in _ENCYCLOPEDIAS)


def _is_of(host: str, site: str) -> bool:
    return host == site or host.endswith(f".{site}")


def source_names(sources: Iterable[Source]) -> str:
    """The sources as they are spoken: "Wikipedia, nasa.gov and esa.int"."""
    names = list(dict.fromkeys(source.name for source in sources))
    if len(names) > SPOKEN_NAMES:
        names[SPOKEN_NAMES - 1 :] = [f"{len(names) - SPOKEN_NAMES + 1} more"]
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
