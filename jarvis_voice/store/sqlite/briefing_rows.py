"""Queries of briefings and what their rows are, for writer and reader. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from jarvis_voice.store.briefing_port import BriefingRow, BriefingRunRow
from jarvis_voice.store.sqlite.row_conditions import readable

RUNS = (
    "SELECT number, started_at, turn_id, state, body, work FROM briefings "  # noqa: S608 - names of our own
    f"WHERE user_id = ? AND {readable('briefings')} ORDER BY number DESC LIMIT ?"
)
ROWS = (
    "SELECT name, kept_at, body, number, turn_id FROM briefing_rows "  # noqa: S608 - names of our own
    f"WHERE user_id = ? AND kind = ? AND {readable('briefing_rows')} ORDER BY number"
)


def runs_in(rows: Iterable[Any]) -> list[BriefingRunRow]:
    """Rows of `RUNS` as they are read."""
    return [
        BriefingRunRow(number, datetime.fromisoformat(started_at), *others)
        for number, started_at, *others in rows
    ]


def rows_in(rows: Iterable[Any]) -> list[BriefingRow]:
    """Rows of `ROWS` as they are read."""
    return [
        BriefingRow(name, datetime.fromisoformat(kept_at), *others)
        for name, kept_at, *others in rows
    ]
