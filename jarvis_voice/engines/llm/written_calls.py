"""Reads an answer in plain text, in which a model without tools may have written a call.

Invariant: a text is held back only while it may still be nothing but a call; what is no call of a
tool that was offered is handed out whole, as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.tool_calls import (
    MOST_CALLS,
    UnusableAnswerError,
    arguments_of,
    load_json,
)

NAMES = ("name", "tool", "tool_name", "function", "action")
"""Under which of them a written call has the tool's name."""

ARGUMENTS = ("arguments", "parameters", "args", "params", "input", "tool_input", "action_input")
_BESIDE = frozenset({"id", "type", "reply"})
_WRAPPED = ("function", "tool_call", "tool_calls")
_KEYS = frozenset({*NAMES, *ARGUMENTS, *_BESIDE, *_WRAPPED})

FENCE, TAG, END_TAG = "```", "<tool_call>", "</tool_call>"
_FENCE_HEAD = re.compile(r"```[ \t]*(?:(?i:json|tool_call|tool_code))?[ \t]*\r?\n?\s*")
_STRING = r'"((?:[^"\\]|\\.)*)"'
_HEAD = re.compile(rf"\{{\s*(?:{_STRING}\s*(?::\s*(?:{_STRING})?)?)?")
_LONGEST_HEAD = 300
"""Characters in which the first key of a written call has come."""


class AnswerText(Protocol):
    """Reads the text of an answer piece by piece."""

    def feed(self, piece: str) -> str:
        """What can be handed out now; it may be nothing."""
        ...

    def flush(self) -> tuple[str, list[ToolCall]]:
        """What is left at the end, and the calls that were written.

        Raises:
            UnusableAnswerError: The answer is not in its form.
        """
        ...


class PlainText:
    """A text that may be one written call; linear in its length.

    Args:
        offered: The names of the tools.
    """

    def __init__(self, offered: Collection[str]) -> None:
        self._offered = offered
        self._held: list[str] = []
        self._head = ""
        self._is_open = not offered
        self._is_settled = False

    def feed(self, piece: str) -> str:
        """What can be handed out now: nothing while all of it may be a call."""
        if self._is_open:
            return piece
        self._held.append(piece)
        if not self._is_settled:
            self._head += piece
            may_be = self._may_be_call(self._head.lstrip())
            self._is_settled = may_be and len(self._head) > _LONGEST_HEAD
            self._is_open = not may_be
        if not self._is_open:
            return ""
        held, self._held = "".join(self._held), []
        return held

    def flush(self) -> tuple[str, list[ToolCall]]:
        """The text that was held, or the calls that it is."""
        text = "".join(self._held)
        self._held = []
        calls = written_calls(text, self._offered) if text.strip() else None
        if calls is None:
            return text, []
        return calls

    def _may_be_call(self, begun: str) -> bool:
        if TAG.startswith(begun[: len(TAG)]):
            return len(self._head) <= _LONGEST_HEAD or begun != ""
        if FENCE.startswith(begun[: len(FENCE)]):
            if len(begun) <= len(FENCE):
                return True
            opening = _FENCE_HEAD.match(begun)
            rest = begun[opening.end() :] if opening else ""
            if not rest:
                return True
            if not rest.startswith("{"):
                # "```js" may become "```json"
                word = begun[len(FENCE) :].lstrip().lower()
                return any(one.startswith(word) for one in ("json", "tool_call", "tool_code"))
            begun = rest
        return begun.startswith("{") and self._may_be_object(begun[:_LONGEST_HEAD])

    def _may_be_object(self, begun: str) -> bool:
        found = _HEAD.match(begun)
        if found is None:
            return False
        key, value = found[1], found[2]
        if key is None:
            rest = begun[found.end() :]
            may_grow = not rest or (rest[0] == '"' and _is_key_begun(rest[1:]))
            return may_grow and len(begun) < _LONGEST_HEAD
        if key not in _KEYS:
            return False
        return value is None or key not in NAMES or value in self._offered


def _is_key_begun(text: str) -> bool:
    return any(key.startswith(text) for key in _KEYS)


def written_calls(text: str, offered: Collection[str]) -> tuple[str, list[ToolCall]] | None:
    """The calls that a whole text is, with what is said beside; None where it is none."""
    bodies = _bodies(text.strip())
    if not bodies or len(bodies) > MOST_CALLS:
        return None
    found: list[ToolCall] = []
    said = ""
    for body in bodies:
        try:
            written = load_json(body)
        except ValueError:
            return None
        call = call_of(written, offered)
        if call is None:
            return None
        found.append(call)
        said += _reply_of(written)
    return said, found


def call_of(written: Any, offered: Collection[str]) -> ToolCall | None:
    """The call that a JSON object is; None where it is none of a tool that was offered."""
    if not isinstance(written, dict):
        return None
    for key in _WRAPPED:
        inner = written.get(key)
        if isinstance(inner, list) and len(inner) == 1:
            inner = inner[0]
        if isinstance(inner, dict) and written.keys() <= {key, *_BESIDE}:
            return call_of(inner, offered)
    name_key = next((key for key in NAMES if isinstance(written.get(key), str)), "")
    if not name_key or written[name_key] not in offered:
        return None
    key = next((one for one in ARGUMENTS if one in written), "")
    if written.keys() - {name_key, key, *_BESIDE}:
        return None
    arguments = _arguments(written.get(key) if key else None)
    return None if arguments is None else ToolCall(written[name_key], arguments)


def _arguments(written: Any) -> Mapping[str, Any] | None:
    if written is None:
        return {}
    if isinstance(written, str):
        try:
            return arguments_of(written)
        except UnusableAnswerError:
            return None
    return written if isinstance(written, dict) else None


def _reply_of(written: Any) -> str:
    reply = written.get("reply") if isinstance(written, dict) else None
    return reply if isinstance(reply, str) else ""


def _bodies(text: str) -> Sequence[str]:
    """The JSON texts of which a text consists: one alone, one in a fence, or each in its tag."""
    if text.startswith("{"):
        return [text]
    if text.startswith(FENCE):
        opening = _FENCE_HEAD.match(text)
        inside = text[opening.end() :].rstrip() if opening else ""
        return [inside.removesuffix(FENCE)] if inside.endswith(FENCE) else []
    bodies: list[str] = []
    while text.startswith(TAG):
        body, end, text = text[len(TAG) :].partition(END_TAG)
        # a server may take the last tag for the end of the answer
        if len(bodies) == MOST_CALLS or not (end or body.rstrip().endswith("}")):
            return []
        bodies.append(body)
        text = text.lstrip()
    return [] if text else bodies
