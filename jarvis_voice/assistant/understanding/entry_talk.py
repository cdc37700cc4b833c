"""Says out whole what is said in short about what is set: "set one for 5 minutes". Pure.

Invariant: a sentence that is understood by itself is left alone, but for the name in front of its
time and for two kinds of thing; "one" and "it" stand for what the sentence itself, or the turn
before, was about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.undo_last import SETTING, is_not_grasped
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.listed_days import each_day, rule_lists
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.timed_tasks import split_when

_LONGEST = 200

_CHANGES = SETTING | {"change_timer", "move_schedule", "rename_schedule"}
_TALKS = _CHANGES | {"read_schedule", "cancel_schedule", "skip_schedule"}
_KIND = re.compile(r"\b(timer|alarm|reminder|routine)s?\b", re.I)
_DROP = (
    r"cancel|delete|remove|stop|clear|turn off|switch off|get rid of|scrap|drop|kill|erase|end|"
    r"forget(?: about)?|call off|ditch|dismiss|shut off"
)
_PIECES = re.compile(r",? (?:and|then|plus)(?: (?:then|also|now))? |, then ", re.I)
_EACH = re.compile(r",? and (?:for |at |another (?:for|at) )?|, (?:for |at )?", re.I)
_MOST_PIECES = 4
_PLURAL = re.compile(
    r"(?:(?:set|start|make|create|add|put on|give me|i need|i want)(?: me)? )?(?:up )?"
    r"(?:(?:two|three|four|both|some|a couple of|a few|my) )?(?P<kind>timer|alarm)s(?: please)?,? "
    r"(?:one )?(?:(?:for|at|of) )?(?P<times>[^;:]*[^;]+)",
    re.I,
)
"""Several in one: "set two alarms for six and seven"."""
_ONE_AT = re.compile(r"(?:one|another|another one|one more) (?:at|for) (?P<when>.+)", re.I)
_THE_ONE = re.compile(r"(?<=\w )one\Z", re.I)
_AT = re.compile(r"\A(?:at|for) ", re.I)
_BARE = re.compile(r"(?:the|my) ", re.I)
_THE_THING = lazy_pattern(
    r"(?:the|my) (?!(?:first|second|third|last|next|longe|short|new|late|earl|other)\S* )"
    r"(?:\S+ ){0,4}(?:timer|alarm|reminder)",
    re.I,
)
"""By name: places in the order change as soon as the first is cancelled."""
_KINDS = re.compile(
    rf"(?P<verb>{_DROP}) (?P<first>(?P<all>(?:all (?:the |my |of my )?|both |every |my |the ))"
    r"(?:timer|alarm|reminder)s?) and (?:also )?(?:(?:all )?(?:the |my ))?"
    r"(?P<second>(?:timer|alarm|reminder)s?)(?P<day> (?:for|on) [^,]+| tomorrow| today| tonight)?",
    re.I,
)
_UNIT_AT_END = re.compile(r"(?:second|minute|hour)s?\Z", re.I)
_NUMBER_AT_END = re.compile(r"(?:for|of) \S+(?:[ -]\S+)?\Z", re.I)
_MORE_TO_DO = re.compile(r"(?:and|also)(?: (?:and|also))? to (?P<text>.+)", re.I)
_NAME_FIRST = re.compile(
    r"(?:(?:set|start|make|create|add|put on|run|give me|i need|i want)(?: me)? )?"
    r"(?:(?:a|an|the|my|another|a new) )?(?P<kind>timer|alarm|one|another|another one)"
    r" (?:for|called|named) (?:the |my )?(?P<name>[^,]{1,40}?)"
    r"(?:, (?:(?:for|of|at) )?| (?P<is_for>for) )(?P<time>[^,]+)",
    re.I,
)
"""The name before the time: "a timer for rice, 12 minutes"."""
_TIMELY = lazy_pattern(
    r"\b(?:\w*day|week\w*|months?|years?|hours?|minutes?|morning|afternoon|evening|night|noon|"
    r"tomorrow|tonight|o'clock|every|half|quarters?|\d+)\b",
    re.I,
)
_FOR_WHAT = re.compile(r" (?:for|called|named) (?:the |my )?(?P<name>.+)", re.I)
_SET_ONE = re.compile(
    r"(?P<verb>set|start|make|create|add)(?: me)? (?:a new one|another one|another|one)"
    r"(?P<rest>(?: (?:for|at|called|named) .+)?)",
    re.I,
)
_ONE = re.compile(
    rf"(?P<verb>{_DROP}|move|change|push|shift|postpone|delay) the "
    r"(?P<which>first|second|third|last|longer|longest|shorter|shortest|newest|latest|later|"
    r"earlier|earliest|other)"
    r"(?: one(?P<rest>.*)|\Z)",
    re.I,
)
_ALL = re.compile(
    rf"(?:{_DROP}) (?:both|all|them|all of them|both of them|them all|them both|"
    r"(?:all|both) of those|the two of them|all three(?: of them)?|those|every one of them|"
    r"the lot)(?: off)?",
    re.I,
)
_TOLD = re.compile(r"The (?:(?P<name>[^.]+) )?(?P<kind>timer|alarm) is set for ")
"""How our answer begins where something was set in words that are not understood by themselves."""
_THANKS = frozenset({"thanks", "compliment"})
_TURNS_BACK = 5
_THEN = " and then "

Understand = Callable[[str], Intent | None]


def about_entries(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about what is set as a whole sentence; "" where it is about nothing of that.

    Args:
        text: The sentence as it was said, perhaps in everyday words.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if len(text) <= _LONGEST else ""
    if several := _several(line, understand):
        return several
    said = " ".join(text.split()).strip(" .,!?")
    forms = (_SET_ONE, _ONE, _ALL)
    to_do = _MORE_TO_DO.fullmatch(said)
    named = _NAME_FIRST.fullmatch(line)
    is_short = to_do or any(form.fullmatch(line) for form in forms)
    if not line or not (is_short or named):
        return ""
    last = _last(messages, understand)
    kind = _kind_of(last) if last else ""
    if named and (whole := _name_first(named, kind)) and _means(whole, understand):
        return whole
    if last is None or not kind:
        return ""
    wordings = (
        _to_do(to_do["text"]) if to_do and kind == "reminder" else "",
        _one(line, kind, last),
    )
    return next((one for one in wordings if one and _means(one, understand)), "")


def _name_first(said: re.Match[str], kind: str) -> str:
    """The request with the name in front of the time said in the order of the templates."""
    kind = said["kind"].lower() if said["kind"].lower() in {"timer", "alarm"} else kind
    name, time = said["name"], said["time"]
    if length_in(name) is not None or read_when(name, is_bare=True) or _TIMELY.search(name):
        return ""
    if kind == "timer" and length_in(time) is not None:
        return f"set a timer called {name} for {time}"
    is_alarm = kind == "alarm" and not said["is_for"]
    when = read_when(time, is_bare=True) if is_alarm else None
    return f"set an alarm called {name} for {time}" if when and when.hour is not None else ""


def _several(line: str, understand: Understand) -> str:
    """Requests in one sentence of which one says its time in short; "" where none does."""
    if (plural := _PLURAL.fullmatch(line)) and (each := _set_each(plural, understand)):
        return each
    if kinds := _KINDS.fullmatch(line):
        day = kinds["day"] or ""
        whole = f"{kinds['verb']} {kinds['first']}{day}{_THEN}{kinds['verb']} {kinds['all'] or ''}"
        return f"{whole}{kinds['second']}{day}"
    pieces = _PIECES.split(line)
    if len(pieces) == 1 or len(pieces) > _MOST_PIECES or rule_lists(line) or each_day(line):
        return ""
    out: list[str] = []
    for piece in pieces:
        out.append(_piece(piece, out[-1] if out else "", understand))
    is_whole = out != pieces and all(understand(one) for one in out)
    return _THEN.join(out) if is_whole else ""


def _piece(piece: str, before: str, understand: Understand) -> str:
    """One of several requests said out whole: a name in front of its time, a unit left out."""
    kind = _KIND.search(before)
    named = _NAME_FIRST.fullmatch(piece)
    if named and (whole := _name_first(named, kind[1].lower() if kind else "")):
        return whole
    last = understand(before) if before else None
    if last and last.name in SETTING and (whole := _once_more(piece, last)):
        return whole
    if kind and (one := _SET_ONE.fullmatch(piece)):
        return _with_kind(one, kind[1].lower())
    said = piece
    if kind and _THE_ONE.search(piece) and not _KIND.search(piece):
        piece = _THE_ONE.sub(kind[1].lower(), piece)
    if last and last.name == "cancel_schedule" and _BARE.match(piece):
        return f"cancel {piece}" if _THE_THING.fullmatch(piece) else said
    unit = _UNIT_AT_END.search(before) if kind and kind[1].lower() == "timer" else None
    if unit and _NUMBER_AT_END.search(piece) and not understand(piece):
        return f"{piece} {unit[0]}"
    return piece


def _once_more(piece: str, last: Intent) -> str:
    """One more of what was set: "another for six"; of an alarm the mere time is enough."""
    one = _ONE_AT.fullmatch(piece)
    if one is None and last.name != "set_alarm":
        return ""
    return _again_at(one["when"] if one else _AT.sub("", piece), last)


def _set_each(plural: re.Match[str], understand: Understand) -> str:
    """One request for each time of "set alarms for six and seven tomorrow"."""
    kind, times = plural["kind"].lower(), _EACH.split(plural["times"])
    if not 1 < len(times) <= _MOST_PIECES:
        return ""
    article = "an" if kind == "alarm" else "a"
    if kind == "timer":
        unit = _UNIT_AT_END.search(times[-1])
        times = [one if length_in(one) or not unit else f"{one} {unit[0]}" for one in times]
        is_read = all(length_in(one) is not None for one in times)
    else:
        days = [_day_in(one) for one in times]
        rest = [days[-1] if days[-1] and not any(days[:-1]) else "" for _ in times[:-1]]
        if days[0] and not any(days[1:]):
            rest, times = [""] * len(rest), [times[0], *(f"{one} {days[0]}" for one in times[1:])]
        times = [f"{one} {day}".strip() for one, day in zip(times, [*rest, ""], strict=True)]
        read = [read_when(one, is_bare=True) for one in times]
        is_read = all(one and one.hour is not None for one in read)
    out = [f"set {article} {kind} for {one}" for one in times]
    return _THEN.join(out) if is_read and all(_means(one, understand) for one in out) else ""


def _again_at(when: str, last: Intent) -> str:
    """One more of what was set, at another time; "" where that is no time."""
    if last.name == "set_alarm" and (at := read_when(when, is_bare=True)) and at.hour is not None:
        day = "" if at.day or at.rule else _day_in(str(last.slots.get("when", "")))
        return f"set an alarm for {when} {day}".rstrip()
    if last.name != "set_timer":
        return ""
    length, name = when, ""
    if length_in(when) is None and (of := _FOR_WHAT.search(when)):
        length, name = when[: of.start()], of["name"]
    if length_in(length) is None:
        return ""
    return f"set a timer called {name} for {length}" if name else f"set a timer for {length}"


def _day_in(words: str) -> str:
    """The day that a time names: "tomorrow" of "seven tomorrow"; "" where it names none."""
    said = words.split()
    for length in range(1, len(said)):
        for start in range(len(said) - length + 1):
            span = " ".join(said[start : start + length])
            when = read_when(span, is_bare=True)
            if when and when.day and when.hour is None and not when.rule:
                return span
    return ""


def _to_do(words: str) -> str:
    """One more reminder, the time in front as far as it stands at the end of the words."""
    found = split_when(words)
    task = found[0] if found else ""
    if not task or not words.startswith(task) or task == words:
        return f"remind me to {words}"
    return f"{words[len(task) :].strip(' ,')} remind me to {task}"


def _with_kind(one: re.Match[str], kind: str) -> str:
    article = "an" if kind == "alarm" else "a"
    return f"{one['verb']} {article} {kind}{one['rest']}"


def _one(line: str, kind: str, last: Intent) -> str:
    """The sentence with the kind in the place of "one"."""
    if one := _SET_ONE.fullmatch(line):
        day = _day_asked(last) if kind == "alarm" and not _day_in(f"set{one['rest']}") else ""
        return f"{_with_kind(one, kind)} {day}".strip()
    if _ALL.fullmatch(line):
        return f"cancel all the {kind}s"
    placed = _ONE.fullmatch(line)
    if placed is None or placed["which"].lower() == "other":
        return ""
    verb = "cancel" if re.fullmatch(_DROP, placed["verb"], re.I) else placed["verb"]
    return f"{verb} the {placed['which']} {kind}{placed['rest'] or ''}"


def _last(messages: Sequence[MessageState], understand: Understand) -> Intent | None:
    """What was asked in the turn before, thanks aside, where it was about what is set."""
    messages = messages[-2 * _TURNS_BACK :]
    while len(messages) > 1:
        text, reply, messages = messages[-2]["text"], messages[-1]["text"], messages[:-2]
        whole = about_entries(text, messages, understand) or text
        intent = understand(whole.rpartition(_THEN)[2])
        is_open = intent is None or intent.name in OPENING_INTENTS  # "start timer 3 mins tea"
        if is_open and (told := _TOLD.search(reply)):
            intent = Intent(f"set_{told['kind']}", {"name": told["name"] or ""})
        if intent is None and is_not_grasped(reply):
            continue
        if intent is None or intent.name not in _THANKS:
            return intent if intent and intent.name in _TALKS else None
    return None


def _kind_of(last: Intent) -> str:
    """The kind of thing that a request is about; "" where it is about several kinds."""
    if last.name in SETTING:
        return last.name.removeprefix("set_")
    kind = str(last.slots.get("what", "timer" if last.name == "change_timer" else "any"))
    return kind if kind in {"timer", "alarm", "reminder", "routine"} else ""


def _means(sentence: str, understand: Understand) -> bool:
    intent = understand(sentence)
    return intent is not None and intent.name in _TALKS


def _day_asked(last: Intent) -> str:
    """The day that was asked about: "tomorrow" of "is there an alarm for tomorrow"; else ""."""
    if last.name != "read_schedule":
        return ""
    for slot in ("day", "name"):
        said = str(last.slots.get(slot, ""))
        when = read_when(said, is_bare=True) if said else None
        if when and when.day and when.hour is None and not when.rule:
            return said
    return ""
