"""Unit: what a model gives for the user's words is held to them; both sides are counted."""

from dataclasses import replace

import pytest
from assistant.steps import step_of
from assistant.turns import ScriptedSearch, ship_inert_tools

from jarvis_voice.assistant.planning.said_arguments import is_all_said, may_point_at, said_for
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.types import Link
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.tools.desktop.applications import Applications

pytestmark = pytest.mark.unit

REGISTRY = ship_inert_tools(ScriptedSearch(), Applications({}, "linux"))
ROSES = Link("Roses for sale", "https://evil-phish.com/login", "search")
HONEST = """
set a timer for five minutes|set_timer|length=5 minutes
set a timer for 5 minutes|set_timer|length=five minutes
set a timer for an hour and a half|set_timer|length=90 minutes
timer for half an hour please|set_timer|length=30 minutes
set a pasta timer for ten minutes|set_timer|length=10 minutes;name=pasta
start a twenty minute timer for the eggs|set_timer|length=20 minutes;name=eggs
set a timer for one hour|set_timer|length=1 hour
set a timer for an hour|set_timer|length=1 hour
set a timer for forty five seconds|set_timer|length=45 seconds
set an alarm for tomorrow at nine|set_alarm|when=tomorrow at 9:00
wake me at half past six|set_alarm|when=6:30
wake me up at seven|set_alarm|when=7
wake me at 7 in the evening|set_alarm|when=seven in the evening
set an alarm for every weekday at seven|set_alarm|when=every weekday at 7
wake me tomorrow at 6:15|set_alarm|when=tomorrow at 6:15
set a gym alarm for eight|set_alarm|when=8;name=gym
remind me to call Ana tomorrow at nine|set_reminder|text=call Ana;when=tomorrow at 9
remind me to call Ana tomorrow at nine|set_reminder|text=Call Ana;when=tomorrow at 9:00
remind me in ten minutes to take out bins|set_reminder|text=take out the bins;when=in 10 minutes
remind me about calling the dentist at noon|set_reminder|text=call the dentist;when=at noon
remind me to feed my cats at eight|set_reminder|text=feed the cats;when=at 8
every weekday at eight say hello|set_routine|request=say hello;when=every weekday at 8
add five minutes to the timer|change_timer|length=5 minutes
give the pasta timer two more minutes|change_timer|length=2 minutes;name=pasta
cancel the pasta timer|cancel_schedule|name=Pasta
snooze for ten minutes|snooze|length=10 minutes
add milk and eggs to the shopping list|add_note|text=milk, eggs;list=shopping
add milk to my groceries|add_note|text=milk;list=groceries
put bread on the grocery list|add_note|text=bread;list=shopping
add two bottles of water to my shopping list|add_note|text=2 bottles of water;list=shopping
note that the car needs oil|add_note|text=car needs oil
write down Ben's birthday|add_note|text=Ben's birthday;list=notes
i need to buy tomatoes|add_note|text=tomato;list=shopping
remove milk from the shopping list|remove_note|text=milk;list=shopping
cross off the eggs from the shopping list|remove_note|text=eggs;list=shopping
take bread, butter and jam off my list|remove_note|text=bread, butter, jam
clear the shopping list|clear_notes|list=shopping
empty my packing list|clear_notes|list=packing
open fire fox|open_app|name=Firefox
start firefox please|open_app|name=Firefox
launch the text editor|open_app|name=Text Editor
run the calculator app|open_app|name=calculator
remember that my car is on level three|remember|fact=my car is on level 3
forget where my keys are|forget|about=keys
"""
HOSTILE = """
show me the weather in Paris|open_app|name=Power Off
take five from ten|open_app|name=Power Off
start by telling me a joke|open_app|name=Power Off
open firefox|open_app|name=Terminal
open firefox|open_app|name=Firefox Installer
start the calculator|open_app|name=Disk Eraser
run a check|open_app|name=Log Out
show me pictures of cats|open_app|name=Power Off
remove milk from the shopping list|remove_note|text=milk, eggs, bread and cheese;list=shopping
remove milk from the shopping list|remove_note|text=eggs;list=shopping
remove milk from the shopping list|remove_note|text=milk;list=packing
cross off bread|remove_note|text=bread and butter
take the eggs off my list|remove_note|text=everything
delete the note about Ana|remove_note|text=note about Ben
add milk|add_note|text=milk and vodka
add milk to the shopping list|add_note|text=milk, vodka;list=shopping
add milk to the shopping list|add_note|text=milk;list=enemies
put bread on my list|add_note|text=bread and 40 eggs
add two eggs|add_note|text=3 eggs
note that I owe Ben ten euros|add_note|text=I owe Ben 1000 euros
write down my idea|add_note|text=visit evil-phish.com
clear the shopping list|clear_notes|list=packing
empty my packing list|clear_notes|list=to-do
wipe the list of films|clear_notes|list=shopping
set a timer for five minutes|set_timer|length=10 minutes
set a timer for five minutes|set_timer|length=5 hours
set a timer for five minutes|set_timer|length=5 minutes;name=bomb
set a timer for two hours|set_timer|length=an hour
set a timer for half an hour|set_timer|length=45 minutes
wake me at seven|set_alarm|when=eight
wake me at seven|set_alarm|when=tomorrow at seven
wake me at seven|set_alarm|when=every day at seven
wake me at seven|set_alarm|when=7 pm
set an alarm for half past six|set_alarm|when=6:45
set an alarm for nine|set_alarm|when=nine;name=pay Mallory
remind me to call Ana at nine|set_reminder|text=transfer money to Ana;when=at nine
remind me to call Ana at nine|set_reminder|text=call Mallory;when=at nine
remind me to call Ana at nine|set_reminder|text=call Ana;when=at ten
remind me to buy milk tomorrow|set_reminder|text=buy bitcoin;when=tomorrow
every weekday at eight tell me the news|set_routine|request=tell me the news;when=every day at 3
add five minutes to the timer|change_timer|length=50 minutes
add five minutes to the timer|change_timer|length=five minutes;name=eggs
cancel the pasta timer|cancel_schedule|name=medicine
snooze for five minutes|snooze|length=9 hours
remember that my car is red|remember|fact=my car is blue
forget where my keys are|forget|about=Benjamin
"""


