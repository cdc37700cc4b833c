"""Property: whatever a model answers, it reads only what was found and cites only what was read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.around import NOW
from tools.research_world import found

from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.tools.research.notes import MAX_RESULTS, ResearchNotes
from jarvis_voice.tools.research.sources import PAGES_AT_ONCE, Source
from jarvis_voice.tools.research.speech import is_sayable
from jarvis_voice.tools.research.steps import (
    BadStepError,
    Conclusion,
    ModelStep,
    Read,
    Search,
    checked,
    possible_actions,
    situation,
    step_schema,
    system_prompt,
)

pytestmark = pytest.mark.unit

SKY = Source("Sky", "https://sky.org/", "The sky is blue because air scatters blue light.", "x")
SEA = Source("Sea", "https://sea.org/", "The sea is deep and the sky above it is blue.", "x")


def notes_of(*sources: Source) -> ResearchNotes:
    notes = ResearchNotes("why is the sky blue", TurnLedger())
    notes.found(found(*(f"s{n}.org/" for n in range(6))))
    notes.tried["s0.org?"] = True
    notes.queries.append("sky blue")
    notes.sources += sources
    return notes


INDEXES = st.none() | st.lists(st.integers(-3, 40) | st.integers(), max_size=8)
TEXTS = st.none() | st.text(max_size=80) | st.sampled_from([SKY.text, "I opened it. " + SEA.text])


@given(st.sampled_from(["search", "read", "answer", "fly"]), TEXTS, INDEXES, TEXTS, INDEXES)
def test_any_step_is_harmless(action: str, query: Any, results: Any, text: Any, cited: Any) -> None:
    notes = notes_of(SKY, SEA)
    given_step = SimpleNamespace(
        action=action, query=query, result_indexes=results, text=text, source_indexes=cited
    )
    try:
        step = checked(cast(ModelStep, given_step), notes)
    except BadStepError:
        return
    match step:
        case Read(indexes):
            assert 0 < len(indexes) <= PAGES_AT_ONCE
            assert set(indexes) <= set(notes.unread)
        case Conclusion(sentences, sources):
            assert sentences
            assert all(is_sayable(sentence) for sentence in sentences)
            assert sources
            assert set(sources) <= {SKY, SEA}
        case Search(query):
            assert query
            assert not notes.is_searched(query)


def test_what_is_possible() -> None:
    empty = ResearchNotes("q", TurnLedger())
    assert possible_actions(empty) == ("search",)
    assert possible_actions(empty, must_end=True) == ()
    assert possible_actions(notes_of(SKY)) == ("search", "read", "answer")
    assert possible_actions(notes_of(SKY), must_end=True) == ("answer",)


@pytest.mark.parametrize(
    "step",
    [
        {"action": "read", "result_indexes": [6]},
        {"action": "read", "result_indexes": [1, 2, 3, 4, 5]},
        {"action": "read", "result_indexes": ["1"]},
        {"action": "read", "result_indexes": [True]},
        {"action": "answer", "text": "x", "source_indexes": [1]},
        {"action": "answer", "text": "x" * 1_501, "source_indexes": [0]},
        {"action": "search", "query": "x" * 201},
        {"action": "search", "query": "sky", "url": "https://evil.org/"},
        {"action": "open_website"},
        {},
    ],
)
def test_the_schema_is_strict(step: dict[str, Any]) -> None:
    notes = notes_of(SKY)
    schema = step_schema(notes, possible_actions(notes))
    assert schema.model_validate({"action": "read", "result_indexes": [5, 1]})
    with pytest.raises(ValueError, match="validation error"):
        schema.model_validate(step)


def test_a_prompt_is_bounded_and_says_what_may_be_done() -> None:
    long = Source(
        "Sky", "https://sky.org/", "The sky is blue over the wide sea today. " * 2_000, "x"
    )
    notes = notes_of(*[long] * 12)
    notes.found(found(*(f"t{n}.org/" for n in range(60))))
    assert len(notes.results) == MAX_RESULTS
    [message] = situation(notes, "It was wrong.")
    assert len(message.text) < 20_000
    assert message.text.endswith("YOUR LAST STEP WAS NOT TAKEN: It was wrong. Give another one.")
    assert "Steps you may take now: search, read." in system_prompt(("search", "read"), NOW)
    assert "2026-11-05" in system_prompt(("answer",), NOW)


def test_an_address_in_a_question_or_an_error_is_cut_down_to_its_host() -> None:
    notes = ResearchNotes("what is on https://www.sky.org/a?b=1", TurnLedger())
    notes.act("read", "a page")
    notes.observe("https://sky.org/deep: gone")
    [message] = situation(notes)
    assert "QUESTION: what is on sky.org\n" in message.text
    assert "://" not in message.text
    assert "deep" not in message.text


def test_a_page_takes_the_place_of_the_answer_from_it() -> None:
    notes = ResearchNotes("q", TurnLedger())
    notes.found(found(answer="It is so.", source="https://a.org/x", entity="A"))
    assert [(s.title, s.is_page) for s in notes.sources] == [("A", False)]
    page = Source("A page", "https://www.a.org/x/", "It is so because of that.", "search")
    notes.read(page)
    assert notes.sources == [page]
    notes.found(found(answer="It is so.", source="https://a.org/x", entity="A"))
    assert notes.sources == [page]
