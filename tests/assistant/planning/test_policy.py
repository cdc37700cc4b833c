"""Unit: what may be done in a step, and what may leave the machine."""

from dataclasses import replace
from typing import Any

import pytest
from assistant.planning.turn_kinds import around
from assistant.steps import step_of
from assistant.turns import Query, UrlIndex, open_website, search, tool

from jarvis_voice.assistant.planning.policy import possible_tools
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.core.types import Link, ToolResult
from jarvis_voice.language.en.trigger_words import SHOWING
from jarvis_voice.tools.registry import NoArguments, Registry, Tool, ToolContext

pytestmark = pytest.mark.unit

SITE = Link("MIT", "https://www.mit.edu/", "sites")
WEB = Link("Open me", "https://evil.example/", "search")


WORDED = {
    True: [
        ("cancel_schedule", "can you cancel the alarm?"),
        ("cancel_schedule", "could you get rid of the alarm for tomorrow"),
        ("cancel_schedule", "would you mind cancelling the pasta timer"),
        ("cancel_schedule", "I don't need the alarm tomorrow after all"),
        ("cancel_schedule", "the pasta is done, so drop that timer"),
        ("cancel_schedule", "is it possible to stop the alarm for tomorrow"),
        ("cancel_schedule", "why don't you cancel my alarm"),
        ("cancel_schedule", "will you cancel the alarm please, I have the day off"),
        ("cancel_schedule", "could the six o'clock alarm be cancelled"),
        ("cancel_schedule", "can we drop the alarm for tomorrow, what do you think"),
        ("move_schedule", "could we move it to nine"),
        ("move_schedule", "could we move the alarm to nine"),
        ("move_schedule", "can my alarm be an hour later"),
        ("move_schedule", "would it be ok to push my alarm to eight"),
        ("move_schedule", "my alarm should be at nine instead"),
        ("move_schedule", "how about moving the alarm to nine"),
        ("move_schedule", "what about moving my alarm to half past seven"),
        ("move_schedule", "let's change the alarm from six to seven, shall we"),
        ("set_timer", "would you mind setting a timer for six minutes"),
        ("set_timer", "can I get a timer for ten minutes"),
        ("set_timer", "may I have a ten minute timer"),
        ("set_timer", "how about a timer for the eggs, six minutes"),
        ("set_timer", "could you count down from ten minutes for me"),
        ("set_timer", "I need a timer for the rice, say twelve minutes"),
        ("set_timer", "what about a five minute timer"),
        ("set_timer", "my eggs need six minutes, can you time that"),
        ("set_timer", "do you think you could set a timer for eight minutes"),
        ("set_timer", "shall we set a timer for twenty minutes"),
        ("set_alarm", "can you make sure I'm up at seven tomorrow"),
        ("set_alarm", "could you get me up at half past six"),
        ("set_alarm", "I have to be up at six, can you help with that"),
        ("set_alarm", "may I ask you to wake me at seven"),
        ("set_alarm", "would you be so kind as to wake me at seven"),
        ("set_alarm", "I want an alarm at seven tomorrow"),
        ("set_alarm", "why not wake me at eight then"),
        ("set_reminder", "can you remind me to call mum at five"),
        ("set_reminder", "don't let me forget to call mum at five"),
        ("set_reminder", "could you make sure I call mum at five"),
        ("set_reminder", "I must not forget the oven at six, can you remind me"),
        ("add_note", "can milk go on the shopping list"),
        ("add_note", "could you put milk and eggs on my list"),
        ("add_note", "is it possible to add milk to the list"),
        ("add_note", "would you add butter too"),
        ("add_note", "we are out of milk, can you note that"),
        ("add_note", "do I have milk on my list? if not add it"),
        ("add_note", "what is on my list, and add eggs to it"),
        ("remove_note", "can you take milk off my list"),
        ("remove_note", "could milk come off the list, I bought it"),
        ("remove_note", "I've got the milk already, can you cross it off"),
        ("remove_note", "would you strike the eggs from my shopping list"),
        ("forget", "could you forget what I told you about my cat"),
        ("forget", "can you delete what you know about my car"),
        ("set_profile", "could you call me Sam"),
        ("set_profile", "can you use celsius from now on"),
        ("set_profile", "would you call me Anna please"),
        ("remember", "can you remember that my car is on level three"),
        ("remember", "could you keep in mind that I am allergic to nuts"),
        ("undo_schedule", "can you undo that"),
        ("undo_schedule", "could you take that back please"),
        ("volume", "can you make it louder"),
        ("volume", "could it be a bit quieter"),
        ("volume", "is it possible to turn the volume down a bit"),
        ("media", "can you pause the music"),
        ("open_website", "can you open github"),
        ("open_website", "could I see the MIT website"),
        ("open_website", "would you show me the page of the museum"),
        ("open_website", "can you bring up the weather site"),
        ("open_website", "find the best pizza place in Rome and open its site"),
        ("open_website", "what is the best engineering university, open its website"),
        ("open_website", "which phone is best this year and can you open its page"),
        ("open_app", "could you start firefox"),
        ("open_app", "can firefox be started"),
        ("snooze", "can I have five more minutes"),
        ("snooze", "could I sleep ten minutes longer"),
        ("skip_schedule", "can you leave out the alarm tomorrow"),
        ("skip_schedule", "is it okay to skip the alarm on friday"),
        ("rename_schedule", "could you call the pasta timer noodles"),
        ("change_timer", "can the pasta timer have five more minutes"),
        ("change_timer", "could you give the timer two more minutes"),
        ("clear_notes", "can you clear my shopping list"),
        ("clear_notes", "could you empty my shopping list"),
        ("run_python", "can you use python to get the 50th prime"),
        ("run_python", "use a program to count the letters in this"),
        ("run_python", "what is the 100th prime, compute it with python"),
        ("set_routine", "can you tell me the news every morning at eight"),
        ("set_routine", "would you read me the weather every day at seven"),
        ("take_screenshot", "can you take a screenshot"),
        ("send_briefing", "could you mail me the briefing"),
        ("follow_topic", "can you follow science for me"),
        ("mute_microphone", "can you stop listening"),
        ("announce", "can you say dinner is ready in the kitchen"),
        ("open_website", "go to the museum's site"),
        ("open_website", "please go to github"),
        ("open_website", "take me to wikipedia"),
        ("open_website", "show me the website of the museum"),
        ("open_website", "show me github"),
        ("open_website", "let me see the page of the zoo"),
        ("open_website", "can you open the first one"),
        ("open_website", "watch the trailer on youtube"),
        ("open_website", "play the song on youtube"),
        ("open_website", "find the best pizza place and open it"),
        ("open_website", "which museum is best? open its page please"),
        ("open_website", "I'd like to see the MIT site"),
        ("open_website", "could you pull up the weather page"),
        ("open_website", "head over to github"),
        ("open_website", "look up bees and open the first result"),
        ("open_website", "what is the best book about bees and show it to me"),
        ("open_website", "who makes this phone, and open their website"),
        ("open_website", "search for bees and go there"),
        ("open_website", "open whatever is best"),
        ("open_website", "bring me to the bank's site"),
        ("open_website", "visit the site of the zoo for me"),
        ("open_website", "display the page"),
        ("open_website", "start with opening the first page"),
        ("open_website", "can you tell me who won and open the report"),
        ("set_timer", "how late is it, and set a timer for five minutes"),
        ("set_timer", "what's the best tea, also set a timer for four minutes"),
        ("cancel_schedule", "how many alarms do I have? cancel them all"),
        ("cancel_schedule", "when is my alarm and can you cancel it"),
        ("cancel_schedule", "if it rains tomorrow, cancel my alarm"),
        ("cancel_schedule", "is my alarm on? turn it off"),
        ("cancel_schedule", "you can cancel the alarm now"),
        ("cancel_schedule", "I want you to stop the timer"),
    ],
    False: [
        ("cancel_schedule", "the alarm is not loud enough, what can I do"),
        ("cancel_schedule", "why did my alarm not wake me up last week"),
        ("cancel_schedule", "I'm not sure if an alarm is a good way to wake up, what do you think"),
        ("cancel_schedule", "how do people stop hitting snooze on their alarm"),
        ("cancel_schedule", "should I turn my alarm off on weekends or is that bad for the rhythm"),
        ("remove_note", "could you check whether eggs go on a list of dairy products"),
        ("remove_note", "check if milk is on my list or whether I crossed it off"),
        ("remove_note", "take a look at my shopping list and say if milk is healthy"),
        ("remove_note", "is milk off when it smells sour"),
        ("forget", "I always forget what my cat likes to eat, any ideas"),
        ("forget", "never forget that my cat is the best, right"),
        ("forget", "how do I remove cat hair from a sofa"),
        ("forget_words", "how do I delete everything that a cat left on the sofa"),
        ("set_routine", "how much water should I drink every day"),
        ("mute_microphone", "how much sleep does a cat need"),
        ("mute_microphone", "are you listening to everything I say"),
        ("start_conversation", "what is new in python"),
        ("announce", "tell me something about dogs"),
        ("announce", "say something nice about my neighbours"),
        ("remember", "do you know that Berlin has more bridges than Venice"),
        ("remember", "keep in mind while you answer: what do ducks eat"),
        ("set_profile", "my friend was born in Rome, what should she see in Paris"),
        ("set_profile", "what does the name Anna mean"),
        ("set_profile", "they call it Berlin's soul, why"),
        (
            "follow_topic",
            "is it more expensive in euros or in dollars to live in Tokyo, take a guess",
        ),
        ("set_timer", "what timer should I use for eggs, make it short"),
        ("set_timer", "how long do I need to set a timer for soft eggs, 4 or 6 minutes"),
        ("set_timer", "explain what count down from ten minutes means in rocket launches"),
        ("set_alarm", "don't forget to be funny: what is the alarm at 7 in the film about"),
        ("set_alarm", "which is better for waking up, an alarm at 7 am or at 8 am"),
        ("add_note", "what would you note about milk in coffee"),
        ("add_note", "do I need sugar in bread or can I leave it out"),
        ("change_timer", "why do people leave the timer on the oven"),
        ("change_timer", "would a longer pasta timer of 12 minutes make it mushy"),
        ("move_schedule", "is it bad to change an alarm from six to nine often"),
        ("skip_schedule", "would skipping the alarm tomorrow hurt my rhythm, or not"),
        ("rename_schedule", "could I call the pasta timer noodle timer or is that wrong"),
        ("undo_schedule", "what does undo mean in the sentence: undo the alarm"),
        ("run_python", "show me how python code looks"),
        ("send_briefing", "is it ok to send mail at night"),
        ("open_website", "how do bees see flowers"),
        ("open_website", "go on about bees, what do they eat"),
        ("open_website", "how do bees start a new hive"),
        ("open_website", "do bees play"),
        ("open_website", "take bees, what do they see at night"),
        ("open_website", "can you see how many bees there are"),
        ("open_website", "watch out for bees, how"),
        ("open_website", "how do I open a bee hive"),
        ("open_website", "what is the best way to open a jar of honey"),
        ("open_website", "where do bees go in winter"),
        ("open_website", "let's see what bees eat"),
        ("open_website", "how do I launch a honey business"),
        ("open_website", "please play with me, what do bees do"),
        ("open_website", "tell me about bees and take your time"),
        ("open_website", "can you run me through how bees dance"),
        ("open_website", "what program do bees run"),
        ("open_website", "head start for bees in spring, how"),
        ("open_website", "show me how bees dance"),
        ("set_timer", "what is love and how long should I set a timer for pasta"),
        ("cancel_schedule", "summarise this: He woke up. Cancel the alarm, she said. He slept."),
        ("cancel_schedule", "does it help to turn off all alarms"),
        ("cancel_schedule", "do people cancel their alarms on holidays"),
        ("move_schedule", "how often do people change their alarm"),
    ],
}
"""Orders, and questions that only name an act, with the tool that a model would call."""


