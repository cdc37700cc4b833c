"""Finds on what an order is to wait: "cancel it when I am up", "at 9 pm tell me a joke". Pure.

Invariant: what is polite ("when you can"), or asks something ("when is it"), makes nothing wait.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.idle_clauses import without_lead, without_tail
from jarvis_voice.language.en.timed_tasks import split_when

_LONGEST = 200
"""Characters that are read; what is longer is dictated."""

_POLITE = (
    r"(?:you(?:'d|'ve|'re)? ?(?:can|could|get|got|have|had|find|would|will|want|wish|like|please|"
    r"do not|don't|don\u2019t|wouldn't|do|are|be|may|might|feel|ever|"
    r"happen|know|talk|speak|address|answer|tell|show|read|give|say|\Z)\b|"
    r"you're (?:free|ready|able|done|at it)|possible|convenient|i (?:may|might)\b|need be\b|"
    r"that (?:is|may be)\W*\Z|"
    r"(?:it|that)(?:'s| is) (?:ok|okay|fine|possible|alright|all right|convenient|no|not)\b)"
)
_THERE = (
    r"(?:(?:it|that|they|one|any)(?:'s|'re| is| are|'s still| is still)? (?:there|set|on it|"
    r"on the list|running|ringing|on)\b|(?:there|there's)\b|(?:i|we)(?:'ve| have) (?:got )?"
    r"(?:any|one|it)\b)"
)
_NO_QUESTION = r"(?:is|are|was|were|do|does|did|will|can|could|should|would|has|have|had)\b"
_WHO = (
    r"(?:i|i'm|i've|i'll|we|we're|we've|he|he's|she|she's|they|they're|it|it's|you|you're|that|"
    r"that's|there|there's|this|somebody|someone|everybody|everyone|nobody|anyone|anybody|"
    r"mum|mom|dad|breakfast|lunch|dinner|supper|work|school|"
    r"(?:the|my|our|his|her|your|their|an?) [\w'-]+(?: [\w'-]+)?)"
)
_FINITE = r"(?!(?:one|alarm|timer|reminder|list|note|first|last|next|other)s?\b)[\w'-]+"
_EVENT = (
    rf"(?:when (?!{_NO_QUESTION})\w|whenever \w|once {_WHO} {_FINITE}|once (?:home|there|done)\b|"
    r"as soon as (?!possible)\w|(?:just |right |only |immediately )?"
    rf"(?:the (?:moment|minute|second|instant)|by the time|(?:the )?next time|(?:every|each) time)"
    rf" (?:that )?{_WHO} {_FINITE}|(?:only )?after {_WHO} {_FINITE}|after (?:waking|getting|"
    r"leaving|arriving|coming|going) \w+|(?<=\w )should (?:it|i|we|he|she|they|there|the \w+|my "
    r"\w+) (?!be (?:at|in|on|set)\b)\w+|(?<!\w )should (?:(?:it|he|she|they|there) \w|[^,?]+,))"
)
_CONDITION = (
    rf"(?:(?<!even )(?<!as )(?<!what )(?:only )?if (?!{_THERE})\w|unless \w|"
    r"provid(?:ed|ing) (?:that )?\w|assuming (?:that )?\w|(?:so|as) long as \w|"
    r"on condition (?:that )?\w)"
)
_BEFORE = (
    r"(?<=\w )before (?!(?:i|we) forget\b|(?:it|that)(?:'s| is) too late|(?:it|they|that|anyone|"
    r"anybody|someone|somebody|the \w+|my \w+) (?:rings?|starts?|goes|go|begins?|wakes?|ends?|gets|"
    rf"comes|dies|burns?|notices?)\b){_WHO} {_FINITE}"
)
_AWAITED = lazy_pattern(rf"\b(?:{_EVENT})", re.I)
_DOUBTED = lazy_pattern(rf"\b(?:{_CONDITION})", re.I)
_BEFOREHAND = lazy_pattern(_BEFORE, re.I)
_FOLLOWED_POLITELY = lazy_pattern(rf"(?:when|whenever|if|once|as soon as|unless) {_POLITE}", re.I)
_ENDS = lazy_pattern(
    r"[,;.!?]+|\b(?:and|then|please|for|to|at|on|in|from|off|of|called|by)\b", re.I
)
"""Behind such a word, or such a sign, the order may go on."""

_ORDERS = lazy_pattern(
    r"\b(?:cancel|stop|delete|remove|clear|forget|drop|erase|take|turn|switch|scrap|move|change|"
    r"make|push|bring|shift|rename|postpone|set|start|add|put|wake|remind|note|write|create|call|"
    r"mute|unmute|silence|pause|resume|play|skip|open|launch|close|show|tell|say|read|give|flip|"
    r"toss|roll|snooze|be|lower|raise|shut|begin|run|copy|announce|send|lock|kill|end|double|"
    r"halve|reset|restart|get|go|visit|snap|follow|unfollow)\b",
    re.I,
)
_LEAD = r"(?:(?:please|and|so|ok|okay|hey|jarvis|oh|also|then|but|no|well|actually|now|hm+)\W+)*"
_LEADS = lazy_pattern(_LEAD, re.I)
_TOLD_OF = lazy_pattern(
    r"\b(?:about|of|for|to|by|from|since|until|till|than|like|know|knows?|tell me|tells?|see|"
    r"remember|wonder|ask|check|say|hear|guess|sure|forget|remind me|let me know|shout|beep|"
    r"called|named|labelled|titled|saying|says)\W*\Z|"
    r"\b(?:(?:that|which|who) (?:i|we|you|he|she|it|they|my \w+|is|was|has|had|will|rings|goes|"
    r"comes|starts|ends)\b(?: [\w']+){0,3}|the [\w']+ (?:i|we|you|he|she|they) [\w']+)\W*\Z",
    re.I,
)
"""Behind these the clause is what something is about, and not when it is done."""
_TELLS = lazy_pattern(
    r"(?:i|we|he|she|they|it|that|this|there|my|our|the)(?:'\w+)? "
    r"(?!(?:need|want|would|must|have to|had better|could do with|order)\b)",
    re.I,
)
_PARTS = lazy_pattern(r"[,;.!?]+|\b(?:so|because|since|but|cos)\b")
"""Between these a sentence may tell something beside its order."""
_MOST_BARE = 8
"""So many ways to leave the clause out are tried."""

_SHORTEST_BEGIN = len("when i")
_MOMENT = lazy_pattern(
    r"(?:at|in|after|on|around|about|tomorrow|next|this|from|later)\b|.*\b[ap]\.?m\b", re.I
)
"""How the words of a time begin: a number alone may be a name, as in "radio 4", and "by ten" tells
how much.
"""
_OF_ANOTHER = lazy_pattern(
    r"\w (?:i|we|he|she|they|that|which|who) (?:can|could|will|would|should|may|might|shall|want|"
    r"need|have|\w+s)\b|\w (?:to (?:tell|read|give|show|play|say|use|share|bring|take|make|sing|"
    r"send|hear|see|watch|do)|for (?:when|my|our|the|his|her|their))\b",
    re.I,
)
"""The time is of what somebody else does: "a joke that I can tell them tomorrow"."""
_UNTIL = lazy_pattern(
    r"\b(?:until|till) (?:\d|noon|midnight|tomorrow|tonight|the (?:morning|evening)|morning|half|"
    r"quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b.*",
    re.I,
)


def bare_orders(text: str, *, is_taking: bool, is_surely_done: bool) -> Iterator[str]:
    """A sentence without the clause that says on what it waits, in each way that it may be cut.

    Args:
        text: "set a timer for 10 minutes when the water boils".
        is_taking: It takes something away or changes it: "before I get up" counts as well.
        is_surely_done: It would be done without a question: an "if" counts as well.

    Yields:
        "set a timer for 10 minutes"; nothing where it waits on nothing.
    """
    line = without_tail(without_lead(" ".join(text.replace("\u2019", "'").split()))).strip(" .!?")
    if len(line) > _LONGEST:
        return
    forms = [_AWAITED]
    if is_surely_done:
        forms.append(_DOUBTED)
    if is_taking:
        forms.append(_BEFOREHAND)
    found = [one for form in forms for one in form.finditer(line)]
    n_given = 0
    for clause in found:
        before = line[: clause.start()]
        is_other = _TOLD_OF.search(before) or _is_told_beside(before, line[clause.end() :])
        if is_other or _FOLLOWED_POLITELY.match(line, clause.start()):
            continue
        for bare in _without(line, clause):
            if (n_given := n_given + 1) > _MOST_BARE:
                return
            yield bare


def _is_told_beside(before: str, behind: str) -> bool:
    """Whether the clause belongs to a remark beside the order: "..., I'll be back when it"."""
    pieces = [piece.strip() for piece in _PARTS.split(before)]
    said = [piece for piece in pieces if not _LEADS.fullmatch(f"{piece} ")]
    if len(said) > 1:
        return _TELLS.match(said[-1]) is not None or not _ORDERS.match(_bare(said[-1]))
    orders = (_ORDERS.match(_bare(piece.strip())) for piece in _PARTS.split(behind)[1:])
    return bool(said and _TELLS.match(said[0]) and any(orders))


def _bare(piece: str) -> str:
    """The piece without "and", "please" and the like in front."""
    lead = _LEADS.match(piece)
    return piece[lead.end() :] if lead else piece


def _without(line: str, clause: re.Match[str]) -> Iterator[str]:
    """What is left where the clause goes: it may end with the line, or before other words."""
    before = line[: clause.start()].strip(" ,.;-")
    inside = clause.start() + _SHORTEST_BEGIN
    if _LEADS.fullmatch(f"{before} " if before else ""):
        for verb in _ORDERS.finditer(line, inside):
            yield f"{before} {line[verb.start() :]}".strip()
        return
    yield before
    for end in _ENDS.finditer(line, inside):
        behind = line[end.start() :] if end[0][0].isalpha() else f", {line[end.end() :].strip()}"
        yield f"{before} {behind}".replace(" ,", ",")


def without_moment(text: str) -> str:
    """A sentence without the time at which it is to be done; "" where it says none.

    Args:
        text: "tell me a joke at 9 pm" gives "tell me a joke".
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .!?")
    found = split_when(line) if len(line) <= _LONGEST else None
    if found is None or found[1].rule or not found[0]:
        return ""
    bare, when = found
    before, _, behind = line.partition(bare)
    is_later = when.hour is not None or when.after_seconds is not None
    is_later = is_later or bool(when.day.strip("+0") and when.day != "today")
    said = f"{before}{behind}".strip(" ,")
    is_order = is_later and _MOMENT.match(said) and not _OF_ANOTHER.search(bare)
    return bare if is_order else ""


def without_end(text: str) -> str:
    """A sentence without the time until which it is to last: "be quiet until 9"; "" without one."""
    found = _UNTIL.search(text[:_LONGEST])
    return text[: found.start()].strip(" ,") if found else ""
