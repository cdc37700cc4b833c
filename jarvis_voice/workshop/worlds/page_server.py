"""Serves web pages as the web does: HTML, PDF, redirects, packed, slow, endless and broken."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from io import BytesIO

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
)


class PageServer(LoopbackServer):
    """Answers "host/path" with what was put there; other paths are 404, other hosts off script."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, LoopbackResponse] = {}
        self._bare_hosts: set[str] = set()

    @property
    def hosts(self) -> dict[str, str]:
        """For `Endpoints.page_hosts`."""
        named = {where.partition("/")[0] for where in self._pages}
        return dict.fromkeys(named | self._bare_hosts, self.address)

    @property
    def asked(self) -> list[str]:
        """Each request as "host/path"."""
        return [request.host + request.path for request in self.requests]

    def put(self, where: str, response: LoopbackResponse) -> None:
        """Answer "host/path" with this."""
        self._pages[where] = response

    def put_host(self, host: str) -> None:
        """A host that is there, without a page."""
        self._bare_hosts.add(host)

    def html(self, where: str, body: str, *, title: str = "", status: int = 200) -> None:
        """A page with this body."""
        head = f"<head><title>{title}</title></head>" if title else ""
        page = f"<!doctype html><html>{head}<body>{body}</body></html>"
        self.put(where, LoopbackResponse(page.encode(), status, "text/html; charset=utf-8"))

    def article(self, where: str, title: str, *paragraphs: str) -> None:
        """An ordinary page: a menu, a headline, paragraphs, a footer."""
        menu = "<nav><a href='/'>Home</a> <a href='/news'>News</a></nav>"
        text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        article = f"<article><h1>{title}</h1>{text}</article>"
        self.html(where, f"{menu}<main>{article}</main><footer>Contact</footer>", title=title)

    def pdf(self, where: str, body: bytes, content_type: str = "application/pdf") -> None:
        """A PDF file."""
        self.put(where, LoopbackResponse(body, content_type=content_type))

    def redirect(self, where: str, to: str, status: int = 302) -> None:
        """A page that has moved."""
        self.put(where, LoopbackResponse(b"", status, "text/html", {"Location": to}))

    def gzipped(self, where: str, body: bytes) -> None:
        """HTML that travels packed."""
        packed = gzip.compress(body, 9)
        headers = {"Content-Encoding": "gzip"}
        self.put(where, LoopbackResponse(packed, 200, "text/html", headers))

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The page that was put there."""
        where = request.host + request.path
        if where in self._pages:
            return self._pages[where]
        if request.host not in self.hosts:
            raise OffScriptError(where)
        return LoopbackResponse(b"<h1>Not found</h1>", 404, "text/html")


def pdf_of(pages: Sequence[str], title: str = "", password: str | None = None) -> bytes:
    """A small PDF with one line of text a page; a password encrypts it ("" opens by itself)."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for text in pages:
        page = writer.add_blank_page(595, 842)
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        escaped = re.sub(r"([()\\])", r"\\\1", text)
        stream.set_data(f"BT /F1 12 Tf 72 770 Td ({escaped}) Tj ET".encode("latin-1", "replace"))
        page[NameObject("/Contents")] = stream.flate_encode()
    if title:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, owner_password="the owner's", algorithm="RC4-128")  # noqa: S106 - of a file that holds nothing
    body = BytesIO()
    writer.write(body)
    return body.getvalue()
