"""Flow: Jarvis asks once whether a model elsewhere may be told what is kept about the user."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

import pytest
from assistant.chats import ScriptedChat
from assistant.turns import (
    NOTHING_NAMED,
    Mind,
    ScriptedPlanner,
    ask,
    assistant_with,
    seen,
    tool,
)
from store.reads import read_thread

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.share_question import NOT_KEPT, SHARE_SECONDS, ShareQuestion
from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.planning.plan import Finish, Planner, Task
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, Origin, Receipt, ReceiptKind, Source, ThreadKey, ToolResult
from jarvis_voice.tools.registry import NoArguments, Registry, ToolContext

pytestmark = pytest.mark.flow

QUESTION = "May I tell Gemini what you told me about yourself? Say yes or no."
SHARED = "Okay. From now on I tell Gemini what you told me about yourself."
UNSHARED = "Okay. I do not tell Gemini what you told me about yourself."
GUEST = Origin("ben", "")


async def recall(_: NoArguments, __: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "You told me: your cat is Pixel."))


REGISTRY = Registry(
    replace(tool("recall", NoArguments, "read", recall), is_private=True, fulfils=("recall",))
)


@dataclass
class Setting:
    """What is set, in memory."""

    titles: Mapping[str, str] = field(default_factory=lambda: {"gemini": "Gemini"})
    share: str = "ask"
    has_asked: bool = False
    is_broken: bool = False

    @property
    def is_open(self) -> bool:
        return self.share == "ask"

    async def was_asked(self) -> bool:
        return self.has_asked

    async def note_asked(self, *, was_asked: bool) -> None:
        self.has_asked = was_asked

    async def keep(self, answer: Literal["yes", "no"]) -> None:
        if self.is_broken:
            raise ConfigError("config-write", "Cannot write it.")
        self.share = answer


class Talk:
    """One assistant, and the model that it asks."""

    def __init__(self, assistant: Assistant, events: list[Event], clock: FrameClock) -> None:
        self.assistant = assistant
        self.events = events
        self.clock = clock


@asynccontextmanager
async def talk(
    paths: Paths, setting: Setting, *answers: str, local: Planner | None = None
) -> AsyncIterator[Talk]:
    model = ModelPlanner("gemini", ScriptedChat(*answers), REGISTRY, may_see=frozenset({"web"}))
    planners = [local] if local else [model, ScriptedPlanner()]
    mind = Mind(NOTHING_NAMED, REGISTRY, share=ShareQuestion(setting))
    clock = FrameClock()
    async with assistant_with(paths, *planners, mind=mind, clock=clock) as (assistant, events):
        yield Talk(assistant, events, clock)


@pytest.mark.parametrize(
    ("said", "told", "share"), [("yes", SHARED, "yes"), ("no, don't tell it", UNSHARED, "no")]
)
async def test_an_answer_is_kept_as_the_setting_and_told(
    paths: Paths, said: str, told: str, share: str
) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "Bread.") as one:
        assert await ask(one.assistant, "what should I cook") == ["Soup.", QUESTION]
        assert await ask(one.assistant, said) == [told]
        assert setting.share == share
        assert await ask(one.assistant, "what should I bake") == ["Bread."]
    assert [end["outcome"] for end in seen(one.events, "turn-ended")] == ["done"] * 3
    assert [turn.text for turn in read_thread(paths.database, "default")][1] == said


async def test_it_is_asked_once_whatever_becomes_of_it(paths: Paths) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "Bread.", "It is a cat.") as one:
        assert QUESTION in await ask(one.assistant, "what should I cook", source="voice")
        assert await ask(one.assistant, "what should I bake", source="voice") == ["Bread."]
    async with talk(paths, setting, "It is a cat.", "You are right.") as one:
        assert await ask(one.assistant, "who is Pixel", thread_id="other") == ["It is a cat."]
        assert await ask(one.assistant, "yes", thread_id="other") == ["You are right."]
    assert setting.share == "ask"


async def test_what_was_recalled_without_a_model_is_followed_by_it(paths: Paths) -> None:
    local = ScriptedPlanner(Task("recall"), Finish())
    async with talk(paths, Setting(), local=local) as one:
        assert (await ask(one.assistant, "who is my cat"))[-1] == QUESTION


@pytest.mark.parametrize(
    "setting", [Setting(share="no"), Setting(share="yes"), Setting({}), Setting(has_asked=True)]
)
async def test_what_is_decided_is_not_asked(paths: Paths, setting: Setting) -> None:
    async with talk(paths, setting, "Soup.") as one:
        assert await ask(one.assistant, "what should I cook") == ["Soup."]


async def test_nobody_else_is_asked_and_no_dry_run(paths: Paths) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "Soup.", "Soup.", "Is that so?") as one:
        assert await ask(one.assistant, "what should I cook", origin=GUEST) == ["Soup."]
        assert await ask(one.assistant, "what should I cook", dry_run=True) == ["Soup."]
        assert await ask(one.assistant, "what should I cook", source="schedule") == ["Soup."]
        assert await ask(one.assistant, "I am tired") == ["Is that so?"]
    assert not setting.has_asked


@pytest.mark.parametrize(
    ("source", "seconds", "share"),
    [("stdin", 0.0, "ask"), ("voice", SHARE_SECONDS, "ask"), ("voice", SHARE_SECONDS - 1, "yes")],
)
async def test_an_answer_counts_at_its_own_door_and_soon(
    paths: Paths, source: Source, seconds: float, share: str
) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "What?") as one:
        await ask(one.assistant, "what should I cook", source="voice")
        one.clock.advance_to(seconds)
        await ask(one.assistant, "yes", source=source)
    assert setting.share == share


async def test_a_question_that_was_not_heard_is_asked_again(paths: Paths) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "What?", "Bread.") as one:
        await ask(one.assistant, "what should I cook", source="voice")
        one.assistant.note_heard("t1", "Soup. May I tell")
        await one.assistant.settle()
        assert await ask(one.assistant, "yes", source="voice") == ["What?"]
        assert setting.share == "ask"
        assert await ask(one.assistant, "what should I bake", source="voice") == [
            "Bread.",
            QUESTION,
        ]


async def test_what_cannot_be_kept_is_said(paths: Paths) -> None:
    setting = Setting(is_broken=True)
    async with talk(paths, setting, "Soup.") as one:
        await ask(one.assistant, "what should I cook")
        assert await ask(one.assistant, "yes") == [NOT_KEPT]
    assert seen(one.events, "turn-ended")[-1]["outcome"] == "failed"
    assert [problem["code"] for problem in seen(one.events, "problem-reported")] == ["config-write"]


async def test_a_thread_that_is_cleared_has_no_question(paths: Paths) -> None:
    setting = Setting()
    async with talk(paths, setting, "Soup.", "What?") as one:
        await ask(one.assistant, "what should I cook")
        await one.assistant.clear(ThreadKey(ME, "default"))
        assert await ask(one.assistant, "yes") == ["What?"]


@pytest.mark.parametrize(
    "answer",
    [
        "Soap. Shall I tell you more? :)",
        "Soap.\n\nWant a joke? \U0001f600",
        "Soap. Do you want more detail?)",
        "Soap. Do you want to hear a joke? Yes or no.",
        "Soap works well. Say yes and I tell you a joke about it.",
    ],
)
async def test_nothing_is_asked_behind_what_a_model_asks(paths: Paths, answer: str) -> None:
    setting = Setting()
    async with talk(paths, setting, answer, "Here is more.") as one:
        assert QUESTION not in await ask(one.assistant, "how do I clean a sofa")
    assert (setting.share, setting.has_asked) == ("ask", False)
