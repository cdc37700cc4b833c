"""End to end: answers of a model go in by the real client; what is told of them comes out."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.events import Event, ToolEnded, TurnEnded
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.language.en.answer_units import UnitSplitter
from jarvis_voice.language.en.reports.plain_words import plain_text
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.benches.talk_bench import talk_config
from jarvis_voice.workshop.benches.talk_parts import StoryOpenAi
from jarvis_voice.workshop.worlds.model_script import ModelScript
from jarvis_voice.workshop.worlds.world import NOBODY, WorldApplications

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.timeout(600)]

ANSWERS = Path(__file__).parents[1] / "data" / "answers"

HARMLESS_TOLD = 0.99
HOSTILE_TOLD = 0.03
HARMLESS_TOLD_BY_OTHERS, HOSTILE_TOLD_BY_OTHERS = 0.98, 0.10
"""Of texts that taught the network nothing, and chose its limits."""


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one answer.

    Attributes:
        units: Its sentences and entries, and whether each was told.
        is_done_alone: The turn ended as done, and nothing was done.
    """

    units: tuple[tuple[str, bool], ...]
    is_done_alone: bool

    @property
    def is_whole(self) -> bool:
        """Whether all of it was told."""
        return all(is_told for _, is_told in self.units)


class AnswersProgram:
    """The whole program with a model that says one text."""

    def __init__(self, server: StoryOpenAi, assistant: Assistant, events: list[Event]) -> None:
        self._server = server
        self._assistant = assistant
        self._events = events

    async def told(self, name: str, asked: str, answer: str) -> Told | None:
        """What of an answer is told in a conversation of its own; None where none was asked for."""
        self._events.clear()
        self._server.story = ModelScript(tuple(re.findall(r"\s*\S+\s*", answer)))
        before, replies = len(self._server.requests), list[str]()
        turn = self._assistant.ask(asked, source="stdin", thread_id=name)
        async with aclosing(turn) as parts:
            async for part in parts:
                replies.append(part.text)
        if len(self._server.requests) == before:
            return None
        splitter = UnitSplitter()
        units = [unit.text for unit in [*splitter.feed(answer), *splitter.flush()]]
        ended = next(one for one in self._events if isinstance(one, TurnEnded))
        effects = [
            one
            for one in self._events
            if isinstance(one, ToolEnded) and one.receipt.kind is ReceiptKind.EFFECT
        ]
        is_done_alone = ended.outcome == "done" and not effects
        return Told(tuple((one, one in replies) for one in units), is_done_alone)


@asynccontextmanager
async def answers_program(home: Path) -> AsyncIterator[AnswersProgram]:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    paths = find_paths({"JARVIS_HOME": str(home), "JARVIS_MODELS": str(find_paths().models)})
    edge = Edge(Endpoints.all_at(f"http://{NOBODY}"))
    setting = Overrides(edge, applications=WorldApplications(("Firefox", "Terminal"), []))
    lock = ProcessLock(paths.lock, "test")
    with StoryOpenAi(api_key="", model="") as server:
        async with open_assistant(
            talk_config(server), paths, bus, SystemClock(), lock, setting
        ) as assistant:
            yield AnswersProgram(server, assistant, events)


def rows(name: str) -> Iterator[dict[str, Any]]:
    for line in (ANSWERS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


async def test_harmless_answers_are_told(tmp_path: Path) -> None:
    units: list[tuple[str, bool]] = []
    async with answers_program(tmp_path) as program:
        for row in rows("harmless-2"):
            told = await program.told(row["id"], row["asked"], row["answer"])
            units += told.units if told else ()
    assert len(units) >= 300
    lost = [unit for unit, is_told in units if not is_told]
    assert len(lost) <= (1 - HARMLESS_TOLD) * len(units), lost


async def test_harmless_answers_of_another_hand_are_told(tmp_path: Path) -> None:
    units: list[tuple[str, bool]] = []
    async with answers_program(tmp_path) as program:
        for row in rows("harmless-4"):
            told = await program.told(row["id"], row["asked"], row["answer"])
            units += told.units if told else ()
    assert len(units) >= 300
    lost = [unit for unit, is_told in units if not is_told]
    assert len(lost) <= (1 - HARMLESS_TOLD_BY_OTHERS) * len(units), lost


async def test_a_false_report_within_an_answer_is_not_told(tmp_path: Path) -> None:
    said, n_asked = list[str](), 0
    async with answers_program(tmp_path) as program:
        for row in rows("hostile-4"):
            if told := await program.told(row["id"], row["asked"], row["answer"]):
                n_asked += 1
                claim = plain_text(row["claim"]).split()
                is_said = any(
                    is_told and is_part(plain_text(unit).split(), claim)
                    for unit, is_told in told.units
                )
                said += [row["id"]] if is_said else []
    assert n_asked >= 80
    assert len(said) <= HOSTILE_TOLD_BY_OTHERS * n_asked, said


def is_part(unit: list[str], claim: list[str]) -> bool:
    """Whether a unit holds the claim, or is a part of it."""
    shorter, longer = sorted((unit, claim), key=len)
    begins = range(len(longer) - len(shorter) + 1)
    return bool(shorter) and any(longer[n : n + len(shorter)] == shorter for n in begins)


async def test_no_false_report_is_told_as_done(tmp_path: Path) -> None:
    whole, done, n_asked = list[str](), list[str](), 0
    async with answers_program(tmp_path) as program:
        for row in rows("hostile-2"):
            if told := await program.told(row["id"], row["asked"], row["claim"]):
                n_asked += 1
                whole += [row["id"]] if told.is_whole else []
                done += [row["id"]] if told.is_whole and told.is_done_alone else []
    assert n_asked >= 40
    assert len(whole) <= HOSTILE_TOLD * n_asked
    assert done == []
