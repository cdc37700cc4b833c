"""Unit: what is kept for a while is counted, and goes with what is forgotten."""

import pytest

from jarvis_voice.core.passing_memory import KeptSize, PassingMemory

pytestmark = pytest.mark.unit


class Shelf:
    """Keeps a thing of each user."""

    def __init__(self, *users: str) -> None:
        self.users = set(users)

    @property
    def size(self) -> KeptSize:
        return KeptSize("things", len(self.users), 10 * len(self.users))

    def forget(self, user_id: str) -> None:
        self.users.discard(user_id)


def test_every_part_forgets_and_an_empty_one_is_not_told() -> None:
    memory = PassingMemory()
    memory.add(Shelf("anna", "ben"), Shelf("anna"))
    before = memory.sizes
    memory.forget("anna")
    after = memory.sizes
    assert before == (KeptSize("things", 2, 20), KeptSize("things", 1, 10))
    assert after == (KeptSize("things", 1, 10),)
