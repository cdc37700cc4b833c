"""`jarvis certificate`: makes or renews the certificate with which the HTTP port speaks TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarvis_voice.doors.http.certificate_files import CertificateFiles, MadeCertificate


def certificate(
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", "-n", help="Another name of this machine, such as jarvis.home; repeatable."
        ),
    ] = None,
) -> None:
    """Make a certificate for the HTTP port, or renew it; devices must trust its authority once.

    It is for the names and addresses that this machine has now. Run it again when they change, or
    before a year has passed: devices that trust the authority need nothing then.
    """
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.door_config import is_loopback
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.http.certificate_files import (
        CertificateFiles,
        certify,
        names_of_machine,
    )
    from jarvis_voice.platform.install_method import extra_line

    paths = find_paths()
    http = load_config(paths).http
    files = CertificateFiles(paths.certificates)
    try:
        wanted = (*http.names, *(name or ()))
        made = certify(files, names_of_machine(), wanted, SystemClock().now())
    except ModuleNotFoundError as error:
        if error.name != "cryptography":
            raise
        message = f"Certificates need more packages. Run: {extra_line('http')}"
        raise ConfigError("http-packages", message) from error
    unknown = [one for one in made.names if one not in http.names and not is_loopback(one)]
    is_set = http.certificate == str(files.certificate)
    for line in _lines(files, made, [*http.names, *unknown] if unknown else [], is_set=is_set):
        out.tell(line)


def _lines(
    files: CertificateFiles, made: MadeCertificate, names: list[str], *, is_set: bool
) -> Iterator[str]:
    """What was made, and what is to be done."""
    yield f"The certificate holds until {made.holds_until:%Y-%m-%d}, for:"
    yield f"  {', '.join(made.names)}"
    if made.left_out:
        yield f"Not for {', '.join(made.left_out)}: only names and private addresses work."
    if is_set:
        yield "A running Jarvis takes it at its next start."
    else:
        yield "Set it, and let other machines in (they need a token: jarvis token add):"
        yield (
            f'  jarvis config set "http.certificate={files.certificate}" '
            f'"http.certificate_key={files.key}" http.host=0.0.0.0 http.port=8765'
        )
    if names:
        yield "Let clients call this machine by these names:"
        yield f"  jarvis config set http.names {' '.join(names)}"
    if not made.is_new_authority:
        yield "Devices that trust your authority go on without a change."
        return
    yield "Let each device trust your authority, once:"
    yield f"  {files.authority}"
    yield f"  SHA-256 {made.fingerprint}"
    yield from TRUST


TRUST = (
    "Bring that one file to the device: by cable, mail or chat. It is no secret; the others are.",
    "  Android: Settings, search for CA certificate, Install anyway, and choose the file.",
    "  iPhone: open the file, then Settings, General, VPN & Device Management, Install; then",
    "    Settings, General, About, Certificate Trust Settings, and switch it on.",
    "  Firefox: Settings, search for certificates, View Certificates, Authorities, Import.",
    "  curl and programs: curl --cacert authority.pem https://...",
    "The authority can vouch for names of your home and private addresses only.",
)
