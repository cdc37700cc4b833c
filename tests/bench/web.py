"""A web site on loopback that answers for every host, by HTTP and HTTPS, and tells who came."""

from __future__ import annotations

import html
import ssl
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Self

from bench.process import PATIENCE_SECONDS

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
)

PAGE = "<!doctype html><html><head><title>{host}</title></head><body>This is {host}.</body></html>"


class Get(NamedTuple):
    """One page that was asked for."""

    scheme: str
    host: str
    path: str


class AnyHost(LoopbackServer):
    """One scheme of the site; `note` is told of each page."""

    def __init__(self, note: Callable[[Get], None], tls: ssl.SSLContext | None = None) -> None:
        super().__init__(tls=tls)
        self._note = note

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        self._note(Get(self.url.partition(":")[0], request.host, request.target))
        body = PAGE.format(host=html.escape(request.host)).encode()
        return LoopbackResponse(body, content_type="text/html; charset=utf-8")


class WebSite:
    """Any host's page; its title is the host's name.

    Attributes:
        http_port: Where http is answered, on 127.0.0.1.
        https_port: Where https is answered, with a certificate nobody signed.
    """

    def __init__(self) -> None:
        self.http_port = 0
        self.https_port = 0
        self._gets: list[Get] = []
        self._came = threading.Condition()
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.http_port = self._stack.enter_context(AnyHost(self.note)).port
        self.https_port = self._stack.enter_context(AnyHost(self.note, _context())).port
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def gets(self) -> list[Get]:
        """Every GET so far, oldest first."""
        with self._came:
            return list(self._gets)

    def wait_for(
        self, host: str, path: str = "/", timeout: float = PATIENCE_SECONDS, nth: int = 1
    ) -> Get:
        """The nth GET of this page since the start, waiting for it where it has not come yet.

        Raises:
            AssertionError: It did not come in time; with what came instead.
        """

        def found() -> list[Get]:
            return [get for get in self._gets if get[1:] == (host, path)][nth - 1 :]

        with self._came:
            gets = self._came.wait_for(found, timeout)
            assert gets, f"no {nth}. GET of {host}{path} in {timeout} s, only {self._gets}"
            return gets[0]

    def note(self, get: Get) -> None:
        """A page was asked for."""
        with self._came:
            self._gets.append(get)
            self._came.notify_all()


def _context() -> ssl.SSLContext:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bench")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.pem"
        file.write_bytes(pem)
        context.load_cert_chain(file)
    return context