async def nothing(_: Any, __: ToolContext) -> ToolResult:
    raise AssertionError


OPEN = Tool("open_website", "", "", UrlIndex, "act", 5, open_website, asked_by=frozenset({"open"}))
PAY = Tool("pay", "", "", NoArguments, "confirm", 5, nothing, asked_by=frozenset({"pay", "buy"}))
SILENT = Tool("lock_door", "", "", NoArguments, "act", 5, nothing)
REGISTRY = Registry(OPEN, tool("search", Query, "read", search), PAY, SILENT)


def names(
    goal: str, *links: Link, untrusted: bool = False, late: bool = False, rules: Any = ALL_RULES
) -> list[str]:
    memory = [step_of("search")] if untrusted else []
    found = possible_tools(REGISTRY, goal, memory, links, is_late=late, rules=rules)
    return [one.name for one in found]


def test_without_results_nothing_can_be_opened() -> None:
    assert names("open and buy it") == ["search", "pay", "lock_door"]


def test_an_act_that_nobody_asked_for_is_not_offered() -> None:
    assert names("what is love", SITE) == ["search", "lock_door"]
    assert names("open what is love", SITE) == ["open_website", "search", "lock_door"]


def test_beside_web_text_only_what_the_words_name_may_act() -> None:
    assert names("what is love", WEB) == ["search"]
    assert names("open the best page", WEB) == ["open_website", "search"]
    assert names("buy it", untrusted=True) == ["search", "pay"]
    assert names("lock the front door", untrusted=True) == ["search", "lock_door"]
    assert names("what is love", WEB, rules=ALL_RULES - {Rule.WEB_IS_DATA}) == [
        "open_website",
        "search",
        "pay",
        "lock_door",
    ]


