"""Unit: compiled intents go in; their templates in the order of hassil come out."""

import pytest
from hassil import Intents, parse_sentence

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_list import Template, templates_of

pytestmark = pytest.mark.unit

INTENTS = Intents.from_dict(
    {
        "language": "en",
        "intents": {
            "play": {
                "data": [
                    {"sentences": ["play {any}", "stop", "play {any} by {any} now", "hush <it>"]},
                    {"sentences": ["play {state}", "play (this|that) {state}"]},
                ]
            },
        },
        "expansion_rules": {"it": "it <more>", "more": "[and {state}]"},
        "lists": {"any": {"wildcard": True}, "state": {"values": ["on", "off"]}},
    }
)


def _templates() -> list[Template]:
    rules = {name: rule.text for name, rule in INTENTS.expansion_rules.items()}
    return [*templates_of(INTENTS, TemplateBook(rules))]


def test_they_are_in_the_order_of_hassil() -> None:
    of_hassil = [one.text for block in INTENTS.intents["play"].data for one in block.sentences]
    assert [one.text for one in _templates()] == of_hassil


def test_a_block_has_the_lists_and_rules_that_its_templates_lead_to() -> None:
    first, last = _templates()[0].block, _templates()[-1].block
    assert (set(first.lists), set(first.rules)) == ({"any", "state"}, {"it", "more"})
    assert (set(last.lists), set(last.rules)) == ({"state"}, set())


def test_the_parsed_form_is_made_once_and_holds_what_is_needed() -> None:
    one = _templates()[0]
    assert one.sentence is one.sentence
    assert one.sentence == parse_sentence(one.text, keep_text=True)
    assert one.sentence.required_clauses == one.facts.clauses


def test_some_sentences_are_made_from_it() -> None:
    hush = next(one for one in _templates() if one.text.startswith("hush"))
    assert [*hush.sampled(INTENTS, 2)] == ["hush it and on", "hush it and off"]
    assert [*hush.sampled(INTENTS, 2, is_bare=True)] == ["hush it "]
