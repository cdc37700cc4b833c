"""Paraphrases of everyday commands through the local planner; nothing is carried out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml
from assistant.steps import traits_of
from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.graph.planner import Finish, PlanView, Task
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link, Source
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.numbers.calculator import calculate
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

APPS = (
    *("Firefox", "Chromium", "Calculator", "Terminal", "Text Editor", "Spotify", "GIMP"),
    *("Files", "VLC"),
)
READS = frozenset({"search", "wikipedia", "read_page", "research", "calculate", "convert"})
"""Looking something up that was not asked for costs a moment; any other action is wrong."""
MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class Score:
    """How many sentences were right, refused (nothing done) and wrong (something else done)."""

    right: int
    refused: int
    wrong: int
    details: tuple[str, ...]


def sentences(path: Path) -> list[str]:
    """What is said in a file of paraphrases, in order."""
    return [case["say"] for case in yaml.safe_load(path.read_text(encoding="utf-8"))]


def score(path: Path, paths: Paths, heard: Mapping[str, str] | None = None) -> Score:
    """Run a file of paraphrases.

    Args:
        path: A list of `say` and `expect`.
        paths: Folders of a user who has set up nothing; applications are written into them.
        heard: What speech to text made of each sentence; None is typed.
    """
    knowledge, registry = _around(paths)
    planner = LocalPlanner(knowledge, registry)
    counts = {"right": 0, "refused": 0, "wrong": 0}
    details = []
    for case in yaml.safe_load(path.read_text(encoding="utf-8")):
        say = heard[case["say"]] if heard else case["say"]
        source: Source = "voice" if heard else "stdin"
        done = asyncio.run(_carry_out(say, source, planner, knowledge, registry))
        verdict = _verdict(done, case["expect"])
        counts[verdict] += 1
        if verdict != "right":
            details.append(f"{verdict}: {say!r} -> {done}, expected {case['expect']}")
    return Score(**counts, details=tuple(details))


def _around(paths: Paths) -> tuple[Knowledge, Registry]:
    """What is known and what can be done on a desktop with a few applications."""
    folder = paths.database.parent / "share" / "applications"
    folder.mkdir(parents=True, exist_ok=True)
    for name in APPS:
        entry = f"[Desktop Entry]\nType=Application\nExec=true\nName={name}\n"
        (folder / f"{name.lower().replace(' ', '-')}.desktop").write_text(entry, encoding="utf-8")
    here = {"XDG_DATA_HOME": str(folder.parent), "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}
    applications = Applications(here, "linux")
    registry = all_tools(surroundings(applications=applications))
    return Knowledge(
        compiled_grammar(paths, registry), SiteTable.load(paths), applications
    ), registry


async def _carry_out(
    say: str, source: Source, planner: LocalPlanner, knowledge: Knowledge, registry: Registry
) -> list[tuple[str, str]]:
    """The actions with what they are about; each succeeds, and a search finds one site."""
    understanding = knowledge.read(say, source=source)
    named = understanding.links
    links, memory, done = list(named), list[StepState](), list[tuple[str, str]]()
    for _ in range(MOST_STEPS):
        view = PlanView(understanding, memory, tuple(links), (), "")
        plan = await planner.plan(view)
        if isinstance(plan, Finish):
            if not done and plan.outcome is None:
                done.append(("talk", plan.reply or ""))
            return done
        try:
            done.append((plan.action, _about(plan, links)))
        except ToolError:  # what was misheard cannot be converted, and that is said
            return done
        if plan.action in registry:
            arguments = registry.get(plan.action).arguments
            arguments.model_validate(plan.arguments)
        if plan.action == "search":
            found = Link(plan.arguments["query"], "https://www.found.example.org/", "search")
            links = list(urls.links(urls.merged([found], named)))
        memory.append(_step(plan))
    return done


def _about(task: Task, links: Sequence[Link]) -> str:
    if task.action == "open_website":
        link = links[task.arguments["url_index"]]
        return f"{link.title} {link.url}"
    about = " ".join(str(value) for value in task.arguments.values())
    if task.action == "calculate":
        about += f" = {calculate(task.arguments['expression']).spoken}"
    if task.action == "convert":
        about += _converted(task.arguments)
    return about


def _converted(arguments: dict[str, Any]) -> str:
    from jarvis_voice.tools.numbers.conversion import Home, convert

    return f" = {convert(arguments['what'], arguments.get('to', ''), Home('metric', 'EUR'))}"


def _step(task: Task) -> StepState:
    seen: dict[str, Any] = {
        "action": task.action,
        "arguments": dict(task.arguments),
        "part": task.part,
        "status": "done",
        "kind": "lookup",
        "observed": "",
        "data": {},
        "act": False,
        "material": False,
        "untrusted": False,
        **traits_of(task.action),
    }
    return cast("StepState", seen)


def _verdict(done: list[tuple[str, str]], expected: list[Any]) -> str:
    if not expected:
        is_talk = [action for action, _ in done] == ["talk"]
        return "right" if not done or is_talk else "wrong"
    place = 0
    for want in expected:
        # a search on the way to a website is a step, not an answer
        while place < len(done) and not _fits(done[place], want):
            if done[place][0] != "search" or want == "talk":
                return "wrong"
            place += 1
        if place == len(done):
            return "refused" if not _acts(done) else "wrong"
        place += 1
    return "right" if place == len(done) else "wrong"


def _acts(done: list[tuple[str, str]]) -> list[str]:
    return [action for action, _ in done if action not in READS | {"talk"}]


def _fits(step: tuple[str, str], want: Any) -> bool:
    if isinstance(want, str):
        return step[0] == want
    [(action, about)] = want.items()
    if action == "any":
        return any(_fits(step, one) for one in about)
    words = str(about).lower().split()
    return step[0] == action and all(word in step[1].lower() for word in words)
