"""Finds what is said of an end, a beginning or a gap of what comes again, which is not kept. Pure.

Invariant: words are such a limit only where they stand beside a time that comes again, or at the
end of a sentence that begins with one; elsewhere they are what is to be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_rules import EXCEPT
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.timed_tasks import MOST_TIME_WORDS, time_first, time_last

_AGAIN = re.compile(
    r"\b(?:every|each|hourly|daily|monthly|yearly|annually|weekdays|weekends|\w+days)\b", re.I
)
_LONGEST = 400
"""Characters of a time that is looked at: no argument of a tool may have more."""

_MOST_LOOKED_AT = 16
"""Words of one sentence that may be a limit, looked at one after another."""

_UNIT = r"(?:minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?)"
_FOR = r"(?:for|over|during|in|within) (?:the )?"
_STOPS = r"(?=,? (?:to|that|about|every|each|at)\b|[,.;!?]|$)"
_TAIL = rf"\S+(?: \S+){{0,5}}?{_STOPS}"
_CLOCK = r"(?:half past |quarter (?:to|past) )?[^\s,]+(?: (?:am|pm|o'clock|thirty|fifteen))?"
_WEEKDAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_TIMELY = lazy_pattern(
    rf"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|"
    rf"midnight|today|tonight|tomorrow|morning|afternoon|evening|{_WEEKDAYS}|{_MONTHS}|"
    r"(?:this|next) \w+|the \w+(?:st|nd|rd|th)|the end)\b",
    re.I,
)
_CLOCK_TIME = lazy_pattern(
    r"(?:at |about |around )?(?:\d\S*|half past \w+|quarter (?:to|past) \w+|one|two|three|four|"
    r"five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|"
    r"(?:the )?(?:morning|afternoon|evening|night|lunch|dinner|bedtime))"
    r"(?: (?:am|pm|o'clock|thirty|fifteen|in the \w+))*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to say a limit.

    Attributes:
        is_timely: It is one only with a time in it: "after six", but not "after work".
        within_days: It is one only for what comes several times a day: "while I work".
        at_end: It is one behind what is to be done, too, of what comes "often" or "daily".
    """

    pattern: re.Pattern[str]
    is_timely: bool = False
    within_days: bool = False
    at_end: frozenset[str] = frozenset()


def _form(pattern: str, *at_end: str, is_timely: bool = False, within_days: bool = False) -> _Form:
    return _Form(
        lazy_pattern(rf"\b(?:(?:but |and )?(?:only|just) )?(?:{pattern})(?: only)?(?!\w)", re.I),
        is_timely,
        within_days,
        frozenset(at_end),
    )


_OFTEN, _DAILY = "often", "daily"
_FORMS = (
    _form(rf"between {_CLOCK} and {_CLOCK}", _OFTEN, is_timely=True),
    _form(rf"from {_CLOCK} (?:to|till|until|through) {_CLOCK}", _OFTEN, is_timely=True),
    _form(rf"(?:until|till|til|up to|through|as far as) {_TAIL}", _OFTEN, _DAILY),
    _form(
        rf"(?:starting|beginning|ending|stopping)(?: (?:from|on|at|with|in|after))? {_TAIL}",
        _OFTEN,
        _DAILY,
        is_timely=True,
    ),
    _form(rf"as (?:of|from) {_TAIL}", is_timely=True),
    _form(rf"by {_TAIL}", _OFTEN, is_timely=True, within_days=True),
    _form(
        r"(?:(?:and|then|but) ){0,2}(?:stop|end|finish)(?:ping|ing)? "
        rf"(?:at|on|by|after|around) {_TAIL}",
        _OFTEN,
        is_timely=True,
        within_days=True,
    ),
    _form(
        r",? (?:only |just )?(?:\w+|a few|a couple of) times (?:in all|in total|altogether)",
        _OFTEN,
        _DAILY,
    ),
    _form(r", (?:only |just )?(?:\w+|a few|a couple of) times(?! (?:a|per|an)\b)", _OFTEN, _DAILY),
    *(
        _form(rf"{_FOR}(?:\w+ ){{1,3}}?{unit}(?! (?:from now|before|after)\b)", *at_end)
        for unit, *at_end in (
            (r"minutes?",),
            (r"hours?", _OFTEN),
            (r"(?:day|night|week|weekend|month|year)s?", _OFTEN, _DAILY),
        )
    ),
    _form(rf"(?:for )?(?:the )?(?:this|next|rest of the|whole) {_UNIT}", _OFTEN, _DAILY),
    _form(r"(?:for )?(?:today|tonight|tomorrow|this (?:morning|afternoon|evening))", _OFTEN),
    _form(r"(?:\w+|a few|a couple of) times(?! (?:a|per|an)\b)|twice(?! (?:a|per)\b)"),
    _form(rf"(?:except|excluding|apart from|but|unless|not)(?: (?:for|on|not|in))? {_TAIL}"),
    _form(
        rf"(?:except|but not|apart from)(?: for)? (?:on|in) {_TAIL}",
        _OFTEN,
        _DAILY,
        is_timely=True,
    ),
    _form(rf"in {_MONTHS}"),
    _form(rf"(?:before|after|since|from) {_TAIL}", is_timely=True),
    _form(rf"(?:while|when|whenever|as long as|during|on|at) {_TAIL}", within_days=True),
)
_LEFT_OUT = lazy_pattern(rf"(?:{EXCEPT})\b", re.I)
_ABOUT_IT = lazy_pattern(
    r"\b(?:what|which|who|how|where|whether|that|is|are|was|were|due|of|about|for|review|plan)\b",
    re.I,
)
"""In front of "this week" it shows that the week is a part of what is to be done."""

