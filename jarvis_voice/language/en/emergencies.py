"""Tells whether somebody is in danger now and says so, or asks us to call for help. Pure.

Invariant: danger is a form, a who and what happens to them, and it stands at the beginning of a
clause. Words about a film, a game, the past or a possibility tell of no danger.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.danger_forms import (
    ACCIDENTS,
    ASSAULTS,
    BODIES,
    CALLS,
    DESPAIR,
    FIRES,
    INTRUDERS,
    NAMES,
    PARTS,
    WEAK,
)
from jarvis_voice.language.en.danger_words import CALL_END, CLEAN_END, END, LEAD


class Emergency(StrEnum):
    """What somebody is in: a place that is to be left, a body that needs help, or despair."""

    PLACE = "place"
    PERSON = "person"
    DESPAIR = "despair"


_LONGEST = 400
"""Characters that are read: who is in danger says so at the beginning."""

_WORD = re.compile(r"[a-z0-9']+")
_STEMS = tuple(
    """
    fire burn flame smok explo leak monoxide break broke burgl intrud robb thie stranger someone
    somebody knife weapon rifle machete bomb shoot shot stab attack beat hitting strangl follow
    chas threat rape kidnap hostage mugg assault kill dying suicid myself himself herself themsel
    without gun won't doesn't isn't harm injur bleed blood breath chok unconscious unresponsive
    moving seizure stroke heart chest throat tongue allerg asthma collaps passed faint fallen drown
    swallow drank drunk eaten taken inhal dose overdos poison bitten electroc accident crash
    trapped stuck missing danger emergency ambulance police cops doctor paramedic medic 911 999 112
    pulse mayday jump rather screaming slurred smash losing respond wrist exist abduct disappear
    pill tablet convuls lightning woman people can't cannot hardly barely
    """.split()  # noqa: SIM905
)
_WORDS = frozenset(
    """
    man men guy end hit bit cut die dead live life alive gas ate lip lips axe help nine run miss saw
    took fell hurt face blue send 1 beaten over
    """.split()  # noqa: SIM905
)
"""A first look that is quick: most turns have none of these words."""

_MOST_LEADS = 6
"""So many leads may stand before it: "help", "I think"."""

_MEDIA = (
    r"(?:films?|movies?|games?|match|level|novels?|books?|stor(?:y|ies)|songs?|lyrics|series|"
    r"episodes?|season|shows?|scene|chapter|documentar(?:y|ies)|podcasts?|play|musical|opera|"
    r"poems?|"
    r"essay|jokes?|riddles?|comics?|anime|manga|videos?|headlines?|news|articles?|dreams?|"
    r"nightmares?|minecraft|sims|roblox|fortnite|zelda|dungeons?|characters?|avatar|"
    r"script|bands?|albums?|trailer|quiz|crossword|memes?|tv|television|paper)"
)
_FRAMED = lazy_pattern(
    rf"\b(?:in|from|on|of|about|by|for|watching|reading) (?:(?:the|an?|my|this|that|our|his|her|"
    rf"your"
    rf"|some) )?(?:\w+ ){{0,2}}?{_MEDIA}\b(?! (?:rooms?|stores?|shops?|shel\w+|case|clubs?)\b)|"
    rf"\b{_MEDIA} (?:where|in which|about|called|that|when|says?|said|saying|is|was|goes)\b|"
    r"\b(?:dreamt|dreamed|imagine|imagining|pretend\w*|suppose|supposing|let's say|what if|"
    r"hypothetical\w*|(?:just )?(?:joking|kidding)|haha\w*|lol|figuratively|for example|"
    r"translat\w+|means?|meaning|sentence|phrase|quote|role ?play|drill|"
    r"in (?:german|french|spanish|italian|english|latin)|in case|no longer|false alarm|"
    r"my (?:character|avatar|sim|team|goalkeeper))\b",
    re.I,
)
"""A story, a quotation or a thought."""

_PAST = lazy_pattern(
    r"\b(?:yesterday|last (?:night|week|month|year|summer|winter|spring|autumn|fall|time|\w+day)|"
    r"(?:years?|months?|weeks?|days?) ago|in (?:the )?(?:19|20)\d\d|when (?:i|he|she|we) (?:was|"
    r"were)|as a (?:child|kid)|back then|used to|every (?:morning|day|night|time))\b",
    re.I,
)

_TEXT = (
    r"(?:write|compose|sing|play|say|spell|translate|define|explain|summari[sz]e|read|show|tell|"
    r"remind|note|add|put|remember|announce|draw|continue|rewrite|proofread|make|give|repeat|quote|"
    r"take (?:a )?note|type|correct|shorten|describe|rap|recite|dictate|new (?:note|reminder))"
)
_ASK = (
    r"(?:what|what's|who|who's|whose|why|how|when|where|which|is|are|was|were|do|does|did|should|"
    r"would|has|have|am|search|google|look up|find|open|if|when|whether|set|cancel|launch|stop)"
)
_ORDER = lazy_pattern(
    rf"(?:{LEAD}|(?:i want you to|let's) ){{0,6}}(?:(?P<text>{_TEXT})|{_ASK})\b",
    re.I,
)
_LEAD = lazy_pattern(LEAD, re.I)
_CLAUSE = re.compile(
    r"(?P<new>[.!?;:,\n\u2026-]\s+)|\s(?:and|but|so|because|cause|since|then|or)\s|"
    r"\s(?=(?:help|what (?:do|should)|i'm|there's|there is|someone|somebody|please)\s)",
    re.I,
)
_DANGER = tuple(
    (lazy_pattern(rf"(?:{form})(?:{end})", re.I), of)
    for form, end, of in (
        (DESPAIR, END, Emergency.DESPAIR),
        (CALLS, CALL_END, Emergency.PERSON),
        (FIRES, END, Emergency.PLACE),
        (INTRUDERS, END, Emergency.PLACE),
        (ASSAULTS, END, Emergency.PLACE),
        (BODIES, END, Emergency.PERSON),
        (NAMES, END, Emergency.PERSON),
        (PARTS, END, Emergency.PERSON),
        (ACCIDENTS, END, Emergency.PERSON),
        (WEAK, CLEAN_END, Emergency.PERSON),
    )
)


@lru_cache(maxsize=64)
def emergency_in(text: str) -> Emergency | None:
    """The danger that somebody is in now and tells of, or None.

    Args:
        text: The turn as it was said.
    """
    said = " ".join(text.replace("\u2019", "'").split())[:_LONGEST]
    small = said.lower()
    if small.strip(" .!") == "sos":
        return Emergency.PERSON
    words = _WORD.findall(small)
    if _WORDS.isdisjoint(words) and not any(word.startswith(_STEMS) for word in words):
        return None
    if _FRAMED.search(said) or _PAST.search(said):
        return None
    places = {at for begun in _beginnings(said) for at in _behind_leads(said, begun)}
    found = (of for at in sorted(places) for form, of in _DANGER if form.match(said, at))
    return next(found, None)


def _beginnings(said: str) -> list[int]:
    """Where a clause begins that may tell of danger: none in what is to be written or read."""
    order = _ORDER.match(said)
    clauses = list(_CLAUSE.finditer(said))
    if order is None:
        return [0, *(found.end() for found in clauses)]
    if order["text"]:
        return []
    new = next((found.end() for found in clauses if found["new"]), len(said))
    return [found.end() for found in clauses if found.end() >= new]


def _behind_leads(said: str, begun: int) -> list[int]:
    """The beginning of a clause, and each place behind what only leads to what it tells."""
    places = [begun]
    while (lead := _LEAD.match(said, places[-1])) and len(places) < _MOST_LEADS:
        places.append(lead.end())
    return places
