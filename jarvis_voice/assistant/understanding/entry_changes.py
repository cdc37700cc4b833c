"""Says out whole how what was just set changes: "call it pasta", "the same on Friday". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.schedule_words import read_when, split_when
from jarvis_voice.language.en.spoken_lengths import length_in

_NO = r"(?:(?:no|nope|sorry|wait|oops|wrong|actually|oh|and|okay|ok)\b[\s,.!]*)*"
_IT = r"(?:it|that(?: one)?|this(?: one)?)"
_ANEW = re.compile(
    rf"{_NO}(?:rename {_IT} (?:to|as|into)?|(?:call|name|label|title) {_IT}|"
    rf"(?:give {_IT} the name|change (?:its|the) name to|its name is)|"
    r"(?:it's|it is|that's|that is|this is|that one is) (?:a timer )?(?:for|called|named)) "
    r"(?:the |my )?(?!(?:timer|alarm)\b)(?P<name>[^,.;]{1,40}?)(?:,? not .+)?",
    re.I,
)
_NO_NAME = re.compile(r"\b(?:me|you|him|her|off|again|today|tomorrow|tonight|later|now)\b", re.I)
_MOST_WORDS = 3


_NAMED_MORE = re.compile(
    r"(?P<verb>add|put|give|take|knock) (?:another |an extra )?(?P<length>\S+(?: \S+){0,3}?) "
    r"(?P<way>to|on|onto|off|from) (?:the |my )?(?P<name>\S+(?: \S+)?)",
    re.I,
)
_AGAIN = re.compile(
    r"(?:(?:and|okay|ok|now|please)\b[\s,]*)*(?:(?:do |set )?(?:the )?same(?: thing| one| again)?|"
    r"another (?:one )?(?:of (?:those|them|these)|like (?:that|it))|another one|one more|"
    r"one more of (?:those|them)|one more like (?:that|it)|"
    r"(?:do|set|start) (?:it|that|another one|one more)(?: again)?|again)"
    r"(?: again)?(?P<when> (?:on|at|in|for|every|tomorrow|tonight|next|this) ?.*)?",
    re.I,
)
_MORE_TIME = re.compile(
    r"(?P<verb>add|take|give it|put on|make it) (?:another |an extra )?(?P<length>.+?)"
    r"(?P<way>(?: (?:more|longer|shorter|off|on it|(?:to|from|off) (?:it|that)|on))*)",
    re.I,
)
_LEAD = re.compile(r"(?:to|that|about) ", re.I)


def leans_on_entry(line: str) -> bool:
    """Whether a sentence may name, lengthen or repeat what was just set."""
    return any(form.fullmatch(line) for form in (_ANEW, _NAMED_MORE, _MORE_TIME, _AGAIN))


def more_time(line: str, last: Intent, kind: str, *, is_new: bool) -> str:
    """More time, or less, for the timer that was spoken of."""
    more = _MORE_TIME.fullmatch(line)
    length = more["length"] if more else ""
    if more and more["way"] and length_in(length) is None:
        length = f"{length} minutes"  # "another five to it"
    if more is None or kind != "timer" or length_in(length) is None:
        return ""
    name = str(last.slots.get("name", ""))
    newest = "the newest timer" if is_new else "the timer"
    timer = f"the {name} timer" if name and length_in(name) is None else newest
    is_less = more["verb"].lower() == "take" or re.search(r"shorter|off|from", more["way"], re.I)
    sentence = "take {} off {}" if is_less else "add {} to {}"
    return sentence.format(length, timer)


def more_for_named(line: str, kind: str) -> str:
    """More or less time for a timer by its mere name: "take five minutes off the soup"."""
    found = _NAMED_MORE.fullmatch(line) if kind == "timer" else None
    if found is None or length_in(found["length"]) is None:
        return ""
    name = re.sub(r" (?:timer|one)\Z", "", found["name"], flags=re.I)
    if name.lower() in {"it", "that", "timer", "one"}:
        return ""
    is_less = found["way"].lower() in {"off", "from"}
    verb, way = ("take", "off") if is_less else ("add", "to")
    return f"{verb} {found['length']} {way} the {name} timer"


def set_again(line: str, last: Intent) -> str:
    """What was just set once more, at another time where one is said; "" where it cannot be."""
    found = _AGAIN.fullmatch(line)
    when = (found["when"] or "").strip() if found else ""
    if found is None or (when and read_when(when, is_bare=True) is None and not length_in(when)):
        return ""
    slots = {name: str(value) for name, value in last.slots.items()}
    if last.name == "set_timer" and slots.get("length") and not when:
        return f"set a timer for {slots['length']}"
    if last.name == "set_reminder" and when:
        return f"remind me {when} to {_task(slots.get('text', ''))}"
    if last.name == "set_alarm" and when:
        old = read_when(slots.get("when", ""), is_bare=True)
        new = read_when(when, is_bare=True)
        if new and new.hour is None and old and old.hour is not None:
            half = {"am": "am", "pm": "pm"}.get(old.half or "", "")
            return f"set an alarm for {old.hour}:{old.minute:02d} {half} {when}".replace("  ", " ")
        return f"set an alarm {when}"
    return ""


def day_asked(last: Intent) -> str:
    """The day that was asked about: "tomorrow" of "is there an alarm for tomorrow"; else ""."""
    if last.name != "read_schedule":
        return ""
    for slot in ("day", "name"):
        said = str(last.slots.get(slot, ""))
        when = read_when(said, is_bare=True) if said else None
        if when and when.day and when.hour is None and not when.rule:
            return said
    return ""


def _task(text: str) -> str:
    """What a reminder is about, without its time."""
    found = split_when(text)
    return _LEAD.sub("", found[0] if found and found[0] else text, count=1)


def named_anew(line: str, kind: str, *, is_new: bool) -> str:
    """The sentence that gives what was set its name; "" where none is given.

    Args:
        line: The clean sentence.
        kind: What was spoken of: timer, alarm.
        is_new: It was just set or changed.
    """
    found = _ANEW.fullmatch(line) if kind in {"timer", "alarm"} else None
    if found is None:
        return ""
    name = found["name"].strip()
    is_time = length_in(name) is not None or read_when(name, is_bare=True) is not None
    if is_time or len(name.split()) > _MOST_WORDS or _NO_NAME.search(name):
        return ""
    return f"rename the {'newest ' if is_new else ''}{kind} to {name}"
