"""Flow: scripted models and the recorded phrase in; which were opened and closed, or the error."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import AudioFrame, Transcript, Utterance
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.engines.wake.heads import WakeHead
from jarvis_voice.voice.readiness import open_and_prove
from jarvis_voice.voice.speech_input import SpeechInput

pytestmark = pytest.mark.flow

HEADS = tuple(
    WakeHead(word, Path(f"{word}.onnx"), 0.5, 0.3, phrases)
    for word, phrases in (("jarvis", ("jarvis", "hey jarvis")), ("computer", ("computer",)))
)


ROLES = ("stt", "wake", "vad", "span_vad", "turn_model")


class Model:
    """Every model of the ears at once, told how well it hears."""

    def __init__(self, name: str, log: list[str], hears: float = 0.9) -> None:
        self.name, self.log, self.hears = name, log, hears
        self.damaged: ModelError | None = None
        self.failing: ModelError | None = None
        self.frames = 0

    async def __aenter__(self) -> Self:
        if self.damaged:
            raise self.damaged
        self.log.append(f"open {self.name}")
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.log.append(f"close {self.name}")

    async def probability(self, frame: AudioFrame) -> float:
        self.frames += 1
        if self.failing:
            raise self.failing
        return self.hears if self.frames == 5 else 0.01

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        return (await self.probability(frame), 0.0)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        seconds = len(utterance.pcm) / 16_000
        assert 3 < seconds < 3.5
        return Transcript("What time is it?" if self.hears > 0.5 else "", 0.1)

    def reset(self) -> None:
        self.log.append(f"reset {self.name}")


class Room:
    """The ears of a test, and what happened to them."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.stt, self.wake, self.vad, self.span_vad, self.turn_model = (
            Model(role.replace("_", " "), self.log) for role in ROLES
        )

    async def prove(self) -> None:
        nothing: Any = None  # the microphone is not touched
        models: dict[str, Any] = {name: getattr(self, name) for name in ROLES}
        ears = SpeechInput(microphone=nothing, points=(WakePoint("jarvis", 0.5, 0.3),), **models)
        async with AsyncExitStack() as stack:
            await open_and_prove(stack, ears, HEADS)
            self.log.append("ready")


NAMES = {role.replace("_", " ") for role in ROLES}


@pytest.fixture
def room() -> Room:
    return Room()


async def test_each_is_opened_once_and_what_heard_the_phrase_forgets_it(room: Room) -> None:
    await room.prove()
    before, after = (
        room.log[: room.log.index("ready")],
        room.log[room.log.index("ready") + 1 :],
    )
    assert sorted(before) == sorted(
        [*(f"open {name}" for name in NAMES), "reset wake", "reset vad", "reset span vad"]
    )
    assert sorted(after) == sorted(f"close {name}" for name in NAMES)


async def test_who_has_heard_it_hears_no_more_of_it(room: Room) -> None:
    await room.prove()
    assert (room.wake.frames, room.vad.frames, room.span_vad.frames) == (5, 5, 5)


@pytest.mark.parametrize(
    ("deaf", "told"),
    [
        ("stt", "by speech to text. "),
        ("vad", "by voice activity detection. "),
        ("span_vad", "by voice activity detection. "),
        ("wake", 'by the wake word "jarvis" (score 0.01, threshold 0.50). '),
    ],
)
async def test_one_that_is_deaf_is_named_and_all_are_closed(
    room: Room, deaf: str, told: str
) -> None:
    getattr(room, deaf).hears = 0.0
    with pytest.raises(ModelError) as caught:
        await room.prove()
    assert caught.value.code == "ears-deaf"
    assert told in caught.value.message
    assert {line for line in room.log if line.startswith("close")} == {f"close {n}" for n in NAMES}


async def test_several_are_named_in_one_order(room: Room) -> None:
    room.stt.hears = room.wake.hears = room.vad.hears = 0.0
    with pytest.raises(ModelError, match=r'"jarvis".* and voice activity .* and speech to text'):
        await room.prove()


@pytest.mark.parametrize("damaged", ["stt", "wake", "vad", "span_vad", "turn_model"])
async def test_where_one_cannot_be_opened_the_others_are_closed(room: Room, damaged: str) -> None:
    model = getattr(room, damaged)
    model.damaged = ModelError("model-damaged", "It cannot be loaded.")
    with pytest.raises(ModelError) as caught:
        await room.prove()
    assert caught.value is model.damaged
    others = NAMES - {model.name}
    assert {line for line in room.log if line.startswith("close")} == {f"close {n}" for n in others}


async def test_one_that_fails_while_it_hears_is_closed_with_the_others(room: Room) -> None:
    room.wake.failing = ModelError("model-failed", "It failed.")
    with pytest.raises(ModelError) as caught:
        await room.prove()
    assert caught.value is room.wake.failing
    assert {line for line in room.log if line.startswith("close")} == {f"close {n}" for n in NAMES}
