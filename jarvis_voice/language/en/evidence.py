"""Finds the user's own words for a fact, and words the fact back to the user. Pure.

Invariant: what is kept is a piece of the user's own sentence, from one of its words to another; no
word of an assistant, a page or a model can be in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.quote_marks import unwrapped, widened
from jarvis_voice.language.en.spoken_numbers import first_numeral, numerals

_TOKEN = re.compile(r"[^\W_]+(?:[.,:]\d+)*(?:['\u2019][^\W_]+)?")
_FILLER = re.compile(r"\s*\b(?:u+m+|u+h+|uhm+|e+rm+|h+m+)\b,?", re.I)
_POSSESSIVE = re.compile(r"(?:'s|s')\Z")

_PEOPLE = frozenset(
    (
        *("i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself", "we", "us"),
        *(
            "our",
            "ours",
            "user",
            "user's",
            "i'm",
            "i've",
            "i'd",
            "i'll",
            "you're",
            "we're",
            "we've",
        ),
    )
)
_FREE = _PEOPLE | {
    *("a", "an", "the", "that", "this", "it", "it's", "is", "are", "was", "were", "am", "be"),
    *("been", "has", "have", "had", "do", "does", "did", "will", "would", "there", "of", "and"),
}
"""Words that say nothing by themselves: a planner may have put them in another form."""

_NEGATIONS = frozenset({"not", "no", "never", "nobody", "nothing", "none", "neither", "nor"})
_TURNS = frozenset({"or", "unless", "except", "but", "if", "until"})
"""After these a sentence goes on to say something else than what came before."""

_DOUBTS = frozenset({"if", "whether", "maybe", "perhaps", "suppose", "supposing", "unless"})
"""What stands right behind these is not said to be so."""

_NO_BEGINNING = frozenset({"that", "me", "us"})
_DETERMINERS = frozenset({"my", "our", "your", "the", "a", "an", "this"})
"""A sentence begins anew with these: the "you" of "I told you my car ..." is not of it."""

_SIGN = r"[^\w\s.,;:!?'\"\u2026\u2018-\u201f\u00ab\u00bb\u2013\u2014)\]}-]"
_SIGNS_BEHIND = re.compile(rf"(?:{_SIGN}+)?(?:(?: {_SIGN}+)+(?=[\s.!?]*\Z))?")
"""Signs at the end of a word that are part of it: "C#", "100%", vowels of Hindi; or emoji."""

_REQUEST = re.compile(r"\b(?:don't|dont|do not|never) (?:you )?(?:ever )?forget\b", re.I)
_ASKED_AGAIN = lazy_pattern(
    r"(?:\s*[,.;-]+\s*|\s+(?=so |and ))(?:(?:so|and|please|just|can you|could you)\s+)*"
    r"(?:remember|note|keep|save|store|mind|don't forget|do not forget) (?:it|that|this)"
    r"(?: (?:please|for me|for later|in mind|down|will you|ok|okay))*\W*\Z",
    re.I,
)
"""Asks behind a fact what is asked for anyway: "..., remember it"."""
_LEFT_JOINT = re.compile(r"(?:[\s,.;]+(?:and|so|please|can you|could you))+\W*\Z", re.I)
"""What led to such a request that was taken off before."""


WORDS_LOOKED_AT = 400
"""Of what was said: two minutes of speech. No fact is found behind them."""


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a sentence: what it is compared by, and where it stands."""

    stem: str
    plain: str
    start: int
    end: int


def in_own_words(fact: str, goal: str) -> str | None:
    """The piece of the user's sentence that says the fact; None where they did not say it.

    Every content word and number of the fact must be in the sentence, in its order, and nothing
    that would turn its sense may be left out.

    Args:
        fact: As a planner put it: "your car is on level 3".
        goal: The user's own words in this turn: "remember that my car is on level three".
    """
    fact = _LEFT_JOINT.sub("", _ASKED_AGAIN.sub("", fact)) or fact
    said = _words(_REQUEST.sub(lambda match: " " * len(match[0]), goal))
    asked = _words(fact)
    wanted = [word.stem for word in asked if word.plain not in _FREE]
    window = _shortest_window(wanted, [word.stem for word in said])
    if window is None:
        return None
    first, last = window
    while first and _belongs(said[first - 1], said[first], goal):
        first -= 1
    for _ in takewhile(lambda word: word.plain in _FREE, reversed(asked)):
        if last + 1 < len(said) and said[last + 1].plain in _FREE:
            last += 1  # the "me" of "my sister loves me"
    if first and said[first - 1].plain in _DOUBTS:
        return None
    after = [word.plain for word in said[last + 1 : last + 2]]
    if any(map(_is_negation, [*(word.plain for word in said[:first]), *after])):
        return None
    if _TURNS.intersection(after):
        return None
    behind = _SIGNS_BEHIND.match(goal, said[last].end)
    start, end = widened(goal, said[first].start, behind.end() if behind else said[last].end)
    return _FILLER.sub("", unwrapped(goal[start:end])).strip()


def has_content(words: str) -> bool:
    """Whether words say anything by themselves: "that" and "it" do not."""
    return any(word.plain not in _FREE for word in _words(words))


def stems(words: str) -> list[str]:
    """Each word without plural and possessive, numbers as numerals; "level three's" is level 3."""
    return [word.stem for word in _words(words)]


