"""One world for one sentence or dialogue: the whole program without a model, and nothing outside.

Invariant: nothing was set, kept or said before; the clock stands at ten on a working day in Berlin.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from jarvis_voice.app.brain_factory import BrainFactory, Overrides
from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.confirmation import DECLINED
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.events import Event, TaskPlanned, ToolEnded, TurnEnded
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import Outcome, Receipt, ReceiptKind
from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.platform.detached_process import WAIT_SECONDS
from jarvis_voice.store.factory import make_trial_store
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.desktop.applications import Application, Applications
from jarvis_voice.tools.effect_place import Screenshot
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.registry import Tool
from jarvis_voice.workshop.scenarios.bench_program import bench_config
from jarvis_voice.workshop.scenarios.runner import compiled_grammar
from jarvis_voice.workshop.sentences.dry_tools import dry
from jarvis_voice.workshop.sentences.trial_clock import MORNING
from jarvis_voice.workshop.worlds.world import NOBODY, WorldClock

TURN_SECONDS = 60.0
BETWEEN_SECONDS = 5.0
"""What passes between two turns of a dialogue."""

WAITS = "asked"
"""The status of an action that waits for a yes."""

LEFT = "declined"
"""The status of an action to which the answer was no."""

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_BROWSER = ("browser", "web browser", "internet")
_INSTALLED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Firefox", _BROWSER),
    ("Google Chrome", ("chrome", *_BROWSER)),
    ("Calculator", ()),
    ("Calendar", ()),
    ("Clock", ()),
    ("Discord", ()),
    ("Files", ("file manager",)),
    ("GIMP", ("image editor",)),
    ("LibreOffice Calc", ("spreadsheet",)),
    ("LibreOffice Impress", ("presentation",)),
    ("LibreOffice Writer", ("word processor",)),
    ("Settings", ()),
    ("Slack", ()),
    ("Spotify", ("music player",)),
    ("Steam", ()),
    ("Terminal", ()),
    ("Text Editor", ("notepad",)),
    ("Thunderbird", ("mail",)),
    ("Visual Studio Code", ("vs code", "code")),
    ("VLC media player", ("vlc", "video player")),
)


@dataclass(frozen=True, slots=True)
class SeenAction:
    """An action that was planned in a turn, and what came of it.

    Attributes:
        status: The kind of its receipt, `WAITS` or `LEFT`.
        observed: The words of its receipt.
        is_act: Its tool does more than read.
        finds: Its tool searches the web.
    """

    action: str
    arguments: dict[str, Any]
    status: str
    observed: str = ""
    is_act: bool = False
    finds: bool = False

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.action}({given})" if given else self.action


@dataclass(frozen=True, slots=True)
class SeenAnswer:
    """What came of a sentence."""

    said: str
    actions: tuple[SeenAction, ...]
    reply: str
    outcome: Outcome


class TrialApplications(Applications):
    """What many desktops have; nothing is started."""

    def __init__(self) -> None:
        super().__init__(env={}, platform="linux")

    def scan(self) -> tuple[Application, ...]:
        """The applications, by their names."""
        found = tuple(Application(name, (name,), weak=kinds) for name, kinds in _INSTALLED)
        self._index = NameIndex(Named(one.name, one, one.also, one.weak) for one in found)
        return found

    async def launch(self, app: Application, wait_seconds: float = WAIT_SECONDS) -> Receipt:  # noqa: ARG002 - the real one waits
        """Tell what would be started."""
        return Receipt(ReceiptKind.EFFECT, f"I have started {app.name}")


class SentenceTrial:
    """A program of its own, which is spoken to turn by turn.

    Args:
        assistant: Answers.
        bus: Of its events.
        clock: Goes on between the turns.
        tools: The program's, by name; they are there after the first turn.
    """

    def __init__(
        self, assistant: Assistant, bus: Bus, clock: WorldClock, tools: Mapping[str, Tool]
    ) -> None:
        self.tools = tools
        self._assistant = assistant
        self._clock = clock
        self._events: list[Event] = []
        bus.listen(self._events.append)

    async def say(self, text: str) -> SeenAnswer:
        """Say a sentence and wait for the end of the answer."""
        self._events.clear()
        async with aclosing(self._assistant.ask(text, source="stdin")) as replies:
            async for _ in replies:
                continue
        self._clock.move(BETWEEN_SECONDS)
        ended = next(one for one in reversed(self._events) if isinstance(one, TurnEnded))
        return SeenAnswer(text, tuple(self._actions()), ended.reply, ended.outcome)

    def _actions(self) -> Iterator[SeenAction]:
        """Each planned action with its receipt; one that was agreed to is not planned anew."""
        planned: TaskPlanned | None = None
        for event in self._events:
            if isinstance(event, TaskPlanned):
                planned = event
            elif isinstance(event, ToolEnded):
                arguments = {**(planned.arguments if planned else {}), **event.arguments}
                is_left = event.receipt.observed == DECLINED
                status = LEFT if is_left else event.receipt.kind.value
                yield self._seen(event.action, arguments, status, event.receipt)
                planned = None
        if planned:
            yield self._seen(planned.action, dict(planned.arguments), WAITS)

    def _seen(
        self, action: str, arguments: dict[str, Any], status: str, receipt: Receipt | None = None
    ) -> SeenAction:
        tool = self.tools.get(action)
        return SeenAction(
            action=action,
            arguments={name: value for name, value in arguments.items() if name != "url_index"},
            status=status,
            observed=receipt.observed if receipt else "",
            is_act=tool is not None and _is_act(tool, arguments),
            finds=tool is not None and tool.finds_pages,
        )


@asynccontextmanager
async def open_trial(home: Path) -> AsyncIterator[SentenceTrial]:
    """A new world.

    Args:
        home: A folder for its files, in which nothing is yet.
    """
    bus, clock, alarms = Bus(), WorldClock(MORNING), AlarmState(is_attended=True)
    paths, config = find_paths({"JARVIS_HOME": str(home)}), trial_config()
    tools: dict[str, Tool] = {}

    def refit(found: list[Tool]) -> list[Tool]:
        fitted = dry(found)
        tools.update((one.name, one) for one in fitted)
        return fitted

    setting = Overrides(
        edge=Edge(_nowhere(), _open_nothing, _see_nothing),
        applications=_applications(),
        alarm_state=alarms,
        load_grammar=compiled_grammar,
        refit=refit,
    )
    async with (
        make_trial_store() as store,
        BrainFactory(config, paths, store, bus, clock, setting) as brain,
    ):
        settings = AssistantSettings("trial", TURN_SECONDS, is_stop, paths, alarms)
        assistant = Assistant(brain, store, bus, clock, settings)
        setting.afterwards.forget = assistant.forget
        try:
            yield SentenceTrial(assistant, bus, clock, tools)
        finally:
            await setting.afterwards.settle()
            await assistant.settle()


@contextmanager
def without_network() -> Iterator[None]:
    """Let what would go out to the network meanwhile meet a closed door at once."""
    before = {name: os.environ.get(name) for one in _PROXIES for name in (one, one.lower())}
    closed = {name: f"http://{NOBODY}" for name in before if not name.upper().startswith("NO")}
    try:
        for name in before:
            os.environ.pop(name, None)
        os.environ.update(closed)
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@cache
def trial_config() -> Config:
    """The shipped settings of a user in Berlin, without a model."""
    config = bench_config()
    user = config.user.model_copy(update={"home_city": "Berlin", "units": "metric"})
    return config.model_copy(update={"user": user})


@cache
def _applications() -> TrialApplications:
    return TrialApplications()


def _nowhere() -> Endpoints:
    nowhere = f"http://{NOBODY}"
    return Endpoints.all_at(nowhere)


def _is_act(tool: Tool, arguments: dict[str, Any]) -> bool:
    try:
        return tool.tier_of(tool.arguments.model_validate(arguments)) != "read"
    except ValidationError:  # with an address in place of a number
        return not tool.is_read_only


async def _open_nothing(url: SafeUrl) -> Receipt:
    return Receipt(ReceiptKind.EFFECT, f"handed {url.host} to no browser")


async def _see_nothing(folder: Path, now: datetime) -> Screenshot:
    file = folder / f"{now:%Y%m%d-%H%M%S}.png"
    return Screenshot(Receipt(ReceiptKind.EFFECT, f"saved as {file.name}"), file)
