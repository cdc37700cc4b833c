"""Says out whole a question or an order about what was just set: "how much longer". Pure.

Invariant: what was set is cancelled only where our last answer tells of it.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.undo_last import SETTING, cancelling
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.spoken_lengths import length_in

_IT = r"(?:it|that|this|they|that one|this one)"
_LEADS = r"(?:(?:and|so|but|then|okay|ok|now|no|please|oh|well|actually|never ?mind)\b[\s,]*)*"
_COMES = (
    r"(?:rings?|goes off|going off|go off|ends?|stops?|done|up|over|finished|due|ready|ringing|"
    r"wakes? me(?: up)?)"
)
_ON_IT = r"(?: (?:on|of|for|in) (?:it|that|this|there|that one|this one))"
_LEFT = re.compile(
    rf"{_LEADS}(?:"
    r"how (?:long|(?:much|many) (?:longer|more|(?:more )?(?:time|minutes|hours|seconds)|"
    r"(?:is|are) (?:still )?left))"
    r"(?: (?:is|are|do i have|do we have|have i got|have we got|does it have|has it got|is it|"
    r"there|it has|i have|still|left|to go|remaining|now)){0,5}"
    rf"{_ON_IT}?(?: left| now| still| to go)?|"
    r"how (?:long|much longer|much time|many minutes)(?: is it| is there| do i have| left)* "
    rf"(?:until|till|before|to) {_IT}(?:'s| is| will be)? {_COMES}|"
    rf"what is (?:still )?left{_ON_IT}|"
    rf"is {_IT}(?: (?:nearly|almost|soon))? (?:done|over|up|finished|ready)(?: yet| already| soon)?"
    r")",
    re.I,
)
_NAMED_LEFT = re.compile(
    rf"{_LEADS}how (?:long|much(?: longer| time| more)?|many minutes)"
    r"(?: (?:is|are|do i have|have i got|does|do|there|left|still)){0,5} (?:on|of|for) "
    r"(?:the |my )?(?P<name>\S+(?: \S+)?)(?: (?:one|left|have left|have))?",
    re.I,
)
"""With a name and without the word timer, where a timer was spoken of."""
_WHEN = re.compile(
    rf"{_LEADS}(?:"
    rf"(?:for )?when (?:is|was|are|will|does|do|did) {_IT}"
    rf"(?: (?:again|be|set|for|to|start|remind me|{_COMES})){{0,4}}|"
    rf"(?:for |at )?(?:what|which) time (?:is|was|are|will|does|do|did) {_IT} (?:be )?"
    rf"(?:set|for|going off|scheduled|again|{_COMES})(?: (?:for|to|at|again))*|"
    rf"(?:for |at )?(?:what|which) time was {_IT}|"
    r"(?:for )?(?:what time|when) (?:did|have) (?:i|you) set (?:it|that|this)(?: (?:for|to))?|"
    rf"what (?:is|was) {_IT} set (?:for|to|at)"
    r")",
    re.I,
)
_STILL = re.compile(
    rf"{_LEADS}(?:"
    rf"(?:is|are) {_IT}(?: (?:still|now|already))* "
    r"(?:on|set|there|active|running|going|counting)(?: (?:now|still|yet|already))*|"
    rf"did (?:you|i) (?:set|make|cancel|start) {_IT}(?: (?:now|yet|already))*"
    r")",
    re.I,
)
_WHICH_ONES = re.compile(
    rf"{_LEADS}(?:(?:(?:what|which) ones?|which) (?:is|are|do i have|have i got)|"
    r"what (?:is|are) (?:still|now|left))"
    r"(?: (?:still|now|there|left|set|on|running|going|active|then))*",
    re.I,
)
_BE = re.compile(
    rf"{_LEADS}(?:(?:for |at )(?:what|which) time (?:will|would) (?:it|that|this) be|"
    r"(?:what|which) time (?:will|would) that be|when (?:will|would) (?:it|that|this) be)",
    re.I,
)
_ABOUT = re.compile(r"(?:and )?(?:what|how) about (?P<day>.+)", re.I)
_OFF = re.compile(
    rf"{_LEADS}(?:(?:turn|switch|shut) {_IT} off|(?:turn|switch|shut) off {_IT}|"
    r"(?:stop|cancel|end|kill|delete|remove|drop|get rid of) "
    r"(?:it|that|this|that one|this one|the one)|"
    r"(?:i|we) (?:do not|don't) need (?:it|that|this) (?:any more|anymore|any longer))"
    r"(?: again| now| after all)?",
    re.I,
)
_TIMER = re.compile(r" (?:timer|one)\Z", re.I)
_FORMS = (_LEFT, _NAMED_LEFT, _WHEN, _OFF, _STILL, _WHICH_ONES, _BE, _ABOUT)
_TIMED = frozenset({"timer", "alarm", "reminder", "routine"})


def asks_of_entry(line: str) -> bool:
    """Whether a sentence may be about what was set, without its name."""
    return any(form.fullmatch(line) for form in _FORMS)


def asked_of_entry(line: str, last: Intent, kind: str, reply: str) -> str:
    """The sentence with what was set in the place of "it"; "" where it is about something else.

    Args:
        line: The clean sentence.
        last: What was asked about a timer, an alarm, a reminder or a routine before it.
        kind: Which of these it was.
        reply: What we answered last.
    """
    if kind not in _TIMED:
        return ""
    thing = _thing(last, kind)
    if _OFF.fullmatch(line):
        return cancelling(last, reply) if last.name in SETTING else f"cancel {thing}"
    if _STILL.fullmatch(line):
        return f"is {thing} set"
    about = _ABOUT.fullmatch(line)
    if about or _WHICH_ONES.fullmatch(line):
        return f"what {kind}s do I have {about['day'] if about else ''}".strip()
    return _of_times(line, thing, kind)


def _of_times(line: str, thing: str, kind: str) -> str:
    """The question when something rings, or how long until then."""
    if kind == "timer" and (_LEFT.fullmatch(line) or _WHEN.fullmatch(line)):
        return f"how long is left on {thing}"
    if kind == "timer" and (named := _NAMED_LEFT.fullmatch(line)):
        return f"how long is left on the {_TIMER.sub('', named['name'])} timer"
    if _LEFT.fullmatch(line):
        return f"how long is it until {thing}"
    return f"when is {thing}" if _WHEN.fullmatch(line) or _BE.fullmatch(line) else ""


def _thing(last: Intent, kind: str) -> str:
    name = str(last.slots.get("name", ""))
    is_named = name and length_in(name) is None
    return f"the {name} {kind}" if is_named else f"the {kind}"
