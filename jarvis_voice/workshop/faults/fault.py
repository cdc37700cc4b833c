"""What became of one fault that was produced on purpose.

Invariant: plain values, so that a bench can print them and a test can look at them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FaultResult:
    """One fault, once.

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
