"""Unit: four scores of what is told, by rule."""

from dataclasses import replace

import pytest
from briefing.newsroom import BATTERY, FERRY, NOW, article

from jarvis_voice.briefing.quality import (
    accuracy,
    briefing_quality,
    coherence,
    completeness,
    is_readable,
    readability,
    story_quality,
)
from jarvis_voice.briefing.scores import Wishes
from jarvis_voice.briefing.selection import TOO_HARD, StoryJudge, select, summarised
from jarvis_voice.briefing.sentences import all_sentences
from jarvis_voice.briefing.stories import weights_of
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.briefing_records import Article, QualityScores, QuotedSentence

pytestmark = pytest.mark.unit

PLANT, SHIP = article(*BATTERY), article(*FERRY, path="/b")
WEIGHTS = weights_of([PLANT, SHIP])
HARD = (
    "Notwithstanding interinstitutional disagreements, administrative representatives of the "
    "intergovernmental organisation reiterated their categorical opposition to unconditional "
    "recapitalisation of internationally systemic financial conglomerates before negotiations."
)


def quoted(of: Article) -> list[QuotedSentence]:
    return [one.quoted for one in all_sentences(of)]


def test_a_sentence_is_accurate_where_it_stands() -> None:
    first, second, *_ = quoted(PLANT)
    texts = {PLANT.entry.url: PLANT.text}
    assert accuracy([first, second], texts) == 1.0
    assert accuracy([first, replace(second, text="The plant is closed.")], texts) == 0.5
    assert accuracy([replace(first, url="https://other.org/")], texts) == 0.0
    assert accuracy([], texts) == 0.0


@pytest.mark.parametrize(
    ("texts", "least", "most"),
    [
        (BATTERY[:1], 1.0, 1.0),
        (BATTERY[:2], 0.5, 1.0),
        ((BATTERY[0], BATTERY[0]), 0.0, 0.01),
        (("He opened it.",), 0.5, 0.5),
        ((), 0.0, 0.0),
    ],
)
def test_coherence(texts: tuple[str, ...], least: float, most: float) -> None:
    assert least <= coherence(texts, WEIGHTS) <= most


def test_two_subjects_are_less_coherent_than_one() -> None:
    assert coherence((BATTERY[0], FERRY[3]), WEIGHTS) < coherence(BATTERY[:2], WEIGHTS) + 0.001


def test_completeness_is_the_share_of_the_heaviest_words() -> None:
    terms = {"batteri": 3.0, "plant": 1.0}
    assert completeness(["A plant opened."], terms) == 0.25
    assert completeness([], terms) == 0.0
    assert completeness(["A plant opened."], {}) == 0.0


@pytest.mark.parametrize("sentence", [*BATTERY, *FERRY])
def test_news_is_readable(sentence: str) -> None:
    assert is_readable(sentence)


def test_what_is_hard_is_not_readable() -> None:
    assert not is_readable(HARD)
    assert readability([HARD]) < 0.2
    assert readability(["...", ""]) == 0.0


def test_a_briefing_has_the_means_of_its_stories() -> None:
    one = QualityScores(1.0, 1.0, 0.2, 0.8, True)
    two = QualityScores(0.5, 1.0, 0.4, 0.6, True)
    assert briefing_quality([one, two]) == QualityScores(0.75, 1.0, 0.3, 0.7, True)
    assert briefing_quality([]) is None


def test_only_accuracy_and_readability_fail_a_story() -> None:
    texts = {PLANT.entry.url: PLANT.text}
    [first, *_] = quoted(PLANT)
    assert story_quality([first], texts, {"nothing": 1.0}, WEIGHTS).has_passed
    assert not story_quality([replace(first, start=1)], texts, {}, WEIGHTS).has_passed


def work_of(*articles: Article) -> BriefingWork:
    work = BriefingWork(articles=list(articles))
    work.chosen, work.left_out = select(work.articles, Wishes(threshold=0.0), [], NOW)
    return work


def test_a_hard_sentence_is_replaced() -> None:
    work = work_of(article(HARD, *FERRY))
    [story], _, _ = summarised(work, 7, NOW)
    assert HARD not in [one.text for one in story.sentences]


def test_a_story_of_hard_sentences_is_left_out() -> None:
    stories, _, left = summarised(work_of(article(HARD)), 7, NOW)
    assert stories == []
    assert [one.verdict for one in left] == [TOO_HARD]


def test_a_story_that_cannot_be_vouched_for_does_not_pass() -> None:
    work = work_of(PLANT)
    [story], _, _ = summarised(work, 7, NOW)
    judge = StoryJudge(work)
    assert judge.has_passed(story)
    invented = replace(story.sentences[0], text="The plant burned down on Sunday night.")
    assert not judge.has_passed(replace(story, sentences=(invented, *story.sentences[1:])))