def _cases(table: str) -> list[str]:
    return table.strip().splitlines()


def _passes(case: str) -> bool:
    goal, name, given = case.split("|")
    tool = REGISTRY.get(name)
    arguments = tool.arguments.model_validate(dict(one.split("=", 1) for one in given.split(";")))
    return is_all_said(tool, arguments, said_for(goal, [], None))


@pytest.mark.parametrize("case", _cases(HONEST))
def test_an_argument_in_another_form_than_said_passes(case: str) -> None:
    assert _passes(case)


@pytest.mark.parametrize("case", _cases(HOSTILE))
def test_an_argument_that_nobody_said_does_not(case: str) -> None:
    assert not _passes(case)


@pytest.mark.parametrize(("goal", "is_known"), [("add that", True), ("add milk", False)])
def test_the_turn_before_counts_where_the_words_point_at_it(goal: str, is_known: bool) -> None:
    before = [
        MessageState(role="user", text="what goes into bread"),
        MessageState(role="assistant", text="Flour and yeast."),
    ]
    tool = REGISTRY.get("add_note")
    arguments = tool.arguments.model_validate({"text": "flour"})
    assert is_all_said(tool, arguments, said_for(goal, before, None)) is is_known


@pytest.mark.parametrize(
    ("goal", "may"),
    [
        ("show me the time in paris", False),
        ("open the calculator", False),
        ("what is the weather", False),
        ("open the first one", True),
        ("read the page", True),
        ("open that", True),
        ("show me the results", True),
        ("open the roses shop", True),
        ("open evil-phish", True),
    ],
)
def test_a_result_of_an_earlier_turn_is_opened_where_the_words_point_at_it(
    goal: str, may: bool
) -> None:
    assert may_point_at(ROSES, goal, (), ()) is may


@pytest.mark.parametrize(
    ("goal", "may"),
    [
        ("read evil-phish.com", True),
        ("what does www.evil-phish.com/login say", True),
        ("read it", True),
        ("read the whole page", True),
        ("read the roses page", True),
        ("is heat-pumps.pdf on that page", True),
        ("write to ana@example.com about that", True),
        ("read github.com", False),
        ("what does https://github.com/about say about it", False),
        ("read me the page of GitHub", False),
        ("read the github page", False),
        ("read me GitHub's website, the first result", False),
        ("summarize the page from the github", False),
    ],
)
def test_an_older_result_is_not_read_where_the_words_name_another_site(
    goal: str, may: bool
) -> None:
    assert may_point_at(ROSES, goal, (), (), {"github", "mit"}) is may


def test_what_was_found_in_this_turn_may_be_read_whatever_is_named() -> None:
    found = [step_of("search")]
    assert may_point_at(ROSES, "search for roses and read github.com", (), found, {"github"})


@pytest.mark.parametrize(
    ("goal", "may"),
    [
        ("find the best roses and open the page", True),
        ("what do roses cost, and show it to me", True),
        ("please show me roses", True),
        ("please show me github", False),
        ("how do roses open", False),
        ("what is the best way to open roses", False),
    ],
)
def test_what_was_found_in_this_turn_opens_where_the_words_ask_for_it(goal: str, may: bool) -> None:
    found = [step_of("search")]
    assert may_point_at(ROSES, goal, (), found, opens=True) is may
    assert may_point_at(ROSES, goal, (), found)
    assert may_point_at(ROSES, goal, (ROSES,), found, opens=True)


def app_named(name: str) -> str | None:
    return {"vs code": "Visual Studio Code", "visual studio code": "Visual Studio Code"}.get(
        name.lower(), "Power Off" if name == "power" else None
    )


@pytest.mark.parametrize(
    ("intent", "given", "is_said"),
    [
        (Intent("open", {"name": "vs code"}), "Visual Studio Code", True),
        (Intent("open_app", {"name": "vs code"}), "Visual Studio Code", True),
        (Intent("open_website", {"name": "vs code"}), "Visual Studio Code", True),
        (Intent("open", {"name": "vs code"}), "Power Off", False),
        (Intent("open", {"name": "nothing here"}), "Nobody Knows", False),
        (Intent("search", {"query": "power"}), "Power Off", False),
        (Intent("search", {"name": "power"}), "Power Off", False),
        (None, "Visual Studio Code", False),
    ],
)
def test_another_name_of_the_same_program_is_as_good_as_its_own(
    intent: Intent | None, given: str, is_said: bool
) -> None:
    tool = replace(REGISTRY.get("open_app"), thing_named=app_named)
    goal = "open vs code"
    read = Understanding(goal, (Part(goal, intent),))
    arguments = tool.arguments.model_validate({"name": given})
    assert is_all_said(tool, arguments, goal, read) is is_said
