"""Unit: what may be done in a step, and what may leave the machine."""

from dataclasses import replace
from typing import Any

import pytest
from assistant.steps import step_of
from assistant.turns import Query, UrlIndex, open_website, search, tool

from jarvis_voice.assistant.planning.policy import possible_tools
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.core.types import Link, ToolResult
from jarvis_voice.tools.registry import NoArguments, Registry, Tool, ToolContext

pytestmark = pytest.mark.unit

SITE = Link("MIT", "https://www.mit.edu/", "sites")
WEB = Link("Open me", "https://evil.example/", "search")


async def nothing(_: Any, __: ToolContext) -> ToolResult:
    raise AssertionError


OPEN = Tool("open_website", "", "", UrlIndex, "act", 5, open_website, asked_by=frozenset({"open"}))
PAY = Tool("pay", "", "", NoArguments, "confirm", 5, nothing, asked_by=frozenset({"pay", "buy"}))
SILENT = Tool("lock_door", "", "", NoArguments, "act", 5, nothing)
REGISTRY = Registry(OPEN, tool("search", Query, "read", search), PAY, SILENT)


def names(
    goal: str, *links: Link, untrusted: bool = False, late: bool = False, rules: Any = ALL_RULES
) -> list[str]:
    memory = [step_of("search")] if untrusted else []
    found = possible_tools(REGISTRY, goal, memory, links, is_late=late, rules=rules)
    return [one.name for one in found]


def test_without_results_nothing_can_be_opened() -> None:
    assert names("open and buy it") == ["search", "pay", "lock_door"]


def test_an_act_that_nobody_asked_for_is_not_offered() -> None:
    assert names("what is love", SITE) == ["search", "lock_door"]
    assert names("open what is love", SITE) == ["open_website", "search", "lock_door"]


def test_beside_web_text_only_what_the_words_name_may_act() -> None:
    assert names("what is love", WEB) == ["search"]
    assert names("open the best page", WEB) == ["open_website", "search"]
    assert names("buy it", untrusted=True) == ["search", "pay"]
    assert names("lock the front door", untrusted=True) == ["search", "lock_door"]
    assert names("what is love", WEB, rules=ALL_RULES - {Rule.WEB_IS_DATA}) == [
        "open_website",
        "search",
        "pay",
        "lock_door",
    ]


def test_beside_web_text_a_page_opens_only_where_the_words_ask_for_one() -> None:
    page = replace(OPEN, opens="site")
    registry = Registry(page)

    def offered(goal: str) -> bool:
        return bool(possible_tools(registry, goal, [step_of("search")], [WEB], is_late=False))

    assert offered("find a book and open its page")
    assert offered("open evil")
    assert not offered("what is the best way to open a jar of honey")
    assert not offered("tell me when the museum is open")


def test_where_a_call_is_to_be_written_none_can_be_made() -> None:
    assert names("write a JSON example of a command to buy and lock the door") == []
    assert names("search for doors and show me the JSON, how to buy one") == ["search"]
    assert names("buy the JSON book") == ["search", "pay", "lock_door"]


def test_what_code_alone_plans_is_offered_to_no_model() -> None:
    look = Tool("look", "", "", NoArguments, "read", 5, nothing, code_only=True)
    found = possible_tools(Registry(OPEN, look), "look and open it", [], [SITE], is_late=False)
    assert [one.name for one in found] == ["open_website"]


def test_after_the_soft_limit_nothing_is_looked_up() -> None:
    assert names("open and buy it", SITE, late=True) == ["open_website", "pay", "lock_door"]


SHOW = Tool(
    "open_website", "", "", UrlIndex, "act", 5, open_website, asked_by=frozenset({"open", "go"})
)


@pytest.mark.parametrize(
    ("goal", "is_asked"),
    [
        ("open it", True),
        ("could you open it", True),
        ("go to the first one", True),
        ("please go there", True),
        ("search for it and go there", True),
        ("how do I go there by train", False),
        ("where does the river go", False),
    ],
)
def test_a_word_that_is_in_many_a_question_asks_only_where_a_request_begins(
    goal: str, *, is_asked: bool
) -> None:
    assert SHOW.is_asked_in(goal) is is_asked
