"""Words a forecast as sentences; the fact that the user asked for comes first.

Invariant: pure; every number that is said was forecast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from jarvis_voice.tools.places.weather import Forecast, ForecastSpan, Now

Day = Literal[
    "now", "today", "tonight", "tomorrow", "day_after_tomorrow", "weekend", "week",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
]  # fmt: skip
FOR_WHICH_CITY = "For which city?"
About = Literal["weather", "rain", "snow", "wind", "temperature", "sun"]
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SOURCE = "by Open-Meteo"

_SATURDAY, _SUNDAY = 5, 6
_EVENING, _MORNING = 18, 6
_LIKELY, _POSSIBLE = 50, 20
_WEEK = 7
_SEVERAL_DAYS = ("weekend", "week")

_SKIES = {
    0: ("clear", "clear skies"),
    1: ("mostly clear", "mostly clear skies"),
    2: ("partly cloudy", "some clouds"),
    3: ("overcast", "overcast skies"),
    45: ("foggy", "fog"),
    48: ("foggy, with frost", "freezing fog"),
    51: ("drizzling lightly", "light drizzle"),
    53: ("drizzling", "drizzle"),
    55: ("drizzling heavily", "heavy drizzle"),
    56: ("drizzling and freezing", "freezing drizzle"),
    57: ("drizzling heavily and freezing", "heavy freezing drizzle"),
    61: ("raining lightly", "light rain"),
    63: ("raining", "rain"),
    65: ("raining heavily", "heavy rain"),
    66: ("raining and freezing", "freezing rain"),
    67: ("raining heavily and freezing", "heavy freezing rain"),
    71: ("snowing lightly", "light snow"),
    73: ("snowing", "snow"),
    75: ("snowing heavily", "heavy snow"),
    77: ("snowing fine grains", "fine snow"),
    80: ("showery", "light showers"),
    81: ("raining in showers", "showers"),
    82: ("raining in violent showers", "violent showers"),
    85: ("snowing in showers", "snow showers"),
    86: ("snowing in heavy showers", "heavy snow showers"),
    95: ("thundery", "thunderstorms"),
    96: ("thundery, with hail", "thunderstorms with hail"),
    99: ("thundery, with heavy hail", "thunderstorms with heavy hail"),
}
"""WMO code to how it is now, and what there will be; other codes are not in Open-Meteo's list."""

