"""Unit: which scope each tool that ships needs; a new tool has to be named here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from assistant.tool_doubles import tool
from tools.around import surroundings

import jarvis_voice.tools
from jarvis_voice.core.types import EVERY_SCOPE, HERE, TALK_ONLY, Origin, Scope
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.desktop.clipboard_tools import clipboard_tool
from jarvis_voice.tools.desktop.command_tools import run_command
from jarvis_voice.tools.desktop.picture_tools import look_at_picture
from jarvis_voice.tools.desktop.sight_tools import look_at_screen
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces
from jarvis_voice.tools.media.media_tools import media_tool, volume_tool
from jarvis_voice.tools.python.python_tools import run_python
from jarvis_voice.tools.registry import Registry, Tool

pytestmark = pytest.mark.unit

NOTHING: Any = None
PHONE = Origin("anna", "phone")

TALK = (
    *("search", "wikipedia", "read_page", "research", "weather", "get_time", "count_days"),
    *("calculate", "convert", "draw_lots", "read_schedule", "recall", "read_notes"),
    *("set_timer", "set_alarm", "set_reminder", "set_routine", "change_timer", "cancel_schedule"),
    *("snooze", "remember", "forget", "forget_words", "add_note", "remove_note", "clear_notes"),
    *("rename_schedule", "skip_schedule", "undo_schedule", "announce"),
    *("move_schedule", "stopwatch", "get_time_until", "get_time_difference", "get_sun_times"),
    *("get_calendar_fact", "get_system_status", "set_profile", "get_profile", "find_places"),
    *("tell_briefing", "go_on_with_briefing", "more_about_story", "name_story_source"),
    *("offer_briefing", "save_story", "rate_story", "follow_topic", "list_feeds"),
    *("list_feed_topics", "unfollow_feed"),
    *("start_conversation", "tell_joke", "spell", "define_word", "say_words"),
)
ACT = (
    *("open_website", "open_app", "take_screenshot", "clipboard", "volume", "media"),
    *("open_story", "follow_feed", "send_briefing"),
    *("adjust_speech", "run_command", "look_at_screen", "look_at_picture"),
)
ADMIN = ("run_python", "mute_microphone")
TABLE: dict[str, Scope] = {
    **dict.fromkeys(TALK, "talk"),
    **dict.fromkeys(ACT, "act"),
    **dict.fromkeys(ADMIN, "admin"),
}

AT_PLACE = {"open_website", "open_story", "adjust_speech"}
"""Their effect is at the place that asks, so they do nothing to this machine elsewhere."""


def every_tool() -> Iterator[Tool]:
    """The tools that ship, also those that not every machine has."""
    optional = {
        one.name: one
        for one in (
            *(clipboard_tool(NOTHING), volume_tool(()), media_tool(), run_command({"hi": ("a",)})),
            *(run_python(NOTHING), look_at_screen(NOTHING, EffectPlaces(EffectPlace()))),
            look_at_picture(NOTHING, "Gemini", is_here=True),
        )
    }
    always = {one.name: one for one in ship_tools(surroundings())}
    yield from {**always, **optional}.values()


def test_each_tool_has_its_scope() -> None:
    assert {one.name: one.scope for one in every_tool()} == TABLE


def test_the_table_has_every_tool_that_is_written_down() -> None:
    source = Path(jarvis_voice.tools.__file__).parent
    text = "".join(one.read_text(encoding="utf-8") for one in source.rglob("*_tools.py"))
    assert set(re.findall(r"Tool\(\s+name=\"(\w+)\"", text)) == TABLE.keys()


def test_at_this_machine_all_is_allowed_and_a_token_that_talks_may_talk() -> None:
    tools = Registry(*every_tool())
    assert {one.name for one in tools.allowed_to(HERE)} == TABLE.keys()
    assert {one.name for one in tools.allowed_to(PHONE)} == {*TALK, *AT_PLACE}
    at_desk = Origin("me", may=TALK_ONLY)
    assert {one.name for one in tools.allowed_to(at_desk)} == {*TALK}


@pytest.mark.parametrize("scope", ["act", "home", "admin"])
def test_a_scope_allows_what_needs_it_and_nothing_else(scope: Scope) -> None:
    origin = Origin("anna", "phone", may=frozenset({scope}))
    allowed = {one.name for one in Registry(*every_tool()).allowed_to(origin)}
    assert allowed == {name for name, needs in TABLE.items() if needs == scope} - AT_PLACE


def test_a_tool_that_says_nothing_needs_what_follows_from_its_tier() -> None:
    assert tool("made").scope == "talk"
    for tier in ("act", "confirm"):
        made: Any = tool("made")
        assert Tool("made", "", "", made.arguments, tier, 5, made.run).scope == "act"
    reads = Tool("made", "", "", made.arguments, "read", 5, made.run, on_desktop=True)
    assert reads.scope == "act", "what is on the desktop is the owner's"


def test_an_origin_that_is_made_without_scopes_may_talk() -> None:
    assert Origin("anna").may == Origin().may == TALK_ONLY
    assert HERE.may == EVERY_SCOPE
    assert Origin() == HERE, "scopes are no part of who somebody is"
