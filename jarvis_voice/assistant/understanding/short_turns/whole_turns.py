"""Tells a turn that needs nothing of what was said before it. Pure.

Invariant: a whole sentence means the same behind any other turn; in doubt a turn leans.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.asked_on import asks_for_year
from jarvis_voice.assistant.understanding.conversation import LEANING
from jarvis_voice.assistant.understanding.general_question import asks_for_advice
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.denials import is_idiom, is_set_phrase
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Kind
from jarvis_voice.assistant.understanding.tellings import TOLD
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.language.en.pointing_words import points_at, resumes
from jarvis_voice.language.en.spoken_lists import key_of
from jarvis_voice.language.en.spoken_numbers import numerals

_LONGEST = 300
_GUESSES = frozenset({proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT})
_BY_CHANCE = frozenset(
    {
        *("no", "stop", "never_mind", "yes", "say_again", "snooze", "read_page", "read_on"),
        *("more", "do_again", "undo", "say_words", "where_am_i", "count_days", "get_date"),
        *("recall", "maybe", "read_result", "open_result", "read_schedule", "read_notes"),
    }
)
"""Readings that a turn which leans on something else may have, too: it must bring a word of its
own that nobody said before."""
_OF_TALK_ITSELF = frozenset(
    {"forget_words", "what_did_i_ask", "start_conversation", "that_is_wrong"}
)
"""What they point at is the conversation."""
_PLACED = frozenset({"weather", "get_time", "get_sun_times", "get_time_difference"})
_LISTS = frozenset({"add_note", "remove_note", "clear_notes", "read_notes"})
_NO_LIST = "list"
_ENTRY_ACTS = frozenset(
    {"cancel_schedule", "change_timer", "move_schedule", "rename_schedule", "skip_schedule"}
)
_AUDIBLE = {
    "volume": re.compile(r"\b(?:volume|sound|loud\w*|quiet\w*|mute\w*|unmute|silence)\b", re.I),
    "adjust_speech": re.compile(r"\b(?:speak|talk|voice|loud\w*|quiet\w*|slow\w*|fast\w*)\b", re.I),
    "media": lazy_pattern(
        r"\b(?:songs?|tracks?|music|tunes?|play\w*|pause\w*|resume|videos?|albums?)\b", re.I
    ),
}
"""What has to be named: "back to the first one", "lower by five" go on with something."""
_TIME = re.compile(r"\b(?:time|clock|hour)\b", re.I)
_WAS = re.compile(r"\b(?:was|did|say|said|settle)\b", re.I)
_HOW_LONG = re.compile(r"(?:so |and )?how (?:long|much)\b", re.I)
_OF_ENTRIES = lazy_pattern(
    r"\b(?:rings?|goes off|go off|down for|due|on for|up next|coming up|comes? (?:first|next|last)|"
    r"left to do)\b",
    re.I,
)
"""How what is set is asked about: no search knows it."""
_SAYS_ANEW = re.compile(r"\b(?:said|got|put) (?:that|it) wrong\W+\w", re.I)
"""Takes back what was said last, and says it anew."""
_WORD = lazy_pattern(r"[a-z][\w'-]*", re.I)
_ENDING = re.compile(r"(?:'s|'|n't|'re|'ve|'ll|'m|'d)\Z")
_OWN_PHRASES = re.compile(
    r"\b(?:(?:get|getting) up|(?:wake|waking) up|(?:know|remember|stored?) about me)\b", re.I
)
"""Little words that together name something."""
_EMPTY_WORDS = """
min mins hr hrs sec secs total number amount rest whole day date name detail list lists minute
minutes hour hours second seconds half quarter weekend today tomorrow tonight morning evening
afternoon night noon midnight monday tuesday wednesday thursday friday saturday sunday exactly don
doesn didn isn aren ain wait start stop done remaining am pm he she they his her him their else
ever even much many more most very one two three four five six seven eight nine ten should could
shall would might must am don't doesn't didn't isn't aren't can't won't not no nor into onto off
its it's that's there's what's who's where's when's how's whats hows wheres remind finish finishes
ends rings get come comes said told tell show stay going
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
"""Words that can stand in a turn about anything."""


