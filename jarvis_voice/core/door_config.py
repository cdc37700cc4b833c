"""Settings of the doors: the push-to-talk key, the port for programs, and where traces go."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.setting_types import CollectorAddress, Name, Named
from jarvis_voice.core.setting_types import SettingSection as _Section

USUAL_PORT = 8765
"""Where `jarvis run --http` listens if no port is set."""

_MOST = 100
"""Names or addresses in one list."""


class PushToTalkConfig(_Section):
    """Settings for the global push-to-talk key.

    Attributes:
        mode: "hold" to talk, or "toggle": struck to open and to close the ears.
        backend: How it is listened to; "auto" goes by the session (`doors.hotkey.key_backend`).
    """

    key: Name
    mode: Literal["hold", "toggle"]
    backend: Literal["auto", "x11", "portal", "evdev", "pynput"]


class HttpConfig(_Section):
    """Settings for the HTTP port.

    Attributes:
        port: 0 is shut.
        host: The address to listen at.
        names: Names of this machine, besides the address, that a client may call it by.
        certificate: Path of a PEM file, "" is none; it may hold the key as well.
        certificate_key: Path of the certificate's key, "" where it is in the same file.
        trust_proxy: Addresses of proxies in front of it, which speak TLS.
        origins: Addresses of pages whose scripts may ask.
        open_on_loopback: A request from this machine without a token counts as the owner's.
        not_jarvis: The address /not-jarvis/stream exists; from this machine without a token.
        turns_per_minute: Of one user.
        concurrent_turns: Of one user.
        sound_seconds: Of sound that one user may send in an hour.
    """

    port: Annotated[int, Field(ge=0, le=65_535)]
    host: Named
    names: Annotated[tuple[Named, ...], Field(max_length=_MOST)]
    certificate: Name
    certificate_key: Name
    trust_proxy: Annotated[tuple[Named, ...], Field(max_length=_MOST)]
    origins: Annotated[tuple[Named, ...], Field(max_length=_MOST)]
    open_on_loopback: bool
    not_jarvis: bool
    turns_per_minute: Annotated[int, Field(ge=1, le=100_000)]
    concurrent_turns: Annotated[int, Field(ge=1, le=1_000)]
    sound_seconds: Annotated[int, Field(ge=1, le=36_000)]

    @property
    def is_local(self) -> bool:
        """Whether it listens for this machine alone."""
        return is_loopback(self.host)


class TracesConfig(_Section):
    """Settings for traces.

    Attributes:
        endpoint: The address of a collector, with or without a path; "" is what
            OTEL_EXPORTER_OTLP_ENDPOINT says.
        words: What is said, arguments and results stand in them.
    """

    endpoint: CollectorAddress
    words: bool


def is_loopback(host: str) -> bool:
    """Whether an address, or the name "localhost", is this machine and no other."""
    if host.lower() == "localhost":
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
