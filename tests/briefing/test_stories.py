"""Unit: one story from several hosts, copies as one voice, and what was told before."""

from datetime import timedelta

import pytest
from briefing.newsroom import BATTERY, CHESS, FERRY, NOW, article

from jarvis_voice.briefing.stories import (
    Story,
    is_news,
    known_words,
    stories,
    told_before,
    weights_of,
)
from jarvis_voice.core.briefing_records import Article, ToldStory

pytestmark = pytest.mark.unit

REWRITE = (
    "Near the harbour of Gdansk a plant that makes solid state batteries was opened on Tuesday.",
    "It is to build cells for 90,000 cars every year, and 1,400 people find work there.",
)


def found(*articles: Article) -> list[Story]:
    return stories(articles, weights_of(articles))


def hosts(story: Story) -> set[str]:
    return {one.entry.host for one in story.articles}


def test_the_same_news_in_other_words_is_one_story() -> None:
    told = found(
        article(*BATTERY, title="Battery plant opens in Gdansk", host="a.org"),
        article(*FERRY, title="Ferry aground", host="b.org"),
        article(*REWRITE, title="Gdansk starts to make solid state batteries", host="c.org"),
        article(*CHESS, title="Chess title for teenager", host="d.org"),
    )
    assert [hosts(one) for one in told] == [{"a.org", "c.org"}, {"b.org"}, {"d.org"}]
    assert [one.voices for one in told] == [2, 1, 1]


def test_copies_of_one_text_are_one_voice() -> None:
    copies = [article(*BATTERY, title="Plant opens", host=f"paper{n}.org") for n in range(20)]
    [story] = found(*copies)
    assert (len(story.articles), story.voices) == (20, 1)


def test_a_host_speaks_once() -> None:
    [story] = found(
        article(*BATTERY, title="Battery plant opens in Gdansk", host="www.a.org"),
        article(*REWRITE, title="Gdansk battery plant starts", host="news.a.org", path="/b"),
    )
    assert story.voices == 1


def test_two_short_titles_with_one_common_word_are_two_stories() -> None:
    assert (
        len(found(article("Weather report", host="a.org"), article("Weather map", host="b.org")))
        == 2
    )


def told(*sentences: str, hours_ago: float = 24) -> ToldStory:
    [story] = found(article(*sentences, title="Battery plant opens in Gdansk"))
    moment = NOW - timedelta(hours=hours_ago)
    known = tuple(known_words(story.articles))
    return ToldStory("n", "t", moment, moment, dict(story.terms), known, ("https://news.org/a",))


def test_a_story_is_known_again_in_other_words_and_by_its_page() -> None:
    before = [told(*BATTERY)]
    [again] = found(article(*REWRITE, title="Gdansk makes solid state batteries", host="c.org"))
    assert told_before(again, before) == before[0]
    [same_page] = found(article(*CHESS, title="Chess", host="news.org"))
    assert told_before(same_page, before) == before[0]
    [other] = found(article(*FERRY, title="Ferry", host="b.org"))
    assert told_before(other, before) is None


@pytest.mark.parametrize(
    ("sentence", "news"),
    [
        (BATTERY[1], False),
        (REWRITE[0], False),
        ("The plant will build cells for 90,000 vehicles and give jobs to 1,400 persons.", False),
        ("A fire on Wednesday destroyed two halls, said the chief of police, Anna Nowak.", True),
        ("Production stopped after 37 workers fell ill from fumes during the night shift.", True),
    ],
)
def test_news_is_what_was_not_known(sentence: str, news: bool) -> None:
    assert is_news(sentence, told(*BATTERY).known) is news


def test_twenty_rewrites_bring_no_news() -> None:
    known = set(told(*BATTERY).known)
    verbs = ("began", "started", "launched", "inaugurated")
    places = ("by the docks of Gdansk", "at the port of Gdansk", "close to Gdansk harbour")
    rewrites = [
        f"A works for solid state cells {verb} {place} on Tuesday and hires 1,400 staff."
        for verb in verbs
        for place in places
    ]
    assert [one for one in rewrites if is_news(one, known)] == []
