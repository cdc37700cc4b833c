"""What a reminder is to say instead, or what one more is to say. Pure.

Invariant: only a word of the reminder that is named is replaced; the rest of it stays as it was.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of, led, when_anew
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern

_NOT_THAT = lazy_pattern(
    r"(?P<new>[a-z][\w' -]*?),? (?:not|rather than|instead of) (?:the |my |an? |any )?"
    r"(?P<old>[a-z]+)\b", re.I
)  # fmt: skip
_NOT_FIRST = lazy_pattern(
    r"\bnot (?:the |my |an? )?(?P<old>[a-z]+)\b[,;]? (?:(?:but|it's|it is|i meant?|sorry)\b,? )*"
    r"(?P<new>[a-z][\w' -]*)", re.I
)  # fmt: skip
_EMPTY = FILLERS | CUES.keys() | {"it's", "its", "it", "that's", "meant", "mean"}
_MOST = 3
_VERB = lazy_pattern(
    r"(?P<verb>[a-z]+(?: (?:up|out|in|off|on|away|down|back))?) "
    r"(?P<what>(?:the |my |our |an? |some )?[a-z][a-z' ]*)", re.I
)  # fmt: skip
_FOR = lazy_pattern(
    r"\bfor (?P<what>(?:the |my |our |an? )(?:other )?[a-z]+(?: [a-z]+(?=\W*\Z|,))?)"
    r"\b(?! (?:of|time)\b)",
    re.I,
)
_TASK = lazy_pattern(r"\bto (?P<task>(?!(?:be|the|my|an?|it|that|do|go)\b)[a-z]+ \w.*)", re.I)
_ONE_AT = lazy_pattern(
    r"(?:(?:and|also|then|plus|oh|ok|okay|right|well)\W+)*(?:one|another)(?: one| more)? "
    r"(?P<when>(?:on|at|in|tomorrow|tonight|next|this)\b.*?) (?P<lead>for|about|of|to) "
    r"(?P<task>[^,\d]+)",
    re.I,
)
"""One more reminder with its time and what it is of: "and one on friday at noon for the bins"."""

_AND = lazy_pattern(
    r"(?:and|also|plus)(?: then)? (?P<what>(?:the |my |our |an? )?[a-z]+"
    r"(?: (?!(?:at|on|for|in|the) )[a-z]+)?) (?:at|on|for|in|the) ",
    re.I,
)
CALLS_SOMEBODY = lazy_pattern(
    r"(?:(?:and|now|then|please|ok|okay|can you|could you)\b[\s,]*)*(?:call|ring|phone)(?: up)? "
    r"(?!(?:it|that|this|them|those|these|the|one|my|our|both|mine|him)\b)", re.I
)  # fmt: skip
"""Asks for a call: a name is given to something, "call it Anna"."""


def put_right(text: str, old: Touched) -> ResolvedTurn | None:
    """The reminder with one word of it replaced: "walk, not run"; None where none is named.

    Args:
        text: The turn as it was said.
        old: The reminder.
    """
    is_set = old.kind == "reminder" and old.state != "gone" and old.value
    words = old.name.lower().split()
    forms = (form.search(text) for form in (_NOT_THAT, _NOT_FIRST) if is_set)
    found = next((one for one in forms if one and one["old"].lower() in words), None)
    if found is None:
        return None
    new = [word for word in found["new"].split() if word.lower() not in _EMPTY]
    new = [word for word in new if word.lower() not in words or word.lower() == found["old"]]
    if not 0 < len(new) <= _MOST:
        return None
    said = re.compile(rf"\b{re.escape(found['old'])}\b", re.I)
    task = said.sub(lambda _: " ".join(new), old.name, count=1)
    joint = "" if task.lower().startswith(("about ", "of ", "that ")) else "to "
    return ResolvedTurn(f"cancel {label_of(old)} and then remind me {led(old.value)} {joint}{task}")


def task_for(text: str, old: Touched) -> str:
    """What one more reminder is of: "one for the optician" behind "ring the dentist"; else ""."""
    found = _FOR.search(text)
    what = found["what"] if found else ""
    return with_other_thing(what, old) or other_task(text, old)


def other_task(text: str, old: Touched) -> str:
    """What "and the ham on the eleventh" is to remind of, behind "order the turkey"; else ""."""
    found = _AND.match(text)
    return with_other_thing(found["what"], old) if found else ""


def with_other_thing(what: str, old: Touched) -> str:
    """The task of before with another thing; "" where that is none.

    Args:
        what: The thing.
        old: The reminder of before.
    """
    parts = _VERB.fullmatch(old.name)
    last = what.rpartition(" ")[2].lower()
    is_empty = (
        not last
        or last in FILLERS | CUES.keys() | POINTERS.keys()
        or last.endswith(("day", "night", "time"))
    )
    if parts is None or is_empty or last in {"one", "another"}:
        return ""
    return f"{parts['verb']} {what}"


def task_of(name: str, line: str, old: Touched) -> str:
    """What one more reminder is to say; "the bins" are to be done with as the thing of before.

    Args:
        name: The words that are left over.
        line: The turn, which may have "the" in front of them.
        old: The reminder of before.
    """
    thing = re.search(rf"\b(?:the|my|our|some) {re.escape(name)}", line, re.I)
    return (with_other_thing(thing[0], old) if thing else "") or name


def task_in(turn: ShortTurn) -> str:
    """What to do, of "and at one to post the parcel"; "" where nothing is said."""
    found = _TASK.search(turn.line)
    words = found["task"].replace(turn.value, "").strip(" ,") if found else ""
    return re.sub(r"\s+(?:at|on|in|by|for)\Z", "", words)


def one_more_task(task: str, turn: ShortTurn, topic: Topic) -> str:
    """A reminder of something else, at the time that was said; without one it is asked for.

    Args:
        task: What to be reminded of.
        turn: What was said.
        topic: What the conversation is about.
    """
    last = topic.last("reminder")
    if last is None or not turn.value:
        return f"remind me to {task}"
    at = turn.value if turn.value_kind == "length" else when_anew(last.value, turn.value)
    if not at:
        return ""
    return f"remind me {f'in {at}' if turn.value_kind == 'length' else led(at)} to {task}"


def one_more_at(text: str) -> str:
    """One more reminder, of words that say when it is and what it is of; "" where they do not."""
    said = _ONE_AT.fullmatch(text.strip(" .,!?"))
    if said is None:
        return ""
    lead = "to" if said["lead"].lower() == "to" else "about"
    return f"remind me {said['when']} {lead} {said['task']}"
