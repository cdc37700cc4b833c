"""Decides whether arguments that leave the machine carry what the user confided. Pure.

Invariant: what this turn's words hold is meant to be used; so is a name that earlier turns asked
about. What is kept, and codes, numbers and addresses that were said, go nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from jarvis_voice.assistant.planning.hidden_words import (
    folded,
    leet,
    said_aloud,
    shifted,
    squeezed,
    unhidden,
    without_separators,
)
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.lazy_pattern import lazy_pattern

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
LEAST_TELLING = 4
"""Letters of a word that can tell something about a person."""

LEAST_HIDDEN = 6
"""Letters of a word that is looked for when it is spelled, split, run in or written backwards."""

LEAST_NUMBER = 4
"""Digits of a number that may be a code; a shorter one is in many a question."""

SHORT = 3
"""Letters of a shorter word that tells something where it is in no common use: "gay", "HIV"."""

LEAST_STEM = 5
_NAME = lazy_pattern(r"\b(?:is|are|named|called) ([A-Z][a-z]{1,2})\b|\A([A-Z][a-z]{1,2})\Z")
_SHORT_NAME = lazy_pattern(r"(?<=[\w,;] )[A-Z][A-Za-z]{1,2}\b")
"""A short name, as facts and profiles have it: "my son is Ben", "Sam", "I have MS"."""

_SAID_OF_ONESELF = lazy_pattern(
    r"\b(?:my|our) (?:\w+ ){1,4}?(?:is|are|was|were)(?: called| named| at| on| in)? "
    r"(?P<what>[^.!?;]{1,80})"
    r"|\bi (?:live|work|am staying|was born|parked)\b (?:at|in|on|near) (?P<where>[^.!?;]{1,80})"
    r"|\b(?:remember|note|keep in mind) (?:that |down )?(?P<kept>[^.!?;]{1,120})",
    re.I,
)
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_NUMBERS = re.compile(r"\d(?:[\s./-]?\d){3,}")
_CODE = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])\w{5,}\b")
_ADDRESS = lazy_pattern(
    r"\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+\b"
    r"|\b\d{1,4}[a-z]? (?:[A-Z]\w+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|square|way)\b"
    r"|\b(?:[A-Z]\w+ ){1,3}(?:street|road|avenue|lane|drive|square) \d{1,4}\b",
    re.I,
)
_STREET = lazy_pattern(
    r"\b\d{1,4}[a-z]? \w+ (?:street|st|road|rd|avenue|ave|lane|drive|square|way)\b"
    r"|\b\w+ (?:street|road|avenue|lane|drive|square) \d{1,4}[a-z]?\b",
    re.I,
)
"""An address of which each word alone may tell nothing."""


def leaks(
    arguments: Mapping[str, Any],
    goal: str,
    secrets: Iterable[str],
    earlier: Sequence[MessageState] = (),
) -> bool:
    """Whether arguments carry words of what the user confided, that this turn's words do not hold.

    A word is also known when it is inflected, spelled out, split, run into others, written with
    other letters, backwards, in a cipher of moved letters or in a common encoding. A paraphrase
    is not.

    Args:
        arguments: What would leave the machine.
        goal: The user's own words: what is said aloud now is meant to be used.
        secrets: What is kept about the user: facts, reminders, lists, what private tools told.
        earlier: The conversation before it.
    """
    secrets = tuple(secrets)
    kept = _telling(secrets)
    told = _telling(one for message in earlier for one in confided_in(message))
    asked = [m["text"] for m in earlier if m["role"] == "user" and not confided_in(m)]
    said_now = _Forms([goal, *said_aloud(goal)])
    said = {word for word in _forms(asked) if not _is_number(word) or _YEAR.fullmatch(word)}
    hidden = {word for word in (kept - said) | told if word not in said_now}
    addresses = [one.group() for text in secrets for one in _STREET.finditer(text)]
    if not hidden and not addresses:
        return False
    texts = [plain for text in _texts(arguments.values()) for plain in unhidden(text)]
    sent = _Forms(texts)
    if any(_holds(sent, one) and not _holds(said_now, one) for one in addresses):
        return True
    goal_in_one = _in_one(folded(goal))
    bare = {_in_one(folded(text)) for text in texts} | {
        _in_one(without_separators(" ".join(texts)))
    }
    in_one = " ".join(form for text in bare for form in (text, text[::-1], leet(text)))
    moved = " ".join(form for text in bare for form in shifted(text))
    once = " ".join(map(squeezed, bare))
    return any(
        word in sent or (word not in goal_in_one and _is_within(word, in_one, moved, once))
        for word in hidden
    )


def _holds(forms: _Forms, text: str) -> bool:
    """Whether all words of a text are among these."""
    return all(word in forms for word in _forms([text]))


def confided_in(message: MessageState) -> list[str]:
    """What a message of the user's tells of codes, numbers, addresses and the user's own life."""
    if message["role"] != "user":
        return []
    text = message["text"][:2_000]
    own = [next(filter(None, one.groups())) for one in _SAID_OF_ONESELF.finditer(text)]
    codes = [one.group() for kind in (_NUMBERS, _CODE, _ADDRESS) for one in kind.finditer(text)]
    return [*own, *(one for one in codes if not _YEAR.fullmatch(one))]


def _telling(secrets: Iterable[str]) -> set[str]:
    """The words of what is kept that tell something about somebody."""
    found: set[str] = set()
    for text in secrets:
        found |= {next(filter(None, one.groups())).casefold() for one in _NAME.finditer(text)}
        found |= set(map(str.casefold, _SHORT_NAME.findall(text))) - _SHORT_COMMON
        found |= {
            word
            for word in _forms([text])
            if word not in _COMMON
            and (len(word) >= LEAST_TELLING or (any(map(str.isdigit, word)) and len(word) > 1))
        }
        found |= {
            word
            for word in map(str.casefold, _WORD.findall(text))
            if len(word) == SHORT and word.isalpha() and word not in _SHORT_COMMON
        }
    return found


def _forms(texts: Iterable[str]) -> set[str]:
    """The words of texts, in plain letters; digits that stand apart are also one number."""
    found: set[str] = set()
    for text in texts:
        plain = folded(text)
        found.update(_WORD.findall(plain), _WORD.findall(without_separators(plain)))
    return found


class _Forms:
    """The words of texts, each also in its other forms: "allergic" and "allergies" are alike."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words = _forms(texts)
        self._stems: dict[str, list[str]] = {}
        for word in self._words:
            self._stems.setdefault(word[:LEAST_STEM], []).append(word)

    def __contains__(self, word: str) -> bool:
        if word in self._words:
            return True
        if word.isdigit():
            return False
        if len(word) <= SHORT:
            return f"{word}s" in self._words
        return any(_is_alike(word, one) for one in self._stems.get(word[:LEAST_STEM], ()))


