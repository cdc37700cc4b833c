"""Unit: "the day before too" behind a reminder goes in, one more with its day comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.days_before import before_last
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

CONCERT = Touched("reminder", "about the concert", "on 3 October at 17:00", "set")
RENT = Touched("reminder", "pay rent", "on Friday at 08:00", "set")
NEW_YEAR = Touched("reminder", "call Bo", "on 1 January at 09:00", "set")
ALARM = Touched("alarm", "", "07:00 tomorrow", "set")


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (
            CONCERT,
            "and the day before at 5 pm as well",
            "remind me on 2 October at 5 pm about the concert",
        ),
        (
            CONCERT,
            "and a week before that too",
            "remind me on 26 September at 17:00 about the concert",
        ),
        (RENT, "the day before as well please", "remind me on Thursday at 08:00 to pay rent"),
        (
            RENT,
            "also the evening before at six",
            "remind me on Thursday at six in the evening to pay rent",
        ),
        (
            Touched("reminder", "call Bo", "on 29 February at 09:00", "set"),
            "and the day before",
            "remind me on 28 February at 09:00 to call Bo",
        ),
        (NEW_YEAR, "and the day before", "remind me on 31 December at 09:00 to call Bo"),
    ],
)
def test_one_more_goes_before_the_last(last: Touched, text: str, sentence: str) -> None:
    found = before_last(text, Topic(((last,),)), knowledge().grammar.understand)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize(
    ("last", "text"),
    [
        (RENT, "move it to the day before"),
        (RENT, "the day before"),
        (RENT, "and two weeks before too"),
        (ALARM, "and a week before too"),
        (Touched("reminder", "pay rent", "every Friday at 08:00", "set"), "and the day before too"),
        (Touched("timer", "", "5 minutes", "set"), "and the day before too"),
    ],
)
def test_what_is_no_such_reminder(last: Touched, text: str) -> None:
    assert before_last(text, Topic(((last,),)), knowledge().grammar.understand) is None
