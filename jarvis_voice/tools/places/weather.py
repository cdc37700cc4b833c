"""Gets forecasts from Open-Meteo, and finds places there that the offline list lacks.

No key is needed. The free host is for non-commercial use (https://open-meteo.com/en/terms).

Invariant: what comes back is numbers within what weather can be, or an error: no text of the server
is passed on but the cleaned name of a place that resembles what was asked for.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from http import HTTPStatus
from typing import Any, Literal

from jarvis_voice.core.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError
from jarvis_voice.language.en.place_names import place_key
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.tools.outage_words import (
    WEATHER,
    does_not_answer,
    no_answer,
    strange_answer,
    wants_a_pause,
)
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.web.search import plain

FORECAST_HOST = "https://api.open-meteo.com"
GEOCODING_HOST = "https://geocoding-api.open-meteo.com"
DAYS = 8
WAIT_SECONDS = 60.0
"""After a refusal that names no time."""

_LONGEST_NAME = 40
_LIKENESS = 80.0
_CANDIDATES = 10
_CURRENT = "temperature_2m,apparent_temperature,weather_code,wind_speed_10m"
_HOURLY = "temperature_2m,weather_code,precipitation_probability,wind_speed_10m"
_DAILY = (
    "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,"
    "wind_speed_10m_max"
)
_IMPERIAL = {"temperature_unit": "fahrenheit", "wind_speed_unit": "mph"}
_DEGREES, _WIND, _PERCENT, _CODES = (-130, 180), (0, 500), (0, 100), (0, 99)
"""What is possible, in either system of units."""

_YEARS = range(2000, 9999)
"""A day after one of these can be counted."""


@dataclass(frozen=True, slots=True)
class Now:
    """The weather at this moment.

    Attributes:
        at: Local time of the place, without a zone.
        code: A WMO code of weather, 0 to 99.
        degrees: In the asked system.
        feels_like: In the asked system.
        wind: Kilometers or miles per hour.
    """

    at: datetime
    code: int
    degrees: float
    feels_like: float
    wind: float


@dataclass(frozen=True, slots=True)
class ForecastSpan:
    """The weather of one day or of one hour.

    Attributes:
        start: Local time of the place, without a zone.
        code: A WMO code of weather, 0 to 99; the worst of the span.
        low: Lowest temperature.
        high: Highest temperature.
        rain_percent: Chance of rain or snow, 0 to 100; None where the server does not say.
        wind: Strongest, in kilometers or miles per hour.
    """

    start: datetime
    code: int
    low: float
    high: float
    rain_percent: float | None
    wind: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast for one place; days and hours are in order."""

    now: Now
    days: tuple[ForecastSpan, ...]
    hours: tuple[ForecastSpan, ...]

    def of_day(self, day: date) -> ForecastSpan | None:
        """That day, or None where the forecast does not reach it."""
        return next((span for span in self.days if span.start.date() == day), None)


