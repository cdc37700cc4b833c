"""Flow: name, city, birthday and units are kept, told and forgotten, over the real places."""

from collections.abc import AsyncIterator

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import ME, Origin, Receipt, ReceiptKind
from jarvis_voice.core.understanding import Intent
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.records import Profile
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.dependencies import Edge, ToolDependencies
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.memory import memory_tools
from jarvis_voice.tools.memory.profile_tools import tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

EFFECT, LOOKUP, NO_OP = ReceiptKind.EFFECT, ReceiptKind.LOOKUP, ReceiptKind.NO_OP
AMERICAN = UserConfig(
    locale="en_US", home_city="Boston", units="imperial", currency="USD", clock="12"
)

NOBODY = Edge(endpoints=Endpoints(open_meteo="http://127.0.0.1:9"))


@pytest.fixture
async def around() -> AsyncIterator[ToolDependencies]:
    async with InMemoryStore() as store:
        yield surroundings(memory=store.memory, profiles=store.profiles, edge=NOBODY)


async def tell(around: ToolDependencies, goal: str, field: str, value: str = "") -> Receipt:
    context = ToolContext(NOW, goal=goal, turn_id="t7")
    tool = the_tool(tools, "set_profile", around)
    return (await run(tool, context, field=field, value=value)).receipt


async def ask(around: ToolDependencies, field: str, origin: Origin | None = None) -> Receipt:
    context = ToolContext(NOW, goal="", origin=origin or Origin())
    return (await run(the_tool(tools, "get_profile", around), context, field=field)).receipt


async def test_a_name_is_kept_and_told(around: ToolDependencies) -> None:
    kept = await tell(around, "call me sam", "name", "sam")
    assert kept == Receipt(EFFECT, "I will call you Sam.")
    assert await ask(around, "name") == Receipt(LOOKUP, "Your name is Sam.")
    again = await tell(around, "my name is Sam", "name", "Sam")
    assert again == Receipt(NO_OP, "I call you Sam already.")


async def test_a_city_is_called_as_the_list_has_it(around: ToolDependencies) -> None:
    kept = await tell(around, "I live in berlin", "city", "berlin")
    assert kept == Receipt(EFFECT, "I will remember Berlin as your city.")
    assert await ask(around, "city") == Receipt(LOOKUP, "You live in Berlin.")


async def test_a_city_that_cannot_be_looked_up_is_kept_as_it_was_said(
    around: ToolDependencies,
) -> None:
    kept = await tell(around, "I live in Hintertuxing", "city", "Hintertuxing")
    assert kept.observed == "I will remember Hintertuxing as your city."


@pytest.mark.parametrize("said", ["tears", "denial", "strike the motion"])
async def test_what_is_written_like_no_name_is_no_city_while_nobody_can_tell(
    around: ToolDependencies, said: str
) -> None:
    with pytest.raises(ToolError, match="I do not know a place called"):
        await tell(around, f"I moved to {said}", "city", said)


async def test_a_birthday_with_its_year_has_an_age(around: ToolDependencies) -> None:
    kept = await tell(around, "my birthday is May 3rd", "birthday", "May 3rd")
    assert kept.observed == "I will remember that your birthday is 3 May."
    told = "Your birthday is 3 May. That is in 179 days."
    assert await ask(around, "birthday") == Receipt(LOOKUP, told)
    assert (await ask(around, "age")).kind is NO_OP
    await tell(around, "I was born on 3 May 1990", "birthday", "3 May 1990")
    assert await ask(around, "age") == Receipt(LOOKUP, "You are 36 years old.")


async def test_units_are_of_the_user_and_come_before_the_settings(
    around: ToolDependencies,
) -> None:
    assert (await ask(around, "units")).observed == "I use Celsius and metric units."
    kept = await tell(around, "use Fahrenheit", "units", "Fahrenheit")
    assert kept == Receipt(EFFECT, "I will use Fahrenheit and imperial units.")
    assert (await ask(around, "units")).observed == "I use Fahrenheit and imperial units."


