"""Flow: the brain knows what tools do, and not how they are called."""

import ast
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from assistant.steps import step_of
from assistant.tool_doubles import all_tools
from assistant.turns import (
    Mind,
    ScriptedPlanner,
    ScriptedSearch,
    ask,
    assistant_with,
    found,
    ship_inert_tools,
    steps,
)
from tools.around import surroundings

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.fulfilment import actions_wanted
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.plan import Finish, Limits, PlanView, Task
from jarvis_voice.assistant.planning.rules import ALL_RULES
from jarvis_voice.assistant.planning.step_rules import StepRules
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.assistant.understanding.sentence_files import load_intents
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Arguments, Registry, Tool, ToolContext
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

RANKING = Link("Best Engineering Schools", "https://www.usnews.com/best/engineering", "search")
STANFORD = Link("Stanford University", "https://www.stanford.edu/", "search")
MIT = "show_site https://www.mit.edu/"
NEW_NAMES = {
    "open_website": "show_site",
    "open_app": "start_program",
    "search": "look_up",
    "set_timer": "begin_timer",
}
"""Every other tool has "x_" in front of its name."""


def renamed(tool: Tool) -> Tool:
    return replace(tool, name=NEW_NAMES.get(tool.name, f"x_{tool.name}"))


@dataclass
class House:
    """An assistant that plans by itself with tools that have other names."""

    paths: Paths
    applications: Applications = field(default_factory=lambda: Applications({}, "linux"))

    def __post_init__(self) -> None:
        tools = self.tools(ScriptedSearch())
        self.knowledge = Knowledge(
            compiled_grammar(self.paths, tools), SiteTable.load(self.paths), self.applications
        )

    def tools(self, search: ScriptedSearch) -> Registry:
        return Registry(*map(renamed, ship_inert_tools(search, self.applications)))

    @asynccontextmanager
    async def open(
        self, *results: SearchResults | ToolError
    ) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        search = ScriptedSearch(*results)
        registry = self.tools(search)
        planner = LocalPlanner(self.knowledge, registry)
        async with assistant_with(
            self.paths, planner, mind=Mind(self.knowledge, registry)
        ) as parts:
            yield parts
        assert not search.script


@pytest.fixture
def house(paths: Paths) -> House:
    return House(paths)


@pytest.mark.parametrize(
    ("sentence", "results", "done", "reply"),
    [
        ("open MIT's website", [], [MIT], "I have asked your browser for MIT's website."),
        (
            "take a screenshot",
            [],
            ["x_take_screenshot"],
            "I have taken a screenshot; it is saved as screen.png.",
        ),
        (
            "what is 17 percent of 240",
            [],
            ["x_calculate 17 percent of 240"],
            "17 percent of 240 is 40.8.",
        ),
        (
            "search for stanford",
            [found(STANFORD)],
            ["look_up stanford"],
            "I found: Stanford University. Say: open the first one.",
        ),
        (
            "search for stanford",
            [ToolError("search-offline", "The web search cannot be used now.")],
            ["look_up stanford"],
            "The web search cannot be used now.",
        ),
        (
            "find the best engineering university and open its site",
            [found(RANKING, entity="Stanford"), found(STANFORD)],
            [
                "look_up best engineering university",
                "look_up Stanford official site",
                "show_site https://www.stanford.edu/",
            ],
            "I have asked your browser for stanford.edu.",
        ),
        ("can you take screenshots", [], [], "Yes, I can take screenshots."),
        ("can you set timers", [], [], "Yes, I can set timers, alarms and reminders."),
    ],
)
async def test_a_sentence_does_the_same_whatever_the_tools_are_called(
    house: House,
    sentence: str,
    results: list[SearchResults | ToolError],
    done: list[str],
    reply: str,
) -> None:
    async with house.open(*results) as (assistant, events):
        replied = await ask(assistant, sentence)
    assert (steps(events), replied) == (done, [reply])


async def test_what_was_opened_is_known_in_the_next_turn(house: House) -> None:
    async with house.open(found(RANKING, STANFORD)) as (assistant, events):
        for line in ("search for universities", "open the second one", "open their website"):
            await ask(assistant, line)
    assert steps(events)[1:] == ["show_site https://www.stanford.edu/"] * 2