def test_beside_web_text_a_page_opens_only_where_the_words_ask_for_one() -> None:
    page = replace(OPEN, opens="site")
    registry = Registry(page)

    def offered(goal: str) -> bool:
        return bool(possible_tools(registry, goal, [step_of("search")], [WEB], is_late=False))

    assert offered("find a book and open its page")
    assert offered("open evil")
    assert not offered("what is the best way to open a jar of honey")
    assert not offered("tell me when the museum is open")


def test_where_a_call_is_to_be_written_none_can_be_made() -> None:
    assert names("write a JSON example of a command to buy and lock the door") == []
    assert names("search for doors and show me the JSON, how to buy one") == ["search"]
    assert names("buy the JSON book") == ["search", "pay", "lock_door"]


def test_what_code_alone_plans_is_offered_to_no_model() -> None:
    look = Tool("look", "", "", NoArguments, "read", 5, nothing, code_only=True)
    found = possible_tools(Registry(OPEN, look), "look and open it", [], [SITE], is_late=False)
    assert [one.name for one in found] == ["open_website"]


def test_after_the_soft_limit_nothing_is_looked_up() -> None:
    assert names("open and buy it", SITE, late=True) == ["open_website", "pay", "lock_door"]


SHOW = Tool(
    "open_website", "", "", UrlIndex, "act", 5, open_website, asked_by=frozenset({"open", "go"})
)


