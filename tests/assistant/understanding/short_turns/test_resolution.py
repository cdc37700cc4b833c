"""Unit: one operation on whatever the conversation touched last; what is no operation stays."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.resolution import in_short

pytestmark = pytest.mark.unit

TIMER = "The timer is set for 12 minutes."
TOLD_TIMER = "The pasta timer has 9 minutes left."
ALARM = "The alarm is set for 05:15 tomorrow, 19 hours from now."
REMINDER = "I will remind you on Sunday at 18:00: ring Sheila."
LIST = "I have added milk and eggs to the shopping list."
SUM = "37 plus 48 is 85."
CONVERSION = "5 miles is 8.05 kilometers."
MISSED = "No, I found no tomatoes on the shopping list."
PLACED = "The last thing on the shopping list: crisps."
NOTE = "You have 1 note: the gate sticks."
FOUND = "Yes, I found soap on the shopping list."
FACT = "I will remember that your locker is 4471."


def meant(text: str, *replies: str, offer: str = "") -> str:
    messages = [
        message
        for reply in replies
        for message in (
            MessageState(role="user", text="in my own words"),
            MessageState(role="assistant", text=reply),
        )
    ]
    found = in_short(text, messages, knowledge().grammar.understand, offer)
    return "" if found is None else (found.question or found.sentence)


@pytest.mark.parametrize(
    ("reply", "text", "sentence"),
    [
        (TIMER, "done, kill it", "cancel the newest timer"),
        (ALARM, "didn't mean to do that", "cancel the newest alarm"),
        (REMINDER, "already done, bin that", "cancel the newest reminder"),
        (LIST, "ok actually delete everything on it", "clear my shopping list"),
        (LIST, "cross off everything", "clear my shopping list"),
        (LIST, "oh, and a black folder", "add a black folder to my shopping list"),
        (LIST, "and a packet of figs", "add a packet of figs to my shopping list"),
        (LIST, "and a new folder", ""),
        (LIST, "neither of those actually", "remove milk and eggs from my shopping list"),
        (FACT, "they took it away, you can forget it", "forget that my locker is 4471"),
        (TIMER, "no 21", "change the newest timer to 21 minutes"),
        (TIMER, "five minutes less", "take five minutes off the newest timer"),
        (ALARM, "too early, give us another thirty minutes",
         "postpone the newest alarm by thirty minutes"),
        (ALARM, "no, make it one", "move the newest alarm to one o'clock"),
        (REMINDER, "not eight, one", "move the newest reminder to one o'clock"),
        (REMINDER, "hour sooner", "bring the newest reminder forward by an hour"),
        (TIMER, "double it", "change the newest timer to 24 minutes"),
        (SUM, "double it", ""),
        (CONVERSION, "double it", "convert 10 miles to kilometers"),
        (TIMER, "same for the porridge but six", "set a timer called porridge for six minutes"),
        (ALARM, "Wednesday as well", "set an alarm for 05:15 on Wednesday"),
        (REMINDER, "same again on Tuesday", "remind me at 18:00 on Tuesday to ring Sheila"),
        (ALARM, "another one ten minutes later", "set an alarm for 05:25 tomorrow"),
        (TIMER, "how's it doing", "how long is left on the timer"),
        (ALARM, "good, when does it go", "when is the alarm"),
        (LIST, "wait, we have eggs", "remove eggs from my shopping list"),
        (LIST, "how many have I got so far", "how many things are on my shopping list"),
        (FACT, "the locker again?", "what did I tell you about locker"),
        (LIST, "got the eggs from mum so never mind that", "remove eggs from my shopping list"),
        (LIST, "oops meant to-do", "remove milk and eggs from my shopping list and then "
         "add milk and eggs to my to-do list"),
        (SUM, "take off the 40 I already paid", "what is 85 - 40"),
        (SUM, "now subtract a fifth", "what is 85 - (85 / 5)"),
        (SUM, "shared between five", "what is 85 / 5"),
        (CONVERSION, "30?", "convert 30 miles to kilometers"),
        (CONVERSION, "other way round", "convert 5 kilometers to miles"),
        (TIMER, "make it 5 minutes longer", "add 5 minutes to the newest timer"),
        (TIMER, "5 more minutes", "add 5 minutes to the newest timer"),
        (TIMER, "kindly reduce it by five", "take five minutes off the newest timer"),
        (TIMER, "another one of those", "set a timer for 12 minutes"),
        (TIMER, "is it still running", "is the timer set"),
        (TIMER, "which ones are on now", "what timers do I have"),
        (TIMER, "which one goes off first", "which timer is first"),
        (TIMER, "what goes off next", ""),
        (TIMER, "move it by five minutes", "add five minutes to the newest timer"),
        (TIMER, "push it back by five minutes", "add five minutes to the newest timer"),
        (ALARM, "move it by ten minutes", "postpone the newest alarm by ten minutes"),
        (TIMER, "so what will ring first", ""),
        (TIMER, "thank you. How long remains?", "how long is left on the timer"),
        (TIMER, "stop the tea", "cancel the tea timer"),
        (TOLD_TIMER, "give it two more minutes", "add two minutes to the pasta timer"),
        (TOLD_TIMER, "take five minutes off the pasta", "take five minutes off the pasta timer"),
        (TIMER, "and one for 3 minutes for the eggs", "set a timer called eggs for 3 minutes"),
        (TIMER, "and another one for 5 minutes", "set a timer for 5 minutes"),
        (ALARM, "and another for nine", "set an alarm for nine tomorrow"),
        (ALARM, "and one for 9 am on Sunday", "set an alarm for 9 am on Sunday"),
        (ALARM, "move it to 8", "move the newest alarm to 8"),
        (REMINDER, "push it back an hour", "postpone the newest reminder by an hour"),
        (ALARM, "did you set it", "is the alarm set"),
        (ALARM, "what time did we settle on", "when is the alarm"),
        (ALARM, "drop Sunday's", "cancel the Sunday alarm"),
        (ALARM, "I'll lie in, no alarm", "cancel the newest alarm"),
        (REMINDER, "scrap it she's been told", "cancel the newest reminder"),
        (ALARM, "too early", "When then?"),
        (MISSED, "pop them on", "add tomatoes to my shopping list"),
        (MISSED, "well they should be", "add tomatoes to my shopping list"),
        (PLACED, "take that off", "remove crisps from my shopping list"),
        (FOUND, "take it off, I have some", "remove soap from my shopping list"),
        (NOTE, "bin it", "remove the gate sticks from my notes"),
        (LIST, "mum says no eggs", "remove eggs from my shopping list"),
        (LIST, "I meant put it on the shopping list", "add milk and eggs to my shopping list"),
        ("I have added soap powder to the shopping list.", "not powder, the liquid kind",
         "remove soap powder from my shopping list and then add soap liquid to my shopping list"),
        (LIST, "costs more than the printer", ""),
        (LIST, "on or not on", ""),
        (LIST, "done for another year, thank goodness", ""),
        ("I will remember that the key's under the pot.", "we moved it to the shed",
         "remember that the key's in the shed"),
        ("I will remember that Grandad takes two sugars.", "he's gone down to one",
         "forget that Grandad takes two sugars and then remember that Grandad takes one sugar"),
        ("I will remember that visiting is two till four.", "and she's on ward nine", ""),
        (FACT, "he's gone to work now", ""),
        (TIMER, "make it longer", "By how much?"),
    ],
)  # fmt: skip
def test_a_turn_on_what_was_touched(reply: str, text: str, sentence: str) -> None:
    assert meant(text, reply) == sentence


@pytest.mark.parametrize(
    "text",
    [
        *("what is the weather in Rome", "set a timer for 5 minutes", "never mind", "thanks"),
        *("play some music", "is she coming over on Sunday", "my brother moved to Leeds"),
    ],
)
@pytest.mark.parametrize("reply", [TIMER, ALARM, LIST, SUM])
def test_what_leans_on_nothing_stays(reply: str, text: str) -> None:
    assert meant(text, reply) == ""


def test_the_other_one_is_the_one_that_was_not_touched() -> None:
    first = ("The tea timer is set for 5 minutes.", "The egg timer is set for 7 minutes.")
    assert meant("bin the other one", *first) == "cancel the tea timer"


def test_what_was_cancelled_comes_back() -> None:
    gone = "I have cancelled the 40 minute timer."
    assert meant("no put it back on", gone) == "set a timer for 40 minutes"


def test_a_cleared_list_comes_back_where_all_of_it_is_known() -> None:
    cleared = "I have cleared the shopping list: {} gone."
    assert meant("no, put it all back", LIST, cleared.format("2 entries are")) == (
        "add milk and eggs to my shopping list"
    )
    assert meant("no, put it all back", LIST, cleared.format("3 entries are")) == ""


def test_a_list_that_is_named_is_meant_though_a_timer_was_touched_last() -> None:
    assert meant("cross the milk off the list", LIST, TIMER) != "cancel the milk timer"


def test_one_day_of_many_is_not_cancelled() -> None:
    assert meant("skip it tomorrow", "The alarm is set for every weekday at 07:00.") == ""


def test_nothing_is_resolved_against_an_answer_that_touched_nothing() -> None:
    assert meant("bin it", "I found: heat pumps. Say: open the first one.") == ""


@pytest.mark.parametrize(
    ("text", "offer", "sentence", "is_guess"),
    [
        ("five minutes less", "set a timer for 40 minutes",
         "take five minutes off the newest timer", False),
        ("it is taking too long, add ten minutes", "set a timer for 15 minutes",
         "add ten minutes to the newest timer", False),
        ("is it nearly done", "set a timer for four minutes",
         "how long is left on the timer", False),
        ("and a second one, ten minutes more", "set a timer for four minutes",
         "add ten minutes to the newest timer", True),
        ("no, ten minutes", "set a timer for four minutes",
         "change the newest timer to ten minutes", True),
    ],
)  # fmt: skip
def test_who_goes_on_with_what_is_to_be_set_has_both(
    text: str, offer: str, sentence: str, *, is_guess: bool
) -> None:
    reply = MessageState(role="assistant", text=f"Did you mean: {offer}?")
    messages = [MessageState(role="user", text="time it, would you"), reply]
    both = in_short(text, messages, knowledge().grammar.understand, offer)
    assert both is not None
    assert both.sentence in {f"{offer} and then {sentence}"}
    assert both.is_guess is is_guess


def test_who_goes_on_with_a_list_that_we_offered_has_both() -> None:
    offer = "add figs to my shopping list"
    replies = (f"Did you mean: {offer}?",)
    messages = [MessageState(role="user", text="figs, maybe")]
    messages += [MessageState(role="assistant", text=one) for one in replies]
    understand = knowledge().grammar.understand
    more = in_short("oh, and a packet of tea", messages, understand, offer)
    other = in_short("and five minutes less", messages, understand, "set a timer for 9 minutes")
    assert more is not None
    assert (more.sentence, more.is_guess) == (
        f"{offer} and then add a packet of tea to my shopping list",
        False,
    )
    assert other is not None
    assert not other.is_guess


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("double the eggs timer", "change the eggs timer to 8 minutes"),
        ("halve the pasta timer", "change the pasta timer to 5 minutes"),
        ("double the other one", "change the eggs timer to 8 minutes"),
        ("double it", "change the newest timer to 20 minutes"),
    ],
)
def test_of_two_timers_the_length_of_the_one_that_is_meant_counts(text: str, sentence: str) -> None:
    set_before = ("The eggs timer is set for 4 minutes.", "The pasta timer is set for 10 minutes.")
    assert meant(text, *set_before) == sentence
