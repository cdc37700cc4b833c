"""Undoes what hides a word in a text: other letters, separators, encodings, ciphers. Pure.

Invariant: what comes out is at most a fixed number of times as long as what goes in.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.reports.plain_words import without_disguise

LONGEST_LOOKED_AT = 2_000
"""Characters of what would be sent that are looked through; a query is never longer."""

LEAST_ENCODED = 6
MOST_READINGS = 16
ROUNDS = 2
"""How often one encoding may be wrapped into another."""

_RUN = re.compile(r"[A-Za-z0-9+/_-]{6,}={0,6}")
_SPACED_HEX = re.compile(r"(?:\b(?:0x)?[0-9a-fA-F]{2}\b[\s:,\-]*){3,}")
_CODES = re.compile(r"(?:\b\d{2,3}\b[\s,;\-]*){3,}")
_BITS = re.compile(r"(?:\b[01]{7,8}\b\s*){3,}")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|[uU]\+[0-9a-fA-F]{4}\s?)+")
_ESCAPE = re.compile(r"(?:\\u|\\x|[uU]\+)([0-9a-fA-F]{2,4})")
_MORSE = lazy_pattern(r"(?:[.\-\u2013\u2212\u00b7]{1,5}[\s/]+){3,}[.\-\u2013\u2212\u00b7]{1,5}")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_MOVES = [
    str.maketrans(_ALPHABET, _ALPHABET[by:] + _ALPHABET[:by]) for by in range(1, len(_ALPHABET))
]
_LETTERS = range(32, 0xD800)
_LEET = str.maketrans("013457@$!", "oieastasi")
_MORSE_SIGNS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- "
    ".-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
)
_MORSE_CODE = dict(zip(_MORSE_SIGNS.split(), "abcdefghijklmnopqrstuvwxyz0123456789", strict=True))
_SPELLING = (
    "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike "
    "november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu"
)
_SPELLED = frozenset(_SPELLING.split())
_DIGITS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine".split()  # noqa: SIM905 - in their order
    )
} | {"oh": "0"}
_SMALL = {
    word: number
    for number, word in enumerate(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),  # noqa: SIM905
        start=10,
    )
} | {word: int(digit) for word, digit in _DIGITS.items()}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),  # noqa: SIM905
        start=2,
    )
} | {"fourty": 40}
_TEN = 10
_TIMES = {"hundred": 100, "thousand": 1000}
_REPEATED = {"double": 2, "triple": 3}
_APART = re.compile(r"(?<!\w)[^\W\d_](?:[ .\-_*]{1,3}[^\W\d_]){2,}(?!\w)")
"""Letters that stand apart: "h.i.v."."""
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\W_]{1,3}(?=\d)")


def folded(text: str) -> str:
    """The text in small Latin letters without accents and signs that nobody sees."""
    plain = without_disguise(text)
    apart = unicodedata.normalize("NFD", plain.casefold())
    return "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")


def unhidden(text: str) -> list[str]:
    """The text, and what else stands in it once it is decoded."""
    found = [text[:LONGEST_LOOKED_AT]]
    fresh = found
    for _ in range(ROUNDS):
        fresh = [
            plain[:LONGEST_LOOKED_AT]
            for one in fresh
            for plain in _decoded(one)
            if plain not in found
        ]
        fresh = list(dict.fromkeys(fresh))[:MOST_READINGS]
        found = [*found, *fresh]
    return found


def shifted(text: str) -> list[str]:
    """A text of small letters with each letter moved along the alphabet, by every distance."""
    return [text.translate(moves) for moves in _MOVES]


def squeezed(text: str) -> str:
    """The text with no letter twice in a row."""
    return re.sub(r"(.)\1+", r"\1", text)


def without_separators(text: str) -> str:
    """The text with its digits side by side: "47-11" and "4 7 1 1"."""
    return _BETWEEN_DIGITS.sub("", text)


def leet(text: str) -> str:
    """The text with the letters that digits and signs stand for."""
    return text.translate(_LEET)


def said_aloud(text: str) -> list[str]:
    """What a text is in digits and words, where it tells them apart: "four eight", "h.i.v."."""
    apart = " ".join(re.sub(r"[\W_]", "", run) for run in _APART.findall(text))
    return [_spelled(text), *_numbered(text), apart]


def _decoded(text: str) -> list[str]:
    found = [unquote(text), html.unescape(text), *said_aloud(text)]
    found.append(_ESCAPES.sub(lambda run: _characters(_ESCAPE.findall(run.group()), 16), text))
    runs = [*_RUN.findall(text), *(one for one in text.split() if len(one) >= LEAST_ENCODED)]
    for run in dict.fromkeys(runs):
        found += _from_bases(run)
    found += _from_bases(re.sub(r"\s", "", text)) if len(text) < LONGEST_LOOKED_AT // 4 else []
    for run in _SPACED_HEX.findall(text):
        found.append(_characters(re.findall(r"[0-9a-fA-F]{2}", run.replace("0x", "")), 16))
    found += [_characters(re.findall(r"\d+", run.group()), 10) for run in _CODES.finditer(text)]
    found += [_characters(re.findall(r"[01]+", run.group()), 2) for run in _BITS.finditer(text)]
    for run in _MORSE.finditer(text):
        signs = run.group().translate(str.maketrans("\u2013\u2212\u00b7", "--."))
        found.append("".join(_MORSE_CODE.get(one, " ") for one in re.split(r"[\s/]+", signs)))
    return [one for one in found if one and one != text]


def _from_bases(run: str) -> list[str]:
    bare = run.rstrip("=")
    decoders: tuple[Callable[[str], bytes], ...] = (
        bytes.fromhex,
        lambda one: base64.urlsafe_b64decode(
            one.replace("+", "-").replace("/", "_") + "=" * (-len(one) % 4)
        ),
        lambda one: base64.b32decode(one.upper() + "=" * (-len(one) % 8)),
        base64.b85decode,
        base64.a85decode,
    )
    found = []
    for decode in decoders:
        try:
            found.append(decode(bare).decode())
        except (ValueError, binascii.Error):
            continue
    return [one for one in found if one.isprintable()]


def _characters(numbers: list[str], base: int) -> str:
    return "".join(chr(int(one, base)) for one in numbers if int(one, base) in _LETTERS)


def _spelled(text: str) -> str:
    """Digits as digits, and the letters that are spelled "bravo echo november"."""
    words = _WORD.findall(text.casefold())
    letters = [word[0] if word in _SPELLED else _DIGITS.get(word, word) for word in words]
    return " ".join(letter for letter, word in zip(letters, words, strict=True) if letter != word)


def _numbered(text: str) -> list[str]:
    """The number words of a text in digits, each number by itself, and a run as one: "4821".

    "Forty eight twenty one" is 48 and 21, "four thousand eight hundred and twenty one" one number.
    """
    each: list[str] = []
    total, last, repeat = 0, 0, 1
    for word in _WORD.findall(text.casefold()):
        repeat = _REPEATED.get(word, repeat)
        if word in _TIMES:
            total, last = total + (last or 1) * _TIMES[word], 0
            each = each[:-1] if each else each
        elif word in _TENS or word in _SMALL:
            is_unit = word in _SMALL and 0 < _SMALL[word] < _TEN and last in _TENS.values()
            value = _TENS.get(word, _SMALL.get(word, 0))
            last = last + value if is_unit else value
            each = [*(each[:-1] if is_unit else each), *[str(last)] * repeat]
            repeat = 1
    return [one for one in ("".join(each), str(total + last) if total else "") if one]
