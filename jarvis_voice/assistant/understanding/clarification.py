"""Joins the user's answer to a question of Jarvis with the request it completes. Pure.

Invariant: an answer is taken only right behind its question, and only where it says a time, a name
or a place in the list and nothing else; together with what it answers it is understood as one
request, whoever plans it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.answer_remarks import (
    is_other_order,
    requests_in,
    time_in,
    told_first,
)
from jarvis_voice.assistant.understanding.entry_talk import about_entries
from jarvis_voice.assistant.understanding.list_answers import entry_chosen, thing_to_add
from jarvis_voice.assistant.understanding.list_beginnings import begun_list
from jarvis_voice.assistant.understanding.list_talk import UNNAMED
from jarvis_voice.assistant.understanding.parts import MAX_PARTS, parts_of
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.assistant.understanding.undo_last import SETTING, is_taken_back, taken_back
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_phrases import HOW_LONG, WHICH_ONE
from jarvis_voice.language.en.schedule_times import (
    AT_WHAT_TIME,
    MORNING_OR_EVENING,
    NOON_OR_MIDNIGHT,
    OF_WHAT,
    ON_WHICH_DAY,
    WHEN,
)
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import ADD_WHAT, WHICH_LIST, key_of
from jarvis_voice.language.en.timed_tasks import asked_for_at
from jarvis_voice.tools.places.forecast_phrases import FOR_WHICH_CITY

QUESTIONS = (MORNING_OR_EVENING, NOON_OR_MIDNIGHT, AT_WHAT_TIME, ON_WHICH_DAY, WHEN, HOW_LONG)
TAKE_BACK = "take back what I began"
"""What "undo that" means behind a question of ours: nothing was set yet."""

_CHANGING = frozenset({"change_timer", "move_schedule"})
CHOOSING = _CHANGING | {"cancel_schedule"}
_THEN = " and then "
_EXCHANGE = 2
"""Messages of one turn: what was asked for, and our question."""

_NUMBER = Number(is_whole=False)
_LIST = re.compile(
    r"(?:on |to |from |off )?(?:the |my |our )?(?P<name>\w+(?:[ -]\w+)??)(?: list| one)?", re.I
)
_LIST_AT_END = lazy_pattern(
    r"(?:[^,.;]*[,.;] *)?(?:put|add|write) (?:it|that|them) (?:on|to|in) (?:the |my |our )"
    r"(?P<name>\w+(?:[ -]\w+)?) list",
    re.I,
)
_I_MEAN = re.compile(r"\Ai mean(?:t)? |,? i mean(?:t)?\Z", re.I)
_A_LIST = re.compile(r"\b(?:my|the|our|this|that|an?) list\b", re.I)
_LONGEST_CITY = 4
_NO_CITY = lazy_pattern(
    r"\b(?:i|my|me|you|your|why|what|who|where|when|how|which|set|no|yes|don't|not|never|nothing|"
    r"nowhere|here|home|it|that|this|is|are|about)\b",
    re.I,
)
IN_A_CITY = frozenset({"weather", "get_sun_times", "find_places"})
_ABOUT_ONESELF = frozenset({"set_profile"})
_JOINTS = ("", "at ", "for ", "in the ", "on ")
_HALF = re.compile(r"(?:in the |at )?[ap]\.? ?m\.?", re.I)
_SURELY = re.compile(r",? (?:obviously|of course|clearly|naturally|please)\W*\Z", re.I)
_LEAD = re.compile(r"(?:at|for|in|on|the|by|i mean|i meant)\s+(?=\S)", re.I)
_CORRECTING = lazy_pattern(
    r"(?:no|nope|sorry|wait|actually|i mean|i meant|make (?:it|that))\b[\s,]+"
    r"(?=(?:at|for|in|on)\b|\d)",
    re.I,
)
_ASKS = lazy_pattern(
    r"(?:what|which|when|where|who|why|how)(?:'s|\b)(?: \w+)? (?:is|are|was|were|did|do|does|have|"
    r"has|had|will|can|could|would|should|i|we|you|it)\b|(?:did|do|does|is|are|was|can|could) "
    r"(?:i|we|you|it|that)\b|(?:what|when|where|who|how)'s\b",
    re.I,
)
_OF = re.compile(r"(?:to|that|about|of)\s+(?=\S)", re.I)
_THING = r"(?:one|timer|alarm|reminder|routine)"
_PLACE = re.compile(rf"(?:the )?(?P<place>first|second|third|last)(?: {_THING})?", re.I)
_FOR_WHAT = re.compile(r"(?:it is |it's )?for (?:the |my )?(?P<name>\w+(?: \w+)?)", re.I)
_ALL = lazy_pattern(
    rf"(?:both|all)(?: of)?(?: (?:them|those|these|the {_THING}s|the two))?|(?:the )?two of them",
    re.I,
)
_CLOCK = re.compile(r"\b\d\d?:\d\d(?: [AP]M)?")
_AT = re.compile(rf"(?:(?:the )?{_THING} )?(?:at |for )?", re.I)
_NOON = 12
_NAMED = re.compile(rf"(?:the |my )?(?P<name>.+?)(?: {_THING})?", re.I)

Understand = Callable[[str], Intent | None]


def completed(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request that an answer completes, as one sentence; "" where it is no answer.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it.
        understand: What a sentence means by itself.
    """
    if len(messages) < _EXCHANGE:
        return ""
    question, line = messages[-1]["text"], clean(text).strip(" .,!?")
    line = _SURELY.sub("", _CORRECTING.sub("", line, count=1)) or line
    asked = _asked_whole(messages, understand)
    if question.startswith(WHICH_ONE):
        return _chosen(line, asked, question, understand)
    if question.startswith(OF_WHAT):
        return _dropped(line, asked, understand) or _of_what(line, asked, understand)
    if question.startswith(ADD_WHAT) and not _is_other_request(line, understand):
        return _to_add(line, question, understand)
    if question.startswith(WHICH_LIST):
        return _on_list(line, asked, understand)
    if question.endswith(FOR_WHICH_CITY):
        return _in_city(line, asked, understand)
    if question.startswith(QUESTIONS) or question.rpartition(". ")[2].startswith(QUESTIONS):
        return _when_told(line, asked, question, understand)
    return taken_back(line, messages, understand)


