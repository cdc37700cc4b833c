"""Lists the tools that ship, in the order in which Jarvis names its abilities."""

from __future__ import annotations

from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop import (
    clipboard_tools,
    command_tools,
    desktop_tools,
    picture_tools,
    sight_tools,
)
from jarvis_voice.tools.media import media_tools, speech_tools
from jarvis_voice.tools.memory import forget_tools, memory_tools, note_tools
from jarvis_voice.tools.numbers import chance_tools, number_tools
from jarvis_voice.tools.places import place_tools, weather_tools
from jarvis_voice.tools.python import python_tools
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.research import research_tools
from jarvis_voice.tools.schedule import (
    calendar_tools,
    change_tools,
    clock_tools,
    list_tools,
    schedule_tools,
)
from jarvis_voice.tools.web import page_tools, web_tools, wikipedia_tools

SHIPPED = (
    web_tools,
    desktop_tools,
    wikipedia_tools,
    page_tools,
    research_tools,
    number_tools,
    clock_tools,
    calendar_tools,
    weather_tools,
    place_tools,
    schedule_tools,
    change_tools,
    list_tools,
    memory_tools,
    forget_tools,
    note_tools,
    clipboard_tools,
    media_tools,
    speech_tools,
    chance_tools,
    python_tools,
    command_tools,
    sight_tools,
    picture_tools,
)
"""Modules with a function `tools(Surroundings)` that yields those of its tools that can be here."""


def ship_tools(around: ToolDependencies) -> Registry:
    """The registry of what ships and can exist here."""
    return Registry(*(tool for module in SHIPPED for tool in module.tools(around)))
