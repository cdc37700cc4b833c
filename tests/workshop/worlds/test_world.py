"""Unit: the scripted world: what its services answer, and how they go wrong."""

import asyncio

import httpx
import pytest
from pypdf import PdfReader

from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.workshop.worlds.overpass_server import PATH
from jarvis_voice.workshop.worlds.page_server import pdf_of
from jarvis_voice.workshop.worlds.scenario import Scenario
from jarvis_voice.workshop.worlds.serpapi_server import ENGINE, LOCAL_ENGINE
from jarvis_voice.workshop.worlds.world import START, ScriptedWorld, WorldClock

pytestmark = pytest.mark.unit

TURNS = [{"say": "hi"}]
OURS = {"User-Agent": "jarvis-voice/1"}
WIKIDATA = {"format": "json", "property": "P856"}
GEMINI = "/v1beta/models/m:generateContent"


def world(**parts: object) -> ScriptedWorld:
    body = {"id": "x", "about": "x", "keys": ["gemini"], "turns": TURNS, "world": parts}
    return ScriptedWorld(Scenario.model_validate(body), WorldClock())


async def ask(address: str | None, path: str, **words: str) -> httpx.Response:
    async with httpx.AsyncClient(headers=OURS) as client:
        return await client.get(f"{address}{path}", params=words)


async def search(one: ScriptedWorld, query: str) -> httpx.Response:
    return await ask(one.edge.endpoints.serpapi, "/search", q=query, **ENGINE)


async def test_the_first_search_rule_that_matches_answers() -> None:
    rules = [
        {"for": "mit", "times": 1, "results": [{"title": "A", "url": "https://a.org/"}]},
        {"for": "MIT|x", "answer": "yes", "results": [{"title": "B", "url": "https://b.org/"}]},
    ]
    async with world(search=rules) as one:
        first = (await search(one, "about MIT")).json()
        second = (await search(one, "about MIT")).json()
        nothing = (await search(one, "nobody knows")).json()
    assert first["organic_results"][0]["link"] == "https://a.org/"
    assert second["organic_results"][0]["link"] == "https://b.org/"
    assert second["answer_box"] == {"answer": "yes"}
    assert "hasn't returned any results" in nothing["error"]
    assert one.known_urls == {"https://a.org/", "https://b.org/"}


async def test_a_slow_search_moves_the_clock() -> None:
    body = {"id": "x", "about": "x", "turns": TURNS}
    body["world"] = {"search": [{"for": ".", "takes_seconds": 60}]}  # type: ignore[assignment]  # a mapping among strings
    clock = WorldClock()
    async with ScriptedWorld(Scenario.model_validate(body), clock) as one:
        await search(one, "x")
    assert clock.seconds() == 60
    assert (clock.now() - START).seconds == 60


async def test_models_answer_in_order_and_a_call_too_many_is_noted() -> None:
    script = world(gemini=[{"action": "finish"}, {"text": "no"}])
    async with script as one, httpx.AsyncClient() as client:
        at = f"{one.edge.endpoints.gemini}{GEMINI}"
        answers = [await client.post(at, json={}) for _ in range(3)]
    texts = [a.json()["candidates"][0]["content"]["parts"][0]["text"] for a in answers[:2]]
    assert texts == ['{"action": "finish"}', "no"]
    assert answers[2].status_code == 500
    assert one.off_script == ["Gemini was asked once more"]
    assert one.model_calls == 3


async def test_the_second_model_speaks_openai() -> None:
    async with world(second_model=[{"action": "finish"}]) as one, httpx.AsyncClient() as client:
        at = f"{one.second_model_url}/chat/completions"
        body = (await client.post(at, json={"model": "m"})).json()
    assert body["choices"][0]["message"]["content"] == '{"action": "finish"}'
    assert world().second_model_url == ""


async def test_wikimedia_gives_official_sites_and_summaries() -> None:
    rule = {"for": "kew", "title": "Kew Gardens", "official": "https://k.org/", "summary": "Green."}
    async with world(wikimedia=[rule]) as one:
        at = one.edge.endpoints.wikimedia
        found = await ask(at, "/w/api.php", action="wbsearchentities", search="kew", **WIKIDATA)
        claims = await ask(at, "/w/api.php", action="wbgetclaims", entity="Q1", **WIKIDATA)
        pages = await ask(at, "/w/rest.php/v1/search/page", q="Kew", limit="5")
        summary = await ask(at, "/api/rest_v1/page/summary/Kew_Gardens")
        gone = await ask(at, "/api/rest_v1/page/summary/Nowhere")
    assert found.json()["search"] == [{"id": "Q1", "label": "Kew Gardens"}]
    claim = claims.json()["claims"]["P856"][0]
    assert claim["mainsnak"]["datavalue"]["value"] == "https://k.org/"
    assert pages.json()["pages"][0]["key"] == "Kew_Gardens"
    assert summary.json()["extract"] == "Green."
    assert gone.status_code == 404


