"""Unit: a parsed template goes in; what is known of it comes out."""

import pytest
from hassil import parse_sentence

from jarvis_voice.assistant.understanding.template_facts import (
    MOST_EDGES,
    TemplateFacts,
    facts_of,
)

pytestmark = pytest.mark.unit

RULES = {
    name: parse_sentence(text)
    for name, text in {
        "please": "(please|if you (can|may))",
        "thing": "(lamp|{device})",
        "round": "so <round>",
    }.items()
}


def _facts(template: str) -> TemplateFacts:
    return facts_of(parse_sentence(template), RULES)


def _clauses(*clauses: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(clause.split()) for clause in clauses)


@pytest.mark.parametrize(
    ("template", "clauses"),
    [
        ("turn on the light", _clauses("turn", "on", "the", "light")),
        ("[please] Wait", _clauses("wait")),
        ("(open|go to) {name}", _clauses("open go")),
        ("(open|{name}) it", _clauses("it")),
        ("<please> go", _clauses("please you", "go")),
        ("<nothing> go", _clauses("go")),
        ("version 2.0", _clauses("version")),
        ("(the;light)", _clauses("the", "light")),
        ("(aa bb|cc)", _clauses("aa cc")),
    ],
)
def test_a_sentence_has_a_word_of_each_clause(
    template: str, clauses: frozenset[frozenset[str]]
) -> None:
    assert _facts(template).clauses == clauses


@pytest.mark.parametrize(
    ("template", "starts", "ends"),
    [
        ("open {name}", {"open "}, None),
        ("{name} (now|at once)", None, {"now", "once"}),
        ("[please ]go[ <please>]", {"please ", "go"}, {"go", "please", "can", "may"}),
        ("wi-fi off", {"wi fi "}, {"off"}),
        ("2.0 it", None, {"it"}),
        ("[all]", None, None),
        ("<round>", {"so "}, None),
        ("(" + "|".join(f"w{number}" for number in range(MOST_EDGES + 1)) + ") it", None, {"it"}),
    ],
)
def test_it_begins_and_ends_with_one_of_these(
    template: str, starts: set[str] | None, ends: set[str] | None
) -> None:
    facts = _facts(template)
    assert (facts.starts, facts.ends) == (starts, ends)


def test_lists_and_rules_are_those_that_it_names_itself() -> None:
    facts = _facts("[{when}] put <thing> on {name} [<please>]")
    assert facts.lists == {"when", "name"}
    assert facts.rules == {"thing", "please"}


@pytest.mark.parametrize(
    ("template", "needed"),
    [
        ("open {name} [at {when}]", {"name"}),
        ("(open {name}|see {name} {when})", {"name"}),
        ("(open {name}|see it)", set()),
        ("<thing> {where}", {"where"}),
    ],
)
def test_a_list_is_needed_that_each_of_its_sentences_has(template: str, needed: set[str]) -> None:
    assert _facts(template).needed_lists == needed
