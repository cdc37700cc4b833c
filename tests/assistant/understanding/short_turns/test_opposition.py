"""Unit: a turn that more likely goes on with its subject than means what it says alone."""

from collections.abc import Mapping, Sequence

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.opposition import against, is_opposed
from jarvis_voice.core.sentence_reader import MeaningReading, MoveReading, SentenceGallery
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.engines.reader.vector_gallery import VectorGallery

pytestmark = pytest.mark.unit


class Leaning:
    """A network that takes every sentence for one meaning, with a layer that knows one move."""

    def __init__(self, meaning: str, confidence: float, moves: Mapping[str, float]) -> None:
        self._reading = MeaningReading(meaning, confidence, chances={meaning: confidence})
        self._moves = moves

    def read(self, text: str) -> MeaningReading | None:
        return self._reading if text else None

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        return VectorGallery([])

    def moves(self, text: str, topic: str) -> MoveReading | None:
        return MoveReading(self._moves)


def leaning(goes_on: float, move: str = "left") -> Leaning:
    return Leaning("how_are_you", 0.5, {move: goes_on, "new": 1.0 - goes_on})


def opposed(text: str, alone: Intent | None, network: Leaning) -> bool:
    second = SecondReader(network, load_meaning_cards(), moves=network)
    read = Understanding(text, (Part(text, alone),), is_understood=True)
    return is_opposed(text, read, "timer", knowledge().grammar.understand, second)


def search(words: str) -> Intent:
    return Intent("search", {"query": words, "kind": "question"})


@pytest.mark.parametrize(("goes_on", "is_so"), [(0.9, True), (0.35, True), (0.2, False)])
def test_a_question_is_searched_for_only_where_it_stands_alone(goes_on: float, is_so: bool) -> None:
    assert opposed("how much taller", search("how much taller"), leaning(goes_on)) is is_so


def test_a_question_that_the_network_knows_for_the_web_is_searched_for() -> None:
    asked = search("why do cats purr")
    network = Leaning("question", 0.9, {"left": 0.6, "new": 0.4})
    assert not opposed("why do cats purr", asked, network)


@pytest.mark.parametrize(("goes_on", "is_so"), [(0.9, True), (0.6, False)])
def test_what_the_network_alone_reads_stands_unless_a_move_is_likely(
    goes_on: float, is_so: bool
) -> None:
    talk = Intent("never_mind")
    assert opposed("done, kill it", talk, leaning(goes_on, "cancel")) is is_so


def test_a_move_that_says_the_same_opposes_nothing() -> None:
    read = Intent("read_schedule", {"what": "timer"})
    assert not opposed("how is that one doing", read, leaning(0.95))
    assert against("never_mind", {"no": 0.8, "new": 0.1, "cancel": 0.1}) == pytest.approx(0.1)


def test_an_act_of_the_grammar_is_never_doubted() -> None:
    act = knowledge().grammar.understand("set a timer for 5 minutes")
    assert not opposed("set a timer for 5 minutes", act, leaning(0.95, "cancel"))


@pytest.mark.parametrize(
    ("text", "name"), [("how are you", "how_are_you"), ("what time is it", "get_time")]
)
def test_a_turn_without_a_word_that_leans_is_not_doubted(text: str, name: str) -> None:
    assert not opposed(text, Intent(name), leaning(0.95))


def test_what_is_not_understood_is_opposed_by_nothing() -> None:
    assert not opposed("how much taller", None, leaning(0.95))


def test_who_is_talked_to_is_no_question_about_the_user() -> None:
    asked = Intent("who_are_you", {})
    assert not opposed("and who am I talking to", asked, leaning(0.95, "ask"))
