"""Keeps HTTP clients from reading every root certificate anew for each scenario.

A client reads about 140 of them (30 ms), a scenario makes three clients, and none of them speaks
TLS: everything is on loopback.

Invariant: what is set in the environment is as before at the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "SSL_CERT_FILE"
_END = "-----END CERTIFICATE-----\n"


@contextmanager
def one_certificate(folder: Path) -> Iterator[None]:
    """Let clients that are made meanwhile know one root certificate; a file goes to `folder`."""
    import certifi

    bundle = Path(certifi.where()).read_text(encoding="utf-8")
    start = bundle.index("-----BEGIN CERTIFICATE-----")
    file = folder / "one-certificate.pem"
    file.write_text(bundle[start : bundle.index(_END) + len(_END)], encoding="ascii")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(file)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
