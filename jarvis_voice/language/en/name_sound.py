"""Reduces an English name to plain letters and to a key for its sound.

Invariant: pure; squeezing twice is squeezing once.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from jarvis_voice.core.lazy_pattern import lazy_pattern

_DIGIT_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
)  # fmt: skip
_LETTER_NAMES = {
    "a": "a ay eh",
    "b": "b be bee",
    "c": "c see sea cee",
    "d": "d dee de",
    "e": "e ee",
    "f": "f ef eff",
    "g": "g gee jee",
    "h": "h aitch haitch",
    "i": "i eye aye",
    "j": "j jay",
    "k": "k kay okay",
    "l": "l el ell elle",
    "m": "m em",
    "n": "n en",
    "o": "o oh owe",
    "p": "p pee pea",
    "q": "q cue queue",
    "r": "r ar are",
    "s": "s es ess",
    "t": "t tee tea",
    "u": "u you ewe",
    "v": "v vee",
    "w": "w doubleu",
    "x": "x ex",
    "y": "y why wye",
    "z": "z zee zed",
}
_LETTERS = {name: letter for letter, names in _LETTER_NAMES.items() for name in names.split()}
_RUN_TOGETHER = {"my": "mi"}
"""Of "M I T" speech to text makes "my T"; beside a word ("my tea") it is that of the user's."""
_SPELT_OUT = _LETTERS | _RUN_TOGETHER
_SPOKEN_SIGNS = (
    (re.compile(r"\bdot\b"), "."),
    (re.compile(r"&"), " and "),
    (re.compile(r"\+"), " plus "),
    (re.compile(r"\bdouble[ -]?(?:u|you)\b"), "w"),
)
_LEADS = re.compile(r"^(?:the|my|a|an|official|website of|site of|homepage of) +")
_TAILS = re.compile(
    r" +(?:web ?site|web ?page|home ?page|site|page|app|application|program|browser|org)$"
)
_POSSESSIVE = re.compile(r"'s?$|(?<=s)'$")
_GLUED_VERB = re.compile(r"^open(?=[a-z0-9-]{6,}\.)")
"""Of "open jit hub dot com" speech to text makes "openjithub.com"; a shorter rest
resembles too much."""

_SCHEME = re.compile(r"^(?:https?://)?(?:www\.)?")
_MIN_LETTERS = 2
_MIN_WITHOUT_S = 3


def squeeze(name: str) -> str:
    """Lower case without accents, spaces and punctuation; "4chan" becomes "fourchan"."""
    text = name
    for _ in range(2):  # taking signs apart may bring capitals: U+1D756 is a capital alpha
        text = unicodedata.normalize("NFKD", text.casefold())
    for pattern, replacement in _SPOKEN_SIGNS[1:3]:
        text = pattern.sub(replacement, text)
    signs = (_DIGIT_WORDS[int(sign)] if "0" <= sign <= "9" else sign for sign in text)
    return "".join(sign for sign in signs if sign.isalnum())


def name_variants(spoken: str) -> tuple[str, ...]:
    """Squeezed readings of a name as it was heard, the plainest first.

    With and without an article, a possessive, "website" and an "open" that ran into an address;
    letters spoken as words ("em eye tee") as letters; "dot" as a dot.
    """
    text = " ".join(spoken.casefold().replace("\u2019", "'").split()).strip(' .,!?"')
    for pattern, replacement in _SPOKEN_SIGNS:
        text = pattern.sub(replacement, text)
    text = _SCHEME.sub("", text)
    readings = [text]
    for reading in readings:
        shorter = [cut.sub("", reading) for cut in (_LEADS, _GLUED_VERB, _TAILS, _POSSESSIVE)]
        readings += [one for one in shorter if one and one not in readings]
    variants = dict.fromkeys(squeeze(reading) for reading in readings)
    for reading in readings:
        variants |= dict.fromkeys(_spelt(reading))
    without_s = [v[:-1] for v in variants if v.endswith("s") and len(v) > _MIN_WITHOUT_S]
    variants |= dict.fromkeys(without_s)
    variants.pop("", None)
    return tuple(variants)


def _spelt(reading: str) -> list[str]:
    """The name when every word of it is the name of a letter, as in "bee bee see"."""
    words = re.findall(r"[a-z]+", reading.replace("'s", ""))
    known = _LETTERS if any(len(word) > 1 for word in {*words} - {*_RUN_TOGETHER}) else _SPELT_OUT
    letters = [known.get(word) for word in words]
    if len(letters) < _MIN_LETTERS or None in letters:
        return []
    return ["".join(letter for letter in letters if letter)]


_SOUNDS = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"^x", "s"),
        (r"^ps", "s"),
        (r"mb$", "m"),
        (r"tch|ch", "C"),
        (r"sh|sch|(?:t|s)i(?=o|a)", "S"),
        (r"ph", "f"),
        (r"gh(?=[^aeiouy]|$)|gh(?=t)", ""),
        (r"th", "t"),
        (r"dg(?=[eiy])", "j"),
        (r"wh", "w"),
        (r"ck|q|c(?![eiy])", "k"),
        (r"c", "s"),
        (r"g(?=e$)", "j"),
        (r"x", "ks"),
        (r"z", "s"),
        (r"v", "f"),
        (r"d", "t"),
        (r"b", "p"),
        (r"g", "k"),
        (r"j|C", "C"),
        (r"(?<=.)[hwy]", ""),
        (r"^[aeiouy]+", "a"),
        (r"(?<=.)[aeiou]+", ""),
        (r"(.)\1+", r"\1"),
    )
)


_EITHER_G = re.compile(r"g(?=[eiy])")


@lru_cache(maxsize=8_192)
def sound_keys(squeezed: str) -> tuple[str, ...]:
    """The keys of a name, the plainest first: a g before e, i or y may be that of "gentle" too.

    "github" is heard as "jithub", and "gentoo" as "kentoo".
    """
    return tuple(dict.fromkeys(sound_key(_EITHER_G.sub(g, squeezed)) for g in ("g", "j")))


@lru_cache(maxsize=8_192)
def sound_key(squeezed: str) -> str:
    """A key that is equal for names that sound alike: consonants, in classes; "" for none."""
    key = squeezed
    for pattern, replacement in _SOUNDS:
        key = pattern.sub(replacement, key)
    return key
