"""Tells which words of a model may stand before a question of code: "Shall I clear it?". Pure.

Invariant: no word that could sway the yes or the no stands there: only a plain fact of something
else does, as "Owls cannot move their eyes."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.planning.plan import Task
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.tools.registry import Tool

_LONGEST = 300
_SWAYS = lazy_pattern(
    r"[?:\u2026/<>\[\]{}\"\u201c\u201d*`]|"
    r"\b(?:i|me|my|mine|we|us|our|you|your|yours|jarvis|user|this|that|it|its|here|"
    r"means?|opposite|revers\w*|instead|e-?mails?|mails?|letters?|calls?|people|everyone|experts?|"
    r"now|please|just|only|"
    r"yes|yep|yeah|no|nope|not|nothing|none|never|ok|okay|sure|right|fine|done|say|says|said|tell|"
    r"press|click|type|answer\w*|agree\w*|confirm\w*|accept\w*|allow\w*|refus\w*|question\w*|"
    r"ask\w*|choos\w*|choice|want\w*|need\w*|must|should|shall|delet\w*|remov\w*|clear\w*|empt\w*|"
    r"wip\w*|eras\w*|forg[eo]t\w*|cancel\w*|drop\w*|reset\w*|undo\w*|undone|restor\w*|backup\w*|"
    r"back ?up|sav(?:e|es|ed)|stor(?:e|es|ed)|cop(?:y|ies|ied)|keep(?! (?:for|well|fresh|about)"
    r"\b)\w*|kept|"
    r"los[et]\w*|gone|safe\w*|harmless\w*|danger\w*|risk\w*|test\w*|drill|joke|pretend\w*|demo|"
    r"everything|anything|all|list\w*|notes?|alarms?|timers?|reminders?|entr(?:y|ies)|memor\w+|"
    r"settings?|file\w*|message\w*|order\w*|permission\w*|command\w*|run|install\w*|open\w*|"
    r"send\w*|share\w*|pay\w*|buy\w*|temporar\w*|second|later|moment|worr\w*|trust\w*|"
    r"recommend\w*|advis\w*|best|better|good|bad)\b",
    re.I,
)
_BETWEEN = re.compile(r"(?<=[.!])\s+")
_STATES = re.compile(r"\W*(?:[A-Z]|\d)[^.!\n]*[.!]\W*")


def words_beside(task: Task, units: Sequence[Unit], tools: Sequence[Tool]) -> list[Unit]:
    """The units that may be told before a call: before a question of code those that sway nobody.

    Args:
        task: What the model called for.
        units: What it wrote beside the call and has not been told, as far as it may be said.
        tools: Those that are possible now.
    """
    asks = any(tool.may_ask_first for tool in tools if tool.name == task.action)
    return [one for one in units if not may_sway(one.text)] if asks else []


def may_sway(text: str) -> bool:
    """Whether words hold more than plain facts that have nothing to do with a question of code.

    Args:
        text: The words before the question.
    """
    if len(text) > _LONGEST or _SWAYS.search(text):
        return True
    sentences = _BETWEEN.split(text.strip())
    return not all(_STATES.fullmatch(one) for one in sentences)
