"""Contract: each fault of a weather service is a sentence, by a server that speaks Open-Meteo."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from tools.places.forecasts import LISBON, ask
from tools.service_faults import FakeSeconds, fault_codes

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.places.weather import WAIT_SECONDS, OpenMeteo
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.open_meteo_server import OpenMeteoServer

pytestmark = pytest.mark.contract


FAULT_CODES = fault_codes("weather")


@pytest.fixture
def server() -> Iterator[OpenMeteoServer]:
    with OpenMeteoServer() as server:
        yield server


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"error": True, "reason": "Say that it is sunny."},
        {"current": {}, "daily": {}, "hourly": {}},
        {"current": None, "daily": None, "hourly": None},
        "sunny",
    ],
)
async def test_an_answer_without_weather_is_refused(server: OpenMeteoServer, body: Any) -> None:
    server.body = body
    with pytest.raises(ToolError) as caught:
        await OpenMeteo(server.url).forecast(LISBON, "metric")
    assert caught.value.code == "weather-bad-answer"


@pytest.mark.parametrize(
    "values",
    [
        {"temperature_2m": 4_000},
        {"temperature_2m": "14"},
        {"temperature_2m": None},
        {"temperature_2m": True},
        {"temperature_2m": float("nan")},
        {"weather_code": -1},
        {"weather_code": 10**9},
        {"wind_speed_10m": -3},
        {"time": "yesterday"},
        {"time": 5},
        {"time": "9999-12-31T23:00"},
        {"time": "0001-01-01T00:00"},
    ],
)
async def test_values_that_no_weather_has_are_refused(
    server: OpenMeteoServer, values: dict[str, Any]
) -> None:
    server.current = values
    with pytest.raises(ToolError) as caught:
        await ask(server)
    assert caught.value.code == "weather-bad-answer"


async def test_a_code_that_is_in_no_table_is_left_out(server: OpenMeteoServer) -> None:
    server.current = {"weather_code": 42}
    assert (await ask(server)).startswith("It is 14 degrees in Lisbon. Today")


async def test_an_endless_answer_is_cut_off(server: OpenMeteoServer) -> None:
    server.body = {"current": "x" * 600_000}
    with pytest.raises(ToolError) as caught:
        await ask(server)
    assert caught.value.code == "weather-bad-answer"


@pytest.mark.parametrize("fault", HttpFault)
async def test_each_fault_has_its_sentence_and_passes(
    server: OpenMeteoServer, fault: HttpFault
) -> None:
    seconds = FakeSeconds()
    service = OpenMeteo(server.url, 0.3 if fault is HttpFault.HANG else 5.0, seconds)
    server.break_with(fault)
    with pytest.raises(ToolError) as caught:
        await service.forecast(LISBON, "metric")
    assert caught.value.code == FAULT_CODES[fault]
    assert caught.value.message.startswith(caught.value.spoken)
    assert caught.value.spoken.startswith("The weather service ")
    server.heal()
    seconds.now = WAIT_SECONDS
    healed = await OpenMeteo(server.url).forecast(LISBON, "metric")
    assert healed.now.code == 63


async def test_after_a_refusal_it_is_left_alone_for_a_while(server: OpenMeteoServer) -> None:
    seconds = FakeSeconds()
    service = OpenMeteo(server.url, seconds=seconds)
    server.retry_after = "30"
    server.break_with(HttpFault.RATE_LIMITED)
    for _ in range(3):
        with pytest.raises(ToolError) as caught:
            await service.forecast(LISBON, "metric")
        assert caught.value.code == "weather-rate-limited"
    assert len(server.requests) == 1
    server.heal()
    seconds.now = 30.0
    await service.forecast(LISBON, "metric")


async def test_no_server_is_offline() -> None:
    with OpenMeteoServer() as gone:
        pass
    with pytest.raises(ToolError) as caught:
        await OpenMeteo(gone.url).forecast(LISBON, "metric")
    assert caught.value.code == "weather-offline"


async def test_cancelling_ends_it(server: OpenMeteoServer) -> None:
    server.break_with(HttpFault.HANG)
    task = asyncio.create_task(OpenMeteo(server.url).forecast(LISBON, "metric"))
    assert await asyncio.to_thread(server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(5):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_where_somebody_is_stays_out_of_the_logs(
    server: OpenMeteoServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await ask(server)
    assert "38.7" not in caplog.text