async def test_pages_are_served_by_their_host() -> None:
    pages = {"a.org/x": {"html": "<p>hi</p>"}, "b.org/": {"redirect": "https://a.org/x"}}
    async with world(pages=pages) as one:
        hosts = one.edge.endpoints.page_hosts
        async with httpx.AsyncClient() as client:
            page = await client.get(f"http://{hosts['a.org']}/x", headers={"Host": "a.org"})
            moved = await client.get(f"http://{hosts['b.org']}/", headers={"Host": "b.org"})
            gone = await client.get(f"http://{hosts['a.org']}/y", headers={"Host": "a.org"})
    assert page.text == "<p>hi</p>"
    assert (moved.status_code, moved.headers["location"]) == (302, "https://a.org/x")
    assert gone.status_code == 404


@pytest.mark.parametrize(("fault", "status"), [("429", 429), ("500", 500), ("html", 200)])
async def test_faults_that_answer(fault: str, status: int) -> None:
    async with world(search=[{"for": ".", "fault": fault}]) as one:
        response = await search(one, "x")
    assert response.status_code == status


async def test_a_cut_answer_breaks_off() -> None:
    async with world(search=[{"for": ".", "fault": "cut"}]) as one:
        with pytest.raises(httpx.RemoteProtocolError):
            await search(one, "x")


async def test_what_hangs_ends_with_the_world() -> None:
    async with world(search=[{"for": ".", "fault": "hang"}]) as one:
        asked = asyncio.create_task(search(one, "x"))
        assert await asyncio.to_thread(one.serpapi.hanging.wait, 30)
    with pytest.raises(httpx.HTTPError):
        await asked


async def test_without_a_network_nothing_is_reached() -> None:
    async with world(network=False) as one:
        with pytest.raises(httpx.ConnectError):
            await search(one, "x")


@pytest.mark.parametrize(
    ("opener", "kinds"),
    [
        ("ok", ["effect", "effect", "effect"]),
        ("fails-once", ["failed", "effect", "effect"]),
        ("fails-twice", ["failed", "failed", "effect"]),
        ("fails", ["failed", "failed", "failed"]),
        ("no-display", ["no_op", "no_op", "no_op"]),
    ],
)
async def test_the_browser_takes_notes(opener: str, kinds: list[str]) -> None:
    one = world(opener=opener)
    async with one:
        edge = one.edge
        url = safe_url("https://a.org/")
        receipts = [await edge.open_page(url) for _ in kinds]
    assert [receipt.kind.value for receipt in receipts] == kinds
    assert one.opened == ["https://a.org/"] * 3


async def test_applications_take_notes() -> None:
    one = world(apps=["Firefox"])
    found = one.applications.find("fire fox").accepted
    assert found
    receipt = await one.applications.launch(found.value)
    assert receipt.kind is ReceiptKind.EFFECT
    assert one.started == ["Firefox"]


def test_the_pdf_is_one(tmp_path: object) -> None:
    from io import BytesIO

    text = PdfReader(BytesIO(pdf_of(["A (small) loaf"]))).pages[0].extract_text()
    assert text.strip() == "A (small) loaf"


async def test_one_rule_of_places_answers_google_and_the_map() -> None:
    bosco = {"name": "Bosco", "street": "Park Street", "website": "https://bosco.example.org/"}
    rules = [{"for": "restaurant", "places": [bosco]}, {"for": "bank", "fault": 500}]
    question = '[out:json][timeout:8];nwr["amenity"="{}"];out;'
    async with world(places=rules) as one:
        at = one.edge.endpoints
        words = {"q": "restaurants in York", **LOCAL_ENGINE}
        [by_google] = (await ask(at.serpapi, "/search", **words)).json()["local_results"]
        found = await ask(at.overpass, PATH, data=question.replace("{}", "restaurant"))
        [on_the_map] = found.json()["elements"]
        nothing = await ask(at.overpass, PATH, data=question.replace("{}", "pub"))
        broken = await ask(at.overpass, PATH, data=question.replace("{}", "bank"))
    assert by_google["links"] == {"website": bosco["website"]}
    assert on_the_map["tags"]["addr:street"] == "Park Street"
    assert (nothing.json()["elements"], broken.status_code) == ([], 500)
    assert bosco["website"] in one.known_urls
    assert one.off_script == []
