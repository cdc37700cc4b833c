"""Makes records of rows that several databases read in the same order of columns. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.store.records import TurnCalls

STAGE_COLUMNS = ", ".join(f"{stage}_seconds" for stage in STAGES)


def calls_in(rows: Iterable[Any]) -> list[TurnCalls]:
    """Turns with their calls of models, in the order of their first rows.

    Args:
        rows: Each a turn, when it began, and one of its calls: model, tokens read and made. The
            model is None where there was no call.
    """
    turns: dict[str, TurnCalls] = {}
    for turn_id, started_at, *call in rows:
        before = turns.get(turn_id, TurnCalls(turn_id, started_at, ()))
        calls = before.calls if call[0] is None else (*before.calls, Usage(*call))
        turns[turn_id] = TurnCalls(turn_id, started_at, calls)
    return list(turns.values())


def stages_in(rows: Iterable[Any]) -> list[TurnStages]:
    """Stage times of turns; each row a turn, its source, and the `STAGE_COLUMNS`."""
    return [
        TurnStages(
            turn_id,
            source,
            {stage: took for stage, took in zip(STAGES, times, strict=True) if took is not None},
        )
        for turn_id, source, *times in rows
    ]
