"""Renews what is known of the shipped templates: `make templates` after a change of sentences."""

from __future__ import annotations

import sys
from pathlib import Path

from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Tool
from jarvis_voice.workshop.sentences.template_table import packed, template_table

NOWHERE = find_paths({"JARVIS_HOME": "/nowhere"})


def shipped_tools() -> list[Tool]:
    """All that ship, as on a desktop that has every means."""
    tools = all_tools(surroundings(applications=Applications({}, "linux")))
    return [one for one in tools if one.arguments.__module__.startswith("jarvis_voice.")]


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(packed(template_table(NOWHERE, shipped_tools())))
