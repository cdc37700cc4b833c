"""Unit: which templates a sentence is compared with."""

from collections.abc import Iterator
from typing import Any

import pytest
from hassil import Intents, recognize_all

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_index import TemplateIndex
from jarvis_voice.assistant.understanding.template_list import templates_of

pytestmark = pytest.mark.unit

INTENTS = Intents.from_dict(
    {
        "language": "en",
        "intents": {
            "open": {"data": [{"sentences": ["[<please> ](open|go to) {name}[ <please>]"]}]},
            "light": {
                "data": [
                    {"sentences": ["(turn;the light;{state})", "living-room light {state}"]},
                    {"sentences": ["light[s] {state}"], "slots": {"room": "here"}},
                ]
            },
            "wifi": {"data": [{"sentences": ["is the wi-fi {state}", "wi fi"]}]},
            "version": {"data": [{"sentences": ["what is version 2.0", "{any} is version two"]}]},
            "rest": {"data": [{"sentences": ["{any}", "note {any}", "{any} end", "[the] end"]}]},
        },
        "expansion_rules": {"please": "(please|if you (can|may))"},
        "lists": {
            "name": {"wildcard": True},
            "any": {"wildcard": True},
            "state": {"values": ["on", "off", "switched (on|off)"]},
        },
    }
)
SENTENCES = (
    *(
        "open the gate",
        "Please OPEN the gate, please!",
        "go to bed if you may",
        "if you can open it",
    ),
    *("turn the light on", "the light turn off", "on turn the light", "lights off", "light on."),
    *("living-room light on", "living room light switched off", "Living_Room light on"),
    *("is the wi-fi on", "is the wi fi on?", "wi-fi", "wi fi", "what is version 2.0", "2.0"),
    *("this is version two", "note", "note this", "the end", "end", "all at an end", "...end..."),
    *("", " ", "-", "turn", "opening", "the light", "straße end", "STRASSE END", "note \u2019this"),
)


def _index() -> TemplateIndex:
    rules = {name: rule.text for name, rule in INTENTS.expansion_rules.items()}
    return TemplateIndex(INTENTS, [*templates_of(INTENTS, TemplateBook(rules))])


def _found(sentence: str, intents: Any) -> Iterator[tuple[str, list[tuple[str, object]]]]:
    for one in recognize_all(sentence, intents):
        yield one.intent.name, [(entity.name, entity.value) for entity in one.entities_list]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_matches_is_found_in_the_same_order(sentence: str) -> None:
    near = _index().near(sentence)
    assert [*_found(sentence, near)] == [*_found(sentence, INTENTS)]


def test_a_template_is_left_out_where_a_word_or_an_edge_of_it_is_missing() -> None:
    near = _index().near("open the light")
    assert near.intents.keys() == {"open", "rest"}
    assert [one.text for one in near.intents["rest"].data[0].sentences] == ["{any}"]


def test_lists_and_rules_are_those_that_are_named() -> None:
    near = _index().near("open the light")
    assert near.slot_lists.keys() == {"name", "any"}
    assert near.expansion_rules.keys() == {"please"}


def test_the_templates_themselves_stay_whole() -> None:
    index = _index()
    index.near("open the light")
    assert index.near("lights on").intents["light"].data[0].slots == {"room": "here"}
    assert len(INTENTS.intents["rest"].data[0].sentences) == len(
        INTENTS.intents["rest"].data[0].sentence_texts
    )
