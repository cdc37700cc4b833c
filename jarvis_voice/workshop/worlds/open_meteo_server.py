"""Speaks as much of Open-Meteo's forecast and geocoding as Jarvis asks for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
    as_json,
)

DAYS = 8
HOURS = 24 * DAYS
START = datetime(2026, 11, 5)  # noqa: DTZ001 - the service answers in the place's own time


class OpenMeteoServer(LoopbackServer):
    """Both services behind one address; the weather is what was set, everywhere.

    Attributes:
        current: Replaces values of the moment.
        days: Replaces values of a day, by its number from today.
        hours: Replaces values of an hour, by its number from midnight today.
        places: What the geocoder knows, by the name that is asked for.
        body: Sent instead of a forecast, when it is set.
    """

    def __init__(self) -> None:
        super().__init__()
        self.current: dict[str, Any] = {}
        self.days: dict[int, dict[str, Any]] = {}
        self.hours: dict[int, dict[str, Any]] = {}
        self.places: dict[str, list[Mapping[str, Any]]] = {}
        self.body: Any = None

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """Places of a name, or a forecast."""
        if request.path == "/v1/search":
            results = self.places.get(request.query["name"])
            body = {"generationtime_ms": 0.5} | ({"results": results} if results else {})
            return as_json(body)
        if request.path == "/v1/forecast":
            return as_json(self._forecast(request) if self.body is None else self.body)
        raise OffScriptError(request.path)

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return {"error": True, "reason": "Minutely API request limit exceeded."}

    def _forecast(self, request: LoopbackRequest) -> Any:
        if request.query.get("timezone") != "auto" or request.query["forecast_days"] != str(DAYS):
            raise OffScriptError(f"asked with {dict(request.query)}")
        current = {
            "time": "2026-11-05T09:00",
            "interval": 900,
            "temperature_2m": 14.2,
            "apparent_temperature": 12.6,
            "weather_code": 63,
            "wind_speed_10m": 12.4,
        } | self.current
        return {
            "latitude": float(request.query["latitude"]),
            "longitude": float(request.query["longitude"]),
            "utc_offset_seconds": 0,
            "timezone": "Europe/Lisbon",
            "current": {name: current[name] for name in _asked(request, "current", current)},
            "daily": _table(self._days(), _asked(request, "daily", self._days()[0])),
            "hourly": _table(self._hours(), _asked(request, "hourly", self._hours()[0])),
        }

    def _days(self) -> list[dict[str, Any]]:
        plain = {
            "weather_code": 3,
            "temperature_2m_max": 17.4,
            "temperature_2m_min": 9.1,
            "precipitation_probability_max": 10,
            "wind_speed_10m_max": 20.3,
        }
        return [
            {"time": f"{START + timedelta(days=n):%Y-%m-%d}"} | plain | self.days.get(n, {})
            for n in range(DAYS)
        ]

    def _hours(self) -> list[dict[str, Any]]:
        plain = {
            "weather_code": 1,
            "temperature_2m": 10.0,
            "precipitation_probability": 5,
            "wind_speed_10m": 8.0,
        }
        return [
            {"time": f"{START + timedelta(hours=n):%Y-%m-%dT%H:%M}"} | plain | self.hours.get(n, {})
            for n in range(HOURS)
        ]


def _asked(request: LoopbackRequest, kind: str, known: Mapping[str, Any]) -> list[str]:
    names = request.query[kind].split(",")
    if unknown := set(names) - set(known):
        raise OffScriptError(f"{kind}: {unknown}")
    return ["time", *names]


def _table(rows: list[dict[str, Any]], names: list[str]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in names}
