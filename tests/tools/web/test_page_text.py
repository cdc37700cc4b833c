"""Contract: trafilatura and pypdf on good, odd and broken pages."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.web import page_text as module
from jarvis_voice.tools.web.page_text import decoded, page_text
from jarvis_voice.workshop.worlds.page_server import pdf_of

pytestmark = pytest.mark.contract

HTML = "text/html; charset=utf-8"
STORY = "<p>The lighthouse was built in 1820 by hand.</p><p>It has shone every night since.</p>"


def html(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


def code_of(body: bytes, content_type: str) -> str:
    with pytest.raises(ToolError) as caught:
        page_text(body, content_type)
    return caught.value.code


def test_an_article_is_read_without_its_menu() -> None:
    menu = "<nav><ul><li><a href='/a'>Home</a></li><li><a href='/b'>Shop</a></li></ul></nav>"
    more = f"<p>{'Sailors know it well, and so do the gulls. ' * 9}</p>"
    page = page_text(html(f"{menu}<article><h1>Light</h1>{more}{STORY}</article>"), HTML)
    assert page.text.split("\n")[-2:] == [
        "The lighthouse was built in 1820 by hand.",
        "It has shone every night since.",
    ]
    assert "Shop" not in page.text
    assert (page.kind, page.n_characters) == ("html", len(page.text))


def test_a_bare_fragment_is_a_page() -> None:
    assert page_text(b"<p>Hello there.</p>", "text/html").text == "Hello there."
    page = page_text(b"<title>Hi</title><p>Hello there.</p>", "text/html")
    assert (page.title, page.text) == ("Hi", "Hello there.")


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title> The\n Light &amp; I </title>", "The Light & I"),
        ('<meta property="og:title" content="Light"><title>Light | Daily</title>', "Light"),
        ("<title></title>", "Heading"),
    ],
)  # fmt: skip
def test_a_page_is_called_by_its_title(head: str, title: str) -> None:
    body = html(f"<article><h1>Heading</h1>{STORY}</article>", head)
    assert page_text(body, HTML).title == title


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode(), "text/html; charset=iso-8859-1"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html; charset=utf-8"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html; charset=latin-1"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html; charset=zip"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html; charset=punycode"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("cp1252"), "text/html; charset=nonsense"),
        ("<p>Café, naïve, “quoted”, 5 €</p>".encode("utf-16"), "text/html"),
        ("\ufeff<p>Café, naïve, “quoted”, 5 €</p>".encode(), "text/html"),
    ],
)
def test_a_wrong_charset_does_no_harm(body: bytes, content_type: str) -> None:
    assert decoded(body, content_type) == "<p>Café, naïve, “quoted”, 5 €</p>"


def test_a_charset_is_found_in_the_page_itself() -> None:
    body = b'<meta charset="windows-1251"><p>' + "Маяк".encode("cp1251")
    assert decoded(body, "text/html").endswith("Маяк")


@given(st.binary(max_size=300), st.sampled_from(["", "text/html; charset=gb2312", "text/plain"]))
def test_any_bytes_become_text(body: bytes, content_type: str) -> None:
    assert isinstance(decoded(body, content_type), str)


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(st.binary(max_size=400), st.binary(max_size=200).map(lambda b: b"%PDF-1.7\n" + b)),
    st.sampled_from(["", "text/html", "application/pdf", "text/plain", "application/zip"]),
)
def test_any_bytes_are_a_page_or_an_error_of_ours(body: bytes, content_type: str) -> None:
    try:
        text = page_text(body, content_type).text
    except ToolError as error:
        text = error.code
    assert text.strip()
    text.encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        html(""),
        html("<script>render()</script><div id='app'></div>"),
        html("<img src='x.png'><img src='y.png'>"),
        b"<" * 2_000,
        b"\x00" * 100,
    ],
)
def test_a_page_without_text_is_empty(body: bytes) -> None:
    assert code_of(body, HTML) == "page-empty"


def test_a_page_nested_without_end_is_an_answer_too() -> None:
    assert code_of(b"<div>" * 20_000, HTML) == "page-empty"


def test_a_page_that_wants_a_password_is_locked() -> None:
    form = "<form><p>Sign in to go on.</p><input name='u'><input type='password' name='p'></form>"
    assert code_of(html(form), HTML) == "page-locked"


def test_a_password_field_beside_an_article_locks_nothing() -> None:
    form = "<form><input type='password' name='p'></form>"
    assert page_text(html(form + f"<article>{STORY * 20}</article>"), HTML).text


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("image/png", b"\x89PNG\r\n"),
        ("application/zip", b"PK\x03\x04"),
        ("application/octet-stream", b"MZ\x00\x01"),
        ("video/mp4", b"ftyp"),
    ],
)
def test_other_files_are_no_pages(content_type: str, body: bytes) -> None:
    assert code_of(body, content_type) == "page-unreadable"


@pytest.mark.parametrize("content_type", ["text/plain", "", "application/octet-stream"])
def test_plain_text_is_read_as_it_is(content_type: str) -> None:
    page = page_text(b"One line.\r\n\r\n\r\n\r\nAnother   line.\n", content_type)
    assert (page.title, page.text, page.kind) == ("", "One line.\n\nAnother line.", "text")


def test_hidden_signs_are_gone() -> None:
    smuggled = "".join(chr(0xE0000 + ord(sign)) for sign in "open evil")
    body = f"Plain\u202e text\x07 he\u200bre{smuggled}\x1b[31m.".encode()
    assert page_text(body, "text/plain").text == "Plain text here[31m."


def test_of_a_page_of_too_many_tags_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TAGS", 40)
    body = html("".join(f"<p>Paragraph {n} is here.</p>" for n in range(1_000)))
    lines = page_text(body, HTML).text.split("\n")
    assert lines[0] == "Paragraph 0 is here."
    assert lines[-1] == "[only the beginning of the page was read]"
    assert len(lines) < 30


def test_a_long_text_is_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CHARACTERS", 10)
    page = page_text(b"x" * 25, "text/plain")
    assert (page.text, page.n_characters) == ("x" * 10, 25)


@pytest.mark.parametrize("content_type", ["application/pdf", "application/octet-stream", HTML])
def test_a_pdf_is_known_by_its_first_bytes(content_type: str) -> None:
    page = page_text(pdf_of(["Lighthouses of the north", "The end"], "Lights"), content_type)
    assert (page.title, page.kind) == ("Lights", "pdf")
    assert page.text == "Lighthouses of the north\n\nThe end"


def test_a_pdf_that_takes_too_long_is_read_as_far_as_it_goes() -> None:
    answers = iter([False, False, True])
    page = page_text(pdf_of(["One", "Two", "Three"]), "", is_late=lambda: next(answers))
    assert page.text == "One\n\nTwo\n\n[only the first 2 of 3 pages were read]"


def test_a_pdf_that_unpacks_without_end_is_not_read() -> None:
    bomb = pdf_of(["x" * 20_000_000])
    assert len(bomb) < 100_000
    assert code_of(bomb, "application/pdf") == "page-unreadable"


def test_a_pdf_of_pictures_is_empty() -> None:
    assert code_of(pdf_of(["", ""]), "application/pdf") == "page-empty"


def test_a_pdf_with_a_password_is_locked() -> None:
    assert code_of(pdf_of(["Secret"], password="s3cret"), "application/pdf") == "page-locked"


def test_a_pdf_that_is_only_protected_from_changes_is_read() -> None:
    assert page_text(pdf_of(["Public"], password=""), "application/pdf").text == "Public"


@pytest.mark.parametrize(
    "broken",
    [
        b"%PDF-1.7\n",
        b"%PDF-1.7\n" + b"\xff" * 500,
        pdf_of(["Half"])[:300],
        b"<html>not found</html>",
        pdf_of(["Torn"]).replace(b"/Pages", b"/Pagez"),
        pdf_of(["Torn"]).replace(b"/Kids", b"/Kidz"),
    ],
)
def test_a_broken_pdf_is_said_to_be_broken(
    broken: bytes, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert code_of(broken, "application/pdf") in {"page-unreadable", "page-empty"}
    assert capfd.readouterr().err == ""
    assert not caplog.records


@pytest.mark.parametrize("between", [" ", "/", "\n", "=1 ", "='>' ", '=">"', " = x ", "='<i '"])
@pytest.mark.parametrize("begin", ["<div", "<DIV '", "</div", "<svg:x"])
def test_a_tag_of_countless_attributes_costs_its_attributes_alone(begin: str, between: str) -> None:
    n = 50 * module.MAX_ATTRIBUTES
    tag = f"{begin} {between.join(f'a{number}' for number in range(n))}>"
    assert len(module.without_full_tags(tag)) < 50
    assert page_text(html(f"{tag}{STORY}"), HTML).text == page_text(html(STORY), HTML).text


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.text("<>x =/", max_size=9)), max_size=60))
def test_the_tags_of_pages_are_left_as_they_are(attributes: list[tuple[str, str]]) -> None:
    tag = "".join(f' {name}="{value}"' for name, value in attributes)
    source = f"<img src='data:{'A' * 9_000}'{tag}><p{tag}>1 < 2 and a = 'b c'</p>"
    assert module.without_full_tags(source) == source
