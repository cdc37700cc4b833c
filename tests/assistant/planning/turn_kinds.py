"""What a sentence asks for, with everything that is known on a desktop with every means."""

from functools import cache

from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.assistant.planning.asked_for import AskedFor, asked_for
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}


@cache
def around() -> tuple[Knowledge, Registry]:
    """What is known and what can be done, on a desktop with every means."""
    paths = find_paths({"JARVIS_HOME": "/nowhere"})
    applications = Applications(NOWHERE, "linux")
    registry = all_tools(surroundings(applications=applications))
    return Knowledge(
        compiled_grammar(paths, registry), SiteTable.load(paths), applications
    ), registry


@cache
def kind_of(asked: str) -> AskedFor:
    """What a sentence asks for."""
    knowledge, registry = around()
    return asked_for(knowledge.read(asked), registry)
