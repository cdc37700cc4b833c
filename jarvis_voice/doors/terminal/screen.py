"""Formats events for a terminal: one line each, or the JSON contract. Pure text, no decisions.

Invariant: it reads events in their JSON form, so those of a running daemon look like our own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jarvis_voice.core.visible_text import json_line, written_out
from jarvis_voice.doors.terminal.answer_page import AnswerPage, AnswerPart

Event = Mapping[str, Any]

_PLANNED: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "search": lambda a: f"🔍 Searching for: {a.get('query', '')}",
    "open_website": lambda _: "🌐 Opening website ...",
    "open_app": lambda a: f"🚀 Starting {a.get('name', 'the app')} ...",
    "take_screenshot": lambda _: "📸 Taking a screenshot ...",
    "look_at_picture": lambda _: "👀 Looking at the picture ...",
    "calculate": lambda _: "🧮 Calculating ...",
    "get_time": lambda _: "🕒 Looking at the clock ...",
    "count_days": lambda _: "📅 Looking at the calendar ...",
    "get_calendar_fact": lambda _: "📅 Looking at the calendar ...",
    "get_time_until": lambda _: "🕒 Looking at the clock ...",
    "get_time_difference": lambda _: "🕒 Comparing the clocks ...",
    "get_sun_times": lambda _: "🌅 Looking for the sun ...",
    "get_system_status": lambda _: "💻 Looking at the computer ...",
    "stopwatch": lambda _: "⏱️ Turning to the stopwatch ...",
    "draw_lots": lambda _: "🎲 Leaving it to chance ...",
    "tell_joke": lambda _: "💬 Thinking of something ...",
    "define_word": lambda a: f"📖 Looking up: {a.get('word', '')}",
    "spell": lambda _: "🔤 Spelling ...",
    "say_words": lambda _: "💬 Saying it ...",
    "wikipedia": lambda a: f"📖 Looking up: {a.get('topic', '')}",
    "read_page": lambda _: "📖 Reading the page ...",
    "research": lambda a: f"🔬 Researching: {a.get('question', '')}",
    "tell_briefing": lambda a: (
        f"📰 Looking for news about {a['topic']} ..." if a.get("topic") else "📰 Your briefing ..."
    ),
    "go_on_with_briefing": lambda _: "📰 Going on with the briefing ...",
    "more_about_story": lambda _: "📰 Looking for more of that story ...",
    "name_story_source": lambda _: "📰 Looking at who says that ...",
    "open_story": lambda _: "📰 Opening the page ...",
    "save_story": lambda _: "📝 Writing that down ...",
    "rate_story": lambda _: "💾 Keeping that ...",
    "offer_briefing": lambda _: "📰 A briefing that you missed ...",
    "send_briefing": lambda _: "📧 Your briefing by mail ...",
    "follow_feed": lambda _: "📰 Asking the feed ...",
    "follow_topic": lambda a: f"📰 Adding feeds: {a.get('topic', '')}",
    "list_feeds": lambda _: "📰 Looking at your feeds ...",
    "list_feed_topics": lambda _: "📰 Looking at the topics ...",
    "unfollow_feed": lambda _: "📰 Dropping the feed ...",
    "weather": lambda _: "⛅ Looking at the weather ...",
    "find_places": lambda arguments: f"📍 Looking for {arguments.get('kind', 'places')} ...",
    "convert": lambda _: "🧮 Converting ...",
    "remember": lambda _: "💾 Keeping that ...",
    "forget_words": lambda _: "🧹 What is to be forgotten ...",
    "run_python": lambda _: "🐍 Running the program ...",
    "set_timer": lambda _: "⏰ Setting a timer ...",
    "set_alarm": lambda _: "⏰ Setting an alarm ...",
    "set_reminder": lambda _: "⏰ Setting a reminder ...",
    "set_routine": lambda _: "⏰ Setting a routine ...",
    "read_schedule": lambda _: "⏰ Looking at what is set ...",
    "cancel_schedule": lambda _: "⏰ Cancelling ...",
    "change_timer": lambda _: "⏰ Changing the timer ...",
    "skip_schedule": lambda _: "⏰ Leaving that out ...",
    "move_schedule": lambda _: "⏰ Moving that ...",
    "undo_schedule": lambda _: "⏰ Undoing that ...",
    "rename_schedule": lambda _: "⏰ Renaming that ...",
    "snooze": lambda _: "⏰ Snoozing ...",
    "recall": lambda _: "💾 Looking at what you told me ...",
    "set_profile": lambda _: "💾 Keeping that ...",
    "get_profile": lambda _: "💾 Looking at what you told me ...",
    "mute_microphone": lambda _: "🔇 Closing the microphone ...",
    "start_conversation": lambda _: "💬 Beginning a new conversation ...",
    "forget": lambda _: "🧹 Forgetting that ...",
    "add_note": lambda _: "📝 Writing that down ...",
    "read_notes": lambda _: "📝 Looking at your lists ...",
    "remove_note": lambda _: "📝 Crossing that off ...",
    "clear_notes": lambda _: "📝 Clearing the list ...",
    "volume": lambda a: (
        f"🔊 {'Looking at' if a.get('change') == 'read' else 'Changing'} the volume ..."
    ),
    "media": lambda _: "🎵 Turning to the player ...",
    "announce": lambda _: "📣 Telling everyone ...",
    "adjust_speech": lambda _: "🗣️ Changing how I speak ...",
}

_DONE = {
    "search": "✅ Search finished",
    "open_website": "✅ Handed to the browser",
    "open_app": "✅ App started",
    "take_screenshot": "✅ Screenshot taken",
    "calculate": "✅ Calculated",
    "research": "✅ Research finished",
}


def progress_line(event: Event) -> str | None:  # noqa: C901, PLR0911, PLR0912 - one branch an event
    """The line that tells of an event other than the answer, or None for a silent one."""
    match event["type"]:
        case "turn-started" if event["source"] in {"voice", "key", "schedule"}:
            return f"👤 {event['text']}"
        case "task-planned":
            return _planned(event["action"], event["arguments"])
        case "tool-ended":
            return _ended(event)
        case "work-reported":
            return f"⏳ {event['text']}"
        case "sources-cited":
            return "\n".join(_source_shown(one) for one in event["sources"])
        case "ears-ready":
            return f'✅ Jarvis is ready: say "{event["word"].title()}", or type.'
        case "ears-muted":
            return "🔇 Muted: the microphone is closed. `jarvis unmute` opens it."
        case "ears-unmuted":
            return "🎤 Not muted any more: the microphone is open."
        case "ringing-started" | "schedule-missed":
            return f"⏰ {event['text']}"
        case "ringing-ended" if event["ended_by"] == "nobody":
            return f"⏰ {event['text']}"
        case "wake-detected":
            return f"👂 {event['word']} ({event['score']:.2f})"
        case "listening-started" if event["cause"] == "key":
            return "👂 Listening ..."
        case "utterance-rejected":
            return f"🤷 I did not understand that ({event['reason'].replace('-', ' ')})."
        case "turn-ended" if event["outcome"] == "cancelled" and not event["reply"]:
            return "✋ Cancelled."
        case "problem-reported" if event["code"] == "microphone-back":
            return f"👂 {event['message']}"
        case "problem-reported":
            return f"⚠️ {event['message']}"
        case _:
            return None


def _source_shown(source: Mapping[str, str]) -> str:
    """A source in a line; those of a briefing have the number of their story."""
    number = f"[{source['number']}] " if "number" in source else ""
    return f"🔗 {number}{source['title']}: {source['url']}"


def _planned(action: str, arguments: Mapping[str, Any]) -> str:
    word = _PLANNED.get(action)
    return word(arguments) if word else f"⚙️ {action} ..."


def _ended(event: Event) -> str | None:
    receipt = event["receipt"]
    match receipt["status"]:
        case "done":
            return _DONE.get(event["action"])
        case "not_done":
            return f"➖ {receipt['observed']}"
        case _:
            return f"❌ {receipt['observed']}"


def plain(text: str) -> str:
    """The text with every sign written out that would steer a terminal or turn letters round."""
    return written_out(text)


def one_line(text: str) -> str:
    """As `plain`, on one line."""
    return plain(text).replace("\n", " ")


class TextScreen:
    """Shows progress as lines of text, and answers on a page."""

    def __init__(self, progress: Callable[[str], None], page: AnswerPage) -> None:
        self._progress = progress
        self._page = page

    def show(self, event: Event) -> None:
        """Show the part of an answer, or print the event's line, if it has one."""
        if event["type"] == "reply-text":
            lead, kind = event.get("lead", " "), event.get("kind", "prose")
            self._page.show(AnswerPart(event["turn_id"], event["text"], lead, kind))
            return
        if event["type"] == "turn-ended":
            self._page.end(event["turn_id"])
        if line := progress_line(event):
            self._page.pause()
            self._progress(plain(line))


class JsonScreen:
    """Shows each event as one JSON object on a line."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def show(self, event: Event) -> None:
        """Print the event."""
        self._write(json_line(event))


Screen = TextScreen | JsonScreen
