"""Extracts the text of a page: HTML by trafilatura, PDF by pypdf, plain text as it is. No I/O.

Invariant: whatever the bytes are, what comes out is bounded text without control signs, or a
ToolError; it may take seconds, so it is called off the loop.
"""

from __future__ import annotations

import codecs
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any, Literal

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.tools.web.search import LONGEST_TITLE, plain

PageKind = Literal["html", "pdf", "text"]
IsLate = Callable[[], bool]

MAX_CHARACTERS = 500_000
"""Of one page's text; a long book."""

MAX_PDF_PAGES = 500
MAX_TAGS = 40_000
"""Of one HTML page; the longest articles have about so many. Taking the text out of ten times as
many takes minutes, in a thread that nothing can stop."""

MAX_ATTRIBUTES = 200
"""Of one tag; the parser compares each with all the others, and that many is no page's."""

_VALUE = r"""(?:"[^"]*+"?+|'[^']*+'?+|[^\s>"'][^\s>]*+)?+"""
_ATTRIBUTE = rf"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+{_VALUE})?+"
_FULL_TAG = lazy_pattern(rf"(</?[A-Za-z][^\s/>]*+)(?:{_ATTRIBUTE}){{{MAX_ATTRIBUTES + 1},}}+")

QUIET = ("pypdf", "trafilatura", "htmldate", "justext", "readability")
"""Libraries that log what is wrong with a page, and quote it."""

MAX_PDF_STREAM_BYTES = 4_000_000
"""Of one unpacked stream of a PDF: more is a map or a bomb, and no page of text."""

_HEAD_BYTES = 2_048
_NAMES_IN_HEAD = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.:-]{2,40})""", re.IGNORECASE)
_TEXT_CODECS = lazy_pattern(
    r"utf|iso8859|cp\d|koi8|shift|euc|gb|big5|mac|iso2022|ascii|tis|hz|johab|latin"
)
_HIDDEN = lazy_pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control and format signs, lone surrogates and tags: text that nobody who looks at it sees."""


@dataclass(frozen=True, slots=True)
class PageText:
    """Title and text of a page, extracted from its bytes.

    Attributes:
        title: One line, "" if there is none.
        text: Paragraphs divided by newlines; never empty.
        n_characters: Of all the text, also where `text` was cut at `MAX_CHARACTERS`.
        kind: What it was made from.
    """

    title: str
    text: str
    n_characters: int
    kind: PageKind


def page_text(
    body: bytes,
    content_type: str,
    is_late: IsLate = lambda: False,
    *,
    is_precise: bool = False,
) -> PageText:
    """Take the text out of a page.

    Args:
        body: All of it.
        content_type: As its server says, with or without a charset; "" if it says nothing.
        is_late: Asked between the pages of a PDF; the rest of it is left out then.
        is_precise: Of HTML, rather leave a sentence out than take one that is not of the text.

    Raises:
        ToolError: "page-unreadable", "page-locked" or "page-empty".
    """
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    kind = _kind(body, content_type)
    if kind == "pdf":
        title, text = _read_pdf(body, is_late)
    elif kind == "html":
        title, text = _read_html(decoded(body, content_type), is_precise=is_precise)
    else:
        title, text = "", decoded(body, content_type)
    left_out = max(0, len(text) - MAX_CHARACTERS)
    text = _shown(text[:MAX_CHARACTERS])
    if not re.search(r"\w", text):
        raise _empty()
    return PageText(plain(title, LONGEST_TITLE), text, len(text) + left_out, kind)


def _kind(body: bytes, content_type: str) -> PageKind:
    """What the bytes are: their own beginning counts before what the server says of them."""
    declared = content_type.partition(";")[0].strip().lower()
    head = body[:1_024].lstrip()
    if head.startswith(b"%PDF-") or declared == "application/pdf":
        return "pdf"
    if declared in ("text/html", "application/xhtml+xml"):
        return "html"
    if declared.startswith("text/") or declared in ("application/json", "application/xml"):
        return "text"
    if declared in ("", "application/octet-stream") and b"\x00" not in head:
        return "html" if head.startswith(b"<") else "text"
    raise ToolError(
        "page-unreadable",
        "That is no page with text, but a file of another kind.",
        spoken="That is no page with text.",
    )


def decoded(body: bytes, content_type: str) -> str:
    """The bytes as text; what really is UTF-8 is read as that, whatever it calls itself."""
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return body.decode("utf-16", errors="replace")
    for name in ("utf-8-sig", *_charsets(body, content_type)):
        try:
            return body.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return body.decode("cp1252", errors="replace")


