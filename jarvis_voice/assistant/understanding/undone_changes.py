"""Reads "undo", "bring it back" and "not that one" right behind what was cancelled or moved. Pure.

Invariant: it is meant only behind our own answer that tells of such a change and of nothing else;
what a turn names must be in that answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

LONGEST_LINE = 120

_TOLD = lazy_pattern(
    r"(?:\A|(?<=[.!?] ))(?:I have (?:(?P<cancelled>cancelled)|(?P<moved>moved|renamed)) "
    r"(?!.{1,400} back: )|"
    r"(?P<timed>The [^.]{1,80} has [^.]{1,60} left now\.))"
)
_OTHERS = re.compile(
    r"(?:\A|(?<=[.!?] ))(?:I have (?:left out|added|noted|taken|deleted|cleared|forgotten|opened|"
    r"changed|stopped)|The [^.]{1,80} is set |I will |Snoozed )"
)
"""How an answer tells that something else was done, which "undo" may mean as well."""

_LEAD = (
    r"(?:(?:oh|ah|ok|okay|sorry|wait|no|nope|oops|whoops|damn|please|actually|but|hang on|hold on|"
    r"jarvis|can you|could you|just|and|yes|hey|stop|hmm)\b[\s,.!]*)*"
)
_TAIL = r"(?:,? (?:please|again|now|then|after all|though|thanks|for me|jarvis|sorry))*"
_IT = (
    r"(?:it|that|this|them|both|both of them|all of (?:it|them)|those|that one|this one|"
    r"(?:the|my|that|this|your|those|these) (?:(?P<name{n}>[\w':]+(?: [\w':]+){{0,2}}) )?"
    r"(?P<kind{n}>timer|alarm|reminder|routine)s?)"
)


def _it(number: int) -> str:
    return _IT.replace("{n}", str(number)).replace("{{", "{").replace("}}", "}")


_UNDOES = (
    r"(?:undo|revert|reverse)(?: (?:it|that|this|the last (?:one|thing|change|step)))?|"
    r"take (?:it|that|this) back|"
    r"(?:that|this|it) was (?:a mistake|an accident|by mistake|by accident|not what i "
    r"(?:meant|wanted|asked(?: for)?))|my mistake|i made a mistake|"
    r"(?:that was |that's |that is |it was |you (?:took|cancelled|moved) )?(?:the )?wrong "
    r"(?:one|timer|alarm|reminder|routine)|"
    r"not (?:that|this)(?: one)?|"
    r"(?:i|we) (?:did not|didn't|never) (?:mean|want|ask for|say|ask you to do) (?:that|this)"
    r"(?: one)?"
)
_CANCELS = r"(?:cancel|delete|remove|stop|end)"
_BRINGS = lazy_pattern(
    rf"{_LEAD}(?:{_UNDOES}|"
    rf"(?:bring|put|get|turn|switch|set|take) {_it(0)} back(?: on| in)?|"
    rf"(?:bring|put|turn|switch) back(?: on)? {_it(1)}|"
    rf"(?:set|have|turn|switch) {_it(9)} (?:on )?again|"
    rf"(?:restore|reinstate|re-?enable|reactivate|un-?cancel|undelete|recover) {_it(2)}|"
    r"(?:i|we) (?:(?:do|did|still|actually|really|will|would|want to) )*(?:need|want|keep) "
    rf"{_it(3)}(?: back| on)?|"
    r"(?:i|we) (?:did not|didn't|never) (?:want|mean|ask|tell|say)(?: you)? to "
    rf"{_CANCELS} {_it(4)}|"
    rf"(?:i|we) (?:did not|didn't) want {_it(5)} (?:cancelled|canceled|deleted|removed|gone)|"
    rf"(?:do not|don't) {_CANCELS} {_it(6)}|"
    rf"(?:keep|leave) {_it(7)}(?: on| in| as it was| alone| running| there| set)?|"
    rf"let {_it(8)} (?:run|be|stay)){_TAIL}|"
    r"(?:(?:oh|ah|ok|okay|sorry)\W+)*(?:no\W+wait|wait\W+no)(?:\W+no)*",
    re.I,
)
"""What is said behind something that was cancelled."""

_MOVES = r"(?:move|change|rename|shift|touch)"
_RETURNS = lazy_pattern(
    rf"{_LEAD}(?:{_UNDOES}|"
    rf"(?:move|put|change|set|switch|take|shift|turn) {_it(0)} back"
    r"(?: (?:to (?:how|what|where|when) it was|how it was|where it was|to normal|"
    r"to the (?:old|original|previous) (?:time|one|length))(?: before)?)?|"
    rf"(?:leave|keep) {_it(1)} (?:as|how|where|when) it was(?: before)?|"
    rf"(?:i|we) (?:did not|didn't|never) (?:want|mean|ask|tell|say)(?: you)? to {_MOVES} {_it(2)}|"
    rf"(?:do not|don't) {_MOVES} {_it(3)}){_TAIL}",
    re.I,
)
"""What is said behind something that was moved or has another length or name."""


def undone_change(text: str, messages: Sequence[MessageState]) -> Intent | None:
    """The request to undo what our last answer tells; None where a turn asks for something else.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if not messages or len(line) > LONGEST_LINE:
        return None
    reply = messages[-1]["text"]
    told = _TOLD.search(reply)
    if told is None or not is_change_alone(reply):
        return None
    found = (_BRINGS if told["cancelled"] else _RETURNS).fullmatch(line)
    if found is None or not _are_named(found, reply):
        return None
    return Intent("undo_schedule", {"told": reply})


def is_change_alone(reply: str) -> bool:
    """Whether an answer tells of a change of what is set, and of nothing else that was done."""
    is_told = _TOLD.search(reply) is not None
    return is_told and not _OTHERS.search(reply) and not reply.rstrip().endswith("?")


def _are_named(found: re.Match[str], reply: str) -> bool:
    """Whether what a turn names is in our answer: "my tea timer", "the alarm"."""
    said = " ".join(word for word in found.groupdict().values() if word).casefold().split()
    return all(word in reply.casefold() for word in said)
