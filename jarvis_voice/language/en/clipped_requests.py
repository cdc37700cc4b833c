"""Says a request without its verb, or behind a clause that only tells why, as a whole one. Pure.

Invariant: names, things, times and numbers stay word for word; what is no length is no timer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_numbers import numerals

_NAME = r"(?:the |my |our |a |an )?(?P<{0}>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)"
_SAYS = r"(?P<{0}>[\w.' -]+?)"
_TWO_NAMED = lazy_pattern(
    rf"{_NAME.format('first')} timer,?(?: for| of)? {_SAYS.format('one')},? and "
    rf"{_NAME.format('second')} timer,?(?: for| of)? {_SAYS.format('other')}", re.I
)  # fmt: skip
_TWO_BARE = re.compile(
    rf"(?:set |start |make )?(?:me )?(?:two|2|a couple of) timers,? (?:please,? )?"
    rf"(?:one )?(?:for )?{_SAYS.format('one')},?(?: and)? (?:one|another|the other) (?:for )?"
    rf"{_SAYS.format('other')}", re.I
)  # fmt: skip
_TWO_LENGTHS = re.compile(
    rf"(?:set |start |make )?(?:me )?(?:two|2|a couple of) timers[,:]? (?:please[,:]? )?"
    rf"{_SAYS.format('one')} for (?:the |my |our )?(?P<first>[a-z]+),? and "
    rf"{_SAYS.format('other')} for (?:the |my |our )?(?P<second>[a-z]+)", re.I
)  # fmt: skip
_COOKING = re.compile(
    r"(?:(?:right|so|ok|okay|well|um|now)\W+)*(?:i've|i have|we've|we have|there's|there is|got|"
    rf"just put|i just put|i've just put|i put)(?: got)? {_NAME.format('name')} (?:in|on)"
    r"(?: (?:the|to) (?:oven|hob|boil|grill|pan|pot|wash|steamer|fryer|air fryer|stove|barbecue))?,"
    r" (?:that's |that is |it's |it needs |needs |for |give it )?"
    rf"{_SAYS.format('length')}(?: please| for that)?", re.I
)  # fmt: skip
_LENGTH_FIRST = re.compile(
    r"(?:an? )?(?P<said>[\w.' -]+?),"
    r" (?:please )?(?:(?:can|could|will) you )?(?:please )?(?:set|start|put on|make|do|get|run)"
    r"(?: (?:me|us))?(?: up)? (?:a|the|my) timer(?: going)?(?: for (?:it|that|this|me|us))?"
    r"(?: please)?", re.I
)  # fmt: skip
"""The length first, and then the order: "forty five minute break, set us a timer"."""
_LENGTH_ON = re.compile(
    rf"(?:give|get|gimme) (?:me |us )?{_SAYS.format('length')} (?:on|for) (?:the|my|our) "
    r"(?P<name>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)(?: please)?", re.I
)  # fmt: skip
_PUT_TIMER = re.compile(
    rf"(?:put|stick|pop|get|have|set|start)(?: me| us)?(?: on| up)? (?:a|the|another) timer"
    rf"(?: on)? (?:of|for) {_SAYS.format('length')} (?:for|on) (?:the|my|our) "
    r"(?P<name>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)(?: please)?", re.I
)  # fmt: skip
_TIMER_FIRST = re.compile(r"timer,? (?:for |of )?(?P<said>[\w.' ,-]+)", re.I)
_LENGTH_ALONE = (_LENGTH_FIRST, _TIMER_FIRST)
"""A length and its name in one, however many words either has."""
_MOST_NAME_WORDS = 3
_NO_TIMER_NAME = lazy_pattern(
    r"(?:.* )?(?:it|that|this|me|us|now|please|timer|alarm|first|second|last|other|list|phone|"
    r"news|weather|way|more|less|left|gone|done|over|thanks|and|or|from|to|is|off|at|today|"
    r"tomorrow|not|no|cancel|stop|pause|minutes?|seconds?|hours?)\b|.*\d", re.I
)  # fmt: skip
_LIST_FIRST = re.compile(
    r"(?:(?:my|the|a|new) )*(?P<list>[^\W\d][\w'-]*) list,? ?[,:] ?(?:please )?(?P<things>.+)", re.I
)  # fmt: skip
_LIST_FOR = re.compile(
    r"(?:a |new |start a )?list for (?:the |my |our )?(?P<list>[^\W\d][\w'-]*) ?[,:] ?"
    r"(?P<things>.+)", re.I
)  # fmt: skip
_NO_THINGS = lazy_pattern(
    r"\b(?:read|what|which|is|are|clear|wipe|empty|delete|remove|add|put|show|tell|please|open|how|"
    r"cancel|thanks|now|stop)\b", re.I
)  # fmt: skip
_DOWN_FOR = re.compile(
    r"(?:put|stick|pop|get|write|jot) (?P<thing>[^,]+?) (?:down )?(?:for|on) (?:the|my) "
    r"(?:shop|shops|shopping|weekly shop|big shop|groceries)", re.I
)  # fmt: skip
_ON_ONE = re.compile(
    r"(?:put|stick|pop|add|write) (?P<thing>[^,]+?) (?:on|to|onto) (?:a|the|my) "
    r"(?P<list>[^\W\d][\w'-]*) one", re.I
)  # fmt: skip
_DO_I_NEED = re.compile(
    r"(?:do|did) (?:i|we) (?:still )?(?:need|have to get|put|want) (?:any |some |more )?"
    r"(?P<thing>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)(?: from the shops?| on there| on it)?", re.I
)  # fmt: skip
_TO_NEED = re.compile(r"\b(?:to|a|an|the|it|that|my|help|coat|jacket|umbrella|brolly)\b", re.I)
_WHY_FIRST = re.compile(
    r"(?P<reason>(?:i|i'm|i've|i'll|i'd|we|we're|we've|we'll|my|the|it's|there's) "
    r"[^,.;]{3,60})[,.;] "
    r"(?:so |and |"
    r"please |can you |could you |will you )*(?P<order>(?:put|add|set|start|remind|wake|open|write|"
    r"note|remember|convert|cancel|take|remove) .+)", re.I
)  # fmt: skip
_TASK_FIRST = lazy_pattern(
    r"(?:i|we)(?: (?:really|still|also|do))?(?: (?:need|have|want|ought|'ve got|have got) to|"
    r"'ve got to| must| should) (?P<task>[^,.;]{2,60})[,.;] "
    r"(?:so |and |please |can you |could you )*"
    r"remind me(?: (?:of|about|to do) (?:it|that|this))? (?P<when>[^,.;]+?)(?: please)?", re.I
)  # fmt: skip
"""What is to be done, and then the order with its time: "I have to call Ann, remind me at six"."""
_NO_REASON = lazy_pattern(
    r"n't\b|\b(?:not|never|no|told|tell|said|say|says|asked|ask|if|when|unless|wrote|heard|read|"
    r"thought|meant|mean)\b", re.I
)  # fmt: skip
"""What denies, or gives somebody's words."""
_WHEN_IT_IS = re.compile(
    r"(?:when|once|as soon as) it(?:'s| is| gets to| turns) (?P<when>[\w:. ']+?),? (?:tell|remind|"
    r"nudge|ping|poke|prod) me to (?P<task>.+)", re.I
)  # fmt: skip
_CALLED = re.compile(
    r"(?P<order>(?!.*\b(?:called|named)\b).+\b(?:timer|alarm)\b.*?),? (?:and )?"
    r"(?:call|name|label) (?:it|that) "
    r"(?P<name>[^\W\d][\w'-]*(?: [^\W\d][\w'-]*)?)", re.I
)  # fmt: skip
_SPLIT = re.compile(
    r"(?:what(?:'s| is) )?(?P<sum>[\u00a3$\u20ac]?\d[\d.,]*)(?: (?:quid|pounds?|dollars?|euros?|"
    r"bucks?))? (?:split|shared?|divided)(?: up)? (?:between|among|amongst|by|into) "
    r"(?:the |all )?(?P<number>\d+)(?: of us| people| ways| friends| kids)*", re.I
)  # fmt: skip
_SPLIT_FIRST = re.compile(
    r"(?:split|share|divide)(?: up)? (?:(?:a|an|the|our|this|that) )?(?:(?:bill|tab|total|cost|"
    r"check|fare|rent|meal)(?: of| for)? )?(?P<sum>[\u00a3$\u20ac]?\d[\d.,]*)(?: (?:quid|pounds?|"
    r"dollars?|euros?|bucks?))?(?: bill| tab)? (?:between|among|amongst|by|into) (?:the |all )?"
    r"(?P<number>\d+)(?: of us| people| ways| friends| kids)*", re.I
)  # fmt: skip
_SPEED = re.compile(
    r"(?:.*\b)?(?P<way>\d[\d.]*) (?:miles|kilometres|kilometers|km) in (?P<hours>\d[\d.]*) hours?"
    r"(?: is)? (?:how fast|what speed)(?: is that)?", re.I
)  # fmt: skip


