"""Turns the findings into one sentence of advice and an exit code.

Invariant: pure; what hurts most comes first, and a failure before any warning.
"""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.workshop.doctor.check_result import CheckResult

ORDER = (
    *("program", "libraries", "settings", "own files", "models", "disk", "ears"),
    *("running", "microphones", "microphone", "zeros", "rate", "level", "clipping", "noise"),
    *("wake word", "words", "permissions", "database", "clock"),
    *(
        "loudspeakers",
        "loop-back",
        "google key",
        "second model",
        "chat models",
        "search key",
        "mail",
        "autostart",
    ),
)
"""First what keeps it from starting, then from hearing, from understanding, from the rest."""

WELL, BROKEN = 0, 1
ALL_WELL = "Nothing is wrong as far as I can see."


def advice(findings: Sequence[CheckResult]) -> str:
    """What to do first, in one sentence."""
    for status in ("failed", "warning"):
        found = [finding for finding in findings if finding.status == status]
        if found:
            first = min(found, key=_place)
            return f"{first.verdict.advice.rstrip('.')}."
    return ALL_WELL


def exit_code(findings: Sequence[CheckResult]) -> int:
    """0 when nothing fails, warnings or not; 1 when something does not work."""
    return BROKEN if any(finding.status == "failed" for finding in findings) else WELL


def _place(finding: CheckResult) -> int:
    return ORDER.index(finding.name) if finding.name in ORDER else len(ORDER)
