"""Types of values that several sections of the settings share.

Invariant: every text has an end; an address names a server and a port that there can be.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from jarvis_voice.core.visible_text import has_controls


def _named(text: str) -> str:
    """A name with something in it.

    Raises:
        ValueError: It is empty or blank.
    """
    if not text.strip():
        raise ValueError("a name must not be empty")
    return text


Name = Annotated[str, Field(max_length=200)]
"""Of a place, a device, a model or something of the user's own; empty where that is allowed."""

Named = Annotated[Name, AfterValidator(_named)]
"""A name that is never empty."""

Argument = Annotated[str, Field(max_length=4_000)]
"""One word of a command line, or an address."""


def _one_line(key: SecretStr) -> SecretStr:
    """A key or a password that can be sent.

    Raises:
        ValueError: It holds a line break or another control character.
    """
    if any(ord(char) < ord(" ") or char == "\x7f" for char in key.get_secret_value()):
        raise ValueError("it must be on one line, without control characters")
    return key


Key = Annotated[SecretStr, Field(max_length=1_000), AfterValidator(_one_line)]

MOST_NAMED = 1_000
"""Entries of a section or a list of the user's own."""

ADDRESS_EXAMPLE = 'it must be an address, such as "http://127.0.0.1:11434/v1"'

_HOST_LABEL = re.compile(r"(?!-)[\w-]{1,63}(?<!-)")
_LONGEST_HOST = 253


class SettingSection(BaseModel):
    """One section of the settings: it never changes, and takes no name that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def server_address(url: str) -> str:
    """An address of a server, or nothing.

    Raises:
        ValueError: It is none, its port does not exist, or it holds what stands elsewhere.
    """
    parts = _split(url or "http://localhost")
    if parts.username is not None or parts.password is not None:
        raise ValueError("it must hold no user name and no password: keys stand in a variable")
    if "?" in url or "#" in url:
        raise ValueError("it must end with its path, without ? and #")
    return url


def any_address(url: str) -> str:
    """As `server_address`, also with a user's name in it.

    Raises:
        ValueError: It is none, or its port does not exist.
    """
    _split(url or "http://localhost")
    return url


def collector_address(url: str) -> str:
    """An address that traces are sent to, or nothing; whether it is one is told at the start.

    Raises:
        ValueError: It holds a user's name, a password or a query, which may be a key.
    """
    if urlsplit(url).netloc.count("@") or "?" in url:
        message = "it must hold no user name, no password and no ?: keys stand in the variable "
        raise ValueError(f"{message}OTEL_EXPORTER_OTLP_HEADERS")
    return url


def is_this_machine(url: str) -> bool:
    """Whether an address leads to this very machine; a name that only may do so does not count."""
    host = _split(url).hostname or ""
    if host == "localhost":
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_loopback or found.is_unspecified


def host_of(url: str) -> str:
    """Host and port of an address, for a reader."""
    parts = _split(url)
    return parts.netloc.rpartition("@")[2]


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise ValueError(ADDRESS_EXAMPLE) from None
    if parts.scheme not in {"http", "https"} or not _is_host(host):
        raise ValueError(ADDRESS_EXAMPLE)
    if any(char.isspace() for char in url) or has_controls(url):
        raise ValueError(ADDRESS_EXAMPLE)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0 or (port is None and parts.netloc.endswith(":")):
        raise ValueError("its port does not exist: a port is a number from 1 to 65535")
    return parts


def _is_host(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        labels = host.removesuffix(".").split(".")
        return len(host) <= _LONGEST_HOST and all(map(_HOST_LABEL.fullmatch, labels))
    return True


Address = Annotated[Argument, AfterValidator(any_address)]
"""Of a server, also with a user's name in it, or nothing."""

ServerAddress = Annotated[Argument, AfterValidator(server_address)]
"""Of a server, or nothing."""

CollectorAddress = Annotated[Name, AfterValidator(collector_address)]
"""Of a collector of traces, or nothing."""
