"""Typed turns from the command line: to the daemon if one runs, else with the lock taken here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing, nullcontext
from dataclasses import dataclass

from jarvis_voice.errors import ControlError
from jarvis_voice.frontends.control_client import request
from jarvis_voice.frontends.screen import Screen
from jarvis_voice.paths import Paths


@dataclass(frozen=True, slots=True)
class Question:
    """One typed turn."""

    text: str
    thread: str | None
    speak: bool
    dry_run: bool


async def ask_all(questions: Sequence[Question], paths: Paths, screen: Screen) -> bool:
    """Run the turns in order; returns whether one of them failed."""
    try:
        return await _ask_daemon(questions, paths, screen)
    except ControlError as error:
        if error.code != "no-daemon":
            raise
    return await _ask_here(questions, paths, screen)


async def _ask_daemon(questions: Sequence[Question], paths: Paths, screen: Screen) -> bool:
    failed = False
    for question in questions:
        body = {
            "command": "ask",
            "text": question.text,
            "thread": question.thread,
            "speak": question.speak,
            "dry_run": question.dry_run,
        }
        async with aclosing(request(paths.control_socket, body)) as answers:
            async for event in answers:
                if event["type"] != "control-done":
                    screen.show(event)
                failed |= event.get("outcome") == "failed"
    return failed


async def _ask_here(questions: Sequence[Question], paths: Paths, screen: Screen) -> bool:
    from jarvis_voice.bus import Bus
    from jarvis_voice.clock import SystemClock
    from jarvis_voice.composition import open_assistant, open_mouth
    from jarvis_voice.config import load_config
    from jarvis_voice.events import Event, TurnEnded, to_json
    from jarvis_voice.logs import start_log

    config, bus, clock = load_config(paths), Bus(), SystemClock()
    start_log(paths.log_file)
    failures: list[str] = []

    def show(event: Event) -> None:
        screen.show(to_json(event))
        if isinstance(event, TurnEnded) and event.outcome == "failed":
            failures.append(event.turn_id)

    bus.listen(show)
    speaks = any(question.speak for question in questions)
    async with (
        open_mouth(config, paths, bus, clock) if speaks else nullcontext() as mouth,
        open_assistant(config, paths, bus, clock) as assistant,
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
    return bool(failures)
