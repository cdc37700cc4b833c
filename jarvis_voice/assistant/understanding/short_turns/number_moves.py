"""What a follow-up does to the last sum or conversion, where its move is known. Pure.

Invariant: of several numbers none is chosen but the one that the words point at; the words around
the number may say anything, for the move is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.number_words import (
    SaidNumbers,
    amounts_in,
    as_hundreds,
    numbers_in,
    unit_in,
)
from jarvis_voice.assistant.understanding.short_turns.of_numbers import with_amount
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.numbers.conversion import is_convertible, plain_number

_OPERATIONS = (
    ("-", lazy_pattern(r"\b(?:minus|less|take|taking|subtract|knock|deduct|off|without|lose|drop|"
                     r"remove|discount)\b", re.I)),
    ("*", re.compile(r"\b(?:times|multipl\w+|lots of|by (?=\d+ (?:people|of us)))\b", re.I)),
    ("/", re.compile(r"\b(?:divid\w+|split|shared?|between|among|amongst|per|cut|ways|each of)\b",
                     re.I)),
    ("+", lazy_pattern(r"\b(?:plus|add|adding|added|extra|on top|more|another|including|include|"
                     r"with|and|over)\b", re.I)),
)  # fmt: skip
"""What a step does to the number, the first that is said."""
_FACTORS = (
    (re.compile(r"\b(?:doubled?|twice|doubling)\b", re.I), "* 2"),
    (re.compile(r"\b(?:halved?|half (?:of )?(?:that|it)|halving|in half)\b", re.I), "/ 2"),
    (re.compile(r"\b(?:tripled?|trebled?|thrice)\b", re.I), "* 3"),
    (re.compile(r"\b(?:a )?third of (?:that|it)\b", re.I), "/ 3"),
    (re.compile(r"\b(?:a )?quarter of (?:that|it)\b", re.I), "/ 4"),
    (re.compile(r"\b(?:quadrupled?)\b", re.I), "* 4"),
    (re.compile(r"\bsquared?\b", re.I), "** 2"),
    (re.compile(r"\bcubed?\b", re.I), "** 3"),
)  # fmt: skip
_WITH_WHOLE = lazy_pattern(
    r"\b(?:altogether|all in|in total|total|bill itself|meal|with the bill|on top|full price|"
    r"all told|including)\b|\bplus the (?:bill|price|rest|meal)\b", re.I
)  # fmt: skip
_SHARE_OF = re.compile(r"(?P<share>.+?(?:percent|per cent|%)) of (?P<whole>.+)", re.I)
_LIST_OF = re.compile(
    r"(?P<head>.*\b(?:average|mean|sum|total|product|median) of )(?P<list>.+)", re.I
)
_INTO = re.compile(r"(?:and |what about )*into (?P<number>\S+)", re.I)
_DIVIDED = re.compile(r"(?P<what>.+) divided by (?P<by>.+)", re.I)
_ORDERED = re.compile(r"(?P<what>\S+) (?P<sign>minus|divided by|-|/) (?P<other>\S+)", re.I)
_BY = re.compile(r"(?:\w+ )?(?P<what>\d[\d.]*) by (?P<by>\d[\d.]*)")
_BY_ALONE = re.compile(r"(?:and |then |now )*by (?P<number>\d[\d.]*)\b.*", re.I)
_SIGNS = (("/", "divided by"), ("*", "times"), ("/", " / "), ("*", " * "))
_CHANGES = re.compile(r"\bshould\b|\bmake the \d|\bto be\b|\bchange the \d|\bturn the \d", re.I)
_REMARKS = lazy_pattern(
    r"\b(?:nearly|near enough|i'd|i would have|i was|used to|sounds|apparently|same as|plenty|"
    r"steep|all i had|i had all|going to say|i knew|thought so|wahey|roughly)\b",
    re.I,
)
"""Says what the user thinks of a number, and asks for none."""
_FIRST = re.compile(r"\b(?:at the start|first (?:bit|one|number|thing)|beginning)\b", re.I)
_DIGITS = re.compile(r"(?<![\w.])\d[\d.]*\d(?![\w])|(?<![\w.])\d(?![\w.]\d|\w)")
_SHARES = re.compile(r"(?<![\w.])(\d[\d.]*)(?= ?%| percent\b)")
_AMOUNT = re.compile(r"(?P<number>-?\d[\d.,]*) (?P<unit>.+)")
_TWO_UNITS = lazy_pattern(r"-?[\d.]+ (?P<large>[a-z]+) [\d.]+ (?P<small>[a-z]+)", re.I)
_IN_ANY = lazy_pattern(
    r"(?:.*\b)?(?:in|to|into|as|and)(?: plain| just)? (?P<unit>[a-z]+(?: [a-z]+)?)", re.I
)
_MEANT = lazy_pattern(
    r"(?:(?:no|sorry|oops|wait)\W+)*(?P<unit>[a-z]+(?: [a-z]+)?),? i (?:mean|meant)\b.*", re.I
)
_KINDS = re.compile(
    r"\b(?P<which>us|american|imperial|uk|british|canadian|australian|metric)\b", re.I
)
_LANDS = {"american": "us", "british": "uk", "imperial": "uk"}
_LEADS = lazy_pattern(
    r"(?:(?:no|nope|sorry|oops|wait|actually|oh|i mean|i meant|make (?:it|that)|it should be|"
    r"that should be|should be|(?:it |that )?should(?:'ve| have) been|a|the)\b[\s,.!]*)+",
    re.I,
)
_OF_ITS_OWN = lazy_pattern(
    r"\b(?:largest|biggest|greatest|highest|smallest|lowest|least|max|maximum|min|minimum|median|"
    r"round(?:ed)?) (?:number |one )?(?:of|among|between|\d)",
    re.I,
)
"""Asks something else of other numbers: "the largest of 3, 9 and 4"."""
_OF_SUM = lazy_pattern(
    r"\b(?:percent|per cent|half|third|quarter|fifth|tenth|root|square|cube|thirds|quarters) of "
    r"\S|% of \S",
    re.I,
)
"""A whole sum of its own: "a third of ninety"."""
_NOTHING_TO_UNDO = "I cannot undo that: it changed nothing."
_COUNTS = frozenset({"days", "people", "months", "weeks", "nights", "of us", "ways"})
_PAIR = 2


def of_number_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """The sum or the conversion that a move comes to; None where the words do not say which.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    last = topic.last("sum", "conversion")
    if last is None:
        return None
    if move == "undo":
        return _undone(topic, last)
    numbers = numbers_in(said.text)
    if is_remark(said.text, last):
        return None
    if _OF_ITS_OWN.search(said.text):
        return None
    whole = _LEADS.sub("", said.text.strip(" .,!?"), count=1)
    if last.kind == "sum" and _OF_SUM.search(whole) and is_calculation(whole):
        return ResolvedTurn(f"what is {whole}")
    ways = _sums if last.kind == "sum" else _conversions
    return next((ResolvedTurn(one) for one in ways(move, numbers, last, topic) if one), None)


