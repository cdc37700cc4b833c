"""What a follow-up asks of the place that was spoken of, where its move is known. Pure.

Invariant: what is asked is what was asked before with another place, day or part of the weather;
a sentence of ours is taken only where it is understood as just that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.place_words import (
    about_in,
    day_in,
    is_beyond,
    place_in,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_AND = re.compile(r"\A(?:(?:and|so|but|then|ok|okay|oh|also|right)\b[\s,]*)+", re.I)
_OF_PLACE = frozenset({"weather", "get_sun_times", "get_time"})
_NOW = frozenset({"", "now"})
_HEADS: Mapping[str, tuple[str, str]] = {
    "weather": ("what is the weather", "what is the weather"),
    "rain": ("is it raining", "will it rain"),
    "snow": ("is it snowing", "will it snow"),
    "wind": ("is it windy", "is it windy"),
    "temperature": ("what is the temperature", "what is the temperature"),
    "sun": ("is it sunny", "is it sunny"),
}
"""How a part of the weather is asked for: now, and on a day."""
_OF_SUN = {"sunrise": "when is sunrise", "sunset": "when is sunset",
           "daylight": "how long is the day", "now": "is it dark"}  # fmt: skip
_DAYS = {"weekend": "at the weekend", "week": "this week",
         "day_after_tomorrow": "the day after tomorrow"}  # fmt: skip
_SLOT_OF_PLACE = {"find_places": "near", "get_time_difference": "first"}
_IN_PLACE = lazy_pattern(r"\b(?:in|at|near) [^\W\d]", re.I)
_NO_PLACE = "For which place?"
_NOTHING_TO_UNDO = "I cannot undo that: it changed nothing."
_NO_DAY = "I know the weather of the coming week. For which day?"
_ELSEWHERE = re.compile(
    r"\b(?:what|how|another|other|different|else|elsewhere|in|at|up|down)\b", re.I
)
_HERE = lazy_pattern(
    r"(?:(?:what|how) about |over )?(?:here|(?:back |at )?home|at ours|(?:round|around) here|"
    r"where (?:i am|we are|i live|we live))(?: then)?",
    re.I,
)
_LIKE_IN = lazy_pattern(
    r"(?i:(?:and|but|so) )?(?i:(?:how|what) (?:is it|will it be|does it look|are things)|how's it|"
    r"how's things)(?i: looking| like)?(?i: over| out| up| down)? (?i:in|at) "
    r"(?P<place>[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*)*)"
)
"""Asks how it is somewhere: "and how is it in S\u00e3o Paulo"."""
_SAME_DAY = re.compile(r",? (?:on )?(?:that|the same) (?:day|night|weekend|date)\b", re.I)
_RIGHT_NOW = re.compile(r"\b(?:now|at the moment|currently|yet|still|already)\b", re.I)
_OF_ONESELF = re.compile(r"\b(?:i|we|i'\w+|we'\w+|bet)\b", re.I)
_OF_OWN_DAY = re.compile(r"(?:day|tomorrow|weekend|week)(?:'s| is) (?:my|our|when i)\b", re.I)
"""Tells of the user's own affairs, and asks for nothing."""
_NAMES_DAY = re.compile(r"\w+day\Z")


