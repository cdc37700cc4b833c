"""MicrophoneSwitch: lets the mute_microphone tool reach the running program's microphone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable


class MicrophoneSwitch:
    """Links the mute_microphone tool with the daemon, which can close its ears.

    Attributes:
        mute: Closes the microphone until somebody unmutes it; whether it was open. None where no
            microphone is listened to. It raises ControlError where there is none after all.
        is_missing: Whether the microphone is looked for now.
    """

    def __init__(self) -> None:
        self.mute: Callable[[], Awaitable[bool]] | None = None
        self.is_missing: Callable[[], bool] = _is_there


def _is_there() -> bool:
    return False
