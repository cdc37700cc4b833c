"""Takes a short turn for a request about the joke, word, page or the like of before. Pure.

Invariant: only the last subject counts, and a turn is taken for it where each of its words is one
of that subject's; what names anything else is left to the other readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.assistant.understanding.short_turns.of_jokes import of_jokes
from jarvis_voice.assistant.understanding.short_turns.of_news import of_news
from jarvis_voice.assistant.understanding.short_turns.of_results import (
    READS,
    FoundBefore,
    of_results,
)
from jarvis_voice.assistant.understanding.short_turns.of_sound import (
    asks_level,
    of_player,
    of_voice,
    of_volume,
)
from jarvis_voice.assistant.understanding.short_turns.of_stopwatch import of_stopwatch
from jarvis_voice.assistant.understanding.short_turns.of_words import of_words
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import FOUND, PAGES, Topic, Understand
from jarvis_voice.core.understanding import Intent

_WORDS = frozenset({"define_word", "spell", "say_words"})
_NEWS = frozenset(
    {
        *("tell_briefing", "go_on_with_briefing", "more_about_story", "name_story_source"),
        *("open_story", "save_story", "rate_story", "offer_briefing", "send_briefing"),
    }
)
_MOST_TALK = 3
"""So many turns back a subject still stands, where only talk lies between."""
_FOUND = READS | PAGES | {"open_their", "search", "wikipedia", "wikipedia_about_it"}


@dataclass(frozen=True, slots=True)
class _SubjectTurn:
    """A turn behind a subject.

    Attributes:
        text: As it was said.
        asked: What was asked of the subject last.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """

    text: str
    asked: Intent
    topic: Topic
    messages: Sequence[MessageState]
    understand: Understand


def of_subject(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """What a turn asks of the subject that was spoken of last; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    asked = asked_last(topic)
    if asked is None or (topic.is_asking and not _asks_level(text, asked)):
        return None
    resolve = _SUBJECTS.get(asked.name)
    return resolve(_SubjectTurn(text, asked, topic, messages, understand)) if resolve else None


def _asks_level(text: str, asked: Intent) -> bool:
    """Whether a turn asks how loud it is, which answers no question of ours."""
    return asked.name == "volume" and asks_level(text)


def asked_last(topic: Topic) -> Intent | None:
    """The last request, where it was about no thing that is set or kept.

    Args:
        topic: What the conversation is about.
    """
    turns = topic.turns[:_MOST_TALK] if topic.turns else ()
    for last in (turn[-1] for turn in turns):
        if last.kind not in {"other", "page"}:
            return None
        if last.asked is not None:
            is_answer = last.asked.name == meanings.SEARCH and last.value != FOUND
            return None if is_answer else last.asked
    return None


def _asked_in_a_row(topic: Topic, names: frozenset[str]) -> list[Intent]:
    """The last requests of some kinds, the newest first."""
    out: list[Intent] = []
    for turn in topic.turns:
        asked = turn[-1].asked
        if asked is not None and asked.name not in names:
            break
        out += [asked] if asked else []
    return out


def _found(topic: Topic, asked: Intent) -> FoundBefore:
    """What was found, opened or read last."""
    opened = next((one for one in _asked_in_a_row(topic, _FOUND) if one.name in PAGES), None)
    ordinal = opened.slots.get("ordinal", 0) if opened else 0
    before = topic.before_last("page") if topic.kind == "page" else topic.last("page")
    number = int(str(ordinal))
    return FoundBefore(asked, max(number, 0), before.name if before else "")


def _of_words(turn: _SubjectTurn) -> ResolvedTurn | None:
    return of_words(turn.text, _asked_in_a_row(turn.topic, _WORDS), turn.understand)


def _of_results(turn: _SubjectTurn) -> ResolvedTurn | None:
    return of_results(turn.text, _found(turn.topic, turn.asked), turn.understand)


_SUBJECTS: Mapping[str, Callable[[_SubjectTurn], ResolvedTurn | None]] = {
    "stopwatch": lambda turn: of_stopwatch(turn.text, turn.asked, turn.understand),
    "tell_joke": lambda turn: of_jokes(turn.text, turn.asked, turn.understand),
    "volume": lambda turn: of_volume(turn.text, turn.asked, turn.messages, turn.understand),
    "adjust_speech": lambda turn: of_voice(turn.text, turn.asked, turn.understand),
    "media": lambda turn: of_player(turn.text, turn.asked, turn.understand),
    **dict.fromkeys(_WORDS, _of_words),
    **dict.fromkeys(_NEWS, lambda turn: of_news(turn.text, turn.understand)),
    **dict.fromkeys(_FOUND, _of_results),
}
"""What reads a turn behind each subject, by the request of before."""
