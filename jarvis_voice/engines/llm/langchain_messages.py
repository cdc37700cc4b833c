"""Writes the messages for a LangChain model, and reads the answer out of its reply."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jarvis_voice.engines.llm.chat import Message

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")

_FENCE = "```"
_OPENING = re.compile(r"```(?:json)?\s*\n", re.IGNORECASE)


def quiet_tracing() -> None:
    """Keep LangSmith's tracing off unless the user turned it on."""
    if not any(name in os.environ for name in TRACING):
        os.environ["LANGSMITH_TRACING"] = "false"


def in_words(schema: Mapping[str, Any]) -> str:
    """A schema as an instruction, for a server that cannot be bound to one."""
    return (
        "\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n"
        + json.dumps(schema)
    )


def unfenced(text: str) -> str:
    """What is in a code fence, where the whole text is one."""
    whole = text.strip()
    opening = _OPENING.match(whole)
    if opening is None or not whole[opening.end() :].endswith(_FENCE):
        return text
    return whole[opening.end() : -len(_FENCE)].rstrip()


def conversation(
    system: str, messages: Sequence[Message], *, has_system: bool = True
) -> list[BaseMessage]:
    """Messages as LangChain has them.

    Args:
        system: The instruction.
        messages: The conversation, oldest first.
        has_system: The model takes an instruction beside the messages; else it is put before the
            first one, and messages of one speaker in a row become one.
    """
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    kinds = {"user": HumanMessage, "assistant": AIMessage}
    if has_system:
        said = [kinds[message.role](message.text) for message in messages]
        return [SystemMessage(system), *said]
    turns: list[tuple[str, str]] = [("user", system)]
    for message in messages:
        role, text = turns[-1]
        if role == message.role:
            turns[-1] = (role, f"{text}\n\n{message.text}")
        else:
            turns.append((message.role, message.text))
    return [kinds[role](text) for role, text in turns]
