"""Reads what one sentence of our own answers tells of: what was set, added, taken off, or is there.

Invariant: pure; only the wordings of our tools are read, never words of the user.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.list_talk import UNNAMED
from jarvis_voice.assistant.understanding.short_turns.touched import Kind, State, Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import turned_round
from jarvis_voice.language.en.spoken_lists import NOTES, things_in

_OF_ANY_LIST = "on any of your lists"


def told_in(piece: str) -> list[Touched]:
    """What one sentence of an answer tells of.

    Args:
        piece: The sentence.
    """
    for pattern, kind, state in _TOLD:
        found = pattern.match(piece)
        if found is None:
            continue
        said = {name: (value or "").strip() for name, value in found.groupdict().items()}
        if kind == "list":
            name = said.get("name") or (UNNAMED if _OF_ANY_LIST in piece else NOTES)
            things = tuple(things_in(said["things"], name))
            return [Touched("list", name, said.get("value", ""), state, things)]
        if kind == "fact":
            return [Touched("fact", turned_round(said["name"]), state=state)]
        return [Touched(kind, said.get("name", ""), said.get("value", ""), state)]
    if moved := _MOVED.match(piece):
        return [new for one in _named(moved["what"])
                for new in _anew(one, replace(one, value=moved["value"]))]  # fmt: skip
    if named := _RENAMED.match(piece):
        return [new for one in _named(named["what"])
                for new in _anew(one, replace(one, name=named["name"]))]  # fmt: skip
    if left := _LEFT_OUT.match(piece):
        return [replace(one, state="changed") for one in _named(left["what"])]
    return _gone_or_had(piece)


def _gone_or_had(piece: str) -> list[Touched]:
    """What one sentence tells to be cancelled or put back, or lists of what is set."""
    if gone := _CANCELLED.match(piece):
        each = (one for what in _AND_THE.split(gone["what"]) for one in _named(what))
        return [replace(one, state="gone") for one in each]
    if back := _PUT_BACK.match(piece):
        each = (one for what in _AND_THE.split(back["what"]) for one in _named(what))
        return [replace(one, value=back["value"] or one.value, state="set") for one in each]
    if have := _HAVE.match(piece):
        return [one for what in have["what"].split("; ") for one in _listed(what)]
    return []


def _anew(old: Touched, new: Touched) -> tuple[Touched, Touched]:
    """What was changed: it is no more as it was called before."""
    return replace(old, state="gone"), replace(new, state="changed")


def _named(what: str) -> list[Touched]:
    """An entry by the name that our answers give it: 'the pasta timer', 'the alarm for 07:00'."""
    for pattern in _NAMES:
        if found := pattern.fullmatch(what.strip(" .")):
            said = {name: value or "" for name, value in found.groupdict().items()}
            length = _LENGTH_NAME.fullmatch(said["name"]) if said["kind"] == "timer" else None
            value = f"{said['name']}s" if length else said.get("value", "")
            return [Touched(_kind(said["kind"]), "" if length else said["name"], value)]
    return []


def _listed(what: str) -> list[Touched]:
    """An entry as a list of what is set tells it."""
    for pattern in _LISTED:
        if found := pattern.fullmatch(_NEXT.sub("", what.strip(" ."))):
            said = {name: value or "" for name, value in found.groupdict().items()}
            kind = _kind(said["kind"])
            if kind == "timer":
                return _named(f"the {said['name']} timer")
            return [Touched(kind, said.get("name", ""), said["value"])]
    return []


def _kind(word: str) -> Kind:
    kinds: dict[str, Kind] = {
        "timer": "timer",
        "alarm": "alarm",
        "routine": "routine",
        "": "routine",
    }
    return kinds.get(word, "reminder")


_FROM_NOW = r"(?:, [^.]* from now)?"
_TOLD: tuple[tuple[re.Pattern[str], Kind, State], ...] = (
    (re.compile(r"The (?:(?P<name>.+) )?timer is set for (?P<value>[^.]+)\."), "timer", "set"),
    (re.compile(r"The (?P<name>.+) timer has (?P<value>.+?) left now\."), "timer", "changed"),
    (re.compile(r"The (?P<name>.+) timer has (?P<value>.+?) left\."), "timer", "told"),
    (
        re.compile(rf"The (?:(?P<name>.+) )?alarm is set (?:for )?(?P<value>[^,.]+){_FROM_NOW}\."),
        "alarm",
        "set",
    ),
    (
        re.compile(
            r"I will remind you (?P<value>every (?:\w+ )?(?:hour|minute)s?|.+?\d\d.*?): "
            r"(?P<name>.+)\."
        ),
        "reminder",
        "set",
    ),
    (re.compile(r'I will do that (?P<value>.+?): "(?P<name>.+)"'), "routine", "set"),
    (re.compile(r"You have no timers?\b"), "timer", "gone"),
    (re.compile(r"You have no alarms?\b"), "alarm", "gone"),
    (re.compile(r"You have no reminders?\b"), "reminder", "gone"),
    (re.compile(r"You have no routines?\b"), "routine", "gone"),
    (re.compile(r"I have added (?P<things>.+) to the (?P<name>.+?) list[.;]"), "list", "set"),
    (re.compile(r"(?P<things>.+) (?:is|are) already on the (?P<name>.+) list\."), "list", "set"),
    (re.compile(r"I have noted: (?P<things>.+)\."), "list", "set"),
    (re.compile(r"I have taken (?P<things>.+) off the (?P<name>.+) list\."), "list", "gone"),
    (re.compile(r"I have deleted the notes?: (?P<things>.+)\."), "list", "gone"),
    (re.compile(r"(?:You have 1 note|Your \w+ note): (?P<things>.+)\."), "list", "told"),
    (re.compile(r"You have \d+ notes(?P<things>)\b"), "list", "told"),
    (re.compile(r"I have cleared (?:the (?P<name>.+) list|your notes): (?P<value>\d+) "
                r"entr(?P<things>)(?:y|ies)\b"), "list", "gone"),
    (re.compile(r"(?P<things>.+) (?:is|are) not on the (?P<name>.+) list\."), "list", "gone"),
    (re.compile(r"On your (?P<name>.+?) list: (?P<things>.+)\."), "list", "told"),
    (re.compile(r"The \w+ thing on the (?P<name>.+?) list: (?P<things>.+)\."), "list", "told"),
    (re.compile(r"No, I (?P<value>found no) (?P<things>.+?) on "
                r"(?:the (?P<name>.+) list|any of your lists)"), "list", "gone"),
    (re.compile(r"Yes, I found (?P<things>.+?) on the (?P<name>.+?) list"), "list", "told"),
    (re.compile(r"There (?:is|are) (?P<things>)(?:nothing|\d+ things?) on (?:the|your) "
                r"(?P<name>.+) list\."), "list", "told"),
    (re.compile(r"I (?:will remember that|remember that already:) (?P<name>.+?)"
                r"(?:, (?:instead of|and no longer that) .+)?\.\Z"), "fact", "set"),
    (re.compile(r"You told me: (?P<name>.+)\."), "fact", "told"),
    (
        lazy_pattern(r"(?P<name>-?\d[\d.,]* [A-Za-z].*?) is (?:about )?"
                   r"(?P<value>-?\d[\d.,]* [A-Za-z][\w ]*?)(?:,.*)?\.\Z"),
        "conversion",
        "set",
    ),
    (re.compile(r"(?P<name>.+) is (?P<value>(?:about )?-?\d[\d.,]*)\.\Z"), "sum", "set"),
)  # fmt: skip
"""How our answers tell what they did."""
_MOVED = re.compile(r"I have moved (?P<what>.+?)(?: back)?: it is due (?P<value>.+)\.")
_PUT_BACK = re.compile(
    r"I have put back (?P<what>.+?)(?:: it (?:is due (?P<value>.+)|has .+ left))?\."
    r"(?: The time of the rest has passed\.)?\Z"
)
_LEFT_OUT = re.compile(
    r"I have left out (?P<what>.+?) (?:today|tomorrow|on \w+|on \d+ \w+|\d+ times, .+)\."
)
_RENAMED = re.compile(r"I have renamed (?P<what>.+) to (?P<name>.+)\.")
_CANCELLED = re.compile(r"I have cancelled (?P<what>.+)\.")
_HAVE = re.compile(r"You have (?P<what>(?:the|an?|every|on) .+)\.")
_AND_THE = re.compile(r"(?:,| and) (?=the )")
_LENGTH_NAME = re.compile(r"(?:an?|\d+) (?:second|minute|hour|day)(?: and \d+ (?:second|minute))?")
_NAMES = (
    re.compile(r"(?:the|your|The) (?P<name>.+?) (?P<kind>timer)"),
    re.compile(r"(?:the|your) (?:(?P<name>.+?) )?(?P<kind>alarm) for (?P<value>.+)"),
    re.compile(r'(?:the|your) (?P<kind>reminder|routine) "(?P<name>.+)"'),
)
_NEXT = re.compile(
    r", next (?:at|on) (?:[\w ]{3,15} at )?\d\d?:\d\d(?: [AP]M)?(?: today| tomorrow)?|"
    r", but not (?:(?:today|tomorrow|on \w+(?: \w+)?)(?:, | or )?){1,60}"
)
"""How our answer tells that days of an entry are left out."""
_LISTED = (
    re.compile(r"the (?P<name>.+?) (?P<kind>timer) with (?P<value>.+) left"),
    re.compile(r"(?:an|the (?P<name>.+)) (?P<kind>alarm) (?P<value>.+)"),
    re.compile(r"a (?P<kind>reminder) (?P<value>.+?\d\d.*?): (?P<name>.+)"),
    re.compile(r'(?P<value>.+?\d\d), (?P<kind>)"(?P<name>.+)"'),
)
