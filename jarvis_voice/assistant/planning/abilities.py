"""Words what Jarvis can do, in groups with an example each. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.tools.registry import Registry

GROUPS: Mapping[str, tuple[str, str]] = {
    meanings.SET_TIMER: ("timers, alarms and reminders", "wake me at seven"),
    meanings.ADD_NOTE: ("lists and notes", "add milk to my shopping list"),
    meanings.WEATHER: ("time, dates and the weather", "will it rain tomorrow"),
    meanings.TELL_BRIEFING: ("the news of your feeds", "give me my briefing"),
    meanings.OPEN_WEBSITE: ("websites, apps and searches", "open MIT's website"),
    meanings.CALCULATE: ("sums, units and currencies", "what is 20 percent of 80"),
    meanings.VOLUME: ("music and volume", "turn it down a bit"),
    meanings.REMEMBER: ("what you want me to remember", "remember that my car is on level three"),
    meanings.TELL_JOKE: ("words and fun", "tell me a joke"),
}
"""What Jarvis can do, in groups, by a meaning that each group needs: its name and an example."""


WITHOUT_APPS: Mapping[str, str] = MappingProxyType({meanings.OPEN_WEBSITE: "websites and searches"})
"""The name of a group where no app can be opened."""


def abilities(registry: Registry) -> str:
    """What Jarvis can do with some tools: a line a group, with an example."""
    opens_apps = bool(registry.fulfilling(meanings.OPEN_APP))
    lines = [
        f'- {what if opens_apps else WITHOUT_APPS.get(meaning, what)}: "{example}"'
        for meaning, (what, example) in GROUPS.items()
        if registry.fulfilling(meaning)
    ]
    return "\n".join(("I can help with this:", *lines))
