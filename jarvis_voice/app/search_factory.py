"""Chooses who searches the web, and who finds places, by the keys that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.config import Config

if TYPE_CHECKING:
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.web.local_search import GoogleLocal
    from jarvis_voice.tools.web.search import SearchBackend
    from jarvis_voice.tools.web.sites import SiteTable


def search_backends(config: Config, sites: SiteTable, edge: Edge) -> list[SearchBackend]:
    """Those that search the web, the best first."""
    from jarvis_voice.tools.web.search_serpapi import SerpApiSearch
    from jarvis_voice.tools.web.search_sites import SitesSearch
    from jarvis_voice.tools.web.search_wikimedia import WikimediaSearch
    from jarvis_voice.tools.web.wikimedia import WikimediaUrls

    urls = WikimediaUrls.at(edge.endpoints.wikimedia)
    backends: list[SearchBackend] = [SitesSearch(sites), WikimediaSearch(urls)]
    if config.serpapi_api_key:
        key = config.serpapi_api_key.get_secret_value()
        backends.insert(0, SerpApiSearch(key, edge.endpoints.serpapi))
    return backends


def search_nearby(config: Config, edge: Edge) -> GoogleLocal | None:
    """Who finds places; None without a key."""
    from jarvis_voice.tools.web.local_search import GoogleLocal

    if not config.serpapi_api_key:
        return None
    return GoogleLocal(config.serpapi_api_key.get_secret_value(), edge.endpoints.serpapi)
