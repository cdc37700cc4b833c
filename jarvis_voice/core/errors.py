"""One error class per stage. A foreign error is wrapped once, where its library is called.

Invariant: `spoken` never holds a key, a transcript or a path; `message` may hold a path.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Cure = Literal["again", "setup", "none"]


class JarvisError(Exception):
    """An error that the user can do something about.

    Attributes:
        code: Stable kebab-case name, for scripts and logs.
        message: What happened and what to do, one or two sentences for the screen.
        spoken: The same for the ear, short.
    """

    exit_code: ClassVar[int] = 1
    default_spoken: ClassVar[str] = "Sorry, something went wrong."

    def __init__(self, code: str, message: str, *, spoken: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.spoken = spoken or self.default_spoken


class ConfigError(JarvisError):
    """The configuration cannot be read or holds an unknown or bad key."""

    exit_code = 2
    default_spoken = "My configuration has a mistake."


class TextError(JarvisError):
    """What was typed or sent cannot be a turn."""

    exit_code = 2
    default_spoken = "That was too long for me."


class AlreadyRunningError(JarvisError):
    """Another process has already opened the store for writing.

    Attributes:
        holder: The id of that process, as far as it is known.
    """

    exit_code = 3
    default_spoken = "I am already running."

    def __init__(self, code: str, message: str, *, spoken: str = "", holder: str = "") -> None:
        super().__init__(code, message, spoken=spoken)
        self.holder = holder


class ModelError(JarvisError):
    """A weight file is missing, damaged or cannot be fetched."""

    exit_code = 4
    default_spoken = "One of my models is missing."


class AudioError(JarvisError):
    """A microphone, a loudspeaker, PortAudio or a recording cannot be used."""

    exit_code = 5
    default_spoken = "I cannot use the sound device."


class StoreError(JarvisError):
    """The thread database cannot be read or written."""

    exit_code = 6
    default_spoken = "I cannot reach my memory."


class PictureError(JarvisError):
    """A picture file is missing, is no picture, or is too large to be shown to a model."""

    exit_code = 6
    default_spoken = "I cannot read that picture."


class PlannerError(JarvisError):
    """A planner gave no usable plan (no network, bad key, malformed answer).

    Attributes:
        cure: What helps: asking once more, another setup, or neither.
    """

    exit_code = 7
    default_spoken = "I could not work out what to do."

    def __init__(self, code: str, message: str, *, spoken: str = "", cure: Cure = "again") -> None:
        super().__init__(code, message, spoken=spoken)
        self.cure: Cure = cure


class ToolError(JarvisError):
    """A tool failed; the executor turns it into an observation."""

    exit_code = 8
    default_spoken = "That did not work."


class ControlError(JarvisError):
    """The control socket cannot be reached or sends an invalid answer."""

    exit_code = 9
    default_spoken = "I cannot reach the running Jarvis."


class NotRunningError(ControlError):
    """No daemon can be reached; the exit code is that of `systemctl status`."""

    exit_code = 3


class BarredError(NotRunningError):
    """The control socket's folder is not the user's alone, so that nobody is reached through it."""


class AutostartError(JarvisError):
    """Jarvis cannot be started at login here, or its autostart file cannot be changed."""

    exit_code = 10
    default_spoken = "I cannot change how I am started."
