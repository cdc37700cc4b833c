"""Corrects a time that was just set: "no, fifteen minutes" after a timer for ten. Pure.

Invariant: what was set is cancelled only together with the same thing set anew, and only where the
new time leaves nothing to ask: else there is no correction at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.clarification import completed
from jarvis_voice.assistant.understanding.entry_talk import about_entries
from jarvis_voice.assistant.understanding.undo_last import SETTING, cancelling
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_CORRECTS = re.compile(
    r"(?:(?:no|nope|sorry|oops|wait|actually|i mean|rather)\b[\s,.!]*)*"
    r"(?:(?:no|nope|sorry|oops|wait|actually|rather|wrong)\b[\s,.!]*|"
    r"(?:that's|that is|it's|it is) (?:(?:much |way |far )?too (?:long|short|early|late|much)|"
    r"wrong|not (?:right|enough))\b[\s,.!]*|"
    r"(?:i (?:meant?|said|wanted)|(?:make|set) (?:it|that)|change (?:it|that) to|"
    r"it should be|make it for)\b\s*)(?:(?:to|for|at|in|make it|make that|i meant?) )*(?P<time>.+)",
    re.I,
)
_AT_END = re.compile(
    r",? (?:instead|rather|please|then|(?:(?:is|are|was|will be|would be|should be|'ll be) )"
    r"(?:just |quite |more than |already )?(?:enough|plenty|fine|better|right|good|ok|okay|best|"
    r"all (?:i|we) need|what (?:i|we) (?:meant|need|want|said))|(?:will|should|'ll|would) "
    r"(?:do|be (?:enough|fine|plenty|better)))\Z",
    re.I,
)
_AT = lazy_pattern(r"(?:at|in the) ", re.I)
_SAYS_SO = re.compile(r"\b(?:make|set|change|should|mean|meant|said|at|to)\b|,", re.I)
_JOINT = " and then "
_LOOKING = frozenset({"read_schedule", "thanks", "compliment"})
_MOST_MESSAGES = 6
_PAST = re.compile(
    r"(?:a )?(?:half|quarter|five|ten|twenty|twenty[- ]five) (?:past|to|after)", re.I
)
_TO_HOUR = re.compile(r"\w to \w", re.I)
_NEARER_NEXT = 15
"""From so many minutes on, "quarter to" is to the next hour."""
_HALF = lazy_pattern(
    r"(?:in )?(?:the )?(?P<half>[ap]\.?m\.?|morning|evening|afternoon)"
    r"(?:,? (?:not|instead of) .+)?",
    re.I,
)
_OF_ALARM = re.compile(r"\A(?:wake|get me up)\b|\A(?:\S+ ){0,4}alarm\b", re.I)
_SO_MANY = re.compile(r"(?:for )?\w+", re.I)
_NUMBER = re.compile(r"\d+|an?|half an?")
_UNIT = re.compile(r"\b(?:second|minute|hour)s?\b", re.I)
_HALVES = {
    "am": "in the morning",
    "pm": "in the evening",
    "morning": "in the morning",
    "afternoon": "in the afternoon",
    "evening": "in the evening",
}


def corrected(
    text: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> str:
    """Two requests in one sentence, to cancel and to set anew; "" where nothing is put right.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.split()).strip(" .!?")
    line = _AT_END.sub("", line)
    found = _CORRECTS.fullmatch(line)
    if not messages:
        return ""
    if found is None:
        return _settled(line, messages, understand)
    asked, reply = _set_last(messages, understand)
    intent = understand(asked) if asked else None
    if intent is None or intent.name not in SETTING:
        return ""
    cancel = cancelling(intent, reply)
    if not cancel:
        return ""
    if _is_number(found["time"].strip(" ,")) and not _SAYS_SO.search(line):
        return ""  # "no 2" may be anything
    put_right = _timer if intent.name == "set_timer" else _time_of_day
    anew = next(put_right(asked, found["time"].strip(" ,")), "")
    again = understand(anew) if anew else None
    if again and again.name == intent.name:
        return f"{cancel}{_JOINT}{anew}"
    return _settled(f"at {found['time'].strip(' ,')}", messages, understand)


