"""Typed turns from the command line: to the daemon if one runs, else with the lock taken here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing, nullcontext
from dataclasses import asdict, dataclass

from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
from jarvis_voice.cli.output import out
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request
from jarvis_voice.doors.terminal.screen import Screen

FAILURES = {"failed", "cancelled"}
"""Outcomes of a turn that did not come to what was asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """One typed turn."""

    text: str
    thread: str | None
    speak: bool
    dry_run: bool

    @property
    def body(self) -> dict[str, object]:
        """The same as a request to the daemon."""
        return {"command": "ask", **asdict(self)}


async def ask_all(questions: Sequence[Question], paths: Paths, screen: Screen) -> bool:
    """Run the turns in order, as long as somebody reads; returns whether all went well."""
    outcomes = await by_daemon_or_here(
        lambda: _ask_daemon(questions, paths, screen), lambda: _ask_here(questions, paths, screen)
    )
    return not out.is_broken and not FAILURES & set(outcomes)


async def _ask_daemon(questions: Sequence[Question], paths: Paths, screen: Screen) -> list[str]:
    outcomes: list[str] = []
    for question in questions:
        async with aclosing(request(paths.control_socket, question.body)) as answers:
            async for event in answers:
                if event["type"] != "control-done":
                    screen.show(event)
                if event["type"] == "turn-ended":
                    outcomes.append(event["outcome"])
        if out.is_broken:
            break
    return outcomes


async def _ask_here(questions: Sequence[Question], paths: Paths, screen: Screen) -> list[str]:
    from jarvis_voice.app.assistant_factory import open_assistant, start_log_or_tell
    from jarvis_voice.app.voice_factory import open_mouth
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.events import Event, TurnEnded, to_json
    from jarvis_voice.store.sqlite.process_lock import ProcessLock

    config, bus, clock = load_config(paths), Bus(), SystemClock()
    outcomes: list[str] = []

    def show(event: Event) -> None:
        screen.show(to_json(event))
        if isinstance(event, TurnEnded):
            outcomes.append(event.outcome)

    bus.listen(show)
    start_log_or_tell(config, paths, bus, clock)
    speaks = any(question.speak for question in questions)
    async with (
        open_assistant(config, paths, bus, clock, ProcessLock(paths.lock, "ask")) as assistant,
        open_mouth(config, paths, bus, clock) if speaks else nullcontext() as mouth,
    ):
        for question in questions:
            turn = assistant.new_turn(
                question.text,
                source="stdin",
                thread_id=question.thread,
                dry_run=question.dry_run,
            )
            async with aclosing(assistant.submit(turn)) as replies:
                sentences = (reply.text async for reply in replies if reply.text)
                if mouth:
                    await mouth.say(turn.turn_id, sentences)
                async for _ in sentences:
                    continue
            if out.is_broken:
                break
    return outcomes
