"""Writes down the program's events of each turn, for the judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from jarvis_voice.core.events import (
    Event,
    ProblemReported,
    TaskPlanned,
    ToolEnded,
    TurnEnded,
    TurnStarted,
)
from jarvis_voice.core.types import Outcome
from jarvis_voice.workshop.scenarios.judge import ActionNote, Decision, SeenTurn
from jarvis_voice.workshop.worlds.world import ScriptedWorld


@dataclass(slots=True)
class _Page:
    """One turn's notes; what the world had counted when it began."""

    said: str = ""
    decisions: list[Decision] = field(default_factory=list)
    notes: list[ActionNote] = field(default_factory=list)
    reply: str = ""
    outcome: Outcome = "cancelled"
    problems: list[str] = field(default_factory=list)
    n_opened: int = 0
    n_started: int = 0
    n_calls: int = 0
    at_seconds: float = 0.0


class Notebook:
    """Collects one process's events; turns that run together share the world's counts."""

    def __init__(self, world: ScriptedWorld) -> None:
        self._world = world
        self._pages: defaultdict[str, _Page] = defaultdict(_Page)
        self._current = ""

    def listen(self, event: Event) -> None:
        """Write an event down."""
        match event:
            case TurnStarted():
                self._begin(event)
            case TaskPlanned():
                made = Decision(event.planner, event.action, words(event.arguments))
                self._pages[event.turn_id].decisions.append(made)
            case ToolEnded():
                receipt = event.receipt
                note = ActionNote(
                    event.action, words(event.arguments), receipt.kind.value, receipt.observed
                )
                self._pages[event.turn_id].notes.append(note)
            case TurnEnded():
                page = self._pages[event.turn_id]
                page.reply, page.outcome = event.reply, event.outcome
            case ProblemReported():
                self._pages[self._current].problems.append(event.code)
            case _:
                return

    def seen(self, turn_id: str) -> SeenTurn:
        """What came of a turn that is over."""
        page, world = self._pages[turn_id], self._world
        return SeenTurn(
            said=page.said,
            decisions=tuple(page.decisions),
            notes=tuple(page.notes),
            reply=page.reply,
            outcome=page.outcome,
            heard=" ".join(self._world.heard),
            opened=tuple(world.opened[page.n_opened :]),
            started=tuple(world.started[page.n_started :]),
            model_calls=world.model_calls - page.n_calls,
            problems=tuple(page.problems),
            took_seconds=monotonic() - page.at_seconds,
        )

    def _begin(self, event: TurnStarted) -> None:
        world = self._world
        self._current = event.turn_id
        world.heard.append(event.text)
        page = self._pages[event.turn_id]
        page.said, page.at_seconds = event.text, monotonic()
        page.n_opened, page.n_started = len(world.opened), len(world.started)
        page.n_calls = world.model_calls


def words(arguments: Mapping[str, Any]) -> str:
    """Arguments in one line, as scenarios write them: values in order."""
    return " ".join(str(value) for value in arguments.values() if value is not None)
