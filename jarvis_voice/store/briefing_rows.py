"""Reads rows of briefings, which every database has in one shape. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from jarvis_voice.store.briefing_port import BriefingRow, BriefingRunRow


def runs_in(rows: Iterable[Any]) -> list[BriefingRunRow]:
    """Rows of `RUNS` as they are used."""
    return [
        BriefingRunRow(number, datetime.fromisoformat(started_at), *others)
        for number, started_at, *others in rows
    ]


def rows_in(rows: Iterable[Any]) -> list[BriefingRow]:
    """Rows of `ROWS` as they are used."""
    return [
        BriefingRow(name, datetime.fromisoformat(kept_at), *others)
        for name, kept_at, *others in rows
    ]
