"""Unit: a turn behind what comes again goes in, the day that is to be left out comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.left_out_wishes import (
    LONGEST,
    Wish,
    wants_back,
    wish_to_leave_out,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Grandad has an appointment tomorrow, so skip it for that day", "tomorrow"),
        ("no alarm on Saturday please, we have guests", "Saturday"),
        ("it's a holiday on Monday, please don't wake me then", "Monday"),
        ("the shop is closed this week so leave that one out", "this week"),
        ("I won't need the reminder tonight, my sister does it", "tonight"),
        ("give this coming Friday a miss", "Friday"),
        ("skip it on Saturday and Sunday", "this weekend"),
        ("turn it off tomorrow morning", "tomorrow morning"),
        ("leave it out just this once", ""),
    ],
)
def test_a_plain_wish_is_sure(text: str, day: str) -> None:
    assert wish_to_leave_out(text, "feed the cat") == Wish(day, is_sure=True)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("no reminders until Monday", "until Monday"),
        ("we are away until the 3rd of May, skip it", "until the 3rd of May"),
        ("skip it through Friday", "through Friday"),
        ("don't wake me from Saturday to Monday", "from Saturday to Monday"),
        ("pause it for two weeks", "on the next two weeks"),
        ("skip it for a week", "on the next 7 days"),
        ("skip it for the next three mornings", "on the next three mornings"),
        ("skip it tomorrow and on Sunday", "tomorrow and on Sunday"),
        ("leave it out Monday, Tuesday and Friday", "Monday, Tuesday and Friday"),
    ],
)
def test_several_days_are_one_wish(text: str, day: str) -> None:
    wish = wish_to_leave_out(text, "feed the cat")
    assert wish is not None
    assert wish.day == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I work from Monday to Friday, so skip Saturday", "Saturday"),
        ("I'm here until Sunday, skip Monday", "Monday"),
        ("skip Saturday, I'm away from Friday to Sunday", "Saturday"),
        ("don't wake me on Sunday, I work until Saturday", "Sunday"),
        ("I get up early for the next two days, skip Sunday", "Sunday"),
    ],
)
def test_the_days_of_a_reason_are_not_left_out(text: str, day: str) -> None:
    wish = wish_to_leave_out(text, "feed the cat")
    assert wish is not None
    assert wish.day == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("let me lie in on Sunday", "Sunday"),
        ("she is on holiday, not this Monday", "this Monday"),
        ("the vet keeps her tomorrow, no cat to feed", "tomorrow"),
        ("I could do without tonight's", "tonight"),
        ("we are away tomorrow, please don't", "tomorrow"),
        ("could you keep quiet the day after tomorrow", "the day after tomorrow"),
        ("I think I can have the next one off", ""),
    ],
)
def test_other_words_are_asked_about(text: str, day: str) -> None:
    assert wish_to_leave_out(text, "feed the cat") == Wish(day, is_sure=False)


@pytest.mark.parametrize(
    "text",
    [
        *("no reminders until seven", "pause it for a while", "the next three are off"),
        *("don't remind me until tomorrow at nine", "leave it out until further notice"),
    ],
)
def test_a_length_without_a_day_has_to_be_said_in_other_words(text: str) -> None:
    assert wish_to_leave_out(text, "feed the cat") == Wish("", is_sure=False, is_long=True)


@pytest.mark.parametrize(
    "text",
    [
        "does it ring tomorrow",
        "will it skip Sunday",
        "could you miss one, what if I am ill tomorrow",
        "never on Sundays",
        "I don't work Fridays any more",
        "make it eight tomorrow",
        "don't skip it tomorrow whatever happens",
        "I wish I could sleep in tomorrow",
        "I nearly told you to leave it off tomorrow",
        "my colleague has tomorrow off",
        "I am off on Friday by the way",
        "tomorrow is my birthday",
        "am I getting woken up tomorrow or not",
        "remind me to drop the keys off tomorrow morning",
        "wake me at six tomorrow and remind me to take the bins out",
        "cancel my timer and set a new one for 25 minutes",
        "you're no bad for a machine",
        "skip it",
        "no thanks",
        "skip it tomorrow " + "x" * LONGEST,
    ],
)
def test_what_asks_remarks_or_changes_for_good_is_no_such_wish(text: str) -> None:
    assert wish_to_leave_out(text, "feed the cat") is None


@pytest.mark.parametrize(
    ("text", "is_wanted"),
    [
        ("I have to work after all, wake me", True),
        ("they called, so put Monday's reminder back", True),
        ("changed my mind, do remind me", True),
        ("reactivate it", True),
        ("great, thanks", False),
        ("what is the weather tomorrow", False),
        ("set a timer for ten minutes", False),
        ("no alarm on Sunday either", False),
        ("is it on again?", False),
    ],
)
def test_it_is_wanted_after_all(text: str, is_wanted: bool) -> None:
    assert wants_back(text) == is_wanted
