"""Builds the brain and its tools at the first turn, because its libraries take a second to load.

Invariant: what is opened here is closed with it, in reverse order; nothing blocks the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import cache, partial
from typing import TYPE_CHECKING

from jarvis_voice.app.overrides import Overrides
from jarvis_voice.app.reader_factory import load_claim_reader, load_second_reader
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.model_settings import models_in_order
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.engines.load_order import LOADING
from jarvis_voice.platform.frame_stack import with_large_stack
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.late_models import models_built_late
from jarvis_voice.platform.put_off_library import put_off
from jarvis_voice.store.ports import Store

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.brain import GraphBrain
    from jarvis_voice.assistant.graph.context import TurnContext
    from jarvis_voice.assistant.graph.share_question import ShareQuestion
    from jarvis_voice.assistant.planning.local_planner import LocalPlanner
    from jarvis_voice.assistant.planning.model_context import ModelContext
    from jarvis_voice.assistant.understanding.grammar import Grammar
    from jarvis_voice.assistant.understanding.knowledge import Knowledge
    from jarvis_voice.assistant.understanding.second_reader import SecondReader
    from jarvis_voice.engines.llm.chat import Chat
    from jarvis_voice.engines.llm.gemini import GeminiChat
    from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
    from jarvis_voice.tools.dependencies import ToolDependencies
    from jarvis_voice.tools.mcp.mcp_tools import McpServers
    from jarvis_voice.tools.registry import Registry, Tool
    from jarvis_voice.tools.web.sites import SiteTable

__all__ = ["BrainFactory", "Overrides"]

SERVER_SECONDS = 5.0
"""How long the first turn waits for tool servers; one that is slower is left out and told."""


FOR_SERVICES = ("langsmith.types", "langgraph_sdk")
"""Clients of services that Jarvis never calls; what it needs imports one module of each. All of
them would be 0.25 s of processor time and 13 MB."""

LEISURE_SECONDS = 0.5
"""Before anything is loaded ahead: a turn that comes at once has the interpreter to itself."""

MEANS_NOTHING = "furiously asleep"
"""Words for which the judge of words looks at all that it knows."""


class BrainFactory:
    """Builds the brain at the first call, because its libraries take a second to load."""

    def __init__(
        self,
        config: Config,
        paths: Paths,
        store: Store,
        bus: Bus,
        clock: Clock,
        setting: Overrides,
    ) -> None:
        self._config = config
        self._paths = paths
        self._store = store
        self._bus = bus
        self._clock = clock
        self._setting = setting
        self._manner = setting.manner or TalkManner.of(config)
        self._making = asyncio.Lock()
        self._brain: GraphBrain | None = None
        self._chats: Mapping[str, GeminiChat | OpenAiCompatibleChat] = {}
        self._first_uses: Mapping[str, Callable[[], object]] = {}
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> BrainFactory:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._opened.aclose()

    async def __call__(self) -> GraphBrain:
        """The brain, made once.

        Raises:
            ConfigError: The user's sites or sentences have a mistake.
        """
        async with self._making:
            if self._brain is None:
                with gc_paused(), LOADING.one_less():
                    await asyncio.to_thread(with_large_stack, _import_brain)
                    self._brain = await self._make()
            return self._brain

    async def preload(self) -> None:
        """Load what tools load at their first use; cancelling is safe."""
        from jarvis_voice.tools.preload import load_ahead

        try:
            brain = await self()
        except JarvisError:
            return  # told by every turn that needs the brain
        await asyncio.sleep(LEISURE_SECONDS)
        await brain.choose((MEANS_NOTHING,))
        await load_ahead(self._first_uses)
        await self._warm()

    async def _warm(self) -> None:
        """Have the models on this machine in memory before the first question."""
        if self._manner.warm:
            here = {one.name for one in models_in_order(self._config) if one.is_local}
            chats = [chat for name, chat in self._chats.items() if name in here]
            await asyncio.gather(*(chat.warm() for chat in chats))

    async def _make(self) -> GraphBrain:
        from jarvis_voice.assistant.graph.brain import BrainParts, GraphBrain
        from jarvis_voice.assistant.graph.executor import Executor
        from jarvis_voice.assistant.graph.model_use import ModelUse
        from jarvis_voice.assistant.graph.planner import TaskPlanner
        from jarvis_voice.assistant.graph.reception import Reception
        from jarvis_voice.assistant.graph.summariser import Summariser
        from jarvis_voice.assistant.planning.ladder import Ladder
        from jarvis_voice.assistant.planning.model_planner import ModelPlanner
        from jarvis_voice.assistant.planning.plan import Limits
        from jarvis_voice.assistant.planning.rules import ALL_RULES
        from jarvis_voice.assistant.state import is_whole
        from jarvis_voice.assistant.understanding.completeness import CompletenessJudge

        brain, rules = self._config.brain, self._setting.rules or ALL_RULES
        chats = self._chats = await self._open_chats()
        knowledge, registry, local = await self._know(chats)
        sees = {one.name: one.sees for one in models_in_order(self._config)}
        claims = cache(partial(load_claim_reader, self._report))
        models = [
            ModelPlanner(name, chat, registry, rules, frozenset(sees[name]), claims)
            for name, chat in chats.items()
        ]
        ladder = Ladder([*models, local], is_switched_off=self._config.has_model and not models)
        use = ModelUse(self._around_turn, self._manner, self._share_question(chats), self._noted)
        limits = Limits(brain.soft_steps, brain.max_steps, brain.turn_seconds)

        # who wants words gone after some days wants them in no summary, which tells of no day
        sums_up = not self._config.history.keep_days
        summariser = Summariser(ladder, self._manner) if sums_up else None
        return GraphBrain(
            TaskPlanner(ladder, knowledge, registry, limits, rules, use),
            Executor(registry, self._secrets, rules, self._setting.passing),
            Reception(sums_up=sums_up),
            self._store.checkpointer(self._report, is_whole),
            brain.max_steps,
            BrainParts(CompletenessJudge(knowledge), summariser),
        )

    async def _secrets(self, user_id: str) -> list[str]:
        """All that a user told of themself, which no tool may send elsewhere unasked."""
        kept = [fact.text for fact in await self._store.memory.facts(user_id)]
        person = await self._store.profiles.profile(user_id)
        kept += [person.name, person.birthday, *await self._noted(user_id)]
        return [text for text in kept if text]

    async def _noted(self, user_id: str) -> list[str]:
        """The lists of a user with their entries, and what is set."""
        memory = self._store.memory
        noted: list[str] = []
        for entry in await self._store.schedule.entries(user_id):
            noted += [entry.name, entry.words]
        for name in await memory.list_names(user_id):
            noted += [name, *(note.text for note in await memory.notes(user_id, name))]
        return noted

    def _share_question(self, chats: Mapping[str, Chat]) -> ShareQuestion | None:
        """Who asks about the models elsewhere that are not told of facts yet."""
        from jarvis_voice.app.share_choice import ShareSettingFile
        from jarvis_voice.assistant.graph.share_question import ShareQuestion

        titles = {
            one.name: one.title
            for one in models_in_order(self._config)
            if one.name in chats and not one.is_local and "facts" not in one.sees
        }
        if not titles or not self._setting.asks_to_share:
            return None
        return ShareQuestion(ShareSettingFile(self._paths, self._manner, titles))

    async def _around_turn(self, context: TurnContext) -> ModelContext:
        """The date, the settings and the facts that a model gets with a question."""
        from jarvis_voice.assistant.planning.model_context import ModelContext
        from jarvis_voice.assistant.reply_stream import HEARD

        user, user_id = self._config.user, context.turn.origin.user_id
        facts = await self._store.memory.facts(user_id)
        person = await self._store.profiles.profile(user_id)
        return ModelContext(
            now=context.clock.now(),
            name=person.name,
            home_city=person.city or user.home_city,
            units=person.units or user.units,
            clock=user.clock,
            currency=user.currency,
            locale=user.locale,
            facts=tuple(fact.text for fact in facts),
            shares_facts=self._manner.share == "yes",
            character=self._manner.character,
            is_heard=context.turn.source in HEARD,
        )

    async def _know(self, chats: Mapping[str, Chat]) -> tuple[Knowledge, Registry, LocalPlanner]:
        """The tools that exist here, and what is known without a model."""
        from jarvis_voice.assistant.planning.local_planner import LocalPlanner
        from jarvis_voice.assistant.understanding.grammar import Grammar
        from jarvis_voice.assistant.understanding.knowledge import Knowledge
        from jarvis_voice.tools.catalogue import ship_tools
        from jarvis_voice.tools.preload import first_uses
        from jarvis_voice.tools.registry import Registry
        from jarvis_voice.tools.web.sites import SiteTable

        servers = await self._call_servers()
        sites = await asyncio.to_thread(SiteTable.load, self._paths)
        around = await self._surroundings(chats, sites)
        tools = [*await asyncio.to_thread(lambda: list(ship_tools(around)))]
        own = {tool.meaning for tool in tools if tool.users_sentences}
        foreign = await self._foreign_tools(around, {tool.name for tool in tools}, servers)
        own |= {tool.meaning for tool in foreign}
        registry = Registry(*self._setting.refit([*tools, *foreign]))
        load_grammar = self._setting.load_grammar or Grammar.load
        grammar = await asyncio.to_thread(load_grammar, self._paths, registry)
        for problem in grammar.problems:
            self._report("tool-sentences", problem)
        self._first_uses = first_uses(sites, around.applications)
        second = await asyncio.to_thread(self._load_second, grammar, own)
        knowledge = Knowledge(grammar, sites, around.applications, second)
        return knowledge, registry, LocalPlanner(knowledge, registry)

    def _load_second(self, grammar: Grammar, own: set[str]) -> SecondReader | None:
        """The trained reader, and what it makes of the user's own sentences."""
        others = partial(grammar.own_sentences, own)
        second = load_second_reader(self._setting.load_reader, others, self._report)
        if second and second.own:
            self._first_uses = {**self._first_uses, "own sentences": second.own.load}
        return second

    async def _surroundings(self, chats: Mapping[str, Chat], sites: SiteTable) -> ToolDependencies:
        """What the tools get from the machine, the store, the web and the models."""
        from jarvis_voice.app.tool_factory import ToolSources, open_dependencies

        sources = ToolSources(
            self._config, self._paths, self._store, self._clock, self._setting, chats, sites
        )
        return await open_dependencies(sources, self._opened)

    async def _call_servers(self) -> McpServers | None:
        """Begin to connect to the tool servers, which takes its time beside all else."""
        if not self._config.mcp:
            return None
        from jarvis_voice.tools.mcp.mcp_tools import McpServers

        return await self._opened.enter_async_context(McpServers(self._config.mcp))

    async def _foreign_tools(
        self, around: ToolDependencies, taken: set[str], servers: McpServers | None
    ) -> list[Tool]:
        """Tools of third parties and of tool servers; one that is broken is told and left out."""
        from jarvis_voice.tools.plugins import third_party_tools

        tools, problems = await asyncio.to_thread(third_party_tools, around, taken)
        if servers:
            await servers.settled(SERVER_SECONDS)
            tools += servers.tools(taken | {tool.name for tool in tools})
            problems += servers.problems
        for problem in problems:
            self._report("tool-package", problem)
        return tools

    async def _open_chats(self) -> dict[str, GeminiChat | OpenAiCompatibleChat]:
        """The models by the name of their rung, best first."""
        from jarvis_voice.app.chat_factory import asked_models, keyless_sentences, make_chat

        google_url = self._setting.edge.endpoints.gemini if self._setting.edge else None
        chats: dict[str, GeminiChat | OpenAiCompatibleChat] = {}
        for model in asked_models(self._config):
            chat = make_chat(model, google_url)
            chats[model.name] = await self._opened.enter_async_context(chat)
            self._load_beside(chat)
        for sentence in keyless_sentences(self._config):
            self._report("model-key", sentence)
        return chats

    def _load_beside(self, chat: Chat) -> None:
        """Import a model's library while all else is made: its first call is timed."""
        loading = asyncio.create_task(chat.load())

        async def end() -> None:
            loading.cancel()
            # a library that does not load is told by the first turn that needs it
            await asyncio.gather(loading, return_exceptions=True)

        self._opened.push_async_callback(end)

    def _report(self, code: str, message: str) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), code, message))


def _import_brain() -> None:
    for package in FOR_SERVICES:
        put_off(package, has_free_parts=True)
    import langchain_core.messages  # noqa: F401 - checked in every turn, so not late

    with models_built_late():
        import jarvis_voice.assistant.graph.brain
        import jarvis_voice.assistant.planning.local_planner
        import jarvis_voice.assistant.understanding.completeness
        import jarvis_voice.tools.catalogue  # noqa: F401 - all five for their import time alone