class OpenMeteo:
    """Client of Open-Meteo's forecast service and its geocoder.

    Args:
        base_url: Another server for both, for tests.
        timeout_seconds: For one whole answer.
        seconds: Monotonic seconds.
    """

    def __init__(
        self,
        base_url: str | None = None,
        timeout_seconds: float = 6.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._forecast_host = base_url or FORECAST_HOST
        self._geocoding_host = base_url or GEOCODING_HOST
        self._timeout_seconds = timeout_seconds
        self._refused = Cooldown(seconds)

    async def forecast(self, place: Place, units: Literal["metric", "imperial"]) -> Forecast:
        """The weather of a place, now and for eight days.

        Raises:
            ToolError: "no-internet", "no-proxy", "weather-offline", "weather-timeout",
                "weather-rate-limited" or "weather-bad-answer".
        """
        params = {
            "latitude": f"{place.latitude:.2f}",
            "longitude": f"{place.longitude:.2f}",
            "timezone": "auto",
            "forecast_days": str(DAYS),
            "current": _CURRENT,
            "hourly": _HOURLY,
            "daily": _DAILY,
        }
        asked = params | (_IMPERIAL if units == "imperial" else {})
        body = await self._get(self._forecast_host + "/v1/forecast", asked)
        try:
            return _forecast(body)
        except (KeyError, TypeError, ValueError, IndexError):
            raise strange_answer(WEATHER) from None

    async def locate(self, spoken: str) -> Place | None:
        """A place by its name, or None where none of about that name is known.

        Raises:
            ToolError: As `forecast`.
        """
        name, _, region = spoken.partition(",")
        params = {"name": name.strip(), "count": str(_CANDIDATES), "language": "en"}
        body = await self._get(self._geocoding_host + "/v1/search", params | {"format": "json"})
        results = body.get("results", [])
        if not isinstance(results, list):
            raise strange_answer(WEATHER)
        found = (_located(entry, name, region) for entry in results[:_CANDIDATES])
        return next((place for place in found if place), None)

    async def _get(self, url: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        self._refused.check()
        failure: ToolError
        try:
            async with BoundedClient() as client:
                answer = await client.get(url, params, self._timeout_seconds)
            if answer.status != HTTPStatus.OK:
                raise self._refusal(answer.status, answer.headers)
            body = answer.as_object()
            if body.get("error"):
                raise strange_answer(WEATHER)
        except NoAnswerError as error:
            failure = no_answer(WEATHER, error)
        else:
            return body
        raise failure

    def _refusal(self, status: int, headers: Mapping[str, str]) -> ToolError:
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            error = wants_a_pause(WEATHER)
            wait = retry_after_seconds(headers.get("Retry-After"))
            self._refused.start(error, WAIT_SECONDS if wait is None else wait)
            return error
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return does_not_answer(WEATHER)
        return strange_answer(WEATHER)


def _forecast(body: Mapping[str, Any]) -> Forecast:
    current = body["current"]
    now = Now(
        _moment(current["time"]),
        int(_number(current["weather_code"], _CODES)),
        _number(current["temperature_2m"], _DEGREES),
        _number(current["apparent_temperature"], _DEGREES),
        _number(current["wind_speed_10m"], _WIND),
    )
    daily = ("temperature_2m_min", "temperature_2m_max", "precipitation_probability_max")
    days = _spans(body["daily"], *daily, "wind_speed_10m_max")
    hourly = ("temperature_2m", "temperature_2m", "precipitation_probability")
    hours = _spans(body["hourly"], *hourly, "wind_speed_10m")
    if not days:
        raise ValueError("no days")
    return Forecast(now, days, hours)


def _spans(table: Mapping[str, Sequence[Any]], *columns: str) -> tuple[ForecastSpan, ...]:
    """Rows of a table of columns; a row without a temperature is not forecast."""
    low, high, rain, wind = columns
    rows = zip(
        table["time"], table["weather_code"], table[low], table[high], table[rain], table[wind],
        strict=True,
    )  # fmt: skip
    return tuple(
        ForecastSpan(
            _moment(start),
            int(_number(code, _CODES)),
            _number(lowest, _DEGREES),
            _number(highest, _DEGREES),
            None if percent is None else _number(percent, _PERCENT),
            _number(blow, _WIND),
        )
        for start, code, lowest, highest, percent, blow in rows
        if None not in (code, lowest, highest, blow)
    )


def _moment(value: str) -> datetime:
    moment = datetime.fromisoformat(value).replace(tzinfo=None)
    if moment.year not in _YEARS:
        raise ValueError("no such day")
    return moment


def _number(value: object, limits: tuple[float, float]) -> float:
    low, high = limits
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError("no such weather")  # NaN is within no limits
    return float(value)


def _located(entry: object, name: str, region: str) -> Place | None:
    """A result of the geocoder, where it is about what was asked for."""
    from rapidfuzz import fuzz

    if not isinstance(entry, dict):
        return None
    found, state, country = (_clean(entry.get(key)) for key in ("name", "admin1", "country"))
    if not found or fuzz.ratio(place_key(found), place_key(name)) < _LIKENESS:
        return None
    if region.strip() and place_key(region) not in {place_key(state), place_key(country)}:
        return None
    try:
        latitude = _number(entry.get("latitude"), (-90, 90))
        longitude = _number(entry.get("longitude"), (-180, 180))
    except ValueError:
        return None
    said = f"{found}, {country}" if country and country != found else found
    return Place(said, "UTC", latitude, longitude, said)


def _clean(name: object) -> str:
    """A name with nothing in it but what names are made of."""
    return re.sub(r"[^\w '().-]|[\d_]", "", plain(name, _LONGEST_NAME)).strip()
