"""Unit: only pieces that show work give an answer more time."""

import asyncio
import selectors
from collections.abc import AsyncGenerator

import pytest

from jarvis_voice.engines.llm.patience import AnswerPatience, LateAnswerError

pytestmark = pytest.mark.unit


class JumpingSelector(selectors.DefaultSelector):
    """Waits for nothing: its clock jumps to when something is due."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop in whose time seconds take none."""

    def __init__(self) -> None:
        self._jumps = JumpingSelector()
        super().__init__(self._jumps)

    def time(self) -> float:
        return self._jumps.now


async def server(*pieces: str, seconds: float) -> AsyncGenerator[str]:
    for piece in pieces:
        await asyncio.sleep(seconds)
        yield piece


def heard(pieces: AsyncGenerator[str], first: float = 8.0, stall: float = 10.0) -> list[str]:
    async def listen() -> list[str]:
        patience = AnswerPatience[str](first, stall, shows_work=bool)
        said = []
        while (piece := await patience.next_piece(pieces)) is not None:
            said.append(piece)
        return said

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(listen())


def test_empty_pieces_keep_no_answer_alive() -> None:
    with pytest.raises(LateAnswerError) as caught:
        heard(server(*[""] * 10, seconds=1.0))
    assert (caught.value.kind, "begin" in caught.value.why) == ("timeout", True)
    with pytest.raises(LateAnswerError) as caught:
        heard(server("Hi", *[""] * 12, seconds=1.0))
    assert (caught.value.kind, "stopped" in caught.value.why) == ("stalled", True)


def test_words_do_however_many_there_are() -> None:
    assert len(heard(server(*["a"] * 40, seconds=7.0))) == 40
    assert heard(server("", "", "a", seconds=2.0)) == ["", "", "a"]


def test_a_time_out_of_the_library_is_its_own() -> None:
    async def broken() -> AsyncGenerator[str]:
        yield "a"
        raise TimeoutError

    with pytest.raises(TimeoutError) as caught:
        heard(broken())
    assert not isinstance(caught.value, LateAnswerError)
