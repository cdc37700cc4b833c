"""Takes the thoughts of a reasoning model out of its answer: what stands in <think> is not said."""

from __future__ import annotations

import re

OPENINGS = ("<think>", "<thinking>", "<thought>")
_CLOSING = {opening: f"</{opening[1:]}" for opening in OPENINGS}
_STRAY = re.compile(r"\n[ \t]*</think(?:ing)?>[ \t]*\n")
_LONGEST_STRAY = 40
"""Characters of a closing tag on a line of its own that may lie on both sides of a seam."""


_MOST_BLANKS = 200
"""White space before an answer, in which thoughts may still begin."""


class ThoughtFilter:
    """Reads an answer piece by piece; linear in its length.

    Thoughts stand at the beginning of an answer and nowhere else: further on such a tag is a part
    of what is said.

    Args:
        is_thinking: The answer begins inside thoughts: the server has written the opening tag.

    Attributes:
        was_unopened: Thoughts ended that never began, so what was handed out before was no answer.
    """

    def __init__(self, *, is_thinking: bool = False) -> None:
        self.was_unopened = False
        self._is_assumed = is_thinking
        self._closings = tuple(_CLOSING.values()) if is_thinking else ()
        self._is_answer = False
        self._is_behind = False
        self._held = ""
        self._assumed: list[str] = []
        self._tail = "\n"

    def feed(self, piece: str) -> str:
        """What of the answer is known to be said now."""
        if self._is_answer:
            return self._said(piece)
        self._held += piece
        if not self._closings:
            begun = self._held.lstrip()
            opening = next((one for one in OPENINGS if begun.startswith(one)), "")
            if opening:
                self._closings, self._held = (_CLOSING[opening],), begun[len(opening) :]
            elif len(self._held) < _MOST_BLANKS and any(one.startswith(begun) for one in OPENINGS):
                return ""
            else:
                self._is_answer, held, self._held = True, self._held, ""
                return self._said(held)
        return self._behind_thoughts()

    def flush(self) -> str:
        """What is left at the end of the answer."""
        held, self._held = self._held, ""
        if self._is_answer:
            return ""
        if self._is_assumed:  # nobody was thinking
            return "".join(self._assumed) + held
        return "" if self._closings else held

    def _behind_thoughts(self) -> str:
        found = [(at, one) for one in self._closings if (at := self._held.find(one)) >= 0]
        if not found:
            keep = max(len(one) for one in self._closings) - 1
            thought, self._held = self._held[:-keep], self._held[-keep:]
            if self._is_assumed:
                self._assumed.append(thought)
            return ""
        at, closing = min(found)
        self._is_answer = self._is_behind = True
        held, self._held = self._held[at + len(closing) :], ""
        return self._said(held)

    def _said(self, text: str) -> str:
        if self._is_behind:  # the white space between thoughts and answer
            text = text.lstrip()
            self._is_behind = not text
            return text
        seam = self._tail + text
        self.was_unopened |= "</" in seam and _STRAY.search(seam) is not None
        self._tail = seam[-_LONGEST_STRAY:]
        return text