_RAIN = frozenset({*range(51, 68), 80, 81, 82, 95, 96, 99})
_SNOW = frozenset({71, 73, 75, 77, 85, 86})
_SUN = frozenset({0, 1, 2})


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user wants to know about the weather.

    Attributes:
        place: Name of the place, as it is spoken of.
        day: When.
        about: What of the weather.
        units: Of the forecast.
    """

    place: str
    day: Day
    about: About
    units: Literal["metric", "imperial"]


def say(asked: Asked, forecast: Forecast) -> str | None:
    """The answer; None where the forecast does not reach that far."""
    if asked.day == "now":
        return _say_now(asked, forecast)
    found = _spans(asked.day, forecast)
    if not found:
        return None
    if asked.day in _SEVERAL_DAYS and asked.about == "weather":
        return _say_days(asked, found)
    return _say_span(asked, found)


def _spans(day: Day, forecast: Forecast) -> Sequence[ForecastSpan]:
    """The days, or for tonight the hours, that are meant."""
    today = forecast.now.at.date()
    if day == "tonight":
        return _night(forecast)
    if day == "week":
        return forecast.days[:_WEEK]
    if day == "weekend":
        ahead = (_SATURDAY - today.weekday()) % _WEEK
        wanted = [today] if today.weekday() == _SUNDAY else [
            today + timedelta(days=ahead), today + timedelta(days=ahead + 1)
        ]  # fmt: skip
    else:
        steps = {"today": 0, "tomorrow": 1, "day_after_tomorrow": 2}
        ahead = steps[day] if day in steps else (WEEKDAYS.index(day) - today.weekday()) % _WEEK
        wanted = [today + timedelta(days=ahead)]
    return [span for date in wanted if (span := forecast.of_day(date))]


def _night(forecast: Forecast) -> Sequence[ForecastSpan]:
    at = forecast.now.at
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if at.hour < _MORNING:
        start, end = at - timedelta(hours=1), midnight + timedelta(hours=_MORNING)
    else:
        evening = midnight + timedelta(hours=_EVENING)
        start = max(evening, at - timedelta(hours=1))
        end = midnight + timedelta(days=1, hours=_MORNING)
    return [span for span in forecast.hours if start <= span.start <= end]


def _together(spans: Sequence[ForecastSpan]) -> ForecastSpan:
    chances = [span.rain_percent for span in spans if span.rain_percent is not None]
    return ForecastSpan(
        spans[0].start,
        max(span.code for span in spans),
        min(span.low for span in spans),
        max(span.high for span in spans),
        max(chances, default=None),
        max(span.wind for span in spans),
    )


def _say_now(asked: Asked, forecast: Forecast) -> str:
    now, place = forecast.now, asked.place
    sky = _SKIES.get(now.code)
    match asked.about:
        case "rain" | "snow":
            falls = now.code in (_RAIN if asked.about == "rain" else _SNOW)
            verb = "raining" if asked.about == "rain" else "snowing"
            if falls and sky:
                return f"Yes, it is {sky[0]} in {place} now, {SOURCE}."
            return f"No, it is not {verb} in {place} now, {SOURCE}."
        case "wind":
            return f"The wind in {place} is {_speed(now.wind, asked)}, {SOURCE}."
        case "temperature":
            feels = f", and it feels like {_count(now.feels_like)}"
            felt = feels if round(now.feels_like) != round(now.degrees) else ""
            return f"It is {_degrees(now.degrees)} in {place}{felt}, {SOURCE}."
        case "sun":
            answer = "Yes" if now.code in _SUN else "No"
            return f"{answer}, it is {sky[0] if sky else 'another weather'} in {place}, {SOURCE}."
    return f"{_weather_now(now, place)}{_rest_of_today(forecast)}"


def _weather_now(now: Now, place: str) -> str:
    sky = _SKIES.get(now.code)
    return f"It is {_degrees(now.degrees)}{f' and {sky[0]}' if sky else ''} in {place}"


def _rest_of_today(forecast: Forecast) -> str:
    today = forecast.of_day(forecast.now.at.date())
    if today is None:
        return f", {SOURCE}."
    return f". Today will be {_range(today)}{_chance([today])}, {SOURCE}."


def _say_span(asked: Asked, spans: Sequence[ForecastSpan]) -> str:
    when, place, span = _when(asked.day), asked.place, _together(spans)
    sky = _sky(span.code)
    match asked.about:
        case "rain":
            return _say_rain(f"{when} in {place}", spans)
        case "snow":
            if snow := _worst(spans, _SNOW):
                return f"Yes, {snow} is forecast {when} in {place}, {SOURCE}."
            return f"No snow is forecast {when} in {place}, {SOURCE}."
        case "wind":
            return f"The wind {when} in {place} will be up to {_speed(span.wind, asked)}, {SOURCE}."
        case "temperature":
            return f"{_upper(when)} it will be {_range(span)} in {place}, {SOURCE}."
        case "sun":
            return _say_sun(asked, spans)
    skies = f" with {sky}" if sky else ""
    chance = _chance(spans)
    return f"{_upper(when)} it will be {_range(span)}{skies} in {place}{chance}, {SOURCE}."


def _say_sun(asked: Asked, spans: Sequence[ForecastSpan]) -> str:
    when, place = _when(asked.day), asked.place
    sunny = [span for span in spans if span.code in _SUN]
    if sunny and len(sunny) < len(spans) and asked.day in _SEVERAL_DAYS:
        return f"Sun is forecast on {_weekdays(sunny)} in {place}, {SOURCE}."
    sky = _sky(max(span.code for span in spans))
    answer = "Yes" if len(sunny) == len(spans) else "No"
    return f"{answer}: {sky or 'other weather'} {when} in {place}, {SOURCE}."


def _say_rain(when_and_where: str, spans: Sequence[ForecastSpan]) -> str:
    percent = _together(spans).rain_percent
    if percent is None:
        forecast = _worst(spans, _RAIN) or "no rain"
        return f"{_upper(forecast)} is forecast {when_and_where}, {SOURCE}."
    chance = f"the chance is {percent:.0f} percent, {SOURCE}."
    falls = _falling(spans)
    if falls != "rain" and percent >= _LIKELY:
        return f"{_upper(falls)} is likely {when_and_where}: {chance}"
    if percent >= _LIKELY:
        return f"Yes, rain is likely {when_and_where}: {chance}"
    if percent >= _POSSIBLE:
        return f"It may rain {when_and_where}: {chance}"
    return f"No, rain is unlikely {when_and_where}: {chance}"


def _say_days(asked: Asked, spans: Sequence[ForecastSpan]) -> str:
    wet = [span for span in spans if _is_wet(span)]
    if wet:
        rain = f"{_upper(_falling(wet))} is likely on {_weekdays(wet)}"
    elif any(span.rain_percent is None for span in spans):
        rain = "No rain is forecast"
    else:
        rain = "Rain is unlikely"
    when = _upper(_when(asked.day))
    return f"{when} it will be {_range(_together(spans))} in {asked.place}. {rain}, {SOURCE}."


def _is_wet(span: ForecastSpan) -> bool:
    """Whether rain or snow is likely: by its chance, or by the weather where no chance is told."""
    if span.rain_percent is None:
        return span.code in _RAIN | _SNOW
    return span.rain_percent >= _LIKELY


def _falling(spans: Sequence[ForecastSpan]) -> str:
    """What falls in spans that are wet: snow on one day does not hide rain on another."""
    snows = any(span.code in _SNOW for span in spans)
    rains = any(span.code in _RAIN for span in spans)
    return ("rain or snow" if rains else "snow") if snows else "rain"


def _worst(spans: Sequence[ForecastSpan], kinds: frozenset[int]) -> str:
    """The worst weather of some kinds that any of the spans has; "" where none has such."""
    return _sky(max((span.code for span in spans if span.code in kinds), default=-1))


def _sky(code: int) -> str:
    return _SKIES.get(code, ("", ""))[1]


def _weekdays(spans: Sequence[ForecastSpan]) -> str:
    return _listed([f"{span.start:%A}" for span in spans])


def _listed(names: Sequence[str]) -> str:
    return (
        names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
    )


def _when(day: Day) -> str:
    if day in WEEKDAYS:
        return f"on {day.title()}"
    said = {"weekend": "this weekend", "week": "this week"}
    return said.get(day, day.replace("day_after", "the day after").replace("_", " "))


def _range(span: ForecastSpan) -> str:
    low, high = round(span.low), round(span.high)
    if low == high:
        return f"about {_degrees(low)}"
    return f"between {_count(low)} and {_degrees(high)}"


def _chance(spans: Sequence[ForecastSpan]) -> str:
    chance = _together(spans).rain_percent
    if chance is None or chance < _POSSIBLE:
        return ""
    percent = f"{chance:.0f}"
    article = "an" if percent.startswith("8") or percent in ("11", "18") else "a"
    return f", with {article} {percent} percent chance of {_falling(spans)}"


def _degrees(value: float) -> str:
    return f"{_count(value)} {'degree' if abs(round(value)) == 1 else 'degrees'}"


def _count(value: float) -> str:
    return f"{'minus ' if round(value) < 0 else ''}{abs(round(value))}"


def _speed(value: float, asked: Asked) -> str:
    unit = "mile" if asked.units == "imperial" else "kilometer"
    return f"{round(value)} {unit}{'' if round(value) == 1 else 's'} per hour"


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
