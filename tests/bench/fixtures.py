"""The bench as pytest fixtures, and what the machine lacks for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.desktop import Desktop
from bench.sound import SoundServer
from bench.web import WebSite

PACKAGES = {
    "pulseaudio": "pulseaudio",
    "pactl": "pulseaudio-utils",
    "parec": "pulseaudio-utils",
    "pacat": "pulseaudio-utils",
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "wmctrl": "wmctrl",
    "xdg-open": "xdg-utils",
    "chromium": "chromium",
    "dbus-daemon": "dbus",
    "flite": "flite",
    "espeak-ng": "espeak-ng",
    "strace": "strace",
}
"""The programs the bench runs, and the Debian package of each."""


def missing_packages() -> list[str]:
    """The Debian packages that bring what is missing, each once."""
    return sorted({package for name, package in PACKAGES.items() if not shutil.which(name)})


@pytest.fixture
def sound(tmp_path: Path) -> Iterator[SoundServer]:
    """A sound server with a virtual microphone and loudspeaker."""
    with SoundServer(tmp_path) as server:
        yield server


@pytest.fixture
def site() -> Iterator[WebSite]:
    """The whole web, on loopback."""
    with WebSite() as site:
        yield site


@pytest.fixture
def desktop(tmp_path: Path, site: WebSite) -> Iterator[Desktop]:
    """A screen with a window manager, a keyboard and a default browser that sees `site`."""
    with Desktop(tmp_path, site) as desktop:
        yield desktop
