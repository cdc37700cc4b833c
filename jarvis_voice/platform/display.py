"""Finds out whether there is a screen for windows and screenshots."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal

Display = Literal["none", "x11", "wayland", "native"]


def find_display(env: Mapping[str, str] | None = None, platform: str = sys.platform) -> Display:
    """The kind of display; macOS and Windows are taken to have theirs ("native")."""
    env = os.environ if env is None else env
    if platform in ("darwin", "win32"):
        return "native"
    if env.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "x11" if env.get("DISPLAY") else "none"