def _set_last(
    messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> tuple[str, str]:
    """What was set last, said out whole, and our answer; only looking at it may be in between."""
    for end in range(len(messages), max(0, len(messages) - _MOST_MESSAGES), -2):
        text, before = messages[end - 2]["text"], messages[: end - 2]
        said = about_entries(text, before, understand) or completed(text, before, understand)
        said = said or clean(text).strip(" .,!?")
        asked = said.rpartition(_JOINT)[2]
        intent = understand(asked)
        if intent is None or intent.name not in _LOOKING:
            return asked, messages[end - 1]["text"]
    return "", ""


def _settled(
    line: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> str:
    """What was set at a time of our choice, now at the time that is said; "" for anything else."""
    said = read_when(line, is_bare=True) if _AT.match(line) else None
    asked = clean(messages[-2]["text"]).strip(" .,!?").rpartition(_JOINT)[2]
    if said is None or said.day or said.rule or any(_without(asked, _has_time)):
        return ""
    intent = understand(asked)
    cancel = cancelling(intent, messages[-1]["text"]) if intent else ""
    anew = f"{asked} {line}"
    again = understand(anew) if cancel and intent and intent.name in SETTING else None
    return f"{cancel}{_JOINT}{anew}" if again and intent and again.name == intent.name else ""


def _has_time(words: str) -> bool:
    when = read_when(words)
    return when is not None and (when.hour is not None or when.after_seconds is not None)


def _timer(asked: str, said: str) -> Iterator[str]:
    """The timer with the new length in the place of its old one; "15" has the old one's unit."""
    unit = _UNIT.search(asked)
    if unit and _is_number(said):
        said = f"{said} {unit[0]}"
    if length_in(said) is None:
        return
    for before, behind in _without(asked, _is_length):
        yield " ".join([*before, said, *behind])


def _time_of_day(asked: str, said: str) -> Iterator[str]:
    """The same at another time of day; the half of the day of before holds where none is said."""
    if other := _HALF.fullmatch(said):
        yield from _other_half(asked, other["half"].lower())
        return
    said = _of_hour(asked, said)
    new = read_when(said, is_bare=True)
    if new is None or new.hour is None:
        return
    is_alarm = _OF_ALARM.search(asked) is not None
    for before, behind in _without(asked, _has_hour if is_alarm else _has_clear_hour):
        at = before[:-1] if before and before[-1].lower() in {"at", "for", "by"} else before
        old = read_when(" ".join(asked.split()[len(before) : len(asked.split()) - len(behind)]),
                        is_bare=True)  # fmt: skip
        half = _HALVES.get(old.half, "") if old and not _is_plain(new) else ""
        if half or _is_plain(new) or not is_alarm or _has_day([*before, *behind]):
            yield " ".join([*at, f"at {said} {half}".strip(), *behind])


def _other_half(asked: str, half: str) -> Iterator[str]:
    """The same in the other half of the day: "I wanted am, not pm"."""
    for before, behind in _without(asked, _has_hour):
        old = read_when(" ".join(_between(asked, before, behind)), is_bare=True)
        if old and old.hour is not None:
            at = f"{old.hour % 12 or 12}:{old.minute:02d}"
            yield " ".join([*before, at, _HALVES.get(half.replace(".", ""), half), *behind])


def _of_hour(asked: str, said: str) -> str:
    """What is said; "half past" alone is past the hour that was said before."""
    past = _PAST.fullmatch(said)
    for before, behind in _without(asked, _has_hour) if past else ():
        old = read_when(" ".join(_between(asked, before, behind)), is_bare=True)
        if old and old.hour is not None:
            hour = old.hour + _hours_on(said, " ".join(_between(asked, before, behind)), old.minute)
            return f"{said} {hour % 12 or 12}"
    return said


def _hours_on(said: str, old: str, minute: int) -> int:
    """1 where the hour that is named is the one behind the old time: four, of "ten to four"."""
    if _TO_HOUR.search(old):
        return 1
    is_to = re.search(r"\bto\Z", said, re.I) is not None
    return int(is_to and minute >= _NEARER_NEXT)


def _between(asked: str, before: Sequence[str], behind: Sequence[str]) -> list[str]:
    words = asked.split()
    return words[len(before) : len(words) - len(behind)]


def _without(asked: str, is_it: Callable[[str], bool]) -> Iterator[tuple[list[str], list[str]]]:
    """What stands before and behind the longest words that are it."""
    words = asked.split()
    for length in range(len(words) - 1, 0, -1):
        for start in range(1, len(words) - length + 1):
            if is_it(" ".join(words[start : start + length])):
                yield words[:start], words[start + length :]
                return


def _is_number(words: str) -> bool:
    """Whether words are a number alone, in digits or not, as "make that twelve" has it."""
    is_bare = _UNIT.search(words) is None and length_in(words) is None
    return is_bare and length_in(f"{words} minutes") is not None


def _is_length(words: str) -> bool:
    return not words.lower().startswith("for ") and length_in(words) is not None


def _has_hour(words: str) -> bool:
    when = read_when(words, is_bare=True)
    return when is not None and when.hour is not None and not when.day and not when.rule


def _has_clear_hour(words: str) -> bool:
    """As `_has_hour`; "for four" may be how many a table is for."""
    return _has_hour(words) and not _SO_MANY.fullmatch(words)


def _has_day(words: Sequence[str]) -> bool:
    """Whether a day is said, with which an hour alone is one of the morning."""
    return any(
        when.day
        for start in range(len(words))
        for when in [read_when(" ".join(words[start:]), is_bare=True)]
        if when
    )


def _is_plain(when: When) -> bool:
    """Whether a time leaves nothing to ask."""
    return bool(when.half or when.is_24 or when.part)
