"""Flow: two users ask one program; what one of them said never reaches the other."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.model_config import SecondModelConfig
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import HERE, Origin, Receipt, ReceiptKind
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.scenarios.runner import compiled_grammar
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest
from jarvis_voice.workshop.worlds.model_server import RawAnswer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.flow

CANARY = "zanzibar"
ANNA = Origin("anna", "kitchen", "s1")
BEN = Origin("ben", "desk", "s2")

ANNA_SAYS = (
    f"remember that my car is in {CANARY}",
    f"add {CANARY} coffee to the shopping list",
    f"set a {CANARY} timer for ten minutes",
    f"remind me to call {CANARY} tomorrow at nine",
    f"what do you think of {CANARY}",
    f"open {CANARY} dot com",
)
BEN_SAYS = (
    *("what do you know about me", "where is my car", "do you know where my car is"),
    *("what is on my shopping list", "what lists do I have", "what timers do I have"),
    *("what reminders do I have", "how long is left on the timer", "add five minutes to the timer"),
    *("what did I just ask you", "say that again", "open the second one", "open it again"),
    *("tell me more about it", "yes", "details", "undo that", "cancel that", "cancel all timers"),
    *("forget what I just said", "yes", "clear my shopping list", "yes"),
    *("remove coffee from the shopping list", "forget about my car", "yes", "copy that"),
    *("what do you think of coffee", "who asked you something before me"),
    *("forget everything you know about me", "yes"),
)
"""Every way to ask for what is kept, for what was said before, and to undo it."""


class SameAnswer(OpenAiServer):
    """A model that knows nothing, whatever it is asked."""

    def next_answer(self, request: LoopbackRequest) -> RawAnswer:
        return RawAnswer(('{"action": "finish", "reply": "I do not know that."}',), self.stop)


class Household:
    """One program, a model, and everything that was told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.opened: list[str] = []
        self.server = SameAnswer(api_key="", model="")
        self.bus = Bus()
        self.bus.listen(self.events.append)

    @property
    def sent(self) -> list[str]:
        """What left the machine: prompts and searches."""
        return [f"{one.path} {one.query} {json.dumps(one.body)}" for one in self.server.requests]

    async def _open_page(self, url: SafeUrl) -> Receipt:
        self.opened.append(url.url)
        return Receipt(ReceiptKind.EFFECT, "opened")

    @asynccontextmanager
    async def open(self, paths: Paths, *, has_model: bool = False) -> AsyncIterator[Assistant]:
        async with self.server:
            at = f"http://{self.server.address}"
            config = _config(paths, f"{at}/v1" if has_model else "")
            edge = Edge(Endpoints.all_at(at), self._open_page)
            setting = Overrides(edge, load_grammar=compiled_grammar)
            lock = ProcessLock(paths.lock, "test")
            async with open_assistant(
                config, paths, self.bus, SystemClock(), lock, setting
            ) as assistant:
                yield assistant


def _config(paths: Paths, url: str) -> Config:
    second = SecondModelConfig(url=url, model="scripted")
    return load_config(paths).model_copy(update={"second_model": second})


async def say(assistant: Assistant, text: str, origin: Origin) -> str:
    async with aclosing(assistant.ask(text, source="http", origin=origin)) as replies:
        return " ".join([reply.text async for reply in replies if reply.text])


@pytest.fixture
def household() -> Household:
    return Household()


@pytest.mark.parametrize("has_model", [False, True])
async def test_nothing_that_one_user_said_reaches_the_other(
    paths: Paths, household: Household, has_model: bool
) -> None:
    async with household.open(paths, has_model=has_model) as assistant:
        for text in ANNA_SAYS:
            await say(assistant, text, ANNA)
        told = " ".join(json.dumps(to_json(event)) for event in household.events)
        assert told.count(CANARY) > len(ANNA_SAYS), "the canary is there to be found"
        household.server.requests.clear()
        household.events.clear()
        answers = [await say(assistant, text, BEN) for text in BEN_SAYS]
        bens_sent, bens_events = household.sent, list(household.events)
        kept = [
            await say(assistant, "what is on my shopping list", ANNA),
            await say(assistant, "where is my car", ANNA),
            await say(assistant, "what timers do I have", ANNA),
            await say(assistant, "what reminders do I have", ANNA),
        ]
    assert any("/chat/completions" in text for text in bens_sent) == has_model
    assert [text for text in bens_sent if CANARY in text.lower()] == []
    assert [text for text in answers if CANARY in text.lower()] == []
    assert {event.origin for event in bens_events} == {BEN}
    assert [event for event in bens_events if CANARY in json.dumps(to_json(event)).lower()] == []
    assert [CANARY in text.lower() for text in kept] == [True] * len(kept), kept


async def test_what_one_user_is_asked_the_other_cannot_confirm(
    paths: Paths, household: Household
) -> None:
    async with household.open(paths) as assistant:
        await say(assistant, "remember that my car is red", ANNA)
        asked = await say(assistant, "forget everything you know about me", ANNA)
        assert "Shall I?" in asked
        await say(assistant, "yes", BEN)
        at_desk = await say(assistant, "yes", Origin("anna", "desk"))
        assert "somewhere else" in at_desk
        assert "red" in await say(assistant, "what do you know about me", ANNA)


async def test_the_owner_of_the_machine_is_one_of_them(paths: Paths, household: Household) -> None:
    async with household.open(paths) as assistant:
        await say(assistant, f"remember that my car is in {CANARY}", HERE)
        assert CANARY in (await say(assistant, "where is my car", HERE)).lower()
        assert CANARY not in (await say(assistant, "where is my car", BEN)).lower()


async def test_what_is_of_the_desktop_is_refused_elsewhere(
    paths: Paths, household: Household
) -> None:
    async with household.open(paths) as assistant:
        answer = await say(assistant, "open github dot com", BEN)
        assert "github.com" in answer
        assert household.opened == []
        await say(assistant, "open github dot com", HERE)
        assert household.opened == ["https://github.com/"]
