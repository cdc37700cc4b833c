"""Finds well-known sites by name, in config/sites.toml and in the user's own table.

Invariant: a URL of the user's passed `safe_url` when it was read; a hit enters the url_map like any
search result, with origin "sites".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ConfigError, ToolError
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.settings_file import not_utf8
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.name_match import MatchVerdict, Named, NameIndex
from jarvis_voice.language.en.name_sound import name_variants, sound_keys, squeeze

GLUED_VERB = re.compile(r"^open(?=\w{6})")
"""Speech to text writes "open github dot com" as "opengithub.com"; "openmail" is a name."""

HEARING_SCORE = 87.0
"""From this likeness a heard address is the known one: gethub has 88.9, openmail 85.7 of OpenAI."""

_KEYS = {"name", "also", "url"}

_ARTICLE = re.compile(r"the\s+(?=\S)", re.I)
"""Sentence templates take it for a word of their own: of "open the college" they give "college"."""


@dataclass(frozen=True, slots=True)
class SiteMatch:
    """The result of looking up a spoken name in the sites table.

    Attributes:
        verdict: Accept `link`, ask which of `candidates`, or refuse.
        link: The site, origin "sites", when accepted; else None.
        confidence: 0..100; 100 is the very name.
        candidates: The sites to ask about, best first; the one accepted comes first.
    """

    verdict: MatchVerdict
    link: Link | None
    confidence: float
    candidates: tuple[Link, ...]


class SiteTable:
    """The closed list of sites that Jarvis knows.

    Attributes:
        sites: Their names and URLs, in the order of the files.
    """

    def __init__(self, sites: Iterable[Named[str]]) -> None:
        """Make a table of sites whose values are URLs."""
        self.sites = tuple(sites)
        self._index: NameIndex[str] | None = None

    @classmethod
    def load(cls, paths: Paths) -> SiteTable:
        """Read the shipped table and the user's; an entry of the user's wins over ours.

        Raises:
            ConfigError: The user's file cannot be read; the message names the entry.
        """
        refuse_no_file(paths.user_sites)
        if not paths.user_sites.exists():
            return _shipped_table()
        own = [_with_bare_names(site) for site in read_sites(paths.user_sites)]
        for site in own:
            _check_url(site, paths.user_sites)
        return cls(_merged(_shipped_table().sites, own))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all sites, in the order of the files."""
        return tuple(site.name for site in self.sites)

    @property
    def spellings(self) -> tuple[tuple[tuple[str, ...], Link], ...]:
        """Each site with its name and its other names."""
        return tuple(((site.name, *site.also), _link(site)) for site in self.sites)

    def resembling(self, spoken_name: str, most: int) -> tuple[str, ...]:
        """The names of sites that come nearest to a spoken one, the nearest first."""
        return self._names.resembling(spoken_name, most)

    @property
    def _names(self) -> NameIndex[str]:
        if self._index is None:
            self._index = NameIndex(_with_host(site) for site in self.sites)
        return self._index

    def find(self, spoken_name: str) -> SiteMatch:
        """The site a spoken name means, such as "em eye tee", "git hub" or "get hub dot com"."""
        match = self._names.find(spoken_name)
        links = tuple(_link(site) for site in match.candidates)
        link = links[0] if match.verdict is MatchVerdict.ACCEPT else None
        return SiteMatch(match.verdict, link, match.score, links)

    def hearing_of(self, link: Link) -> Link:
        """The well-known site that a *heard* address sounds like, or the address itself.

        Speech to text writes "github dot com" as "gethub.com": an address that was heard and
        sounds like a site in the table is that site, so that a look-alike is never opened by
        mistake. An address that was typed is opened as it stands and does not come here.
        """
        host = safe_url(link.url).host
        stem = host.removeprefix("www.").rpartition(".")[0]  # a shared ".com" is no likeness
        for heard in (stem, GLUED_VERB.sub("", stem)):
            match = self.find(heard)
            for known in match.candidates:
                if match.confidence >= HEARING_SCORE or _sounds_like(heard, known.title):
                    is_exact = safe_url(known.url).host.removeprefix("www.") == host
                    return link if is_exact else known
        return link


@cache
def _shipped_table() -> SiteTable:
    """The sites that ship: read once in a process, and indexed once."""
    return SiteTable(read_sites(shipped("config/sites.toml")))


def _sounds_like(heard: str, name: str) -> bool:
    return bool({*sound_keys(squeeze(heard))} & {*sound_keys(squeeze(name))})


def _link(site: Named[str]) -> Link:
    return Link(title=site.name, url=site.value, origin="sites")


def _with_host(site: Named[str]) -> Named[str]:
    """The site with its own address as one more name, where that is a whole host."""
    scheme_and_host, _, path = site.value.removeprefix("https://").partition("/")
    host = scheme_and_host.removeprefix("www.")
    return site if path else Named(site.name, site.value, (*site.also, host), site.weak)


def _with_bare_names(site: Named[str]) -> Named[str]:
    """The site with each of its names without a leading "the" as one more."""
    bare = [
        _ARTICLE.sub("", one, count=1) for one in (site.name, *site.also) if _ARTICLE.match(one)
    ]
    return Named(site.name, site.value, (*site.also, *bare), site.weak)


def _merged(ours: Iterable[Named[str]], own: list[Named[str]]) -> list[Named[str]]:
    """Our sites without the names that the user gave away, then the user's."""
    taken = {squeeze(name) for site in own for name in (site.name, *site.also)}
    kept = []
    for site in ours:
        if squeeze(site.name) in taken:
            continue
        also = tuple(name for name in site.also if squeeze(name) not in taken)
        kept.append(Named(site.name, site.value, also))
    return own + kept


def read_sites(file: Path) -> list[Named[str]]:
    """The sites of one file, in its order; their URLs are not checked here.

    Raises:
        ConfigError: The file or an entry is bad.
    """
    try:
        table = parsed_toml(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError("sites-unreadable", f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError("sites-syntax", not_utf8(file, error)) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("sites-syntax", f"{file} is not valid TOML: {error}.") from error
    entries = table.pop("site", [])
    if table or not isinstance(entries, list):
        raise ConfigError("sites-syntax", f"{file} may hold [[site]] entries and nothing else.")
    return [_site(entry, number, file) for number, entry in enumerate(entries, start=1)]


def _site(entry: Any, number: int, file: Path) -> Named[str]:
    where = f"Site {number} of {file}"
    if not isinstance(entry, Mapping):
        raise ConfigError("sites-entry", f"{where} is not a [[site]] entry.")
    if isinstance(entry.get("name"), str):
        where = f'The site "{entry["name"]}" in {file}'
    if unknown := sorted(entry.keys() - _KEYS):
        raise ConfigError(
            "sites-entry", f'{where} has an unknown key "{unknown[0]}"; known: name, also, url.'
        )
    name, also, url = entry.get("name"), entry.get("also", []), entry.get("url")
    if not isinstance(name, str) or not name_variants(name):
        raise ConfigError("sites-entry", f'{where} needs a name, such as name = "My school".')
    if not isinstance(also, list) or not all(isinstance(one, str) for one in also):
        raise ConfigError("sites-entry", f'{where}: also must be a list, such as ["school"].')
    if not isinstance(url, str):
        raise ConfigError("sites-entry", f'{where} needs a url, such as "https://example.org/".')
    return Named(name, url, tuple(also))


def _check_url(site: Named[str], file: Path) -> None:
    try:
        safe_url(site.value)
    except ToolError as error:
        where = f'The site "{site.name}" in {file}'
        raise ConfigError("sites-entry", f"{where} has a bad url. {error.message}") from error
