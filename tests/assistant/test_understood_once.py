"""Flow: the words of a turn are read once; while the user pauses, each new text once."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from assistant.turns import (
    MIT,
    REGISTRY,
    STANFORD,
    Mind,
    ScriptedSearch,
    ask,
    assistant_with,
    found,
    seen,
    ship_inert_tools,
    steps,
)

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.fulfilment import actions_wanted
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.completeness import CompletenessJudge
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Source
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

OPEN_MIT = "open MIT's website"


class CountedKnowledge(Knowledge):
    """Notes each sentence that is read."""

    sentences: list[str] = []  # noqa: RUF012 - the class is frozen; each test starts with none

    def read(
        self,
        text: str,
        messages: Sequence[MessageState] = (),
        *,
        offer: str = "",
        source: Source = "stdin",
    ) -> Understanding:
        self.sentences.append(text)
        return super().read(text, messages, offer=offer, source=source)


class Talk:
    """An assistant that plans by itself, and what of its words was read.

    Attributes:
        read: Each sentence that was read.
        matched: Each line that was held against the templates of the grammar.
    """

    def __init__(self, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
        applications = Applications({}, "linux")
        tools = ship_inert_tools(ScriptedSearch(), applications)
        self.knowledge = CountedKnowledge(
            compiled_grammar(paths, tools), SiteTable.load(paths), applications
        )
        self.paths, self.tools = paths, tools
        self.judge = CompletenessJudge(self.knowledge)
        self.read: list[str] = []
        self.matched: list[str] = []
        monkeypatch.setattr(CountedKnowledge, "sentences", self.read)
        self._count_matches(monkeypatch)

    def _count_matches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import hassil

        match = hassil.recognize_all

        def counted(line: str, *args: object) -> object:
            self.matched.append(line)
            return match(line, *args)  # type: ignore[arg-type] # handed on as they come

        monkeypatch.setattr(hassil, "recognize_all", counted)

    @asynccontextmanager
    async def open(
        self, *results: SearchResults, confirms: str = ""
    ) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        search = ScriptedSearch(*results)
        tools = ship_inert_tools(search, self.knowledge.applications)
        registry = type(REGISTRY)(
            *(replace(one, tier="confirm") if one.name == confirms else one for one in tools)
        )
        mind = Mind(self.knowledge, registry, judge=self.judge)
        planner = LocalPlanner(self.knowledge, registry)
        async with assistant_with(self.paths, planner, mind=mind) as (assistant, events):
            yield assistant, events
        assert not search.script


@pytest.fixture
def talk(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Talk:
    return Talk(paths, monkeypatch)


@pytest.mark.parametrize(
    "text", [OPEN_MIT, "set a timer for five minutes", "what is the capital of France", "hello"]
)
async def test_a_turn_reads_its_words_once(talk: Talk, text: str) -> None:
    results = (found(STANFORD),) if "capital" in text else ()
    async with talk.open(*results) as (assistant, _):
        await ask(assistant, text)
    assert talk.read == [text]
    assert len(talk.matched) == len(set(talk.matched)), "a phrase was matched twice"


async def test_what_the_grammar_knows_at_once_is_matched_once_at_the_most(talk: Talk) -> None:
    async with talk.open() as (assistant, events):
        await ask(assistant, OPEN_MIT)
    assert steps(events) == [f"open_website {MIT.url}"]
    assert talk.matched in ([OPEN_MIT], [])  # the tests share a grammar, which may know it


async def test_the_steps_of_a_turn_do_not_read_again(talk: Talk) -> None:
    text = "find Stanford University and open it"
    async with talk.open(found(STANFORD)) as (assistant, events):
        await ask(assistant, text)
    assert len(steps(events)) == 2
    assert talk.read == [text]


async def test_a_turn_looks_back_at_what_was_read_before(talk: Talk) -> None:
    lines = ("open GitHub", "no, I meant GitLab", "no, I meant Reddit", "no, I meant Wikipedia")
    async with talk.open() as (assistant, events):
        for line in lines:
            await ask(assistant, line)
        assert talk.read == [*lines]
        before = len(talk.matched)
        await ask(assistant, "no, I meant YouTube")
    matched = " ".join(talk.matched[before:])
    assert not any(name in matched for name in ("GitHub", "GitLab", "Reddit"))
    assert steps(events)[-1] == "open_website https://www.youtube.com/"


async def test_an_offer_that_is_accepted_is_read_in_place_of_the_yes(talk: Talk) -> None:
    async with talk.open(found(STANFORD)) as (assistant, events):
        await ask(assistant, "open frobnitz")
        await ask(assistant, "yes")
    assert talk.read == ["open frobnitz", "yes"]
    assert seen(events, "tool-ended")[0]["action"] == "search"


async def test_a_confirmed_action_goes_on_without_another_reading(talk: Talk) -> None:
    async with talk.open(confirms="take_screenshot") as (assistant, events):
        await ask(assistant, "take a screenshot and then open GitHub")
        await ask(assistant, "yes")
    assert steps(events) == ["take_screenshot", "open_website https://github.com/"]
    assert talk.read == ["take a screenshot and then open GitHub"]


async def test_each_new_text_of_a_pause_is_read_once(talk: Talk) -> None:
    async with talk.open() as (assistant, _):
        brain = talk.judge
        brain.choose(("open",))
        brain.choose((OPEN_MIT, "open M I T website"))
        brain.choose((OPEN_MIT,))
        assert sorted(talk.read) == ["open", OPEN_MIT]
        await ask(assistant, OPEN_MIT, source="voice")
        assert sorted(talk.read) == ["open", OPEN_MIT], "the pause has read it"
        brain.choose((OPEN_MIT,))
        await ask(assistant, OPEN_MIT, source="voice")
    assert sorted(talk.read) == ["open", *[OPEN_MIT] * 3], "read anew, with the conversation"


async def test_a_rival_that_is_chosen_by_its_sound_is_not_read_again(talk: Talk) -> None:
    chosen = talk.judge.choose(("what is 17 percent of to 40 plus",))
    wordings = [one for rival in chosen.rivals for one in rival]
    before = len(talk.read)
    for wording in wordings:
        talk.judge.choose((wording,))
    assert len(talk.read) == before + len(set(wordings) - set(talk.read[:before]))


async def test_what_was_typed_is_not_what_was_heard(talk: Talk) -> None:
    heard = "open gethub.com"
    talk.judge.choose((heard,))
    async with talk.open() as (assistant, events):
        await ask(assistant, heard, source="stdin")
    assert steps(events) == ["open_website https://gethub.com/"]


def test_named_links_and_wanted_actions_come_from_one_reading(talk: Talk) -> None:
    before = [
        MessageState(role="user", text="open GitHub"),
        MessageState(role="assistant", text="I have asked your browser for GitHub's website."),
    ]
    read = talk.knowledge.read("no, I meant GitLab", before)
    assert [part.intent for part in read.parts] == [Intent("open", {"name": "GitLab"})]
    assert [link.url for link in read.links] == ["https://gitlab.com/"]
    assert actions_wanted(read, talk.tools) == (frozenset({"open_app", "open_website"}),)
    assert talk.knowledge.read("no, I meant GitLab").links == ()
