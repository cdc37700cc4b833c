"""Serves web pages as the web does: HTML, PDF, redirects, packed, slow, endless and broken."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from io import BytesIO

from protocols.loopback import LoopbackServer, OffScriptError, Request, Response


class PageServer(LoopbackServer):
    """Answers "host/path" with what was put there; other paths are 404, other hosts off script."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, Response] = {}

    @property
    def address(self) -> str:
        return self.url.removeprefix("http://")

    @property
    def hosts(self) -> dict[str, str]:
        """For `Endpoints.page_hosts`."""
        return {where.partition("/")[0]: self.address for where in self._pages}

    @property
    def asked(self) -> list[str]:
        """ "host/path" of each request."""
        return [_where(request) for request in self.requests]

    def put(self, where: str, response: Response) -> None:
        self._pages[where] = response

    def html(self, where: str, body: str, *, title: str = "", status: int = 200) -> None:
        head = f"<head><title>{title}</title></head>" if title else ""
        page = f"<!doctype html><html>{head}<body>{body}</body></html>"
        self.put(where, Response(page.encode(), status, "text/html; charset=utf-8"))

    def article(self, where: str, title: str, *paragraphs: str) -> None:
        """An ordinary page: a menu, a headline, paragraphs, a footer."""
        menu = "<nav><a href='/'>Home</a> <a href='/news'>News</a></nav>"
        text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        article = f"<article><h1>{title}</h1>{text}</article>"
        self.html(where, f"{menu}<main>{article}</main><footer>Contact</footer>", title=title)

    def pdf(self, where: str, body: bytes, content_type: str = "application/pdf") -> None:
        self.put(where, Response(body, content_type=content_type))

    def redirect(self, where: str, to: str, status: int = 302) -> None:
        self.put(where, Response(b"", status, "text/html", {"Location": to}))

    def gzipped(self, where: str, body: bytes) -> None:
        packed = gzip.compress(body, 9)
        self.put(where, Response(packed, 200, "text/html", {"Content-Encoding": "gzip"}))

    def respond(self, request: Request) -> Response:
        where = _where(request)
        if where in self._pages:
            return self._pages[where]
        if where.partition("/")[0] not in self.hosts:
            raise OffScriptError(where)
        return Response(b"<h1>Not found</h1>", 404, "text/html")


def _where(request: Request) -> str:
    return request.headers.get("host", "").partition(":")[0] + request.path


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
        stream.set_data(f"BT /F1 12 Tf 72 770 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = stream.flate_encode()
    if title:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, owner_password="the owner's", algorithm="RC4-128")
    body = BytesIO()
    writer.write(body)
    return body.getvalue()
