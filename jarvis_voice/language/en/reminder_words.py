"""Reads what a reminder is for and when, without the reason that is said behind its time. Pure.

Invariant: a clause is left out only behind a time, and only where it gives a reason; what somebody
is to be told keeps all its words.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import When
from jarvis_voice.language.en.timed_tasks import split_when

_SOMEBODY = (
    r"(?:(?:i|we|he|she|it|they|you|that|this|there)(?:'(?:m|s|re|ve|ll|d))?|my|our|his|her|their|"
    r"the|otherwise|every(?:one|body))\b"
)
_NO_REASON = r"(?!i (?:mean|meant|think|guess|said)\b)"
_REASON = lazy_pattern(
    rf"(?P<joint>,?\s+(?:because|since|cause|cos|as|so(?: that)?|or else)|,)\s+{_NO_REASON}"
    rf"(?:{_SOMEBODY}|(?<=because )of\b|(?<=so )(?:don't|do not)\b)",
    re.I,
)
_MOST_REASONS = 4
_JOINT = re.compile(r",? and (?!(?:a |one )?(?:half|quarter)\b|\d)", re.I)
_FOR_SOME = re.compile(r"\b(?:for|between|from) \w+\Z", re.I)
"""Ends with how many it is for, or with the first of two: no time."""
_TELLS_SOMEBODY = lazy_pattern(
    r"\b(?:tell|say|ask|text|write|message|e-?mail|mention|explain|warn|inform|know|note)\b", re.I
)
_TOLD = re.compile(r"\b(?:that|about)\b", re.I)


def task_and_time(words: str) -> tuple[str, When] | None:
    """What is to be done, and when; None where no time is said.

    Args:
        words: "call Ana at nine because she is ill", "at nine to call Ana", "call Ana at nine and
            ask her".
    """
    for reason in list(_REASON.finditer(words))[:_MOST_REASONS]:
        head = words[: reason.start()]
        is_comma = reason["joint"].strip() == ","
        if _TOLD.search(head) or (is_comma and _TELLS_SOMEBODY.search(head)):
            continue
        found = split_when(head)
        if found and found[0]:
            return found
    return split_when(words) or _timed_between(words)


def _timed_between(words: str) -> tuple[str, When] | None:
    """The same where the time stands within what is to be done: "call Tom at six and thank him"."""
    for joint in list(_JOINT.finditer(words))[:_MOST_REASONS]:
        head, tail = words[: joint.start()], words[joint.start() :]
        found = split_when(head)
        if found and found[0] and not _FOR_SOME.search(head):
            return f"{found[0]}{tail}", found[1]
    return None
