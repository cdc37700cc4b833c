"""Cuts streamed text into sentences, each as soon as it is complete.

Invariant: the sentences do not depend on how the text was cut into pieces.
"""

from __future__ import annotations

import re

_END = re.compile(r"""[.!?\u2026]+["')\]\u201d\u2019*_]*(?=\s)|\n""")
"""A mark that may end a sentence: it counts only once white space follows it."""

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
    """Collects text and returns whole sentences, stripped and never empty."""

    def __init__(self) -> None:
        self._text = ""

    def feed(self, text: str) -> list[str]:
        """Take more text; the sentences that are whole now.

        The last sentence of a text stays until `flush`: a dot may go on as "3." + "14".
        """
        self._text += text
        sentences = []
        start = 0
        for mark in _END.finditer(self._text):
            ends = _ends_sentence(self._text, start, mark)
            if ends is None:
                break
            if ends and _is_worded(self._text[start : mark.end()]):
                sentences.append(self._text[start : mark.end()].strip())
                start = mark.end()
        self._text = self._text[start:]
        return sentences

    def flush(self) -> str:
        """The rest, without waiting for more; "" when there is none."""
        rest, self._text = self._text.strip(), ""
        return rest if _is_worded(rest) else ""


def split_sentences(text: str) -> list[str]:
    """All sentences of a whole text."""
    splitter = SentenceSplitter()
    sentences = splitter.feed(text)
    rest = splitter.flush()
    return [*sentences, rest] if rest else sentences


def _is_worded(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _ends_sentence(text: str, start: int, mark: re.Match[str]) -> bool | None:
    """Whether a sentence ends at this mark; None when only the next word can tell."""
    signs = mark.group().rstrip("\"')]\u201d\u2019*_")
    if signs == "\n" or "!" in signs or "?" in signs:
        return True
    following = re.compile(r"\s+(\S)").match(text, mark.end())
    next_sign = following.group(1) if following else None
    before = text[start : mark.start()]
    word = before.split()[-1].lower().lstrip("(\"'\u201c\u2018[") if before.split() else ""
    if signs in {"...", "\u2026"} or word in _MAY_BE_LAST:
        return _begins_sentence(next_sign, after_number=word != "no")
    if word in _NEVER_LAST or (len(word) == 1 and word.isalpha() and word != "i"):
        return False
    if word.isdigit():  # "1. Open it" is a list, "in 2026. Then" is not
        return False if word == before.strip() else _begins_sentence(next_sign, after_number=False)
    return True


def _begins_sentence(sign: str | None, *, after_number: bool) -> bool | None:
    if sign is None:
        return None
    return not sign.islower() and (after_number or not sign.isdigit())
