"""Takes a turn that nothing else understands for one about the stopwatch, by a trained layer. Pure.

Invariant: the layer has learned what is said of timers; what it reads of a stopwatch is told, and
what would stop or start one is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping

from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.cues import MOST_WORDS
from jarvis_voice.assistant.understanding.short_turns.denials import tells_only
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_LESSONS = "timer"
_LIKELY = 0.7
"""From here on a move is taken for one of the stopwatch."""

_ASKS = frozenset({"left", "when", "still", "all", "ask", "which"})
_STOPS = frozenset({"cancel", "cancel_other", "cancel_all", "take", "done"})
_STARTS = frozenset({"again"})


def stopwatch_by_layer(text: str, asked: Intent, second: SecondReader) -> ResolvedTurn | None:
    """What a turn most likely asks of the stopwatch; None where nothing is likely.

    Args:
        text: The turn as it was said.
        asked: What was done with the stopwatch last, or asked of it.
        second: The network, and the layer on top of it.
    """
    if second.moves is None or len(text.split()) > MOST_WORDS or tells_only(text):
        return None
    moves = second.moves.moves(clean(text).strip() or text, _LESSONS)
    if moves is None:
        return None
    if _chance(moves.chances, _ASKS) >= _LIKELY:
        return ResolvedTurn("read the stopwatch")
    is_running = asked.slots.get("action") in {"start", "read"}
    if is_running and _chance(moves.chances, _STOPS) >= _LIKELY:
        return ResolvedTurn("stop the stopwatch", is_guess=True)
    if not is_running and _chance(moves.chances, _STARTS) >= _LIKELY:
        return ResolvedTurn("start the stopwatch", is_guess=True)
    return None


def _chance(chances: Mapping[str, float], moves: frozenset[str]) -> float:
    return sum(chances.get(one, 0.0) for one in moves)
