"""Unit: scores with their reasons, the threshold, and how many of one host are told."""

from datetime import timedelta

import pytest
from briefing.newsroom import BATTERY, CHESS, FERRY, NOW, article

from jarvis_voice.briefing.scores import Wishes, chosen, rated
from jarvis_voice.briefing.stories import Story
from jarvis_voice.core.briefing_records import Article, Taste

pytestmark = pytest.mark.unit


def story(*articles: Article, voices: int = 1) -> Story:
    return Story(articles, voices, {})


PLANT = story(article(*BATTERY, title="Battery plant opens", host="a.org"))
BOAT = story(article(*FERRY, title="Ferry aground", host="b.org"))
GAME = story(article(*CHESS, title="Chess title", host="c.org"))


def titles(*stories: Story, wishes: Wishes | None = None) -> list[str]:
    return [one.scored.title for one in rated(stories, wishes or Wishes(), NOW)]


def test_a_topic_in_the_title_comes_first_and_says_so() -> None:
    [first, *_] = rated([BOAT, PLANT, GAME], Wishes(topics=("batteries",)), NOW)
    assert first.scored.title == "Battery plant opens"
    assert first.topic == "batteries"
    assert first.scored.reasons[0].words == '"batteries" is in its title'


def test_the_score_is_the_sum_of_its_reasons() -> None:
    for one in rated([BOAT, PLANT], Wishes(topics=("ferry",)), NOW):
        assert one.scored.score == pytest.approx(
            sum(r.amount for r in one.scored.reasons), abs=0.001
        )
        assert 0 <= one.scored.score <= 1


def test_newer_and_more_voices_count_more() -> None:
    old = story(article(*BATTERY, title="Old", hours_ago=20))
    new = story(article(*BATTERY, title="New", hours_ago=1))
    loud = story(article(*BATTERY, title="Loud", hours_ago=20), voices=4)
    assert titles(old, new) == ["New", "Old"]
    assert titles(old, loud) == ["Loud", "Old"]


def test_taste_moves_a_story() -> None:
    less = Wishes(tastes=(Taste("less", "ferry"),))
    assert titles(BOAT, PLANT, wishes=less)[-1] == "Ferry aground"
    more = Wishes(tastes=(Taste("more", "b.org"),))
    assert titles(BOAT, PLANT, wishes=more)[0] == "Ferry aground"


def test_what_is_below_the_threshold_is_left_out_with_the_reason() -> None:
    kept, left = chosen(rated([PLANT, BOAT], Wishes(), NOW), Wishes(threshold=0.99))
    assert kept == []
    assert {one.verdict for one in left} == {"its score is below your threshold of 0.99"}
    kept, _ = chosen(rated([PLANT, BOAT], Wishes(), NOW), Wishes(threshold=0))
    assert len(kept) == 2


def test_at_most_two_stories_of_a_host_are_told() -> None:
    many = [
        story(article(*BATTERY, title=f"Story {n}", host="a.org", path=f"/{n}")) for n in range(4)
    ]
    kept, left = chosen(rated([*many, BOAT], Wishes(), NOW), Wishes())
    assert [one.scored.title for one in kept] == ["Ferry aground", "Story 0", "Story 1"]
    assert [one.verdict for one in left] == ["2 stories of a.org are told already"] * 2


def test_no_more_are_told_than_wanted() -> None:
    kept, left = chosen(rated([PLANT, BOAT, GAME], Wishes(), NOW), Wishes(most=2))
    assert (len(kept), [one.verdict for one in left]) == (2, ["2 better stories are told"])


def test_who_asks_for_a_topic_hears_of_nothing_else() -> None:
    wishes = Wishes(topics=("chess",), is_strict=True)
    kept, left = chosen(rated([PLANT, BOAT, GAME], wishes, NOW), wishes)
    assert [one.scored.title for one in kept] == ["Chess title"]
    assert {one.verdict for one in left} == {"it is about something else"}


def test_a_story_that_is_older_than_the_window_is_not_fresh() -> None:
    wishes = Wishes(window=timedelta(hours=1))
    [one] = rated([story(article(*BATTERY, title="x", hours_ago=5))], wishes, NOW)
    assert next(r.amount for r in one.scored.reasons if r.name == "fresh") == 0
