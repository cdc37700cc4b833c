"""Unit: what the cards of the trained reader say can be done, and is understood."""

import pytest
from tools.around import surroundings

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.meaning_cards import (
    SLOT,
    MeaningCard,
    _card,
    load_meaning_cards,
)
from jarvis_voice.assistant.understanding.tellings import TALK
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

CARDS = load_meaning_cards()
SAID = [(card, template) for card in CARDS.by_name.values() for template in card.sentences]


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))})
    return compiled_grammar(paths, ship_tools(surroundings()))


@pytest.mark.parametrize(
    ("card", "template"), SAID, ids=[f"{card.name}: {template}" for card, template in SAID]
)
def test_the_grammar_understands_what_a_card_says(
    grammar: Grammar, card: MeaningCard, template: str
) -> None:
    intent = grammar.understand(card.example(template))
    assert intent is not None
    assert not intent.is_question
    if card.kind == "talk":
        assert intent.name in {*replies.FIXED, *TALK, "say_again", "yes"}


def test_a_slot_that_is_asked_for_stands_in_a_sentence() -> None:
    for card in CARDS.by_name.values():
        slots = {slot for template in card.sentences for slot in SLOT.findall(template)}
        assert set(card.asks) <= slots <= set(CARDS.slots), card.name


@pytest.mark.parametrize(
    "about", [{}, {"kind": "dance"}, {"kind": "refuse"}, {"kind": "do", "reply": "No."}]
)
def test_a_bad_card_is_told(about: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="snooze has no kind that fits"):
        _card("snooze", about)
