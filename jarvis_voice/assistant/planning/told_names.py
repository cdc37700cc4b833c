"""Keeps a question about somebody of whom the user told on this machine. Pure.

Invariant: only the user's own order, or a yes, sends such a question to the web; what has another
name beside a kept one ("Anna Karenina") is about somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.noted_people import people_in
from jarvis_voice.tools.registry import Tool

NOT_TOLD = "You have not told me that. Shall I search the web for it?"

_ORDERED = re.compile(
    r"\b(?:search|google|look (?:up|for|on)|wikipedia|the web|internet|online|research)\b", re.I
)
"""Says itself where the answer is to be looked for."""

_OF_THE_WORD = re.compile(
    r"\b(?:(?:sur)?names?|words?|means?|meaning|spell(?:ed|ing)?|pronounced?)\b", re.I
)
"""Asks about a name as a word, not about its owner: "where does the surname Silva come from"."""

_OF_A_PLACE = lazy_pattern(
    r"\b(?:population|capital|mayor|area|currency|history|map|distance|flights?|trains?|buses|"
    r"hotels?|restaurants?|museums?|sights|things to do|time ?zone|airport|citizens|inhabitants) "
    r"(?:\w+ ){0,2}(?:of|in|to|from|near|around) ",
    re.I,
)
"""Asks about a place, though somebody may have its name: "the population of Sofia"."""

_MOST_MESSAGES = 60
_LONGEST = 300
_OFFER = "offer"

_CLOSE = (
    r"(?:wife|husband|partner|fianc[eé]e?|girlfriend|boyfriend|son|daughter|kid|child|baby|twins?|"
    r"brother|sister|mother|father|mum|mom|dad|grandmother|grandfather|grandma|grandpa|granny|gran|"
    r"nan|aunt|auntie|uncle|cousin|niece|nephew|godson|goddaughter|stepson|stepdaughter|"
    r"stepmother|stepfather|(?:mother|father|brother|sister|son|daughter)-in-law|friend|mate|"
    r"flatmate|roommate|housemate|neighbou?r|boss|manager|colleague|coworker|teacher|tutor|coach|"
    r"doctor|dentist|nurse|vet|landlord|landlady|nanny|cleaner|babysitter|plumber|hairdresser|"
    r"dog|cat|puppy|kitten|pet|horse|pony|rabbit|hamster|parrot|budgie|goldfish|tortoise|ex)"
)
_NAME = r"(?P<name>(?-i:[A-Z])[\w'’-]{1,30}(?: (?-i:[A-Z])[\w'’-]{1,30})?)"
_CLOSE_ONE = lazy_pattern(
    rf"\b(?:my|our) (?:(?!favou?rite)[\w'’-]+ ){{0,2}}{_CLOSE}(?:'s|’s)?"
    rf"(?: (?:name|full name))?,?(?: (?:is|was|is called|is named|called|named))? {_NAME}",
    re.I,
)
"""Somebody of the user's own: "my wife is called Anna", "my sister Anna"."""

_NAMED_ONE = lazy_pattern(
    r"\b(?:my|our|an?) (?:(?!favou?rite)[\w'’-]+ ){1,3}?(?:is |was |are )?(?:called|named) "
    r"(?P<name>[\w'’-]{2,30}(?: (?-i:[A-Z])[\w'’-]{1,30})?)",
    re.I,
)
_AS = lazy_pattern(rf"{_NAME} is (?:my|our) (?:\w+ ){{0,2}}{_CLOSE}\b", re.I)
_SUBJECT = lazy_pattern(
    rf"{_NAME}(?:(?:'s|’s|s'|s’) [\w'’-]+|(?=,? \w+))(?! \w+ (?:my|our) favou?rite)", re.I
)
"""Whom a kept sentence is about: its first word or two."""

