"""Says out an order about several lists as one order for each: "to the A list and to the B list".

Invariant: pure; every word of a thing stands in the sentence, and what is no such order stays.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
_VERB = r"(?:add|put|write|stick|pop|include|remove|delete|erase|take|cross|strike|scratch)"
_ORDER = lazy_pattern(
    rf"(?:(?:please|can you|could you|would you|will you|also|and|then|now|jarvis)\b,? )*"
    rf"{_VERB}(?: down)? (?P<rest>.+)",
    re.I,
)
_LIST = r"(?:the|my|our|that) (?:[\w'-]+ ){0,2}?list\b|my notes\b"
_TARGET = lazy_pattern(
    rf" (?P<to>to|on|onto|in|into|from|off|off of) (?:both )?(?P<list>{_LIST})", re.I
)
_NEXT = lazy_pattern(
    rf",? ?(?:and|plus|as well as|,)(?: also| then| too)* (?:(?P<things>[^,;.]+?) )??"
    rf"(?:(?P<to>to|on|onto|in|into|from|off|off of)? ?(?<= )(?P<list>{_LIST})|"
    r"(?P<there>(?:to|on|onto|in) (?:it|there))\b)",
    re.I,
)
_END = re.compile(r"\A(?: too| as well| also| please)*[.!]*", re.I)
_TAIL = re.compile(r",? (?:and then|and|then) (?P<order>.+)", re.I)
_AN_ORDER = lazy_pattern(
    rf"(?:{_VERB}|move|set|start|remind|wake|tell|read|what|is|show|make|clear|cancel|open|play|"
    r"how|which|are|do|does|did|call|text|email|send|buy|order|ask|check|see|look|i|we|you|it)\b",
    re.I,
)
_TAKES = frozenset({"from", "off", "off of"})


def each_list(line: str) -> tuple[str, ...]:
    """One order for each list, and what is said behind them; () where no second list is named so.

    Args:
        line: "add soap to the shopping list and to the packing list".
    """
    order = _ORDER.fullmatch(line) if len(line) <= _LONGEST else None
    first = _TARGET.search(order["rest"]) if order else None
    if order is None or first is None:
        return ()
    rest, things, name = order["rest"], order["rest"][: first.start()], first["list"]
    takes, at = first["to"].lower() in _TAKES, first.end()
    whole = "remove {} from {}" if takes else "add {} to {}"
    orders = [whole.format(things, name)]
    while found := _NEXT.match(rest, at):
        if found["things"] and _AN_ORDER.match(found["things"]):
            break
        is_same_way = found["to"] is None or (found["to"].lower() in _TAKES) is takes
        if not is_same_way or (found["there"] and (takes or not found["things"])):
            return ()
        things, name = found["things"] or things, found["list"] or name
        orders.append(whole.format(things, name))
        at = found.end()
    behind = _END.sub("", rest[at:])
    tail = _TAIL.fullmatch(behind)
    if len(orders) == 1 or (behind and tail is None):
        return ()
    return (*orders, tail["order"]) if tail else tuple(orders)
