"""Says a request of few words as a whole sentence: "put ninety seconds on". Pure.

Invariant: names, times and numbers stay word for word; a length counts only where it is one, and a
sum only where numbers and the words of a bill are all that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.clipped_requests import clipped, two_clipped_timers
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.shop_words import is_sold
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_numbers import numerals

_LONGEST = 120
"""Characters; a longer sentence is no short request."""

_LENGTH = r"(?P<length>[\w.' -]+?)"
_NAME = r"(?:the |my |our |some |a )?(?P<name>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)"
_TIMERS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?:put|stick|pop|whack|bung|get|have|set) (?:us |me )?{_LENGTH} on(?: for me| now)?",
        rf"(?:put|stick|pop|have|get|switch|turn) (?:the|a|my) timer on(?: for|,)? {_LENGTH}",
        rf"{_LENGTH}(?: please)?(?:, for the|, for my|, for| for the| for my) "
        r"(?P<name>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)",
        rf"(?:a timer|timer|one) for {_NAME}, {_LENGTH}",
        rf"timer[,:]? (?:for )?{_NAME}, (?:for )?{_LENGTH}",
        rf"(?:a |an )?{_LENGTH} (?:countdown|count down)(?: for {_NAME})?",
        rf"timer (?:going|running|please|now),? (?:for )?{_LENGTH}",
        r"(?:i(?:'m| am|'ll| will)?(?: just| going to| gonna)* (?:want|need|fancy|have|having|"
        r"take|taking|going for|like|would like)|i'd (?:like|love)|time for)"
        r"(?: to)?(?: have| take)? (?:a |an |my )?(?:(?:quick|power|little|short|wee) )*"
        rf"(?P<name>nap|kip|lie down|doze|rest)(?: for|,) {_LENGTH}",
    )
)
_NO_NAME = lazy_pattern(
    r"(?:me|us|it|that|this|now|please|timer|alarm|you|each|all|him|her|them|everyone|sure|good|ever|"
    r"instance|example|starters|real|once|nothing|free|work|someone|somebody|anyone|no|sorry)\b",
    re.I,
)
_PART_ALARM = re.compile(
    r"(?:(?:set|put|make) )?(?:an?|my|the)? ?(?P<part>morning|afternoon|evening) alarm"
    r"(?:,|:| for| at| on for)? (?P<when>[\w:. ']+)",
    re.I,
)
_NAMED_REMINDER = re.compile(
    r"(?:(?:set|put|make) )?(?:an? )?(?P<text>(?!(?:no|any|cancel|do|give|create|"
    r"move|delete|remove|change|push|read|show|turn|stop|drop|edit|is|are|when|"
    r"which|where|how|what|what's|that|this|first|last|next|every|each|same|whose|find|rename|the|my|our|your)\b)"
    r"[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?) reminder,? (?P<when>(?:for |at |on |in )?[\w:. ']+)",
    re.I,
)
_BILL = (
    r"(?:vat|tax|sales tax|gst|tip|gratuity|service|service charge|commission|interest|deposit|"
    r"duty)"
)
_ASKS = r"(?:(?:what is|what's|whats|how much is|work out|add|leave) )?(?:an? |the )?"
_SHARE = r"(?P<share>\d+(?:\.\d+)?) ?(?:percent|per cent|%)"
_SUM = (
    r"(?:an? |the )?[\u00a3$\u20ac]?(?P<sum>\d[\d,]*(?:\.\d+)?)(?: ?(?:pounds?|dollars?|euros?|"
    r"quid|bucks))?(?: (?:bill|meal|order|check|tab|invoice|job|total|fare|dinner|lunch))?"
)
_BILLS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (rf"{_ASKS}{_BILL}(?: at| of)? {_SHARE} (?:on|of|for) {_SUM}", "of"),
        (rf"{_ASKS}{_BILL} (?:on|of|for) {_SUM},? (?:at|of|is) {_SHARE}", "of"),
        (rf"{_ASKS}{_SHARE} {_BILL} (?:on|of|for) {_SUM}", "of"),
        (rf"{_SUM},? (?:at )?{_SHARE} {_BILL}", "of"),
        (
            rf"{_ASKS}{_SUM},? (?:plus|and|with|including|add|adding) (?:the |a )?{_SHARE}"
            rf"(?: {_BILL})?(?: on top| added)?",
            "plus",
        ),
        (rf"{_ASKS}{_SUM},? (?:plus|and|with) {_BILL} (?:at|of) {_SHARE}", "plus"),
        (rf"{_ASKS}{_SUM},? (?:less|minus|with|at) (?:an? )?{_SHARE} (?:discount|off)", "minus"),
    )
)
_MOVED = re.compile(
    r"(?:i|we)(?:'ve| have)?(?: just| recently)? (?:moved|relocated)(?: house| home| flat| away)?"
    r"[,.;:]? (?:and )?(?:so )?(?:(?:i'm|i am|we're|we are|it's|it is|i live|we live|home is)"
    r"(?: now)?(?: living| based)?(?: (?:over |down |up |out )?in)?|to) "
    r"(?P<city>(?!not\b|now\b|too\b)[^\W\d][\w'-]*(?: [^\W\d][\w'-]*){0,2}?)"
    r"(?: now| these days| nowadays| instead)*",
    re.I,
)
_OUT_OF = re.compile(
    r"(?:(?:we're|we are|we've|we have|i'm|i am|i've|i have) (?:all |nearly |almost |just |clean |"
    r"completely )*)(?:run out of|running out of|running low on|out of|low on|short of) "
    r"(?P<thing>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*){0,2})",
    re.I,
)
_FROM_SHOP = re.compile(
    r"(?:need|want|needing) (?P<thing>(?!(?:help|to|it|home|that)\b)[^\W\d][\w'-]*"
    r"(?: [\w'-]+){0,4}) from the (?:shops?|store|supermarket)",
    re.I,
)
_OFF_LIST = re.compile(
    r"(?P<thing>(?!(?:what|who|which|how|when|where|is|are|do|does|any|anything|nothing|cross|take|"
    r"tick|knock|strike|get|scratch|scrub|it|that|this|them|put|add)\b)[^\W\d][\w'-]*"
    r"(?: [\w'-]+){0,2}) off (?:the|my|our) (?P<list>shopping|grocery|packing|to-?do) list"
    r"(?:,? (?:please|i(?:'ve)?|we(?:'ve)?|got|bought|have|some|it|them|already|now|done)){0,5}",
    re.I,
)
_TO_DO = re.compile(
    r"(?:to-?do|to do)(?: list)?[,:] (?:add )?(?P<thing>(?!(?:what|who|which|how|when|is|are|do|"
    r"read|show|clear|empty|delete|tell|open|list|any)\b)\S+(?: \S+){0,7})",
    re.I,
)
_BARE_TIME = re.compile(
    r"time (?:over )?(?:in )?(?P<place>(?!Out\b)[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
)
_OF_TIMER = (
    r"(?!(?:one|timers?|another|it|two|an?|the|for)\b)[^\W\d][\w'-]*"
    r"(?: (?!one\b|timer\b|for\b)[^\W\d][\w'-]*)?"
)
_SETS = r"(?:(?:set|start|make|create|put on|give me|i need|i want)(?: me)? )?"
_SAYS_LONG = r"[\w.'-]+(?: [\w.'-]+){0,3}"
_TWO: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_SETS}(?:two|2|a couple of) timers[,:]? (?:an? |the |for (?:the )?)?"
        rf"(?P<first>{_OF_TIMER})(?: one)?(?: for|,|:| at) (?P<one>{_SAYS_LONG}?),? and "
        rf"(?:an? |the |for (?:the )?)?(?P<second>{_OF_TIMER})(?: one)?(?: for|,|:| at) "
        rf"(?P<other>{_SAYS_LONG})",
        rf"{_SETS}an? (?P<first>{_OF_TIMER}) timer for (?P<one>{_SAYS_LONG}?),? and an? "
        rf"(?P<second>{_OF_TIMER}) one for (?P<other>{_SAYS_LONG})",
        rf"{_SETS}(?:an?|one) timer for (?:the |my |some )?(?P<first>{_OF_TIMER})(?: for|,) "
        rf"(?P<one>{_SAYS_LONG}?),? and (?:one|another(?: one)?)(?: timer)? for (?:the |my |some )?"
        rf"(?P<second>{_OF_TIMER})(?: for|,) (?P<other>{_SAYS_LONG})",
    )
)
_CLOCK = re.compile(
    rf"(?:start|run|set|get) the (?:clock|countdown)(?: going| running)?(?:,|:| for)? {_LENGTH}",
    re.I,
)
_IS_OF_TIMERS = re.compile(r"\btimers?\b", re.I)
_UNIT = re.compile(r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\Z", re.I)


def whole_requests(line: str) -> Iterator[str]:
    """The request as a whole sentence; perhaps none.

    Args:
        line: A clean sentence.
    """
    said = line.strip(" .!?")
    if len(line) > _LONGEST:
        return
    yield from _timers(said)
    yield from _bills(" ".join(numerals(said.split())))
    if (part := _PART_ALARM.fullmatch(said)) and read_when(part["when"].strip()):
        yield f"set an alarm for {part['when']} in the {part['part']}"
    if (reminder := _NAMED_REMINDER.fullmatch(said)) and read_when(reminder["when"].strip()):
        yield f"remind me about {reminder['text']} {reminder['when']}"
    if moved := _MOVED.fullmatch(said):
        yield f"i live in {moved['city']}"
    needed = _OUT_OF.fullmatch(said)
    needed = needed if needed and is_sold(needed["thing"]) else _FROM_SHOP.fullmatch(said)
    if needed:
        yield f"add {needed['thing']} to my shopping list"
    if off := _OFF_LIST.fullmatch(said):
        yield f"remove {off['thing']} from my {off['list']} list"
    if task := _TO_DO.fullmatch(said):
        yield f"add {task['thing']} to my to-do list"
    if place := _BARE_TIME.fullmatch(said):
        yield f"what time is it in {place['place']}"
    yield from clipped(said)


def two_timers(line: str) -> str:
    """Two timers said with one unit or one "timer": each whole; any other line as it is.

    Args:
        line: "two timers, potatoes for forty minutes and gravy for fifteen".
    """
    said = line.strip(" .!?") if _may_be_two(line) else ""
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _TWO)), None)
    if found is None or not (length_in(found["one"]) or length_in(found["other"])):
        is_near = len(line) <= _LONGEST and _IS_OF_TIMERS.search(line) is not None
        return next(two_clipped_timers(line.strip(" .!?")), line) if is_near else line
    one, other = found["one"], found["other"]
    if length_in(one) and not length_in(other):
        other = f"{other} {one.split()[-1]}"
    elif length_in(other) and not length_in(one):
        one = f"{one} {other.split()[-1]}"
    if not (length_in(one) and length_in(other)):
        return line
    return f"set a {found['first']} timer for {one} and set a {found['second']} timer for {other}"


def clock_started(line: str) -> str:
    """A timer said as a clock to start, whole; any other line as it is.

    Args:
        line: "start the clock, twenty minutes".
    """
    found = _CLOCK.fullmatch(line.strip(" .!?")) if len(line) <= _LONGEST else None
    return f"set a timer for {found['length']}" if found and length_in(found["length"]) else line


def _may_be_two(line: str) -> bool:
    return len(line) <= _LONGEST and " and " in line and bool(_IS_OF_TIMERS.search(line))


def _timers(said: str) -> Iterator[str]:
    for pattern in _TIMERS:
        found = pattern.fullmatch(said)
        if found is None or length_in(found["length"].removeprefix("a quick ").strip()) is None:
            continue
        name = found.groupdict().get("name") or ""
        if name and (_NO_NAME.match(name) or length_in(name)):
            continue
        called = f" called {name}" if name else ""
        yield f"set a timer for {found['length']}{called}"


def _bills(said: str) -> Iterator[str]:
    for pattern, how in _BILLS:
        if found := pattern.fullmatch(said):
            share = f"{found['share']} percent"
            yield f"{share} of {found['sum']}" if how == "of" else f"{found['sum']} {how} {share}"
            return
