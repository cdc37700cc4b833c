"""Reads the memory use of this process from the system."""

from __future__ import annotations

from pathlib import Path

_ROLLUP = Path("/proc/self/smaps_rollup")


def own_memory_mb() -> float | None:
    """Proportional set size of this process in MB (10^6 bytes); None where it is not told."""
    try:
        lines = _ROLLUP.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((pss_kib(line) * 1_024 / 1e6 for line in lines if line.startswith("Pss:")), None)


def pss_kib(line: str) -> int:
    """The number in "Pss:  123456 kB"; the system's kB are 1 024 bytes."""
    return int(line.split()[1])
