"""Reads the words in which people want a change of what is set undone. Pure.

Invariant: one clause says so outright, and no other clause orders anything or names a time
or another thing.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern

LONGEST_LINE = 120

_CLAUSE_END = lazy_pattern(r"[,.;:!?]+\s*|\s+[-\u2013\u2014]\s*|\s+(?:and|so|but|because|cause)\s+")
_LEAD = (
    r"(?:(?:oh|ah|ok|okay|sorry|wait|no|nope|nah|oops|whoops|whoa|damn|shoot|please|actually|but|"
    r"and|so|just|yes|hey|stop|what|hmm+|um+|uh+|er+|ugh|mm+|well|like|jarvis|hang on|hold on|then|"
    r"on second thoughts?|changed my mind|turns out|better|i should|i'd better|"
    r"i think|i guess|i said|you know what|"
    r"(?:can|could|would|will) you|(?:can|could|may) (?:i|we)|let's|you should|you have to)\b\W*)*"
)
_TAIL = (
    r"(?:,? (?:please|again|now|then|after all|though|thanks|for me|jarvis|sorry|would you|"
    r"will you|love|right away))*"
)
_IT = (
    r"(?:it|that|this|them|both|everything|all|them all|them both|(?:both|all) of (?:it|them)|"
    r"those|(?:the|that|this) one|(?:the|my|that|this|your|those|these) "
    r"(?:(?P<kind_{n}>(?:[\w':]+ ){0,3}?(?:timer|alarm|reminder|routine))s?|"
    r"(?P<name_{n}>[\w':]+(?: [\w':]+)?) one))"
)
"""A thing; {n} is its number among the things of a pattern."""


def _with_things(pattern: str) -> str:
    """A pattern in which each `IT` is a thing."""
    numbers = itertools.count()
    return re.sub(r"\bIT\b", lambda _: _IT.replace("{n}", str(next(numbers))), pattern)


_CANCEL = r"(?:cancel|delete|remove|stop|end|do|touch)"
_CANCELLED = r"(?:cancelled|canceled|deleted|removed|gone|stopped|done|touched|got rid of)"
_DENIES = (
    r"(?:i|you|we) (?:should(?:n't| not)|were(?:n't| not) (?:supposed|meant) to|"
    r"(?:did not|didn't|never) (?:want|mean|ask|tell|say|need)(?:ed|t)?(?: (?:you|for you))?"
    r"(?: to)?|never (?:told|said) (?:you )?to)"
)
_UNDOES = (
    r"(?:undo|revert|reverse|scratch)(?: (?:it|that|this|(?:that|the|this) (?:last )?"
    r"(?:one|thing|change|step|move|cancellation)))?|"
    r"(?:i )?take (?:it|that|this) back|"
    r"(?:that|this|it) was (?:a mistake|an accident|by mistake|by accident|not what i "
    r"(?:meant|wanted|asked(?: for)?))|my mistake|i made a mistake|i misspoke|"
    r"(?:(?:that|it|this)(?: was|'s| is) |(?:you|i) (?:took|cancelled|moved|got rid of|meant|said|"
    r"picked|changed) )?(?:the )?wrong (?:one|timer|alarm|reminder|routine)|"
    r"not (?:that|this)(?: one)?|"
    r"(?:i|we) (?:did not|didn't|never) (?:mean|want|ask for|say|ask you to do) (?:that|this)"
    r"(?: one)?"
)
_ON = r"(?: (?:on|in|up|going|running|there|set|alone|be|still|please))?"
_AS_IT_WAS = (
    r"(?:as|how|where|when|like|what|the way) (?:it|they) (?:was|were|had been)(?: before)?"
)

_BACK = lazy_pattern(
    _with_things(
        rf"{_LEAD}(?:"
        r"(?:bring|put|get|turn|switch|set|take|pop|have|give me|pull|stick) IT (?:right )?back"
        r"(?: on| in| up)?|"
        r"(?:bring|put|turn|switch)(?: right)? back(?: on)? IT|"
        r"(?:set|have|turn|switch|need|want) IT (?:on )?again|"
        r"(?:restore|reinstate|re-?enable|reactivate|un-?cancel|un-?delete|recover|revive|"
        r"resurrect|bring back) IT|"
        r"(?:i|we)(?:'d| would| do| did| still| actually| really| will|'ll| better| had better)* "
        r"(?:need|want|keep|have|like)(?: to keep)? IT(?: back| on| after all| still)*|"
        r"(?:i|we) (?:do|still|did)(?: still| actually)? (?:want|need|have) to "
        r"(?:be (?:reminded|woken)|get up|wake up)|"
        rf"{_DENIES}(?: have)? (?:{_CANCEL}|{_CANCELLED}|get rid of|take off|lose) IT|"
        rf"{_DENIES}(?: have)? (?:take|taken|turn|turned|switch|switched) IT off|"
        rf"(?:i|we) (?:did not|didn't) want IT {_CANCELLED}|"
        rf"IT should(?:n't| not) have been {_CANCELLED}|"
        rf"(?:do not|don't) {_CANCEL} IT|"
        rf"(?:keep|leave) IT{_ON}(?: (?:as|like|how|where) it was)?|"
        rf"(?:start|set) IT (?:up |going )?again (?:as|like|how|where) it was|"
        rf"let IT (?:run|be|stay|ring)(?: on)?){_TAIL}|"
        r"(?:(?:oh|ah|ok|okay|sorry)\W+)*(?:no\W+wait|wait\W+no)(?:\W+no)*"
    ),
    re.I,
)
_OLD = r"(?:the |its |my )?(?:old|original|previous|first|earlier|initial)"
_MOVED = r"(?:moved|changed|renamed|touched|added|shifted|done|longer|shorter|later|earlier)"
_BEFORE = lazy_pattern(
    _with_things(
        rf"{_LEAD}(?:"
        r"(?:move|put|change|set|switch|take|shift|turn|make) IT back"
        rf"(?: (?:to )?(?:{_AS_IT_WAS}|{_OLD} (?:time|one|length|name)|normal))?|"
        rf"(?:go|change|switch|turn) back(?: to (?:{_AS_IT_WAS}|{_OLD} (?:time|one|length|name)))?|"
        rf"(?:stick|stay|go|leave it|keep it) (?:with|to|at) (?:{_OLD} (?:time|one|length|name)|"
        r"(?:what|the one|the time) i (?:had|said|gave you)"
        r"(?: (?:first|before|earlier|at the start))?)|"
        rf"(?:leave|keep|put|have|make|return) IT (?:to )?(?:{_AS_IT_WAS}|like before)|"
        rf"return IT to {_OLD} (?:time|one|length|name)|make IT as long as (?:it was )?before|"
        r"(?:take|stick|put) (?:those|them) (?:off again|back on|back off)|"
        r"(?:keep|have) what (?:i|we) had|"
        rf"{_OLD} (?:time|one|length|name) (?:was|is) (?:fine|good|right|better|ok|okay|best)|"
        r"what (?:i|we) (?:had|said) (?:before|earlier|first|originally)"
        r"(?: (?:was|is) (?:fine|good|right|better))?|"
        rf"(?:i|we) (?:like|liked|prefer|preferred|want|need) {_OLD} (?:time|one|length|name)"
        r"(?: better| back| more)?|"
        rf"{_DENIES}(?: have)? (?:move|change|rename|shift|touch|{_MOVED}) "
        r"(?:IT|anything|any more)|"
        rf"(?:i|we) (?:did not|didn't|don't) want IT {_MOVED}|"
        rf"IT (?:should(?:n't| not)|has(?:n't| not)) (?:have )?(?:been )?{_MOVED}|"
        r"(?:the )?same (?:time|length|day) as (?:it was|it was before|before|"
        r"i said (?:before|first|at the start))|"
        r"as (?:it was )?before|as you were|(?:i|we) (?:want|need) it as long as before|"
        r"(?:undo|forget|drop|scrap|lose) the extra(?: (?:time|minutes))?(?: on IT)?|"
        r"(?:i|we) (?:do not|don't) (?:want|need) the extra(?: (?:time|minutes))?|"
        r"(?:give me|put|have) (?:those|the|my) minutes back|"
        rf"(?:do not|don't) (?:move|change|rename|shift|touch) IT){_TAIL}"
    ),
    re.I,
)
_OF_ANY = lazy_pattern(rf"{_LEAD}(?:{_UNDOES}){_TAIL}", re.I)
_ORDERS = lazy_pattern(
    r"\d|\b(?:other|another|else|second|third|instead|rather|set|make|move|change|add|remind|wake|"
    r"cancel|delete|remove|only|both|o'clock|half past|quarter|noon|midnight|minutes?|hours?|"
    r"seconds?|am|pm|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
    r"fifty|what|when|which|who|is|are|do i|did i|don't need|good|great|perfect|fine|"
    r"thanks|thank)\b",
    re.I,
)
"""What the other clauses may not say: another order, a time, a question, or that all is well."""


def undoing_in(line: str, *, is_cancelled: bool) -> re.Match[str] | None:
    """The clause that wants a change undone; None where a turn says something else.

    Args:
        line: The turn.
        is_cancelled: Something was cancelled; otherwise it was moved or changed.

    Returns:
        Its groups are what the clause names.
    """
    text = " ".join(line.replace("\u2019", "'").split()).strip(" .,!?")
    if len(text) > LONGEST_LINE:
        return None
    own = _BACK if is_cancelled else _BEFORE
    if whole := own.fullmatch(text) or _OF_ANY.fullmatch(text):
        return whole
    found: re.Match[str] | None = None
    for clause in _clauses(text):
        if said := own.fullmatch(clause) or _OF_ANY.fullmatch(clause):
            found = found if found and any(found.groups()) else said
        elif _ORDERS.search(clause):
            return None
    return found


def _clauses(text: str) -> Iterator[str]:
    return filter(None, (clause.strip() for clause in _CLAUSE_END.split(text)))
