"""What a short turn says to a question of ours: the value in it, a yes in other words, or nothing.

Invariant: pure; an answer that says nothing of what we asked does nothing: we ask once more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.clarification import QUESTIONS, completed
from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of

_WORD = re.compile(r"[^\s,;.!?]+")
_UNSURE = lazy_pattern(
    r"(?:(?:um+|er+|oh|well|hm+|sorry|i|just|really)\W+)*(?:dunno|do not know|don't know|not sure|"
    r"no idea|whenever|any ?time|some ?time|later(?: on)?|soon|after \w+|before \w+|when i .+|"
    r"you choose|you decide|let me think|let me see|hang on|maybe|whatever)\b.*", re.I
)  # fmt: skip
_MOST_WORDS = 8
_ALSO = re.compile(r"\b(?:as well|too|also|and|plus)\b", re.I)
_QUESTION = re.compile(r"(?:and |so )?(?:what|who|when|where|how|why|which|is|are|do|does)\b", re.I)


def answered(
    text: str, turns: Sequence[ShortTurn], messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """What we asked about, with the value that the turn gives; asked again where it gives none.

    Args:
        text: The turn as it was said.
        turns: Its clauses.
        messages: The conversation; its last message is our question.
        understand: What a sentence means by itself.
    """
    question, asked = messages[-1]["text"], messages[-2]["text"]
    if not question.rpartition(". ")[2].startswith(QUESTIONS):
        return None
    values = [one.value for one in turns if one.value]
    is_plain = all(not one.name and not one.has("cancel") for one in turns)
    if len(values) == 1 and is_plain and (whole := completed(values[0], messages, understand)):
        return ResolvedTurn(whole)
    intent = understand(clean(asked))
    is_open = intent is not None and intent.name in SETTING and len(text.split()) <= _MOST_WORDS
    return ResolvedTurn(asked) if is_open and not values and _UNSURE.fullmatch(text) else None


def echoes(text: str, offer: str) -> bool:
    """Whether a turn only says again what we offered, and so agrees: "a timer, I mean"."""
    if _QUESTION.match(text) or _ALSO.search(text) or _SAYS_ELSE.search(_NAMES_IT.sub("", text)):
        return False
    said = [one.lower() for one in _WORD.findall(text)]
    nouns = [one for one in said if one not in _EMPTY]
    is_no = any(CUES.get(one) in {"no", "not", "cancel", "also", "done"} for one in said)
    return bool(nouns) and not is_no and set(key_of(" ".join(nouns))) <= set(key_of(offer))


_SAYS_ELSE = lazy_pattern(
    r"\b(?:did|does|was|were|is|are|am|be|been|being|has|have|had|will|could|should|might|may|"
    r"can|close|shut|your|yours|his|her|their|somebody|someone|until|till|if|when|whenever|unless|"
    r"though|but|maybe|perhaps|never|later|think|know|mind|back|down|over|out|around)\b|n't\b",
    re.I,
)
"""Tells or asks how something is, or says another act: it agrees to nothing."""
_NAMES_IT = re.compile(r"\b(?:it|that|this) is(?= (?:an?|the|my|for)\b)", re.I)
_EMPTY = (FILLERS | {"i", "mean", "meant", "it", "that", "yes"}) - {
    "timer", "alarm", "reminder", "list",
}  # fmt: skip