def of_place_move(
    move: str, said: FollowUp, topic: Topic, understand: Understand
) -> ResolvedTurn | None:
    """The question about another place or day, or about something else there; None for none.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    last = topic.last("place")
    if last is None or last.asked is None:
        return None
    line = _AND.sub("", clean(said.text).strip(" .,!?"), count=1)
    if asks_of_here(said.text):
        here = _worded(last.asked.having(place=""), understand)
        return ResolvedTurn(here) if here else None
    match move:
        case "detail":
            is_now = last.asked.name == "weather" and _RIGHT_NOW.search(said.text) is not None
            asked = last.asked.having(day="now") if is_now else last.asked
            is_there = _IN_PLACE.search(line) is not None
            other = place_in(said.text, said.slots.get("place", ()), last.name) if is_there else ""
            return _detail(line, replace(last, name=other or last.name), asked, understand)
        case "day":
            elsewhere = replace(said, text=_SAME_DAY.sub("", said.text))
            named = place_in(said.text, said.slots.get("place", ()), last.name)
            is_named = named[:1].isupper() and not day_in(named)
            if is_named or elsewhere.text != said.text:
                return _other_place(elsewhere, last, last.asked, understand)
            day = _other_day(line, last.asked, understand)
            is_place = day is None and _IN_PLACE.search(line) is not None and not day_in(line)
            return _other_place(said, last, last.asked, understand) if is_place else day
        case "place":
            elsewhere = replace(said, text=_SAME_DAY.sub("", said.text))
            return _other_place(elsewhere, last, last.asked, understand)
        case "undo":
            before = topic.before_last("place")
            undone = before.asked if before else None
            sentence = _worded(undone, understand) if undone else ""
            return ResolvedTurn(sentence, "" if sentence else _NOTHING_TO_UNDO)
        case _:
            return None


def asks_of_here(text: str) -> bool:
    """Whether a turn asks the same of where the user is: "and here"."""
    line = _AND.sub("", clean(text).strip(" .,!?"), count=1)
    return _HERE.fullmatch(line) is not None


def asked_like(text: str, topic: Topic) -> str:
    """The place of which a turn asks how it is there, behind the weather of another; "" for none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    last = topic.last("place") if topic.kind == "place" else None
    found = _LIKE_IN.fullmatch(clean(text).strip(" .,!?"))
    is_weather = last is not None and last.asked is not None and last.asked.name == "weather"
    return found["place"] if found and is_weather else ""


def _other_place(
    said: FollowUp, last: Touched, asked: Intent, understand: Understand
) -> ResolvedTurn | None:
    """The same about another place; where none is heard, the question which one."""
    place = place_in(said.text, said.slots.get("place", ()), last.name)
    day = day_in(said.text, str(asked.slots.get("day", "")))
    slot = _SLOT_OF_PLACE.get(asked.name, "place")
    if not place:
        open_place = f"{_whole(asked.having(**{slot: ''}))} in {{place}}"
        is_asked = asked.name == "weather" and _ELSEWHERE.search(said.text) is not None
        is_asked = is_asked and _OF_ONESELF.search(said.text) is None
        return ResolvedTurn(open_place, _NO_PLACE) if is_asked else None
    wanted = asked.having(**{slot: place})
    if day and asked.name == "weather":
        wanted = wanted.having(day=day)
    return ResolvedTurn(_worded(wanted, understand) or f"what about {place}")


