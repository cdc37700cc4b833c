"""What a short turn does to the last number: a step more of a sum, another amount or unit. Pure.

Invariant: a step takes the whole number of before; words behind its number must say nothing else.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import Cue
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.numbers.conversion import is_convertible, plain_number

_NUMBER = Number(is_whole=False)
_LEADS = lazy_pattern(
    r"(?:(?:and|then|now|so|okay|ok|no|right|what is|what about|how about|how much is|oh|well|but|"
    r"work out|could you|can you|would you|please|just|i have to|i need to|let us|let's|if i|if we|"
    r"what if (?:i|we)|make it|make that)\b[\s,]*)+",
    re.I,
)
_THAT = r"(?:it|that|this|them|the (?:result|answer|total|sum|lot|whole thing|number|bill))"
_STEPS = (
    ("-", lazy_pattern(r"(?:take(?: off| away)?|knock(?: off)?|subtract|minus|less|deduct|without|"
                     r"drop|lose|cut|shave(?: off)?|chop(?: off)?|remove)\b", re.I)),
    ("+", lazy_pattern(r"(?:add(?: on| in)?|plus|with|put(?: on)?|chuck(?: on| in)?|stick(?: on)?|"
                     r"include|including|throw(?: on| in))\b", re.I)),
    ("*", lazy_pattern(rf"(?:times(?: {_THAT})?(?: by)?|multipl(?:y|ied)(?: {_THAT})? by|x)(?= )",
                     re.I)),
    ("/", lazy_pattern(rf"(?:divide[d]?(?: up)?(?: {_THAT})?(?: up)?(?: by| between| among| into)?|"
                     rf"(?:split|shared?|cut|spread)(?: up| out)?(?: {_THAT})?(?: up| out)? "
                     r"(?:between|among|amongst|by|into|in|over|for|with)?|between|among|amongst|"
                     rf"over(?= \S+ (?:people|of us|months|weeks|days)))(?= )", re.I)),
)  # fmt: skip
_BEFORE_NUMBER = lazy_pattern(
    rf"(?: (?:the|another|a further|an extra|an additional|{_THAT}|off|on|of|by|us|all|my))*"
    r" (?=\S)", re.I
)  # fmt: skip
_BEHIND_NUMBER = lazy_pattern(
    r"(?: (?:of us|people|ways|friends|persons|parts|mates|kids|more|extra|on top|off|again|"
    rf"please|then|now|too|as well|on|(?:from|off|to|onto|on top of|by|of) {_THAT}|pounds?|quid|"
    r"dollars?|euros?|bucks?|instead|(?:that|which|for) .+|(?:i|we|he|she|they) .+))*", re.I
)  # fmt: skip
_PARTS = {"half": "2", "third": "3", "quarter": "4", "fifth": "5", "sixth": "6", "eighth": "8",
          "tenth": "10"}  # fmt: skip
_PART = lazy_pattern(rf"(?:an?|one) (?P<part>{'|'.join(_PARTS)})(?: of {_THAT})?", re.I)
_PERCENT = re.compile(r"(?P<number>\S+(?: \S+)?) ?(?:percent|per cent|%)", re.I)
_MOST_NUMBER_WORDS = 6
_SHARE_OF = lazy_pattern(
    rf"(?:(?:what|which|how many) (?:percent|per cent|percentage|%)|what share) of (?P<whole>\S+"
    rf"(?: \S+)?) is {_THAT}|{_THAT} as (?:a )?(?:percent|percentage|share) of (?P<other>\S+)",
    re.I,
)
_RATES = {("month", "year"): "12", ("week", "year"): "52", ("day", "year"): "365",
          ("day", "week"): "7", ("hour", "day"): "24", ("week", "month"): "4",
          ("day", "month"): "30"}  # fmt: skip
_RATE = lazy_pattern(
    rf"(?:{_THAT} )?(?:an?|per|each|every) (?P<small>month|week|day|hour)"
    r"(?: (?:over|in|for|across) (?:an?|the|one) (?:whole )?(?P<large>year|month|week|day))?", re.I
)  # fmt: skip
_AGAIN = lazy_pattern(
    r"(?:what (?:do|would|will|should) (?:i|we) (?:pay|owe|get|end up with)|(?:what was )?(?:the )?"
    rf"(?:answer|result|total)|how much (?:is|was) {_THAT}|what (?:is|was) (?:it|that)|{_THAT})"
    r"(?: (?:again|then|now|in all|altogether))*", re.I
)  # fmt: skip
_PAYMENTS = lazy_pattern(
    rf"(?:{_THAT} )?(?:as|in|into|over|across|by) (?P<number>\S+) (?:equal |monthly |weekly )?"
    r"(?:payments?|instalments?|installments?|parts|shares|portions|months|weeks|ways|goes|pieces)",
    re.I,
)
_SIGNS = {"plus": "+", "and": "+", "minus": "-", "less": "-", "take away": "-", "times": "*",
          "divided by": "/", "over": "/"}  # fmt: skip
_WITH_THAT = lazy_pattern(
    rf"(?P<number>\S+) (?P<sign>{'|'.join(_SIGNS)}) {_THAT}(?: then| now| please)*", re.I
)
_BOTH = lazy_pattern(
    r"(?:(?:add|sum|put)(?: up)? )?(?:(?:those|these|the|them|both)(?: two| of them| both)?|both)"
    r"(?: (?:answers|numbers|results|sums))?(?: together| up| added)+|"
    r"(?:what is |the )?(?:sum|total) of (?:both|the two|those(?: two)?)", re.I
)  # fmt: skip
_AMOUNT = re.compile(r"(?P<number>-?\d[\d.,]*) (?P<unit>.+)")
_OWN_AMOUNT = re.compile(r"(?:-?\d[\d.,]*|an?|one) (?P<unit>.+)", re.I)
_OF_THING = lazy_pattern(
    r"(?:(?:and|what about|how about|or|okay|then)\b\W*)*(?P<number>\S+) of (?!it|that|those|"
    r"them|us)"
    r"\w+(?: \w+)?", re.I
)  # fmt: skip
_WHOLE = lazy_pattern(
    r"(?:(?:and|what about|how about|or|okay|ok|then|now|what is|"
    r"how much is)\b\W*)*(?P<what>(?:an?|"
    r"one|half an?|-?\d[\d.,]*) \S+?)(?: of \w+(?: \w+)?)? (?:in|into|to|as) (?P<to>\S+(?: \S+)?)",
    re.I,
)
_ONE_UNIT = lazy_pattern(r"(?:what is |how much is |and |what about |in |for )*(?:an?|one) "
                       r"(?P<unit>\S+(?: \S+)?)", re.I)  # fmt: skip
_IN_UNIT = lazy_pattern(
    r"(?:(?:and|or|what is|how much is|how many|what about|that|it|is that|is it|say it|give me|"
    r"tell me|no|just|only|now|to|in|into|as|but)\b\s*)*(?P<unit>[a-z]+?(?: [a-z]+)??)"
    r"(?: (?:only|instead|please|then|rather|is that|is it|though))*", re.I
)  # fmt: skip
_SHARE = re.compile(r"(?<![\w.])(\d[\d.]*)(?= ?%| percent\b)")
_DIGITS = re.compile(r"(?<![\w.])(\d[\d.]*)")
_SO_MANY = re.compile(r"(?:\S+ )?of (?:those|them|these)", re.I)
_DIFFERENCE = lazy_pattern(
    r"(?:what is |how (?:much|big) is )?(?:the )?(?:difference|gap)"
    r"(?: (?:between|of) (?:them|the two|those(?: two)?|both|the (?:two )?numbers))?"
    r"(?: in (?P<unit>\w+))?(?: then| again)?|"
    r"how (?:much|many \w+) (?:\w+er|more|less)"
    r"(?: (?:is (?:it|that|he|she)|are (?:they|we)|am i))?(?: then)?", re.I
)  # fmt: skip
"""How far apart the last two numbers are: "how much taller"."""
_PLACES = 6
_NOT_SO = lazy_pattern(
    r"(?:(?:no|nope|oops|sorry|wait|not that|actually)\W+)+(?:(?:i )?(?:meant?|said) )?|"
    r"(?:i )?(?:meant|mean|said) ", re.I
)  # fmt: skip
"""What puts the last step right, instead of going on from it."""
_FACTORS: tuple[tuple[Cue, float], ...] = (("double", 2.0), ("halve", 0.5), ("triple", 3.0))


def of_numbers(turn: ShortTurn, topic: Topic) -> ResolvedTurn | None:
    """The sum or the conversion that goes on with the last number; None where nothing does.

    Args:
        turn: What was said.
        topic: What the conversation is about.
    """
    last = topic.last("sum", "conversion")
    if last is None or topic.kind not in {"sum", "conversion"}:
        return None
    if apart := _DIFFERENCE.fullmatch(_LEADS.sub("", turn.line, count=1).strip()):
        return _difference(topic, last, apart["unit"] or "")
    if anew := _step_anew(turn.line, topic):
        return anew
    line = _LEADS.sub("", turn.line, count=1) if _LEADS.match(turn.line) else turn.line
    said = _converted(turn, line, last) if last.kind == "conversion" else ""
    if said:
        return ResolvedTurn(f"convert {said}")
    if last.kind == "sum" and _AGAIN.fullmatch(line):
        return ResolvedTurn(f"what is {last.name}")
    before = topic.before_last("sum")
    expression = _summed(line, _number(last), _number(before) if before else "")
    return ResolvedTurn(f"what is {expression}") if is_calculation(expression) else None


def _difference(topic: Topic, last: Touched, unit: str) -> ResolvedTurn | None:
    """How far apart the last two results are, where they are of one kind and unit."""
    before = topic.before_last(last.kind)
    if before is None:
        return None
    low, high = sorted((last, before), key=_size)
    expression = f"{_number(high)} - {_number(low)}"
    if last.kind == "conversion":
        new, old = _AMOUNT.fullmatch(high.value), _AMOUNT.fullmatch(low.value)
        if not (new and old and new["unit"] == old["unit"]):
            return None
        if unit and unit not in new["unit"]:
            apart = f"{plain_number(round(_size(high) - _size(low), _PLACES))} {new['unit']}"
            is_one = is_convertible(apart, unit)
            return ResolvedTurn(f"convert {apart} to {unit}") if is_one else None
    return ResolvedTurn(f"what is {expression}") if is_calculation(expression) else None


def _size(one: Touched) -> float:
    """The value of a result, rounded as it was told."""
    found = _DIGITS.search(one.value.replace(",", ""))
    sign = -1.0 if one.value.removeprefix("about ").startswith("-") else 1.0
    return sign * float(found[1].rstrip(".")) if found else 0.0


def _step_anew(line: str, topic: Topic) -> ResolvedTurn | None:
    """The last step put right: "no, I meant times two" behind "16 * 3"; else None."""
    last, before = topic.last("sum"), topic.before_last("sum")
    said = _NOT_SO.match(line)
    if not said or topic.kind != "sum" or last is None or before is None:
        return None
    number = _number(before)
    if not last.name.startswith((number, f"({before.name})")):
        return None
    expression = _summed(line[said.end() :], number, "")
    return ResolvedTurn(f"what is {expression}") if is_calculation(expression) else None


def with_amount(value: str, topic: Topic, *, is_whole: bool = False) -> str:
    """The last sum or conversion with another number in it; "" where it is open which.

    Args:
        value: The other number.
        topic: What the conversation is about.
        is_whole: It is not the share but that of which it is taken: "of 90".
    """
    last, amount = topic.last("sum", "conversion"), _NUMBER.read(value)
    if last is None or amount is None:
        return ""
    number, name = plain_number(float(amount)), " ".join(numerals(last.name.lower().split()))
    old, new = _AMOUNT.fullmatch(last.name), _AMOUNT.fullmatch(last.value)
    if last.kind == "conversion":
        return f"convert {number} {old['unit']} to {new['unit']}" if old and new else ""
    shares = [*_SHARE.finditer(name)]
    places = shares if len(shares) == 1 and not is_whole else [*_DIGITS.finditer(name)]
    if not places:
        return ""
    at = places[-1]
    expression = f"{name[: at.start(1)]}{number}{name[at.end(1) :]}"
    return f"what is {expression}" if is_calculation(expression) else ""


def _number(last: Touched) -> str:
    """The last number itself; a rounded one as the sum that it came from."""
    if last.kind == "sum" and last.value.startswith("about"):
        return f"({last.name})"
    number = last.value.split()[0]
    return number.replace(",", "")


def _summed(line: str, number: str, other: str) -> str:
    """The number with one step more; "" where the words are none."""
    if other and _BOTH.fullmatch(line):
        return f"{other} + {number}"
    if share := _SHARE_OF.fullmatch(line):
        whole = _NUMBER.read(share["whole"] or share["other"])
        return f"{number} / {whole} * 100" if whole else ""
    if paid := _PAYMENTS.fullmatch(line):
        value = _NUMBER.read(paid["number"])
        return f"{number} / {plain_number(float(value))}" if value else ""
    if rate := _RATE.fullmatch(line):
        large = rate["large"] or ("year" if rate["small"].lower() == "month" else "")
        parts = _RATES.get((rate["small"].lower(), large.lower()))
        return f"{number} / {parts}" if parts else ""
    if (with_that := _WITH_THAT.fullmatch(line)) and _NUMBER.read(with_that["number"]) is not None:
        return f"{with_that['number']} {_SIGNS[with_that['sign'].lower()]} {number}"
    for sign, form in _STEPS:
        if found := form.match(line):
            return _stepped(line[found.end() :], number, sign)
    return ""


def _stepped(rest: str, number: str, sign: str) -> str:
    """The number, the sign, and what it takes: a number, a share of it, or a part of it."""
    lead = _BEFORE_NUMBER.match(f" {rest.strip()}")
    words = f" {rest.strip()}"[lead.end() :].split() if lead else []
    for length in range(min(_MOST_NUMBER_WORDS, len(words)), 0, -1):
        said, behind = " ".join(words[:length]), " ".join(words[length:])
        taken = _taken(said, number, sign)
        if taken and _BEHIND_NUMBER.fullmatch(f" {behind}" if behind else ""):
            return f"{number} {sign} {taken}"
    return ""


def _taken(said: str, number: str, sign: str) -> str:
    if part := _PART.fullmatch(said):
        return f"({number} / {_PARTS[part['part'].lower()]})" if sign in "+-" else ""
    if share := _PERCENT.fullmatch(said):
        value = _NUMBER.read(share["number"])
        return f"({value}% of {number})" if value is not None and sign in "+-" else ""
    value = _NUMBER.read(said.strip("\u00a3$\u20ac"))
    return plain_number(float(value)) if value is not None else ""


def _bare(unit: str) -> str:
    """A unit without its "degrees"."""
    return re.sub(r"degrees? ", "", unit)


def _converted(turn: ShortTurn, line: str, last: Touched) -> str:
    """Another amount, another unit, or the other way round: "30 miles to kilometers"; else ""."""
    old, new = _AMOUNT.fullmatch(last.name), _AMOUNT.fullmatch(last.value)
    if old is None or new is None:
        return ""
    number, unit, to = old["number"], _bare(old["unit"]), _bare(new["unit"])
    if last.asked and (own := _OWN_AMOUNT.fullmatch(str(last.asked.slots.get("what", "")))):
        own_to = str(last.asked.slots.get("to", "")) or to
        unit, to = (unit, own_to) if turn.has("swap") else (own["unit"], own_to)
    if turn.has("swap"):
        return "" if turn.name else f"{turn.value or number} {to} to {unit}"
    factor = next((many for cue, many in _FACTORS if turn.has(cue)), 0.0)
    if factor and not turn.name and not turn.value:
        return f"{plain_number(float(number.replace(',', '')) * factor)} {unit} to {to}"
    said = _other_amount(turn, line, unit, to)
    return said or _other_unit(turn, f"{number} {unit}", to)


def _other_amount(turn: ShortTurn, line: str, unit: str, to: str) -> str:
    """Another amount into the same unit; "" where none is said."""
    is_step = turn.has("more", "less", "cancel") or any(form.match(line) for _, form in _STEPS)
    if turn.value and turn.pieces <= 1 and not is_step:
        said = f"{turn.value} {turn.name}".strip()
        has_unit = bool(turn.name) or turn.value_kind == "length"
        if has_unit and not turn.has("set") and is_convertible(said, to):
            return f"{said} to {to}"
        amount = _NUMBER.read(turn.value) if not has_unit else None
        if amount is not None:
            return f"{plain_number(float(amount))} {unit} to {to}"
    some, one = _OF_THING.fullmatch(turn.line), _ONE_UNIT.fullmatch(turn.line)
    if some and _NUMBER.read(some["number"]) is not None:
        return f"{some['number']} {unit} to {to}"
    return f"1 {one['unit']} to {to}" if one and is_convertible(f"1 {one['unit']}", to) else ""


def _other_unit(turn: ShortTurn, amount: str, to: str) -> str:
    """The same amount into another unit, or a whole conversion in few words; else ""."""
    whole, other = _WHOLE.fullmatch(turn.line), _IN_UNIT.fullmatch(turn.line)
    if whole and is_convertible(whole["what"], whole["to"]):
        return f"{whole['what']} to {whole['to']}"
    is_other = other is not None and other["unit"] != to and is_convertible(amount, other["unit"])
    return f"{amount} to {other['unit']}" if other and is_other else ""
