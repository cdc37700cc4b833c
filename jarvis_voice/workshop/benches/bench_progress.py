"""The type by which every bench tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

OnProgress = Callable[[float, float, str], None]
"""Told how much of a part is done, of how much (0 where nobody knows), and what goes on."""
