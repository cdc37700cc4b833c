"""Chooses the stories of a briefing and their sentences, with what was told before in mind. Pure.

Invariant: a story that was told is told again only with sentences that are news.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from jarvis_voice.briefing.entries import page_key
from jarvis_voice.briefing.scores import RatedStory, Wishes, chosen, rated
from jarvis_voice.briefing.sentences import (
    all_sentences,
    best_sentences,
    is_tellable,
    says_again,
)
from jarvis_voice.briefing.stories import (
    Story,
    Weights,
    is_news,
    known_words,
    stories,
    told_before,
    weights_of,
)
from jarvis_voice.briefing.work import BriefingWork, KeptStory
from jarvis_voice.core.briefing_records import (
    Article,
    BriefingStory,
    QuotedSentence,
    ScoredStory,
    ToldStory,
)

SENTENCES = 2
"""Of a story."""

SPARE = 5
"""So many stories more are chosen: of some there is no sentence that can be told."""

MOST_LEFT_OUT = 60
"""Stories that are kept with why they were left out."""

MOST_KNOWN = 6_000
_ARTICLES = 6
"""Of a story, that are kept."""


def select(
    articles: Sequence[Article], wishes: Wishes, told: Sequence[ToldStory], now: datetime
) -> tuple[list[KeptStory], list[ScoredStory]]:
    """The stories that shall be told, the best first, and the others with why not."""
    weights = weights_of(articles)
    new: list[RatedStory] = []
    left: list[ScoredStory] = []
    before: dict[str, ToldStory] = {}
    for one in rated(stories(articles, weights), wishes, now):
        earlier = told_before(one.story, told)
        if earlier is None:
            new.append(one)
        elif news := _with_news(one.story, earlier):
            before[_page_of(one.scored)] = earlier
            new.append(replace(one, story=news))
        else:
            verdict = f"it was told on {earlier.last_at:%A}, and nothing in it is new"
            left.append(replace(one.scored, verdict=verdict))
    kept, others = chosen(new, replace(wishes, most=wishes.most + SPARE))
    found = [
        KeptStory(
            one.scored,
            one.story.articles[:_ARTICLES],
            one.topic,
            dict(one.story.terms),
            before.get(_page_of(one.scored)),
        )
        for one in kept
    ]
    ranked = sorted((*others, *left), key=lambda one: -one.score)
    return found, ranked[:MOST_LEFT_OUT]


def _with_news(story: Story, before: ToldStory) -> Story | None:
    """The story with its articles that bring news first; None where there is none."""
    bringing = [
        one
        for one in story.articles
        if one.entry.published_at
        and one.entry.published_at > before.last_at
        and any(
            is_tellable(placed.quoted.text) and is_news(placed.quoted.text, before.known)
            for placed in all_sentences(one)
        )
    ]
    if not bringing:
        return None
    others = [one for one in story.articles if one not in bringing]
    return replace(story, articles=(*bringing, *others))


def summarised(
    work: BriefingWork, most: int, now: datetime
) -> tuple[list[BriefingStory], list[ToldStory], list[ScoredStory]]:
    """The stories with their sentences, what is kept of them, and those that have none.

    Args:
        work: With the articles and the chosen stories.
        most: Stories at the most.
        now: When they are told.
    """
    weights = weights_of(work.articles)
    made: list[BriefingStory] = []
    told: list[ToldStory] = []
    left: list[ScoredStory] = []
    said: list[str] = []
    for one in work.chosen:
        if len(made) >= most:
            left.append(replace(one.scored, verdict=f"{most} better stories are told"))
            continue
        sentences = _sentences(one, weights)
        if not sentences:
            left.append(replace(one.scored, verdict="no sentence of it can be told by itself"))
        elif any(says_again(sentences[0].text, other) for other in said):
            left.append(replace(one.scored, verdict="another story says the same"))
        else:
            said += [each.text for each in sentences]
            made.append(
                BriefingStory(one.scored, tuple(sentences), "", one.before is not None, one.topic)
            )
            told.append(_told(one, now))
    return made, told, left


def _sentences(story: KeptStory, weights: Weights) -> list[QuotedSentence]:
    """The sentences of its first article that has any."""
    known: Collection[str] = frozenset(story.before.known) if story.before else ()

    def is_wanted(sentence: str) -> bool:
        return story.before is None or is_news(sentence, known)

    for article in story.articles:
        if story.before and not _is_after(article, story.before):
            continue
        if found := best_sentences(article, weights, SENTENCES, is_wanted):
            return found
    return []


def _is_after(article: Article, before: ToldStory) -> bool:
    return bool(article.entry.published_at and article.entry.published_at > before.last_at)


def _told(story: KeptStory, now: datetime) -> ToldStory:
    """What is kept of a story, so that it is known again."""
    pages = [page_key(one.entry.url) for one in story.articles]
    known = known_words(story.articles)
    if before := story.before:
        known |= frozenset(before.known)
        pages = [*dict.fromkeys((*before.urls, *(one.entry.url for one in story.articles)))]
        return replace(
            before,
            last_at=now,
            terms=dict(story.terms),
            known=tuple(sorted(known)[:MOST_KNOWN]),
            urls=tuple(pages),
        )
    return ToldStory(
        name=f"{now:%Y%m%d}:{pages[0]}",
        title=story.scored.title,
        first_at=now,
        last_at=now,
        terms=dict(story.terms),
        known=tuple(sorted(known)[:MOST_KNOWN]),
        urls=tuple(one.entry.url for one in story.articles),
    )


def told_record(work: BriefingWork, stories: Iterable[BriefingStory]) -> list[ToldStory]:
    """What is kept of the stories that found a place."""
    pages = {_page_of(one.scored) for one in stories}
    return [
        told
        for story, told in zip(work.stories, work.told, strict=True)
        if _page_of(story.scored) in pages
    ]


def _page_of(scored: ScoredStory) -> str:
    """What names a story within a run: two may have one title, and no page is in two."""
    return scored.sources[0].url
