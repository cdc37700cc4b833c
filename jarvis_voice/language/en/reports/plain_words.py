"""Reads a sentence into plain words: no disguise, no contraction, no markup. Pure.

Invariant: one pass over the text; the work grows as its length does.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LOOK_ALIKES = {
    0x0430: "a", 0x0435: "e", 0x043e: "o", 0x0440: "p", 0x0441: "c", 0x0443: "y", 0x0445: "x",
    0x0456: "i", 0x0458: "j", 0x04bb: "h", 0x0455: "s", 0x0501: "d", 0x051b: "q", 0x051d: "w",
    0x043a: "k", 0x0432: "b", 0x043d: "h", 0x0442: "t", 0x043c: "m", 0x0410: "A", 0x0415: "E",
    0x041e: "O", 0x0420: "P", 0x0421: "C", 0x0423: "Y", 0x0425: "X", 0x0406: "I", 0x0408: "J",
    0x041a: "K", 0x0412: "B", 0x041d: "H", 0x0422: "T", 0x041c: "M", 0x0391: "A", 0x0392: "B",
    0x0395: "E", 0x0396: "Z", 0x0397: "H", 0x0399: "I", 0x039a: "K", 0x039c: "M", 0x039d: "N",
    0x039f: "O", 0x03a1: "P", 0x03a4: "T", 0x03a5: "Y", 0x03a7: "X", 0x03b1: "a", 0x03b5: "e",
    0x03b9: "i", 0x03ba: "k", 0x03bd: "v", 0x03bf: "o", 0x03c1: "p", 0x03c4: "t", 0x03c5: "u",
    0x03c7: "x", 0x0131: "i", 0x0261: "g", 0x04c0: "I",
}  # fmt: skip
"""Letters of other scripts that are read as Latin ones."""

_APOSTROPHES = dict.fromkeys(map(ord, "\u2019\u2018\u02bc\u00b4\u2032"), "'")

_TOKEN = lazy_pattern(r"[^\W_]+(?:'[^\W_]+)*'?|[,;:?!.()\[\]\u2014\u2013\u2026\u2022|]|-(?=\s)")
_LETTERS_APART = re.compile(r"(?<!\S)\w(?:[ .\-_*\u00b7]{1,3}\w){2,}(?![^\s.,!?])")
_MARKUP = re.compile(r"[*_#>~\u200b-\u200f\u2060\ufeff]+")
BREAKS = frozenset(",;:?!.()[]\u2014\u2013\u2026\u2022|-")

_CONTRACTIONS = {
    "i'm": "i am", "let's": "let us", "can't": "can not", "cannot": "can not",
    "won't": "will not", "shan't": "shall not", "ain't": "is not", "gonna": "going to",
    "wanna": "want to", "gotta": "got to", "lemme": "let me", "gimme": "give me",
    "y'all": "you", "dont": "do not", "cant": "can not", "ive": "i have", "didnt": "did not",
}  # fmt: skip
_ENDS = {"'ve": "have", "'ll": "will", "'re": "are", "'m": "am", "'d": "would"}
_WITH_IS = frozenset(
    "it that this there here he she what who where how everything all nobody nothing one".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class PlainWords:
    """The words of a sentence.

    Attributes:
        words: In small letters, contractions written out; marks are words of their own.
        names: The same as they were written.
        asks: A question mark stands behind the last word.
    """

    words: tuple[str, ...]
    names: tuple[str, ...]
    asks: bool

    def __len__(self) -> int:
        return len(self.words)


def without_disguise(text: str) -> str:
    """The text in letters as they are seen: compatible forms, look-alikes and signs unseen."""
    plain = unicodedata.normalize("NFKC", text)
    if not plain.isascii():
        foreign = sum("\u0370" <= sign <= "\u04ff" for sign in plain)
        latin = sum("a" <= sign.lower() <= "z" for sign in plain)
        if foreign <= latin:  # a sentence in Greek or Russian is one in disguise of nothing
            plain = plain.translate(_LOOK_ALIKES)
        plain = plain.translate(_APOSTROPHES)
        plain = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    return plain


def plain_text(text: str) -> str:
    """The text as it is heard: without disguise, letters that stand apart joined, no markup."""
    text = without_disguise(text)
    text = _LETTERS_APART.sub(lambda run: re.sub(r"[\W_]", "", run.group()), text)
    return _MARKUP.sub(" ", text)


def plain_words(sentence: str) -> PlainWords:
    """Read one sentence."""
    text = plain_text(sentence)
    words: list[str] = []
    names: list[str] = []
    last_word = -1
    for found in _TOKEN.finditer(text):
        name = found.group()
        for part in _written_out(name.lower()):
            words.append(part)
            names.append(name)
        if name not in BREAKS:
            last_word = found.end()
    return PlainWords(tuple(words), tuple(names), "?" in text[last_word:])


def _written_out(word: str) -> list[str]:
    if "'" not in word and word not in _CONTRACTIONS:
        return [word]
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word].split()
    if word.endswith("n't"):
        return [word[:-3], "not"]
    for end, full in _ENDS.items():
        if word.endswith(end):
            return [*_written_out(word.removesuffix(end)), full]
    if word.endswith("'s"):
        base = word.removesuffix("'s")
        return [base, "is" if base in _WITH_IS else "'s"]
    return [word.strip("'")]
