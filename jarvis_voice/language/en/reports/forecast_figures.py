"""Compares the degrees, chances and winds of a sentence with those that a forecast told. Pure.

Invariant: only a turn that has looked up the weather is judged; a figure may be rounded or told in
the other unit, and what compares days, or speaks of an oven, is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import numerals

_Kind = Literal["degrees", "chance", "wind"]
_N = r"(?<![\w.:/])-?\d{1,3}(?:[.,]\d)?"
_TWO = rf"(?:(?P<first>{_N})(?: ?(?:to|and|or|-|\u2013) ?| degrees (?:to|and) ))?(?P<last>{_N})"
_FORMS: tuple[tuple[_Kind, re.Pattern[str]], ...] = (
    ("degrees", lazy_pattern(rf"{_TWO} ?(?:degrees?\b|\u00b0|celsius\b|fahrenheit\b)", re.I)),
    (
        "degrees",
        lazy_pattern(
            r"\b(?:highs?|lows?|temperatures?|max(?:imum)?|min(?:imum)?|peak(?:s|ing)?|"
            r"reach(?:es|ing)?|feels like|top(?:s|ping)? out) (?:(?:of|at|is|are|was|will|be|"
            rf"around|about|near|close|to|only|just|as|up|between|from|the|a|like) ){{0,4}}{_TWO}"
            r"(?! ?(?:%|percent|km|mph|m/s|o'clock|am\b|pm\b|hours?|minutes?|days?|mm))",
            re.I,
        ),
    ),
    (
        "degrees",
        lazy_pattern(
            rf"\bit(?:'s| is| will be|'ll be) (?:(?:about|around|only|just|currently|now) )?{_TWO}"
            r"(?= (?:outside|out|there|in [A-Z]|right now|now|today|tomorrow|and [a-z]+y\b)"
            r"|[.,!]|\Z)",
            re.I,
        ),
    ),
    ("chance", lazy_pattern(rf"{_TWO} ?(?:%|percent|per cent)", re.I)),
    (
        "wind",
        lazy_pattern(
            rf"{_TWO} ?(?:km/h|kmh|kph|kilomet(?:er|re)s (?:an|per) hour|mph|"
            r"miles (?:an|per) hour|m/s|met(?:er|re)s per second|knots)",
            re.I,
        ),
    ),
)
_OF_WEATHER = lazy_pattern(
    r"\u00b0|\b(?:degrees|forecast|rain\w*|snow\w*|wind\w*|sunny|clear skies|overcast|cloud\w*|"
    r"fog\w*|drizzl\w+|showers?|showery|thunder\w*|dry)\b",
    re.I,
)
_CHANCE_OF = lazy_pattern(
    r"\b(?:chances?|rain\w*|snow\w*|showers?|storms?|likely|likelihood|probability|precipitation|"
    r"umbrella|humidity|dry)\b",
    re.I,
)
_COMPARES = lazy_pattern(
    r"\b(?:warmer|colder|cooler|hotter|milder|higher|lower|difference|drop(?:s|ped)?|rises?|fell|"
    r"falls?|average|averages|usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|yesterday|record|ago|"
    r"above|below|(?:under|over) (?=\d)|more than|less than|at least|comfortable)\b",
    re.I,
)
_OF_OTHER_THINGS = lazy_pattern(
    r"\b(?:oven|bake[ds]?|baking|roast\w*|boil\w*|water|soup|tea|coffee|wine|fridge|freezer|fever|"
    r"body|thermostat|heating|room|soil|meat|chicken|steak|oil|angle|turn|rotate|battery|discount|"
    r"price|tax|volume|brightness)\b",
    re.I,
)
_CLOSE = 0.6
_CLOSE_IN_OTHER_UNITS: dict[_Kind, float] = {"degrees": 1.6, "wind": 0.9}
_MOST_DEGREES = 130
_KMH_OF_A_MILE, _KMH_OF_A_METRE_PER_SECOND, _KMH_OF_A_KNOT = 1.609, 3.6, 1.852
_LONGEST = 2_000
_MINUS = re.compile(r"\bminus (?=\d)", re.I)


def belies_forecast(sentence: str, told: Iterable[str], said: str) -> bool:
    """Whether a sentence has a figure of the weather that the forecast of this turn has not.

    Args:
        sentence: One sentence of an answer.
        told: What tools have told in this turn.
        said: What the user said: a figure of theirs may be answered to.
    """
    forecasts = [one for one in told if _OF_WEATHER.search(one)]
    if not forecasts or _COMPARES.search(sentence) or _OF_OTHER_THINGS.search(sentence):
        return False
    known = [found for one in forecasts for found in _figures(one)]
    theirs = {float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", _plain(said))}
    return any(
        value not in theirs and not _is_told(kind, value, known)
        for kind, value in _figures(sentence)
        if kind != "chance" or _CHANCE_OF.search(sentence)
    )


def _figures(text: str) -> Iterator[tuple[_Kind, float]]:
    plain = _plain(text)
    for kind, form in _FORMS:
        for found in form.finditer(plain):
            for one in (found["first"], found["last"]):
                value = float(one.replace(",", ".")) if one else None
                if value is not None and abs(value) <= _MOST_DEGREES:
                    yield kind, value


def _plain(text: str) -> str:
    words = text[:_LONGEST].replace("\u2212", "-").split(" ")
    return _MINUS.sub("-", " ".join(numerals(words)))


def _is_told(kind: _Kind, value: float, known: Iterable[tuple[_Kind, float]]) -> bool:
    for other, figure in known:
        if other != kind:
            continue
        if abs(figure - value) <= _CLOSE:
            return True
        close = _CLOSE_IN_OTHER_UNITS.get(kind, _CLOSE)
        if any(abs(one - value) <= close for one in _converted(kind, figure)):
            return True
    return False


def _converted(kind: _Kind, value: float) -> tuple[float, ...]:
    """A figure in the other units that it may be told in."""
    if kind == "degrees":
        return value * 9 / 5 + 32, (value - 32) * 5 / 9
    if kind == "wind":
        factors = _KMH_OF_A_MILE, _KMH_OF_A_METRE_PER_SECOND, _KMH_OF_A_KNOT
        return tuple(one for factor in factors for one in (value * factor, value / factor))
    return ()