def stands_alone(
    text: str, alone: Understanding, kind: Kind, messages: Sequence[MessageState]
) -> bool:
    """Whether a turn is a whole sentence, read by itself.

    Args:
        text: The turn as it was said.
        alone: What it asks for by itself.
        kind: What the conversation is about.
        messages: The conversation before it, in pairs.
    """
    if is_idiom(text) or _SAYS_ANEW.search(text) or asks_for_year(text):
        return is_idiom(text)
    intents = [part.intent for part in alone.parts]
    if len(text) > _LONGEST or not all(one and one.name not in _GUESSES for one in intents):
        return False
    known = [one for one in intents if one]
    if alone.is_understood and {one.name for one in known} == {"get_profile"}:
        return True
    if {one.name for one in known} <= _OF_TALK_ITSELF or is_set_phrase(text):
        return True
    pointing = points_at(text)
    is_told = any(one.name in TOLD | LEANING for one in known)
    if is_told or resumes(text) or pointing == "outside":
        return False
    own = own_words(text)
    is_new = bool(own) and own.isdisjoint(_said(messages))
    is_new = is_new or pointing == "inside" or (asks_for_advice(text) and not _HOW_LONG.match(text))
    is_new = is_new or (len(known) > 1 and alone.is_understood)
    acts = [one for one in known if one.name not in {"yes", "thanks", "greeting"}] or known
    if alone.is_talk:
        return True
    if not alone.is_understood and not is_new:
        return False
    return all(
        _is_whole(one, text, kind, is_new=is_new, is_known=alone.is_understood) for one in acts
    )


def adds_number(intent: Intent, text: str) -> bool:
    """Whether a note that names no list may be a number to be added: "add two feet"."""
    is_note = intent.name == "add_note" and intent.slots.get("list") == _NO_LIST
    words = str(intent.slots.get("text", "")).split()
    is_number = any(map(str.isdigit, "".join(numerals(words))))
    return is_note and is_number and re.search(r"\b(?:lists?|notes?)\b", text, re.I) is None


def own_words(text: str) -> set[str]:
    """The words of a turn that name something, and do not only lead, point or say to do."""
    words = {_ENDING.sub("", one.lower()) for one in _WORD.findall(text)}
    phrases = {one.lower() for one in _OWN_PHRASES.findall(text)}
    return phrases | {one for one in words if one not in _SAYS_NOTHING and len(one) > 1}


_SAYS_NOTHING = FILLERS | CUES.keys() | POINTERS.keys() | _EMPTY


def _said(messages: Sequence[MessageState]) -> set[str]:
    lines = (one["text"] for one in messages)
    return {key for line in lines for key in {*key_of(line), *map(str.lower, _WORD.findall(line))}}


def _is_whole(intent: Intent, text: str, kind: Kind, *, is_new: bool, is_known: bool) -> bool:
    """Whether a request leaves nothing open that the conversation could fill."""
    name, slots = intent.name, intent.slots
    if name == "get_time" and not slots.get("place"):
        return bool(_TIME.search(text)) and not _WAS.search(text)
    if name in _PLACED:
        return bool(slots.get("place") or slots.get("second")) or kind != "place"
    if name in _LISTS and slots.get("list") == _NO_LIST:
        is_sum = kind in {"sum", "conversion"} and adds_number(intent, text)
        return kind != "list" and not is_sum and (is_new or name == "add_note")
    if name in _ENTRY_ACTS:
        return slots.get("what", "any") != "any" or is_new
    if name in _AUDIBLE:
        return _AUDIBLE[name].search(text) is not None
    if name in OPENING_INTENTS:
        return is_new and is_known
    is_of_entries = kind in ENTRIES and _OF_ENTRIES.search(text) is not None
    if name == meanings.SEARCH or name in _BY_CHANCE or name == "calculate":
        return is_new and not (is_of_entries and name == meanings.SEARCH)
    return True
