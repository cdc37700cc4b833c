"""An assistant with all that it reports."""

from contextlib import aclosing

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.workshop.scenarios.runner import compiled_grammar


def compiled() -> Overrides:
    """This machine, its sentences compiled once for all tests."""
    return Overrides(load_grammar=compiled_grammar)


class World:
    """A bus, a clock and what was told."""

    def __init__(self) -> None:
        self.bus, self.clock = Bus(), SystemClock()
        self.events: list[Event] = []
        self.bus.listen(self.events.append)

    async def ask(self, config: Config, paths: Paths, text: str) -> str:
        async with (
            open_assistant(
                config, paths, self.bus, self.clock, ProcessLock(paths.lock, "ask"), compiled()
            ) as assistant,
            aclosing(assistant.ask(text, source="stdin")) as replies,
        ):
            return " ".join([reply.text async for reply in replies if reply.text])
