"""The result of a fault that was produced on purpose, and the table of results.

Invariant: plain values, so that a bench can print them and a test can look at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row


@dataclass(frozen=True, slots=True)
class FaultResult:
    """The result of producing one fault once.

    Attributes:
        name: The fault, kebab-case.
        is_recovered: Whether the program went on as it must.
        seconds_to_hear: From the repair until a call was heard; None where none was, or where
            hearing is not what the fault is about.
        detail: What was seen, for people; empty where there is nothing to tell.
    """

    name: str
    is_recovered: bool
    seconds_to_hear: float | None
    detail: str


MOST_DETAILS = 10
CRASH_NOTE = (
    "killed-*: SIGKILL; then integrity check, no answered turn missing, no effect twice, and the "
    "next start tells once what was interrupted."
)


def report(results: Sequence[FaultResult]) -> Report:
    """One row a fault, and one for the time to hear again where hearing is what it is about."""
    rows: list[Row] = []
    for name in dict.fromkeys(one.name for one in results):
        ours = [one for one in results if one.name == name]
        recovered = sum(one.is_recovered for one in ours)
        rows.append(Row(f"{name}: recovered", Figure((recovered,)), wanted=f"{len(ours)}"))
        if times := tuple(one.seconds_to_hear for one in ours if one.seconds_to_hear is not None):
            heard = Figure(times, "s", 1, "max")
            rows.append(Row(f"{name}: hears again after", heard, wanted="<= 5 s"))
    failed = [one for one in results if not one.is_recovered]
    notes = [f"{one.name}: {one.detail}" for one in failed[:MOST_DETAILS]]
    if any(one.name.startswith("killed-") for one in results):
        notes.insert(0, CRASH_NOTE)
    return Report("Faults", tuple(rows), notes=tuple(notes))
