"""Unit: whether a turn is taken for all that it orders."""

import pytest

from jarvis_voice.assistant.understanding.whole_orders import does_all

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("stop the tea timer and start it again", "cancel the tea timer"),
        ("remove the goat milk and add sheep milk", "remove goat milk from my shopping list"),
        ("get rid of the ham, then put jam on", "remove ham from my shopping list"),
        ("forget that and remember that I moved", "forget that my locker is 44"),
        ("set a timer for 90", "change the newest timer to 90 minutes"),
        ("set an alarm in 10 minutes, then another", "postpone the newest alarm by 10 minutes"),
        ("move the dentist one to 9", "move the newest reminder to 9"),
        ("move the 7 one to 9 am", "move the newest alarm to 7:01"),
        ("cancel the one about the rent", "cancel the newest reminder"),
        ("don't need milk any more", "remove brown bread from my shopping list"),
        ("if salt is not on it add salt", "remove salt from my shopping list"),
        ("jam is on the list, isn't it", "remove jam from my shopping list"),
        ("cancel it in an hour", "postpone the newest alarm by an hour"),
        ("not 7", "move the newest reminder to 7"),
        ("before 7", "bring the newest reminder forward by 7 minutes"),
        ("don't add 5 minutes", "add 5 minutes to the tea timer"),
        ("tom moved his to 8", "move the newest alarm to 8"),
        ("leave the eggs on", "remove eggs from my shopping list"),
        ("would 8 be too late", "move the newest alarm to 8"),
        ("7 would be too late", "move the newest reminder to 7"),
        ("ten would be too long", "change the newest timer to 10 minutes"),
        ("Sunday should be skipped", "move the 07:00 alarm to every Sunday at 07:00"),
        ("I want all of them back", "cancel the reminder to take my pills"),
        ("restore it", "cancel the alarm"),
        ("tom's is 45", "remember that my locker is 45"),
        ("it might be 45", "remember that my locker is 45"),
        ("please set another tea timer", "add 5 minutes to the tea timer"),
        ("set an alarm for 8, not 7", "move the 07:00 alarm to 8"),
    ],
)
def test_a_half_of_what_is_ordered_is_not_all(text: str, sentence: str) -> None:
    assert not does_all(text, sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("stop the tea timer", "cancel the tea timer"),
        ("remove ham and jam", "remove ham and jam from my shopping list"),
        ("remove the ham and add jam", "remove ham from my list and then add jam to my list"),
        ("take it off and put it away", "remove ham from my shopping list"),
        ("cancel it, and make sure that it is gone", "cancel the alarm"),
        ("move the last one to 9", "move the newest reminder to 9"),
        ("move the one to 9", "move the newest reminder to 9"),
        ("move the dentist one to 9", "move the reminder to call the dentist to 9"),
        ("don't need milk any more", "remove milk from my shopping list"),
        ("we don't need that any more", "remove brown bread from my shopping list"),
        ("we have got eggs already", "remove egg from my shopping list"),
        ("take it off, right", "remove jam from my shopping list"),
        ("skip Sundays for good", "move the alarm to every day except sundays at 07:00"),
        ("take it back", "cancel the alarm"),
        ("7 is too late, make it 6", "move the newest alarm to 6"),
        ("it's 45", "remember that my locker is 45"),
        ("mine is 45", "remember that my locker is 45"),
        ("not 8, 9", "change the newest timer to 9 minutes"),
        ("don't make it 9, make it 10", "change the newest timer to 10 minutes"),
        ("add 5 minutes", "add 5 minutes to the tea timer"),
        ("make it 90", "change the newest timer to 90 minutes"),
        ("no, set a timer for 5 minutes", "change the newest timer to 5 minutes"),
        ("cancel it and make it 5", "change the newest timer to 5 minutes"),
        ("we ate it, remove it", "remove ham from my shopping list"),
        ("a " * 200, "cancel the alarm"),
        ("not rice, I've got enough", "remove rice from my shopping list"),
        ("no rice, we have plenty", "remove rice from my shopping list"),
    ],
)
def test_all_that_is_ordered_is_done(text: str, sentence: str) -> None:
    assert does_all(text, sentence)