def _words(text: str) -> list[_Word]:
    plain = text.replace("\u2019", "'")
    found = list(islice(_TOKEN.finditer(plain), WORDS_LOOKED_AT))
    words: list[_Word] = []
    position = 0
    while position < len(found):
        length, numeral = _numeral(found, position)
        first, last = found[position], found[position + length - 1]
        word = numeral or first[0].casefold()
        words.append(_Word(numeral or _stem(word), word, first.start(), last.end()))
        position += length
    return words


def _numeral(found: Sequence[re.Match[str]], start: int) -> tuple[int, str]:
    """How many words from here on are one spoken number, and its numeral; 1 and "" for a word."""
    words = [match[0].casefold() for match in found[start : start + 8]]
    numeral, length = first_numeral(words)
    return (1, "") if numeral is None or numeral == words[0] else (length, numeral)


def _stem(word: str) -> str:
    base = _POSSESSIVE.sub("", word)
    if len(base) > 4 and base.endswith("ies"):  # noqa: PLR2004 - "ties" keeps its "ie"
        return base[:-3] + "y"
    if len(base) > 4 and base.endswith(("ches", "shes", "xes", "sses")):  # noqa: PLR2004 - as above
        return base[:-2]
    if len(base) > 3 and base.endswith("s") and not base.endswith(("ss", "us", "is")):  # noqa: PLR2004 - "bus"
        return base[:-1]
    return base


def _shortest_window(wanted: Sequence[str], said: Sequence[str]) -> tuple[int, int] | None:
    """First and last place of the shortest stretch that holds the wanted words in order."""
    best: tuple[int, int] | None = None
    for start, word in enumerate(said):
        if not wanted or word != wanted[0]:
            continue
        place = start
        for stem in wanted[1:]:
            place = next((p for p in range(place + 1, len(said)) if said[p] == stem), -1)
            if place < 0:
                return best
        if best is None or place - start < best[1] - best[0]:
            best = (start, place)
    return best


def _belongs(before: _Word, after: _Word, goal: str) -> bool:
    """Whether the word before is part of what is said: "I do not" of "I do not like fish"."""
    if goal[before.end : after.start].strip() or before.plain in _NO_BEGINNING:
        return False
    if before.plain in _PEOPLE and after.plain in _DETERMINERS:
        return False
    return before.plain in _FREE or _is_negation(before.plain)


def _is_negation(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


_TURNED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "we": "you", "us": "you",
    "our": "your", "ours": "yours", "ourselves": "yourselves", "we're": "you're",
    "we've": "you've", "we'd": "you'd", "we'll": "you'll", "your": "my", "yours": "mine",
    "yourself": "myself", "you're": "I'm", "you've": "I've", "you'd": "I'd", "you'll": "I'll",
}  # fmt: skip
_VERB_OF_I = {"are": "am", "were": "was"}
_TURNING = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def turned_round(text: str) -> str:
    """What the user said, as it is told back to them: "my car" is "your car"."""
    words = text.replace("\u2019", "'")
    plain = [match[0].casefold() for match in _TURNING.finditer(words)]
    place = -1

    def turn(match: re.Match[str]) -> str:
        nonlocal place
        place += 1
        word, before = match[0].casefold(), plain[place - 1] if place else ""
        after = plain[place + 1] if place + 1 < len(plain) else ""
        if word == "you":
            return "I" if not before or after in {"are", "were", "have", "can", "will"} else "me"
        if word in _VERB_OF_I and before == "you":
            return _VERB_OF_I[word]
        if word == "was" and before == "i":
            return "were"
        return _TURNED.get(word, match[0])

    return _TURNING.sub(turn, words)


_SECRETS = lazy_pattern(
    r"""
    \b(?:password|passcode|passphrase|pass\ word|pin(?:\ (?:code|number))?|security\ code|cvv|cvc
        |(?:credit|debit|bank)?\ ?card\ number|social\ security\ number|api\ key|secret\ key
        |private\ key|seed\ phrase|recovery\ (?:code|phrase))
    \b(?:\ (?:for|of|to)\ [\w\ ']{1,40}?)?
    \s*(?:\b(?:is|are|was|equals)\b|[:=])
    |\b(?:password|passcode|pin)\b(?:\ (?:for|of|to)\ [\w\ ']{1,40}?)?\ (?=\S*\d)
    |\b\d{3}-\d{2}-\d{4}\b
    |\b(?:sk-|ghp_|AIza|AKIA)[\w-]{12,}
    """,
    re.I | re.X,
)
_CARD_DIGITS = range(13, 20)
_DIGITS = re.compile(r"\d(?:[ -]?\d){12,18}")
_NINE = 9


def is_secret(text: str) -> bool:
    """Whether a text gives a password, a PIN, a key or the number of a card."""
    spoken = " ".join(numerals(_TOKEN.findall(text.casefold())))
    if _SECRETS.search(text) or _SECRETS.search(spoken):
        return True
    runs = (re.sub(r"\D", "", run) for form in (text, spoken) for run in _DIGITS.findall(form))
    return any(len(run) in _CARD_DIGITS and _is_card(run) for run in runs)


def _is_card(digits: str) -> bool:
    """Luhn's check, which every number of a payment card passes."""
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        value = digit * 2 if place % 2 else digit
        total += value - _NINE if value > _NINE else value
    return total % 10 == 0
