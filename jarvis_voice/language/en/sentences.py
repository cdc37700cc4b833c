"""Cuts streamed text into sentences, each as soon as it is complete.

Invariant: the sentences do not depend on how the text was cut into pieces.
"""

from __future__ import annotations

import re

SENTENCE_CHARACTERS = 2_000
"""A longer sentence is cut: nobody follows two minutes of it, and each is worked on in one go."""

_MARKS = ".!?\u2026"
_CLOSING = "\"')]\u201d\u2019*_"
# possessive, and from the first sign of a row: else a row of dots is tried from each of them
_END = re.compile(rf"(?<![{_MARKS}])[{_MARKS}]++[{re.escape(_CLOSING)}]*+(?=\s)|\n")
"""A mark that may end a sentence: it counts only once white space follows it."""

_WORDED = re.compile(r"[^\W_]")
_FOLLOWING = re.compile(r"\s+(\S)")

_NEVER_LAST = frozenset(
    re.findall(
        r"\S+",
        "dr mr mrs ms prof rev gen col capt lt sgt hon st mt ft vs e.g i.e cf ca approx est fig "
        "vol pp dept univ jan feb mar apr jun jul aug sep sept oct nov dec",
    )
)
"""Abbreviations that something always follows."""

_MAY_BE_LAST = frozenset(
    re.findall(r"\S+", "etc al inc ltd co corp jr sr a.m p.m u.s u.k e.u d.c ph.d no")
)
"""Abbreviations that end a sentence when the next word begins one."""


class SentenceSplitter:
    """Collects text and returns whole sentences, stripped and never empty.

    What runs on for longer than `SENTENCE_CHARACTERS` is cut at a blank. Nothing that was looked
    at is looked at again, so that the work grows as the text does.
    """

    def __init__(self) -> None:
        self._text = ""
        self._looked = 0  # no sentence ends before here
        self._is_worded = False  # whether a word stands before here

    def feed(self, text: str) -> list[str]:
        """Take more text; the sentences that are whole now.

        The last sentence of a text stays until `flush`: a dot may go on as "3." + "14".
        """
        return [part.strip() for part in self.cut(text) if _WORDED.search(part)]

    def flush(self) -> str:
        """The rest, without waiting for more; "" when there is none."""
        rest = self.cut_rest().strip()
        return rest if _WORDED.search(rest) else ""

    def cut(self, text: str) -> list[str]:
        """As `feed`, with each sign: the parts with white space, and those without a word."""
        parts = []
        for place in range(0, len(text), SENTENCE_CHARACTERS):
            self._text += text[place : place + SENTENCE_CHARACTERS]
            while (end := self._end_of_first()) is not None:
                parts.append(self._text[:end])
                self._forget_to(end)
        return parts

    def cut_rest(self) -> str:
        """As `flush`, with each sign."""
        rest = self._text
        self._forget_to(len(rest))
        return rest

    def _end_of_first(self) -> int | None:
        """Where the first sentence ends; None while that is not known."""
        text, is_full = self._text, len(self._text) >= SENTENCE_CHARACTERS
        while mark := _END.search(text, self._looked, SENTENCE_CHARACTERS):
            ends = _ends_sentence(text, mark)
            if ends is None and not is_full:
                self._look_to(mark.start())
                return None
            self._look_to(mark.end())
            if ends is not False and self._is_worded:
                return mark.end()
        if is_full:
            return _last_blank(text[:SENTENCE_CHARACTERS]) or SENTENCE_CHARACTERS
        told = text[self._looked :].rstrip(_CLOSING)
        is_marked = told.endswith(tuple(_MARKS))
        self._look_to(self._looked + len(told.rstrip(_MARKS)) if is_marked else len(text))
        return None

    def _look_to(self, place: int) -> None:
        """No sentence ends before this place."""
        if place > self._looked:
            word = _WORDED.search(self._text, self._looked, place)
            self._is_worded = self._is_worded or word is not None
            self._looked = place

    def _forget_to(self, place: int) -> None:
        """What stands before this place is told."""
        self._text, self._looked, self._is_worded = self._text[place:], 0, False


def split_sentences(text: str) -> list[str]:
    """All sentences of a whole text."""
    splitter = SentenceSplitter()
    sentences = splitter.feed(text)
    rest = splitter.flush()
    return [*sentences, rest] if rest else sentences


def _last_blank(text: str) -> int:
    """Where the last word begins, if another one stands before it; else 0."""
    words = text.rsplit(None, 1)
    return text.rindex(words[-1]) if len(words) > 1 else 0


def _ends_sentence(text: str, mark: re.Match[str]) -> bool | None:
    """Whether the first sentence ends at this mark; None when only the next word can tell."""
    signs = mark.group().rstrip(_CLOSING)
    if signs == "\n" or "!" in signs or "?" in signs:
        return True
    following = _FOLLOWING.match(text, mark.end(), SENTENCE_CHARACTERS)
    next_sign = following.group(1) if following else None
    before = text[: mark.start()].rsplit(None, 1)
    word = before[-1].lower().lstrip("(\"'\u201c\u2018[*_") if before else ""
    if signs in {"...", "\u2026"} or word in _MAY_BE_LAST:
        return _begins_sentence(next_sign, after_number=word != "no")
    if word in _NEVER_LAST or (len(word) == 1 and word.isalpha() and word != "i"):
        return False
    if word.isdigit():
        begins_entry = len(before) == 1 or _opens_list(before[0])
        return False if begins_entry else _begins_sentence(next_sign, after_number=False)
    return True


def _opens_list(before: str) -> bool:
    """Whether a number behind this counts an entry: "Do this: 1. Open it", not "in 2026. Then"."""
    return before.rstrip(f" {_CLOSING}").endswith(":") or not _WORDED.search(before)


def _begins_sentence(sign: str | None, *, after_number: bool) -> bool | None:
    if sign is None:
        return None
    return not sign.islower() and (after_number or not sign.isdigit())
