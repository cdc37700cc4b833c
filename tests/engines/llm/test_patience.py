"""Unit: only pieces that show work give an answer more time."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from jarvis_voice.engines.llm.patience import AnswerPatience, LateAnswerError

pytestmark = pytest.mark.unit


async def server(*pieces: str, seconds: float) -> AsyncGenerator[str]:
    for piece in pieces:
        await asyncio.sleep(seconds)
        yield piece


async def heard(pieces: AsyncGenerator[str], first: float, stall: float) -> list[str]:
    patience = AnswerPatience[str](first, stall, shows_work=bool)
    said = []
    while (piece := await patience.next_piece(pieces)) is not None:
        said.append(piece)
    return said


async def test_empty_pieces_keep_no_answer_alive() -> None:
    with pytest.raises(LateAnswerError) as caught:
        await heard(server(*[""] * 400, seconds=0.01), 0.15, 0.15)
    assert (caught.value.kind, "begin" in caught.value.why) == ("timeout", True)
    with pytest.raises(LateAnswerError) as caught:
        await heard(server("Hi", *[""] * 400, seconds=0.01), 2.0, 0.15)
    assert (caught.value.kind, "stopped" in caught.value.why) == ("stalled", True)


async def test_words_do_however_many_there_are() -> None:
    assert len(await heard(server(*["a"] * 40, seconds=0.01), 1.0, 0.3)) == 40


async def test_a_time_out_of_the_library_is_its_own() -> None:
    async def broken() -> AsyncGenerator[str]:
        yield "a"
        raise TimeoutError

    with pytest.raises(TimeoutError) as caught:
        await heard(broken(), 1.0, 1.0)
    assert not isinstance(caught.value, LateAnswerError)
