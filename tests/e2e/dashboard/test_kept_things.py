"""End to end: the briefing, timers, the profile, near misses and pictures in the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from e2e.dashboard.window import SEEN, Window, said

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]

PASTE = """(box) => { const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 8;
  canvas.toBlob((blob) => { const data = new DataTransfer();
    data.items.add(new File([blob], "cat.png", {type: "image/png"}));
    box.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }); }"""


def test_todays_briefing_tells_its_stories_scores_steps_and_cost(window: Window) -> None:
    page = window.page
    window.open("briefing")
    page.get_by_role("heading", name="Today", exact=True).wait_for()
    article = page.locator("article", has_text="Battery plant opens")
    assert "90,000 cars a year" in article.inner_text()
    link = article.get_by_role("link").first
    assert link.get_attribute("href") == "https://daily.org/cells"
    assert link.get_attribute("rel") == "noopener noreferrer nofollow"
    article.locator("summary").click()
    article.get_by_text("your weight of Daily").wait_for()
    page.locator("summary", has_text="How it was made").click()
    steps = page.locator("table tbody th").all_inner_texts()
    assert steps == ["Gather", "Read", "Score", "Store", "Summarise", "Collate"]
    page.get_by_text("No language model was asked: it cost nothing.").wait_for()
    assert SEEN in page.locator("main").inner_text()
    assert page.locator("main img, main script").count() == 0


def test_feeds_show_their_health_and_are_left_and_followed(window: Window) -> None:
    page = window.page
    window.open("briefing")
    sick = page.locator(".line", has_text="gone.example.org")
    sick.get_by_text("times in a row").wait_for()
    sick.get_by_role("button").click()
    sick.get_by_role("button", name="For good?").click()
    sick.wait_for(state="detached")
    page.get_by_label("Or the feeds of a topic").select_option("science")
    page.get_by_role("button", name="Follow them").click()
    page.locator(".line", has_text="nature.com").wait_for()
    page.get_by_label("Address").fill("http://127.0.0.1/feed")
    page.get_by_role("button", name="Follow", exact=True).click()
    page.locator(".said.bad").wait_for()


def test_a_timer_gets_five_minutes_more(window: Window, home: Paths) -> None:
    page = window.page
    said(home, "set a pasta timer for 40 minutes")
    window.open("lists")
    page.get_by_role("button", name="+5 min: pasta").click()
    page.get_by_text("pasta has five minutes more.").wait_for()
    page.locator(".line", has_text="in 44 minutes").or_(
        page.locator(".line", has_text="in 45 minutes")
    ).wait_for()


def test_what_is_known_of_the_person_is_deleted_one_by_one(window: Window) -> None:
    page = window.page
    window.open("memory")
    city = page.locator(".line", has_text="Where you live: Oslo")
    city.get_by_role("button").click()
    city.get_by_role("button", name="For good?").click()
    city.wait_for(state="detached")
    page.locator(".line", has_text="Your name: Anna").wait_for()


def test_near_misses_are_played_and_judged(window: Window, home: Paths) -> None:
    page = window.page
    window.open("near-misses")
    rows = page.locator(".heard-line")
    assert rows.count() == 3
    assert SEEN in rows.first.inner_text()
    seconds = rows.first.locator("audio").evaluate(
        """(audio) => new Promise((done, fail) => {
          audio.onended = () => done(audio.currentTime); audio.onerror = () => fail(audio.error);
          audio.muted = true; audio.play(); })"""
    )
    assert seconds == pytest.approx(1.0, abs=0.1)
    rows.nth(1).get_by_role("button", name="Was not me").click()
    page.get_by_text("goes to your recordings of other sounds.").wait_for()
    assert rows.count() == 2
    rows.nth(1).get_by_role("button", name="Was me").click()
    page.get_by_text("goes to your recordings of the word.").wait_for()
    takes = home.recordings / "jarvis"
    assert (takes / "negative" / "001.flac").exists()
    assert (takes / "positive" / "001.flac").exists()
    assert rows.count() == 1


def test_a_pasted_picture_goes_with_the_words_where_a_model_sees(window: Window) -> None:
    page = window.page
    window.open("chat/pictures")
    page.get_by_label("Your words").evaluate(PASTE)
    page.get_by_text("No language model is set that may look at pictures.").wait_for()
    assert page.get_by_role("button", name="Picture").count() == 0

    asks = "async () => (await import('/page/connection.js')).get('/api/v1/me')"
    me = page.evaluate(asks) | {"sees": True}
    page.route("**/api/v1/me", lambda route: route.fulfill(json=me))
    page.reload()
    window.open("chat/pictures")
    page.get_by_label("Your words").evaluate(PASTE)
    page.get_by_role("img", name="Picture: cat.png").wait_for()
    page.get_by_label("Your words").fill("what is this")
    page.get_by_role("button", name="Send").click()
    page.locator(".said.bad", has_text="No language model is set").wait_for()  # says the server
    page.get_by_role("img", name="Picture: cat.png").wait_for()  # it is not lost
    assert page.get_by_label("Your words").input_value() == "what is this"
    page.unroute("**/api/v1/me")
    page.reload()
