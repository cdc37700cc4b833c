"""Writes the words of an argument plainly, so that two ways to say one thing are alike. Pure.

Invariant: a word that tells two things apart stays; only articles, what leads to the words, and
ways of writing are made even.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.language.en.unit_names import UNITS_BY_WORD
from jarvis_voice.tools.numbers.currency import CURRENCIES_BY_WORD

_BREAKS = re.compile(r"[\s\-_\u2010-\u2015]+")
_BETWEEN = re.compile(r",? and |, ?| & ")
_GLUED = re.compile(r"(?<![\w.:])(\d+(?:\.\d+)?)(?P<unit>[a-z]{1,3})\b")
_SIGNS = " .,!?;:'\"%"
_LEADS = ("to ", "that ", "of ", "about ", "for ", "at ", "on ", "in ", "my ", "our ", "some ")
_SAYS_NOTHING = frozenset({"a", "an", "the", "please", "my", "our"})
"""Of whom a thing is goes without saying to an assistant that has one user."""
_WRITTEN = {
    "i'm": "i am", "i've": "i have", "i'll": "i will", "i'd": "i would", "it's": "it is",
    "that's": "that is", "there's": "there is", "he's": "he is", "she's": "she is",
    "we're": "we are", "we've": "we have", "they're": "they are", "you're": "you are",
    "don't": "do not", "doesn't": "does not", "didn't": "did not", "can't": "cannot",
    "isn't": "is not", "aren't": "are not", "won't": "will not", "wasn't": "was not",
    "mister": "mr", "doctor": "dr", "saint": "st", "mount": "mt", "versus": "vs", "okay": "ok",
    "percent": "%", "per cent": "%",
}  # fmt: skip
"""One word in two ways of writing."""
_CONTRACTED = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, _WRITTEN))})(?![\w'])")
_SIGN_IN_FRONT = re.compile(r"([\u00a3$\u20ac])\s?(\d[\d.,]*)")
_MONEY = {"\u00a3": "pounds", "$": "dollars", "\u20ac": "euros"}
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def plain(words: str) -> str:
    """The words in small letters, with numerals and whole units, without what says nothing."""
    said = _without_marks(words.casefold()).strip(_SIGNS)
    said = _THOUSANDS.sub("", _SIGN_IN_FRONT.sub(_money_behind, said))
    said = _CONTRACTED.sub(lambda found: _WRITTEN[found[0]], said).replace(" %", "%")
    said = " ".join(numerals(_BREAKS.sub(" ", said).split()))
    said = _BETWEEN.sub(", ", said)
    for lead in _LEADS:
        said = said.removeprefix(lead)
    tokens = _GLUED.sub(_apart, said).replace("'", "").split()
    return " ".join(_bare(_with_whole_units(tokens))).strip(_SIGNS)


def _without_marks(words: str) -> str:
    """The words without accents, with plain quotation marks."""
    parts = unicodedata.normalize("NFKD", words.replace("\u2019", "'").replace("\u2018", "'"))
    return "".join(one for one in parts if not unicodedata.combining(one))


def _money_behind(found: re.Match[str]) -> str:
    return f"{found[2]} {_MONEY[found[1]]}"


def _apart(found: re.Match[str]) -> str:
    """A number and its unit as two words; "3pm" and "2nd" stay whole."""
    return f"{found[1]} {found['unit']}" if found["unit"] in UNITS_BY_WORD else found[0]


def _with_whole_units(words: Sequence[str]) -> list[str]:
    """The words with each unit behind a number under its one name, and without an "of" behind."""
    out: list[str] = []
    is_counted = False
    for word in words:
        bare = word.rstrip(",")
        is_number = bare.replace(".", "", 1).isdigit()
        if is_counted and (one := _unit(bare)):
            out.append(one + word[len(bare) :])
            is_counted = False
            continue
        if word == "of" and out and out[-1] in _UNIT_NAMES:
            continue
        out.append(word)
        is_counted = is_number
    return out


def _unit(word: str) -> str:
    """The one name of a unit or a currency; "pounds" are a weight here, a "quid" is money."""
    unit, money = UNITS_BY_WORD.get(word), CURRENCIES_BY_WORD.get(word)
    return unit.one.lower() if unit else money.code.lower() if money else ""


_UNIT_NAMES = frozenset(map(_unit, (*UNITS_BY_WORD, *CURRENCIES_BY_WORD)))


def _bare(words: Sequence[str]) -> list[str]:
    """The words without articles and "please"; the last word stays, whatever it is."""
    return [
        word
        for place, word in enumerate(words)
        if word not in _SAYS_NOTHING or (place == len(words) - 1 and word != "please")
    ]
