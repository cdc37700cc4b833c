"""Finds the files that ship with the program: config/ and models/ of the project.

Invariant: installed from a wheel they lie in jarvis_voice/data/, in a checkout at its top level.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(name: str) -> Path:
    """The path of a shipped file, such as "config/sites.toml" or "models/manifest.toml"."""
    installed = _PACKAGE / "data" / name
    return installed if installed.exists() else _PACKAGE.parent / name
