"""Addresses of the services that tools talk to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Addresses of services; None is the real one, tests name servers on loopback.

    Attributes:
        page_hosts: Host names of web pages to the "127.0.0.1:port" that serves them; a name that
            is not in here is looked up, and a private address is refused.
    """

    gemini: str | None = None
    serpapi: str | None = None
    wikimedia: str | None = None
    open_meteo: str | None = None
    overpass: str | None = None
    resend: str | None = None
    page_hosts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def all_at(cls, url: str) -> Self:
        """Every service at one address; pages of hosts are where they are."""
        return cls(url, url, url, url, url, url)
