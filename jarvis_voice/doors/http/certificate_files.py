"""Keeps the certificate of the HTTP port and the authority behind it in files, and renews them.

Invariant: every file is its owner's alone (mode 0600); an authority that devices may trust already
is kept as long as it can vouch for what is wanted.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.settings_file import read_text, write_text

if TYPE_CHECKING:
    from jarvis_voice.doors.http.local_authority import CertifiedKey

PRIVATE = 0o600

_DNS_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\Z")


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """Where the files are."""

    folder: Path

    @property
    def authority(self) -> Path:
        """What a device has to trust."""
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        """Its key."""
        return self.folder / "authority-key.pem"

    @property
    def certificate(self) -> Path:
        """The certificate of the port."""
        return self.folder / "jarvis.pem"

    @property
    def key(self) -> Path:
        """Its key."""
        return self.folder / "jarvis-key.pem"


@dataclass(frozen=True, slots=True)
class MadeCertificate:
    """What was made.

    Attributes:
        names: Names and addresses that it is for.
        left_out: Those of this machine that the authority cannot vouch for.
        is_new_authority: Whether devices have to trust a new one.
        fingerprint: Of the authority.
        holds_until: When the certificate ends.
    """

    names: tuple[str, ...]
    left_out: tuple[str, ...]
    is_new_authority: bool
    fingerprint: str
    holds_until: datetime


def certify(
    files: CertificateFiles, found: Sequence[str], wanted: Sequence[str], now: datetime
) -> MadeCertificate:
    """Make a certificate, or a new one in place of the old one.

    Args:
        files: Where it is kept.
        found: Names and addresses of this machine, its own name first.
        wanted: Names that the user asked for: the authority must vouch for them.
        now: The wall clock.

    Raises:
        ConfigError: A name is none, or the files cannot be read or written.
    """
    from jarvis_voice.doors.http.local_authority import make_authority, make_leaf, vouched_for

    asked = checked_names(wanted)
    now = now.astimezone(UTC)
    authority = _kept_authority(files)
    is_new = authority is None or not _is_enough(authority, asked, now)
    if authority is None or is_new:
        authority = make_authority(found[0], asked, now)
    every = tuple(dict.fromkeys((*found, *asked)))
    names = vouched_for(authority, every)
    if missing := [one for one in asked if one not in names]:
        message = f"{missing[0]} is a public address: only names and private addresses work here."
        raise ConfigError("certificate-name", message)
    leaf = make_leaf(authority, names, now)
    if is_new:
        write_text(files.authority_key, authority.key_pem, mode=PRIVATE)
        write_text(files.authority, authority.pem, mode=PRIVATE)
    write_text(files.key, leaf.key_pem, mode=PRIVATE)
    write_text(files.certificate, leaf.pem + authority.pem, mode=PRIVATE)
    left_out = tuple(one for one in every if one not in names)
    return MadeCertificate(tuple(names), left_out, is_new, authority.fingerprint, leaf.holds_until)


def _is_enough(authority: CertifiedKey, asked: Sequence[str], now: datetime) -> bool:
    """Whether an authority outlives a certificate, and can vouch for what is asked."""
    from jarvis_voice.doors.http.local_authority import LEAF_DAYS, vouched_for

    outlives = authority.holds_until >= now + timedelta(days=LEAF_DAYS)
    return outlives and len(vouched_for(authority, asked)) == len(asked)


def names_of_machine() -> list[str]:
    """What this machine is called and where it is reached, its own name first."""
    import psutil

    host = socket.gethostname().lower().removesuffix(".")
    short = host.partition(".")[0]
    addresses = [
        one.address.partition("%")[0]
        for found in psutil.net_if_addrs().values()
        for one in found
        if one.family in {socket.AF_INET, socket.AF_INET6}
    ]
    named = [host, short, f"{short}.local", "localhost", "127.0.0.1", "::1"]
    usable = [one for one in (*named, *addresses) if _is_name(one.lower()) and not _is_link(one)]
    return list(dict.fromkeys(one.lower() for one in usable)) or ["localhost"]


def checked_names(names: Iterable[str]) -> list[str]:
    """Names that a certificate can be for.

    Raises:
        ConfigError: One cannot.
    """
    found = [one.strip().lower().removesuffix(".") for one in names]
    for one in found:
        if not _is_name(one):
            message = f'"{one[:80]}" is no name and no address of a machine, such as jarvis.home.'
            raise ConfigError("certificate-name", message)
    return found


def _kept_authority(files: CertificateFiles) -> CertifiedKey | None:
    from jarvis_voice.doors.http.local_authority import read_authority

    pem, key_pem = read_text(files.authority), read_text(files.authority_key)
    if not pem or not key_pem:
        return None
    try:
        return read_authority(pem, key_pem)
    except (ValueError, TypeError) as error:
        message = (
            f"{files.authority} and its key cannot be used: {error}. Remove both to begin anew."
        )
        raise ConfigError("certificate-authority", message) from error


def _is_name(text: str) -> bool:
    return _DNS_NAME.fullmatch(text) is not None or _is_address(text)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_link(text: str) -> bool:
    """Whether it is an address that is only known on one cable."""
    return _is_address(text) and ip_address(text).is_link_local
