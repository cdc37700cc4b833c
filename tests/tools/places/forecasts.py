"""Questions to the weather tool."""

from __future__ import annotations

from typing import Any

from tools.around import run, surroundings, the_tool

from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.places.weather_tools import tools
from jarvis_voice.tools.registry import Tool
from jarvis_voice.workshop.worlds.open_meteo_server import OpenMeteoServer

LISBON = Place("Lisbon", "Europe/Lisbon", 38.72, -9.13, "Lisbon")


def weather(server: OpenMeteoServer, home_city: str = "", units: str = "metric") -> Tool:
    user = UserConfig.model_validate(
        {
            "locale": "en_GB",
            "home_city": home_city,
            "units": units,
            "currency": "EUR",
            "clock": "24",
        }
    )
    edge = Edge(endpoints=Endpoints(open_meteo=server.url))
    return the_tool(tools, "weather", surroundings(user=user, edge=edge))


async def ask(server: OpenMeteoServer, **arguments: Any) -> str:
    result = await run(weather(server), place="Lisbon", **arguments)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    return result.receipt.observed
