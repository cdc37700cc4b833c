"""The moment at which every trial begins."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

MORNING = datetime(2026, 11, 5, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""
