"""The `jarvis` command: registers the commands and turns a JarvisError into a line and a code."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from jarvis_voice import __version__
from jarvis_voice.cli import (
    ask,
    autostart,
    bench,
    cost,
    devices,
    doctor,
    evaluate,
    forget,
    hear,
    latency,
    memory,
    mute,
    ptt,
    quit_command,
    reload,
    run,
    say,
    setup,
    status,
    stop,
    threads,
    timers,
    trace,
    tray,
    uninstall,
    wake,
)
from jarvis_voice.cli.output import err, keep_stderr
from jarvis_voice.cli.panels import arrange
from jarvis_voice.core.errors import ConfigError, JarvisError, StoreError

app = typer.Typer(
    name="jarvis",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "A voice assistant for your own machine. No account and no cloud are needed; with "
        "GOOGLE_API_KEY and SERPAPI_API_KEY set it plans and searches better.\n\n"
        "First `jarvis setup` (fetches the models), then `jarvis run`, and say: "
        '"Jarvis, open MIT\'s website". To type instead: jarvis ask "open MIT\'s website".'
    ),
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jarvis-voice {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version  # its callback has done the work


app.command("run")(run.run)
app.command("ask")(ask.ask)
app.command("hear")(hear.hear)
app.command("say")(say.say)
app.command("setup")(setup.setup)
app.command("devices")(devices.devices)
app.command("doctor")(doctor.doctor)
app.command("ptt")(ptt.ptt)
app.command("status")(status.status)
app.command("mute")(mute.mute)
app.command("unmute")(mute.unmute)
app.command("stop")(stop.stop)
app.command("reload")(reload.reload)
app.command("quit")(quit_command.quit_jarvis)
app.command("tray")(tray.tray)
app.add_typer(autostart.app, name="service")
app.command("uninstall")(uninstall.uninstall)
app.add_typer(threads.app, name="threads")
app.add_typer(memory.app, name="memory")
app.add_typer(timers.app, name="timers")
app.command("forget")(forget.forget)
app.command("trace")(trace.trace)
app.command("cost")(cost.cost)
app.command("latency")(latency.latency)
app.command("eval")(evaluate.evaluate)
app.add_typer(bench.app, name="bench")
app.add_typer(wake.app, name="wake")
arrange(app)


def main() -> None:
    """Run the command line; every known error is one line on stderr and its own exit code."""
    if sys.stdin is None:  # closed: a question is then answered as at the end of a file
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - to the end
    keep_stderr()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # neither emoji nor odd bytes may end a turn
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        known = _known(error)
        if known is None:
            raise
        message, exit_code = known
        err(f"jarvis: {message}")
        sys.exit(exit_code)


def _known(error: BaseException) -> tuple[str, int] | None:
    """Message and exit code of an error that a user can act on, also of one among several."""
    match error:
        case BaseExceptionGroup():
            found = [known for one in error.exceptions if (known := _known(one))]
            return found[0] if found else None
        case JarvisError():
            return error.message, error.exit_code
        case OSError():
            what = f"Cannot use {error.filename}: " if error.filename else ""
            return f"{what}{error.strerror or type(error).__name__}.", StoreError.exit_code
        case UnicodeEncodeError() if "surrogates" in error.reason:
            return "What was typed holds bytes that are no text.", ConfigError.exit_code
        case _:
            return None
