"""Unit: no text that goes to a model holds an address."""

import pytest

from jarvis_voice.assistant.planning.prompts import without_urls

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("see https://www.x.org/a/b?k=1#t.", "see x.org"),
        ("see www.x.org/a?k=1 now", "see x.org now"),
        ("ftp://x.org/file", "x.org"),
        ("x.org/path?token=abc", "x.org"),
        ("//x.org/a", "x.org"),
        ("https://user:pw@x.org/", "x.org"),
        ("It is 5/8 or either/or at 10:30, e.g. so.", "It is 5/8 or either/or at 10:30, e.g. so."),
    ],
)
def test_an_address_is_cut_down_to_its_host(text: str, kept: str) -> None:
    assert without_urls(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a.." * 3 + "b.com/x y", "a..a..a..b.com y"),
        ("\u00e9a-b.c.com/x", "\u00e9a-b.c.com"),
        ("x.y.z+http://a.b/c", "a.b"),
        ("1.2/3 and a.b.1/2", "1.2/3 and a.b.1/2"),
        ("-.-.a.com:80/x", "-.-.a.com"),
        ("a." * 9 + "com", "a." * 9 + "com"),
    ],
)
def test_what_stands_before_a_host_stays(text: str, kept: str) -> None:
    assert without_urls(text) == kept
