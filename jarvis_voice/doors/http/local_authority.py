"""Makes certificates for the HTTP port, and the authority of this machine that vouches for them.

Invariant: the authority can vouch for names of the home and for private addresses alone, so that a
device that trusts it cannot be deceived about any other site, not even by who steals its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3_650
LEAF_DAYS = 397
"""No system refuses a certificate that holds so long."""

EARLY = timedelta(days=1)
"""It holds from a day ago on: the clock of a phone may be behind ours."""

HOME_DOMAINS = ("localhost", "local", "lan", "home", "home.arpa", "internal")
HOME_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("100.64.0.0/10", "::1/128", "fc00::/7", "fe80::/10"),
)
LONGEST_NAME = 64
"""Characters of a common name."""

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class CertifiedKey:
    """A certificate with its key.

    Attributes:
        certificate: The certificate.
        key: Its private key.
    """

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> str:
        """The certificate as text."""
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def key_pem(self) -> str:
        """The key as text."""
        form = serialization.PrivateFormat.PKCS8
        plain = serialization.NoEncryption()
        return self.key.private_bytes(serialization.Encoding.PEM, form, plain).decode()

    @property
    def fingerprint(self) -> str:
        """What a reader compares: SHA-256 in pairs of hexadecimal digits."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def holds_until(self) -> datetime:
        """When it ends, in UTC."""
        return self.certificate.not_valid_after_utc


def make_authority(host: str, names: Iterable[str], now: datetime) -> CertifiedKey:
    """An authority for the names of a home.

    Args:
        host: What this machine is called.
        names: Names that it may vouch for besides those that every home may have.
        now: The wall clock.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _called(f"Jarvis Voice on {host}")
    domains = dict.fromkeys((*HOME_DOMAINS, host.lower(), *names))
    permitted: list[x509.GeneralName] = [x509.DNSName(one) for one in domains if not _address(one)]
    permitted += [x509.IPAddress(ip_network(one)) for one in HOME_NETWORKS]
    usage = _usage(signs_certificates=True)
    certificate = (
        _begun(subject, subject, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return CertifiedKey(certificate, key)


def make_leaf(authority: CertifiedKey, names: Sequence[str], now: datetime) -> CertifiedKey:
    """A certificate for names and addresses.

    Args:
        authority: Who vouches for it.
        names: At least one; see `vouched_for`.
        now: The wall clock.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    by = authority.certificate
    alternatives = x509.SubjectAlternativeName([_general(one) for one in names])
    usages = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    certificate = (
        _begun(_called(names[0]), by.subject, key, now, LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(alternatives, critical=False)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(usages, critical=False)
        .add_extension(issuer, critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return CertifiedKey(certificate, key)


def read_authority(pem: str, key_pem: str) -> CertifiedKey:
    """An authority from its two texts.

    Raises:
        ValueError: They are none, or do not belong together.
    """
    certificate = x509.load_pem_x509_certificate(pem.encode())
    key = serialization.load_pem_private_key(key_pem.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("the key is of another kind")  # noqa: TRY004 - the text is bad, not a type
    if certificate.public_key() != key.public_key():
        raise ValueError("the key is that of another certificate")
    return CertifiedKey(certificate, key)


def vouched_for(authority: CertifiedKey, names: Iterable[str]) -> list[str]:
    """Those of some names and addresses that an authority can vouch for."""
    extension = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    permitted = extension.value.permitted_subtrees or []
    domains = [one.value for one in permitted if isinstance(one, x509.DNSName)]
    values = (one.value for one in permitted if isinstance(one, x509.IPAddress))
    networks = [one for one in values if isinstance(one, IPv4Network | IPv6Network)]

    def is_within(name: str) -> bool:
        if address := _address(name):
            return any(address in one for one in networks)
        return any(name == one or name.endswith(f".{one}") for one in domains)

    return [one for one in names if is_within(one)]


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    days: int,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLY)
        .not_valid_after(now - EARLY + timedelta(days=days))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:LONGEST_NAME])])


def _general(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.IPAddress(address) if address else x509.DNSName(name)


def _address(name: str) -> Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
