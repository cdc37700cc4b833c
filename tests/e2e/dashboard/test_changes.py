"""End to end: what is deleted, set and made in the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

if TYPE_CHECKING:
    pass
from e2e.dashboard.window import Window

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]


def test_things_are_deleted_one_by_one(window: Window) -> None:
    page = window.page
    window.open("memory")
    row = page.locator(".line", has_text="green tea")
    row.get_by_role("button").click()
    page.get_by_role("button", name="Delete for good?").click()
    page.get_by_role("status").get_by_text("Forgotten:").wait_for()
    row.wait_for(state="detached")
    assert page.locator(".line").count() == 4
    window.open("lists")
    page.get_by_role("button", name="Take off: milk").click()
    page.locator(".line", has_text="milk").wait_for(state="detached")
    page.get_by_role("button", name="Cancel: Timer").click()
    page.get_by_role("button", name="Cancel for good?").click()
    page.get_by_text("Nothing is set.").wait_for()


def test_a_setting_is_changed_and_goes_back(window: Window) -> None:
    page = window.page
    window.open("settings")
    page.get_by_label("voice.speed", exact=True).fill("1.3")
    page.get_by_role("button", name="Save voice.speed").click()
    page.get_by_text("voice.speed holds now.").wait_for()
    page.get_by_role("button", name="As shipped: voice.speed").click()
    page.get_by_role("button", name="As shipped: voice.speed").wait_for(state="detached")
    assert page.get_by_label("voice.speed", exact=True).input_value() == "1"
    page.get_by_label("voice.speed", exact=True).fill("99")
    page.get_by_role("button", name="Save voice.speed").click()
    page.locator(".said.bad").wait_for()


def test_a_secret_is_shown_once_and_opens_the_door(window: Window) -> None:
    page = window.page
    window.open("people")
    page.get_by_label("New user").fill("clara")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("clara is added.").wait_for()
    page.get_by_label("What it is for").fill("claras-phone")
    page.get_by_label("Whose it is").select_option("clara")
    page.get_by_role("button", name="Make the token").click()
    token = page.locator(".secret").inner_text()
    headers = {"Authorization": f"Bearer {token}"}
    me = httpx.get(f"{window.jarvis.url}/api/v1/me", headers=headers, trust_env=False).json()
    assert (me["user_id"], me["may"]) == ("clara", ["talk"])
    window.open("memory")
    window.open("people")
    assert page.locator(".secret").count() == 0
    page.get_by_role("button", name="Remove: clara with all").click()
    page.get_by_role("button", name="Remove for good? clara").click()
    page.locator(".line", has_text="claras-phone").wait_for(state="detached")


def test_the_doctor_streams_what_it_finds(window: Window) -> None:
    window.open("doctor")
    window.page.get_by_role("button", name="Examine").click()
    window.page.get_by_text("It looked at").wait_for(timeout=60_000)
    assert window.page.locator(".finding").count() > 10
