"""Words that ask for a kind of act; a model may do that act only if the user said one."""

from __future__ import annotations

SHOWING = frozenset(
    (
        *(
            "open",
            "launch",
            "start",
            "visit",
            "go",
            "show",
            "see",
            "watch",
            "play",
            "take",
            "bring",
        ),
        *("pull", "load", "browse", "navigate", "head", "switch", "display"),
    )
)
"""Words of a user who wants to see something opened."""

LOOSE = frozenset({"go", "see", "take", "show", "start", "head", "watch", "play", "run", "display"})
"""Of these, words that are in many a question: they ask for an act only where a request begins."""
