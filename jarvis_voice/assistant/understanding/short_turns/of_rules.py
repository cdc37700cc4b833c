"""What a short turn says of how often something rings: "every weekday I mean", "bar Sundays". Pure.

Invariant: the clock and the words of before stay; without a clock, or with words that are neither
of days nor idle, nothing is said.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern

_DAYS = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)"
    r"(?:(?:,| and| or|, and) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?))*"
)
_EXCEPT = lazy_pattern(
    r"\b(?:bar|except|but not|excluding|apart from|not|skip|skipping|leave out|without|no|miss)"
    rf"(?: (?:on|at|for|the|in))* (?P<days>{_DAYS})\b", re.I
)  # fmt: skip
_RULE = lazy_pattern(
    rf"\b(?P<rule>(?:every|each) (?:other |single )?(?:{_DAYS}|day|week|month|morning|evening|"
    r"night|afternoon)|(?:on )?(?P<only>weekdays)|(?:on |at )?weekends|daily)\b", re.I
)  # fmt: skip
_PLURAL = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends)"
_NEVER = lazy_pattern(
    r"(?:(?:and|but|oh|ok|okay|actually|so|please|just)\b\W*)*(?:never|don't|do not|no|drop|lose|"
    r"ditch|stop|skip|leave out|not)(?: (?:do|ring|wake me|remind me|go off|need it|want it|doing|"
    rf"ringing|on|at|the|for))* (?P<days>{_PLURAL}(?:(?:,| and| or) {_PLURAL})*|"
    r"(?P<part>(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:part|one|bit))"
    r"(?:,? (?:any more|anymore|from now on|ever|though|please|at all|then|again|this year|"
    r"any longer))*",
    re.I,
)
"""Says on which days it never comes again: "don't do Wednesdays any more"."""
_CLAUSE = re.compile(r"[,.;] | so |\Aso ")
_CLOCK = re.compile(r"\d\d?:\d\d(?: [AP]M)?")
_OLD_RULE = re.compile(r"\b(?P<rule>every .+?)(?: at|,|\Z)", re.I)
_WORD = re.compile(r"[a-z']+", re.I)
_IDLE = (
    FILLERS | CUES.keys() | {"i", "mean", "meant", "it", "that", "this", "only", "though", "yes"}
)


def repeated(line: str, old: Touched) -> ResolvedTurn | None:
    """The request to move it to another rule; None where the turn says none.

    Args:
        line: What was said.
        old: The alarm, reminder or routine that is meant.
    """
    out, rule = _EXCEPT.search(line), _RULE.search(line)
    found = out or rule
    clock, before = _CLOCK.search(old.value), _OLD_RULE.search(old.value)
    if found is None or clock is None or old.state == "gone" or (out and before is None):
        return None
    left = f"{line[: found.start()]} {line[found.end() :]}"
    if any(word.lower() not in _IDLE for word in _WORD.findall(left)):
        return None
    how = f"{before['rule']} except {out['days']}" if out and before else ""
    how = how or (re.sub(r"\A(?:on|at) |single ", "", rule["rule"]) if rule else "")
    if how.lower() in {"weekdays", "weekends"}:
        how = f"every {how[:-1]}"
    if f"{how} at" in f"{old.value.lower()} at":
        return None  # it is so already
    return ResolvedTurn(f"move {_label(old, clock[0])} to {how} at {clock[0]}")


def never_on(text: str, old: Touched) -> ResolvedTurn | None:
    """The request to leave some days out of its rule for good; None where the turn says none.

    Args:
        text: The turn as it was said.
        old: The alarm, reminder or routine that is meant.
    """
    clauses = [one.strip(" .,!?") for one in _CLAUSE.split(text.replace("\u2019", "'"))]
    found = next(filter(None, map(_NEVER.fullmatch, clauses)), None)
    clock, before = _CLOCK.search(old.value), _OLD_RULE.search(old.value)
    if found is None or clock is None or before is None or old.state == "gone":
        return None
    days = f"{found['part']}s" if found["part"] else found["days"]
    how = f"{before['rule']} except {days.lower()} at {clock[0]}"
    return ResolvedTurn(f"move {_label(old, clock[0])} to {how}")


def _label(old: Touched, clock: str) -> str:
    if old.kind == "alarm":
        return f"the {old.name or clock} alarm"
    return f"the {old.kind} to {old.name}"
