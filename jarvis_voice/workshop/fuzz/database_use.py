"""Uses a database through the assistant, and notes what was answered and what was told."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import Event, ProblemReported

if TYPE_CHECKING:
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.core.paths import Paths


@dataclass(slots=True)
class DatabaseUse:
    """What was seen while a damaged database was used.

    Attributes:
        told: Codes and sentences of the problems.
        answers: What was answered.
    """

    told: list[tuple[str, str]]
    answers: list[str]


async def use_database(paths: Paths, asked: Sequence[str], thread: str = "default") -> DatabaseUse:
    """Ask all of it in one run of the assistant; no service, browser or application is reached.

    Args:
        paths: The home that the database is in.
        asked: What is asked, one turn after the other.
        thread: In which conversation.
    """
    from jarvis_voice.app.assistant_factory import open_assistant
    from jarvis_voice.store.process_lock import ProcessLock
    from jarvis_voice.workshop.scenarios.bench_program import bench_config

    use, bus = DatabaseUse([], []), Bus()

    def listen(event: Event) -> None:
        if isinstance(event, ProblemReported):
            use.told.append((event.code, event.message))

    bus.listen(listen)
    lock = ProcessLock(paths.lock, "bench")
    try:
        async with open_assistant(
            bench_config(), paths, bus, SystemClock(), lock, _setting()
        ) as assistant:
            for text in asked:
                async with aclosing(
                    assistant.ask(text, source="stdin", thread_id=thread)
                ) as replies:
                    said = [reply.text async for reply in replies if reply.text]
                use.answers.append(" ".join(said))
    except StoreError as error:
        use.told.append((error.code, error.message))
    return use


def _setting() -> Overrides:
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.endpoints import Endpoints
    from jarvis_voice.workshop.scenarios.runner import compiled_grammar
    from jarvis_voice.workshop.worlds.world import NOBODY, WorldApplications

    nowhere = f"http://{NOBODY}"
    return Overrides(
        Edge(Endpoints.all_at(nowhere)),
        applications=WorldApplications((), []),
        load_grammar=compiled_grammar,
    )
