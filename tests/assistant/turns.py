"""Turns through the real graph on a real database: tools that act on nothing, scripted planners."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from assistant.steps import OPENED, TOLD
from tools.around import surroundings

from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.brain import BrainParts, GraphBrain, HypothesisJudge
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.executor import Executor, no_secrets
from jarvis_voice.assistant.graph.model_use import ModelUse
from jarvis_voice.assistant.graph.planner import TaskPlanner
from jarvis_voice.assistant.graph.reception import Reception
from jarvis_voice.assistant.graph.share_question import ShareQuestion
from jarvis_voice.assistant.graph.summariser import Summariser
from jarvis_voice.assistant.planning.ladder import Ladder
from jarvis_voice.assistant.planning.model_context import ModelContext
from jarvis_voice.assistant.planning.plan import Finish, Limits, Plan, Planner, PlanView, Referents
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import PlannerError, ToolError
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.passing_memory import PassingMemory
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import HERE, Link, Origin, Receipt, ReceiptKind, Source, ToolResult
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.dependencies import Edge, WebSearch
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.effect_place import Screenshot
from jarvis_voice.tools.registry import Arguments, NoArguments, Registry, Tool, ToolContext
from jarvis_voice.tools.web.search import SearchResults

MIT = Link("MIT", "https://www.mit.edu/", "sites")
STANFORD = Link("Stanford University", "https://www.stanford.edu/", "search")


class Words:
    """Every goal names these links."""

    def __init__(self, *links: Link) -> None:
        self.links = links

    rankable_names: Mapping[str, str] = {}

    def is_known(self, link: Link) -> bool:
        del link
        return False

    def read(
        self, text: str, messages: Sequence[MessageState], *, offer: str, source: Source
    ) -> Understanding:
        goal = offer if text == "yes" and offer else text
        named = tuple(Part(goal, None, link=link) for link in self.links)
        return Understanding(goal, named or (Part(goal, None),))


NOTHING_NAMED = Words()


class ScriptedPlanner:
    """Gives its plans in order; one too few or too many fails the test."""

    def __init__(self, *plans: Plan | PlannerError, name: str = "local") -> None:
        self.name = name
        self.title = name.title()
        self.plans = list(plans)
        self.views: list[PlanView] = []

    async def load(self) -> None:
        return

    async def plan(self, view: PlanView) -> Plan:
        self.views.append(view)
        assert self.plans, "planned more often than the script says"
        plan = self.plans.pop(0)
        if isinstance(plan, PlannerError):
            raise plan
        return plan


class HeldPlanner:
    """Answers with what was asked; "wait" is held until the test lets it go."""

    name = "local"
    title = "Local"

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.let_go = asyncio.Event()

    async def load(self) -> None:
        return

    async def plan(self, view: PlanView) -> Plan:
        if view.goal == "wait":
            self.reached.set()
            await self.let_go.wait()
        return Finish(f"You said {view.goal}.")


class UrlIndex(Arguments):
    url_index: int


class Query(Arguments):
    query: str


async def open_website(_: UrlIndex, context: ToolContext) -> ToolResult:
    assert context.link
    data = {"title": context.link.title, "host": "mit.edu", "origin": context.link.origin}
    receipt = Receipt(ReceiptKind.EFFECT, "handed to the default browser")
    return ToolResult(receipt, {"url": context.link.url}, data=data)


async def search(_: Query, __: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.EFFECT, "found 1 result"), links=(STANFORD,))


async def broken(_: NoArguments, __: ToolContext) -> ToolResult:
    raise ToolError("no-luck", "The thing is not there.")


async def crashing(_: NoArguments, __: ToolContext) -> ToolResult:
    raise ZeroDivisionError


async def leaving(_: NoArguments, __: ToolContext) -> ToolResult:
    raise SystemExit(7)


class ForeignEndError(BaseException):
    """What some libraries raise, beside all that is an Exception."""


async def bursting(_: NoArguments, __: ToolContext) -> ToolResult:
    raise ForeignEndError


async def cancelled(_: NoArguments, __: ToolContext) -> ToolResult:
    raise asyncio.CancelledError


async def returning_nothing(_: NoArguments, __: ToolContext) -> Any:
    return None


async def returning_words(_: NoArguments, __: ToolContext) -> Any:
    return "It is done."


async def returning_no_kind(_: NoArguments, __: ToolContext) -> ToolResult:
    kind: Any = "effect"
    return ToolResult(Receipt(kind, "It is done."))


async def returning_odd_data(_: NoArguments, __: ToolContext) -> ToolResult:
    data: Any = None
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "It is done."), data=data)


async def returning_odd_arguments(_: NoArguments, __: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "It is done."), {"when": object()})


async def returning_odd_links(_: NoArguments, __: ToolContext) -> ToolResult:
    links: Any = ("https://example.org",)
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "It is done."), links=links)


ODD_WORKS = (
    leaving,
    bursting,
    cancelled,
    returning_nothing,
    returning_words,
    returning_no_kind,
    returning_odd_data,
    returning_odd_arguments,
    returning_odd_links,
)


def tool(
    name: str, arguments: type[Arguments], tier: Any, run: Callable[..., Awaitable[Any]]
) -> Tool:
    return Tool(
        name,
        "",
        "",
        arguments,
        tier,
        5,
        run,
        is_material=name == "search",
        finds_pages=name == "search",
        opens=OPENED.get(name),
        fulfils=("open", name) if name in OPENED else (),
        tells=TOLD[name][0] if name in TOLD else "",
        fails=TOLD[name][1] if name in TOLD else "",
    )


REGISTRY = Registry(
    tool("open_website", UrlIndex, "act", open_website),
    tool("search", Query, "read", search),
    tool("broken", NoArguments, "read", broken),
    tool("crashing", NoArguments, "read", crashing),
    *(tool(work.__name__, NoArguments, "read", work) for work in ODD_WORKS),
)


@dataclass(frozen=True, slots=True)
class Mind:
    """What a brain knows and can do, beside its planners.

    Attributes:
        words: What its words may mean.
        registry: Its tools.
        max_steps: Actions in one turn at the most.
        judge: Knows what was heard while the user paused.
        manner: How models are used.
        sums_up: What is said is summed up when it is no more shown to a model.
        share: Asks whether models elsewhere may be told of facts.
    """

    words: Referents = NOTHING_NAMED
    registry: Registry = REGISTRY
    max_steps: int = 8
    judge: HypothesisJudge | None = None
    manner: TalkManner = field(default_factory=TalkManner)
    sums_up: bool = False
    share: ShareQuestion | None = None


PLAIN_MIND = Mind()


async def around_turn(_: TurnContext) -> ModelContext:
    """What a model is told in tests."""
    return ModelContext(facts=("My cat is Pixel.",))


@asynccontextmanager
async def assistant_with(
    paths: Paths,
    *planners: Planner,
    mind: Mind = PLAIN_MIND,
    clock: Clock | None = None,
    turn_seconds: float = 30,
    bus: Bus | None = None,
) -> AsyncIterator[tuple[Assistant, list[Event]]]:
    events: list[Event] = []
    bus = bus or Bus()
    bus.listen(events.append)
    async with SqliteStore(paths.database) as store:
        ladder, passing = Ladder(planners), PassingMemory()
        limits = Limits(mind.max_steps, mind.max_steps)
        brain = GraphBrain(
            TaskPlanner(
                ladder,
                mind.words,
                mind.registry,
                limits,
                use=ModelUse(around_turn, mind.manner, mind.share),
            ),
            Executor(mind.registry, no_secrets, passing=passing),
            Reception(sums_up=mind.sums_up),
            store.checkpointer(),
            mind.max_steps,
            BrainParts(mind.judge, Summariser(ladder, mind.manner) if mind.sums_up else None),
        )

        async def give() -> GraphBrain:
            return brain

        settings = AssistantSettings(
            "default", turn_seconds, is_stop, passing=passing, quiet_seconds=0
        )
        yield Assistant(give, store, bus, clock or FrameClock(), settings), events


async def ask(
    assistant: Assistant,
    text: str,
    *,
    source: Source = "stdin",
    thread_id: str | None = None,
    dry_run: bool = False,
    origin: Origin = HERE,
) -> list[str]:
    turn = assistant.ask(text, source=source, thread_id=thread_id, dry_run=dry_run, origin=origin)
    async with aclosing(turn) as replies:
        return [reply.text async for reply in replies if reply.text]


def seen(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The events of one type, as JSON."""
    return [to_json(event) for event in events if event.type == kind]


