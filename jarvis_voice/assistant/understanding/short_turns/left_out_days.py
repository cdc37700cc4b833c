"""Says out which day of what comes again is left out: "skip it tomorrow". Pure.

Invariant: only what comes again is meant, and the last one of the conversation; what was left out
is brought back only right behind our answer that says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of
from jarvis_voice.assistant.understanding.short_turns.left_out_wishes import (
    wants_back,
    wish_to_leave_out,
)
from jarvis_voice.assistant.understanding.short_turns.of_rules import never_on
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.told_answers import told_in
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.language.en.spoken_lists import key_of

_ENDS = frozenset({"skip_schedule", "cancel_schedule"})
_KINDS = frozenset({"alarm", "reminder", "routine"})
_OF = {"wake": "alarm", "ring": "alarm", "remind": "reminder"}
_LEAD = (
    r"(?:(?:oh|ok|okay|right|yes|no|actually|but|and|just|please|can you|could you|you can|"
    r"only|wait|sorry)\b\W*)*"
)
_TAIL = r"(?:,? (?:please|though|only|then|thanks|for once|just this once))*"
_IT = r"(?: (?:it|that|this|that one|this one|mine))?"
_WEEKDAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_DAY = (
    r"(?:on |for )?(?P<day>today|tonight|tomorrow(?: morning| evening| night| afternoon)?|"
    rf"the day after tomorrow|(?:this|next) (?:week|weekend|{_WEEKDAY})|{_WEEKDAY})"
)
_NEAR = (
    r"(?:on |for )?(?P<day>today|tonight|tomorrow(?: morning| evening| night| afternoon)?|"
    rf"the day after tomorrow|this (?:week|weekend|{_WEEKDAY}))"
)
_SKIPS = lazy_pattern(
    rf"{_LEAD}(?:(?:skip|leave out|miss out|miss|omit|cancel|drop|pause|leave){_IT}(?: out| off)?|"
    rf"give (?:it|that) a miss|turn (?:it|that) off){_TAIL} {_DAY}{_TAIL}",
    re.I,
)
_SKIPS_ONCE = lazy_pattern(
    rf"{_LEAD}(?:skip|leave out|miss out|omit){_IT}(?: out)? "
    rf"(?:(?:just |only )?(?:this|the next|next) (?:once|time|one)|the next one|once){_TAIL}",
    re.I,
)
_ONE = r"(?:it|that|this|that one|this one)"
_SKIPS_IT = lazy_pattern(
    rf"{_LEAD}(?:(?:skip|leave out|miss out|omit) {_ONE}|"
    rf"(?:leave|miss) {_ONE} out){_TAIL}",
    re.I,
)
"""What comes again is never ended by a word that leaves out."""
_NOT_THEN = lazy_pattern(
    rf"{_LEAD}(?:not|except(?: for)?|apart from|but not) {_NEAR}{_TAIL}|"
    rf"{_LEAD}(?:do not|don't|dont|no need to) (?P<act>wake|remind|ring|bother)(?: me| us)?"
    rf"(?: up)?(?: about (?:it|that))? {_NEAR.replace('?P<day>', '?P<day_b>', 1)}{_TAIL}|"
    rf"{_LEAD}(?:(?:i|we) (?:do not|don't|dont|won't|will not) (?:need|want) (?:it|that|one)|"
    rf"no need(?: for (?:it|that))?|not needed) {_NEAR.replace('?P<day>', '?P<day_c>', 1)}{_TAIL}",
    re.I,
)
_NOT_SO_LONG = (
    "I can leave out a day, the weekend or a week. Say for example: skip it tomorrow, or: skip it "
    "next week."
)
_LEFT_OUT = re.compile(
    r"I have left out (?:the (?:(?P<name>(?!alarm for )[^\"]+?) )?"
    r"alarm for (?P<clock>\d\d?:\d\d(?: [AP]M)?)|"
    r'the (?P<kind>reminder|routine) "(?P<words>[^"]+)") '
)
_BACK = lazy_pattern(
    rf"{_LEAD}(?:undo(?: (?:it|that|this))?|(?:bring|put|take) (?:it|that|this) back(?: on| in)?|"
    r"restore (?:it|that)|(?:do not|don't|dont) (?:skip|leave out) (?:it|that)(?: out)?|"
    r"(?:i|we) (?:do|will|'ll) (?:need|want) (?:it|that|one)|keep (?:it|that)(?: on| in)?|"
    r"turn (?:it|that) back on|leave (?:it|that) (?:on|in))"
    rf"(?:,? (?:tomorrow|today|after all|again|then|please|though))*",
    re.I,
)

_SKIPPED = r"(?:skip|skipping|skipped (?:alarm|reminder|routine|day|one))"
_ITS_DAY = r"(?:tomorrow's |today's |tonight's |\w+day's )?"
_BACK_BY_NAME = lazy_pattern(
    rf"{_LEAD}(?:(?:undo|cancel|revert|reverse|remove|drop|forget|take back|scrap|stop) "
    rf"(?:the|that|my|this) {_SKIPPED}(?: of (?:it|that|the alarm))?|"
    r"(?:un-?skip|(?:do not|don't|dont) skip|bring back|restore|put back) (?:it|that|"
    rf"(?:the |my )?{_ITS_DAY}(?:\w+ )?(?:alarm|reminder|routine))"
    r"(?: back)?(?: on| for)?(?: tomorrow| today| tonight| (?:on )?\w+day)?)"
    r"(?:,? (?:please|then|though|after all|again))*",
    re.I,
)
"""Brings back what was left out and says so: "undo the skip", "don't skip tomorrow's alarm"."""
_READ = re.compile(r"(?:You have|Your|There (?:is|are)|It is|It's|Nothing)\b")
"""How an answer begins that only tells something."""
_ANSWERS_BACK = 3

_NAMED = lazy_pattern(
    r"\b(?:the|my|our|that|today's|tonight's|tomorrow's) (?:(?P<name>\w+) )?"
    r"(?P<kind>alarm|reminder|routine)s?\b",
    re.I,
)
_OF_ANY = frozenset(
    key_of(
        "morning evening night daily nightly weekly monthly weekday weekend usual normal regular "
        "repeating recurring early same only first next monday tuesday wednesday thursday friday "
        "saturday sunday"
    )
)
"""Words before "alarm" that name none: "my usual alarm"."""
_COUNTED = re.compile(r"(?:an?|two|three|four|five|six|\d\d?) (?:day|week)s?", re.I)
"""How long something is left out, which a sentence has in the place of a name."""
_POINTS = re.compile(r"\b(?:it|that|this one|that one|one|mine|\d+)\b", re.I)
_WAVES = lazy_pattern(
    r"(?:(?:oh|ah|ok|okay|no|well|right|sorry|actually)\W+)*(?:never ?mind|forget (?:it|that)|"
    r"scratch that)(?:,? (?:then|please|now|jarvis))*",
    re.I,
)
"""May be about what was left out, so it is asked about."""


def left_out_day(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The request to leave out a day of the last one, or to bring it back; None where none is made.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    told = _LEFT_OUT.match(messages[-1]["text"]) if messages else None
    before = told or _left_out_before(messages)
    is_back = before and (_BACK.fullmatch(line) or _BACK_BY_NAME.fullmatch(line))
    if before and is_back and not _restores_by_name(understand(clean(text))):
        return ResolvedTurn(_brought_back(before))
    wants_it = told and wants_back(line) and not _is_whole(understand(clean(text)))
    if told and (wants_it or _WAVES.fullmatch(line)):
        return ResolvedTurn(_brought_back(told), is_guess=True)
    entries = topic.entries(topic.kind)
    if topic.kind not in _KINDS or topic.is_asking or not entries:
        return None
    last = entries[-1]
    if not told and "every" not in last.value and topic.kind != "routine":
        return None
    if _SKIPS_ONCE.fullmatch(line) or _SKIPS_IT.fullmatch(line):
        answer = messages[-1]["text"] if messages else ""
        is_near = told or any(map(told_in, split_sentences(answer)))
        return ResolvedTurn(f"skip {label_of(last)}") if is_near else None
    if found := _SKIPS.fullmatch(line) or _NOT_THEN.fullmatch(line):
        return _on_day(found, line, entries)
    if rule := never_on(line, last):
        return rule
    alone = understand(clean(text))
    is_whole = _is_whole(alone) and not _COUNTED.fullmatch(str(alone and alone.slots.get("name")))
    return None if is_whole else _wished(line, entries)


def _restores_by_name(alone: Intent | None) -> bool:
    """Whether a turn names by itself the day or the entry that is brought back."""
    return (
        alone is not None
        and alone.name == "skip_schedule"
        and bool(alone.slots.get("day") or alone.slots.get("name"))
    )


def _left_out_before(messages: Sequence[MessageState]) -> re.Match[str] | None:
    """Our answer that something was left out, where since then we only told something."""
    for place in range(len(messages) - 1, max(-1, len(messages) - 2 * _ANSWERS_BACK), -2):
        answer = messages[place]["text"]
        if found := _LEFT_OUT.match(answer):
            return found
        if not _READ.match(answer):
            return None
    return None


def _label(line: str, entries: Sequence[Touched]) -> str:
    """What is left out: the last one; of several that none is pointed at, what comes that day."""
    last, again = entries[-1], [one for one in entries if "every" in one.value]
    is_one = len(again) <= 1 or last.kind == "routine" or _POINTS.search(line) is not None
    is_one = is_one or bool(last.name and last.name.casefold() in line.casefold())
    return label_of(last) if is_one else f"the {last.kind}"


def _on_day(found: re.Match[str], line: str, entries: Sequence[Touched]) -> ResolvedTurn | None:
    """The day that is left out, where the verb is one of this kind."""
    last = entries[-1]
    said = found.groupdict()
    if _OF.get((said.get("act") or "").lower(), last.kind) != last.kind:
        return None
    day = said.get("day") or said.get("day_b") or said.get("day_c")
    return ResolvedTurn(f"skip {_label(line, entries)} {day}")


def _is_whole(alone: Intent | None) -> bool:
    """Whether a turn names by itself what goes, or sets something."""
    if alone is None or alone.is_question:
        return False
    names = alone.slots.get("name") or alone.slots.get("day") or alone.slots.get("way")
    return alone.name in SETTING or (alone.name in _ENDS and bool(names))


def _wished(line: str, entries: Sequence[Touched]) -> ResolvedTurn | None:
    """The same in whatever words; what may mean something else is asked about."""
    last = entries[-1]
    wish = wish_to_leave_out(line, last.name)
    if wish is None:
        return None
    if wish.is_long:
        return ResolvedTurn("", _NOT_SO_LONG)
    label = _label(line, entries) if wish.day else label_of(last)
    sentence = f"skip {label} {wish.day}".strip()
    return ResolvedTurn(sentence, is_guess=not wish.is_sure or _names_another(line, last))


def _names_another(line: str, last: Touched) -> bool:
    """Whether a turn names a kind that the last one is not of, or a name that it has not."""
    return any(
        found["kind"].lower() != last.kind
        or not set(key_of(found["name"] or "")) <= _OF_ANY | set(key_of(last.name))
        for found in _NAMED.finditer(line)
    )


def _brought_back(told: re.Match[str]) -> str:
    """The sentence that brings back what our answer told."""
    if told["kind"]:
        return f"restore the last skipped {told['kind']} to {told['words']}"
    return f"restore the last skipped {told['name'] or told['clock']} alarm"
