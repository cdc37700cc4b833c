"""Measures for `jarvis bench echo` a whole voice session that hears its own voice.

Invariant: ours and the stock way have the same models, rooms, words and callers, in one run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarvis_voice.workshop.benches.comparison import Figure, Row
from jarvis_voice.workshop.benches.echo.callers import callers
from jarvis_voice.workshop.benches.echo.echo_trial import echo_dbfs
from jarvis_voice.workshop.benches.echo.loop_parts import LoopParts
from jarvis_voice.workshop.benches.echo.loop_trial import (
    calls_over,
    follow_up,
    open_loop,
    own_cuts,
    own_mentions,
    stops_over,
)
from jarvis_voice.workshop.benches.echo.self_speech import PLAIN, sayings, speak
from jarvis_voice.workshop.worlds.air import AirSetup, at_dbfs
from jarvis_voice.workshop.worlds.room import ROOMS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROOM = AirSetup(room=ROOMS[1])

LONG_REPLY = " ".join(PLAIN[:3])
"""About a quarter of a minute."""

OWN_REPLIES = (" ".join(PLAIN),) * 2
"""More than a minute."""

LEAD_IN_SECONDS = 3.0
"""Somebody who talks over us does so from here on."""

STOPS = 12

WINDOWS = tuple(
    (delay_seconds, echo_db)
    for delay_seconds in (0.05, 0.2, 0.5, 0.9)
    for echo_db in (5.0, -4.0, -12.0)
)
"""How late and how loud our own tail comes; 8 dB is as loud as it left, so -3 to -20 dB."""


@dataclass(frozen=True, slots=True)
class Company:
    """The other voices in the room, each as loud as our own voice.

    Attributes:
        calls: The wake word, called over our voice.
        stops: "Stop", said over our voice.
        question: What our answers are to.
        more: What is said on behind one.
        mentions: How often we say our own name, with nobody else there.
        windows: Follow-up windows: how late and how loud our voice comes.
        replies: What we say with nobody else there.
    """

    calls: Sequence[NDArray[np.float32]]
    stops: Sequence[NDArray[np.float32]]
    question: NDArray[np.float32]
    more: NDArray[np.float32]
    mentions: int
    windows: Sequence[tuple[float, float]] = WINDOWS
    replies: Sequence[str] = OWN_REPLIES


@dataclass(frozen=True, slots=True)
class LoopCounts:
    """Counts of wake-ups, cuts and answers in one way of listening.

    Attributes:
        woken: By how many mentions of our own name.
        called: How many calls were heard.
        stopped: How many stops.
        cut: How often our own voice cut us off.
        echoes: How many echoes were answered in follow-up windows.
        answered: In how many of these the user was heard.
    """

    woken: int
    called: int
    stopped: int
    cut: int
    echoes: int
    answered: int


async def company(
    parts: LoopParts,
    calls: Sequence[NDArray[np.float32]],
    *,
    mentions: int,
    stops: int = STOPS,
) -> Company:
    """Callers, and synthetic voices for the rest.

    Args:
        parts: Whose voice is as loud as theirs.
        calls: The callers, of any level.
        mentions: How often we say our own name.
        stops: How many say "stop".

    Raises:
        JarvisError: There are no synthetic voices ("no-callers").
    """
    spoken = list((await speak(parts.tts, PLAIN[:3])).values())
    dbfs = echo_dbfs(ROOM, spoken)
    question, more = (
        at_dbfs(callers(1, text)[0], dbfs)
        for text in ("what is the weather today", "and what about tomorrow")
    )
    return Company(
        [at_dbfs(call, dbfs) for call in calls],
        [at_dbfs(stop, dbfs) for stop in callers(stops, "stop.")],
        question,
        more,
        mentions,
    )


async def bench_loop(
    parts: LoopParts, others: Company, rows: list[Row], progress: Callable[[str], None]
) -> None:
    """The whole session in an acoustic loop, and one that does not know itself beside it.

    Args:
        parts: Of the session.
        others: Who speaks besides.
        rows: They are put in as they come: first ours, then both ways.
        progress: Told what is being done.
    """
    progress("loop, ours")
    ours = await run_loop(parts, others, progress)
    rows[:] = loop_rows(others, ours, None)
    progress("loop, the stock way")
    stock = await run_loop(replace(parts, knows_itself=False), others, progress)
    rows[:] = loop_rows(others, ours, stock)


def loop_rows(others: Company, ours: LoopCounts, stock: LoopCounts | None) -> tuple[Row, ...]:
    """A row for each count; the stock way may not have been measured."""
    calls, stops, windows = len(others.calls), len(others.stops), len(others.windows)

    def row(what: str, name: str, wanted: str) -> Row:
        mine, theirs = (
            Figure((float(getattr(counts, name)),) if counts else ()) for counts in (ours, stock)
        )
        return Row(f"loop: {what}", mine, theirs, wanted)

    return (
        row(f"woken by {others.mentions} mentions of our own name", "woken", "0"),
        row(f"calls heard of {calls} over our voice, 0 dB", "called", ">= 3/4"),
        row(f'"stop" heard of {stops} over our voice, 0 dB', "stopped", "> 1/2"),
        row("cut off by our own voice in a minute", "cut", "0"),
        row(f"echoes answered in {windows} follow-up windows", "echoes", "0"),
        row(f"users heard in {windows} follow-up windows", "answered", f"{windows}"),
    )


async def run_loop(
    parts: LoopParts, others: Company, progress: Callable[[str], None]
) -> LoopCounts:
    """All of it, one way."""
    async with open_loop(parts, ROOM) as loop:
        progress("  calls over our voice")
        moments = _moments(len(others.calls))
        called = await calls_over(loop, LONG_REPLY, others.calls, moments)
        progress('  "stop" over our voice')
        moments = _moments(len(others.stops))
        stopped = await stops_over(loop, others.question, LONG_REPLY, others.stops, moments)
        progress("  our voice alone")
        cut = await own_cuts(loop, others.question, others.replies)
        progress("  our own name")
        woken = await own_mentions(loop, sayings(others.mentions, named=True))
    echoes = answered = 0
    for delay_seconds, echo_db in others.windows:
        progress(f"  follow-up window, {delay_seconds:.2f} s late, {echo_db:+.0f} dB")
        late = replace(ROOM, delay_seconds=delay_seconds, echo_db=echo_db)
        async with open_loop(parts, late) as loop:
            echoes += await follow_up(loop, others.question, PLAIN[0], None)
            answered += await follow_up(loop, others.question, PLAIN[2], others.more) > 0
    return LoopCounts(woken, called, stopped, cut, echoes, answered)


def _moments(count: int) -> list[float]:
    return [LEAD_IN_SECONDS + 0.37 * (number % 16) for number in range(count)]
