"""A web site on loopback that answers for every host, by HTTP and HTTPS, and tells who came."""

from __future__ import annotations

import html
import ssl
import tempfile
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, Self

from bench.process import PATIENCE_SECONDS

PAGE = "<!doctype html><html><head><title>{host}</title></head><body>This is {host}.</body></html>"


class Get(NamedTuple):
    """One page that was asked for."""

    scheme: str
    host: str
    path: str


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
        self._servers: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def __enter__(self) -> Self:
        self.http_port = self._serve("http", None)
        self.https_port = self._serve("https", _context())
        return self

    def __exit__(self, *exc: object) -> None:
        for server, thread in self._servers:
            server.shutdown()
            thread.join()
            server.server_close()

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

    def _serve(self, scheme: str, context: ssl.SSLContext | None) -> int:
        server = _Server(("127.0.0.1", 0), _handler(self, scheme))
        if context is not None:
            # The handshake belongs to the request's own thread: a client that never says
            # hello must not keep the next one waiting.
            server.socket = context.wrap_socket(
                server.socket, server_side=True, do_handshake_on_connect=False
            )
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        self._servers.append((server, thread))
        return int(server.server_address[1])

    def note(self, get: Get) -> None:
        """A page was asked for."""
        with self._came:
            self._gets.append(get)
            self._came.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up is no failure."""


def _handler(site: WebSite, scheme: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 30

        def do_GET(self) -> None:
            host = (self.headers.get("Host") or "").partition(":")[0]
            body = PAGE.format(host=html.escape(host)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            site.note(Get(scheme, host, self.path))

        def log_message(self, *args: Any) -> None:
            """Nothing on the test's screen."""

    return Handler


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
