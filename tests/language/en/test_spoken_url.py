"""Unit: a transcript goes in, the one address in it or None comes out."""

import pytest

from jarvis_voice.language.en.spoken_url import find_spoken_url, join_spoken_host

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("github dot com", "https://github.com/"),
        ("github.com", "https://github.com/"),
        ("Open GitHub.com.", "https://github.com/"),
        ("open github. com", "https://github.com/"),
        ("GitHub Dot Com", "https://github.com/"),
        ("https://example.org/a", "https://example.org/a"),
        ("http://example.org/a.", "http://example.org/a"),
        ("https colon slash slash example dot org", "https://example.org/"),
        ("docs dot python dot org slash three", "https://docs.python.org/3"),
        (
            "docs dot python dot org slash three slash library please",
            "https://docs.python.org/3/library",
        ),
        ("example dot com slash my dash page", "https://example.com/my-page"),
        ("w w w dot google dot com", "https://www.google.com/"),
        ("W. W. W. dot google dot com", "https://www.google.com/"),
        ("double u double u double u dot google dot com", "https://www.google.com/"),
        ("www dot bbc dot co dot uk", "https://www.bbc.co.uk/"),
        (
            "open en.wikipedia.org/wiki/Alan_Turing?x=1#y.",
            "https://en.wikipedia.org/wiki/Alan_Turing?x=1#y",
        ),
        ("Could you please open github.com for me?", "https://github.com/"),
        ("open the page at example dot com", "https://example.com/"),
        ("take me to the website wikipedia dot org", "https://wikipedia.org/"),
    ],
)
def test_an_address_is_read(text: str, url: str) -> None:
    link = find_spoken_url(text)
    assert link is not None
    assert (link.url, link.origin) == (url, "spoken")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "send mail to ana at example dot com",
        "write to ana at example dot com",
        "email ana@example.com",
        "meet me at example dot com",
        "compare github.com and gitlab.com",
        "open get hub dot com",
        "open get hub.com",
        "open readme.md",
        "open readme dot md",
        "open node.js",
        "it costs 3.50",
        "open M.I.T.'s website",
        "what is the dot product",
        "the dot com bubble",
        "open http://127.0.0.1/",
        "open http://localhost/",
        "http://user:secret@example.com/",
        "open printer.local",
        "ftp://example.com/",
        "file:///etc/passwd",
        "open 10.0.0.1",
        "https://\u0430pple.com/",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert find_spoken_url(text) is None


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("blue bottle coffee dot com", "https://bluebottlecoffee.com/"),
        ("get hub dot com", "https://gethub.com/"),
        ("get hub.com", "https://gethub.com/"),
        ("github.com", None),
        ("one two three four five dot com", None),
        ("MIT", None),
        ("get hub dot com and more", None),
    ],
)
def test_words_are_joined_into_a_host_only_on_request(name: str, url: str | None) -> None:
    assert join_spoken_host(name) == url
