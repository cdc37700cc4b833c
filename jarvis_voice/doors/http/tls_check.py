"""Looks at the certificate of the HTTP port before it opens, and says in a sentence what is bad."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from jarvis_voice.core.door_config import HttpConfig
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import no_file

MOST_BYTES = 1_000_000
"""Of a file with certificates or a key; one has some thousand."""

RENEW = "Renew it: jarvis certificate"


def refuse_bad_certificate(http: HttpConfig, now: datetime) -> None:
    """Let a certificate and its key pass that TLS can be spoken with.

    Args:
        http: Where they are.
        now: The wall clock.

    Raises:
        ConfigError: They cannot be used; the message says which file, and why.
    """
    if not http.certificate:
        if http.certificate_key:
            raise _bad("certificate_key is set, and certificate is not")
        return
    file, key_file = Path(http.certificate), Path(http.certificate_key or http.certificate)
    for one in dict.fromkeys((file, key_file)):
        if why := no_file(one):
            raise _bad(f"{one}: {why}")
        try:
            with one.open("rb") as opened:
                is_large = len(opened.read(MOST_BYTES + 1)) > MOST_BYTES
        except OSError as error:
            raise _bad(f"{one}: {error.strerror}") from error
        if is_large:
            raise _bad(f"{one} is larger than any certificate")
    _check_dates(file, now)
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, key_file, password=_no_password(key_file))
    except ssl.SSLError as error:
        raise _bad(_why(error, key_file)) from error


def _check_dates(file: Path, now: datetime) -> None:
    from cryptography import x509

    try:
        first = x509.load_pem_x509_certificates(file.read_bytes())[0]
    except (ValueError, IndexError) as error:
        raise _bad(f"{file} holds no certificate in PEM form") from error
    if first.not_valid_after_utc <= now:
        raise _bad(f"{file} ended on {first.not_valid_after_utc:%Y-%m-%d}. {RENEW}")
    if first.not_valid_before_utc > now:
        begins = f"{first.not_valid_before_utc:%Y-%m-%d}"
        raise _bad(f"{file} begins on {begins}: look at the clock of this machine")


def _no_password(key_file: Path) -> Callable[[], str]:
    """Refuses a key with a password; else the terminal would be asked for it."""

    def refuse() -> str:
        message = f"the key in {key_file} has a password. Write it without one"
        raise _bad(message)

    return refuse


def _why(error: ssl.SSLError, key_file: Path) -> str:
    if "KEY_VALUES_MISMATCH" in str(error):
        return f"the key in {key_file} is that of another certificate"
    return f"{key_file} holds no key in PEM form that fits"


def _bad(why: str) -> ConfigError:
    return ConfigError("http-certificate", f"The certificate of [http] cannot be used: {why}.")
