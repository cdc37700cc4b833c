"""States of a session in; what is done to other programs' sound out."""

import asyncio

import pytest
from voice.scripted_parts import settle

from jarvis_voice.voice.ducker import Ducker
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


class ScriptedLevels:
    def __init__(self) -> None:
        self.log: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def duck(self) -> None:
        self.log.append("duck")
        await self.may_go_on.wait()

    async def restore(self) -> None:
        self.log.append("restore")


async def test_a_turn_is_quiet_from_the_wake_word_to_the_end_of_the_window() -> None:
    levels = ScriptedLevels()
    async with Ducker(levels) as ducker:
        for state in (State.LISTENING, State.THINKING, State.SPEAKING, State.FOLLOW_UP):
            ducker.take(state)
            await settle()
        assert levels.log == ["duck"]
        ducker.take(State.IDLE)
        await settle()
        assert levels.log == ["duck", "restore"]


async def test_a_wish_that_was_overtaken_is_not_carried_out() -> None:
    levels = ScriptedLevels()
    levels.may_go_on.clear()
    async with Ducker(levels) as ducker:
        ducker.take(State.LISTENING)
        await settle()
        for state in (State.IDLE, State.LISTENING, State.IDLE, State.SPEAKING):
            ducker.take(state)
        levels.may_go_on.set()
        await settle()
        assert levels.log == ["duck"]


async def test_the_end_gives_the_levels_back() -> None:
    levels = ScriptedLevels()
    async with Ducker(levels) as ducker:
        ducker.take(State.SPEAKING)
        await settle()
    assert levels.log == ["duck", "restore"]
