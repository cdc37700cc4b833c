"""Runs scenarios through the whole program: real model clients, real graph, real database.

Invariant: each scenario has folders, a world and a process of its own; nothing is left behind.
"""

from __future__ import annotations

import asyncio
import os
import tomllib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic
from typing import Any

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.url_map import normalised
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import ME
from jarvis_voice.store.factory import make_store
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.registry import Tool
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.judge import SeenTurn, judge, wrong_actions
from jarvis_voice.workshop.scenarios.notebook import Notebook
from jarvis_voice.workshop.worlds.scenario import Scenario, ScriptedTurn
from jarvis_voice.workshop.worlds.world import ScriptedWorld, WorldClock

AT_ONCE = 6
"""Scenarios under way together: some wait for a service that hangs."""

SCENARIO_SECONDS = 60.0
"""After this a scenario has failed, whatever it waits for."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one scenario.

    Attributes:
        failures: What was not as expected, one line each.
        wrong_actions: Effects that nobody expects.
        took_seconds: Real seconds.
    """

    scenario: Scenario
    turns: tuple[SeenTurn, ...]
    failures: tuple[str, ...]
    wrong_actions: int
    took_seconds: float

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.failures

    def decisions(self, *, local: bool) -> int:
        """How many actions code or the local planner chose, or how many models did."""
        planners = [one.planner for turn in self.turns for one in turn.decisions]
        return sum((planner in {"local", "code"}) is local for planner in planners)


class ScenarioConfig(Config):
    """Settings of a scenario; they ignore the environment of this process."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the library's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is handed in, and nothing else."""
        return (init_settings,)