async def test_what_was_set_is_told_where_nothing_was_said() -> None:
    async with InMemoryStore() as store:
        around = surroundings(memory=store.memory, profiles=store.profiles, user=AMERICAN)
        assert (await ask(around, "city")).observed == "You live in Boston."
        await tell(around, "my birthday is 3 May", "birthday", "3 May")
        assert (await ask(around, "birthday")).observed.startswith("Your birthday is May 3.")


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("name", "You have not told me your name yet. Say for example: call me Sam."),
        ("city", "You have not told me where you live yet. Say for example: I live in Berlin."),
        ("birthday", "You have not told me your birthday yet."),
        ("age", "You have not told me your birthday yet."),
    ],
)
async def test_what_is_not_known_is_said_with_how_to_tell_it(
    around: ToolDependencies, field: str, said: str
) -> None:
    receipt = await ask(around, field)
    assert receipt.kind is NO_OP
    assert receipt.observed.startswith(said)


async def test_a_fact_from_before_is_told(around: ToolDependencies) -> None:
    await around.memory.keep_fact(ME, "my name is Bob", "t1", NOW)
    assert (await ask(around, "name")).observed == "You told me: your name is Bob."


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", "a taxi", "no-name"),
        ("birthday", "some day", "no-birthday"),
        ("birthday", "3 May 2999", "no-birthday"),
        ("units", "stones", "no-units"),
    ],
)
async def test_what_cannot_be_kept_is_refused(
    around: ToolDependencies, field: str, value: str, code: str
) -> None:
    with pytest.raises(ToolError) as caught:
        await tell(around, f"my {field} is {value}", field, value)
    assert caught.value.code == code
    assert await around.profiles.profile(ME) == Profile()


async def test_one_thing_is_forgotten_when_the_user_says_so(around: ToolDependencies) -> None:
    await tell(around, "call me Sam", "name", "Sam")
    with pytest.raises(ToolError, match="What shall I remember"):
        await tell(around, "call me", "name")
    assert await tell(around, "forget my name", "name") == Receipt(
        EFFECT, "I have forgotten your name."
    )
    assert (await tell(around, "forget my name", "name")).kind is NO_OP
    await around.memory.keep_fact(ME, "my name is Bob", "t1", NOW)
    with pytest.raises(ToolError, match="You told me that your name is Bob"):
        await tell(around, "forget my name", "name")


async def test_another_user_is_told_nothing(around: ToolDependencies) -> None:
    await tell(around, "call me Sam", "name", "Sam")
    assert (await ask(around, "name", Origin("ana"))).kind is NO_OP


async def test_all_that_is_known_is_told_with_the_facts(around: ToolDependencies) -> None:
    recall = the_tool(memory_tools.tools, "recall", around)
    await tell(around, "call me Sam", "name", "Sam")
    await tell(around, "I live in Berlin", "city", "Berlin")
    told = (await run(recall, about="everything")).receipt
    assert told == Receipt(LOOKUP, "Your name is Sam. You live in Berlin.")
    await around.memory.keep_fact(ME, "my car is red", "t1", NOW)
    told = (await run(recall, about="everything")).receipt
    assert told.observed.endswith("You live in Berlin. You have told me 1 thing: your car is red.")


async def test_a_broken_memory_is_told(around: ToolDependencies) -> None:
    closed = surroundings(profiles=around.profiles)
    with pytest.raises(ToolError, match="cannot reach my memory"):
        await ask(closed, "name")
    async with InMemoryStore(is_kept=False) as store:
        passing = surroundings(memory=store.memory, profiles=store.profiles, edge=NOBODY)
        with pytest.raises(ToolError, match="nothing was changed") as caught:
            await tell(passing, "call me Sam", "name", "Sam")
        assert isinstance(caught.value.__cause__, StoreError)


