"""Unit: another day behind a count of days goes in, the whole question comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.further_days import further_day
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

DAYS = Touched("other", asked=Intent("count_days", {"day": "christmas", "unit": "days"}))
WEEKS = Touched("other", asked=Intent("count_days", {"day": "christmas", "unit": "weeks"}))
JOKE = Touched("other", asked=Intent("tell_joke"))


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (DAYS, "and until new year", "how many days until new year"),
        (DAYS, "and until Easter?", "how many days until Easter"),
        (WEEKS, "what about till easter", "how many weeks until easter"),
        (DAYS, "and until friday then", "how many days until friday"),
        (DAYS, "until next time", None),
        (DAYS, "until then", None),
        (DAYS, "and new year", None),
        (JOKE, "and until new year", None),
    ],
)
def test_days_are_counted_to_another_day(last: Touched, text: str, sentence: str | None) -> None:
    found = further_day(text, Topic(((last,),)), knowledge().grammar.understand)
    assert found == (ResolvedTurn(sentence) if sentence else None)
