"""Answers the tasks that chat programs send beside the conversation, such as naming it. Pure.

Invariant: a task is no turn: nothing is done for it, and nothing of it is kept.
"""

from __future__ import annotations

import json

TASK = "### Task:"
MARKS = ("### Output:", "### Guidelines:", "<chat_history>", "### Chat History:")
"""Every task has one of them besides; what a person writes has none."""

TITLE_WORDS = 6

_EMPTY: tuple[tuple[str, dict[str, object]], ...] = (
    ("follow_ups", {"follow_ups": []}),
    ("queries", {"queries": []}),
    ('"tags"', {"tags": []}),
    ('"text"', {"text": ""}),
)
"""What an answer is asked to hold, and the one that says nothing."""

TITLE_ASKED = "word-or-less title for the conversation"
"""Of a program that asks for a title without a form."""


def task_answer(text: str) -> str | None:
    """The answer to a task; None where it is none, but words of a person."""
    if TITLE_ASKED in text:
        return _title(text)
    if not text.lstrip().startswith(TASK) or not any(mark in text for mark in MARKS):
        return None
    for word, answer in _EMPTY:
        if word in text:
            return json.dumps(answer)
    return json.dumps({"title": _title(text)}, ensure_ascii=False)


def _title(text: str) -> str:
    """The first words of the user in the conversation that is named."""
    for line in text.splitlines():
        who, colon, said = line.strip().partition(":")
        if colon and who.lower() in {"user", "human"} and said.strip():
            return " ".join(said.split()[:TITLE_WORDS])
    return "Conversation"
