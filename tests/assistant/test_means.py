"""Unit: the brain is made when a turn asks for it, and not by looking."""

import pytest

from jarvis_voice.assistant.means import BrainToCome
from jarvis_voice.brain.brain import GraphBrain
from jarvis_voice.errors import ConfigError


async def test_a_brain_that_cannot_be_made_is_not_there() -> None:
    async def make() -> GraphBrain:
        raise ConfigError("sites-entry", "Your sites.toml has a mistake.")

    brain = BrainToCome(make)
    assert brain.made is None
    with pytest.raises(ConfigError):
        await brain.get()
    assert brain.made is None
