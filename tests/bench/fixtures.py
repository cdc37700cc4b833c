"""The bench as pytest fixtures, and what the machine lacks for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from bench.desktop import Desktop
from bench.sound import SoundServer
from bench.web import WebSite


class Marked(Protocol):
    """A collected test with its markers."""

    @property
    def nodeid(self) -> str: ...

    def iter_markers(self, name: str) -> Iterable[pytest.Mark]: ...


PARTS: dict[str, dict[str, str]] = {
    "sound": {
        "pulseaudio": "pulseaudio",
        "pactl": "pulseaudio-utils",
        "parec": "pulseaudio-utils",
        "pacat": "pulseaudio-utils",
    },
    "voices": {"flite": "flite", "espeak-ng": "espeak-ng"},
    "screen": {
        "Xvfb": "xvfb",
        "openbox": "openbox",
        "xdotool": "xdotool",
        "wmctrl": "wmctrl",
        "dbus-daemon": "dbus",
    },
    "browser": {"chromium": "chromium", "xdg-open": "xdg-utils"},
    "trace": {"strace": "strace"},
}
"""The parts of the bench: the programs of each, and the Debian package of each program.

`@pytest.mark.bench("sound", "voices")` names the parts that a test needs.
"""


def parts_of(item: Marked) -> set[str]:
    """The parts that a test names.

    Raises:
        pytest.UsageError: It names none, or one that there is not.
    """
    markers = list(item.iter_markers("bench"))
    named = {str(part) for marker in markers for part in marker.args}
    if not all(marker.args for marker in markers) or not named <= set(PARTS):
        known = ", ".join(PARTS)
        raise pytest.UsageError(f"{item.nodeid}: bench names one or more of {known}")
    return named


def missing_packages(parts: Iterable[str]) -> list[str]:
    """The Debian packages that bring what is missing of these parts, each once."""
    programs = {name: package for part in parts for name, package in PARTS[part].items()}
    return sorted({package for name, package in programs.items() if not shutil.which(name)})


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
