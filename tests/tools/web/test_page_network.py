"""Contract: names, addresses and certificates are checked where the connection is made."""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpcore
import pytest
from tools.page_readers import code_of

from jarvis_voice.platform.outbound.network import look_up
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.tools.web.page_network import PublicNetwork
from jarvis_voice.workshop.worlds.page_server import PageServer

pytestmark = pytest.mark.contract

PUBLIC = "93.184.215.14"


@pytest.fixture
def pages() -> Iterator[PageServer]:
    with PageServer() as server:
        yield server


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"], ["::1"], ["10.1.2.3"], ["192.168.0.1"], ["172.16.9.9"], ["169.254.169.254"],
        ["100.64.0.1"], ["0.0.0.0"], ["::ffff:127.0.0.1"], ["fd00::1"], ["fe80::1%eth0"],
        ["224.0.0.1"], [PUBLIC, "127.0.0.1"], ["2606:4700::1", "::1"],
    ],
)  # fmt: skip
async def test_a_name_that_leads_inside_is_not_connected_to(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    wire = Wire()
    monkeypatch.setattr(httpcore, "AnyIOBackend", lambda: wire)

    async def resolve(_: str) -> Sequence[str]:
        return addresses

    reader = PageReader(Endpoints(), resolve)
    assert await code_of(reader, "https://inside.org/") == "page-private"
    assert wire.connected == []
    pages.redirect("sea.org/trap", "http://inside.org/")
    monkeypatch.undo()
    reader = PageReader(Endpoints(page_hosts=pages.hosts), resolve)
    assert await code_of(reader, "https://sea.org/trap") == "page-private"


async def test_what_was_checked_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that answers with another address the second time."""
    wire = Wire()
    monkeypatch.setattr(httpcore, "AnyIOBackend", lambda: wire)
    answers = iter([[PUBLIC, "1.1.1.1"], ["127.0.0.1"]])

    async def resolve(_: str) -> Sequence[str]:
        return next(answers)

    reader = PageReader(Endpoints(), resolve)
    assert await code_of(reader, "http://rebinding.org/") == "page-offline"
    assert wire.connected == [(PUBLIC, 80), ("1.1.1.1", 80)]


async def test_ipv4_is_tried_first_and_three_addresses_at_the_most() -> None:
    wire = Wire()

    async def resolve(_: str) -> Sequence[str]:
        return ["2606:4700::1", "2606:4700::2", "1.1.1.1", "1.0.0.1", "9.9.9.9"]

    network = PublicNetwork({}, resolve)
    network._inner = wire
    with pytest.raises(httpcore.ConnectError):
        await network.connect_tcp("many.org", 443)
    assert [address for address, _ in wire.connected] == ["1.1.1.1", "1.0.0.1", "9.9.9.9"]
    with pytest.raises(httpcore.ConnectError):
        await network.connect_unix_socket("/run/docker.sock")


PUBLIC = "93.184.215.14"


class Wire(httpcore.AnyIOBackend):
    """The edge of the machine: connects to nothing, or to one server on loopback instead."""

    def __init__(self, port: int | None = None) -> None:
        self.connected: list[tuple[str, int]] = []
        self._port = port

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.connected.append((host, port))
        if self._port is None:
            raise httpcore.ConnectError("refused")
        return await super().connect_tcp("127.0.0.1", self._port, timeout)


@pytest.mark.parametrize(("name", "is_read"), [("light.org", True), ("other.org", False)])
async def test_certificates_are_checked_against_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_read: bool
) -> None:
    names: list[str | None] = []
    trust = certificate(tmp_path, "light.org", names)
    async with tls_server(tmp_path, names) as port:
        wire = Wire(port)
        monkeypatch.setattr(httpcore, "AnyIOBackend", lambda: wire)

        async def resolve(_: str) -> Sequence[str]:
            return [PUBLIC]

        reader = PageReader(Endpoints(), resolve)
        reader._client.tls = trust
        if is_read:
            async with reader:
                page = await reader.read(f"https://{name}/")
            assert page.text == "A page behind a certificate."
        else:
            assert await code_of(reader, f"https://{name}/") == "page-offline"
    assert names == [name]
    assert wire.connected == [(PUBLIC, 443)]


def certificate(folder: Path, name: str, names: list[str | None]) -> ssl.SSLContext:
    """Writes a certificate for a name; gives what trusts it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    day = dt.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, *private))
    names.clear()
    return ssl.create_default_context(cafile=folder / "cert.pem")


@asynccontextmanager
async def tls_server(folder: Path, names: list[str | None]) -> AsyncIterator[int]:
    """Answers one page over TLS, noting the names it was asked for; gives its port."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    context.sni_callback = lambda _, name, __: names.append(name)
    body = b"A page behind a certificate."

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_names_are_looked_up_by_the_system() -> None:
    assert "127.0.0.1" in await look_up("localhost")
    with pytest.raises(OSError, match=r"."):
        await look_up("no-such-name.invalid")
