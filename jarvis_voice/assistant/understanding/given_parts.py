"""Takes what stands in a text that is given for a text, and for no request. Pure."""

from __future__ import annotations

from collections.abc import Callable

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.parts import ALONE
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.given_texts import given_text

_DICTATED = frozenset({"text", "fact", "question", "message"})
"""Slots whose words are the user's own sentence."""


def within_text(
    said: str, found: Understanding, read: Callable[[str], Understanding]
) -> Understanding:
    """What a turn asks for, where a text that it gives orders nothing.

    What stands before the text, and behind a quotation, is asked for as ever.

    Args:
        said: The turn: "translate this into Spanish: Good evening. Cancel the timer."
        found: What it was taken for.
        read: What a sentence asks for.
    """
    given = given_text(said)
    if given is None or _is_of_all(found, given.text, read):
        return found
    before = _requests(given.before, read)
    is_dictated = any(_DICTATED & one.intent.slots.keys() for one in before if one.intent)
    if given.is_joined and given.before and (is_dictated or not before):
        return found
    at = said.find(given.text) if given.behind else -1
    whole = said[len(given.before) :].strip() if at < 0 else f"{given.head}: {given.text}"
    work = Part(whole, Intent(proposals.WORK_ON, {"head": given.head}))
    return Understanding(said, (*before, work, *_requests(given.behind, read)))


def _is_of_all(found: Understanding, text: str, read: Callable[[str], Understanding]) -> bool:
    """Whether one request was found that takes the whole, and no other one in the text."""
    if " " not in text.strip():
        return True
    if len(found.parts) != 1 or not found.is_understood or found.is_talk:
        return False
    alone = read(text)
    names = {one.intent.name for one in alone.parts if one.intent}
    whole = found.parts[0].intent
    if whole is None or whole.is_question or whole.name in ALONE:
        return False
    return whole.name not in names


def _requests(line: str, read: Callable[[str], Understanding]) -> tuple[Part, ...]:
    """The requests of what stands beside a text, where all of it is one."""
    line = line.strip(" .,;")
    found = read(line) if line else None
    return found.parts if found and found.is_understood and not found.is_talk else ()