def _charsets(body: bytes, content_type: str) -> Iterator[str]:
    """Names of charsets that the server and the page give; codecs for anything else are not."""
    for where in (content_type.encode("ascii", "ignore"), body[:_HEAD_BYTES]):
        if found := _NAMES_IN_HEAD.search(where):
            name = found.group(1).decode("ascii", "ignore")
            try:
                known = codecs.lookup(name).name
            except LookupError:
                continue
            # a browser reads Latin-1 as Windows-1252, of which it is a part
            if known == "iso8859-1":
                yield "cp1252"
            elif _TEXT_CODECS.match(known.replace("-", "").replace("_", "")):
                yield known


def _read_html(source: str, *, is_precise: bool) -> tuple[str, str]:
    import trafilatura

    source, is_cut = _bounded(source)
    source = without_full_tags(source)
    tree = trafilatura.load_html(source)
    if tree is None:  # a bare fragment is not taken for HTML
        tree = trafilatura.load_html(f"<html><body>{source}</body></html>")
    if tree is None:
        raise _empty()
    title, asks_password = _title(tree), bool(tree.xpath("//input[@type='password']"))
    text: str = trafilatura.extract(tree, include_comments=False, favor_precision=is_precise) or ""
    if asks_password and len(text) < _WALL_CHARACTERS:
        raise locked("it wants a login")
    return title, f"{text}\n\n[only the beginning of the page was read]" if is_cut else text


def _bounded(source: str) -> tuple[str, bool]:
    """The source up to its last tag that is read, and whether more follows."""
    if source.count("<") <= MAX_TAGS:
        return source, False
    end = next(islice(re.finditer("<", source), MAX_TAGS, None)).start()
    return source[:end], True


def without_full_tags(source: str) -> str:
    """The source; a tag with more attributes than a page's has loses all of them."""
    return _FULL_TAG.sub(r"\1", source)


_WALL_CHARACTERS = 600
"""A page that asks for a password and says less than this is the door, not the room."""


def _title(tree: Any) -> str:
    """The title as the page gives it to others, else as it stands in the tab."""
    for path in ("//meta[@property='og:title']/@content", "//title/text()", "//h1//text()"):
        if text := " ".join(" ".join(tree.xpath(path)[:20]).split()):
            return text
    return ""


def _read_pdf(body: bytes, is_late: IsLate) -> tuple[str, str]:
    from pypdf import PdfReader, apply_configuration
    from pypdf.errors import DependencyError, FileNotDecryptedError

    most = MAX_PDF_STREAM_BYTES
    failure: ToolError
    try:
        with apply_configuration(
            zlib_maximum_output_length=most,
            lzw_maximum_output_length=most,
            run_length_maximum_output_length=most,
            array_based_stream_maximum_output_length=most,
        ):
            reader = PdfReader(BytesIO(body))
            # many are encrypted against changes only: those open with an empty password
            if not reader.is_encrypted or reader.decrypt(""):
                title = reader.metadata.title if reader.metadata else ""
                return str(title or ""), _pdf_pages(reader, is_late)
            failure = locked("that PDF has a password")
    except (DependencyError, FileNotDecryptedError):
        failure = locked("that PDF is encrypted")
    except ToolError as error:
        failure = error
    except Exception:  # noqa: BLE001 - pypdf raises anything at all on a broken file
        failure = ToolError("page-unreadable", "That PDF is broken, so I cannot read it.")
    raise failure


def _pdf_pages(reader: Any, is_late: IsLate) -> str:
    """The text of its pages, as many as there is time for."""
    texts: list[str] = []
    n_characters = 0
    n_pages = len(reader.pages)
    for page in islice(reader.pages, MAX_PDF_PAGES):
        if n_characters > MAX_CHARACTERS or is_late():
            break
        texts.append(page.extract_text() or "")
        n_characters += len(texts[-1])
    if n_characters and len(texts) < n_pages:
        texts.append(f"[only the first {len(texts)} of {n_pages} pages were read]")
    if not "".join(texts).strip():
        raise ToolError(
            "page-empty",
            "I found no text in that PDF; its pages may be pictures.",
            spoken="I found no text in that PDF.",
        )
    return "\n\n".join(texts)


def _shown(text: str) -> str:
    """The text as a person sees it: no hidden signs, no runs of blanks."""
    text = _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(r"[^\S\n]+", " ", text)
    return re.sub(r" ?\n\s*\n\s*", "\n\n", text).strip()


def locked(why: str) -> ToolError:
    """The page keeps its text to itself."""
    return ToolError(
        "page-locked",
        f"I cannot read that page: {why}. You can open it in the browser.",
        spoken=f"I cannot read that page, because {why}.",
    )


def _empty() -> ToolError:
    return ToolError(
        "page-empty",
        "I found no text to read on that page. You can open it in the browser.",
        spoken="I found no text to read on that page.",
    )
