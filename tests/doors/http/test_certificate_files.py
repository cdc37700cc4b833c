"""Flow: a certificate is made, trusted by a client, renewed; bad ones are told in a sentence."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509 import verification
from doors.http.served_http import http_config, http_port
from typer.testing import CliRunner, Result

from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http.certificate_files import CertificateFiles, certify, names_of_machine
from jarvis_voice.doors.http.local_authority import make_authority, make_leaf, read_authority
from jarvis_voice.doors.http.tls_check import MOST_BYTES, refuse_bad_certificate

pytestmark = pytest.mark.flow

NOW = datetime.now(UTC)
FOUND = ["desk", "desk.local", "localhost", "127.0.0.1", "192.168.1.7", "203.0.113.9"]


@pytest.fixture
def files(tmp_path: Path) -> CertificateFiles:
    return CertificateFiles(tmp_path / "certificates")


def trusting(files: CertificateFiles) -> httpx.AsyncClient:
    """A client that trusts the authority and nobody else."""
    trust = ssl.create_default_context(cafile=str(files.authority))
    return httpx.AsyncClient(verify=trust, trust_env=False)


async def test_a_client_that_trusts_the_authority_comes_in(
    paths: Paths, files: CertificateFiles
) -> None:
    certify(files, FOUND, [], NOW)
    async with http_port(
        paths, certificate=str(files.certificate), certificate_key=str(files.key)
    ) as port:
        token = await port.let_in()
        for host in ("localhost", "127.0.0.1"):
            async with trusting(files) as client:
                url = f"https://{host}:{port.port}/api/v1/facts"
                answer = await client.get(url, headers={"x-api-key": token})
                assert answer.json() == {"facts": []}
        certify(files, FOUND, [], NOW)  # a renewed one is trusted as well, after a restart
        async with trusting(files) as client:
            assert (await client.get(f"https://localhost:{port.port}/healthz")).status_code == 200
        async with httpx.AsyncClient(trust_env=False) as stranger:
            with pytest.raises(httpx.ConnectError):
                await stranger.get(f"https://localhost:{port.port}/healthz")


def test_every_file_is_its_owners_alone(files: CertificateFiles) -> None:
    made = certify(files, FOUND, [], NOW)
    assert made.names == ("desk", "desk.local", "localhost", "127.0.0.1", "192.168.1.7")
    assert made.left_out == ("203.0.113.9",)
    modes = {stat.S_IMODE(one.stat().st_mode) for one in files.folder.iterdir()}
    assert (len(list(files.folder.iterdir())), modes) == (4, {0o600})
    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700


def test_the_authority_stays_while_it_can_vouch(files: CertificateFiles) -> None:
    first = certify(files, FOUND, [], NOW)
    again = certify(files, FOUND, ["jarvis.home"], NOW + timedelta(days=300))
    assert (first.is_new_authority, again.is_new_authority) == (True, False)
    assert again.fingerprint == first.fingerprint
    assert again.holds_until > first.holds_until
    other = certify(files, FOUND, ["voice.example.org"], NOW)
    assert other.is_new_authority
    assert not certify(files, FOUND, ["voice.example.org"], NOW).is_new_authority
    late = certify(files, FOUND, [], NOW + timedelta(days=3_500))
    assert late.is_new_authority


def test_the_authority_cannot_vouch_for_other_sites(tmp_path: Path) -> None:
    authority = make_authority("desk", [], NOW)
    stolen = make_leaf(authority, ["bank.example.com"], NOW)
    own = make_leaf(authority, ["desk.local", "10.0.0.7"], NOW)
    store = verification.Store([authority.certificate])
    trusts = verification.PolicyBuilder().store(store).time(NOW)
    for name, leaf, is_trusted in (
        (x509.DNSName("desk.local"), own, True),
        (x509.IPAddress(ip_address("10.0.0.7")), own, True),
        (x509.DNSName("bank.example.com"), stolen, False),
    ):
        verifier = trusts.build_server_verifier(name)
        if is_trusted:
            assert verifier.verify(leaf.certificate, [])
            continue
        with pytest.raises(verification.VerificationError):
            verifier.verify(leaf.certificate, [])


@pytest.mark.parametrize("name", ["a b", "", "*.home", "http://x", "x" * 300, "8.8.8.8", "a..b"])
def test_an_odd_name_changes_nothing(files: CertificateFiles, name: str) -> None:
    certify(files, FOUND, [], NOW)
    before = {one: one.read_bytes() for one in files.folder.iterdir()}
    with pytest.raises(ConfigError, match="address"):
        certify(files, FOUND, [name], NOW)
    assert {one: one.read_bytes() for one in files.folder.iterdir()} == before


def test_an_authority_that_cannot_be_read_is_not_replaced(files: CertificateFiles) -> None:
    certify(files, FOUND, [], NOW)
    files.authority_key.write_text("nothing")
    with pytest.raises(ConfigError, match="Remove both"):
        certify(files, FOUND, [], NOW)
    with pytest.raises(ValueError, match="another certificate"):
        read_authority(files.authority.read_text(), files.key.read_text())


def test_this_machine_has_names() -> None:
    names = names_of_machine()
    assert {"localhost", "127.0.0.1"} <= set(names)
    assert names == [one for one in names if "%" not in one and not one.startswith("fe80")]


def with_password(key: Path) -> str:
    """The same key, locked."""
    loaded = serialization.load_pem_private_key(key.read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return loaded.private_bytes(pem, form, locked).decode()


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("no such file", "jarvis.pem: No such file or directory."),
        ("no key file", "jarvis-key.pem: No such file or directory."),
        ("no certificate", "jarvis.pem holds no certificate in PEM form."),
        ("no key", "jarvis-key.pem holds no key in PEM form that fits."),
        ("other key", "jarvis-key.pem is that of another certificate."),
        ("locked key", "jarvis-key.pem has a password. Write it without one."),
        ("ended", "Renew it: jarvis certificate."),
        ("not yet", "look at the clock of this machine."),
        ("a device", "/dev/zero: it is a device, and no file. Move it away."),
        ("no path", "its name holds a zero byte. Write it anew."),
        ("large", "jarvis.pem is larger than any certificate."),
        ("key alone", "certificate_key is set, and certificate is not."),
    ],
)
def test_what_is_bad_about_a_certificate_is_told_in_a_sentence(
    paths: Paths, files: CertificateFiles, bad: str, said: str
) -> None:
    certify(files, FOUND, [], NOW)
    now, certificate = NOW, str(files.certificate)
    match bad:
        case "no such file":
            files.certificate.unlink()
        case "no key file":
            files.key.unlink()
        case "a device":
            certificate = "/dev/zero"
        case "no path":
            certificate = "a\0b"
        case "large":
            files.certificate.write_bytes(b"x" * (MOST_BYTES + 1))
        case "no certificate":
            files.certificate.write_bytes(b"\x00\xff nothing")
        case "no key":
            files.key.write_text("nothing")
        case "other key":
            files.key.write_text(files.authority_key.read_text())
        case "locked key":
            files.key.write_text(with_password(files.key))
        case "ended":
            now += timedelta(days=400)
        case "not yet":
            now -= timedelta(days=400)
        case _:
            certificate = ""
    http = http_config(paths, certificate=certificate, certificate_key=str(files.key))
    with pytest.raises(ConfigError) as caught:
        refuse_bad_certificate(http, now)
    assert caught.value.message.startswith("The certificate of [http] cannot be used: ")
    assert caught.value.message.endswith(said)
    assert "\n" not in caught.value.message


def jarvis(*words: str) -> Result:
    return CliRunner().invoke(app, ["certificate", *words])


def test_the_command_says_what_to_set_and_how_a_phone_trusts_it(paths: Paths) -> None:
    files = CertificateFiles(paths.certificates)
    first = jarvis("--name", "jarvis.home").stdout
    assert f'"http.certificate={files.certificate}"' in first
    assert "jarvis.home" in first.partition("jarvis config set http.names")[2]
    assert str(files.authority) in first
    assert "iPhone" in first
    assert "Android" in first
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(f'[http]\ncertificate = "{files.certificate}"\n', "utf-8")
    again = jarvis().stdout
    assert "A running Jarvis takes it at its next start." in again
    assert "without a change" in again
    assert "iPhone" not in again
