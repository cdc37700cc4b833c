"""Flow: when the HTTP port opens, and how it shuts."""

import asyncio
import os
import ssl
import sys
import time
from asyncio.sslproto import SSLProtocol
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from doors.http.served_http import http_config, http_port

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, TALK_ONLY
from jarvis_voice.doors.http import server as server_module
from jarvis_voice.doors.http.server import TLS_READ_BYTES

pytestmark = pytest.mark.flow


async def test_it_answers_while_it_is_open_and_no_longer(paths: Paths) -> None:
    async with http_port(paths) as port, port.client() as client:
        answer = await client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    async with port.client() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("/healthz")


async def test_a_port_that_is_taken_says_so(paths: Paths) -> None:
    async with http_port(paths) as port:
        with pytest.raises(ConfigError, match=f"port {port.port}: Address already in use"):
            async with http_port(paths, port=port.port):
                pass


async def refusal(paths: Paths, **changes: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        async with http_port(paths, **changes):
            pass
    return caught.value.message


async def test_others_reach_it_only_with_a_token_and_in_secret(paths: Paths) -> None:
    assert "certificate" in await refusal(paths, host="0.0.0.0")
    assert "jarvis token add" in await refusal(paths, host="0.0.0.0", trust_proxy=("10.0.0.1",))
    async with http_port(paths) as port:
        await port.operations.people.add_token("phone", ME, TALK_ONLY)
    async with http_port(paths, host="0.0.0.0", trust_proxy=("10.0.0.1",)) as port:
        assert port.door.url.startswith("http://0.0.0.0:")


async def test_a_bad_certificate_and_an_unknown_address_are_told(
    paths: Paths, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.pem"
    assert "certificate" in await refusal(paths, certificate=str(bad))
    bad.write_text("no certificate")
    assert "certificate" in await refusal(paths, certificate=str(bad))


async def test_it_shuts_within_a_second_with_idle_streams(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        async with port.client() as client:
            streams = [client.stream("GET", "/api/v1/events") for _ in range(10)]
            open_ones = [await stream.__aenter__() for stream in streams]
            lines = [one.aiter_lines() for one in open_ones]
            assert [await anext(one) for one in lines] == [": connected"] * 10
            began = time.monotonic()
            await port.door.__aexit__()
            seconds = time.monotonic() - began
            rest = [[line async for line in one] for one in lines]
            for stream in streams:
                await stream.__aexit__(None, None, None)
    assert seconds < 1.0
    assert rest == [[""]] * 10


async def test_a_port_that_cannot_begin_to_listen_says_so(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def startup(_: object, sockets: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(server_module._Server, "startup", startup)
    with pytest.raises(ConfigError, match="Address already in use"):
        async with http_port(paths):
            pass


async def test_what_is_carried_out_when_it_shuts_is_cancelled(paths: Paths) -> None:
    saying, ended = asyncio.Event(), list[str]()

    async def say(text: str) -> None:
        try:
            saying.set()
            await asyncio.Event().wait()
        finally:
            ended.append(text)

    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        port.operations.say = say  # type: ignore[method-assign]
        async with port.client() as client:
            asking = asyncio.create_task(client.post("/api/v1/say", json={"text": "hello"}))
            await saying.wait()
            began = time.monotonic()
            await port.door.__aexit__()
            assert time.monotonic() - began < 1.5
            assert ended == ["hello"]
            await asyncio.wait({asking})
            asking.exception()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_it_costs_no_looks_while_nobody_asks(paths: Paths) -> None:
    async with http_port(paths):
        loop = asyncio.get_running_loop()
        scheduled = [one for one in loop._scheduled if not one.cancelled()]  # type: ignore[attr-defined]
        assert [one for one in scheduled if "uvicorn" in repr(one)] == []


def test_the_shipped_port_is_shut_and_local(paths: Paths) -> None:
    config = http_config(paths, port=0)
    assert (config.port, config.host, config.is_local) == (0, "127.0.0.1", True)
    assert not config.open_on_loopback
    assert not config.not_jarvis
    assert os.environ.get("JARVIS_HTTP__PORT") is None


def certificate(folder: Path) -> Path:
    """A file with a certificate for this machine and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file = folder / "both.pem"
    file.write_bytes(made.public_bytes(pem) + private)
    return file


async def test_with_a_certificate_it_speaks_tls_alone(paths: Paths, tmp_path: Path) -> None:
    file = certificate(tmp_path)
    async with http_port(paths, certificate=str(file)) as port:
        token = await port.let_in()
        url = port.url.replace("http://127.0.0.1", "https://localhost")
        trust = ssl.create_default_context(cafile=str(file))
        async with httpx.AsyncClient(verify=trust, trust_env=False) as client:
            answer = await client.get(f"{url}/api/v1/facts", headers={"x-api-key": token})
        async with port.client() as plain:
            with pytest.raises(httpx.HTTPError):
                await plain.get("/healthz")
            assert SSLProtocol.max_size == TLS_READ_BYTES  # of each connection, also of an idle one
    assert answer.json() == {"facts": []}
    assert port.door.url.startswith("https://")