def _is_alike(word: str, other: str) -> bool:
    """Whether two words that begin alike are one in two forms."""
    shared = sum(
        1 for _ in takewhile(lambda both: both[0] == both[1], zip(word, other, strict=False))
    )
    return shared >= max(LEAST_STEM, min(len(word), len(other)) - 1)


def _is_number(word: str) -> bool:
    return word.isdigit() and len(word) >= LEAST_NUMBER


def _is_within(word: str, in_one: str, moved: str, once: str) -> bool:
    """Whether a word is split, run in, backwards or in a cipher in texts without blanks."""
    if _is_number(word):
        return word in in_one
    if len(word) < LEAST_HIDDEN:
        return False
    bare = squeezed(word)
    return word in in_one or word in moved or (len(bare) >= LEAST_HIDDEN and bare in once)


def _in_one(text: str) -> str:
    """All letters and digits of a text, run together."""
    return "".join(_WORD.findall(text))


def _texts(values: Iterable[Any]) -> list[str]:
    return [str(value) for value in values if not isinstance(value, bool)]


_SHORT_COMMON = frozenset(
    """
    i a an the and or but nor so if as at by for from in of on to up out off down into with not no
    yes is am are was be been has had have do did does can may it its he him his she her hers we us
    our you your they them my me who whom how why what when than then that this too all any both
    each few own one two six ten new old big bad low high hot dry wet raw red tea oil egg ham jam
    day days way get got go goes gone let lets put set see saw say said ask use used try buy pay
    run eat ate cut cup box bag bin bed car bus van bar pub gym job man men boy kid dad mom mum son
    dog cat cow pig hen sun sky sea air ice end top far now ago yet per via via lot lots bit sum
    mon tue wed thu fri sat jan feb mar apr may jun jul aug sep sept oct nov dec am pm etc also ok
    age art map key pen pot pan lid tin jar war win won lie lay sit tv pc app web net www com org
    ash elm fig fir ivy oak yew bay
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Short words that are in many texts, and tell nothing about anybody."""

_COMMON = frozenset(
    """
    about after also always because been before best birthday called city could every favorite
    favourite from have here home into like live lives love made much name named never number
    official only over parked place site some than that their them then there they this today
    tomorrow very want website went were what when where which will with work works would year
    years your user told online call meet bring take send buy book check clean feed water pick
    milk bread eggs butter cheese rice pasta sugar flour salt tea coffee apples bananas tomatoes
    onions potatoes chicken fish meat oil vinegar soap paper list shopping reminder remind alarm
    timer note notes morning evening afternoon night noon week month monday tuesday wednesday
    thursday friday saturday sunday january february march april june july august september
    october november december time date day days hour hours minute minutes clock house garden
    kitchen door window light lights food dinner lunch breakfast recipe recipes movie film music
    song book books game games team match trip travel weather train plane ticket tickets hotel
    phone computer mail email letter letters card cards money price prices shop store market
    school park street road station airport people friend friends family mother father mum mom dad
    sister brother daughter wife husband baby child children doctor teacher boss neighbour
    neighbor first last next more most long short good great nice small large little white black
    green blue yellow orange brown around between under near open close find look make need does
    know tell show read write turn start stop keep leave come goes going getting doing having
    world country news history story language english part side half with without thing things
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Words that are in many facts, lists and reminders, and tell nothing about anybody."""
