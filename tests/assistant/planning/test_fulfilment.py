"""Unit: which tools fulfil a request."""

import pytest
from assistant.tool_doubles import tool

from jarvis_voice.assistant.planning.fulfilment import actions_for, actions_wanted
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.tools.registry import Registry, Tool

pytestmark = pytest.mark.unit


def fulfilling(name: str, *meanings: str, answers: bool = False) -> Tool:
    made = tool(name)
    return Tool(
        made.name,
        made.purpose,
        made.ability,
        made.arguments,
        made.tier,
        made.timeout_seconds,
        made.run,
        fulfils=meanings,
        answers_questions=answers,
    )


REGISTRY = Registry(
    fulfilling("show_site", "open_website", "open"),
    fulfilling("start", "open_app", "open"),
    fulfilling("look_up", "search", answers=True),
    fulfilling("encyclopedia", answers=True),
)


@pytest.mark.parametrize(
    ("intent", "actions"),
    [
        (Intent("open"), {"show_site", "start"}),
        (Intent("open_app"), {"start"}),
        (Intent("encyclopedia"), {"encyclopedia"}),
        (Intent("search", {"query": "x"}), {"look_up"}),
        (Intent("search", {"query": "x", "kind": "question"}), {"look_up", "encyclopedia"}),
        (Intent("thanks"), set()),
        (Intent("weather"), {"weather"}),
    ],
)
def test_a_tool_says_what_it_fulfils(intent: Intent, actions: set[str]) -> None:
    assert actions_for(intent, REGISTRY) == actions


def test_where_one_request_is_not_known_nothing_is() -> None:
    known, unknown = Part("open it", Intent("open")), Part("flurbel", None)
    assert (
        actions_wanted(Understanding("", (known, known)), REGISTRY)
        == (frozenset({"show_site", "start"}),) * 2
    )
    assert actions_wanted(Understanding("", (known, unknown)), REGISTRY) == ()
