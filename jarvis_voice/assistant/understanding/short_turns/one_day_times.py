"""Takes another time for some days of what comes again: "make it eight on weekends". Pure.

Invariant: an alarm has one time for all of its days. For other days one more is offered; where days
overlap, the tool says what can be done. No day that was not named is lost.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of
from jarvis_voice.assistant.understanding.short_turns.resolution import is_whole
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_moves import weekdays_of
from jarvis_voice.language.en.schedule_words import read_when

_LONGEST = 120
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_LEAD = (
    r"(?:(?:and|but|ok|okay|oh|so|no|please|now|actually|just|then|also|can you|could you|"
    r"except|only)\b\W*)*"
)
_TAIL = r"(?:,? (?:please|instead|then|thanks|though|too|as well))*"
_VERB = r"(?:make|set|put|change|move|have|do|shift|push|say|let's (?:say|make it)|ring)"
_IT = r"(?:it|that|this|the alarm|my alarm|the reminder|my reminder|the time)"
_SOME = (
    rf"(?:{_WEEKDAY}s|weekends?|weekdays?|{_WEEKDAY}(?:s?(?:,| and|, and) {_WEEKDAY}s?)+|"
    rf"{_WEEKDAY}s?(?:(?:,| and|, and) {_WEEKDAY}s?)+)"
)
_CLOCK = r"(?P<clock>(?!on\b|the\b)[\w:.' ]+?)"
_THEN = lazy_pattern(
    rf"{_LEAD}(?:{_VERB} )?(?:{_IT} )?(?:(?:to|for|at|be|ring at) )?{_CLOCK},? "
    rf"(?:(?:only )?(?:on|at|for|every|each|over|during) (?:the )?)?"
    rf"(?P<days>{_SOME}|daily|(?<=every |.each )day){_TAIL}",
    re.I,
)
_DAYS_FIRST = lazy_pattern(
    rf"{_LEAD}(?:{_VERB} )?(?:(?:on|at|for|over|during) )?(?:the )?(?P<days>{_SOME}),? "
    rf"(?:{_VERB} )?(?:{_IT} )?"
    rf"(?:should be |is |can be )?(?:(?:to|for|at) )?{_CLOCK}{_TAIL}",
    re.I,
)
_OF_DAY = lazy_pattern(
    rf"{_LEAD}(?:(?:{_VERB}) )?(?:the )?(?P<day>{_WEEKDAY}|tomorrow|today|tonight)(?:'s|s')"
    rf"(?: (?:one|alarm|reminder))?(?: (?:to|for|at|should be(?: at)?|is))? {_CLOCK}{_TAIL}",
    re.I,
)
_ONE_MORE = re.compile(
    r"\b(?:also|too|as well|another|one more)\b|"
    r"\A(?:ok |okay |oh )?and (?!.*\b(?:it|that|make|change)\b)",
    re.I,
)
"""Asks for one more: "and 8 am on Saturdays"; "and make it 8 on Saturdays" may mean another."""
_ONLY = re.compile(r"\bonly\b", re.I)


def one_day_time(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request for another time on some days; None where none is made.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    entries = topic.entries(topic.kind) if topic.kind in {"alarm", "reminder"} else []
    if not entries or len(line) > _LONGEST or topic.is_asking or is_whole(understand(clean(text))):
        return None
    last = entries[-1]
    before = _days_in(last.value)
    if len(before) <= 1:
        return None
    if (found := _OF_DAY.fullmatch(line)) and _is_clock(found["clock"]):
        return ResolvedTurn(f"move the {last.kind} on {found['day']} to {found['clock']}")
    found = _THEN.fullmatch(line) or _DAYS_FIRST.fullmatch(line)
    if found is None or not _is_clock(found["clock"]):
        return None
    return _on_days(found["clock"], found["days"].lower(), before, last, line)


def _on_days(
    clock: str, days: str, before: frozenset[str], last: Touched, line: str
) -> ResolvedTurn | None:
    """One more for days on which it does not come; a move for all that are its own."""
    every = f"every {re.sub(r'(?<=day)s|(?<=end)s', '', days.replace('daily', 'day'))}"
    new = _days_in(every)
    if not new:
        return None
    is_more = _ONE_MORE.search(line) is not None
    if (new & before and not is_more) or _ONLY.search(line):
        to = f"{every} at {clock}" if _ONLY.search(line) else f"{clock} {every}"
        return ResolvedTurn(f"move {label_of(last)} to {to}")
    more = f"set an alarm for {clock} {every}"
    if last.kind == "reminder":
        more = f"remind me {every} at {clock} to {last.name}"
    return ResolvedTurn(more, is_guess=not is_more)


def _days_in(words: str) -> frozenset[str]:
    """The weekdays of a time that comes again, as it is told or said."""
    when = read_when(words, is_bare=True)
    return weekdays_of(when.rule) if when else frozenset()


def _is_clock(words: str) -> bool:
    when = read_when(words, is_bare=True)
    is_plain = when is not None and when.hour is not None and not (when.day or when.rule)
    return is_plain and when is not None and when.after_seconds is None
