"""What a follow-up asks of a place, a page or a fact, where its move is known. Pure."""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.profile_moves import of_profile_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Touched, Understand
from jarvis_voice.language.en.normalization import clean

_ABOUT = (
    (re.compile(r"\b(?:cold|hot|warm|cool|chilly|mild|temperature|freezing|coat)\b", re.I),
     "what is the temperature"),
    (re.compile(r"\b(?:rain|wet|dry|umbrella|brolly|shower|showers)\b", re.I), "will it rain"),
    (re.compile(r"\b(?:wind|windy|breezy|gusty)\b", re.I), "is it windy"),
    (re.compile(r"\b(?:snow|snowing|snowy)\b", re.I), "will it snow"),
    (re.compile(r"\b(?:sunrise|dawn|get light)\b", re.I), "when is sunrise"),
    (re.compile(r"\b(?:sunset|dusk|get dark)\b", re.I), "when is sunset"),
    (re.compile(r"\btime\b", re.I), "what time is it"),
    (re.compile(r"\b(?:sun|sunny|sunglasses)\b", re.I), "is it sunny"),
)  # fmt: skip
"""What is asked of the weather, and how it is asked in whole."""
_TO_PLACE = re.compile(
    r"(?:(?:and|what|how|about|over|up|down|out|same|for|in|at|where|now|then|so|ok|okay|oh|try|"
    r"do|is|like|too|please|it|that|also|the)\b[\s,]*)*(?P<place>.+?)(?:[\s,]+(?:too|then|please|"
    r"now|instead|like|as well|doing|the same))*[\s?!.]*", re.I
)  # fmt: skip
_DAY = re.compile(
    r"\b(?P<day>day after tomorrow|tomorrow|tonight|today|(?:the |this )?weekend|this week|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.I
)  # fmt: skip
_SITE_LEADS = re.compile(
    r"(?:(?:no|not that|oh|sorry|and|now|then|actually|wrong one|i mean|i meant|try|open|go to|"
    r"what about|how about|ok|okay|let us|let's|also|instead|please|take me to|give me|show me|"
    r"next)\b[\s,.!]*)+", re.I
)  # fmt: skip
_SITE_TAILS = re.compile(r"(?:[\s,]+(?:too|then|please|now|instead|as well|i meant?))+\Z", re.I)
_MOST_NAME_WORDS = 3
_AND = re.compile(r"(?:(?:and|so|but|then|ok|okay|oh|also|right)\b[\s,]*)+", re.I)
_OF_PLACE = frozenset({"weather", "get_sun_times", "get_time"})


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
    if move == "detail":
        return _detail(line, last, understand)
    if move == "day" and (day := _DAY.search(line)):
        return ResolvedTurn(f"what about {day['day']}")
    found = _TO_PLACE.fullmatch(line) if move == "place" else None
    place = next(iter(said.slots.get("place", ())), "") or (found["place"] if found else "")
    is_name = 0 < len(place.split()) <= _MOST_NAME_WORDS and place[:1].isupper()
    return ResolvedTurn(f"what about {place}") if move == "place" and is_name else None


def _detail(line: str, last: Touched, understand: Understand) -> ResolvedTurn | None:
    """What else is asked of the same place, on the same day where none is said."""
    where = f" in {last.name}" if last.name else ""
    intent = understand(line)
    if intent and intent.name in _OF_PLACE:
        is_open = bool(where) and not intent.slots.get("place")
        return ResolvedTurn(f"{line}{where}") if is_open else None
    day = str(last.asked.slots.get("day", "")) if last.asked else ""
    when = f" {day.replace('_', ' ')}" if day not in {"", "now"} else ""
    asks = next((asked for words, asked in _ABOUT if words.search(line)), "")
    return ResolvedTurn(f"{asks}{where}{when}") if asks else None


def of_page_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """The page that is to be opened; None where none is named.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    before = topic.before_last("page")
    if move == "back":
        return ResolvedTurn(f"open {before.name}") if before and before.name else None
    if move != "other":
        return None
    line = said.text.strip(" .,!?")
    name = _SITE_TAILS.sub("", _SITE_LEADS.sub("", line, count=1))
    is_name = 0 < len(name.split()) <= _MOST_NAME_WORDS
    return ResolvedTurn(f"open {name}") if is_name else None


def of_told_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of or put right in what was told; None where nothing is.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    if topic.kind in {"fact", "profile", "self"} and move == "all":
        return ResolvedTurn("what do you know about me")
    if topic.kind == "profile":
        return of_profile_move(move, said, topic)
    return of_fact_move(move, said, topic) if topic.kind == "fact" else None
