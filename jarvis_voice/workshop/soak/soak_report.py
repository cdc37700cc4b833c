"""Shows a long run as a table, as JSON with every sample, and as a picture."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.soak.soak_bench import CALL_SECONDS, SoakRecord
from jarvis_voice.workshop.soak.soak_verdict import WARM_UP_SHARE, Bars, SoakFinding, judge, leaks
from jarvis_voice.workshop.soak.soak_watch import LISTENING, Sample

MOST_TYPES = 6
"""That grew most, in the notes."""

MOST_STACKS = 5

BOUNDED_ROWS = {"latency": 5_000, "checkpoints": 1}
"""The newest times are kept; and the last state of the one conversation."""

_VERDICTS = {True: "kept", False: "NOT KEPT", None: "not shown"}


def verdict(record: SoakRecord) -> tuple[SoakFinding, ...]:
    """What the samples so far say."""
    return judge(record.samples, record.counts, Bars(rows=BOUNDED_ROWS))


def report(record: SoakRecord) -> Report:
    """The table, with what is not kept named first among the notes."""
    found = verdict(record)
    rows = [_row(one) for one in found if one.values]
    if held := tuple(one.held_mb for one in record.samples if one.held_mb):
        what = "memory (RSS) at the most, with what is free and not given back"
        rows.append(Row(what, Figure(held, "MB", statistic="max", bounds=(min(held), max(held)))))
    return Report("A long run of the whole program", tuple(rows), "", _notes(record, found))


def to_json(record: SoakRecord, shown: Report) -> str:
    """A report of the record, with every sample."""
    body: dict[str, Any] = json.loads(shown.to_json())
    body["leaks"] = leaks(verdict(record))
    body["events"] = dict(record.notes)
    body["samples"] = [_sample_json(one) for one in record.samples]
    body["rows_of_tables"] = [{"turns": one.turns, **one.rows} for one in record.counts]
    body["stood_still"] = dict(record.stacks)
    return json.dumps(body)


def draw(record: SoakRecord, picture: Path) -> None:
    """Write a PNG: memory, what is counted, and the loop's lag, over time.

    Raises:
        OSError: The file cannot be written.
    """
    from matplotlib.figure import Figure as Page

    minutes = [one.at_seconds / 60 for one in record.samples]
    page = Page(figsize=(8, 8), layout="constrained")
    memory, counted, lag = page.subplots(3, 1, sharex=True)
    for name in ("rss_mb", "pss_mb", "own_mb"):
        values = [getattr(one.memory, name, None) for one in record.samples]
        memory.plot(minutes, values, label=name.removesuffix("_mb").upper())
    held = [one.held_mb for one in record.samples]
    memory.plot(minutes, held, label="RSS before free memory is given back", alpha=0.5)
    memory.set(ylabel="MB", ylim=(0, None))
    for name in ("descriptors", "threads", "tasks"):
        counted.plot(minutes, [getattr(one, name) for one in record.samples], label=name)
    counted.set(ylabel="how many", ylim=(0, None))
    lag.plot(minutes, [one.lag.percentile_ms(99) for one in record.samples], label="p99")
    lag.plot(minutes, [one.lag.percentile_ms(50) for one in record.samples], label="p50")
    lag.set(ylabel="lag of the event loop, ms", xlabel="minutes", ylim=(0, None))
    began = next((one.at_seconds / 60 for one in record.samples if one.part == LISTENING), None)
    for axes in (memory, counted, lag):
        if began is not None:
            axes.axvline(began, color="grey", linestyle=":", label="from here in real time")
        axes.legend(fontsize="small")
        axes.grid(alpha=0.3)
    page.savefig(picture, format="png", dpi=120)


def _row(one: SoakFinding) -> Row:
    digits = 2 if one.unit in {"MB", "kB"} else int(one.unit == "ms")
    figure = Figure(one.values, one.unit, digits, bounds=one.bounds)
    return Row(one.what, figure, wanted=f"{one.wanted}, {_VERDICTS[one.is_kept]}")


def _notes(record: SoakRecord, found: Sequence[SoakFinding]) -> tuple[str, ...]:
    grown = leaks(found)
    if not record.samples:
        return ("It ended before anything was measured.",)
    notes = [f"Not kept: {'; '.join(grown)}." if grown else "Nothing grew that may not."]
    untold = [one.what for one in found if not one.values]
    if untold:
        notes.append(f"Too short a run, or not told by this system: {'; '.join(untold)}.")
    notes.append(_told(record.samples))
    notes += [f"{one.what}: {one.note}." for one in found if one.note]
    notes.append(
        f"The first {100 * WARM_UP_SHARE:.0f} % of each part are warm-up for memory and counts; "
        "memory is measured when what is free was given back to the system; "
        "intervals of 95 % are of a least-squares line, widened for neighbours that are alike; "
        "counts compare the least of the last third with the least of the first."
    )
    if record.notes:
        told = ", ".join(f"{count} {what}" for what, count in record.notes.most_common())
        notes.append(
            f"What happened: {told}. In real time it is called every {CALL_SECONDS:.0f} s."
        )
    if types := _grown_types(record):
        notes.append(f"Objects that grew most behind the first look: {types}.")
    notes += [f"Stood still {n} x: {stack}" for stack, n in record.stacks.most_common(MOST_STACKS)]
    return tuple(notes)


def _told(samples: Sequence[Sample]) -> str:
    last = samples[-1]
    told = f"{last.turns} turns in {last.at_seconds / 60:.1f} minutes"
    if last.memory:
        told += f"; at the end {last.memory.rss_mb:.0f} MB (RSS), {last.memory.pss_mb:.0f} MB (PSS)"
    return f"{told}, {last.descriptors} descriptors, {last.threads} threads."


def _grown_types(record: SoakRecord) -> str:
    """Where a leak of Python objects would show; what this bench keeps itself is left out."""
    if len(record.counts) < 3:  # noqa: PLR2004 - before the first turn, behind the warm-up, the end
        return ""
    first, last = record.counts[1], record.counts[-1]
    grown = Counter(last.objects)
    grown.subtract(first.objects)
    own = ("jarvis_voice.workshop", "jarvis_voice.platform.loop_lag", "collections.Counter")
    most = [(name, n) for name, n in grown.most_common() if n > 0 and not name.startswith(own)]
    return ", ".join(f"{name} +{n}" for name, n in most[:MOST_TYPES])


def _sample_json(one: Sample) -> dict[str, Any]:
    memory = one.memory
    return {
        "part": one.part,
        "turns": one.turns,
        "at_seconds": round(one.at_seconds, 1),
        "rss_mb": round(memory.rss_mb, 3) if memory else None,
        "pss_mb": round(memory.pss_mb, 3) if memory else None,
        "own_mb": round(memory.own_mb, 3) if memory else None,
        "held_mb": round(one.held_mb, 3) if one.held_mb else None,
        "descriptors": one.descriptors,
        "threads": one.threads,
        "tasks": one.tasks,
        "log_bytes": one.log_bytes,
        "database_bytes": one.database_bytes,
        "journal_bytes": one.journal_bytes,
        "lag_p99_ms": round(one.lag.percentile_ms(99), 2),
        "lag_max_ms": round(one.lag.max_ms, 2),
    }
