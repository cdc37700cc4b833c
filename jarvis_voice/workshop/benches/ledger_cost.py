"""Measures how long the latency ledger holds up the event loop for each turn."""

from __future__ import annotations

from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from time import perf_counter

from jarvis_voice.app.latency_ledger import LatencyLedger
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    Event,
    ReplyWorded,
    SpeakingEnded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    TaskPlanned,
    ToolEnded,
    TurnEnded,
    TurnStarted,
)
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import Receipt, ReceiptKind, TurnInput
from jarvis_voice.store.factory import make_store

TURNS = 50


async def ledger_ms(turns: int = TURNS) -> list[float]:
    """Milliseconds that each turn's events hold up the loop; its row is written beside."""
    took: list[float] = []
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        bus = Bus()
        async with (
            make_store(find_paths({"JARVIS_HOME": folder})) as store,
            LatencyLedger(bus, store.latency),
        ):
            for _ in range(turns):
                turn = TurnInput(store.turns.next_turn_id(), "default", "", "voice")
                await store.turns.begin(turn, datetime.now(UTC))
                events = _events(turn.turn_id)
                started_at = perf_counter()
                for event in events:
                    bus.publish(event)
                took.append(1_000 * (perf_counter() - started_at))
    return took


def _events(turn_id: str) -> tuple[Event, ...]:
    """Of one spoken turn."""
    receipt = Receipt(ReceiptKind.LOOKUP, "noon")
    return (
        SpeechEnded(0.0, "complete", 1.0, 0.2),
        SpeechTranscribed(0.0, "what time is it", 0.1, was_ready=True),
        TurnStarted(turn_id, "default", 0.0, "what time is it", "voice"),
        TaskPlanned(turn_id, 0.0, "get_time", {}, "local"),
        ToolEnded(turn_id, 0.0, "get_time", {}, receipt),
        ReplyWorded(turn_id, 0.0, "It is noon.", is_final=True),
        SpeechSynthesised(turn_id, 0.0, 0.1),
        TurnEnded(turn_id, 0.0, "It is noon.", "done"),
        SpeakingStarted(turn_id, 0.0),
        SpeakingEnded(turn_id, 0.0, "It is noon.", was_interrupted=False),
    )
