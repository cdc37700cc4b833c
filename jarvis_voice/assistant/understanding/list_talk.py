"""Says out whole what is said in short about a list: "also sugar", "remove the eggs". Pure.

Invariant: a sentence that is understood by itself is left alone; what could be no thing on a list
("add a meeting") is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.follow_up import is_plain
from jarvis_voice.assistant.understanding.list_beginnings import begun_list
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.idle_clauses import without_tail
from jarvis_voice.language.en.listed_things import listed_things
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lists import NOTES, list_named, points, spoken

_LONGEST = 200
"""Characters of what is said in short."""

_TURNS_BACK = 5
_MOST_PIECES = 4
_ADDS = (
    r"(?:add|include|write down|put down|"
    r"(?:put|stick|pop|write)(?=.* (?:on|onto|to|in) (?:it|there|(?:that|the|my) list)\b|"
    r"(?! (?:the|my|an?)\b).+ on(?: instead| too| as well)?\Z))"
)
_REMOVES = (
    r"(?:remove|delete|erase|take off|cross off|strike off|get rid of|"
    r"(?:take|cross|strike|scratch)(?=.* (?:off|from)\b))"
)
_READS = (
    r"(?:read|tell|show) (?:me )?(?:it|them|that|(?:the|that|this) list|all of it|the whole list|"
    r"everything)"
)
_READ_BACK = lazy_pattern(rf"{_READS}(?: back| out| again| aloud)*(?: to (?:me|us))?", re.I)
_JOINT = re.compile(
    rf"(?:,? and (?:then |also )?|, (?:then )?|,? then )(?=(?:{_ADDS}|{_REMOVES}|{_READS})\b)",
    re.I,
)
_NAMED_LIST = re.compile(r"\b(?:my|our|the) (?P<name>\w+(?:[ -]do)?) list\b", re.I)
_FIRST_ADDED = re.compile(
    r"(?:please )?(?P<add>add (?P<text>\S+(?: \S+){0,3}?))(?:,? and(?: then| also)?|, then|,) "
    r"(?P<other>(?:set|start|remind|wake|cancel|tell|turn|what|play|open|make|give)\b.+)",
    re.I,
)
_FIRST_TOO = re.compile(
    r"(?:(?:and|also|oh|ok|okay|right|yes)\b[\s,]*)*(?P<add>(?P<text>\S+(?: \S+){0,3}?),? "
    r"(?:too|as well)),? and(?: then| also)? (?P<other>(?:set|start|remind|wake|cancel|tell|turn|"
    r"what|play|open|make|give)\b.+)",
    re.I,
)
_LAST_ADDED = re.compile(
    r"(?P<other>(?:set|start|remind|wake|cancel|tell|turn|what|play|open|make|give)\b.+?)"
    r"(?:,? and(?: then| also)?|, then) (?P<add>add (?P<text>\S+(?: \S+){0,3}))",
    re.I,
)
_THERE = r"(?: (?:(?:to|on|onto|from|off|in) (?:it|there|that|that list|the list)|on))?"
_ADD = re.compile(
    rf"(?:also |then |now |please )*{_ADDS} (?:also )?(?P<text>.+?){_THERE}"
    r"(?: (?:too|as well|also|instead))?",
    re.I,
)
_PUTS_ON = lazy_pattern(
    r"(?:also |then |now |please )*(?:put|stick|pop) .+ on(?: instead| too| as well)?", re.I
)
"""What may be about music, where no list was spoken of: "put classic rock on"."""
_REMOVE = re.compile(
    rf"(?:also |then |now |please )*{_REMOVES} (?P<text>.+?)(?: off)?{_THERE}"
    r"(?: (?:too|as well|also|again))?",
    re.I,
)
_MORE = re.compile(
    r"(?:(?:oh|okay|ok|so|yes|hey|jarvis)\b[\s,]*)*(?:and|also|plus|and also|oh and)\b[\s,]+"
    r"(?P<text>.+?)(?: (?:too|as well|also|please))*",
    re.I,
)
_IN_PLACE = re.compile(
    rf"{_REMOVES} (?:the )?(?P<place>first|second|third|last) (?:one|item|thing|entry)(?: off)?",
    re.I,
)
_TOO = re.compile(r"(?P<text>.+?),? (?:too|as well)(?: please)?", re.I)
_ABOUT = re.compile(r"(?:and )?(?:what|how) about (?:the )?(?P<text>.+)", re.I)
_ON_IT = re.compile(
    r"(?P<asked>(?:is|are|do (?:i|we) have|what is|what's|how many things are|"
    r"what (?:else |all )?(?:is|have|did)(?: i| we| you| there)?|"
    r"(?:did|have) (?:i|we) (?:put|add|added|get|got|have|write|written)) .*?)"
    r" ?(?:on|in) (?:it|there|that list|the list)"
    r"(?: (?:too|already|as well|now|so far|still|yet|at the moment))*",
    re.I,
)
_WHAT_ELSE = re.compile(
    r"(?:and |so )?what else (?:is there|do (?:i|we) have|have (?:i|we) got|is it)(?: on it)?", re.I
)
_WHAT_IS_LEFT = lazy_pattern(
    r"(?:(?:and|so|ok|okay|right|now)\b\W*)*(?:(?:read|tell|show)(?: me| us)? )?what(?:'s| is)"
    r"(?: still)? left(?: (?:on|in) (?:it|there|the list))?(?: to (?:get|buy|pack|do))?"
    r"(?: now| then| please)*|(?:(?:and|so)\W+)*what do (?:i|we) still (?:need|have)"
    r"(?: to (?:get|buy|pack|do)| left)?", re.I
)  # fmt: skip
_PRONOUN_IN = lazy_pattern(r"(?<=^is )(?:it|that|this)\b|(?<=^are )(?:they|those|these)\b", re.I)
_POINTED = re.compile(
    r"(?:add|put|write|save|stick|include|write down|put down) "
    r"(?P<text>(?:all of |both of )?(?:those|these|them|it|that|this|all|both)|"
    r"the (?P<place>first|second|third|last) one)"
    r"(?: (?:things|items|ingredients|entries|ones))?"
    r" (?:to|on|onto|in) (?:my|the|our|a) (?:(?P<list>\S+(?: \S+)?) )?list",
    re.I,
)
_NO_MORE = lazy_pattern(
    r"(?:in|at|for|with|of|by|about|until|after|before|nothing|everything|anything|something|else|"
    r"the (?:news|weather|time|date|same|other|rest))\b",
    re.I,
)
"""What may follow an "and" and is nothing more for a list: "and in Paris"."""
_NO_THING = lazy_pattern(
    r"\b(?:timers?|alarms?|reminders?|routines?|meetings?|appointments?|events?|calendar|files?|"
    r"folders?|minutes?|hours?|seconds?|volume|notes?|lists?|everything|contacts?|friends?|to|on|"
    r"onto|from|off|app|apps|program|tab|window|account|screen|glasses|photos?|"
    r"pictures?|e?mails?|messages?|history|music|songs?|out|up|down|contrast|numbers?|brightness)\b|\d+\s*(?:%|percent)|"
    r"\b(?:the|an?|some|my|any|one)\Z|\b(?:it|that|this|them|those|these)\b",
    re.I,
)
_OF_STATIONERY = lazy_pattern(
    r"(?:(?:an?|some|the|two|three|four|five|six|\d+) )?"
    r"(?!(?:new|other|same|first|last|next|open|old|this|that|the|an?|some|my|your|all|any|in|on|of"
    r"|to|it|shared|zip|downloads?|desktop)\b)"
    r"[a-z]+(?:[- ][a-z]+)? (?:folders?|files?|glasses|pictures?|accounts? book)", re.I
)  # fmt: skip
"""What is bought, and also lies on a computer: "a black folder", "reading glasses"."""
_TELLS = lazy_pattern(
    r"\b(?:says|said|makes|made|goes|went|comes|came|thinks|thought|happens|happened|"
    r"known as|has been|was|were|\w+'s (?:\w+ing|in|on|off|out|gone|done))\b",
    re.I,
)
"""What only a clause has: "and Tom says hi" names no thing."""
_LEADS = re.compile(
    r"\A(?:(?:no|nope|oh|okay|ok|right|well|then|so|yes|please)\b[\s,.!?]+)+"
    rf"(?={_ADDS} |{_REMOVES} )",
    re.I,
)
_POINTS_AT_LIST = re.compile(r"\b(?:to|on|onto) (?:it|there|(?:that|the) list)\b", re.I)
_ARTICLE = re.compile(r"(?:the|some|my) ", re.I)

_NUMBER = Number(is_whole=False)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_HEADED = re.compile(
    r"(?:(?:(?P<note>note|memo|note to self)|"
    r"(?:(?P<list>shopping|grocery|packing|to-?do)(?: list)?)) ?: |"
    r"(?P<more>(?:(?:and|also|ok|okay|right|oh) )*(?:another|one more|a new|a second) note)[,:;] )"
    r"(?P<text>.+)",
    re.I,
)
"""What is to be kept behind the name of where: "note: buy paint"."""
UNNAMED = "list"
"""What "my list" is called before it is known which one."""

Understand = Callable[[str], Intent | None]


def about_list(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about a list as a whole sentence; "" where it is about none.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if len(text) <= _LONGEST else ""
    headed = _HEADED.fullmatch(" ".join(text.split())) if line else None
    if headed:
        kept = headed["text"].strip(" .!")
        is_note = headed["note"] or headed["more"]
        return f"note that {kept}" if is_note else f"add {kept} to {my_list(headed['list'])}"
    if begun := begun_list(line):
        return begun
    line = _LEADS.sub("", line, count=1)
    pieces = _JOINT.split(line)
    if pointed := _POINTED.fullmatch(line):
        return _pointing(pointed, messages, understand)
    if any(form.fullmatch(line) for form in (_WHAT_IS_LEFT, _WHAT_ELSE, _ON_IT, _IN_PLACE)):
        return _of_last_list(line, messages, understand)
    if both := _beside(line, messages, understand):
        return both
    if len(pieces) > 1:
        return _several(pieces, messages, understand)
    said = without_tail(" ".join(text.split()).strip(" .,!?"))
    is_more = _MORE.fullmatch(said) or _TOO.fullmatch(said)
    if not (is_more or any(form.fullmatch(line) for form in (_ADD, _REMOVE, _ABOUT))):
        return ""
    alone = _of_list(line, understand)
    is_whole = alone is not None and not alone.is_question
    return "" if is_whole or not line else _alone(said, line, messages, understand)


def _of_last_list(line: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """What is asked of the list that was spoken of, or taken off it by its place."""
    last, name = last_list(messages, understand)
    if _WHAT_IS_LEFT.fullmatch(line):
        is_of_list = bool(name) and (last or f"{name} list" in messages[-1]["text"])
        return f"what is on {my_list(name)}" if is_of_list else ""
    if there := _ON_IT.fullmatch(line):
        asked = _PRONOUN_IN.sub(_thing_of(last), there["asked"].strip(), count=1)
        return f"{asked} on {my_list(name)}" if name else ""
    if last is None:
        return ""
    placed = _IN_PLACE.fullmatch(line)
    return (
        f"remove the {placed['place']} item from {my_list(name)}"
        if placed
        else f"what is on {my_list(name)}"
    )


def _beside(line: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """A thing for a list beside another request: "add bread and set a timer for 5 minutes"."""
    for form in (_FIRST_ADDED, _FIRST_TOO, _LAST_ADDED):
        found = form.fullmatch(line)
        if found is None or not is_thing(found["text"]) or understand(found["add"]) is not None:
            continue
        other = understand(found["other"])
        if other is None or other.is_question or "list" in other.slots:
            continue
        name = last_list(messages, understand)[1]
        if form is _FIRST_TOO and not name:
            continue
        added = f"add {found['text']} to {my_list(name)}"
        pair = (found["other"], added) if form is _LAST_ADDED else (added, found["other"])
        return " and then ".join(pair)
    return ""


def _alone(said: str, line: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """One request, of which the list or the verb is left out."""
    last, name = last_list(messages, understand)
    if last and (pronoun := _ADD.fullmatch(line) or _REMOVE.fullmatch(line)):
        line = _named(line, pronoun, last)
    if asked := _asked(line, name, is_open=last is not None):
        is_addition = _ADD.fullmatch(line) and not _PUTS_ON.fullmatch(line)
        return asked if name or is_addition else ""
    return _continued(said, line, last) if last else ""


def _several(
    pieces: Sequence[str], messages: Sequence[MessageState], understand: Understand
) -> str:
    """Requests of which at least one leaves the list unsaid; "" where one is about no list."""
    if len(pieces) > _MOST_PIECES:
        return ""
    read = [_of_list(piece, understand) for piece in pieces]
    names = [str(one.slots["list"]) for one in read if one and "list" in one.slots]
    named = [one for one in names if one != UNNAMED]
    is_back = [_READ_BACK.fullmatch(piece) is not None for piece in pieces]
    if all(read) and not (named and (UNNAMED in names or any(is_back))):
        return ""
    name = named[0] if named else last_list(messages, understand)[1]
    if name and any(is_back):
        pieces = [
            f"read {my_list(name)}" if back else piece
            for piece, back in zip(pieces, is_back, strict=True)
        ]
        read = [understand(piece) for piece in pieces]
    out = [
        piece if one and one.slots.get("list") != UNNAMED else _asked(piece, name)
        for piece, one in zip(pieces, read, strict=True)
    ]
    return " and then ".join(out) if all(out) else ""


def _of_list(piece: str, understand: Understand) -> Intent | None:
    """What a request means; "put apples on" opens nothing."""
    intent = understand(piece)
    is_short = intent is not None and intent.name in OPENING_INTENTS and _ADD.fullmatch(piece)
    return None if is_short else intent


def _asked(line: str, name: str, *, is_open: bool = False) -> str:
    """One request to add or to remove, with the list said; "" where it is none.

    An order is what goes on it where the line points at the list, or the turn before was about it.
    """
    for form, sentence in ((_ADD, "add {} to {}"), (_REMOVE, "remove {} from {}")):
        found = form.fullmatch(line)
        if found and (
            is_thing(found["text"]) or (name and _is_deed(line, found["text"], is_open=is_open))
        ):
            return sentence.format(found["text"], my_list(name))
    return ""


def _is_deed(line: str, text: str, *, is_open: bool) -> bool:
    """Whether an order is to stand on the list that a line points at: "add ring the bank to it"."""
    words = text.split()
    is_worded = len(words) > 1 and all(one.isalpha() for one in words[0])
    is_deed = is_worded and not points(text) and _NO_THING.search(text) is None
    return is_deed and (is_open or _POINTS_AT_LIST.search(line) is not None)


def _continued(said: str, line: str, last: Intent) -> str:
    """More of what was asked for in the turn before: "also sugar", "what about eggs"."""
    name = str(last.slots.get("list", ""))
    more = _MORE.fullmatch(said) or _TOO.fullmatch(said)
    about = _ABOUT.fullmatch(line) if last.name == "read_notes" else None
    found, is_check = about or more, bool(about or last.slots.get("text"))
    is_check = is_check and last.name == "read_notes"
    if last.name == "clear_notes" and not _ADD.fullmatch(line):
        return ""  # "and the others too" adds nothing
    if found is None or not is_thing(found["text"]) or _NO_MORE.match(found["text"]):
        return ""
    if read_when(found["text"], is_bare=True):
        return ""  # "also tomorrow"
    thing = found["text"]
    if is_check:
        return f"is {_ARTICLE.sub('', thing, count=1)} on {my_list(name)}"
    if last.name == "remove_note":
        return f"remove {thing} from {my_list(name)}"
    return f"add {thing} to {my_list(name)}"


def _named(line: str, said: re.Match[str], last: Intent) -> str:
    """The sentence with what it points at: "add it" behind "is milk on my list"."""
    thing = str(last.slots.get("text", ""))
    is_pronoun = thing and points(said["text"])
    return f"{line[: said.start('text')]}{thing}{line[said.end('text') :]}" if is_pronoun else line


def _thing_of(last: Intent | None) -> Callable[[re.Match[str]], str]:
    """What a pronoun stands for: the thing of the turn before, else itself."""
    thing = str(last.slots.get("text", "")) if last else ""
    return lambda found: thing or found[0]


def _pointing(
    pointed: re.Match[str], messages: Sequence[MessageState], understand: Understand
) -> str:
    """The things of the last answer by their names; "" where it lists none."""
    last, _ = last_list(messages, understand)
    asked = str(last.slots.get("text", "")) if last else ""
    listed = listed_things(messages[-1]["text"] if messages else "")
    things = [asked] if asked else [one for one in listed if is_plain(one)]
    if place := pointed["place"]:
        things = things[_PLACES[place.lower()] :][:1]
    if not messages and not place:
        return f"add something to {my_list(pointed['list'] or '')}"
    return f"add {spoken(things)} to {my_list(pointed['list'] or '')}" if things else ""


def last_list(
    messages: Sequence[MessageState], understand: Understand
) -> tuple[Intent | None, str]:
    """What was asked in the turn before, where it was about a list; and the list used last."""
    said = [message["text"] for message in messages if message["role"] == "user"]
    for back, text in enumerate(reversed(said[-_TURNS_BACK:])):
        intent = understand(clean(text).strip(" .,!?"))
        for piece in () if intent else reversed(text.split(" and ")):
            intent = intent or understand(clean(piece))
        if intent and "list" in intent.slots:
            return (None if back else intent), str(intent.slots["list"])
        if intent is None and (named := _NAMED_LIST.search(text)):
            return None, list_named(named["name"])
    return None, ""


def is_thing(text: str) -> bool:
    """Whether words can be a thing on a list, and no request or pronoun."""
    if all(_NUMBER.read(one) is not None for one in text.split(" and ")):
        return False  # "add 5 and 6"
    is_told = _TELLS.search(text) is not None
    if _OF_STATIONERY.fullmatch(text):
        return True
    return is_plain(text) and not points(text) and not is_told and not _NO_THING.search(text)


def my_list(name: str) -> str:
    """A list as a sentence names it."""
    if name == NOTES:
        return "my notes"
    return f"my {name} list" if name and name != UNNAMED else "my list"
