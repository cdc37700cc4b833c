"""Unit: from search results to the page that was meant."""

import pytest
from assistant.steps import step_of

from jarvis_voice.assistant.planning.result_ranking import best_page, next_query
from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.types import Link

pytestmark = pytest.mark.unit

RANKING = Link("Best schools", "https://www.usnews.com/best", "search")
WIKIPEDIA = Link("Stanford University", "https://en.wikipedia.org/wiki/Stanford", "search")
STANFORD = Link("Stanford University", "https://www.stanford.edu/", "search")
OTHER = Link("About us", "https://www.example.org/", "search")


@pytest.mark.parametrize(
    ("links", "named", "page"),
    [
        ([], "", None),
        ([RANKING, WIKIPEDIA], "", None),
        ([RANKING, STANFORD], "", 1),
        ([OTHER, STANFORD], "stanford university", 1),
        ([OTHER, STANFORD], "stanford", 1),
        ([OTHER, STANFORD], "harvard", None),
        ([WIKIPEDIA], "stanford university", None),
        ([Link("Facebook", "https://www.facebook.com/", "sites")], "facebook", 0),
        ([Link("Facebook", "https://www.facebook.com/", "search")], "facebook", None),
        ([Link("Reddit", "https://www.reddit.com/", "wikidata")], "", 0),
    ],
)
def test_the_first_page_that_is_its_own_site(
    links: list[Link], named: str, page: int | None
) -> None:
    assert best_page(links, named) == page


def searches(number: int, entity: str = "Stanford") -> list[StepState]:
    return [step_of("search", entity=entity) for _ in range(number)]


@pytest.mark.parametrize(
    ("query", "memory", "links", "further"),
    [
        ("best university", searches(1), [STANFORD], "Stanford official site"),
        ("stanford", searches(1), [RANKING], "Stanford official site"),
        ("stanford", searches(1), [STANFORD], None),
        ("best university", searches(1, ""), [RANKING], None),
        ("best university", searches(2), [RANKING], None),
        ("bestow", searches(1), [STANFORD], None),
    ],
)
def test_a_ranking_is_a_step_on_the_way(
    query: str, memory: list[StepState], links: list[Link], further: str | None
) -> None:
    assert next_query(query, memory, links) == further
