"""The protocol by which a fetch reports its progress.

Invariant: at most one item is under way; `started` for the same name again means it began anew.
"""

from __future__ import annotations

from typing import Protocol


class FetchProgress(Protocol):
    """Receives the progress of `fetch`; the caller draws it."""

    def started(self, name: str, total_bytes: int) -> None:
        """A file or a package begins; `total_bytes` is 0 where its size is unknown."""

    def advanced(self, n_bytes: int) -> None:
        """So many more bytes of it are here."""

    def finished(self) -> None:
        """It is complete."""

    def note(self, text: str) -> None:
        """Something a user may want to know, one line."""
