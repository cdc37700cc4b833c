"""`jarvis ask`: runs typed turns in the running daemon, or in this process if none runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import aclosing, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import JarvisError, ModelError, TextError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shown_picture import NO_SIGHT, WHAT_IS_THERE

if TYPE_CHECKING:
    from jarvis_voice.doors.terminal.screen import Screen


def ask(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to do; several quoted sentences are turns of one thread. "
            "Without any, each line of standard input is a turn.",
            show_default=False,
        ),
    ] = None,
    thread: Annotated[str | None, typer.Option(help="The conversation to continue.")] = None,
    speak: Annotated[bool, typer.Option("--speak", help="Speak the answer, too.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Look things up, but do and remember nothing.")
    ] = False,
    image: Annotated[
        Path | None,
        typer.Option(
            "--image",
            metavar="FILE",
            help="Ask the first question about this picture (PNG, JPEG, WebP or GIF). A model on "
            "this machine gets it at once, one elsewhere only after your yes.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run typed turns: jarvis ask "open MIT's website" "what did I just ask you".

    A picture goes with a question: jarvis ask --image photo.jpg "what is this"
    """
    import asyncio

    from jarvis_voice.cli.output import screen_for
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.thread_names import thread_named
    from jarvis_voice.core.turn_text import as_utf8, refuse_long

    texts = [as_utf8(text) for text in sentences or _piped() if text.strip()]
    if image is not None:
        texts = texts or [WHAT_IS_THERE]
    for text in texts:  # all of them before the first is a turn
        refuse_long(text)
    if not texts:
        raise typer.BadParameter('say what to do, such as: jarvis ask "what time is it"')
    thread = thread_named(thread)
    paths = find_paths()
    questions = [Question(text, thread, speak, dry_run) for text in texts]
    if image is not None:
        questions[0] = replace(questions[0], picture=_picture(image, paths))
    if not asyncio.run(ask_all(questions, paths, screen_for(as_json=as_json))):
        raise typer.Exit(JarvisError.exit_code)


def _picture(image: Path, paths: Paths) -> str:
    """The absolute path of a picture that a model here can look at.

    Raises:
        PictureError: It is no picture, or too large.
        ModelError: No model that sees is set.
    """
    from jarvis_voice.app.chat_factory import seeing_models
    from jarvis_voice.core.config import load_config
    from jarvis_voice.tools.desktop.picture_file import examine_picture

    image = image.absolute()  # the running Jarvis has another folder
    examine_picture(image)
    if not seeing_models(load_config(paths)):
        raise ModelError("no-seeing-model", NO_SIGHT)
    return str(image)


MOST_LINES = 10_000
"""Lines of one input: all of them are read before the first is a turn."""


def _piped() -> list[str]:
    if sys.stdin is None or sys.stdin.isatty():
        return []
    from jarvis_voice.core.turn_text import FILE_MARK, LINE_CHARACTERS, refuse_long

    lines: list[str] = []
    most = 2 * LINE_CHARACTERS  # no more is read of a line that has no end
    while line := sys.stdin.readline(most):
        text = line.lstrip(FILE_MARK).strip()
        refuse_long(text, f"Line {len(lines) + 1} of the input")
        if len(lines) == MOST_LINES:
            raise TextError(
                "text-too-long",
                f"The input has more than {MOST_LINES:,} lines. Nothing was asked: "
                "send fewer lines at a time.",
            )
        lines.append(text)
    return lines


FAILURES = {"failed", "cancelled"}
"""Outcomes of a turn that did not come to what was asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """One typed turn."""

    text: str
    thread: str | None
    speak: bool
    dry_run: bool
    picture: str | None = None

    @property
    def body(self) -> dict[str, object]:
        """The same as a request to the daemon."""
        return {"command": "ask", **asdict(self)}


async def ask_all(questions: Sequence[Question], paths: Paths, screen: Screen) -> bool:
    """Run the turns in order, as long as somebody reads; returns whether all went well.

    Each is run once: a daemon that ends between two of them leaves those that are left.
    """
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here

    left, outcomes = list(questions), list[str]()
    outcomes += await by_daemon_or_here(
        lambda: _ask_daemon(left, outcomes, paths, screen), lambda: _ask_here(left, paths, screen)
    )
    return not out.is_broken and not FAILURES & set(outcomes)


async def _ask_daemon(
    left: list[Question], outcomes: list[str], paths: Paths, screen: Screen
) -> list[str]:
    """Take each question away when it was answered, and keep how its turn ended."""
    from jarvis_voice.doors.control.client import request

    while left and not out.is_broken:
        async with aclosing(request(paths.control_socket, left[0].body)) as answers:
            async for event in answers:
                if event["type"] != "control-done":
                    screen.show(event)
                if event["type"] == "turn-ended":
                    outcomes.append(event["outcome"])
        del left[0]
    return []


async def _ask_here(questions: Sequence[Question], paths: Paths, screen: Screen) -> list[str]:
    from jarvis_voice.app.assistant_factory import open_assistant, start_log_or_tell
    from jarvis_voice.app.voice_factory import open_mouth
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.events import Event, TurnEnded, to_json
    from jarvis_voice.store.process_lock import ProcessLock
    from jarvis_voice.voice.output.sentence_queue import spoken_texts

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
                picture=question.picture,
            )
            async with aclosing(assistant.submit(turn)) as replies:
                if mouth:
                    await mouth.say(turn.turn_id, spoken_texts(replies))
                async for _ in replies:
                    continue
            if out.is_broken:
                break
    return outcomes
