"""Unit: the url_map, the one door for addresses."""

import pytest

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link

pytestmark = pytest.mark.unit

MIT = Link("MIT", "https://www.mit.edu/", "sites")
MIT_AGAIN = Link("Massachusetts ...", "http://MIT.edu#top", "search")
STANFORD = Link("Stanford", "https://www.stanford.edu/", "search", "a university")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://www.mit.edu/", "http://MIT.EDU"),
        ("https://mit.edu/about/", "https://mit.edu/about#history"),
        ("https://mit.edu/?a=1", "https://www.mit.edu?a=1"),
    ],
)
def test_two_spellings_of_one_page_are_one(one: str, other: str) -> None:
    assert urls.normalised(one) == urls.normalised(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://mit.edu/", "https://web.mit.edu/"),
        ("https://mit.edu/a", "https://mit.edu/A"),
        ("https://mit.edu/?a=1", "https://mit.edu/?a=2"),
    ],
)
def test_two_pages_stay_two(one: str, other: str) -> None:
    assert urls.normalised(one) != urls.normalised(other)


def test_merging_puts_the_front_first_and_keeps_each_page_once() -> None:
    merged = urls.merged([MIT], [STANFORD, MIT_AGAIN])
    assert urls.links(merged) == (MIT, STANFORD)


def test_the_map_is_bounded() -> None:
    many = [Link(str(n), f"https://example.org/{n}", "search") for n in range(2 * urls.MAX_LINKS)]
    assert len(urls.merged(many, many)) == urls.MAX_LINKS


def test_a_link_survives_the_state_unchanged() -> None:
    assert urls.resolve(urls.merged([STANFORD], ()), 0) == STANFORD


@pytest.mark.parametrize("index", [-1, 1, 99])
def test_an_index_outside_the_map_is_refused(index: int) -> None:
    with pytest.raises(ToolError) as caught:
        urls.resolve(urls.merged([MIT], ()), index)
    assert caught.value.code == "no-such-result"


def test_a_page_is_found_by_any_spelling_of_its_address() -> None:
    assert urls.index_of((STANFORD, MIT), MIT_AGAIN.url) == 1
    assert urls.index_of((STANFORD,), MIT.url) is None


def test_a_host_is_shown_without_its_www() -> None:
    assert urls.host("https://www.mit.edu/about") == "mit.edu"
    assert urls.host("nonsense") == ""
