"""`jarvis ask`: typed turns, through the running daemon or on our own."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jarvis_voice.core.errors import JarvisError


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
) -> None:
    """Run typed turns: jarvis ask "open MIT's website" "what did I just ask you"."""
    import asyncio

    from jarvis_voice.cli.output import screen_for
    from jarvis_voice.cli.typed_turns import Question, ask_all
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.thread_names import thread_named

    texts = [text for text in sentences or _piped() if text.strip()]
    if not texts:
        raise typer.BadParameter('say what to do, such as: jarvis ask "what time is it"')
    thread = thread_named(thread)
    questions = [Question(text, thread, speak, dry_run) for text in texts]
    if not asyncio.run(ask_all(questions, find_paths(), screen_for(as_json=as_json))):
        raise typer.Exit(JarvisError.exit_code)


def _piped() -> list[str]:
    if sys.stdin is None or sys.stdin.isatty():
        return []
    return [line.strip() for line in sys.stdin]
