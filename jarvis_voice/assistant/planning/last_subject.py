"""Tells what was spoken of last in a conversation. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jarvis_voice.assistant.replies import NOTHING_ASKED
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.assistant.understanding.tellings import TALK
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.sentences import split_sentences

ANSWER_CHARACTERS = 240
"""How much of the answer is told once more: more is no reminder."""

_NO_SUBJECTS = TALK | {
    *(
        "last_subject",
        "what_did_i_ask",
        "say_again",
        meanings.START_CONVERSATION,
        "stop",
        "never_mind",
        "yes",
        "no",
    ),
}


def last_subject(
    messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> str:
    """What the user asked last, small talk aside, and the beginning of the answer.

    Args:
        messages: The conversation, oldest first.
        understand: What a sentence means by itself.
    """
    for place in range(len(messages) - 1, -1, -1):
        asked = messages[place]
        if asked["role"] != "user":
            continue
        intent = understand(asked["text"])
        if intent is None or intent.name not in _NO_SUBJECTS:
            answers = (one["text"] for one in messages[place + 1 :] if one["role"] == "assistant")
            said = f'You said: "{asked["text"].rstrip(" .")}".'
            answer = _beginning(next(answers, ""))
            return f"{said} I answered: {answer}" if answer else said
    return NOTHING_ASKED


def _beginning(answer: str) -> str:
    """The first sentences, as many as are short together; at least the first, cut."""
    told = ""
    for sentence in split_sentences(answer):
        if told and len(told) + len(sentence) > ANSWER_CHARACTERS:
            break
        told = f"{told} {sentence}".strip()
    return told if len(told) <= ANSWER_CHARACTERS else f"{told[:ANSWER_CHARACTERS].rstrip()} ..."
