from typing import Any

import pytest

from jarvis_voice.tools.web.wikidata import entity_words, official_website
from jarvis_voice.workshop.worlds.wikimedia_server import WebsiteClaim

pytestmark = pytest.mark.flow

ENGLISH = WebsiteClaim("https://en.example/", language="Q1860")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("find the MIT website", "MIT"),
        ("MIT website", "MIT"),
        ("MIT's official website", "MIT"),
        ("  the official website of the Eiffel Tower ", "Eiffel Tower"),
        ("search for ETH Zurich home page", "ETH Zurich"),
        ("website for Delft University of Technology", "Delft University of Technology"),
        ("The Verge website", "The Verge"),
        ("Open University site", "Open University"),
        ("Massachusetts Institute of Technology", "Massachusetts Institute of Technology"),
        ("what is photosynthesis?", "photosynthesis"),
        ("website", "website"),
        ("", ""),
    ],
)
def test_the_name_is_what_is_left_of_a_search(query: str, name: str) -> None:
    assert entity_words(query) == name


@pytest.mark.parametrize(
    ("claims", "url"),
    [
        ([WebsiteClaim("https://a.example/"), WebsiteClaim("https://b.example/", "preferred")], "https://b.example/"),
        ([WebsiteClaim("https://a.example/", "deprecated")], None),
        (
            [WebsiteClaim("https://old.example/", is_ended=True), WebsiteClaim("https://new.example/")],
            "https://new.example/",
        ),
        ([WebsiteClaim("https://fr.example/", language="Q150"), ENGLISH], ENGLISH.url),
        ([WebsiteClaim("https://fr.example/", language="Q150")], "https://fr.example/"),
        ([WebsiteClaim("https://first.example/"), WebsiteClaim("https://second.example/")], "https://first.example/"),
        ([], None),
    ],
)  # fmt: skip
def test_the_best_claim_in_force_is_the_website(
    claims: list[WebsiteClaim], url: str | None
) -> None:
    assert official_website({"claims": {"P856": [c.as_json() for c in claims]}}) == url


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"claims": []},
        {"claims": {"P856": {}}},
        {"claims": {"P856": [7, None, {}]}},
        {"claims": {"P856": [{"rank": "normal", "mainsnak": {"snaktype": "novalue"}}]}},
        {"claims": {"P856": [{"rank": ["normal"], "mainsnak": {"datavalue": {"value": 3}}}]}},
        {"claims": {"P856": [{"rank": "normal", "mainsnak": 1, "qualifiers": 2}]}},
    ],
)
def test_a_malformed_answer_has_no_website(body: dict[str, Any]) -> None:
    assert official_website(body) is None
