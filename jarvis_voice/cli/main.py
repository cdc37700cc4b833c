"""The `jarvis` command: registers all commands and prints a JarvisError with its exit code."""

from __future__ import annotations

import inspect
import sys
from typing import Annotated

import typer
from typer.models import CommandInfo, TyperInfo

from jarvis_voice import __version__
from jarvis_voice.cli import (
    ask,
    bench,
    briefing,
    certificate,
    client,
    config,
    control,
    dashboard,
    doctor,
    evaluate,
    installation,
    key,
    memory,
    models,
    people,
    run,
    setup,
    sound,
    store,
    threads,
    timers,
    understand,
    update,
    usage,
    voices,
    wake,
)
from jarvis_voice.cli.output import err, keep_stderr, open_closed_streams, out
from jarvis_voice.core.clock import settle_zone
from jarvis_voice.core.errors import ConfigError, JarvisError, StoreError
from jarvis_voice.core.visible_text import written_out

PANELS = {
    "Every day": ("run", "ask", "client", "dashboard", "say", "briefing", "timers"),
    "The running Jarvis": (
        "status",
        "mute",
        "unmute",
        "stop",
        "ptt",
        "reload",
        "quit",
        "tray",
        "service",
    ),
    "Set up and mend": (
        "setup",
        "config",
        "key",
        "models",
        "voices",
        "doctor",
        "devices",
        "wake",
        "understand",
        "user",
        "token",
        "certificate",
        "extras",
        "update",
        "uninstall",
    ),
    "What it remembers": ("threads", "memory", "forget", "trace", "cost", "store"),
    "Measure": ("hear", "latency", "eval", "bench"),
}
"""Every command is under one of them."""


def arrange(app: typer.Typer) -> None:
    """Put every command of `app` under its heading, in the order of the headings."""
    panel_of = {name: panel for panel, names in PANELS.items() for name in names}
    order = list(panel_of)
    app.registered_commands.sort(
        key=lambda entry: order.index(str(entry.name)) if entry.name in panel_of else len(order)
    )
    groups: list[CommandInfo | TyperInfo] = [*app.registered_groups]
    for entry in [*app.registered_commands, *groups]:
        if panel := panel_of.get(str(entry.name)):
            entry.rich_help_panel = panel


def fill_lines(app: typer.Typer) -> None:
    """Let the help of every command of `app` break its lines where the terminal ends."""
    for entry in app.registered_commands:
        text = entry.help or inspect.getdoc(entry.callback) or ""
        entry.help = "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
    for group in app.registered_groups:
        if group.typer_instance is not None:
            fill_lines(group.typer_instance)


app = typer.Typer(
    name="jarvis",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "A voice assistant for your own machine. No account and no cloud are needed; with a "
        "language model (jarvis models) it talks freely, with SERPAPI_API_KEY it searches better."
        "\n\n"
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
app.command("client")(client.client)
app.command("dashboard")(dashboard.dashboard)
app.command("hear")(sound.hear)
app.command("say")(sound.say)
app.command("setup")(setup.setup)
app.add_typer(config.app, name="config")
app.add_typer(key.app, name="key")
app.add_typer(models.app, name="models")
app.add_typer(voices.app, name="voices")
app.command("devices")(sound.devices)
app.command("doctor")(doctor.doctor)
app.command("ptt")(control.ptt)
app.command("status")(control.status)
app.command("mute")(control.mute)
app.command("unmute")(control.unmute)
app.command("stop")(control.stop)
app.command("reload")(control.reload)
app.command("quit")(control.quit_jarvis)
app.command("tray")(control.tray)
app.add_typer(installation.app, name="service")
app.command("extras")(update.extras)
app.command("update")(update.update)
app.command("uninstall")(installation.uninstall)
app.add_typer(people.users, name="user")
app.add_typer(people.tokens, name="token")
app.command("certificate")(certificate.certificate)
app.add_typer(threads.app, name="threads")
app.add_typer(memory.app, name="memory")
app.add_typer(briefing.app, name="briefing")
app.add_typer(timers.app, name="timers")
app.command("forget")(memory.forget)
app.add_typer(store.app, name="store")
app.command("trace")(threads.trace)
app.command("cost")(usage.cost)
app.command("latency")(usage.latency)
app.command("eval")(evaluate.evaluate)
app.add_typer(bench.app, name="bench")
app.add_typer(wake.app, name="wake")
app.add_typer(understand.app, name="understand")
arrange(app)
fill_lines(app)


def main() -> None:
    """Run the command line; every known error is one line on stderr and its own exit code."""
    open_closed_streams()
    keep_stderr()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # neither emoji nor odd bytes may end a turn
    settle_zone()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as ending:
        if out.has_lost and not ending.code:  # told already
            sys.exit(StoreError.exit_code)
        raise
    except Exception as error:
        known = _known(error)
        if known is None:
            raise
        message, exit_code = known
        err.tell(f"jarvis: {written_out(message)}")
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
