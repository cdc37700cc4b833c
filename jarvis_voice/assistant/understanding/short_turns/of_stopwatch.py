"""What a short turn asks of the stopwatch that was spoken of last. Pure.

Invariant: a stopwatch that stands is not stopped again, and one that would begin anew at zero is
never started as if it went on: that is asked about.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import (
    ELSE,
    SubjectClause,
    clause_of,
    words_of,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_WORDS = words_of(
    {
        ELSE: r"(?:i|you) (?:say|said)|did not say|say (?:that|it|this)|wait|which|for again|about|"
        r"need it|not|set(?=(?: then| now)?\Z)",
        "lap": r"(?:a |another )?(?:laps?|splits?|lap time|split time)",
        "over": r"(?:start|begin|go|run|set|do|time) (?:it |that |this |me |us )?(?:all )?(?:over|"
        r"again|anew|afresh|fresh|from (?:scratch|zero|nothing|the (?:start|beginning|top)))|"
        r"restart|another (?:one|go|round|run|try|set)|one more (?:time|go|round|run|set)|"
        r"once more|again|round (?:two|three|2|3)|anew|redo|(?:a )?(?:new|fresh) (?:one|go|run)|"
        r"same again|try again|\Ago\Z|next (?:one|round|go|set|run)|from (?:scratch|zero|nothing|"
        r"the (?:start|top))",
        "reset": r"(?:(?:put|set|turn|take|bring) (?:it|that|this) )?(?:back |down )?to (?:zero|"
        r"nou?ght|naught|nothing|0|nil|the start)|reset|zero(?: it)?|clear|wipe|scratch|scrap|"
        r"delete|bin|remove|get rid of",
        "resume": r"carry on|go on|keep (?:it )?(?:going|counting|timing|running|on)|continue|"
        r"resume|un-?pause|pick (?:it |that )?(?:back )?up|back on",
        "read.long": r"how (?:long|much time|fast|far|quick|many (?:minutes|seconds))|"
        r"how (?:did|am|are|is) (?:i|we|it|that|he|she|they)(?: (?:do|doing|going|getting on))?|"
        r"where (?:am|are|is|was|were) (?:i|we|it|that|this)|(?:so|thus) far|up to|"
        r"come to|came to|come out at|came out at|end up(?: at| with)?|ended up(?: at| with)?",
        "read": r"totals?|final|result|score|reading|elapsed|passed|gone|lasted?|took|taken|take|"
        r"still|running|clocked|read(?: it| that| me)?(?: out)?|check|the time|my time|our time|"
        r"time so far|recorded|counted|counting|managed?|showing|shows?|says?|got",
        "stop": r"stop(?:ped)?|pause|halt|hold|freeze|finish(?:ed|es)?|done|end(?:ed)?|"
        r"(?<!i am )off|over|"
        r"enough|complete(?:d)?|that is (?:it|me|us|him|her|them|all|time)|that is enough|"
        r"that will do|time is up|i(?:'m| am) (?:there|back|home|in)|(?:got|made) (?:there|it)|"
        r"kill|cut|quit|call it|there (?:i|we) go|call time|time'?s up|pack it in|wrap it up|"
        r"call it a day",
    },
    idle="i am me get tell give how my where put set turn make bring take stopwatch watch clock "
    "timing did does do "
    "what time please in the end now at on come us a an there there's that's out our is second "
    "seconds minute minutes going go",
)
_ASKS = lazy_pattern(
    r"(?:(?:so|and|ok|okay|right|now|then|well|but)\W+)*(?:how|what|where|which|is|are|am|did|does|"
    r"has|have)\b(?=.*\b(?:on|at|to|time|long|far|much|now|we|it|that)\b)",
    re.I,
)
_OF_DAY = re.compile(r"\btime is it\b|\bis the time\b(?! (?:on|for|so far))|\byou\b", re.I)
"""Asks for the time of day, or something of Jarvis."""

_LENGTH = re.compile(r"\bleft\b|(?<!ready )\bto go\b|\b(?:until|till)\b", re.I)
"""What a timer has and a stopwatch has not."""

_WIPES = lazy_pattern(
    r"(?:(?:ok|okay|right|now|and|so|then|please|no|just)\W+)*(?:wipe|clear|zero) it"
    r"(?: (?:now|then|please|clean|again))*", re.I
)  # fmt: skip
"""What goes for the stopwatch, though alone it would be about the words that were said."""

_NO_LAPS = "I cannot keep laps. The stopwatch has one time."
_FROM_ZERO = "The stopwatch cannot go on from there. Shall I start it again from zero?"
_START, _STOP, _READ, _RESET = (
    "start the stopwatch", "stop the stopwatch", "read the stopwatch", "reset the stopwatch",
)  # fmt: skip
_ANEW = f"{_RESET} and then {_START}"


def of_stopwatch(text: str, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of the stopwatch; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        asked: What was done with the stopwatch last, or asked of it.
        understand: What a sentence means by itself.
    """
    if _WIPES.fullmatch(text.strip(" .,!?")):
        return ResolvedTurn(_RESET)
    said = clause_of(text, _WORDS, understand)
    is_asked = said is not None and _ASKS.match(said.line) is not None
    if (
        said is None
        or not (said.moves or is_asked)
        or _OF_DAY.search(said.line)
        or _LENGTH.search(said.line)
    ):
        return None
    return _done(said, str(asked.slots.get("action", "")))


def _done(said: SubjectClause, last: str) -> ResolvedTurn | None:
    is_standing = last in {"stop", "reset"}
    if said.has("lap"):
        return ResolvedTurn("", _NO_LAPS)
    if said.is_question:
        return ResolvedTurn(_READ)
    if said.has("over"):
        return ResolvedTurn(_START if is_standing else _ANEW)
    if said.has("reset"):
        return ResolvedTurn(_RESET)
    if said.has("stop"):
        return None if is_standing else ResolvedTurn(_STOP)
    if said.has("resume"):
        return ResolvedTurn(_START, _FROM_ZERO) if last == "stop" else None
    return ResolvedTurn(_READ) if said.has("read") else None