def _other_day(line: str, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """The same about another day; where the forecast does not reach it, the question for one."""
    day = day_in(line, str(asked.slots.get("day", "")))
    if asked.name == "get_sun_times" and day and day not in {"tonight", "week", "weekend"}:
        sentence = _worded(asked.having(day=_day_said(day)), understand)
        return ResolvedTurn(sentence) if sentence else None
    if asked.name == "get_sun_times" and not day:
        sentence = f"{_whole(asked)}{_where(asked)} {line}"
        read = understand(sentence)
        is_dated = read is not None and read.name == asked.name and bool(read.slots.get("day"))
        return ResolvedTurn(sentence) if is_dated else None
    if asked.name != "weather" or _OF_OWN_DAY.search(line):
        return None
    if not day:
        is_open = is_beyond(line)
        whole = f"{_whole(asked.having(day='now'))} {{day}}"
        return ResolvedTurn(whole, _NO_DAY) if is_open else None
    about = about_in(line) or str(asked.slots.get("about", "weather"))
    about = about if about in _HEADS else str(asked.slots.get("about", "weather"))
    wanted = asked.having(day=day, about=about)
    return ResolvedTurn(_worded(wanted, understand) or f"what about {_day_said(day)}")


def _detail(line: str, last: Touched, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """What else is asked of the same place, on the same day where none is said."""
    intent = understand(line)
    if intent and intent.name in _OF_PLACE:
        return _in_place(line, intent, last, asked, understand)
    about = about_in(line, str(asked.slots.get("about", "")))
    day = str(asked.slots.get("day", "")) if asked.name == "weather" else ""
    day = day_in(line, day) or day
    if about in _OF_SUN:
        kept = "" if day in {"now", "tonight", "today", "week", "weekend"} else _day_said(day)
        wanted = Intent("get_sun_times", {"what": about, "place": last.name, "day": kept})
    elif about == "difference" and last.name:
        wanted = Intent("get_time_difference", {"first": last.name})
    elif about in {"time", "date"}:
        wanted = Intent("get_time", {"what": about, "place": last.name})
    elif about in _HEADS:
        day = "today" if day in _NOW and about in {"rain", "snow"} else day or "now"
        wanted = Intent("weather", {"place": last.name, "about": about, "day": day})
    else:
        return None
    sentence = _worded(wanted, understand)
    return ResolvedTurn(sentence) if sentence else None


def _in_place(
    line: str, intent: Intent, last: Touched, asked: Intent, understand: Understand
) -> ResolvedTurn | None:
    """A whole question about the weather or the sun, of the place and the day of before."""
    if intent.slots.get("place"):
        return None
    day = str(asked.slots.get("day", ""))
    is_of_day = intent.name == asked.name == "weather" and day not in _NOW
    if is_of_day and not day_in(line, day):
        wanted = intent.having(place=last.name, day=day)
        if sentence := _worded(wanted, understand):
            return ResolvedTurn(sentence)
    return ResolvedTurn(f"{line} in {last.name}") if last.name else None


def _worded(wanted: Intent, understand: Understand) -> str:
    """A sentence that asks for just this; "" where none of ours does."""
    slots = {slot: str(value).lower() for slot, value in wanted.slots.items() if value}
    for form in _forms(wanted):
        found = understand(form)
        if found is None or found.name != wanted.name:
            continue
        meant = {slot: str(value).lower() for slot, value in found.slots.items() if value}
        if all(_is_alike(meant.get(slot, ""), value) for slot, value in slots.items()):
            return form
    return ""


def _is_alike(found: str, wanted: str) -> bool:
    return found.removeprefix("on ").removeprefix("the ") == wanted.removeprefix("the ") or (
        wanted == "today" and found == ""
    )


def _forms(wanted: Intent) -> Iterator[str]:
    """Ways to ask for it, the plainest first."""
    place = str(wanted.slots.get(_SLOT_OF_PLACE.get(wanted.name, "place"), ""))
    where = _where(wanted)
    day = str(wanted.slots.get("day", ""))
    when = f" {_day_said(day)}" if day not in _NOW else ""
    head = _whole(wanted)
    if wanted.name == "get_time_difference":
        yield f"how far ahead is {place}"
        yield f"what is the time difference to {place}"
    elif wanted.name == "find_places":
        yield f"find {wanted.slots.get('kind', '')} near {place}"
    elif head:
        yield f"{head}{where}{when}"
        yield f"{head}{when}{where}"
        yield f"{head}{where} {day}"


def _where(wanted: Intent) -> str:
    """The place behind a question, with its "in"; "" for here."""
    place = str(wanted.slots.get(_SLOT_OF_PLACE.get(wanted.name, "place"), ""))
    return f" in {place}" if place else ""


def _whole(wanted: Intent) -> str:
    """How it is asked for, but for the place and the day."""
    match wanted.name:
        case "weather":
            now, on_day = _HEADS.get(str(wanted.slots.get("about", "")), _HEADS["weather"])
            return now if wanted.slots.get("day", "now") in _NOW else on_day
        case "get_sun_times":
            return _OF_SUN.get(str(wanted.slots.get("what", "")), "")
        case "get_time":
            return "what is the date" if wanted.slots.get("what") == "date" else "what time is it"
        case _:
            return ""


def _day_said(day: str) -> str:
    return f"on {day}" if _NAMES_DAY.search(day) and day != "today" else _DAYS.get(day, day)