def _is_other_request(line: str, understand: Understand) -> bool:
    """Whether an answer to what is to go on a list asks for something of its own."""
    intent = understand(line)
    is_of_list = intent is not None and intent.name == "add_note"
    is_of_it = intent is not None and is_of_list and intent.slots.get("list") == UNNAMED
    return bool((intent and not is_of_it) or begun_list(line))


def _asked_whole(messages: Sequence[MessageState], understand: Understand, turns: int = 3) -> str:
    """What our question was about, as a whole sentence: it may have been said in short."""
    text, before = messages[-_EXCHANGE]["text"], messages[:-_EXCHANGE]
    line = clean(text).strip(" .,!?")
    if understand(line) or not before or not turns:
        return line
    return about_entries(text, before, understand) or completed(text, before, understand) or line


def _dropped(line: str, asked: str, understand: Understand) -> str:
    """What takes back what we asked about before it was set; "" where nothing is taken back."""
    is_dropped = is_taken_back(line) and _is(asked, SETTING, understand)
    return TAKE_BACK if is_dropped else ""


def _when_told(line: str, asked: str, question: str, understand: Understand) -> str:
    """What was asked for at the time of the answer, whatever is said beside either of them."""
    if is_other_order(line, asked):
        return ""
    is_length = question.rpartition(". ")[2].startswith(HOW_LONG)
    times = [line]
    if only := time_in(line, is_length=is_length, understand=understand):
        times.append(only)
    requests = [*requests_in(asked, understand), asked]
    requests = requests if told_first(asked) else [asked, *requests[:-1]]
    wholes = (_when(time, request, question, understand) for request in requests for time in times)
    return next(filter(None, wholes), "")


def _when(line: str, asked: str, question: str, understand: Understand) -> str:
    """What was asked for, or its part that still waits, at the time that the answer gives."""
    if question.rpartition(". ")[2].startswith(HOW_LONG) and _NUMBER.read(line) is not None:
        line = f"{line} minutes"
    part = _timed_part(line, asked, understand)
    if part or not question.startswith(QUESTIONS):
        return part  # what was told before our question is done
    whole = _dropped(line, asked, understand) or _timed(line, asked, understand)
    return whole or (_for_what(line, asked, understand) if question.startswith(HOW_LONG) else "")


def _for_what(line: str, asked: str, understand: Understand) -> str:
    """A timer with its name, which says no length yet: "for the oven"."""
    found, intent = _FOR_WHAT.fullmatch(line), understand(asked)
    is_timer = intent is not None and intent.name == "set_timer" and not intent.slots.get("name")
    sentence = f"{asked} called {found['name']}" if found and is_timer else ""
    return sentence if _is(sentence, SETTING, understand) else ""


