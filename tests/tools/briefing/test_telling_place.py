"""Unit: on which story a briefing stands, by what was heard of it."""

from datetime import UTC, datetime

import pytest

from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingStory,
    QuotedSentence,
    ScoredStory,
    StorySource,
)
from jarvis_voice.store.records import PastTurn
from jarvis_voice.tools.briefing.telling_place import (
    TellingPlace,
    are_told,
    heard_replies,
    more_lead,
    place_in,
)

pytestmark = pytest.mark.unit

SPOKEN = (
    "Daily: A factory for solid state batteries opened on Tuesday near the port of Gdansk.",
    "The Times: A ferry with 212 passengers ran aground off the island of Mull on Monday.",
    "The BBC: A fifteen year old from Chennai won the world rapid chess title.",
)


def story(spoken: str) -> BriefingStory:
    source = StorySource("https://news.org/a", "news.org", "A title")
    sentence = QuotedSentence(spoken.partition(": ")[2], source.url, 0, 9)
    return BriefingStory(ScoredStory("A title", 0.5, (), (source,)), (sentence,), spoken)


BRIEFING = Briefing(
    datetime(2026, 11, 25, 7, tzinfo=UTC),
    ("Good morning.",),
    tuple(story(one) for one in SPOKEN),
    closing="That is all.",
)
WHOLE = f"Good morning. {' '.join(SPOKEN)} That is all."


def turn(reply: str, heard: str | None = None) -> PastTurn:
    return PastTurn("t1", "", "voice", "give me my briefing", reply, "done", heard)


def place(*turns: PastTurn) -> TellingPlace:
    return place_in(heard_replies(turns), BRIEFING)


def test_nothing_told() -> None:
    assert place() == TellingPlace(0, is_whole=True)
    assert place(turn("It is nine.")).following == 1


def test_all_told() -> None:
    assert place(turn(WHOLE)) == TellingPlace(3, is_whole=True)


def test_interrupted_in_the_second_story() -> None:
    heard = WHOLE[: WHOLE.index("ran aground")]
    assert place(turn(WHOLE, heard)) == TellingPlace(2, is_whole=False)
    assert place(turn(WHOLE, heard)).following == 2


def test_a_figure_is_heard_in_words() -> None:
    heard = f"Good morning. {SPOKEN[0]} The Times: A ferry with two hundred twelve"
    assert place(turn(WHOLE, heard)) == TellingPlace(2, is_whole=False)


def test_interrupted_between_two_stories() -> None:
    heard = WHOLE[: WHOLE.index("The Times")]
    assert place(turn(WHOLE, heard)) == TellingPlace(1, is_whole=True)
    assert place(turn(WHOLE, heard)).following == 2


def test_a_story_of_which_a_word_was_heard_has_not_begun() -> None:
    heard = WHOLE[: WHOLE.index("ferry")]
    assert place(turn(WHOLE, heard)).story == 1


def test_interrupted_before_the_first_word() -> None:
    assert place(turn(WHOLE, "")) == TellingPlace(0, is_whole=True)


def test_more_of_a_story_stands_at_that_story() -> None:
    more = turn(f"{more_lead(2)} Lifeboats came. Shall I open the page?")
    assert place(turn(WHOLE), more) == TellingPlace(2, is_whole=True)


def test_other_talk_moves_nothing() -> None:
    assert place(turn(f"The second story. {SPOKEN[1]}"), turn("Nine.")).story == 2


def test_what_was_heard_of_an_article_is_known() -> None:
    sentence = QuotedSentence("Lifeboats took all ashore.", "https://news.org/a", 0, 9)
    assert are_told([sentence], ["On the second story: Lifeboats took all ashore."])
    assert not are_told([sentence], ["On the second story: Lifeboats took"])
