"""Core: what every part of the running program is given.

Invariant: plain values; whoever made them opens and closes what is in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jarvis_voice.assistant import Assistant
from jarvis_voice.bus import Bus
from jarvis_voice.config import Config
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import ProblemReported
from jarvis_voice.frontends.troubles import Troubles
from jarvis_voice.paths import Paths
from jarvis_voice.ports import Clock
from jarvis_voice.voice_dials import VoiceDials


@dataclass(frozen=True, slots=True)
class Core:
    """The parts that all others stand on.

    Attributes:
        config: As it was at the start.
        paths: The user's folders.
        bus: Where events go.
        clock: Event times, and the wall clock.
        assistant: Runs the turns.
        dials: How Jarvis speaks; shared with the mouth.
        troubles: What was told already; None is nothing.
    """

    config: Config
    paths: Paths
    bus: Bus
    clock: Clock
    assistant: Assistant
    dials: VoiceDials = field(default_factory=VoiceDials)
    troubles: Troubles | None = None

    def report(self, code: str, message: str) -> None:
        """Tell of something a user should know."""
        self.bus.publish(ProblemReported(self.clock.seconds(), code, message))

    def report_error(self, error: JarvisError) -> None:
        """Tell of an error that the program goes on with."""
        self.report(error.code, error.message)
