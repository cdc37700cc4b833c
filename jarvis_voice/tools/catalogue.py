"""The tools that ship, in the order in which Jarvis names what it can do."""

from __future__ import annotations

from jarvis_voice.tools import (
    calendar_tools,
    chance_tools,
    clipboard_tools,
    clock_tools,
    command_tools,
    desktop_tools,
    forget_tools,
    media_tools,
    memory_tools,
    note_tools,
    number_tools,
    page_tools,
    python_tools,
    research_tools,
    schedule_change_tools,
    schedule_list_tools,
    schedule_tools,
    sight_tools,
    speech_tools,
    weather_tools,
    web_tools,
    wikipedia_tools,
)
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.surroundings import Surroundings

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
    schedule_tools,
    schedule_change_tools,
    schedule_list_tools,
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
)
"""Modules with a function `tools(Surroundings)` that yields those of its tools that can be here."""


def ship_tools(around: Surroundings) -> Registry:
    """The registry of what ships and can exist here."""
    return Registry(*(tool for module in SHIPPED for tool in module.tools(around)))
