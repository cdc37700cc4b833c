"""Says out whole half sentences about what was just set: "half an hour later", "time left". Pure.

Invariant: a sentence is only read so right behind one about a timer, an alarm, a reminder or a
routine; where several could be meant, the request names none, and the tool asks which.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.undo_last import SETTING, cancelling
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_LEADS = (
    r"(?:(?:and|so|but|then|okay|ok|now|no|please|oh|well|actually|right|sorry|wait|hey|just|"
    r"make it|make that|i require|give it|give me|let it (?:run|go)|i want|i need|"
    r"i'd like)\b[\s,.!]*)*"
)
_IT = r"(?:it|that|this|the (?:timer|alarm|reminder|routine|thing|one)|that one|this one)"
_OTHER = r"(?:the )?(?:other|others|other one|other two)"
_CANCEL = (
    r"(?:cancel|delete|remove|stop|clear|turn off|switch off|get rid of|scrap|drop|kill|erase|end|"
    r"ditch|dismiss|bin|axe|nix|chuck|lose|dump|call off|forget|leave out|skip|silence)"
)
_LEFT = re.compile(
    rf"{_LEADS}(?:"
    r"(?:how much|how long|what)(?: time)?(?: (?:is|do i have|have i got|has it got|does it have|"
    r"that leaves|there is))?(?: (?:still|there))* (?:remaining|remains|to go|to run|left|now|yet)"
    rf"(?: (?:on|of|for) {_IT})?(?: now)?|"
    r"(?:the )?(?:remaining time|time (?:left|remaining|to go))|"
    r"(?:how long|how much) (?:till|until|before) (?:it|that) (?:beeps|buzzes|dings|pings|sounds|"
    rf"finishes|runs out|expires)|(?:how is|how's) {_IT} (?:doing|getting on|coming on|coming "
    r"along|looking)(?: now)?|where (?:is|are) (?:it|we) (?:at|up to)(?: now)?|"
    r"(?:nearly|almost) (?:done|there|finished|up)|(?:is it )?(?:much|long) (?:longer|left|to go)|"
    r"(?:how )?(?:much|many) (?:minutes|seconds|longer|more)(?: now| left)?"
    r")",
    re.I,
)
_STILL = re.compile(
    rf"{_LEADS}(?:(?:is|are) )?(?:{_IT} |they )?(?:still|definitely|all|really|now)? ?"
    r"(?:running|going|ticking|counting(?: down)?|set(?: up| now)?|in hand|sorted|in place|"
    r"in|booked(?: in)?|noted|in the diary|active|on|done and dusted)(?: (?:still|now|then|yet))?",
    re.I,
)
_ASKS_STILL = re.compile(r"\b(?:is|are|still)\b", re.I)
_FIRST = re.compile(
    rf"{_LEADS}(?:which|what)(?: one| of (?:them|those|the two))?(?: (?:is|will|does|comes))?"
    r"(?: (?:going to|due to|be|to))* (?:go off|goes off|going off|ring|rings|end|ends|finish|"
    r"finishes|be done|done|up|due|beep|beeps|first|next)(?: (?:first|next|soonest|sooner|"
    r"earliest|is it))?",
    re.I,
)
_REST = re.compile(
    rf"{_LEADS}(?:(?:what|which)(?: ones?)?(?: (?:have i got|do i have|have we got|is there|is|are "
    r"there|are|does that leave|have you got|else is))+(?: (?:left|remaining|still|set|on|to come|"
    r"running|there|now|coming up))*|what does that leave(?: me)?|what remains|"
    r"any(?:thing)?(?: (?:other|others|other ones|else|more|left))+(?: (?:set|on|running|there|"
    r"left))*|(?:list|show|read|tell)(?: me)?(?: out)? (?:them|them all|all of them|what is "
    r"left|the rest))",
    re.I,
)
_LATER = re.compile(
    rf"{_LEADS}(?:(?:make|move|set|push|put|shift) (?:it|that) )?(?:by )?(?P<length>\S+(?: "
    r"\S+){0,3}?) (?P<way>later|earlier|sooner|before(?: that)?|after(?: that)?)"
    r"(?: than (?:that|it))?(?: again)?",
    re.I,
)
_BY = re.compile(
    rf"{_LEADS}(?:(?P<more>extend|lengthen|prolong|increase|raise|stretch|up)|"
    r"(?:reduce|shorten|cut|lower|decrease|trim|drop|lessen)) "
    r"(?:it|that|the timer)(?: down)? (?:by )?(?P<length>.+)",
    re.I,
)
_OFF = re.compile(
    rf"{_LEADS}(?:knock|chop|shave|lop|cut|take|lose|drop|minus|less)(?: off)?(?: another)? "
    r"(?P<length>\S+(?: \S+){0,2}?)(?: (?:off|from)(?: (?:it|that|the timer))?)?|"
    rf"{_LEADS}(?P<short>\S+(?: \S+){{0,2}}?) (?:less|shorter|fewer|off)",
    re.I,
)
_ON = re.compile(
    rf"{_LEADS}(?:chuck|stick|bung|whack|slap|pop|tack|throw|add|put|pile|lob|plus)"
    r"(?: on)?(?: another| an extra| a further)? "
    r"(?P<length>\S+(?: \S+){0,2}?)(?: (?:more|extra|longer))?(?: (?:on|to|onto)(?: top| it| "
    r"that| the timer| there)*)?|"
    rf"{_LEADS}(?:another |an extra |a further )?(?P<bare>\S+(?: \S+){{0,2}}?) "
    r"(?:more|extra|longer|on top)",
    re.I,
)
_MORE_UNITS = re.compile(
    rf"{_LEADS}(?P<number>\S+) (?:more|extra|further) (?P<unit>(?:sec|second|min|minute|hour|hr)s?)"
    r"(?: (?:on it|to it|on|please))?",
    re.I,
)
_GOT_LEFT = re.compile(
    rf"{_LEADS}how (?:long|much)(?: time)?(?:'s| is| has| have| does| do)? (?:the |my )?"
    r"(?P<name>(?!it\b|that\b|i\b|we\b)\S+(?: \S+)?) (?:got|have|left|to go|need)"
    r"(?: left| to go| still)?",
    re.I,
)
_MOVE_ONE = re.compile(
    rf"{_LEADS}(?:move|push|put|shift|bring|set|make|delay) the (?P<which>\S+) (?:one|alarm|"
    rf"reminder)"
    r"(?P<way> (?:on|back|forward|forwards|out|up|off|later|earlier))?(?: by)? "
    r"(?P<length>\S+ \S+(?: \S+)?)",
    re.I,
)
_SETTLED = re.compile(
    rf"{_LEADS}(?:what|which|when)(?: time)? did (?:we|i|you) (?:just )?(?:settle on|agree(?: on)?|"
    r"say|decide(?: on)?|choose|pick|set)(?: again| in the end)?",
    re.I,
)
_NAMED = re.compile(
    rf"{_LEADS}(?:(?:i'd like |i want |i would like |can it be |should be |let it be )?"
    rf"(?:{_IT} )?(?:called|named|labelled|titled)|(?:call|name|label|title) {_IT}|"
    r"make (?:it|that|this) (?:the|my)(?=.* (?:timer|alarm|one)\b)) (?:the |my )?"
    r"(?P<name>[^,.;]{1,30}?)(?: (?:timer|alarm|one))?(?: instead)?",
    re.I,
)
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)"
_DROP_DAY = re.compile(rf"{_LEADS}{_CANCEL} (?P<day>{_WEEKDAY})(?:'?s)?(?: one| alarm)?", re.I)
_DROP_ONE = re.compile(
    rf"{_LEADS}{_CANCEL} (?:the|my|that) (?P<which>\S+(?: \S+){{0,2}}?)(?: one| timer| alarm)", re.I
)
_DROP_OTHER = re.compile(rf"{_LEADS}{_CANCEL} {_OTHER}", re.I)
_DROP_THE = re.compile(
    rf"{_LEADS}(?:stop|cancel|end|kill|bin|scrap|ditch|drop|lose|axe) the (?!(?:meeting|"
    rf"appointment|"
    r"subscription|order|event|booking|flight|call|trip|reservation|program|app|last|rest|thing)\b)"
    r"(?P<which>\S+(?: \S+)?)",
    re.I,
)
_TO_DAY = re.compile(
    rf"{_LEADS}(?:(?:make|change|move|have|put) (?:it|that|this) )?(?:(?:to|for|on|be) )?"
    rf"(?P<day>{_WEEKDAY}(?: (?:morning|afternoon|evening|night))?)(?: instead)?",
    re.I,
)
_WHICH = {"early": "earliest", "late": "latest", "short": "shortest", "long": "longest"}
_SAME = re.compile(
    rf"{_LEADS}(?:(?:and )?(?:do )?(?:that|it|the same)(?: again| thing| time)?|"
    rf"(?:the )?same(?: again| thing| time)?|again|likewise|ditto|one|"
    rf"another(?: one)?)(?: (?:for|on|at))? (?P<day>{_WEEKDAY}(?: too| as well)?)",
    re.I,
)
_BACK = re.compile(
    rf"{_LEADS}(?:push|put|move|shove|bump|knock|shift|set|delay|postpone|bring|hold|defer|pull) "
    r"(?:it|that|this|that one)(?: (?P<way>back|off|on|out|up|forward|forwards|ahead))?(?: by)? "
    r"(?P<length>(?:an?|one|two|three|a few|\d+|another|half an?) \S+)(?: (?:later|on))?",
    re.I,
)
_SPAN = re.compile(r".+ (?:minute|hour|day|week|month)s?", re.I)
_NOT_NEEDED = re.compile(
    rf"{_LEADS}(?:(?:do not|don't) (?:bother|worry)(?: (?:with|about) (?:it|that))?|"
    r"(?:[^,]+, )?no (?:alarm|timer|reminder)(?: (?:then|needed))?|"
    rf"no (?:need|point)(?: (?:for|in) {_IT})?(?: (?:any ?more|now))?|(?:forget|scrub|leave) "
    rf"(?:about )?(?:it|that)|(?:timer|alarm|it|that)(?: is)? (?:off|not needed)|"
    r"(?:i|we) (?:won't|will not|don't|do not|no longer) (?:be )?need(?:ing)? (?:it|that)|"
    r"(?:\S+ (?:is|are) (?:out|done|ready|off|cooked)|\S+'s (?:out|done|ready|off|cooked)),? "
    r"(?:so )?(?:timer off|stop (?:it|the timer)|kill (?:it|the timer)|(?:it|you) can stop))"
    r"(?:,? (?:after all|any ?more|now|again))*",
    re.I,
)
_WHEN_NAMED = re.compile(
    rf"{_LEADS}(?:when|what time|how long (?:till|until|before)) (?:does|is|will|do) (?:the |my )?"
    r"(?P<name>\S+(?: \S+)?) (?:ring|rings|go off|end|finish|due|up|done|ready|set for|be done|"
    r"be ready)",
    re.I,
)
_SAYS_MOVE = re.compile(r"\b(?:make|change|move|put|no|actually|sorry|wait|instead)\b", re.I)
_SOONER = frozenset({"forward", "forwards", "up", "ahead", "earlier"})
_MOST_WORDS = 12
_FORMS = (
    *(_LEFT, _STILL, _FIRST, _REST, _LATER, _BY, _OFF, _ON, _NAMED, _DROP_DAY, _DROP_ONE),
    *(_DROP_OTHER, _SAME, _BACK, _NOT_NEEDED, _WHEN_NAMED, _DROP_THE, _TO_DAY, _SETTLED),
    *(_MORE_UNITS, _GOT_LEFT, _MOVE_ONE),
)


def is_half_said(line: str) -> bool:
    """Whether a sentence may be half of one about what is set."""
    is_short = len(line.split()) <= _MOST_WORDS
    return is_short and any(form.fullmatch(line) for form in _FORMS)


def said_short(line: str, last: Intent, kind: str, reply: str) -> str:
    """The request about what was set as a whole sentence; "" where it is none.

    Args:
        line: The clean sentence, or a plainer one.
        last: What was asked about a timer, an alarm, a reminder or a routine before it.
        kind: Which of these it was.
        reply: What we answered last.
    """
    if len(line.split()) > _MOST_WORDS:
        return ""
    is_new = last.name != "read_schedule"
    thing = f"the newest {kind}" if is_new else f"the {kind}"
    if _NOT_NEEDED.fullmatch(line):
        return cancelling(last, reply) if last.name in SETTING else f"cancel {_thing(last, kind)}"
    return (
        _asked_of_time(line, last, kind)
        or _asked_of_all(line, last, kind)
        or _dropped(line, kind)
        or _named(line, kind, thing)
        or _moved(line, last, kind, thing)
    )


def _asked_of_time(line: str, last: Intent, kind: str) -> str:
    """The question when one of them rings, or how long until then."""
    got = _GOT_LEFT.fullmatch(line) if kind == "timer" else None
    named = _WHEN_NAMED.fullmatch(line)
    if named and named["name"].lower() in {str(one).lower() for one in last.slots.values()}:
        return f"when is the {named['name']} {kind}"
    if _SETTLED.fullmatch(line):
        return f"when is {_thing(last, kind)}"
    if _LEFT.fullmatch(line):
        asked = "how long is left on" if kind == "timer" else "when is"
        return f"{asked} {_thing(last, kind)}"
    return f"how long is left on the {got['name']} timer" if got else ""


def _asked_of_all(line: str, last: Intent, kind: str) -> str:
    """The question which of them there are, and which is first."""
    if _FIRST.fullmatch(line):
        return f"which {kind} is first"
    if _REST.fullmatch(line):
        return f"what {kind}s do I have"
    is_still = _STILL.fullmatch(line) and _ASKS_STILL.search(line)
    return f"is {_thing(last, kind)} set" if is_still else ""


def _thing(last: Intent, kind: str) -> str:
    name = str(last.slots.get("name", ""))
    return f"the {name} {kind}" if name and length_in(name) is None else f"the {kind}"


def _dropped(line: str, kind: str) -> str:
    """The request to cancel one of several."""
    if day := _DROP_DAY.fullmatch(line):
        return f"cancel the {day['day']} {kind}"
    if _DROP_OTHER.fullmatch(line):
        return f"cancel the {kind}"
    one = _DROP_ONE.fullmatch(line) or (_DROP_THE.fullmatch(line) if kind == "timer" else None)
    if one is None or _NO_NAME.search(one["which"]):
        return ""
    which = _WHICH.get(one["which"].lower(), one["which"])
    return f"cancel the {which} {kind}"


_NO_NAME = re.compile(
    r"\b(?:of|to|from|off|other|music|song|video|list|light|lights|tab|window|it|that|me)\b", re.I
)


def _named(line: str, kind: str, thing: str) -> str:
    found = _NAMED.fullmatch(line) if kind in {"timer", "alarm"} else None
    name = found["name"] if found else ""
    is_time = bool(name) and (length_in(name) is not None or read_when(name, is_bare=True))
    is_name = bool(name) and not is_time and not _NO_NAME.search(name)
    return f"rename {thing} to {name}" if is_name else ""


def _moved(line: str, last: Intent, kind: str, thing: str) -> str:
    """The request to ring at another time, or once more on another day."""
    if kind == "timer":
        return _longer(line, last, thing)
    if (later := _LATER.fullmatch(line)) and length_in(later["length"]) is not None:
        is_later = later["way"].lower().startswith(("later", "after"))
        return f"make {thing} {later['length']} {'later' if is_later else 'earlier'}"
    if (back := _BACK.fullmatch(line)) and _SPAN.fullmatch(back["length"]):
        is_sooner = (back["way"] or "").lower() in _SOONER
        length = re.sub(r"^another", "a", back["length"], flags=re.I)
        return f"make {thing} {length} {'earlier' if is_sooner else 'later'}"
    if last.name in SETTING and (other := _TO_DAY.fullmatch(line)) and _SAYS_MOVE.search(line):
        return f"move {thing} to {other['day']}"
    one = _MOVE_ONE.fullmatch(line)
    if one and length_in(one["length"]) is not None:
        which = {**_WHICH, "later": "latest", "earlier": "earliest"}.get(one["which"].lower())
        is_sooner = (one["way"] or "").strip().lower() in _SOONER
        way = "earlier" if is_sooner else "later"
        return f"make the {which or one['which']} {kind} {one['length']} {way}"
    same = _SAME.fullmatch(line) if last.name == "set_alarm" else None
    if same:
        day = re.sub(r" (?:too|as well)\Z", "", same["day"], flags=re.I)
        return _same_on(day, str(last.slots.get("when", "")))
    return ""


def _same_on(day: str, when: str) -> str:
    """The alarm of before on another day."""
    old = read_when(when, is_bare=True)
    if old is None or old.hour is None:
        return ""
    half = {"am": "am", "pm": "pm"}.get(old.half or "", "")
    on = day if day.lower() in {"tomorrow", "today"} else f"on {day}"
    return f"set an alarm for {old.hour}:{old.minute:02d} {half} {on}".replace("  ", " ")


def _longer(line: str, last: Intent, thing: str) -> str:
    """More time for the timer of before, or less; a bare number is in minutes."""
    is_there = last.name in SETTING | {"change_timer", "rename_schedule"}
    timer = thing if is_there else _thing(last, "timer")
    if more := _MORE_UNITS.fullmatch(line):
        return f"add {more['number']} {more['unit']} to {timer}"
    for form in (_BY, _OFF, _ON, _LATER):
        found = form.fullmatch(line)
        length = next((one for one in _lengths(found) if one), "") if found else ""
        if found is None or not length:
            continue
        said = found.groupdict()
        if form is _LATER:
            is_less = not said["way"].lower().startswith(("later", "after"))
        else:
            is_less = form is _OFF or (form is _BY and not said["more"])
        return f"take {length} off {timer}" if is_less else f"add {length} to {timer}"
    return ""


def _lengths(found: re.Match[str]) -> list[str]:
    said = found.groupdict()
    words = [said.get(name) or "" for name in ("length", "short", "bare")]
    return [one if length_in(one) is not None else _in_minutes(one) for one in words if one]


def _in_minutes(words: str) -> str:
    length = f"{words} minutes"
    return length if " " not in words and length_in(length) is not None else ""
