"""What says that nothing is kept, and what only sounds like it."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.denials import denies_what_is_kept

pytestmark = pytest.mark.unit

LIST = "On your shopping list: milk and butter."
ALARM = "You have an alarm at 06:00 tomorrow."
ASKED = "what alarms, timers, lists and reminders do I have tomorrow"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "what is on my shopping list and what could I cook with it",
            "Your list is empty, so nothing.",
        ),
        ("what alarms do i have and is that early for a student", "You have no alarms, so no."),
        (
            "am I going to be woken up tomorrow morning or should I worry",
            "Nothing will wake you tomorrow: you have no alarm.",
        ),
        (
            "can I leave the kitchen for five minutes or does a timer ring before that",
            "You can go, no timer is running.",
        ),
        ("which of the things on my list are dairy", "There is nothing on your list."),
        ("which of the things on my list are dairy", "Nothing on your list is dairy."),
        ("summarise everything you have planned for me", "You have nothing planned."),
        ("how does my day look", "Your day is free: no reminders, no alarms."),
        ("do I have anything on tomorrow that I should prepare for", "No, tomorrow is free."),
        ("did I put milk on my list already", "No, milk is not on your list."),
        ("is any timer about to go off", "No, there is no timer running."),
        ("what reminders do I have", "You have no reminders."),
        (ASKED, "There are no alarms set for tomorrow."),
        (ASKED, "I see no alarm for tomorrow."),
        (ASKED, "You don't have any alarms."),
        (ASKED, "You do not have a timer running at the moment."),
        (ASKED, "There isn't any reminder for today."),
        (ASKED, "None of your alarms is set for Monday."),
        (ASKED, "No alarms."),
        (ASKED, "No, none of your timers are running."),
        (ASKED, "Your alarm is not set."),
        (ASKED, "The pasta timer isn't running."),
        (ASKED, "Nothing is scheduled for tomorrow."),
        (ASKED, "Nothing rings before nine, so sleep on."),
        (ASKED, "You won't be woken tomorrow."),
        (ASKED, "You will not be reminded of it."),
        (ASKED, "The list has nothing on it."),
        (ASKED, "Your shopping list doesn't have milk on it."),
        (ASKED, "Your list has no eggs."),
        (ASKED, "You're free tomorrow."),
        (ASKED, "Your calendar is clear."),
        (ASKED, "You have not set an alarm."),
        (ASKED, "You never set a reminder for that."),
        (ASKED, "You have nothing on your shopping list."),
        (ASKED, "You currently have no active timers."),
        (ASKED, "As far as I can see, you have no reminders."),
        (ASKED, "Good news: no alarm will ring tomorrow."),
        (ASKED, "You have no appointments today."),
        (ASKED, "There are no reminders for today."),
        (ASKED, "I have no alarms for you."),
        (ASKED, "You've got no timers going."),
        (ASKED, "Zero alarms are set."),
        (ASKED, "You haven't got any reminders."),
        (ASKED, "Your to-do list is all clear."),
        (ASKED, "There aren't any items on your list."),
        (ASKED, "No timer, no alarm."),
        ("what is on my shopping list and what could I cook with it", "It's empty."),
        (
            "what is on my shopping list and what could I cook with it",
            "There's nothing on it, so order a pizza.",
        ),
        ("what alarms do I have and is that early", "None."),
        ("what alarms do I have and is that early", "You have none."),
        ("what timers are running and how do I cook rice", "None is running."),
        ("what reminders do I have and which is the most important", "You don't have any."),
        ("what is on my list and is it healthy", "Nothing at the moment."),
    ],
)
def test_a_denial_that_no_tool_has_told_is_found(said: str, sentence: str) -> None:
    assert denies_what_is_kept(sentence, "", said)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("is it bad to worry", "You have no reason to worry."),
        ("what is good with soup", "Nothing beats fresh bread."),
        ("how do I boil an egg", "If you have no timer, use a song of four minutes."),
        (ASKED, "You have no siblings, you said."),
        ("how do I wake up without an alarm", "When you have no alarm, sunlight helps."),
        ("how do heavy sleepers wake up", "No alarm can wake a heavy sleeper who is drunk."),
        ("is an alarm needed", "No alarm is needed for a nap."),
        ("how do I check if a list is empty in python", "The list is empty when len is zero."),
        ("how do I clear a list in python", "Now your list is empty."),
        ("python lists", "After pop, your list has no items."),
        ("tell me about japan", "There is no alarm clock like a cat."),
        ("what is a good plan", "There is nothing planned about good luck."),
        ("i have no alarm, how do i wake up", "As you have no alarm, ask a friend to call."),
        (
            "my shopping list is empty, what should I buy",
            "Since your list is empty, start with bread and milk.",
        ),
        ("is freedom good", "You are free to go."),
        (ASKED, "You have nothing to lose."),
        ("can you see my list", "I cannot see whether there is anything on your list."),
        ("do I have an alarm", "Do you have no alarm?"),
        ("how do hotels wake guests", "There is no reminder needed, since the hotel calls."),
        ("what is the museum like", "On Monday it is closed, and there are no tours."),
        ("is the trip free", "The museum is free on Sundays."),
        ("how do I plan a wedding", "Make a list so that nothing is left to chance."),
        ("how do I plan my day", "Leave some time with nothing planned."),
        ("how to sleep better", "Set no alarm at the weekend if you can."),
        ("how to cook rice", "You need no timer: taste it."),
        ("what's a good gift", "You have no idea how happy it will make her."),
        ("what is stoicism", "Nothing is permanent."),
        ("what is zen", "An empty mind holds no lists."),
        ("plan my party", "There are no events in winter that beat a bonfire."),
        ("why should I rest", "A day without appointments is a gift."),
        ("can I skip breakfast", "There is no meeting of minds on this among doctors."),
        (
            "how does a smoke alarm work",
            "The alarm is not set off by steam if it is far from the kitchen.",
        ),
        ("how does a smoke alarm work", "There is no alarm until smoke reaches the sensor."),
        ("tell me about the moon landing", "No alarm was raised."),
        ("what does it mean when there is no reminder", "It means that nobody set one."),
        ("how do I say I have no plans in french", 'You say: "Je n\'ai rien de prévu".'),
        ("what can you do", "I can set an alarm, if you have none."),
        ("what can you do", "I can tell you what is on your list."),
        ("how can I be on time", "Without a reminder, most people forget."),
        ("is there a list of nobel winners", "There is no list of winners that is shorter."),
        ("what happened to pluto", "It is not on the list of planets any more."),
        ("is spain in nato", "Spain is on the list, and Austria is not on the list."),
        (ASKED, "I do not know what is on your list."),
        (ASKED, "I cannot tell what alarms you have without looking."),
        ("which timer is best", "There is no better timer than the one on your phone."),
        ("how do I make friends", "There are no plans that replace a good talk."),
        ("is a reminder useful", "A reminder does nothing if you ignore it."),
        ("what do teachers do on Friday", "On Friday there are no lessons."),
        ("what is minimalism", "Your home is clear of what you do not use."),
        ("should I nap", "Your evening is free of worry after a nap."),
        ("can I call you tomorrow", "You can always call me."),
        ("what is a vacuum", "It is empty."),
        ("how many moons does venus have", "None."),
        ("how many children did she have", "There are none."),
        ("what's in the box", "There is nothing in it."),
    ],
)
def test_what_denies_nothing_of_the_users_is_none(said: str, sentence: str) -> None:
    assert not denies_what_is_kept(sentence, "", said)


@pytest.mark.parametrize(
    ("sentence", "told", "is_denied"),
    [
        ("Your list is empty.", LIST, True),
        ("Nothing on your list is dairy.", LIST, False),
        ("Your list has no eggs.", LIST, False),
        ("Your list is empty.", "There is nothing on your shopping list.", False),
        ("You have no alarms.", LIST, True),
        ("You have no alarms.", ALARM, True),
        ("You have no alarm tomorrow.", ALARM, True),
        ("You have no alarm before six.", ALARM, False),
        ("You have no alarms.", "You have no alarms.", False),
        ("You have no alarms now.", "I have cancelled the alarm for 06:00.", False),
        ("You have no reminders.", "You have no alarms.", True),
        ("Nothing is planned.", "You have nothing set.", False),
    ],
)
def test_a_denial_is_measured_by_what_was_told(
    sentence: str, told: str, *, is_denied: bool
) -> None:
    assert denies_what_is_kept(sentence, told, ASKED) is is_denied


def test_a_warning_that_an_act_was_not_done_is_no_denial() -> None:
    said = "set a timer for twelve minutes"
    warning = "No timer is running, so do not wait for a bell."
    assert not denies_what_is_kept(warning, "", said, is_order=True)
    assert denies_what_is_kept("You have no timers.", "", said, is_order=True)
