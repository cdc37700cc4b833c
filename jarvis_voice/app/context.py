"""AppContext: the shared objects that every part of the running program is given.

Invariant: plain values; the code that made them opens and closes what is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from jarvis_voice.app.problem_log import ProblemLog
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.platform.loop_lag import LoopLag
from jarvis_voice.tools.effect_place import EffectPlaces


@dataclass(frozen=True, slots=True)
class AppContext:
    """The objects that all parts of the program share.

    Attributes:
        config: As it was at the start.
        paths: The user's folders.
        bus: Where events go.
        clock: Event times, and the wall clock.
        assistant: Runs the turns.
        dials: How Jarvis speaks; shared with the mouth.
        troubles: What was told already; None is nothing.
        manner: How models are used; shared with the brain.
        places: Where effects can happen; None is this machine alone.
        loop_lag: How late the event loop is; None where nobody looks.
        amend: What the options of `jarvis run` make of settings; None changes nothing.
    """

    config: Config
    paths: Paths
    bus: Bus
    clock: Clock
    assistant: Assistant
    dials: Prosody = field(default_factory=Prosody)
    troubles: ProblemLog | None = None
    manner: TalkManner = field(default_factory=TalkManner)
    loop_lag: LoopLag | None = None
    places: EffectPlaces | None = None
    amend: Callable[[Config], Config] | None = None

    def report(self, code: str, message: str) -> None:
        """Tell of something a user should know."""
        self.bus.publish(ProblemReported(self.clock.seconds(), code, message))

    def report_error(self, error: JarvisError) -> None:
        """Tell of an error that the program goes on with."""
        self.report(error.code, error.message)
