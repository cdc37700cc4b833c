"""Reads and checks the requests that come over the control socket.

Invariant: a request that is not as it must be is refused with a sentence, before anything is done.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import ME
from jarvis_voice.doors.people.names import user_named

Commands = dict[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]]
"""By the name of a request: what carries it out, and gives the answer."""

LARGEST_NUMBER = 2**63 - 1
"""What the database can hold as a number of an entry or a fact."""


def thread_in(request: dict[str, Any]) -> str | None:
    """The thread a request names, or None.

    Raises:
        ControlError: It is no name of one.
    """
    name = request.get("thread")
    if not isinstance(name, str | None):
        raise ControlError("bad-request", 'The request needs a text "thread", or none.')
    return thread_named(name)


def picture_in(request: dict[str, Any]) -> str | None:
    """The path of the picture that a question is about, or None.

    It is a path and not the picture itself, for three reasons. Who may use this socket is the
    user that we run as, so we read no file that the asking program could not read. A request is too
    short for a picture. What waits for the user's yes is kept on disk, and no picture may be there.

    Raises:
        ControlError: It is no absolute path.
    """
    path = request.get("picture")
    if path is None:
        return None
    if not isinstance(path, str) or not Path(path).is_absolute():
        raise ControlError("bad-request", 'In a request "picture" is an absolute path.')
    return path


def text_in(request: dict[str, Any], name: str) -> str:
    """A text of a request; half a character, which is no text in UTF-8, becomes a question mark.

    Raises:
        ControlError: There is none.
    """
    value = request.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ControlError("bad-request", f'The request needs a text "{name}".')
    return value.encode(errors="replace").decode()


def flag_in(request: dict[str, Any], name: str) -> bool:
    """Whether something is wanted; it is not where the request does not name it.

    Raises:
        ControlError: It is neither true nor false.
    """
    value = request.get(name)
    if value is not None and not isinstance(value, bool):
        raise ControlError("bad-request", f'In a request "{name}" is true or false.')
    return bool(value)


def numbers_in(request: dict[str, Any], name: str) -> tuple[int, ...]:
    """A list of numbers of a request, each from 0 to `LARGEST_NUMBER`.

    Raises:
        ControlError: There is none.
    """
    value = request.get(name)
    if not isinstance(value, list) or not all(
        type(one) is int and 0 <= one <= LARGEST_NUMBER for one in value
    ):
        raise ControlError("bad-request", f'The request needs a list of numbers "{name}".')
    return tuple(value)


def texts_in(request: dict[str, Any], name: str, longest: int | None = None) -> tuple[str, ...]:
    """A list of texts of a request; empty where the request does not name it.

    Args:
        request: As it came.
        name: Of the list.
        longest: Characters that each text may have; None sets no limit.

    Raises:
        ControlError: It is another thing, or a text is too long.
    """
    value = request.get(name)
    value = [] if value is None else value
    if not isinstance(value, list) or not all(
        isinstance(one, str) and (longest is None or len(one) <= longest) for one in value
    ):
        raise ControlError("bad-request", f'In a request "{name}" is a list of texts.')
    return tuple(one.encode(errors="replace").decode() for one in value)


def user_in(request: dict[str, Any]) -> str:
    """The user whose things a request is about; the owner where it names none.

    Raises:
        ControlError: It is no text.
        ConfigError: It cannot be a name of one.
    """
    return user_named(text_in(request, "user")) if "user" in request else ME


def parse(line: bytes) -> dict[str, Any]:
    """A request from its line.

    Raises:
        ControlError: It is no JSON object.
    """
    try:
        request = parsed_json(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise ControlError("bad-request", "A control request is one line with a JSON object.")
    return request