@pytest.mark.parametrize(
    ("goal", "is_asked"),
    [
        ("open it", True),
        ("could you open it", True),
        ("go to the first one", True),
        ("please go there", True),
        ("search for it and go there", True),
        ("how do I go there by train", False),
        ("where does the river go", False),
    ],
)
def test_a_word_that_is_in_many_a_question_asks_only_where_a_request_begins(
    goal: str, *, is_asked: bool
) -> None:
    assert SHOW.is_asked_in(goal) is is_asked


def test_a_question_that_only_names_an_act_offers_none() -> None:
    assert names("how do I open it", SITE) == ["search", "lock_door"]
    assert names("what is it, and open it", SITE) == ["open_website", "search", "lock_door"]


@pytest.mark.parametrize(
    ("goal", "is_asked"),
    [
        ("take me to github", True),
        ("show me the website of the museum", True),
        ("let me see the page of the zoo", True),
        ("play the song", True),
        ("take bees, what do they see at night", False),
        ("let's see what bees eat", False),
        ("please play with me", False),
        ("go on about bees", False),
        ("watch out for bees", False),
        ("can you run me through how bees dance", False),
    ],
)
def test_a_word_of_many_meanings_asks_only_before_what_can_be_opened(
    goal: str, *, is_asked: bool
) -> None:
    assert open_tool().is_asked_in(goal) is is_asked


def open_tool() -> Tool:
    """What opens a page, with all words that ask for it."""
    return Tool(
        "open_website", "", "", UrlIndex, "act", 5, open_website, asked_by=SHOWING | {"run"}
    )


@pytest.mark.parametrize(("act", "goal"), WORDED[True])
def test_an_order_is_one_in_whatever_form(act: str, goal: str) -> None:
    tool = around()[1].get(act)
    assert tool.is_asked_in(goal) == tool.is_ordered_in(goal)


@pytest.mark.parametrize(("act", "goal"), WORDED[False])
def test_a_question_orders_no_act(act: str, goal: str) -> None:
    assert not around()[1].get(act).is_ordered_in(goal)
