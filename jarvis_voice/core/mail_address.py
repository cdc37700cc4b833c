"""Checks addresses of mail. Pure.

Invariant: an address that passes holds no sign that means anything in a header or to a server.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

LONGEST = 254
LONGEST_LOCAL = 64
EXAMPLE = 'it must be an address of mail, such as "ana@example.org"'

_LOCAL = lazy_pattern(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")


def mail_address(text: str) -> str:
    """An address, its host in small letters; a host in other letters as mail servers write it.

    Raises:
        ValueError: It is none.
    """
    local, at, host = text.strip().rpartition("@")
    try:
        host = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise ValueError(EXAMPLE) from None
    labels = host.split(".")
    is_host = all(map(_LABEL.fullmatch, labels))
    is_local = len(local) <= LONGEST_LOCAL and _LOCAL.fullmatch(local)
    if not at or not is_host or not is_local or len(local) + len(host) >= LONGEST:
        raise ValueError(EXAMPLE)
    return f"{local}@{host}"
