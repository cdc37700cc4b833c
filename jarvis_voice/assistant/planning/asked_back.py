"""Tells whether a turn only answers what a model asked. Pure.

Invariant: an order with its verb or its thing stays an order, also behind a question.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.planning.plan import PlanView
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.assistant.understanding.parts import ALONE
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.open_questions import ends_in_question, may_await_answer
from jarvis_voice.language.en.reports.act_verbs import BASES
from jarvis_voice.language.en.reports.clause_words import word_table

_MOST_WORDS = 6
_ANSWERS = frozenset({"yes"})
"""What answers a question of a model's, where code has asked nothing."""
_AT_ONCE = ALONE | {meanings.VOLUME, meanings.ADJUST_SPEECH, meanings.MEDIA}
"""What a word alone orders, whatever was asked: "stop", "louder", "pause"."""
_BARE = lazy_pattern(
    r"(?:(?:um+|uh+|well|oh|hm+|i think|i guess|maybe|perhaps|probably|just|only|like|say|"
    r"let's say|about|around|roughly|some|for|in|at|on|of|the|a|an|my|it's|it is|that's|since|"
    r"until|till|after|before|every|each)\b[\s,.]*)*",
    re.I,
)
"""What may lead to such words."""
_ORDERS = lazy_pattern(
    r"\A(?:i|i'm|i've|my|we|our)\b(?! think| guess)|"
    r"\b(?:timers?|alarms?|reminders?|remind|wake|countdown|stopwatch|lists?|notes?|volume|"
    r"microphone|screenshot|snooze|undo|mute|unmute|skip|ones?|first|second|third|last|number|"
    r"what|what's|how|who|when|where|why|which|tell|give|show|go|convert|calculate|define|spell|"
    r"please|jarvis)\b",
    re.I,
)
"""Says what is wanted of Jarvis, or points at what it has found."""
_PLAIN_NOUNS = word_table(
    "sleep time date weather music joke work run walk cook dance swim book film play drive rest "
    "name rain snow water order phone text plan design paint pay buy"
)
"""Verbs of orders that are names of things as well."""


def only_answers(view: PlanView) -> bool:
    """Whether a turn is a yes, or a few words that stand for nothing but an answer.

    Args:
        view: "ten minutes", behind a model's "How long should it be?".
    """
    intents = {part.intent.name for part in view.understanding.parts if part.intent}
    last = view.messages[-1]["text"] if view.messages else ""
    is_asked = ends_in_question(last)
    if intents <= _ANSWERS:
        return is_asked or (view.is_asked_back and may_await_answer(last))
    if not (is_asked and view.is_asked_back):
        return False
    words = view.goal.lower().split()
    if len(words) > _MOST_WORDS or intents & _AT_ONCE or _ORDERS.search(view.goal):
        return False
    first = re.findall(r"[a-z']+", view.goal[_leading(view.goal) :].lower())
    return not first or first[0] not in BASES.keys() - _PLAIN_NOUNS


def _leading(goal: str) -> int:
    found = _BARE.match(goal)
    return found.end() if found else 0