def is_remark(text: str, last: Touched) -> bool:
    """Whether a turn says what the user thinks of a result, or only says it after us.

    Args:
        text: The turn.
        last: The result.
    """
    return _REMARKS.search(text) is not None or _is_echo(numbers_in(text), last)


def _is_echo(numbers: SaidNumbers, last: Touched) -> bool:
    """Whether a turn only says our answer after us: "twenty seven, I said that"."""
    value = _AMOUNT.match(f"{last.value.removeprefix('about ').replace(',', '')} it")
    return value is not None and {*numbers.meant} == {float(value["number"])}


def _undone(topic: Topic, last: Touched) -> ResolvedTurn:
    """What was worked out before the last one, again; where that was the first, that it is so."""
    before = topic.before_last(last.kind)
    if before and before.kind == "sum":
        return ResolvedTurn(f"what is {before.name}")
    new = _AMOUNT.fullmatch(before.value) if before else None
    if before and new:
        return ResolvedTurn(f"convert {before.name} to {new['unit']}")
    return ResolvedTurn("", _NOTHING_TO_UNDO)


def _sums(move: str, numbers: SaidNumbers, last: Touched, topic: Topic) -> Iterator[str]:
    """Ways to take a turn about a sum, the surest first."""
    name = _named(last)
    if move == "swap":
        turned = _ORDERED.fullmatch(name)
        yield _asked(f"{turned['other']} {turned['sign']} {turned['what']}") if turned else ""
    if len(numbers.meant) == _PAIR and (by := _BY.fullmatch(numbers.line)):
        sign = next((word for _, word in _SIGNS if word in name), "divided by")
        yield _asked(f"{by['what']} {sign} {by['by']}")
    if (into := _INTO.fullmatch(numbers.line)) and (by := _DIVIDED.fullmatch(name)):
        yield _asked(f"{into['number']} divided by {by['by']}")
    if len(numbers.meant) >= _PAIR and (listed := _LIST_OF.fullmatch(name)):
        *firsts, final = map(plain_number, numbers.meant)
        yield _asked(f"{listed['head'].removeprefix('the ')}{', '.join(firsts)} and {final}")
    yield _replaced(name, numbers)
    if move == "step":
        yield _stepped(numbers, last, _operand(last))
    if move in {"amount", "set"} and (number := _one(numbers)) is not None:
        yield _nearest(name, number, numbers, topic)