# ---- how it is said


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [
        ("my name is Sam", "name", "Sam"),
        ("My name's Sam.", "name", "Sam"),
        ("call me Sam", "name", "Sam"),
        ("you can call me Sam", "name", "Sam"),
        ("please call me Dr. Smith", "name", "Dr. Smith"),
        ("I'm Sam", "name", "Sam"),
        ("Hi, I'm Sam.", "name", "Sam"),
        ("change my name to Sam", "name", "Sam"),
        ("I'd like to be called Captain", "name", "Captain"),
        ("remember that my name is Sam", "name", "Sam"),
        ("I live in Berlin", "city", "Berlin"),
        ("my home city is Berlin", "city", "Berlin"),
        ("set my home city to New York", "city", "New York"),
        ("I've just moved to San Francisco", "city", "San Francisco"),
        ("change where I live to Paris, Texas", "city", "Paris, Texas"),
        ("my birthday is the 3rd of May", "birthday", "the 3rd of May"),
        ("I was born on May 3rd, 1990", "birthday", "May 3rd, 1990"),
        ("today is my birthday", "birthday", "today"),
        ("use Fahrenheit", "units", "imperial"),
        ("from now on use Celsius for the weather", "units", "metric"),
        ("I prefer metric units", "units", "metric"),
        ("switch to imperial", "units", "imperial"),
        ("my name is Sam by the way", "name", "Sam"),
        ("my friends all call me Sam so you should too", "name", "Sam"),
        ("I moved to Malaga last month", "city", "Malaga"),
        ("we moved to Malaga two weeks ago", "city", "Malaga"),
        ("I moved to Malaga because of my job", "city", "Malaga"),
        ("I live in Malaga for now", "city", "Malaga"),
        ("my birthday is the 3rd of May so don't forget it", "birthday", "the 3rd of May"),
        ("switch to Celsius because I'm British", "units", "metric"),
        ("I want miles not kilometers", "units", "imperial"),
        ("kindly note that my name is Sam", "name", "Sam"),
        ("note that I live in Berlin", "city", "Berlin"),
        ("I live now in Bath, no longer in Bristol", "city", "Bath"),
        ("I now live in Hull and not in Leeds", "city", "Hull"),
    ],
)
def test_it_is_told_in_many_ways(grammar: Grammar, sentence: str, field: str, value: str) -> None:
    assert grammar.understand(sentence) == Intent("set_profile", {"field": field, "value": value})


@pytest.mark.parametrize(
    ("sentence", "field"),
    [
        ("what is my name", "name"),
        ("who am I", "name"),
        ("do you know who I am", "name"),
        ("where do I live", "city"),
        ("what's my home city", "city"),
        ("when is my birthday", "birthday"),
        ("how old am I", "age"),
        ("do you use metric or imperial", "units"),
        ("which city do you have down as my home", "city"),
        ("what units am I using", "units"),
        ("what units am I on now", "units"),
        ("tell me which city you have for me", "city"),
        ("what do you call me now", "name"),
    ],
)
def test_it_is_asked_in_many_ways(grammar: Grammar, sentence: str, field: str) -> None:
    assert grammar.understand(sentence) == Intent("get_profile", {"field": field})


@pytest.mark.parametrize(
    "sentence",
    [
        *("forget my name", "forget where I live", "delete my birthday from your memory"),
        *("I don't want you to remember my name", "I do not want you to know where I live"),
    ],
)
def test_it_is_forgotten_by_its_name(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    assert intent
    assert (intent.name, "value" in intent.slots) == ("set_profile", False)


@pytest.mark.parametrize(
    "sentence",
    [
        *("I'm tired", "I am German", "I'm going home", "call me a taxi", "call me later"),
        *("my name is not Sam", "don't call me Sam", "I live in a small flat", "I'm home"),
        *("my birthday is next week", "I was born in Berlin", "use Firefox", "what is your name"),
        *("forget my sister's birthday", "what is my sister's name", "my car is red"),
        *("remember I live in Lisbon with my two cats", "I moved to Malaga in 2019"),
        *("my name is spelled A N A", "I moved to Malaga from Porto"),
    ],
)
def test_what_means_something_else_is_left_alone(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    assert intent is None or intent.name not in {"set_profile", "get_profile"}
