"""Regular expressions that are compiled at their first use, or when the program has time for it.

Invariant: `lazy_pattern` is `re.compile` in all but the moment, and the moment of its error.

It is for patterns that most turns do not reach and that take half a millisecond or more: compiling
them all would hold up the start. What the first turn needs is compiled with `re.compile`, so that
no turn waits for it.
"""

from __future__ import annotations

import re
from functools import cache
from time import sleep
from typing import Any, cast

REST_SECONDS = 0.001
"""After each pattern, so that a turn gets the interpreter at once, and not when its slice ends."""

_waiting: list[_LazyPattern] = []


class _LazyPattern:
    """Stands for a pattern; whichever method is asked for first compiles it, and stays here."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._asked_flags = flags
        _waiting.append(self)

    def __getattr__(self, name: str) -> Any:
        """Reached where nothing of that name was kept: `re` knows patterns, and this does not."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "_compiled":
            found: Any = re.compile(self.pattern, self._asked_flags)
        else:
            found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found


@cache
def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, not compiled yet; its methods are used, and functions of `re` do not take it.

    The same one for the same words: what is loaded again adds nothing to what waits.

    Args:
        pattern: A regular expression.
        flags: As of `re.compile`.
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


def compile_waiting() -> None:
    """Compile all that were made so far, in a thread beside whatever is asked meanwhile.

    Raises:
        re.error: One of them is not well formed.
    """
    while _waiting:
        _ = _waiting.pop()._compiled
        sleep(REST_SECONDS)