def _named(last: Touched) -> str:
    return " ".join(numerals(last.name.lower().replace(",", "").split()))


def _operand(last: Touched) -> str:
    """The last result; a rounded one as the sum that it came from."""
    if last.kind == "sum" and last.value.startswith("about"):
        return f"({last.name})"
    return last.value.split()[0].replace(",", "")


def _asked(expression: str) -> str:
    return f"what is {expression}" if is_calculation(expression) else ""


def _one(numbers: SaidNumbers) -> float | None:
    """The one number of a turn, which may be said in two or twice: "eight seventy five"."""
    if len({*numbers.meant}) == 1:
        return numbers.meant[0]
    return as_hundreds(numbers)


def _replaced(name: str, numbers: SaidNumbers) -> str:
    """The sum with the number that is wrong by the one that is right: "nineteen, not nine"."""
    known = {float(found[0].rstrip(".")) for found in _DIGITS.finditer(name)}
    if len(numbers.meant) == 1 and len(numbers.denied) == 1:
        old, new = numbers.denied[0], numbers.meant[0]
    elif len(numbers.meant) == _PAIR and not numbers.denied:
        one, other = numbers.meant
        is_changed = _CHANGES.search(numbers.line) is not None
        if (one in known) == (other in known) or not is_changed:
            return ""
        old, new = (one, other) if one in known else (other, one)
    else:
        return ""
    places = [found for found in _DIGITS.finditer(name) if float(found[0].rstrip(".")) == old]
    if not places:
        return ""
    at = places[-1]
    return _asked(f"{name[: at.start()]}{plain_number(new)}{name[at.end() :]}")


def _nearest(name: str, number: float, numbers: SaidNumbers, topic: Topic) -> str:
    """The sum with another number for the share, or for the number that is most like it."""
    shares = [*_SHARES.finditer(name)]
    if numbers.is_share or len(shares) == 1:
        is_whole = not numbers.is_share and " of " in f" {numbers.line}"
        return with_amount(plain_number(number), topic, is_whole=is_whole)
    places = [*_DIGITS.finditer(name)]
    if not places:
        return ""
    if _FIRST.search(numbers.line):
        at = places[0]
    else:
        far = [abs(float(one[0]) - number) / max(float(one[0]), number, 1.0) for one in places]
        at = places[max(at for at, one in enumerate(far) if one == min(far))]
    return _asked(f"{name[: at.start()]}{plain_number(number)}{name[at.end() :]}")


def _stepped(numbers: SaidNumbers, last: Touched, operand: str) -> str:
    """The last number with one step more, whatever else is said around it."""
    share = _SHARE_OF.fullmatch(_named(last)) if last.kind == "sum" else None
    if share and not numbers.meant and _WITH_WHOLE.search(numbers.line):
        return _asked(f"{share['whole']} + {operand}")
    factor = next((times for words, times in _FACTORS if words.search(numbers.line)), "")
    if factor and not numbers.meant:
        return _asked(f"{operand} {factor}")
    number = numbers.meant[0] if len({*numbers.meant}) == 1 else None
    if number is None:
        return ""
    value = plain_number(number)
    sign = _sign(numbers.line)
    if _BY_ALONE.fullmatch(numbers.line):
        sign = next((one for one, word in _SIGNS if word in last.name.lower()), sign or "/")
    if not sign:
        return ""
    if numbers.is_share:
        return _asked(f"{operand} {sign} ({value}% of {operand})") if sign in "+-" else ""
    return _asked(f"{operand} {sign} {value}")


