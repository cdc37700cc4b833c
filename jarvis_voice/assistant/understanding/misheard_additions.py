"""What may have been "add ... to my list", where "add" was heard as a small word. Pure.

Invariant: only that word is replaced, and only the sound tells whether it was the other one.
"""

from __future__ import annotations

import re

_HEARD = re.compile(
    r"(?:and|at|an|had|ad|ed)(?! (?:what|how|who|which|when|why|where|did|do|does|is|are|i|we|you|"
    r"add|put|write|remove|delete|also|then|please|least|go|send)\b)"
    r"(?P<rest> [\w' ]+ (?:to|onto) (?:the|my|our) (?:[\w'-]+ ){0,2}list[.!?]*)",
    re.I,
)


def additions_like(text: str) -> tuple[str, ...]:
    """The same words behind "add"; none where they are not about a list.

    Args:
        text: What was heard: "and milk to the shopping list."
    """
    heard = _HEARD.fullmatch(text)
    return (f"add{heard['rest']}",) if heard else ()
