import pytest

from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.aggregators import is_aggregator

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://en.wikipedia.org/wiki/MIT", True),
        ("https://www.usnews.com/best-colleges", True),
        ("https://www.topuniversities.com/", True),
        ("https://m.facebook.com/MIT", True),
        ("https://WWW.Reddit.com./r/mit", True),
        ("https://www.mit.edu/", False),
        ("https://notwikipedia.org/", False),
        ("https://wikipedia.org.example.net/", False),
        ("https://x.com/MIT", True),
        ("https://netflix.com/", False),
        ("https://[broken/", False),
    ],
)
def test_it_goes_by_the_host(url: str, expected: bool) -> None:
    assert is_aggregator(Link("a page", url, "search")) is expected
