"""Reads a step in its JSON form while it is written: the text of "reply" is known at once."""

from __future__ import annotations

import re
from typing import Any

from jarvis_voice.engines.llm.answer_forms import ACTION, REPLY, StepForm
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.langchain_messages import unfenced
from jarvis_voice.engines.llm.surrogates import (
    FIRST_HALVES,
    HALVES,
    SECOND_HALVES,
    whole_signs,
)
from jarvis_voice.engines.llm.tool_calls import UnusableAnswerError, load_json
from jarvis_voice.engines.llm.written_calls import PlainText, call_of

_ENDS = re.compile(r'["\\]')
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MARKS = re.compile(r'["{}\[\]:,]')
_UNIT = 6
"""Characters of an escaped number; a sign of the higher planes has two."""

_UNKNOWN = "\ufffd"
_LONGEST_KEY = 200
_SLICE = 1_000
"""A longer piece is read in slices: what is left of one is copied for each string in it."""

_FENCE_BEGUN = re.compile(r"`{1,3}$|```\w*\s*(?:\{|$)")
_LONGEST_FENCE = 2_000


class JsonString:
    """Decodes the inside of one JSON string that comes in pieces; linear in its length."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> tuple[str, str | None]:
        """The text that is known now, and what follows the closing quote; None before it."""
        text, self._held = self._held + piece, ""
        known: list[str] = []
        at = 0
        while found := _ENDS.search(text, at):
            known.append(text[at : found.start()])
            at = found.start()
            if text[at] == '"':
                return "".join(known), text[at + 1 :]
            decoded, length = _escape(text[at : at + 2 * _UNIT])
            if not length:
                self._held = text[at:]
                return "".join(known), None
            known.append(decoded)
            at += length
        known.append(text[at:])
        return "".join(known), None


def _escape(text: str) -> tuple[str, int]:
    """The sign that an escape stands for and its length; 0 while it is not whole."""
    if text[1:2] not in ("", "u"):
        return _SHORT.get(text[1], text[1]), 2
    if len(text) < _UNIT:
        return "", 0
    first = _unit(text[2:_UNIT])
    if first is None:
        return _UNKNOWN, 2
    if first not in HALVES:
        return chr(first), _UNIT
    if first not in FIRST_HALVES:
        return _UNKNOWN, _UNIT
    if len(text) < 2 * _UNIT and "\\u".startswith(text[_UNIT : _UNIT + 2]):
        return "", 0
    second = _unit(text[_UNIT + 2 : 2 * _UNIT]) if text[_UNIT : _UNIT + 2] == "\\u" else None
    if second is None or second not in SECOND_HALVES:
        return _UNKNOWN, _UNIT
    return whole_signs(chr(first) + chr(second)), 2 * _UNIT


def _unit(digits: str) -> int | None:
    try:
        return int(digits, 16) if digits.isalnum() else None
    except ValueError:
        return None


class JsonStep:
    """An answer in the JSON form of a step; one in plain text is read as such.

    Args:
        form: The JSON form.
    """

    def __init__(self, form: StepForm) -> None:
        self._form = form
        self._parts: list[str] = []
        self._plain: PlainText | None = None
        self._begun = ""
        self._depth = 0
        self._is_over = False
        self._is_value = False
        self._key = ""
        self._string: JsonString | None = None
        self._has_replied = False

    def feed(self, piece: str) -> str:
        """The text of "reply", as far as it has come."""
        known = [self._take(piece[at : at + _SLICE]) for at in range(0, len(piece), _SLICE)]
        return "".join(known)

    def flush(self) -> tuple[str, list[ToolCall]]:
        """The call of the step, if it is one.

        Raises:
            UnusableAnswerError: It is no step.
        """
        if self._plain:
            return self._plain.flush()
        if not "".join(self._parts).strip():
            return "", []
        try:
            written = load_json(unfenced("".join(self._parts)))
        except ValueError:
            written = None
        if not isinstance(written, dict):
            raise UnusableAnswerError("it is no JSON object")
        offered = self._form.fields
        action = written.get(ACTION)
        if isinstance(action, str) and action in offered:
            return "", [self._call(action, written)]
        if call := call_of(written, offered):
            return "", [call]
        if action not in (None, self._form.answer):
            raise UnusableAnswerError("it calls a tool that there is not")
        if not self._has_replied:
            raise UnusableAnswerError("it is empty")
        return "", []

    def _call(self, action: str, written: dict[str, Any]) -> ToolCall:
        fields = self._form.fields[action]
        nested = call_of(written, self._form.fields)
        if nested and nested.arguments and not fields.keys() & written.keys():
            return nested
        arguments = {
            fields.get(name, name): value
            for name, value in written.items()
            if name not in (ACTION, REPLY) and value is not None
        }
        return ToolCall(action, arguments)

    def _take(self, piece: str) -> str:
        if self._plain:
            return self._plain.feed(piece)
        self._parts.append(piece)
        if self._depth == 0 and not self._is_over:
            return self._begin(piece)
        return self._read(piece)

    def _begin(self, piece: str) -> str:
        """Look for the object; a fence may stand around it."""
        self._begun += piece
        begun = self._begun.lstrip()
        if begun.startswith("{"):
            self._depth, self._begun = 1, ""
            return self._read(begun[1:])
        may_begin = not begun or _FENCE_BEGUN.match(begun)
        if len(self._begun) <= _LONGEST_FENCE and may_begin:
            if (at := begun.find("{")) >= 0:
                self._depth, self._begun = 1, ""
                return self._read(begun[at + 1 :])
            return ""
        self._plain = PlainText(self._form.fields)
        return self._plain.feed(self._begun)

    def _read(self, text: str) -> str:
        known: list[str] = []
        while text and not self._is_over:
            if self._string is None:
                text = self._skip(text)
                continue
            inside, rest = self._string.feed(text)
            is_top = self._depth == 1
            if is_top and self._is_value and self._key == REPLY:
                known.append(inside)
                self._has_replied |= bool(inside.strip())
            elif is_top and not self._is_value:
                self._key = (self._key + inside)[:_LONGEST_KEY]
            if rest is None:
                break
            self._string, text = None, rest
        return "".join(known)

    def _skip(self, text: str) -> str:
        """Go on to the next string, and return what is behind its opening quote."""
        for found in _MARKS.finditer(text):
            mark, is_top = found[0], self._depth == 1
            if mark == '"':
                self._string = JsonString()
                if is_top and not self._is_value:
                    self._key = ""
                return text[found.end() :]
            if mark in "{[":
                self._depth += 1
            elif mark in "}]":
                self._depth -= 1
                self._is_over = self._depth == 0
            elif is_top:
                self._is_value = mark == ":"
        return ""