_LONGEST = 120
_MONEY = "\u00a3$\u20ac"


def clipped(said: str) -> Iterator[str]:
    """The request as a whole sentence; perhaps none.

    Args:
        said: A clean sentence of at most 120 characters, without its end sign.
    """
    yield from _timers(said)
    yield from _lists(said)
    if (at := _WHEN_IT_IS.fullmatch(said)) and read_when(at["when"], is_bare=True):
        yield f"remind me at {at['when'].removeprefix('at ')} to {at['task']}"
    task = _TASK_FIRST.fullmatch(said)
    if task and read_when(task["when"]) and not _NO_REASON.search(task["task"]):
        yield f"remind me to {task['task']} {task['when']}"
        return
    if (why := _WHY_FIRST.fullmatch(said)) and not _NO_REASON.search(why["reason"]):
        yield why["order"]
    line = " ".join(numerals(said.split()))
    if shared := _SPLIT.fullmatch(line) or _SPLIT_FIRST.fullmatch(line):
        yield f"{shared['sum'].lstrip(_MONEY)} divided by {shared['number']}"
    if fast := _SPEED.fullmatch(line):
        yield f"{fast['way']} divided by {fast['hours']}"


def named_at_once(line: str) -> str:
    """A timer or an alarm with the name that is said behind it; any other line as it is.

    Args:
        line: "a twenty minute timer, call it laundry".
    """
    found = _CALLED.fullmatch(line.strip(" .!?")) if len(line) <= _LONGEST else None
    return f"{found['order'].rstrip(' ,')} called {found['name']}" if found else line


