"""What every control door may ask of the running program; `app.operations` implements it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol


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
    """What the daemon does for a control door beside running turns."""

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
