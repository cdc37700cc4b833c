"""Flow: what TLS takes of the loop is measured, and counted of who is not known."""

import asyncio
import ssl
from pathlib import Path

import pytest
from doors.http.served_http import http_port
from doors.http.test_server import certificate

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http.caller_pace import Callers
from jarvis_voice.doors.http.connection import MOST_STEP_SECONDS
from jarvis_voice.doors.http.tls_reads import (
    MOST_SECONDS,
    NO_TLS,
    MeasuredTls,
    TlsRead,
    measured,
)

pytestmark = pytest.mark.flow

RECORDS = 20_000
"""Of one byte each."""


def pair(file: Path) -> tuple[ssl.SSLObject, ssl.SSLObject, ssl.MemoryBIO]:
    """A client and a server that have greeted each other, and what comes to the server."""
    trust = ssl.create_default_context(cafile=str(file))
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(file)
    measured(served)
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trust.wrap_bio(to_client, to_server, server_hostname="localhost")
    server = served.wrap_bio(to_server, to_client, server_side=True)
    for one in (client, server, client, server):
        try:
            one.do_handshake()
        except ssl.SSLWantReadError:
            continue
    return client, server, to_server


def test_the_time_of_many_small_records_is_told_in_short_parts(tmp_path: Path) -> None:
    client, server, _ = pair(certificate(tmp_path))
    assert isinstance(server, MeasuredTls)
    assert server.taken() == NO_TLS
    with pytest.raises(ssl.SSLWantReadError):
        server.read(100)
    assert server.taken() == NO_TLS, "nothing came"
    for _ in range(RECORDS):
        client.write(b"a")
    found, cuts = b"", 0
    while len(found) < RECORDS:
        try:
            found += bytes(server.read(100))
        except ssl.SSLWantReadError:
            seconds, is_cut = server.taken()
            assert (seconds > MOST_SECONDS, is_cut) == (True, True)
            cuts += 1
    assert found == b"a" * RECORDS
    assert cuts > 0
    assert server.taken().seconds < 10 * MOST_SECONDS + 1
    assert server.taken() == NO_TLS, "it was told"


async def test_all_of_a_body_in_small_records_comes(paths: Paths, tmp_path: Path) -> None:
    file = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(file))
    async with http_port(paths, certificate=str(file)) as port:
        token = await port.let_in()
        reader, writer = await asyncio.open_connection("localhost", port.port, ssl=trust)
        body = b'{"text": "hello"' + b" " * RECORDS + b"}"
        head = (
            f"POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {token}\r\n"
            "Accept: application/json\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        for one in head.encode() + body:
            writer.write(bytes([one]))
        assert (await reader.read(20)).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_what_tls_took_is_counted_of_who_is_not_known(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[float] = []

    def wait_for(_: Callers, client: tuple[str, int] | None, spent_seconds: float) -> float:
        assert client
        counted.append(spent_seconds)
        return 0.0

    monkeypatch.setattr(Callers, "wait_for", wait_for)
    monkeypatch.setattr(MeasuredTls, "taken", lambda _: TlsRead(7.0, is_cut=False))
    file = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(file))
    async with http_port(paths, certificate=str(file)) as port:
        reader, writer = await asyncio.open_connection("localhost", port.port, ssl=trust)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.read(20)).startswith(b"HTTP/1.1 421")
        writer.close()
    assert MOST_STEP_SECONDS in counted
