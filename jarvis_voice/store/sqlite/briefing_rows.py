"""Queries of briefings, for writer and reader. Pure."""

from __future__ import annotations

from jarvis_voice.store.sqlite.row_conditions import readable

RUNS = (
    "SELECT number, started_at, turn_id, state, body, work FROM briefings "  # noqa: S608 - names of our own
    f"WHERE user_id = ? AND {readable('briefings')} ORDER BY number DESC LIMIT ?"
)
ROWS = (
    "SELECT name, kept_at, body, number, turn_id FROM briefing_rows "  # noqa: S608 - names of our own
    f"WHERE user_id = ? AND kind = ? AND {readable('briefing_rows')} ORDER BY number"
)
