"""What tools are made with: the machine's edge, the user's settings, and the services.

Invariant: a tool reaches the outside world through these and nothing else, so an evaluation can put
a world of its own around the real tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.briefing_desk import BriefingDesk, FeedDesk, LetterDesk
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import Paths
from jarvis_voice.engines.llm.chat import Message, Spent
from jarvis_voice.store.ports import MemoryStore, ProfileStore, ScheduleStore, TurnStore
from jarvis_voice.tools.announcer import Announcer
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.desktop.screenshot import take_screenshot
from jarvis_voice.tools.effect_place import EffectPlaces, OpenPage, Photograph
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.microphone_switch import MicrophoneSwitch
from jarvis_voice.tools.post_turn import PostTurnActions
from jarvis_voice.tools.web.browser import open_in_browser
from jarvis_voice.tools.web.home_addresses import LookUp
from jarvis_voice.tools.web.local_search import FoundPlace
from jarvis_voice.tools.web.search import SearchResults

if TYPE_CHECKING:
    from jarvis_voice.tools.web.page_fetch import PageReader

Answer = TypeVar("Answer", bound=BaseModel)


class WebSearch(Protocol):
    """The search that the search tool uses."""

    async def search(self, query: str, count: int = 10) -> SearchResults:
        """Search.

        Args:
            query: What for.
            count: How many links are wanted, 1 to 100.

        Raises:
            ToolError: Nothing answered.
        """
        ...


class LocalSearch(Protocol):
    """A search for places of a city that knows any kind of them."""

    async def find(self, kind: str, city: str) -> tuple[FoundPlace, ...]:
        """Places of a kind, best first.

        Raises:
            ToolError: It did not answer.
        """
        ...


class StructuredChat(Protocol):
    """A language model that answers in a schema."""

    async def load(self) -> None:
        """Import what it answers with; who limits the time of an answer calls this before."""
        ...

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer], spent: Spent
    ) -> Answer:
        """One answer.

        Raises:
            PlannerError: There is no usable one.
        """
        ...


@runtime_checkable
class Sight(Protocol):
    """A language model that can look at a picture."""

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        """What the picture shows, in one to three sentences.

        Raises:
            PlannerError: There is no usable answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Edge:
    """The machine's edge: the only part that an evaluation replaces.

    Attributes:
        look_up: Finds the addresses of hosts that strangers name; without it none is looked up.
    """

    endpoints: Endpoints = field(default_factory=Endpoints)
    open_page: OpenPage = open_in_browser
    photograph: Photograph = take_screenshot
    look_up: LookUp | None = None


@dataclass(frozen=True, slots=True)
class ToolDependencies:
    """Everything that a tool may be made with.

    Attributes:
        user: Locale, home city, units, currency.
        chat: A language model, or None.
        sight: A language model that sees, or None.
        sight_title: What the user calls it.
        sight_is_here: It runs on this machine.
        local_search: Finds restaurants and shops of a city, or None: the free map is asked then.
        pages: Reads web pages; private addresses are out of its reach.
        chance: What chooses where anything will do.
        approves_facts: Every fact is read back before it is kept.
        commands: The user's own: spoken phrase to argv.
        briefings: Makes and keeps briefings, or None.
        feeds: What the briefings of users are made of, or None.
        letters: Mails briefings, or None.
        effects: The browser, the screen and the voice of the place that asks.
        turns: What was said before.
        memory: What users asked to be kept.
        profiles: What users are called, and where they live.
        schedule: What was set for later.
        alarm_state: Who rings, where somebody does.
        afterwards: Who forgets, where somebody can.
        microphone: Who closes the microphone, where there is one.
        announcer: Who speaks at other places, where there are some.
    """

    user: UserConfig
    paths: Paths
    search: WebSearch
    pages: PageReader
    applications: Applications
    memory: MemoryStore
    profiles: ProfileStore
    effects: EffectPlaces
    turns: TurnStore
    schedule: ScheduleStore
    alarm_state: AlarmState = field(default_factory=AlarmState)
    afterwards: PostTurnActions = field(default_factory=PostTurnActions)
    microphone: MicrophoneSwitch = field(default_factory=MicrophoneSwitch)
    announcer: Announcer = field(default_factory=Announcer)
    edge: Edge = field(default_factory=Edge)
    local_search: LocalSearch | None = None
    chance: Random = field(default_factory=SystemRandom)
    chat: StructuredChat | None = None
    sight: Sight | None = None
    sight_title: str = "Gemini"
    sight_is_here: bool = False
    approves_facts: bool = False
    commands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    briefings: BriefingDesk | None = None
    feeds: FeedDesk | None = None
    letters: LetterDesk | None = None
