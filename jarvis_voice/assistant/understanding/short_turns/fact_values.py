"""Puts another value into a fact: "the ninth" becomes "the sixteenth". Pure.

Invariant: a value only takes the place of one of its own kind, or of words that the turn denies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_lists import key_of

_UNITS = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
_ORDINAL = (
    rf"(?:(?:twenty|thirty)[ -]{_UNITS}|{_UNITS}|tenth|eleventh|twelfth|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th))"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday)"
_DATE = rf"(?:(?:{_ORDINAL}|last day|\d{{1,2}}) (?:of )?{_MONTH}|{_MONTH} (?:the )?{_ORDINAL})"
_NUMBER_WORD = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|"
    r"hundred|thousand|double|treble|\d+(?:[.:]\d+)?)"
)
_JOINT = r"(?:[ -]|, | and | till | until | to | past | foot | point )"
_NUMBER = (
    rf"{_NUMBER_WORD}(?:{_JOINT}{_NUMBER_WORD})*(?: and (?:a half|a quarter))?"
    r"(?: (?:at night|in the (?:morning|afternoon|evening)|[ap]m|o'clock))?"
)
_PART = r"(?:morning|afternoon|evening|night|lunchtime|teatime|bedtime)"
_KINDS = tuple(
    lazy_pattern(rf"\b{form}\b", re.I)
    for form in (_DATE, _ORDINAL, _DAY, _MONTH, _NUMBER, rf"(?:at )?{_PART}")
)
_DATED = lazy_pattern(rf"\b(?:(?:the )?{_DATE}|(?:the )?{_ORDINAL}|{_DAY})\b(?! week)", re.I)
_NO_VALUE = frozenset({"one", "oh", "second", "may", "march", "first"})
"""Words that are a value only where the fact has one of that kind, and nothing else is said."""
_CLAUSE = re.compile(r"\s*[,;.!?]+\s+|\s+(?:but|so|since|because)\s+", re.I)
_LEADS = lazy_pattern(
    r"(?:(?:er|oh|ah|no|nope|sorry|actually|well|wait|hang on|hold on|oops|and|but|right|ok|okay|"
    r"now|it is|it's|that's|they're|they are|he's|she's|we're|i'm|it was|it should be|i mean|"
    r"i meant|make it|make that|put|say|change it to|that should say|should say|should be)\b"
    r"[\s,.!]*)+", re.I
)  # fmt: skip
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:now|actually|really|instead|sorry|i mean|i meant|i should say|it should say|"
    r"it was|it is|it's|apparently|rather|as it happens|though|please|these days))+\Z", re.I
)  # fmt: skip
_NOT = re.compile(r"(?P<new>.+?),? (?:and )?not (?:the |a |an )?(?P<old>[^,.]+)", re.I)
_NOT_FIRST = re.compile(
    r"not (?:the |a |an )?(?P<old>[^,.]+?)(?:, (?:but )?| but )(?P<new>[^,.]+)", re.I
)
_SHOULD = re.compile(r"(?:the )?(?P<old>.+?) should (?:be|say|read) (?P<new>.+)", re.I)
_PLACED = lazy_pattern(
    r"\b(?P<prep>in|on|at|under|behind|beside|by|over|near|inside|above|below|from) "
    r"(?P<what>(?:(?:the|my|a|an|our) )?[^,]+)\Z", re.I
)  # fmt: skip
_TO = re.compile(r"(?:moved |gone )?to (?P<where>(?:the|my|our|a|an) [\w' -]+)", re.I)
_HEAD = lazy_pattern(
    r"(?P<head>.+?(?:'s| (?:is|are|was|were|takes?|costs?|lives|works|likes|has|have))"
    r"(?: called| named)?) (?P<old>.+)", re.I
)  # fmt: skip
_IS_ANEW = lazy_pattern(
    r"(?:(?:oh|no|sorry|wait|actually|hang on)\W+)*(?:it's|it is|it was|they're|"
    r"they are|now|make it|make that)\b", re.I)  # fmt: skip
_SAYS_NOTHING = lazy_pattern(
    r"(?:.*\b)?(?:is|are|was|were|does|do|did|has|have|will|would|it's|that's|he's|she's|they're|"
    r"there's)\Z|(?:it|that|this|he|she|they|we|i|you)\Z", re.I
)  # fmt: skip
"""Ends where what something is would begin: "dinner is"."""
_DENIES = lazy_pattern(
    r"(?:(?:no|nope|sorry|wait|oh|actually|hang on|but|well|and)\b[\s,.!]*)*"
    r"(?P<subject>[\w' -]+?)(?: (?:is|are|was|were|does|do) not| (?:is|are|was|were|does|do)n't|"
    r"'s not|'re not)(?: (?:really|actually|at all|going to be))* (?P<old>[^,.;]+?)"
    r"(?: (?:any ?more|any longer|at all|actually|really|though))*", re.I
)  # fmt: skip
_AFFIRMS = lazy_pattern(
    r"(?:(?:no|nope|sorry|wait|oh|actually|hang on|but|well|and)\b[\s,.!]*)*"
    r"(?!(?:not|it|that|this|i|we|you|what|who|there|here)\b|(?:the |my )?(?:right |correct |real |"
    r"actual |new )*(?:time|date|day|hour|colou?r|number|name|code|place|address|answer|one|price|"
    r"value|word)\b)"
    r"(?P<subject>(?:(?:my|the|our|his|her|their) )?[\w'-]+(?: [\w'-]+){0,2}?) "
    r"(?:is|are|was|were) (?!not\b)(?P<told>[^,.;]+)",
    re.I,
)
_NO_LONE_VALUE = lazy_pattern(
    r"\b(?:is|are|was|were|does|do|did|has|have|will|would|i|you|we|he|she|they|it|that|this|not|"
    r"please|never|nothing|forget|remember|mind|cancel|delete|stop|yes|no|thanks?|what|who|why|how|"
    r"when|where|set|add|open|play|remind|tell|show|turn)\b|n't\b|'s\b \w", re.I
)  # fmt: skip
_PRONOUN = re.compile(r"(?:it|that|this|he|she|they|those|these)\b(?!')", re.I)
_LED = re.compile(r"(?:in|on|at|under|behind|beside|by|over|near|inside|above|below|from) ", re.I)
_LED_BEFORE = re.compile(rf"\b{_LED.pattern}(?:(?:the|my|a|an|our) )?\Z", re.I)
_A_THING = re.compile(r"(?:the|a|an|my|our) ", re.I)
_WAS_MEANT = re.compile(r"\b(?:was|were) (?:meant|supposed|going) to\b", re.I)
"""Tells what did not come about."""
_MOST_WORDS = 6
_NO_NEW = lazy_pattern(
    r"\b(?:i|you|we|he|she|they|it|that|this|don't|not|what|who|why|how|thanks?|please|jarvis|"
    r"wrong|right|mind|one|wait)\b", re.I
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChangedFact:
    """A fact as it is said anew.

    Attributes:
        fact: The whole fact.
        is_sure: One value took the place of the only one of its kind.
    """

    fact: str
    is_sure: bool


def date_in(fact: str) -> str:
    """The one date or day that a fact names; "" where it names none, or several."""
    found = [one[0] for one in _DATED.finditer(fact)]
    return found[0] if len(found) == 1 else ""


def changed(fact: str, text: str) -> ChangedFact | None:
    """The fact as the turn puts it right; None where the turn names nothing for it.

    Args:
        fact: What is known.
        text: The turn that says it otherwise.
    """
    line = " ".join(text.split()).strip(" .,!?")
    if _WAS_MEANT.search(line):
        return None
    if new := _of_kind(fact, line):
        return ChangedFact(new, is_sure=True)
    clauses = [bare(one) for one in _CLAUSE.split(line)]
    ways = (_denied(fact, line), *(_reworded(fact, one, line) for one in clauses if one))
    new = next(filter(None, ways), "")
    return ChangedFact(new, is_sure=False) if new else None


def bare(clause: str) -> str:
    """A clause without what leads to it and what comes behind."""
    return _TAILS.sub("", _LEADS.sub("", clause, count=1) if _LEADS.match(clause) else clause)


def _of_kind(fact: str, line: str) -> str:
    """The fact with the one value of a kind that both name; "" where that is open."""
    for kind in _KINDS:
        olds = list(kind.finditer(fact))
        if len(olds) != 1:
            continue
        old = olds[0]
        news = {one.lower(): one for one in _values(kind, line) if one.lower() != old[0].lower()}
        if len(news) != 1:
            continue
        new = next(iter(news.values()))
        is_led = old[0].lower().startswith("at ") and not new.lower().startswith("at ")
        return f"{fact[: old.start()]}{'at ' if is_led else ''}{new}{fact[old.end() :]}"
    return ""


def _values(kind: re.Pattern[str], line: str) -> Iterator[str]:
    for found in kind.finditer(line):
        is_denied = re.search(r"\bnot (?:the |on |at |in )*\Z", line[: found.start()], re.I)
        is_alone = bare(line).lower() in {found[0].lower(), f"the {found[0].lower()}"}
        if not is_denied and (found[0].lower() not in _NO_VALUE or is_alone):
            yield found[0]


def only_denies(fact: str, text: str) -> bool:
    """Whether a turn says that a fact is not so, and not how it is: "dinner is not at eight".

    Args:
        fact: What is known.
        text: The turn.
    """
    found = _DENIES.fullmatch(" ".join(text.split()).strip(" .,!?"))
    is_of_it = found is not None and not is_of_other(fact, text)
    return found is not None and is_of_it and _keys(found["old"]) <= _keys(fact)


def is_of_other(fact: str, text: str) -> bool:
    """Whether a turn says what something else is, or is not: "lunch is not at eight".

    Args:
        fact: What is known.
        text: The turn.
    """
    line = " ".join(text.split()).strip(" .,!?")
    found = _DENIES.fullmatch(line) or _AFFIRMS.fullmatch(line)
    if found is None or _PRONOUN.fullmatch(found["subject"]):
        return False
    return not _keys(found["subject"]) <= _keys(fact)


def said_anew(fact: str, answer: str) -> str:
    """A fact with the value that answers how it is right; "" where the answer is no lone value.

    Args:
        fact: What was not right: "dinner is at eight".
        answer: "at nine", "it's at nine" or "dinner is at nine".
    """
    line = bare(" ".join(answer.split()).strip(" .,!?"))
    head = _HEAD.fullmatch(fact)
    if head is None or not line:
        return ""
    value = value_in(line, fact)
    if not 0 < len(value.split()) <= _MOST_WORDS or _NO_LONE_VALUE.search(value):
        return ""
    led = _LED.match(head["old"])
    return f"{head['head']} {led[0] if led and not _LED.match(value) else ''}{value}"


def _keys(words: str) -> set[str]:
    return set(key_of(words.lower().removeprefix("my ").removeprefix("our ")))


def value_in(words: str, fact: str) -> str:
    """What is said of the fact's subject, without the subject; "" where nothing is said of it.

    Args:
        words: "dinner is at nine" gives "at nine"; "dinner is" gives "".
        fact: What is known: "dinner is at eight".
    """
    words = _behind_head(words.strip(" ,"), fact)
    return "" if not words or _SAYS_NOTHING.fullmatch(words) else words


def _behind_head(words: str, fact: str) -> str:
    """The words behind those with which the fact begins, too, or behind "it" and its verb."""
    head = _HEAD.fullmatch(fact)
    said, known = words.split(), [one.lower() for one in (head["head"] if head else fact).split()]
    if _PRONOUN.match(words) and len(said) > 1 and said[1].lower() in known:
        return " ".join(said[2:])
    pairs = zip(said, known, strict=False)
    n_same = len([*takewhile(lambda pair: pair[0].lower() == pair[1], pairs)])
    return " ".join(said[n_same:]) if n_same > 1 else words


def _denied(fact: str, line: str) -> str:
    """The fact with other words in the place of those that the turn denies."""
    for form in (_NOT, _NOT_FIRST, _SHOULD):
        found = form.match(_LEADS.sub("", line, count=1) if _LEADS.match(line) else line)
        if found is None:
            continue
        old, new = found["old"].strip(), value_in(bare(found["new"].strip()), fact)
        place = re.search(rf"\b{re.escape(old)}\b", fact, re.I)
        if not place or not 0 < len(new.split()) <= _MOST_WORDS:
            continue
        head = _HEAD.fullmatch(fact)
        if head and new != bare(found["new"].strip()):
            return f"{head['head']} {new}"
        before = fact[: place.start()]
        before = _LED_BEFORE.sub("", before) if _LED.match(new) else before
        return f"{before}{_fitting(new, before)}{fact[place.end() :]}"
    return ""


def _fitting(new: str, before: str) -> str:
    """New words without the article that stands before them already."""
    is_led = re.search(r"\b(?:the|a|an|my|our)\s\Z", before, re.I) is not None
    return _A_THING.sub("", new, count=1) if is_led and _A_THING.match(new) else new


def _reworded(fact: str, clause: str, line: str) -> str:
    """The fact with the last words of it said anew: a place, or what something is."""
    words = clause.split()
    if not words or len(words) > _MOST_WORDS or set(key_of(clause)) <= set(key_of(fact)):
        return ""
    if shared := _beside_shared(fact, words):
        return shared
    new, old = _PLACED.match(clause), _PLACED.search(fact)
    if old and (moved := _TO.fullmatch(clause)):
        return f"{fact[: old.start()]}in {moved['where']}"
    if new and old:
        return f"{fact[: old.start()]}{clause}"
    if old and _A_THING.match(clause) and not _NO_NEW.search(clause):
        return f"{fact[: old.start()]}{old['prep']} {clause}"
    head = _HEAD.fullmatch(fact)
    if head and _IS_ANEW.match(line) and not _NO_NEW.search(clause):
        return f"{head['head']} {clause}"
    return ""


def _beside_shared(fact: str, words: list[str]) -> str:
    """The fact with another word behind one of its own: "row g" for "row f"."""
    known = fact.split()
    place = next((at for at, one in enumerate(known) if one.lower() == words[0].lower()), -1)
    if place < 0 or words[0].lower() in {"the", "a", "an", "my", "in", "on", "at", "and", "i"}:
        return ""
    n_same = 0
    while (
        n_same < len(words)
        and place + n_same < len(known)
        and words[n_same].lower() == known[place + n_same].lower()
    ):
        n_same += 1
    n_new = len(words) - n_same
    behind = known[place + n_same + n_new :] if place + n_same < len(known) else []
    return " ".join([*known[:place], *words, *behind])
