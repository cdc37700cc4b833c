"""Unit: an address goes in, the address as it would be opened or a refusal comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import is_safe_url, safe_url

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("given_url", "opened"),
    [
        ("https://www.mit.edu/", "https://www.mit.edu/"),
        ("HTTPS://WWW.MIT.EDU", "https://www.mit.edu/"),
        ("http://example.com/a?b=c#d", "http://example.com/a?b=c#d"),
        ("https://example.com:8443/x", "https://example.com:8443/x"),
        ("https://example.com./", "https://example.com/"),
        ("https://b\u00fccher.de/\u00e4", "https://xn--bcher-kva.de/%C3%A4"),
        ("https://\u4f8b\u3048.jp/", "https://xn--r8jz45g.jp/"),
        ("https://example.com/?q=a%20b", "https://example.com/?q=a%20b"),
        ("https://\u30b3\u30fc\u30d2\u30fc.jp/", "https://xn--tck2c4fb.jp/"),
        ("https://\u4f50\u3005\u6728.jp/", "https://xn--u6jy55gilq.jp/"),
    ],
)
def test_a_public_address_is_opened_in_its_visible_form(given_url: str, opened: str) -> None:
    assert safe_url(given_url).url == opened


def test_an_international_host_shows_its_punycode() -> None:
    assert safe_url("https://\u0430\u0440\u0440\u04cf\u0435.com/").host == "xn--80ak6aa92e.com"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "github.com",
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://",
        "https:///path",
        "http://user:secret@example.com/",
        "http://example.com@evil.org/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://[::1]/",
        "http://[::1",
        "http://localhost/",
        "http://localhost./",
        "http://printer.local/",
        "http://vault.internal/",
        "http://router.home.arpa/",
        "http://intranet/",
        "http://a..com/",
        "http://-a.com/",
        "http://example.com:99999/",
        "http://example.com:0/",
        "http://example.com:22/",
        "http://example.com:25/",
        "http://example.com:6667/",
        "http://exam%70le.com/",
        "http://example.com\\@evil.org/",
        "https://example.com/\x00",
        "https://example.com/a\nb",
        "https://example.com/\u202egpj.exe",
        "https://exam\u200bple.com/",
        "https://exam\u200cple.com/",
        "https://example.com\u200d/",
        "https://example.com/\u200b",
        "https://example .com/",
        "https://\u0430pple.com/",
        "https://xn--pple-43d.com/",
        "https://xn--zzzzzzzz.com/",
        "https://\u2460.com.1/",
        "https://example.com/" + "a" * 3_000,
    ],
)
def test_everything_else_is_refused(url: str) -> None:
    with pytest.raises(ToolError) as caught:
        safe_url(url)
    assert caught.value.code == "unsafe-url"
    assert not is_safe_url(url)


@given(st.text(max_size=80))
def test_no_text_breaks_it_and_the_answer_is_stable(text: str) -> None:
    for url in (text, f"https://{text}", f"https://example.com/{text}"):
        if is_safe_url(url):
            opened = safe_url(url)
            assert opened.url.isascii()
            assert opened.url.startswith(("http://", "https://"))
            assert safe_url(opened.url) == opened


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_letters_of_a_title_may_be_joined_and_parted(joiner: str) -> None:
    opened = safe_url(f"https://fa.wikipedia.org/wiki/a{joiner}b?q={joiner}#{joiner}").url
    shown = {"\u200c": "%E2%80%8C", "\u200d": "%E2%80%8D"}[joiner]
    assert opened == f"https://fa.wikipedia.org/wiki/a{shown}b?q={shown}#{shown}"


@pytest.mark.parametrize("url", ["HTTP://EXAMPLE.COM", "Https://Example.com/A", "hTTp://a.ORG?B"])
def test_capitals_make_no_other_address(url: str) -> None:
    scheme, _, rest = url.partition("://")
    host, sign, path = rest.partition("/")
    assert safe_url(url) == safe_url(f"{scheme.lower()}://{host}{sign}{path}")
    assert safe_url(url).url.startswith(("http://", "https://"))
