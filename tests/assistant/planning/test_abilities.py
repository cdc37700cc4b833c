"""Unit: what can be done here is told in groups."""

import pytest
from assistant.tool_doubles import tool

from jarvis_voice.assistant.planning.abilities import abilities
from jarvis_voice.tools.registry import Registry

pytestmark = pytest.mark.unit


def test_only_what_is_here_is_told() -> None:
    assert abilities(Registry(tool("weather"), tool("play_chess"))) == (
        'I can help with this:\n- time, dates and the weather: "will it rain tomorrow"'
    )
