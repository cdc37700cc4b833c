"""Writes the findings as lines for a reader and as JSON for a program.

Invariant: pure; `private` lines are in what a reader sees on the screen and in nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jarvis_voice.workshop.doctor.advice import advice
from jarvis_voice.workshop.doctor.check_result import CheckResult, Status

SIGNS: dict[Status, str] = {"ok": "ok  ", "warning": "WARN", "failed": "FAIL", "skipped": "-   "}
NAME_WIDTH = 13
INDENT = " " * (len(SIGNS["ok"]) + NAME_WIDTH + 2)


def as_text(finding: CheckResult) -> list[str]:
    """The lines of one finding for the screen."""
    verdict = finding.verdict
    first = f"{SIGNS[finding.status]} {finding.name:<{NAME_WIDTH}} {verdict.detail}"
    return [first, *(INDENT + line for line in (*verdict.lines, *verdict.private))]


def as_json(findings: Sequence[CheckResult]) -> dict[str, Any]:
    """Checks and advice, without what was said."""
    return {"checks": [as_body(finding) for finding in findings], "advice": advice(findings)}


def as_body(finding: CheckResult) -> dict[str, str]:
    """One finding of them."""
    return {
        "name": finding.name,
        "status": finding.status,
        "detail": "\n".join((finding.verdict.detail, *finding.verdict.lines)),
    }