def _sign(line: str) -> str:
    return next((sign for sign, words in _OPERATIONS if words.search(line)), "")


def _conversions(move: str, numbers: SaidNumbers, last: Touched, _: Topic) -> Iterator[str]:
    """Ways to take a turn about a conversion, the surest first."""
    old, new = _AMOUNT.fullmatch(last.name), _AMOUNT.fullmatch(last.value)
    if old is None or new is None:
        return
    number, unit, to = old["number"], _bare(old["unit"]), _bare(new["unit"])
    one = _one(numbers)
    if move == "swap" and len(numbers.meant) <= 1:
        value = plain_number(one) if one is not None else number
        yield f"convert {value} {to} to {_bare(old['unit'])}"
    elif move == "step":
        yield _step_of_unit(numbers, last, float(number.replace(",", "")), (unit, to))
    elif move in {"amount", "set"}:
        yield _other_amount(numbers, unit, to, old[0])
        if not numbers.meant:
            yield _other_source(numbers.line, number, unit, to)
    elif move == "unit":
        found = unit_in(numbers.line, lambda one: _fits(f"{number} {unit}", one, (unit, to)))
        anyhow = _IN_ANY.fullmatch(numbers.line)
        wanted = found or (anyhow["unit"] if anyhow else "")
        yield f"convert {last.name} to {wanted}" if wanted else ""


def _bare(unit: str) -> str:
    return re.sub(r"degrees? ", "", unit)


def _fits(amount: str, unit: str, known: tuple[str, ...]) -> bool:
    return unit not in known and is_convertible(amount, unit)


def _other_amount(numbers: SaidNumbers, unit: str, to: str, old: str) -> str:
    """Another amount into the same unit: "six fifty", "five eleven", "half a pound"."""
    two = _TWO_UNITS.fullmatch(old)
    if two and len(numbers.meant) == _PAIR:
        large, small = map(plain_number, numbers.meant)
        return f"convert {large} {two['large']} {small} {two['small']} to {to}"
    if (pair := as_hundreds(numbers)) is not None:
        return f"convert {plain_number(pair)} {unit} to {to}"
    if half := re.search(rf"\b(?:half|quarter) (?:of )?an? {re.escape(unit)}", numbers.line):
        return f"convert {half[0]} to {to}"
    amounts = amounts_in(numbers, unit, to)
    return f"convert {amounts[0]} to {to}" if len(amounts) == 1 else ""


def _other_source(line: str, number: str, unit: str, to: str) -> str:
    """The same number of another unit: "a yard I meant", "the American ones"."""
    if half := re.search(r"\b(?:half|quarter) (?:of )?an? \w+", line):
        return f"convert {half[0]} to {to}" if is_convertible(half[0], to) else ""
    if which := _KINDS.search(line):
        land = which["which"].lower()
        each = (f"{one} {unit}" for one in (land, _LANDS.get(land, land)))
        if of_land := next((one for one in each if is_convertible(f"{number} {one}", to)), ""):
            return f"convert {number} {of_land} to {to}"
    is_other = unit_in(
        line, lambda one: one not in {unit, to} and is_convertible(f"{number} {one}", to)
    )
    if not is_other and (meant := _MEANT.fullmatch(line)):
        is_other = meant["unit"]
    return f"convert {number} {is_other} to {to}" if is_other else ""


def _step_of_unit(
    numbers: SaidNumbers, last: Touched, number: float, units: tuple[str, str]
) -> str:
    """A step more of the result, or of what was converted, where the units are the same."""
    unit, to = units
    if len(numbers.meant) == 1 and not numbers.is_share:
        (amount,) = amounts_in(numbers, "", to)
        own = amount.partition(" ")[2]
        is_source = bool(own) and _same(own, unit) and not _same(own, to)
        if is_source and (sign := _sign(numbers.line)) in {"+", "-"}:
            more = float(amount.partition(" ")[0]) * (1 if sign == "+" else -1)
            return f"convert {plain_number(number + more)} {unit} to {to}"
        if own and not (own in _COUNTS or _same(own, to)):
            return ""
    return _stepped(numbers, last, last.value.split()[0].replace(",", ""))


def _same(one: str, other: str) -> bool:
    if {one, other} <= {"foot", "feet"}:
        return True
    return one.rstrip("s") == other.rstrip("s") or (one == "k" and other == "kilometers")