def test_a_timer_that_is_put_right_is_cancelled_and_set_anew(house: House) -> None:
    before = [
        MessageState(role="user", text="set a timer for ten minutes"),
        MessageState(role="assistant", text="The timer is set for ten minutes."),
    ]
    read = house.knowledge.read("no, fifteen minutes", before)
    tools = house.tools(ScriptedSearch())
    wanted = actions_wanted(read, tools)
    assert wanted == (frozenset({"x_cancel_schedule"}), frozenset({"begin_timer"}))


def view(tools: Registry, *memory: str, links: tuple[Link, ...], meaning: str) -> PlanView:
    read = Understanding("open it", (Part("open it", Intent(meaning)),))
    traits = {new: old for old, new in NEW_NAMES.items()}
    done = [
        step_of(traits[action], "failed", arguments={"url": links[0].url}) | {"action": action}
        if action == "show_site"
        else step_of(traits[action]) | {"action": action}
        for action in memory
    ]
    return PlanView(read, done, links, (), "", tuple(tools))


def test_the_rules_hold_for_openers_of_any_name(house: House) -> None:
    tools = house.tools(ScriptedSearch())
    rules = StepRules(house.knowledge, tools, Limits(), ALL_RULES, TalkManner())
    failed = view(tools, "show_site", links=(STANFORD,), meaning="open")
    assert rules.decided(failed, 1, 0.0) == Task("show_site", {"url_index": 0})
    searched = view(tools, "look_up", "look_up", links=(RANKING, STANFORD), meaning="open")
    first = Task("show_site", {"url_index": 0})
    assert rules.mended(first, searched) == Task("show_site", {"url_index": 1})
    assert rules.mended(Finish("It is open."), searched) is None


class Page(Arguments):
    url_index: int


async def test_a_tool_of_the_users_own_that_opens_sites_gets_the_same_rules(paths: Paths) -> None:
    tried: list[str] = []

    async def show(_: Page, context: ToolContext) -> ToolResult:
        assert context.link
        tried.append(context.link.url)
        if len(tried) == 1:
            raise ToolError("no-luck", "The wall is dark.")
        receipt = Receipt(ReceiptKind.EFFECT, "it is on the wall")
        return ToolResult(receipt, {"url": context.link.url})

    own = Tool("project", "", "show pages on the wall", Page, "act", 5, show, opens="site")
    registry = Registry(own)
    knowledge = Knowledge(Grammar.load(paths), SiteTable.load(paths), Applications({}, "linux"))
    planner = ScriptedPlanner(Task("project", {"url_index": 0}), Finish())
    async with assistant_with(paths, planner, mind=Mind(knowledge, registry)) as (assistant, _):
        replied = await ask(assistant, "open MIT's website")
    assert tried == ["https://www.mit.edu/"] * 2, "tried once more"
    assert replied == ["It is on the wall."]


def test_two_tools_do_not_share_sentences(paths: Paths) -> None:
    first, *_ = (one for one in all_tools(surroundings()) if one.name == "set_timer")
    second = replace(first, name="egg_timer")
    grammar = Grammar.load(paths, Registry(first, second))
    assert grammar.problems == ("The tool egg_timer: another one has its sentences.",)
    assert Registry(first, second).fulfilling("set_timer") == (first, second)


ASSISTANT = Path(meanings.__file__).parents[1]

MEANINGS = "understanding/"
"""It speaks of meanings: a tool's intent has the name that the tool was shipped with."""

SAID = {"planning/unsupported.py": {"research", "volume"}}
"""Words that a user says, and tools are called so."""


def test_no_name_of_a_tool_stands_in_the_brain() -> None:
    names = {one.name for one in all_tools(surroundings())}
    sources = {
        file.relative_to(ASSISTANT).as_posix(): file.read_text(encoding="utf-8")
        for file in ASSISTANT.rglob("*.py")
    }
    named = {
        f"{file}:{node.lineno} {node.value}"
        for file, source in sources.items()
        if not file.startswith(MEANINGS)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value in names - SAID.get(file, set())
    }
    assert named == set()


def test_each_meaning_is_fulfilled_by_a_tool_and_known_to_the_sentences(paths: Paths) -> None:
    tools = all_tools(surroundings(applications=Applications({}, "linux")))
    named = {value for name, value in vars(meanings).items() if re.fullmatch("[A-Z_]+", name)}
    assert {one for one in named if not tools.fulfilling(one)} == set()
    known = {*load_intents(paths, tools)[0].intents, "open_url", "read_url"}
    assert {one for tool in tools for one in tool.fulfils} - known == set()
