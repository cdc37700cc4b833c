"""Tells a question from what only has the form of one: "Can you hear it now?". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import STATES
from jarvis_voice.language.en.reports.act_verbs import PASTS
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.plain_clauses import OPENING_WORDS
from jarvis_voice.language.en.reports.plain_words import BREAKS

QUESTION_WORDS = word_table(
    "shall should do does did is are am can could will would may might have has what which who "
    "whose whom where when why how want any or"
)
PREPOSITIONS = word_table("for to at in on by from with of about and or so but since until")

_ASKED_OF_YOU = {
    ("can", "you"),
    ("do", "you"),
    ("did", "you"),
    ("are", "you"),
    ("could", "you"),
}
_PERCEIVING = word_table("hear see feel notice enjoying smell like")
_PERCEIVED = word_table("it that this now the")

_ASKED_OF_THINGS = word_table("is are did does was were has have")
_SERVED = word_table("now already better just not")
"""What a question about a thing says where it means that the user was served."""

_ASKED_FOR_PRAISE = {("do", "you", "like"), ("is", "that", "for"), ("about", "that", "for")}


def is_real_question(words: tuple[str, ...]) -> bool:
    """Whether it really asks, and tells nobody that he was served.

    Args:
        words: Those of a clause that ends with a question mark.
    """
    asked = _without_opening(words)
    if not asked or _tells_what_is_perceived(asked) or _tells_that_it_was_done(asked):
        return False
    if QUESTION_WORDS.intersection(asked[:5]) or "or" in asked:
        return True
    return len(words) <= 6 and _may_be_a_question(asked)


def _without_opening(words: tuple[str, ...]) -> tuple[str, ...]:
    place = 0
    while place < len(words) and (words[place] in OPENING_WORDS or words[place] in BREAKS):
        place += 1
    return words[place:]


def _tells_what_is_perceived(words: tuple[str, ...]) -> bool:
    """Whether it is "can you hear it", "do you like that" or "did you already see"."""
    if words[:2] not in _ASKED_OF_YOU:
        return False
    if "already" in words or "now" in words:
        return True
    is_perceived = _PERCEIVING.intersection(words[2:3]) and _PERCEIVED.intersection(words[3:4])
    return bool(is_perceived) and "or" not in words


def _tells_that_it_was_done(words: tuple[str, ...]) -> bool:
    """Whether it is "is it not warmer now", "is that better" or "how is that for a song"."""
    if words[0] in _ASKED_OF_THINGS and _SERVED.intersection(words):
        return True
    return words[0] == "how" and words[1:4] in _ASKED_FOR_PRAISE


def _may_be_a_question(asked: tuple[str, ...]) -> bool:
    """Whether a few words may ask without a word for it: "A large pizza?"."""
    is_state = bool((PASTS.keys() | STATES).intersection(asked))
    return not is_state and asked[0] not in {"better", "see"}
