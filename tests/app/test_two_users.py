"""Flow: two users ask one program; what one of them said never reaches the other."""

import json
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.executor import NOT_ALLOWED
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.events import Event, KeptChanged, to_json
from jarvis_voice.core.model_config import SecondModelConfig
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import (
    EVERY_SCOPE,
    HERE,
    TALK_ONLY,
    Origin,
    Receipt,
    ReceiptKind,
    ThreadKey,
)
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.doors.people.routine_rights import RoutineRights
from jarvis_voice.schedule.routines import Routines
from jarvis_voice.store.factory import make_reader
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.store.reader_port import StoreReader
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
    assert {event.origin.user_id for event in bens_events} == {BEN.user_id}
    of_turns = [event for event in bens_events if not isinstance(event, KeptChanged)]
    assert {event.origin for event in of_turns} == {BEN}
    assert [event for event in bens_events if CANARY in json.dumps(to_json(event)).lower()] == []
    assert [CANARY in text.lower() for text in kept] == [True] * len(kept), kept


def _kept_of(reader: StoreReader, user_id: str) -> str:
    """All that commands and doors can read of a user: words, traces, latency and cost."""
    turns = reader.transcript(ThreadKey(user_id, "default"))
    traces = [reader.trace(user_id, turn.turn_id) for turn in turns]
    return repr(
        [
            *(turns, traces, reader.threads(user_id), reader.turn(user_id)),
            *(reader.calls(user_id=user_id), reader.latency(1_000, user_id)),
            *(reader.facts(user_id), reader.entries(user_id)),
        ]
    ).lower()


async def test_no_record_of_one_user_holds_anything_of_the_other(
    paths: Paths, household: Household, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "jarvis_voice")
    async with household.open(paths, has_model=True) as assistant:
        for text in (*ANNA_SAYS, "what do you think of " + CANARY):
            await say(assistant, text, ANNA)
        for text in ("what do you think of coffee", "what is 2 plus 2", "what do you know of me"):
            await say(assistant, text, BEN)
        await assistant.settle()
        reader = make_reader(paths)
        annas = {one.turn_id for one in reader.transcript(ThreadKey("anna", "default"))}
        bens = {one.turn_id for one in reader.transcript(ThreadKey("ben", "default"))}
        assert _kept_of(reader, "anna").count(CANARY) > len(ANNA_SAYS)
        assert CANARY not in _kept_of(reader, "ben")
        assert CANARY not in _kept_of(reader, "me")
        for user_id, own in (("anna", annas), ("ben", bens)):
            others = (annas | bens) - own
            assert {one.turn_id for one in reader.calls(user_id=user_id)} == own
            assert {one.turn_id for one in reader.latency(1_000, user_id)} <= own
            assert [reader.trace(user_id, turn_id) for turn_id in others] == [[]] * len(others)
            assert [reader.turn(user_id, turn_id) for turn_id in others] == [None] * len(others)
        assert any(one.calls for one in reader.calls(user_id="ben")), "his model was asked"
        assert reader.latency(1_000, "ben"), "his times were kept"
    said = [one for one in caplog.records if one.name.startswith("jarvis_voice")]
    assert [one for one in said if CANARY in one.getMessage().lower()] == []


async def test_who_is_removed_is_in_no_record_and_the_others_keep_theirs(
    paths: Paths, household: Household
) -> None:
    async with household.open(paths, has_model=True) as assistant:
        register = PeopleRegister(assistant.people, assistant.dismiss, SystemClock().now)
        await register.add_user("anna")
        for text in ANNA_SAYS:
            await say(assistant, text, ANNA)
        await say(assistant, "remember that my car is red", BEN)
        await register.remove_user("anna")
        reader = make_reader(paths)
        assert CANARY not in _kept_of(reader, "anna")
        assert reader.calls(user_id="anna") == []
        assert reader.latency(1_000, "anna") == []
        assert "red" in await say(assistant, "what do you know about me", BEN)
    files = [one for one in paths.database.parent.iterdir() if one.is_file()]
    assert [one.name for one in files if CANARY.encode() in one.read_bytes()] == []


async def test_a_routine_may_do_no_more_than_who_set_it(paths: Paths, household: Household) -> None:
    async with household.open(paths) as assistant:
        for origin in (ANNA, HERE):
            await say(assistant, "every day at nine open github dot com", origin)
        await say(assistant, "every day at ten take a screenshot", ANNA)
        [site, picture] = await assistant.schedule.entries("anna")
        [owners] = await assistant.schedule.entries("me")
        assert (site.origin.may, picture.origin.may, owners.origin.may) == (
            *(TALK_ONLY, TALK_ONLY, EVERY_SCOPE),
        )
        routines = Routines(assistant, lambda _: None)
        for entry in (site, picture):
            await routines.run(entry)
        assert household.opened == []
        ended = [to_json(one) for one in household.events if one.type == "turn-ended"]
        assert ended[-1]["reply"] == NOT_ALLOWED
        await routines.run(owners)
        assert household.opened == ["https://github.com/"]


async def test_a_routine_whose_token_was_removed_does_not_run(
    paths: Paths, household: Household
) -> None:
    async with household.open(paths) as assistant:
        register = PeopleRegister(assistant.people, assistant.dismiss, SystemClock().now)
        await register.add_user("anna")
        await register.add_token("kitchen", "anna", EVERY_SCOPE)
        rights = RoutineRights(assistant, assistant.people, household.bus, SystemClock())
        routines = Routines(rights, lambda _: None)
        await say(assistant, "every day at nine tell me the time", ANNA)
        [entry] = await assistant.schedule.entries("anna")
        turns = [one for one in household.events if one.type == "turn-started"]
        await routines.run(entry)
        await register.remove_token("kitchen")
        await routines.run(entry)
        assert await assistant.schedule.entries("anna") == (entry,)
    started = [one for one in household.events if one.type == "turn-started"]
    assert len(started) == len(turns) + 1


@pytest.mark.parametrize(
    ("origin", "told", "kept_back"),
    [
        (HERE, ["websites, apps and searches"], []),
        (ANNA, ["timers, alarms", "lists and notes", "websites and searches"], ["apps", "volume"]),
        (
            Origin("anna", "kitchen", may=EVERY_SCOPE),
            ["timers, alarms", "websites and searches"],
            ["apps", "volume"],
        ),
        (Origin("anna", "kitchen", may=frozenset()), [], ["timers", "websites", "weather"]),
    ],
    ids=["owner", "talks", "all elsewhere", "nothing"],
)
async def test_who_asks_what_can_be_done_is_told_only_what_they_may(
    paths: Paths, household: Household, origin: Origin, told: list[str], kept_back: list[str]
) -> None:
    async with household.open(paths) as assistant:
        for question in ("what can you do", "help"):
            said = await say(assistant, question, origin)
            assert [one for one in told if one not in said] == [], said
            assert [one for one in kept_back if one in said] == [], said
        able = await say(assistant, "are you able to open apps", origin)
        assert able.startswith("Yes, " if origin == HERE else "No, "), able


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
