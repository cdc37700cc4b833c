"""Puts the tool calls of an answer together, and holds them to what was offered."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.surrogates import with_whole_signs

_HALF = "\\ud"

MOST_CALLS = 64
"""Of one answer."""


class UnusableAnswerError(ValueError):
    """An answer came and cannot be used; its text says why, in fixed words."""


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A part of a call, as a stream brings it.

    Attributes:
        index: Which call of the answer it belongs to, if the server says so.
        id: The server's own name for the call.
        name: Of the tool; only the first piece has it.
        arguments: A part of the text of a JSON object.
    """

    index: int | None
    id: str | None
    name: str | None
    arguments: str


@dataclass(slots=True)
class _Begun:
    index: int | None
    id: str | None
    name: str
    parts: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether its arguments came in one piece, and are a JSON object."""
        return len(self.parts) == 1 and _object_of(self.parts[0]) is not None


class CallAssembly:
    """Collects the calls of one answer."""

    def __init__(self) -> None:
        self._begun: list[_Begun] = []

    def add(self, piece: CallPiece) -> None:
        """Take the next piece.

        Raises:
            UnusableAnswerError: There are too many calls.
        """
        begun = self._continued(piece)
        if begun is None:
            if len(self._begun) == MOST_CALLS:
                raise UnusableAnswerError(f"it has over {MOST_CALLS} tool calls")
            begun = _Begun(piece.index, piece.id, piece.name or "")
            self._begun.append(begun)
        begun.name = begun.name or piece.name or ""
        begun.id = begun.id or piece.id
        if piece.arguments:
            begun.parts.append(piece.arguments)

    def calls(self, offered: Collection[str]) -> list[ToolCall]:
        """All calls, in the order in which they began.

        Raises:
            UnusableAnswerError: One is of no tool that was offered, or its arguments are no object.
        """
        return [
            checked_call(begun.name, arguments_of("".join(begun.parts)), offered)
            for begun in self._begun
        ]

    def _continued(self, piece: CallPiece) -> _Begun | None:
        """The call that a piece goes on with; some servers number badly, or not at all."""
        same = [one for one in self._begun if piece.index is None or one.index == piece.index]
        if not same:
            return None
        last = same[-1]
        if piece.id and last.id and piece.id != last.id:
            return None
        if not piece.name or not last.name or (piece.id and piece.id == last.id):
            return last
        # a name again: another call, unless the server repeats it with every piece
        return last if piece.name == last.name and not last.is_whole else None


def checked_call(name: str, arguments: Mapping[str, Any], offered: Collection[str]) -> ToolCall:
    """A call of a tool that was offered.

    Raises:
        UnusableAnswerError: It is none.
    """
    if not name:
        raise UnusableAnswerError("it calls a tool without a name")
    if name not in offered:
        raise UnusableAnswerError("it calls a tool that there is not")
    return ToolCall(name, arguments)


def arguments_of(text: str) -> Mapping[str, Any]:
    """The arguments of a call; no text is an object without any.

    Raises:
        UnusableAnswerError: The text is no JSON object.
    """
    if not text.strip():
        return {}
    found = _object_of(text)
    if found is None:
        raise UnusableAnswerError("the arguments of its tool call are no JSON object")
    return found


def load_json(text: str) -> Any:
    """What a JSON text says.

    Raises:
        ValueError: It is none, is nested too deeply, or holds a number that JSON does not have.
    """
    try:
        found = json.loads(text, strict=False, parse_constant=_no_number)
        return with_whole_signs(found) if _HALF in text.lower() else found
    except RecursionError:
        failure = ValueError("it is nested too deeply")
    raise failure


def _object_of(text: str) -> Mapping[str, Any] | None:
    try:
        found = load_json(text)
        if isinstance(found, str):  # some models write the object as a string
            found = load_json(found)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
