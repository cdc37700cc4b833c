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

LOOSE: dict[str, str] = {
    "display": "",
    "forget": "",
    "go": r"(?:(?:straight |right |over |on )?to|there|back|ahead|online)\b",
    "head": r"(?:straight |right |over |back )?(?:to|there)\b",
    "play": r"(?!with\b)",
    "run": r"(?!(?:me|us) through\b)",
    "see": r"(?!(?:what|how|if|whether|who|where|why|when|you)\b)",
    "show": r"(?!(?:me |us )?(?:how|what|why|where|who|when|that|if)\b)",
    "start": "",
    "take": r"(?:me|us)\b",
    "turn": r"(?!of\b)",
    "watch": r"(?!(?:out|how|what|for)\b)",
}
"""Of these, words that are in many a question, with the pattern of what stands behind them where
they ask for an act: only where a request begins."""
