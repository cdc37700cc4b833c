"""Unit: what a terminal shows of events."""

import json
from typing import Any

import pytest
from tools.around import surroundings

from jarvis_voice.core import events
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.doors.terminal.answer_page import RawPage
from jarvis_voice.doors.terminal.screen import JsonScreen, TextScreen, progress_line
from jarvis_voice.tools.catalogue import ship_tools

pytestmark = pytest.mark.unit

DONE, NOT_DONE, FAILED = ReceiptKind.EFFECT, ReceiptKind.NO_OP, ReceiptKind.FAILED


def ended(action: str, status: ReceiptKind = DONE, observed: str = "") -> Event:
    return events.ToolEnded("t1", 0.0, action, {}, Receipt(status, observed))


def planned(action: str, **arguments: Any) -> Event:
    return events.TaskPlanned("t1", 0.0, action, arguments, "local")


def test_every_tool_that_ships_is_shown_in_words() -> None:
    names = [tool.name for tool in ship_tools(surroundings())]
    raw = [name for name in names if "⚙️" in (progress_line(to_json(planned(name))) or "")]
    assert raw == []


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.TurnStarted("t1", "d", 0.0, "hello", "voice"), "👤 hello"),
        (events.TurnStarted("t1", "d", 0.0, "hello", "key"), "👤 hello"),
        (events.TurnStarted("t1", "d", 0.0, "hello", "stdin"), None),
        (planned("search", query="MIT website"), "🔍 Searching for: MIT website"),
        (planned("open_website", url_index=0), "🌐 Opening website ..."),
        (planned("open_app", name="Files"), "🚀 Starting Files ..."),
        (planned("take_screenshot"), "📸 Taking a screenshot ..."),
        (planned("look_at_picture"), "👀 Looking at the picture ..."),
        (planned("calculate", expression="1"), "🧮 Calculating ..."),
        (planned("get_time"), "🕒 Looking at the clock ..."),
        (planned("hum"), "⚙️ hum ..."),
        (events.WorkReported("t1", 0.0, "One moment."), "⏳ One moment."),
        (
            events.SourcesCited(
                "t1", 0.0, ({"title": "A", "url": "https://a.example/"}, {"title": "B", "url": "u"})
            ),
            "🔗 A: https://a.example/\n🔗 B: u",
        ),
        (ended("open_website"), "✅ Handed to the browser"),
        (ended("open_app"), "✅ App started"),
        (ended("search"), "✅ Search finished"),
        (ended("get_time"), None),
        (ended("open_website", NOT_DONE, "no display"), "➖ no display"),
        (ended("hum", FAILED, "out of breath"), "❌ out of breath"),
        (
            events.EarsReady(0.0, "hey jarvis", "mic"),
            '✅ Jarvis is ready: say "Hey Jarvis", or type.',
        ),
        (events.WakeDetected(0.0, "hey jarvis", 0.98765), "👂 hey jarvis (0.99)"),
        (events.ListeningStarted(0.0, "key"), "👂 Listening ..."),
        (events.ListeningStarted(0.0, "wake_word"), None),
        (events.SpeechEnded(0.0, "silence", 1.0), None),
        (
            events.UtteranceRejected(0.0, "too-quiet"),
            "🤷 I did not understand that (too quiet).",
        ),
        (events.SpeakingStarted("t1", 0.0), None),
        (events.SpeakingEnded("t1", 0.0, "Hello.", was_interrupted=False), None),
        (events.ProblemReported(0.0, "x", "No microphone."), "⚠️ No microphone."),
        (events.TurnEnded("t1", 0.0, "Hello.", "done"), None),
        (events.TurnEnded("t1", 0.0, "Hel", "cancelled"), None),
        (events.TurnEnded("t1", 0.0, "", "cancelled"), "✋ Cancelled."),
    ],
)
def test_an_event_is_one_line_or_none(event: Event, line: str | None) -> None:
    lines: list[str] = []
    TextScreen(lines.append, RawPage(pytest.fail)).show(to_json(event))
    assert lines == ([line] if line else [])


def test_answers_and_progress_go_their_own_ways() -> None:
    progress: list[str] = []
    answers: list[str] = []
    screen = TextScreen(progress.append, RawPage(answers.append))
    for event in (planned("hum"), events.ReplyWorded("t1", 0.0, "Hm.", is_final=True)):
        screen.show(to_json(event))
    assert (progress, answers) == (["⚙️ hum ..."], ["Hm."])


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("\x1b]0;owned\x07 \x1b[2J", "\\x1b]0;owned\\x07 \\x1b[2J"),
        ("\x9b31m\r\t", "\\x9b31m\\r\\t"),
        ("safe\u202egpj.exe", "safe\\u202egpj.exe"),
        ("pass\u200bword\u2028\ufeff", "password\\u2028"),
        ("Zürich\n👩\u200d🔬 שלום", "Zürich\n👩\u200d🔬 שלום"),
    ],
)
def test_no_text_steers_the_terminal(said: str, shown: str) -> None:
    progress: list[str] = []
    answers: list[str] = []
    screen = TextScreen(progress.append, RawPage(answers.append))
    for event in (
        ended("hum", FAILED, said),
        events.ReplyWorded("t1", 0.0, said, is_final=True),
    ):
        screen.show(to_json(event))
    assert (progress, answers) == ([f"❌ {shown}"], [shown])


def test_json_is_one_object_a_line_in_the_users_letters() -> None:
    lines: list[str] = []
    event = to_json(events.ReplyWorded("t1", 0.0, "Zürich\n🌐", is_final=True))
    JsonScreen(lines.append).show(event)
    assert "Zürich" in lines[0]
    assert "\n" not in lines[0]
    assert json.loads(lines[0]) == event


@pytest.mark.parametrize("sign", ["\x7f", "\x9b31m", "\u202e", "\u2069", "\u200b", "\u2028"])
def test_json_carries_no_sign_raw_that_steers_a_terminal_and_loses_none(sign: str) -> None:
    lines: list[str] = []
    event = to_json(events.ReplyWorded("t1", 0.0, f"a{sign}b שלום", is_final=True))
    JsonScreen(lines.append).show(event)
    assert sign[0] not in lines[0]
    assert "שלום" in lines[0]
    assert json.loads(lines[0]) == event


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.RingingStarted(1.0, 1, "timer", "Your tea timer is done."),
         "⏰ Your tea timer is done."),
        (events.RingingEnded(1.0, 1, "nobody", "Nobody stopped the tea timer."),
         "⏰ Nobody stopped the tea timer."),
        (events.RingingEnded(1.0, 1, "user", ""), None),
        (events.ScheduleMissed(1.0, "You missed your tea timer, at 08:49 today."),
         "⏰ You missed your tea timer, at 08:49 today."),
    ],
)  # fmt: skip
def test_what_rings_stands_on_the_screen(event: events.Event, line: str | None) -> None:
    assert progress_line(to_json(event)) == line
