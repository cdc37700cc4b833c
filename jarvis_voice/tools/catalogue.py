"""Lists the tools that ship, in the order in which Jarvis names its abilities."""

from __future__ import annotations

from jarvis_voice.tools.briefing import briefing_tools, feed_tools, mail_tools, story_tools
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop import (
    clipboard_tools,
    command_tools,
    desktop_tools,
    picture_tools,
    sight_tools,
    status_tools,
)
from jarvis_voice.tools.media import announce_tools, media_tools, microphone_tools, speech_tools
from jarvis_voice.tools.memory import (
    conversation_tools,
    forget_tools,
    memory_tools,
    note_tools,
    profile_tools,
)
from jarvis_voice.tools.numbers import chance_tools, number_tools
from jarvis_voice.tools.places import place_tools, sun_tools, weather_tools
from jarvis_voice.tools.python import python_tools
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.research import research_tools
from jarvis_voice.tools.schedule import (
    calendar_fact_tools,
    calendar_tools,
    change_tools,
    clock_tools,
    list_tools,
    move_tools,
    rename_tools,
    schedule_tools,
    skip_tools,
    stopwatch_tools,
    time_difference_tools,
    time_until_tools,
    undo_tools,
)
from jarvis_voice.tools.web import page_tools, web_tools, wikipedia_tools
from jarvis_voice.tools.words import dictionary_tools, joke_tools, letter_tools

SHIPPED = (
    web_tools,
    desktop_tools,
    wikipedia_tools,
    page_tools,
    research_tools,
    briefing_tools,
    story_tools,
    mail_tools,
    feed_tools,
    number_tools,
    clock_tools,
    time_until_tools,
    time_difference_tools,
    calendar_tools,
    calendar_fact_tools,
    weather_tools,
    place_tools,
    sun_tools,
    schedule_tools,
    change_tools,
    move_tools,
    rename_tools,
    skip_tools,
    undo_tools,
    list_tools,
    stopwatch_tools,
    memory_tools,
    profile_tools,
    forget_tools,
    conversation_tools,
    note_tools,
    clipboard_tools,
    media_tools,
    speech_tools,
    microphone_tools,
    announce_tools,
    chance_tools,
    joke_tools,
    dictionary_tools,
    letter_tools,
    python_tools,
    command_tools,
    sight_tools,
    picture_tools,
    status_tools,
)
"""Modules with a function `tools(ToolDependencies)` that yields those tools that can be here."""


def ship_tools(around: ToolDependencies) -> Registry:
    """The registry of what ships and can exist here."""
    return Registry(*(tool for module in SHIPPED for tool in module.tools(around)))
