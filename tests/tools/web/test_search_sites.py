"""Unit: the sites table as a search backend."""

import pytest

from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.web.search_sites import SitesSearch
from jarvis_voice.tools.web.sites import SiteTable

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("query", "host"),
    [
        ("MIT website", "https://www.mit.edu/"),
        ("the official website of MIT", "https://www.mit.edu/"),
        ("github official site", "https://github.com/"),
        ("git hub home page", "https://github.com/"),
        ("website", None),
        ("MIT", None),
        ("MIT admission rate", None),
        ("how old is github", None),
        ("blorbquist official website", None),
    ],
)
async def test_it_answers_what_asks_for_a_site_by_name(
    paths: Paths, query: str, host: str | None
) -> None:
    async with SitesSearch(SiteTable.load(paths)) as backend:
        results = await backend.search(query)
    assert [link.url for link in results.links] == ([host] if host else [])
    assert bool(results.entity) is bool(host)
    assert {link.origin for link in results.links} <= {"sites"}
    assert (results.query, results.backend, results.answer) == (query, "sites", "")


async def test_who_wants_many_results_wants_no_one_site(paths: Paths) -> None:
    async with SitesSearch(SiteTable.load(paths)) as backend:
        assert (await backend.search("MIT website", 10)).links
        assert (await backend.search("MIT website", 11)).links == ()
