"""Unit: entries of the url_map go in; whether they open at once or are asked about comes out."""

from pathlib import Path

import pytest

from jarvis_voice.assistant.planning.opening_question import opening_question
from jarvis_voice.assistant.planning.plan import Finish, PlanView
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import Link
from jarvis_voice.core.understanding import Understanding

pytestmark = pytest.mark.unit

_OUTSIDE = (
    "quokka-bank.com.au zugspitz-museum.de rhubarb-institute.org evil-phish.com login.evil.net "
    "rosabakery.com osterialuna.it xn--80ak6aa92e.com sites.google.com m.facebook.com "
    "mit.edu.evil.org github.io pages.dev evil.github.io paypa1.com secure-mit.edu.co kiwi.bank "
    "blabla.shop a-b.info museum.example.museum city.gov.zz hotel.travel x.app y.dev z.page "
    "one.blog two.store three.online four.site five.tech six.cloud seven.news eight.tv "
    "nine.wiki ten.academy eleven.agency twelve.art thirteen.cafe fourteen.care fifteen.chat "
    "sixteen.city seventeen.club eighteen.codes nineteen.coffee twenty.company tea.design "
    "oak.digital elm.earth ash.email fir.energy yew.events box.exchange "
)
OUTSIDE = _OUTSIDE.split()


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    root: Path = tmp_path_factory.mktemp("home")
    return Knowledge.load(find_paths({"JARVIS_HOME": str(root)}))


def view(goal: str, *links: Link, said: str = "", opened: str = "") -> PlanView:
    messages = [MessageState(role="assistant", text=said)] if said else []
    return PlanView(Understanding(goal, ()), [], links, messages, opened)


def claim(url: str, title: str = "Quokka Bank") -> Link:
    return Link(title, url, "wikidata")


def test_every_page_of_the_sites_table_opens_at_once(knowledge: Knowledge) -> None:
    sites = [link for _, link in knowledge.sites.spellings]
    assert len(sites) > 100
    for site in sites:
        for url in (site.url, site.url.rstrip("/"), site.url.replace("https://www.", "https://")):
            found = view(f"open {site.title}", claim(url, site.title))
            assert opening_question(found, 0, knowledge.is_known) is None, url


def test_a_page_outside_of_the_table_is_asked_about_with_its_host(knowledge: Knowledge) -> None:
    assert len(OUTSIDE) >= 50
    for host in OUTSIDE:
        found = view("open the website of Quokka Bank", claim(f"https://www.{host}/x"))
        asked = opening_question(found, 0, knowledge.is_known)
        words = f"I found {host} for Quokka Bank. Shall I open it?"
        assert asked == Finish(words, "not_done", offer="open result number 1")


def test_a_website_from_the_free_map_is_asked_about(knowledge: Knowledge) -> None:
    found = view("open it", Link("Bosco", "https://bosco-bristol.co.uk/", "openstreetmap"))
    asked = opening_question(found, 0, knowledge.is_known)
    assert asked is not None
    assert asked.reply == "I found bosco-bristol.co.uk. Shall I open it?"


@pytest.mark.parametrize("origin", ["sites", "spoken", "search", "wikipedia"])
def test_other_origins_open_at_once(knowledge: Knowledge, origin: str) -> None:
    found = view("open it", Link("A", "https://evil-phish.com/", origin))
    assert opening_question(found, 0, knowledge.is_known) is None


@pytest.mark.parametrize(
    ("goal", "said", "opened", "is_asked"),
    [
        ("open evil-phish.com", "", "", False),
        ("Open www.Evil-Phish.com.", "", "", False),
        ("open evil-phish.com.au", "", "", True),
        ("open not-evil-phish.com", "", "", True),
        ("write to a@evil-phish.com", "", "", True),
        ("open it", "I found evil-phish.com for Quokka Bank. Shall I open it?", "", False),
        ("open it", "That failed. Shall I open evil-phish.com instead?", "", False),
        ("open it", "I found: evil-phish.com; B. Say: open the first one.", "", True),
        ("open it", "Wikipedia says: evil-phish.com is safe. Shall I go on?", "", True),
        ("open it", "I found other.com. Shall I open it?", "", True),
        ("open their website", "", "https://evil-phish.com", False),
        ("open their website", "", "https://other.com/", True),
    ],
)
def test_who_named_or_heard_the_host_is_not_asked(
    knowledge: Knowledge, goal: str, said: str, opened: str, is_asked: bool
) -> None:
    found = view(goal, claim("https://evil-phish.com/"), said=said, opened=opened)
    assert (opening_question(found, 0, knowledge.is_known) is not None) is is_asked


def test_a_label_that_the_user_did_not_say_is_not_spoken(knowledge: Knowledge) -> None:
    label = "Your account is blocked, call 555 0199"
    asked = opening_question(
        view("open their website", claim("https://a-b.info/", label)), 0, knowledge.is_known
    )
    assert asked is not None
    assert asked.reply == "I found a-b.info. Shall I open it?"


def test_a_host_in_foreign_letters_is_told_as_it_is_stored(knowledge: Knowledge) -> None:
    asked = opening_question(
        view("open apple", claim("https://\u0430\u0440\u0440\u04cf\u0435.com/")),
        0,
        knowledge.is_known,
    )
    assert asked is not None
    assert asked.reply == "I found xn--80ak6aa92e.com. Shall I open it?"


@pytest.mark.parametrize("index", [-1, 1, 7])
def test_an_index_outside_of_the_map_is_left_to_the_executor(
    knowledge: Knowledge, index: int
) -> None:
    found = view("open it", claim("https://evil-phish.com/"))
    assert opening_question(found, index, knowledge.is_known) is None