_REMINDS = re.compile(r"(?:please )?remind (?:me|us) (?:to )?(?P<task>.+)", re.I)
_CLOCK_JOINT = "at "
"""Goes first with what is a time only behind it: "seven tonight"."""


def _timed(line: str, asked: str, understand: Understand) -> str:
    """What was asked for with the time that the answer gives."""
    if not _is_time(line):
        return ""
    joints = _JOINTS if read_when(line) else sorted(_JOINTS, key=_CLOCK_JOINT.__ne__)
    sentences = (
        f"{begun} {joint}{line}" for begun in (asked, *_untimed(asked, line)) for joint in joints
    )
    reminder = _REMINDS.fullmatch(asked)
    apart = asked_for_at(reminder["task"], line) if reminder else ""
    either = (*([apart] if apart else ()), *sentences, *_behind_hour(asked, line))
    old = understand(asked)
    return next((one for one in either if _says_more(understand(one), old)), "")


def _says_more(whole: Intent | None, asked: Intent | None) -> bool:
    """Whether a request has the time: beside a clause that only tells, it may be lost."""
    return whole is not None and whole.name in SETTING and whole != asked


def _timed_part(line: str, asked: str, understand: Understand) -> str:
    """The part that we asked about with its time, and the parts behind it, which still wait."""
    parts = [part.text for part in parts_of(asked, understand)]
    for place, part in enumerate(parts[:MAX_PARTS] if len(parts) > 1 else ()):
        is_open = _is(part, SETTING, understand) and not _is_clear(part)
        if is_open and (whole := _timed(line, part, understand)):
            return _THEN.join((whole, *parts[place + 1 :]))
    return ""


def _is_clear(part: str) -> bool:
    """Whether a request says a time that leaves nothing to ask, or the length of a timer."""
    words = part.split()
    if length_in(words[-1]) is not None or length_in(" ".join(words[-2:])) is not None:
        return True
    spans = (" ".join(words[start:]) for start in range(1, len(words)))
    found = [when for span in spans if (when := read_when(span))]
    return any(one.half or one.is_24 or one.part or one.after_seconds is not None for one in found)


def _behind_hour(asked: str, line: str) -> Iterator[str]:
    """The half of the day right behind its hour: "every day at six in the evening open ..."."""
    words = asked.split()
    for place, word in enumerate(words[:-1], start=1):
        when = read_when(word, is_bare=True)
        if when and when.hour is not None:
            yield " ".join([*words[:place], line, *words[place:]])


def _untimed(asked: str, line: str) -> Iterator[str]:
    """What was asked for without its time of day, where the answer says a whole one anew."""
    said = read_when(_LEAD.sub("", line), is_bare=True)
    if said is None or said.hour is None:
        return
    words = asked.split()
    for is_bare in (False, True):
        for length in range(1, len(words)):
            for start in range(1, len(words) - length + 1):
                span = " ".join(words[start : start + length])
                when = read_when(span, is_bare=is_bare)
                if when and when.hour is not None:
                    yield " ".join([*words[:start], *words[start + length :]])


def _in_city(line: str, asked: str, understand: Understand) -> str:
    """The question with its place, which is where the user lives from now on.

    We asked since nobody had told us; what cannot be kept here is only asked for.
    """
    told = understand(line)
    if told and told.name in _ABOUT_ONESELF and told.slots.get("field") == "city":
        return f"{line} and {asked}"
    lead = _LEAD.match(line)
    city = line[lead.end() :] if lead else line
    if not city or len(city.split()) > _LONGEST_CITY or _NO_CITY.search(city) or told:
        return ""  # a request of its own
    sentence = f"{asked} in {city}"
    if not _is(sentence, IN_A_CITY, understand):
        return ""
    kept = f"my home city is {city}"
    return f"{kept} and {sentence}" if _is(kept, _ABOUT_ONESELF, understand) else sentence


def _on_list(line: str, asked: str, understand: Understand) -> str:
    """What was asked for of "my list" with the name of that list."""
    line = _I_MEAN.sub("", line)
    said = _LIST.fullmatch(line) or _LIST_AT_END.fullmatch(line)
    pieces = asked.split(_THEN)
    meant = [understand(piece) for piece in pieces]
    if said is None or not all(meant):
        return ""
    named = [_A_LIST.sub(f"my {said['name']} list", piece, count=1) for piece in pieces]
    if named == [asked]:
        named = [f"{asked} from my {said['name']} list"]  # "check off milk"
    again = [understand(piece) for piece in named]
    same = all(new and old and new.name == old.name for new, old in zip(again, meant, strict=True))
    return _THEN.join(named) if same else ""