_MET = lazy_pattern(
    rf"\b(?:i|we)(?:'ve|'m| have| am| was)? (?:just |also |once )?(?:met|married|phoned|texted|"
    rf"invited|babysat|hugged|kissed|marrying|dating|seeing|meeting) {_NAME}",
    re.I,
)
_LIVES = lazy_pattern(
    r"(?P<name>[^\W\d_]{2,30}) (?:lives|likes|loves|hates|works|eats|drinks|wears|prefers|needs|"
    r"wants|owes|(?:is|was) (?:allergic|married|vegetarian|vegan|pregnant|born|afraid))\b",
    re.I,
)
_THING = lazy_pattern(
    r"(?:the|my|our) (?P<thing>[\w'’-]+(?: [\w'’-]+){0,2}?) "
    r"(?:is|are|was|were|has|have|needs?|costs?|belongs?|stands?|lies|hangs?|sits?|opens?|closes?|"
    r"starts?|ends?|leaves?|comes?|goes|works?) ",
    re.I,
)
_NOBODY = frozenset(
    """
    i you he she it we they this that these those there here the my our your his her its their a an
    what who when where which why how everyone everybody someone somebody nobody nothing something
    today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december christmas
    easter each every some all most no not if and but or so in on at of to for by with from never
    always only one two three it's i'm i've i'd i'll he's she's that's there's please
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""What stands first in a sentence and is nobody's name."""

_WORD = lazy_pattern(r"[^\W_]+(?:[-'’][^\W_]+)*")
_ARTICLES = frozenset({"a", "an", "the"})
_OWN_END = re.compile(r"(?:'s|’s|'|’)\Z")


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Where the people around the user are named.

    Attributes:
        facts: What the user asked Jarvis to keep in mind.
        name: What the user is called, or "".
        noted: Entries of lists, and the words of what is set.
    """

    facts: Sequence[str] = ()
    name: str = ""
    noted: Sequence[str] = ()


def asked_here(
    read: Understanding, known: KnownPeople, messages: Sequence[MessageState]
) -> Understanding:
    """What was read, without searches for what only the user's own words can answer.

    Args:
        read: What the turn's words ask for.
        known: Where the people around the user are named.
        messages: The conversation before it.
    """
    people = {*_people_in(known.facts), *_names_said(messages)}
    people |= {one for note in known.noted for name in people_in(note) for one in _as_name(name)}
    if known.name.strip():
        people.add(tuple(known.name.casefold().split()))
    names = people | {*_subjects_of(known.facts)}
    found = (_THING.match(one[:_LONGEST]) for one in known.facts)
    things = {one["thing"].casefold() for one in found if one}
    parts = tuple(_placed(_kept(part, names, things), people) for part in read.parts)
    return read if parts == read.parts else replace(read, parts=parts, is_understood=False)


def may_go_out(read: Understanding) -> bool:
    """Whether what was read holds a question for a service that nobody ordered to be asked."""
    return any(_is_open_question(part) or _place_of(part) for part in read.parts)


def without_web(read: Understanding, tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """The tools that a step may use: none that asks the web, where the question is kept here."""
    if not any(part.intent and _OFFER in part.intent.slots for part in read.parts):
        return tuple(tools)
    return tuple(tool for tool in tools if not (tool.sends or tool.finds_pages))


def _is_open_question(part: Part) -> bool:
    intent = part.intent
    if intent is None or _ORDERED.search(part.text) or _OF_THE_WORD.search(part.text):
        return False
    return intent.is_question or intent.name in {meanings.WIKIPEDIA, meanings.RESEARCH}


def _kept(part: Part, names: Iterable[tuple[str, ...]], things: Iterable[str]) -> Part:
    intent = part.intent
    if intent is None or not _is_open_question(part) or _OF_A_PLACE.search(part.text):
        return part
    texts = [part.text, *(value for value in intent.slots.values() if isinstance(value, str))]
    is_theirs = any(_speaks_of(text[:_LONGEST], one) for text in texts for one in names)
    is_thing = any(re.search(rf"\bthe {re.escape(one)}\b", part.text, re.I) for one in things)
    if not (is_theirs or is_thing):
        return part
    asked = {"reply": NOT_TOLD, _OFFER: f"search the web for {part.text}"}
    return replace(part, intent=Intent(proposals.CANNOT, asked))


def _placed(part: Part, people: Collection[tuple[str, ...]]) -> Part:
    """A request for somewhere, asked about first where somebody of the user's is called that."""
    place = _place_of(part)
    if part.intent is None or tuple(place.casefold().split()) not in people:
        return part
    name = place.title() if place.islower() else place
    question = f"{name} is somebody you told me of. Do you mean a place called {name}?"
    return replace(part, intent=Intent(proposals.CANNOT, {"reply": question, _OFFER: part.text}))


def _place_of(part: Part) -> str:
    place = part.intent.slots.get("place", "") if part.intent else ""
    return place if isinstance(place, str) else ""


def _people_in(facts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Whom kept sentences name as somebody, each name in its words."""
    for fact in facts:
        text = fact[:_LONGEST]
        yield from _said_in(text)
        if found := _LIVES.match(text):
            yield from _as_name(found["name"])


def _subjects_of(facts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """With which name kept sentences begin; a place or a thing has one, too."""
    for fact in facts:
        if found := _SUBJECT.match(fact[:_LONGEST]):
            yield from _as_name(found["name"])


def _names_said(messages: Sequence[MessageState]) -> Iterator[tuple[str, ...]]:
    """Who was named in the conversation as somebody of the user's own."""
    for message in messages[-_MOST_MESSAGES:]:
        text = message["text"]
        if message["role"] == "user" and not text.rstrip().endswith("?"):
            yield from _said_in(text[:_LONGEST])


def _said_in(text: str) -> Iterator[tuple[str, ...]]:
    for form in (_CLOSE_ONE, _NAMED_ONE, _AS, _MET):
        for found in form.finditer(text):
            yield from _as_name(found["name"])


def _as_name(name: str) -> Iterator[tuple[str, ...]]:
    """A name as it may be said: all of it, and the first of two."""
    words = tuple(_OWN_END.sub("", word) for word in name.casefold().split())
    if words and words[0] not in _NOBODY:
        yield words
        yield words[:1]


def _speaks_of(text: str, name: tuple[str, ...]) -> bool:
    """Whether a name stands in a text, with no other name beside it and no article before it."""
    said = _WORD.findall(text)
    words = [_OWN_END.sub("", word).casefold() for word in said]
    for place in range(len(words) - len(name) + 1):
        behind = place + len(name)
        if tuple(words[place:behind]) != name:
            continue
        last = said[behind - 1]
        is_owner = _OWN_END.search(last) is not None
        is_longer = behind < len(said) and said[behind][0].isupper() and not is_owner
        before = said[place - 1] if place else ""
        is_other = place > 1 and before[0].isupper() and before.casefold() != "i"
        if not (is_longer or is_other or before.casefold() in _ARTICLES):
            return True
    return False
