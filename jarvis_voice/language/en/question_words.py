"""Finds the key words of a question and the kind of answer it wants. Pure.

Invariant: no list in here decides alone; each only moves a sentence up or down.
"""

from __future__ import annotations

import re
from collections import Counter

from jarvis_voice.core.lazy_pattern import lazy_pattern

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_SUFFIX = re.compile(
    r"(?:ations?|ators?|itions?|ions?|ments?|ings?|ers?|ors?|ies|ied|ed|es|ly|s|e|y)\Z"
)
_STEM_LEAST = 3
_ALIKE = (
    "high height tall elevation", "long length", "deep depth", "wide width", "far distance",
    "big large size area", "fast speed quick velocity", "heavy weight weigh mass",
    "hot warm temperature", "old age", "movie film", "car automobile",
    "build built construct construction erect engineer architect design",
    "die died death deadly kill fatal lives", "cost price expensive", "eat eats diet feed food",
    "begin began start commence", "found founded establish",
    "invent inventor", "cause reason", "use purpose",
)  # fmt: skip
"""Words that answer for each other."""
_EMPTY_WORDS = frozenset(
    """
    a an the and or but if of to in on at by for from with about into over under between as than
    is are was were be been being am do does did done has have had having can could will would
    shall should may might must it its this that these those there here he she they them his her
    their we us our you your i me my mine what which who whom whose when where why how much many
    any some no not only also very more most other such so then just up out off research find
    tell know say explain please between latest information facts work works
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
_NUMBER = lazy_pattern(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million)"
)
_HINTS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (re.compile(r"\b(?:when|what year|which year|how old)\b", re.I), re.compile(r"\b\d{3,4}\b")),
    (
        re.compile(r"\bhow (?:much|many|tall|high|far|long|big|large|fast|deep|old|heavy)\b", re.I),
        _NUMBER,
    ),
    (
        re.compile(r"\b(?:why|what causes?|how come|reason)\b", re.I),
        lazy_pattern(r"\b(?:because|due to|caused? by|causes?|since|result(?:s|ing)? (?:in|from)|"
                   r"reason|owing to|leads? to|so that|therefore)\b", re.I),
    ),
    (
        re.compile(r"\bhow (?:do|does|did|is|are|can|to)\b", re.I),
        lazy_pattern(
            r"\b(?:by \w+ing|using|works?|through|when|means of|converts?|uses?|transfers?)\b", re.I
        ),
    ),
    (lazy_pattern(r"\bwho\b", re.I), lazy_pattern(r"(?<!^)\b[A-Z][a-z]+ [A-Z][a-z]+")),
)  # fmt: skip
"""What a question of a kind is answered with."""

_FIGURES = lazy_pattern(r"\b(?:1\d{3}|20\d{2})\b|\d ?%|\bper ?cent\b|[$\u20ac\u00a3]\d")
_ASKS_FIGURES = lazy_pattern(
    r"\b(?:when|year|how (?!do|does|did|is|are|can|to)|history|born|died?|rate|percent\w*|price|"
    r"cost|much|many|number|statistics|latest|\d+)\b",
    re.IGNORECASE,
)
"""Figures in an answer to anything else are beside the point."""


def terms(text: str) -> set[str]:
    """The words that carry its meaning, each as its stem."""
    return set(counted_terms(text))


def counted_terms(text: str) -> Counter[str]:
    """The words that carry its meaning, each as its stem, and how often."""
    words = (word.casefold().replace("\u2019", "'") for word in _WORD.findall(text))
    return Counter(stem(word) for word in words if word not in _EMPTY_WORDS)


def stem(word: str) -> str:
    """What forms of a word have in common: "invented", "inventor" and "invention"."""
    word = word.removesuffix("'s")
    base = _base(word)
    return _SAME.get(word) or _SAME.get(base, base)


def _base(word: str) -> str:
    base = _SUFFIX.sub("", word)
    return base if len(base) >= _STEM_LEAST else word


_SAME = {
    form: _base(words.split()[0])
    for words in _ALIKE
    for word in words.split()
    for form in (word, _base(word))
}


def key_words(question: str) -> str:
    """The question without the words that only make it one."""
    return " ".join(w for w in _WORD.findall(question) if w.casefold() not in _EMPTY_WORDS)


class KindOfQuestion:
    """The kind of answer that a question wants: a reason, a figure, a name.

    Args:
        question: What was asked.
    """

    def __init__(self, question: str) -> None:
        self._hints = [answer for kind, answer in _HINTS if kind.search(question)]
        self._takes_figures = bool(_ASKS_FIGURES.search(question))

    def value_of(self, sentence: str) -> float:
        """What is added to the score of a sentence; may be negative."""
        fits = 0.15 if any(hint.search(sentence) for hint in self._hints) else 0.0
        beside = 0.2 if not self._takes_figures and _FIGURES.search(sentence) else 0.0
        return fits - beside