def two_clipped_timers(said: str) -> Iterator[str]:
    """Two timers with one "timer", or with a number for both; perhaps none.

    Args:
        said: A clean sentence of at most 120 characters, without its end sign.
    """
    for form in (_TWO_NAMED, _TWO_LENGTHS, _TWO_BARE):
        found = form.fullmatch(said)
        both = _lengths(found["one"], found["other"]) if found else None
        if found is None or both is None:
            continue
        names = [found.groupdict().get(slot) or "" for slot in ("first", "second")]
        yield " and ".join(
            f"set a {f'{name} ' if name else ''}timer for {length}"
            for name, length in zip(names, both, strict=True)
        )


def _lengths(one: str, other: str) -> tuple[str, str] | None:
    """Two lengths of which one may lack its unit; None where they are none."""
    if length_in(one) and not length_in(other):
        other = f"{other} {one.rsplit(maxsplit=1)[-1]}"
    elif length_in(other) and not length_in(one):
        one = f"{one} {other.rsplit(maxsplit=1)[-1]}"
    return (one, other) if length_in(one) and length_in(other) else None


def _timers(said: str) -> Iterator[str]:
    if (cooking := _COOKING.fullmatch(said)) and length_in(cooking["length"]):
        yield f"set a {cooking['name']} timer for {cooking['length']}"
    for form in (_LENGTH_ON, _PUT_TIMER):
        found = form.fullmatch(said)
        if found and length_in(found["length"]):
            yield from _called(found["length"], found["name"])
    for form in _LENGTH_ALONE:
        words = found["said"].split() if (found := form.fullmatch(said)) else []
        for end in range(len(words), 0, -1):
            length = " ".join(words[:end]).rstrip(" ,")
            if length_in(length):
                yield from _called(length, " ".join(words[end:]))
                break


def _called(length: str, name: str) -> Iterator[str]:
    """A timer with its name; none where the words are no name."""
    name = re.sub(r"\A(?:for )?(?:the |my |our )?", "", name, flags=re.I)
    if name.lower() in {"", "clock"}:
        yield f"set a timer for {length}"
    elif len(name.split()) <= _MOST_NAME_WORDS and not _NO_TIMER_NAME.match(name):
        yield f"set a timer for {length} called {name}"


def _lists(said: str) -> Iterator[str]:
    for form in (_LIST_FIRST, _LIST_FOR):
        found = form.fullmatch(said)
        if found and not _NO_THINGS.search(found["things"]):
            yield f"add {found['things']} to my {found['list']} list"
    if down := _DOWN_FOR.fullmatch(said):
        yield f"add {down['thing']} to my shopping list"
    if one := _ON_ONE.fullmatch(said):
        yield f"add {one['thing']} to my {one['list']} list"
    needed = _DO_I_NEED.fullmatch(said)
    if needed and not _TO_NEED.search(needed["thing"]):
        yield f"is {needed['thing']} on my shopping list"
