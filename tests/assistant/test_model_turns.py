"""Flow: whole turns with a scripted model, the real reader of sentences and the tools that ship."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import pytest
from assistant.chats import ScriptedChat
from assistant.turns import (
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
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.model_planner import EVERYTHING, ModelPlanner
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.chat_failures import Kind
from jarvis_voice.engines.llm.gemini_errors import gemini_error
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

DOCTOR = "The command jarvis doctor tells what to do."
SLOW = PlannerError("gemini-timeout", "Too slow.", spoken="Gemini takes too long.")
FOUNDED = found(
    STANFORD, answer="It was founded in 1885.", source="https://en.wikipedia.org/wiki/S"
)

PLAIN = TalkManner()
STORY = ["Once there was a fox. It li", "ved in a letter box.\n\n", "It was **happy**. The end."]

Talk = Callable[..., AbstractAsyncContextManager[tuple[Assistant, list[Event]]]]


@pytest.fixture(scope="module")
def known() -> Knowledge:
    paths, applications = find_paths({"JARVIS_HOME": "/nowhere"}), Applications({}, "linux")
    tools = list(ship_inert_tools(ScriptedSearch(), applications))
    return Knowledge(compiled_grammar(paths, tools), SiteTable.load(paths), applications)


@pytest.fixture
def talk(paths: Paths, known: Knowledge) -> Talk:
    @asynccontextmanager
    async def start(
        chat: ScriptedChat,
        *results: SearchResults,
        manner: TalkManner = PLAIN,
        may_see: frozenset[str] = EVERYTHING,
    ) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        async with InMemoryStore() as kept:
            registry = ship_inert_tools(
                ScriptedSearch(*results),
                known.applications,
                memory=kept.memory,
                schedule=kept.schedule,
            )
            planners = (
                ModelPlanner("gemini", chat, registry, may_see=may_see),
                LocalPlanner(known, registry),
            )
            mind = Mind(known, registry, manner=manner)
            async with assistant_with(paths, *planners, mind=mind) as parts:
                yield parts

    return start


def planners(events: Sequence[Event]) -> list[str]:
    return [planned["planner"] for planned in seen(events, "task-planned")]


@pytest.mark.parametrize(
    "command", ["set a timer for five minutes", "what is 2 plus 2", "open MIT's website", "hello"]
)
async def test_what_is_surely_understood_is_done_without_the_model(
    talk: Talk, command: str
) -> None:
    chat = ScriptedChat()
    async with talk(chat) as (assistant, events):
        assert await ask(assistant, command)
    assert seen(events, "turn-ended")[0]["outcome"] == "done"
    assert chat.systems == []


SURE = (
    *("set a timer for five minutes", "set a pasta timer for ten minutes", "wake me at seven"),
    *("set an alarm for half past six", "remind me in ten minutes to call Ana"),
    *("remind me tomorrow at nine to water the plants", "how long is left on the timer"),
    *("what alarms do I have", "what timers are set", "cancel the timer", "snooze"),
    *("add milk to the shopping list", "add eggs and bread to the shopping list"),
    *("what is on the shopping list", "take milk off the shopping list", "read my notes"),
    *("note that the door code is on the fridge", "remember that I like tea", "what do I like"),
    *("what is my name", "forget that I like tea", "what time is it", "what day is it"),
    *("what time is it in Tokyo", "what is the date tomorrow", "how many days until Christmas"),
    *("what is 2 plus 2", "what is 15 percent of 80", "what is the square root of 144"),
    *("convert 5 miles to kilometers", "how many feet are in a mile", "100 dollars in euros"),
    *("flip a coin", "roll two dice", "pick a number from one to ten", "speak louder"),
    *("speak slower", "open GitHub", "open MIT's website", "go to wikipedia", "open github.com"),
    *("take a screenshot", "hello", "thank you", "goodbye", "how are you", "who are you"),
    *("what can you do", "help", "say that again", "what did I ask", "yes", "no", "never mind"),
    *("open youtube", "open gmail", "what is 7 times 8", "what is 3 squared", "good morning"),
    *("open gitlab", "what is the weather in Paris", "call me Sam", "I live in Berlin"),
    *("my birthday is the 3rd of May", "use Fahrenheit", "who am I", "where do I live"),
    *("how old am I", "forget my name", "stop listening", "start a new conversation"),
    *("are you listening all the time", "are you recording me", "what were we talking about"),
    *("do you send what I say to the cloud", "unmute yourself", "delete what I just said"),
)


async def test_a_mediocre_model_does_nothing_wrong_where_the_words_are_sure(talk: Talk) -> None:
    wrong = ToolCall("open_app", {"name": "Terminal"})
    chat = ScriptedChat(*[wrong] * 200)
    asked = []
    async with talk(chat) as (assistant, events):
        for number, sentence in enumerate(SURE):
            before = len(chat.systems)
            assert await ask(assistant, sentence, thread_id=f"thread-{number}")
            asked += [sentence] if len(chat.systems) > before else []
    assert len(SURE) >= 60
    assert asked == []
    assert "open_app" not in {step["action"] for step in seen(events, "tool-ended")}


@pytest.mark.parametrize("manner", [PLAIN, TalkManner(commands="model")])
async def test_who_is_in_danger_is_answered_by_code(talk: Talk, manner: TalkManner) -> None:
    chat = ScriptedChat("Help will be with you soon.")
    async with talk(chat, manner=manner) as (assistant, events):
        [*_, told] = await ask(assistant, "I think someone is breaking in, what should I do")
        assert "112, or 911" in told
        await ask(assistant, "I took too many pills")
    assert chat.systems == []
    assert {one["outcome"] for one in seen(events, "turn-ended")} == {"not_done"}


async def test_a_user_may_have_a_model_plan_commands_too(talk: Talk) -> None:
    chat = ScriptedChat(ToolCall("calculate", {"expression": "2 + 2"}))
    async with talk(chat, manner=TalkManner(commands="model")) as (assistant, events):
        assert await ask(assistant, "what is 2 plus 2") == ["2 + 2 is 4."]
    assert planners(events) == ["gemini"]


async def test_an_answer_comes_sentence_by_sentence_and_whole(talk: Talk) -> None:
    async with talk(ScriptedChat(STORY)) as (assistant, events):
        replies = assistant.ask("tell me a story about a fox", source="stdin")
        async with aclosing(replies):
            told = [reply async for reply in replies if reply.text]
    assert [reply.text for reply in told] == [
        "Once there was a fox.",
        "It lived in a letter box.",
        "It was **happy**.",
        "The end.",
    ]
    [end] = seen(events, "turn-ended")
    assert end["outcome"] == "done"
    assert end["reply"] == "".join(STORY)


async def test_what_is_sure_is_done_first_and_the_rest_is_the_models(talk: Talk) -> None:
    chat = ScriptedChat("Why did the egg hide? It was a little chicken.")
    async with talk(chat) as (assistant, events):
        told = await ask(assistant, "set a timer for five minutes and tell me a joke about eggs")
    assert told[0] == "The timer is set for 5 minutes."
    assert told[-2:] == ["Why did the egg hide?", "It was a little chicken."]
    assert planners(events) == ["local"]
    assert "run`.\n\nWhy did the egg hide? It was" in seen(events, "turn-ended")[0]["reply"]
    assert "set_timer" in chat.asked[0]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


async def test_a_question_is_looked_up_and_answered_in_the_models_words(talk: Talk) -> None:
    chat = ScriptedChat(
        ToolCall("search", {"query": "stanford founded"}),
        ["It was founded in 1885. ", "That is from Wikipedia."],
    )
    async with talk(chat, FOUNDED) as (assistant, events):
        told = await ask(assistant, "when was stanford founded")
    assert told == ["It was founded in 1885.", "That is from Wikipedia."]
    assert steps(events) == ["search stanford founded"]
    assert "It was founded in 1885." in chat.asked[1]


async def test_lookups_that_are_asked_for_together_run_in_one_step(talk: Talk) -> None:
    chat = ScriptedChat(
        [ToolCall("get_time", {}), ToolCall("calculate", {"expression": "2 + 2"})],
        "It is noon, and the sum is four.",
    )
    async with talk(chat) as (assistant, events):
        told = await ask(assistant, "the clock and the sum of two and two, would you")
    assert [end["action"] for end in seen(events, "tool-ended")] == ["get_time", "calculate"]
    assert told == ["It is noon, and the sum is four."]


async def test_of_two_acts_at_once_one_is_done_and_the_model_is_asked_again(talk: Talk) -> None:
    both = [ToolCall("add_note", {"text": one}) for one in ("milk", "bread")]
    chat = ScriptedChat(both, both[1], "OK")
    async with talk(chat) as (assistant, events):
        told = await ask(assistant, "kindly see that milk gets an add and so does bread")
    assert steps(events) == ["add_note milk notes", "add_note bread notes"]
    assert "OK" not in told


async def test_later_turns_are_told_what_tools_found(talk: Talk) -> None:
    chat = ScriptedChat(
        ToolCall("search", {"query": "stanford founded"}), "In 1885.", "Leland Stanford did."
    )
    async with talk(chat, FOUNDED) as (assistant, _):
        await ask(assistant, "when was stanford founded")
        await ask(assistant, "and who did that")
    assert "EARLIER" not in chat.asked[1]
    assert "EARLIER: [" in chat.asked[2]
    assert "It was founded in 1885." in chat.asked[2]


async def test_an_act_that_a_model_planned_is_told_from_its_receipt_before_its_words(
    talk: Talk,
) -> None:
    chat = ScriptedChat(
        ToolCall("add_note", {"text": "milk"}), "I have added everything. Milk keeps a week."
    )
    async with talk(chat) as (assistant, events):
        told = await ask(
            assistant,
            "would you be so good as to add to my list the milk, and say how long it keeps",
        )
    assert steps(events) == ["add_note milk notes"]
    assert not any("everything" in one for one in told)
    assert told[-1] == "Milk keeps a week."
    assert len(told) == 2


async def test_a_model_that_only_claims_leaves_the_turn_undone(talk: Talk) -> None:
    async with talk(ScriptedChat("I have sent the money to Anna. Done!")) as (assistant, events):
        told = await ask(assistant, "send 500 euros to Anna")
    assert seen(events, "turn-ended")[0]["outcome"] == "not_done"
    assert not any("have sent" in one or "Done" in one for one in told)


@pytest.mark.parametrize("words", ["continue", "Resume.", "resume the story", "go on please"])
async def test_go_on_asks_the_model_that_answered_for_more(talk: Talk, words: str) -> None:
    chat = ScriptedChat("Once there was a fox. It ran.", "And so it ran home.")
    async with talk(chat) as (assistant, _):
        await ask(assistant, "tell me a story about a fox")
        assert await ask(assistant, words) == ["And so it ran home."]
    assert [one.text for one in chat.conversations[1]] == [
        "tell me a story about a fox",
        "Once there was a fox. It ran.",
        words,
    ]


async def test_a_slow_model_costs_one_turn_and_is_named(talk: Talk) -> None:
    chat = ScriptedChat([SLOW], "Here it is: a fox ran home.")
    async with talk(chat) as (assistant, events):
        told = await ask(assistant, "tell me a story about a fox")
        assert told == ["Gemini takes too long.", "Ask me again in a moment."]
        assert await ask(assistant, "tell me a story about a fox") == [
            "Here it is: a fox ran home."
        ]
    assert [end["outcome"] for end in seen(events, "turn-ended")] == ["failed", "done"]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("distrusted", ["I do not trust the certificate that Gemini showed.", DOCTOR]),
        ("bad-key", ["My Google key was refused.", DOCTOR]),
        ("refused", ["Gemini would not answer this."]),
    ],
)
async def test_nobody_is_told_to_ask_again_where_that_is_of_no_use(
    talk: Talk, kind: Kind, told: list[str]
) -> None:
    async with talk(ScriptedChat([gemini_error(kind)])) as (assistant, _):
        assert await ask(assistant, "tell me a story about a fox") == told


async def test_a_paused_model_is_named_with_its_time(talk: Talk) -> None:
    chat = ScriptedChat(*[[SLOW]] * 3)
    async with talk(chat) as (assistant, _):
        for _ in range(3):
            await ask(assistant, "tell me a story about a fox")
        told = " ".join(await ask(assistant, "tell me a story about a fox"))
        [(name, seconds)] = assistant.pauses().items()
    assert (name, 0 < seconds <= 30) == ("gemini", True)
    assert told.startswith("Gemini did not answer several times. I try it again in ")


async def test_more_of_an_answer_is_no_music_while_the_model_has_a_pause(talk: Talk) -> None:
    cut: list[str | PlannerError] = ["Once there was a fox. It li", SLOW]
    chat = ScriptedChat(cut, cut, cut)
    async with talk(chat) as (assistant, _):
        for _ in range(3):
            await ask(assistant, "tell me a story about a fox")
        told = " ".join(await ask(assistant, "continue"))
    assert told.startswith("Gemini did not answer several times. I try it again in ")


async def test_a_word_that_the_dictionary_does_not_have_is_the_models(talk: Talk) -> None:
    chat = ScriptedChat("It is a made-up word.")
    async with talk(chat) as (assistant, events):
        assert await ask(assistant, "define blurfl") == ["It is a made-up word."]
    assert [end["action"] for end in seen(events, "tool-ended")] == ["define_word"]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


async def test_only_tools_that_the_words_ask_for_are_offered(talk: Talk) -> None:
    chat = ScriptedChat("A fox is an animal.")
    async with talk(chat) as (assistant, _):
        await ask(assistant, "tell me about foxes")
    offered = {offer.name for offer in chat.offers[0]}
    assert "search" in offered
    assert not offered & {"add_note", "clear_notes", "run_python", "open_app", "set_timer"}


async def test_a_call_that_the_user_wants_to_read_is_offered_to_nobody(talk: Talk) -> None:
    written = '{"name": "set_timer", "arguments": {"length": "ten minutes"}}'
    chat = ScriptedChat(written)
    async with talk(chat) as (assistant, events):
        asked = "write a JSON example for a command that sets a timer of ten minutes"
        assert await ask(assistant, asked) == [written]
    assert chat.offers[0] == []
    assert not seen(events, "tool-ended")


@pytest.mark.parametrize("may_see", [EVERYTHING, EVERYTHING - {"facts"}])
async def test_facts_go_only_to_a_model_that_may_see_them(
    talk: Talk, may_see: frozenset[str]
) -> None:
    chat = ScriptedChat("Soup.")
    async with talk(chat, may_see=may_see) as (assistant, _):
        await ask(assistant, "what should I cook")
    assert ("My cat is Pixel" in chat.systems[0]) is ("facts" in may_see)