async def run_scenarios(
    scenarios: Sequence[Scenario],
    rules: frozenset[Rule] = ALL_RULES,
    *,
    live: Config | None = None,
    on_done: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Run scenarios, several at once; the results are in their order.

    Args:
        scenarios: What to run.
        rules: The planning rules that hold.
        live: The user's settings: services are asked for real; only what may never be said
            is judged.
        on_done: Is told of every result as it comes.
    """
    free = asyncio.Semaphore(AT_ONCE if live is None else 1)
    sites = frozenset(_site_urls())

    async def run_one(scenario: Scenario) -> Result:
        async with free:
            result = await _run(scenario, rules, live, sites)
            on_done(result)
            return result

    with TemporaryDirectory(prefix="jarvis-eval-") as folder:
        trust = one_certificate(Path(folder)) if live is None else nullcontext()
        with trust:
            return list(await asyncio.gather(*map(run_one, scenarios)))


def _site_urls() -> Iterator[str]:
    table = SiteTable.load(find_paths({"JARVIS_HOME": gettempdir() + "/nobody"}))
    for _, link in table.spellings:
        yield normalised(link.url)


async def _run(
    scenario: Scenario, rules: frozenset[Rule], live: Config | None, sites: frozenset[str]
) -> Result:
    started_at, failures, seen = monotonic(), list[str](), list[SeenTurn]()
    clock = WorldClock()
    with TemporaryDirectory(prefix="jarvis-eval-", ignore_cleanup_errors=True) as home:
        async with ScriptedWorld(scenario, clock) as world:
            try:
                run = _ScenarioRun(scenario, rules, world, clock, Path(home), live)
                async with asyncio.timeout(SCENARIO_SECONDS):
                    seen = await run.play()
            except Exception as error:  # noqa: BLE001 - a scenario that breaks has failed
                failures.append(f"broke with {type(error).__name__}: {error}")
            known = sites | {normalised(url) for url in world.known_urls}
            failures += world.off_script if live is None else []
    for number, (turn, came) in enumerate(zip(scenario.turns, seen, strict=False), 1):
        found = judge(turn, came, known, is_live=live is not None)
        failures += [f"turn {number}: {failure}" for failure in found]
    wrong = sum(wrong_actions(*pair) for pair in zip(scenario.turns, seen, strict=False))
    took = monotonic() - started_at
    return Result(scenario, tuple(seen), tuple(failures), 0 if live else wrong, took)


class _ScenarioRun:
    """One scenario under way."""

    def __init__(
        self,
        scenario: Scenario,
        rules: frozenset[Rule],
        world: ScriptedWorld,
        clock: WorldClock,
        home: Path,
        live: Config | None,
    ) -> None:
        self._scenario = scenario
        self._rules = rules
        self._world = world
        self._clock = clock
        self._paths = find_paths({"JARVIS_HOME": str(home)})
        self._config = live or scenario_config(scenario, world.second_model_url)
        self._is_live = live is not None

    async def play(self) -> list[SeenTurn]:
        """Every turn; each new process starts on the same folders."""
        await self._remember()
        seen: list[SeenTurn] = []
        for process in _split(self._scenario.turns, lambda turn: turn.new_process):
            async with self._program() as (assistant, notebook):
                for group in _split(process, lambda turn: not turn.at_once):
                    self._clock.move(group[0].wait_seconds)
                    said = [_say(assistant, notebook, turn) for turn in group]
                    seen += await asyncio.gather(*said)
        return seen

    @asynccontextmanager
    async def _program(self) -> AsyncIterator[tuple[Assistant, Notebook]]:
        bus = Bus()
        notebook = Notebook(self._world)
        bus.listen(notebook.listen)
        edge = self._world.edge_of_live() if self._is_live else self._world.edge
        setting = Overrides(
            edge, self._rules, self._world.applications, load_grammar=compiled_grammar
        )
        lock = ProcessLock(self._paths.lock, "eval")
        async with open_assistant(
            self._config, self._paths, bus, self._clock, lock, setting
        ) as assistant:
            yield assistant, notebook

    async def _remember(self) -> None:
        """Put what is kept about the user into the database."""
        kept = self._scenario.memory
        if not (kept.facts or kept.lists):
            return
        async with make_store(self._paths) as store:
            memory, now = store.memory, self._clock.now()
            for fact in kept.facts:
                await memory.keep_fact(ME, fact, "t0", now)
            for name, notes in kept.lists.items():
                await memory.add_notes(ME, name, notes, now)


def compiled_grammar(paths: Paths, tools: Iterable[Tool]) -> Grammar:
    """The grammar of these tools and sentence files, compiled once in this process."""
    own = sorted(paths.user_sentences.glob("[!.]*.yaml"))
    registry = tuple(tools)
    said = tuple((one.name, one.meaning, one.arguments, repr(one.sentences)) for one in registry)
    key = (said, tuple(file.read_text(encoding="utf-8") for file in own))
    if key not in _COMPILED:
        _COMPILED[key] = Grammar.load(paths, registry)
    return _COMPILED[key]


_COMPILED: dict[object, Grammar] = {}


async def _say(assistant: Assistant, notebook: Notebook, turn: ScriptedTurn) -> SeenTurn:
    asked = assistant.new_turn(turn.say, source=turn.source, thread_id=turn.thread)
    async with aclosing(assistant.submit(asked)) as replies:
        async for _ in replies:
            continue
    return notebook.seen(asked.turn_id)


def scenario_config(scenario: Scenario, second_model_url: str) -> Config:
    """The shipped settings with those of a scenario; a model plans commands, too.

    The planning rules are for models: where none is asked, none of them could be broken.
    """
    values: dict[str, Any] = tomllib.loads(
        shipped("config/jarvis.toml").read_text(encoding="utf-8")
    )
    values["brain"]["commands"] = "model"
    for section, changes in scenario.config.items():
        values[section] = {**values.get(section, {}), **changes}
    if second_model_url:
        values["second_model"] = {"url": second_model_url, "model": "scripted"}
    keys = {"gemini": "google_api_key", "serpapi": "serpapi_api_key"}
    values |= {keys[key]: f"scripted-{key}-key" for key in scenario.keys}
    return ScenarioConfig(**values)


def _split(
    turns: Sequence[ScriptedTurn], begins: Callable[[ScriptedTurn], bool]
) -> list[list[ScriptedTurn]]:
    """The turns in groups, each of which begins where `begins` says so."""
    groups: list[list[ScriptedTurn]] = [[]]
    for turn in turns:
        if begins(turn) and groups[-1]:
            groups.append([])
        groups[-1].append(turn)
    return groups


VARIABLE = "SSL_CERT_FILE"
_END = "-----END CERTIFICATE-----\n"


@contextmanager
def one_certificate(folder: Path) -> Iterator[None]:
    """Let clients that are made meanwhile know one root certificate; a file goes to `folder`."""
    import certifi

    bundle = Path(certifi.where()).read_text(encoding="utf-8")
    start = bundle.index("-----BEGIN CERTIFICATE-----")
    file = folder / "one-certificate.pem"
    file.write_text(bundle[start : bundle.index(_END) + len(_END)], encoding="ascii")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(file)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
