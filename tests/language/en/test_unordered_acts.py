"""Unit: what orders an act, and what only names one."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.unordered_acts import lets_stay, mention_of

pytestmark = pytest.mark.unit

DENIED = """
I'd hate to cancel it
I refuse to cancel it
there is no reason to cancel it
pretend to cancel it
don't let anyone cancel it
it would be bad to cancel it
it is too early to stop the timer
do not cancel it
please don't stop it
do not change it
don't move it to eight
do not delete it
don't remove milk
don't forget it
I don't want my alarm cancelled
I wouldn't want my alarm cancelled
I hope my timer is not cancelled
I'd like my list not cleared
I never cancel my alarm
don't cancel the timer
please do not cancel my timer
I don't want to cancel my timer
you must not cancel the timer
I didn't cancel the timer
I did not say cancel my timer
not cancel the timer
I told you not to cancel it
you shouldn't have cancelled that
don't you dare delete that
there's no need to cancel
nobody asked you to stop the timer
I never said to cancel it
under no circumstances cancel the 7 am alarm
on no account delete my notes
by no means stop the timer
avoid deleting the 7 am alarm
please refrain from cancelling the timer
there's no need for cancelling the alarm at 9
you needn't cancel it
heaven forbid you cancel it
cancel none of the alarms
remove neither milk nor eggs
cancel not one timer
cancel no alarm
"""
ASKED = """
the alarm will be cancelled, won't it
so it is cancelled
it's deleted now?
ok so the alarm is cancelled
so that's off then
milk is off the list then
milk is removed?
it is moved to 8, right
the timer is stopped
did you remove it
why did you cancel my timer
did you cancel my timer
will the timer be stopped
can a timer be cancelled
how do I cancel an alarm
what happens if I cancel my alarm
have you moved my alarm
has the list been cleared
when was the timer stopped
what would happen if you deleted everything
is my alarm cancelled
are my timers all stopped
shall I cancel the May timer
should we delete the note
may I cancel it
"""
TOLD = """
I forget
is it possible that my alarm was cancelled
is there any chance that my timer was stopped
I'm happy that my alarm was cancelled
I need to know if my alarm was cancelled
I must have cancelled the timer
I must have deleted my list
would it be okay if I deleted my list
is there any way my list was deleted
I'm glad you cleared my shopping list
he must have cancelled the alarm
my alarm was cancelled
you cancelled my alarm
I could have cancelled the alarm
who deleted my list
I'd love to have deleted my list
I already removed milk
somebody turned off my alarm
it got cancelled
I might cancel the timer
"cancel both alarms" is what she said
cancel it is what my wife wants
I may perhaps remove the milk
I will cancel the Will timer myself
Mark will cancel the May timer
June may cancel the timer
my wife is going to cancel it
they wanted to delete the list
"""
ORDERED = """
will you cancel the Will timer
would you cancel it
you can delete it
you may cancel it
I will be late so cancel the alarm
the alarm should stop
cancel the one that Mark will not need
cancel nothing but the timer
Mark, please cancel it
it is sold, remove it
so it is cancelled, take it off the list
the meeting is cancelled
cancel my alarm
can you cancel my alarm
could you please stop the timer
why don't you cancel it
why not cancel it
can't you stop that
I want it cancelled
I need my alarm cancelled
I'd like the timer stopped
please have my alarm cancelled
would you mind cancelling the timer
no don't set it, cancel it
I don't need it, cancel it
if you don't mind cancel my alarm
not the 7 am one, cancel the 8 am one
I cancelled the dentist, so cancel the reminder
when it rings stop it
take milk off my list
forget what I told you
is it possible to cancel my alarm
I'd love to have it deleted
don't cancel the timer, cancel the alarm
we got milk, remove it
I no longer need the alarm, cancel it
can my alarm be cancelled
I want you to cancel the alarm
you can cancel that
you may delete it now
I think you should remove it
let's cancel it
I changed my mind, cancel the alarm
actually stop it
go ahead and delete it
I wish my alarm was cancelled
what about cancelling it
that timer needs to be stopped
the alarm should be moved to eight
move the alarm I set to nine
will you cancel my alarm
do you mind stopping the timer
could I have my timer stopped
could it be deleted
I've moved, change my city to Berlin
delete the list we talked about
remove what I added
I need to cancel my alarm
I have to cancel the timer
I don't want the alarm anymore, cancel
I'm done, stop the timer
I would like to cancel
make sure my alarm is cancelled
how about you cancel it
could you not cancel but move it
avoid the noise, cancel the alarm at 7
to avoid waking Ana cancel the alarm
"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (line, why)
        for why, lines in (("denied", DENIED), ("asked", ASKED), ("told", TOLD), (None, ORDERED))
        for line in lines.split("\n")
        if line
    ],
)
def test_only_an_order_is_one(text: str, why: str | None) -> None:
    assert mention_of(text) == why


@pytest.mark.parametrize("text", ["", "!", "what is 2 plus 2", "set a timer", "👍", "cancel"])
def test_nothing_is_said_of_other_sentences(text: str) -> None:
    assert mention_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "leave the pasta timer be",
        "please leave the 7 am alarm alone",
        "let it be",
        "better leave the timer running",
        "you can leave the alarm as it is",
        "keep the alarm",
        "hold on to both alarms",
        "hands off my alarms",
        "don't touch my shopping list, please",
    ],
)
def test_what_is_to_stay(text: str) -> None:
    assert lets_stay(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cancel the timer",
        "leave out the 7 am alarm tomorrow",
        "leave five more minutes on the timer",
        "let the timer go",
        "keep the timer for 5 more minutes",
        "leave the alarms alone and cancel the timer",
        "keep the milk, lose the eggs",
        "keep the alarm " * 50,
    ],
)
def test_what_may_go(text: str) -> None:
    assert not lets_stay(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nobody is to cancel the soup timer", "denied"),
        ("cancelling the soup timer would be wrong", "denied"),
        ("cancelling the soup timer would be great", None),
        ("if nobody is here cancel the soup timer", None),
    ],
)
def test_what_nobody_is_to_do_is_denied(text: str, why: str | None) -> None:
    assert mention_of(text) == why