def _to_add(line: str, question: str, understand: Understand) -> str:
    """What is to be written on the list that we asked about."""
    sentence = thing_to_add(line, question)
    return sentence if _is(sentence, frozenset({"add_note"}), understand) else ""


def _of_what(line: str, asked: str, understand: Understand) -> str:
    """A reminder with the words that it was still without."""
    is_asking = _ASKS.match(line) is not None
    if not _OF.match(line) and (understand(line) or is_asking):
        return ""  # a request or a question of its own
    sentence = f"{asked} to {_OF.sub('', line, count=1)}"
    return sentence if line and _is(sentence, SETTING, understand) else ""


def _chosen(line: str, asked: str, question: str, understand: Understand) -> str:
    """The request about the one of several that the answer picks, or about all of them."""
    removal = asked.partition(_THEN)[0]
    if (off := understand(removal)) and off.name == "remove_note":
        return entry_chosen(line, off, question)
    intent = understand(asked)
    if intent is None or intent.name not in CHOOSING:
        return ""
    if place := _PLACE.fullmatch(line):
        sentence = _with(intent, asked, f"{place['place'].lower()} ")
    elif _ALL.fullmatch(line):
        sentence = _with(intent, asked, "all ")
    else:
        sentence = _with_name(intent, asked, _name_in(question, line))
    return sentence if _is(sentence, CHOOSING, understand) else ""


def _with(intent: Intent, asked: str, which: str) -> str:
    """The request about the one in its place: "cancel the first tea timer"."""
    name, what = intent.slots.get("name", ""), intent.slots.get("what", "any")
    if intent.name in _CHANGING:
        noun = f"{name} {_kind(intent)}".strip()
        return asked.replace(noun, f"{which}{noun}", 1)
    if what == "any":
        return f"cancel the {which}of what is set"
    thing = f"{name} {what}".strip()
    return f"cancel all the {thing}s" if which == "all " else f"cancel the {which}{thing}"


def _kind(intent: Intent) -> str:
    return str(intent.slots.get("what", "timer"))


def _with_name(intent: Intent, asked: str, name: str) -> str:
    if intent.name in _CHANGING and name:
        noun = f"{intent.slots.get('name', '')} {_kind(intent)}".strip()
        return asked.replace(noun, name.removeprefix("the "), 1)
    return f"cancel {name}" if name else ""


def _name_in(question: str, line: str) -> str:
    """The one of the names in our question that the answer says; "" where it says none or two."""
    said = _NAMED.fullmatch(line)
    names = re.split(r", | or ", question.partition(": ")[2].partition("?")[0])
    wanted = set(key_of(said["name"])) if said else set()
    found = [name for name in names if wanted and wanted <= set(key_of(name))]
    if not found and said and (hours := _hours_in(said["name"])):
        found = [name for name in names if hours & _hours_in(_clock_in(name))]
    return found[0].replace(' "', " to ").rstrip('"') if len(found) == 1 else ""


def _clock_in(name: str) -> str:
    found = _CLOCK.search(name)
    return found[0] if found else ""


def _hours_in(words: str) -> set[tuple[int, int]]:
    """The times of day that some words may mean: "8" is in the morning or in the evening."""
    when = read_when(_AT.sub("", words, count=1), is_bare=True) if words else None
    if when is None or when.hour is None:
        return set()
    is_late = when.half == "pm" or when.part in {"afternoon", "evening", "night"}
    is_early = when.half == "am" or when.part == "morning"
    if when.is_24 or when.hour > _NOON:
        return {(when.hour, when.minute)}
    hour = when.hour % _NOON
    halves = (hour + _NOON,) if is_late else (hour,) if is_early else (hour, hour + _NOON)
    return {(one, when.minute) for one in halves}


def _is(sentence: str, names: frozenset[str], understand: Understand) -> bool:
    intent = understand(sentence) if sentence else None
    return intent is not None and intent.name in names


def _is_time(line: str) -> bool:
    if _HALF.fullmatch(line):
        return True
    return any(read_when(words, is_bare=True) for words in (line, _LEAD.sub("", line)))
