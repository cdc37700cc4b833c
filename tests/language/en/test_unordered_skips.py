"""Unit: whether a sentence about leaving a day out orders it."""

import pytest

from jarvis_voice.language.en.unordered_skips import why_not_skipped

pytestmark = pytest.mark.unit

TOMORROW = "skip the 07:00 alarm tomorrow"
PILLS = "skip the reminder to take my pills tomorrow"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("don't skip tomorrow's alarm", "denied"),
        ("make sure not to skip tomorrow", "denied"),
        ("I'd never leave tomorrow's out", "denied"),
        ("nobody should skip tomorrow", "denied"),
        ("skip it tomorrow, no wait", "denied"),
        ("no alarm tomorrow, just kidding", "denied"),
        ("skip it tomorrow if it rains", "condition"),
        ("no alarm tomorrow unless I say so", "condition"),
        ("skip all alarms but Monday's", "spared"),
        ("no alarms this week apart from Friday", "spared"),
        ("skip Sunday, but not Saturday", "spared"),
        ("skip the weekend but wake me on Sunday", "spared"),
        ("skip the weekend but please be quick", None),
        ("cancel tomorrow's alarm, just kidding", "denied"),
        ("cancel the alarm except on Sunday", "spared"),
        ("cancel my alarm but keep Sunday", "spared"),
        ("turn it off on Sunday but not on Monday", "spared"),
        ("tell Tom to cancel tomorrow's alarm", "doubtful"),
        ("maybe skip it tomorrow", "doubtful"),
        ("you said you would skip tomorrow", "doubtful"),
        ("I skipped it yesterday and tomorrow", "doubtful"),
        ("leave it on tomorrow", "denied"),
        ("Tom has no alarm tomorrow", "doubtful"),
        ("no alarm tomorrow would be a disaster", "doubtful"),
        ("Ana says don't wake me tomorrow", "doubtful"),
        ("don't wake me before 8 tomorrow", "doubtful"),
        ("don't wake Ana tomorrow", "doubtful"),
        ("give Tom a miss tomorrow", "doubtful"),
        ("skip breakfast tomorrow", "doubtful"),
        ("skip the 6 am alarm tomorrow", "doubtful"),
        ("skip tomorrow's timer", "doubtful"),
    ],
)
def test_what_is_not_ordered_leaves_nothing_out(text: str, why: str) -> None:
    assert why_not_skipped(text, TOMORROW) == why


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skip it tomorrow", TOMORROW),
        ("skip the 7 am one tomorrow please", TOMORROW),
        ("skip tomorrow's alarm if you would", TOMORROW),
        ("could you skip tomorrow, I'm off", TOMORROW),
        ("no alarm tomorrow, I have the day off", TOMORROW),
        ("I am away tomorrow, please don't", TOMORROW),
        ("every day but not tomorrow", TOMORROW),
        ("don't wake me tomorrow", TOMORROW),
        ("don't bother me about it tomorrow", TOMORROW),
        ("give it a miss tomorrow", TOMORROW),
        ("skip my pills tomorrow", PILLS),
        ("skip the lens reminder tomorrow", "skip the reminder to take my lenses out tomorrow"),
        ("skip the gym alarm on Monday", "skip the gym alarm on Monday"),
        ("skip it if it rains " + "x" * 300, TOMORROW),
    ],
)
def test_what_is_ordered_does(text: str, sentence: str) -> None:
    assert why_not_skipped(text, sentence) is None
