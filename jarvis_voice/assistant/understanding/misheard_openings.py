"""What may have been "open ...", where it was heard as other words: "hope and MIT's website". Pure.

Invariant: only the first words are replaced, and only the sound tells whether they were that one.
"""

from __future__ import annotations

import re

_MOST_WORDS = 2
"""So many words it becomes: "hope and", "oh, the"."""

_BETWEEN = re.compile(r"[,\s]+")
_OTHERWISE = re.compile(
    r"open(?:ed|s|ing)?|not|no|never|(?:do|does|did|should|could|would)n['\u2019]?t|can['\u2019]?t|"
    r"cannot|won['\u2019]?t|close[sd]?|shut|minimi[sz]e|quit|exit|kill|leave|hide|stop|mute|unmute|"
    r"pause|delete|remove|uninstall|block|forget",
    re.I,
)
"""Who says one of these tells of what was opened, or wants something else; none sounds like it."""


def openings_like(text: str) -> tuple[str, ...]:
    """The same words with "open" in place of the first one or two; none where there are no more.

    Args:
        text: What was heard: "Hope and MIT's website."
    """
    *heard, rest = _BETWEEN.split(text.strip(), maxsplit=_MOST_WORDS)
    if any(_OTHERWISE.fullmatch(word) for word in heard):
        return ()
    return tuple(" ".join(["open", *heard[words:], rest]) for words in range(1, len(heard) + 1))
