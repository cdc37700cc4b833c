"""What may be asked for over the control socket, and who carries it out.

Invariant: a request that is not as it must be is refused with a sentence, before anything is done.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Protocol

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.thread_names import thread_named

LARGEST_NUMBER = 2**63 - 1
"""What the database can hold as a number of an entry or a fact."""


class KeyControl(Protocol):
    """What push-to-talk presses."""

    def press(self) -> None:
        """The key went down."""
        ...

    def release(self) -> None:
        """The key went up."""
        ...

    def toggle(self) -> None:
        """A key without a release was struck."""
        ...


class ControlOperations(Protocol):
    """What the daemon does for its control socket beside running turns."""

    @property
    def talk_key(self) -> KeyControl | None:
        """The voice session, or None without ears.

        Raises:
            ControlError: It is not known yet whether there will be ears, or they are muted.
        """
        ...

    async def status(self) -> dict[str, Any]:
        """How the daemon is, as `jarvis status --json` shows it."""
        ...

    async def mute(self) -> bool:
        """Close the microphone until `unmute`; whether it was open."""
        ...

    async def unmute(self) -> bool:
        """Open the microphone again; whether it was muted."""
        ...

    async def stop(self) -> bool:
        """Be silent and cancel what is under way; whether there was anything."""
        ...

    async def say(self, text: str) -> None:
        """Speak a text.

        Raises:
            ControlError: "no-voice": there is none here.
        """
        ...

    async def reload(self) -> dict[str, list[str]]:
        """Read the settings anew; which have changed and "hold" now, and which "need_restart".

        Raises:
            ConfigError: They have a mistake; those from before stay.
        """
        ...

    def quit(self) -> None:
        """End in order."""
        ...

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer; where there is no voice, that is reported."""
        ...

    async def clear(self, thread_id: str) -> int:
        """Forget a thread; how many turns it had."""
        ...

    async def forget(self, facts: tuple[int, ...]) -> int:
        """Forget facts by their numbers; how many there were."""
        ...


def thread_in(request: dict[str, Any]) -> str | None:
    """The thread a request names, or None.

    Raises:
        ControlError: It is no name of one.
    """
    name = request.get("thread")
    if not isinstance(name, str | None):
        raise ControlError("bad-request", 'The request needs a text "thread", or none.')
    return thread_named(name)


def text_in(request: dict[str, Any], name: str) -> str:
    """A text of a request.

    Raises:
        ControlError: There is none.
    """
    value = request.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ControlError("bad-request", f'The request needs a text "{name}".')
    return value


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


def parse(line: bytes) -> dict[str, Any]:
    """A request from its line.

    Raises:
        ControlError: It is no JSON object.
    """
    try:
        request = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise ControlError("bad-request", "A control request is one line with a JSON object.")
    return request
