"""Unit: the brain is made when a turn asks for it, and not by looking."""

import pytest

from jarvis_voice.assistant.graph.brain import GraphBrain
from jarvis_voice.assistant.turn_dependencies import BrainToCome
from jarvis_voice.core.errors import ConfigError

pytestmark = pytest.mark.unit


async def test_a_brain_that_cannot_be_made_is_not_there() -> None:
    async def make() -> GraphBrain:
        raise ConfigError("sites-entry", "Your sites.toml has a mistake.")

    brain = BrainToCome(make)
    assert brain.made is None
    with pytest.raises(ConfigError):
        await brain.get()
    assert brain.made is None