def steps(events: Sequence[Event]) -> list[str]:
    """What was carried out, in order: the action and its arguments as carried out."""
    return [
        " ".join([end["action"], *map(str, end["arguments"].values())])
        for end in seen(events, "tool-ended")
    ]


class ScriptedSearch:
    """Gives the scripted results in order, each once; a failure is raised."""

    def __init__(self, *script: SearchResults | ToolError) -> None:
        self.script = list(script)

    async def search(self, query: str, count: int = 10) -> SearchResults:
        assert self.script, f"nothing scripted for the search {query!r}"
        found = self.script.pop(0)
        if isinstance(found, ToolError):
            raise found
        return found


def found(*links: Link, entity: str = "", answer: str = "", source: str = "") -> SearchResults:
    """What a search brings back."""
    return SearchResults("", links, answer, source, entity, "scripted")


def ship_inert_tools(search: WebSearch, applications: Applications, **parts: Any) -> Registry:
    """The tools that ship, with those that reach the desktop replaced at its edge.

    Args:
        search: What the web has.
        applications: What is installed.
        parts: Further surroundings of the tools, such as a memory that is open.
    """

    async def open_page(_: SafeUrl) -> Receipt:
        return Receipt(ReceiptKind.EFFECT, "handed to the default browser")

    async def photograph(folder: Path, _: datetime) -> Screenshot:
        return Screenshot(Receipt(ReceiptKind.EFFECT, "saved"), folder / "screen.png")

    async def start(arguments: Any, _: ToolContext) -> ToolResult:
        receipt = Receipt(ReceiptKind.EFFECT, f"I have started {arguments.name}")
        return ToolResult(receipt, {"name": arguments.name}, data={"name": arguments.name})

    edge = Edge(open_page=open_page, photograph=photograph)
    real = ship_tools(surroundings(search=search, applications=applications, edge=edge, **parts))
    return Registry(*(replace(t, run=start) if t.name == "open_app" else t for t in real))