_TOLD = re.compile(r"(?:that|about)\b", re.I)


def limit_in(words: str, *, is_bare: bool = False, is_part: bool = False) -> str:
    """The first words that limit what comes again, as they were said; "" where nothing does.

    Args:
        words: "every hour until six to drink water".
        is_bare: Nothing but a time is looked for, so "7 every day" is one.
        is_part: There may be other requests beside it, so what stands at its end may be of those.
    """
    found = _found(words, is_bare=is_bare, is_part=is_part)
    return words[found[0] : found[1]].strip(" ,") if found else ""


def without_limit(words: str) -> str:
    """The words without what limits them."""
    found = _found(words, is_bare=True, is_part=False)
    return " ".join(f"{words[: found[0]]} {words[found[1] :]}".split()) if found else words


def _found(words: str, *, is_bare: bool, is_part: bool) -> tuple[int, int] | None:
    if len(words) > _LONGEST or not _AGAIN.search(words):
        return None
    read_until = 0
    for start, end, form in _candidates(words):
        if end <= read_until:
            continue
        before, said, after = words[:start], words[start:end], words[end:]
        rule = _beside(before, after, is_bare=is_bare)
        if form.is_timely and not _TIMELY.search(said):
            continue
        is_end = form.within_days and form.is_timely and _pace(rule) == _OFTEN
        if rule and not is_end and _is_read(before, said):
            read_until = end
            continue
        if rule and not (form.within_days and _pace(rule) != _OFTEN):
            return start, end
        if not (is_part or after.strip(" .,!?")) and _ends_it(before, said, form):
            return start, end
    return None


def _candidates(words: str) -> Iterator[tuple[int, int, _Form]]:
    spans = [
        (match.start(), match.end(), form)
        for form in _FORMS
        for match in form.pattern.finditer(words)
    ]
    return islice(sorted(spans, key=lambda span: (span[0], -span[1])), _MOST_LOOKED_AT)


def _beside(before: str, after: str, *, is_bare: bool) -> str:
    """The rule of the time that ends right before, or begins right after; "" where none does."""
    tokens = before.strip(" ,").split()[-MOST_TIME_WORDS:]
    behind = after.strip(" ,").split()[:MOST_TIME_WORDS]
    whole = read_when(" ".join(tokens), is_bare=is_bare) if tokens else None
    last = time_last(tokens, is_alone=True) if tokens else None
    if rule := _rule(whole) or _rule(last[1] if last else None):
        return rule
    if tokens:
        return ""
    first = time_first([*behind, "it"])
    end = time_last(["it", *behind], is_alone=True)
    return _rule(first[1] if first else None) or _rule(end[1] if end else None)


def _is_read(before: str, said: str) -> bool:
    """Whether the time in front and the words are one time, so that the words are kept."""
    if found := _LEFT_OUT.match(said):
        said = found[0]
    tokens = [*before.strip(" ,").split(), *said.split()][-MOST_TIME_WORDS:]
    whole = read_when(" ".join(tokens), is_bare=True)
    last = time_last(tokens, is_alone=True)
    is_within = last is not None and last[0] < len(tokens) - len(said.split())
    return whole is not None or (is_within and bool(_rule(last[1] if last else None)))


def _ends_it(before: str, said: str, form: _Form) -> bool:
    """Whether a limit behind what is to be done is one: the time stands in front of that."""
    first = time_first(before.strip(" ,").split())
    if first is None or not first[1].rule:
        return False
    pace, task = _pace(first[1].rule), " ".join(before.split()[first[0] :])
    if pace not in form.at_end or _TOLD.match(task):
        return False
    if pace == _OFTEN:
        return True
    clock = said.partition(" ")[2]
    is_spoken_of = re.match(r"(?:this|next)\b", said, re.I) and _ABOUT_IT.search(task)
    is_weekly = "WEEKLY" in first[1].rule and re.search(r"\bweek\b", said, re.I)
    return not (is_spoken_of or is_weekly or _CLOCK_TIME.fullmatch(clock))


def _rule(when: When | None) -> str:
    return when.rule if when else ""


def _pace(rule: str) -> str:
    return _OFTEN if rule.startswith(("FREQ=HOURLY", "FREQ=MINUTELY")) else _DAILY
