"""Unit: answers that can be heard are few, one's own, and gone after a minute."""

import pytest

from jarvis_voice.core.events import ReplyWorded
from jarvis_voice.core.types import Origin, TurnInput
from jarvis_voice.doors.http.spoken_turns import KEPT_OF_ONE, KEPT_SECONDS, SpokenTurns

pytestmark = pytest.mark.unit

ADA, BOB = Origin(user_id="ada"), Origin(user_id="bob")


def turn(number: int, origin: Origin = ADA) -> TurnInput:
    return TurnInput(f"t{number}", "work", "hello", "http", origin=origin)


def ended(turns: SpokenTurns, *those: TurnInput) -> None:
    for one in those:
        turns.begin(one)
        turns.note(one.turn_id, ReplyWorded(one.turn_id, 0.0, "Hello.", is_final=False))
        turns.end(one.turn_id)


async def test_an_answer_is_its_users_own_and_whole() -> None:
    turns = SpokenTurns(lambda: 0.0)
    ended(turns, turn(1))
    assert turns.find("t1", "bob") is None
    found = turns.find("t1", "ada")
    assert found is not None
    assert [text async for text in found.follow()] == ["Hello."]


def test_an_answer_is_gone_after_a_minute() -> None:
    now = [0.0]
    turns = SpokenTurns(lambda: now[0])
    ended(turns, turn(1))
    now[0] = KEPT_SECONDS
    assert turns.find("t1", "ada")
    now[0] += 1
    assert turns.find("t1", "ada") is None


def test_only_the_newest_of_a_user_are_there() -> None:
    turns = SpokenTurns(lambda: 0.0)
    ended(turns, turn(100, BOB), *(turn(number) for number in range(KEPT_OF_ONE + 2)))
    there = [number for number in range(KEPT_OF_ONE + 2) if turns.find(f"t{number}", "ada")]
    assert there == list(range(2, KEPT_OF_ONE + 2))
    assert turns.find("t100", "bob")
