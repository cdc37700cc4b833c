"""Unit: what the network gives becomes a meaning and slots; e2e: the model that ships."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvis_voice.assistant.understanding.short_turns.moves import likeliest
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.engines.reader.network import TrainedReader, slots_in
from jarvis_voice.engines.reader.word_pieces import SPECIAL, words_of

pytestmark = pytest.mark.unit

MEANINGS = ["add_to_list", "stop"]
ABOUT = {
    "pieces": [*SPECIAL, "add", "milk", "and", "eggs"],
    "meanings": MEANINGS,
    "tags": ["O", "B-item", "I-item"],
    "temperature": 2.0,
}


TURNS = Path(__file__).parents[2] / "data" / "understanding"
EVERY = 5
"""Of the turns that are kept back, which take half a minute in all."""

MOVES_RIGHT = 0.7
SURE, SURE_RIGHT = 0.9, 0.88

PIECES = [*SPECIAL, "add", "milk", "and", "eggs", ":"]


class OneAnswer:
    """A network that gives the same for every sentence."""

    def __init__(self, meanings: list[float], tags: list[int]) -> None:
        self.given: dict[str, Any] = {}
        self._meanings = np.array([meanings], np.float32)
        self._tags = np.eye(3, dtype=np.float32)[tags][None]

    def run(self, _: None, given: dict[str, Any]) -> list[Any]:
        self.given = given
        return [self._meanings, self._tags, np.array([[3.0, 4.0]], np.float32)]


def test_the_likeliest_meaning_is_given_with_its_slots() -> None:
    network = OneAnswer([2.0, 0.0], [0, 1, 0, 1])
    found = TrainedReader(network, ABOUT).read("Add milk and eggs")
    assert found is not None
    assert found.meaning == "add_to_list"
    assert found.confidence == pytest.approx(1 / (1 + np.exp(-1.0)))  # at temperature 2
    assert found.slots == {"item": ("milk", "eggs")}
    assert network.given["firsts"].tolist() == [[1, 2, 3, 4]]


def test_a_sentence_without_words_is_not_read() -> None:
    assert TrainedReader(OneAnswer([1.0, 0.0], []), ABOUT).read("  ") is None


def test_a_turn_is_read_behind_the_kind_of_thing_that_was_spoken_of() -> None:
    network = OneAnswer([5.0, 0.0, 1.0, 1.0 + np.log(3.0)], [])
    outputs = [*MEANINGS, "move more", "move take"]
    reader = TrainedReader(network, {**ABOUT, "meanings": outputs, "pieces": PIECES})
    assert reader.meanings == MEANINGS
    assert reader.knows_moves
    moves = reader.moves("milk", "add")
    assert moves is not None
    assert moves.chances == pytest.approx({"more": 0.25, "take": 0.75})
    assert [PIECES[n] for n in network.given["ids"][0]] == ["[CLS]", "add", ":", "milk", "[SEP]"]
    assert reader.moves(" ", "add") is None


def test_moves_have_no_part_in_a_meaning() -> None:
    outputs = [*MEANINGS, "move more"]
    reader = TrainedReader(OneAnswer([1.0, 0.0, 9.0], [0]), {**ABOUT, "meanings": outputs})
    found = reader.read("milk")
    assert found is not None
    assert (found.meaning, set(found.chances)) == ("add_to_list", {"add_to_list", "stop"})


def test_sentences_are_compared_by_their_vectors() -> None:
    reader = TrainedReader(OneAnswer([1.0, 0.0], [0]), ABOUT)
    reading = reader.read("milk")
    assert reading is not None
    assert reading.vector.tolist() == [3.0, 4.0]
    assert reader.gallery(["eggs", "milk"]).likeness(reading) == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize(
    ("tags", "slots"),
    [
        (["O", "B-item", "I-item", "I-item"], {"item": ("milk and eggs",)}),
        (["O", "I-item", "O", "O"], {"item": ("milk",)}),
        (["O", "B-item", "I-list", "O"], {"item": ("milk",), "list": ("and",)}),
        (["O", "O", "O", "O"], {}),
    ],
)
def test_a_slot_is_words_of_the_sentence(
    tags: list[str], slots: dict[str, tuple[str, ...]]
) -> None:
    text = "add milk and eggs"
    assert slots_in(text, words_of(text), tags) == slots


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "reader.onnx").write_bytes(b"no model")
    (tmp_path / "reader.json").write_text("{}")
    with pytest.raises(ModelError, match="cannot be used"):
        TrainedReader.load(tmp_path / "reader.onnx", tmp_path / "reader.json")


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "meaning", "slots"),
    [
        ("could you get a timer going for ten minutes", "set_timer", {"length": ("ten minutes",)}),
        ("whats the weather gonna be like in paris", "weather", {"place": ("paris",)}),
        ("thanks so much for that", "thanks", {}),
    ],
)
def test_the_shipped_model_reads_everyday_sentences(
    text: str, meaning: str, slots: dict[str, tuple[str, ...]]
) -> None:
    found = TrainedReader.load().read(text)
    assert isinstance(found, MeaningReading)
    assert (found.meaning, found.slots) == (meaning, slots)


@pytest.mark.e2e
@pytest.mark.models
def test_the_shipped_model_knows_the_moves_of_people_it_has_not_met() -> None:
    reader, found = TrainedReader.load(), list[tuple[float, bool]]()
    for file in sorted(TURNS.glob("turns-*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines()[::EVERY]:
            topic, _, text, move = line.split("\t")
            if moves := reader.moves(text, topic):
                likely = likeliest(moves.chances, topic)
                found.append((likely.chance, likely.name == likeliest({move: 1.0}, topic).name))
    assert len(found) > 1_000
    assert sum(is_right for _, is_right in found) >= MOVES_RIGHT * len(found)
    sure = [is_right for chance, is_right in found if chance >= SURE]
    assert sum(sure) >= SURE_RIGHT * len(sure)
