"""`jarvis update` and `jarvis extras`: a newer program, and packages that not everybody needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ConfigError, JarvisError

if TYPE_CHECKING:
    from jarvis_voice.platform.install_method import InstallMethod

PURPOSES = {
    "hotkey": "a push-to-talk key that works in every window",
    "tray": "an icon in the desktop's tray",
    "mcp": "tool servers (MCP)",
    "http": "a port for programs and other devices (HTTP)",
    "mail": "briefings by mail (SMTP)",
    "otel": "traces of each turn for a collector (OpenTelemetry)",
    "postgres": "keeping what it knows in a PostgreSQL database",
    "train": "training wake words, and pictures of benches",
}
"""What each extra is for."""


RESTART = "If Jarvis runs now, it is still the old one: `jarvis quit`, then start it again."


def update() -> None:
    """Bring Jarvis to the newest version, in the way it was installed.

    A git checkout goes forward to the newest commit and installs the packages that are listed with
    it. What pipx, uv or pip installed from an index is updated by the same program. Settings,
    memory and extras stay.
    """
    from jarvis_voice.platform.install_method import InstallKind, this_installation

    method = this_installation()
    if method.kind is InstallKind.CHECKOUT:
        _update_checkout(method)
        return
    argv = method.upgraded()
    if argv is None:
        raise JarvisError("update-from-file", _from_file(method))
    _run(argv)
    out.tell(RESTART)


def extras(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Extras to install: hotkey, tray, mcp, http, otel, postgres or train. "
            "None lists them."
        ),
    ] = None,
) -> None:
    """List the extra packages and what they are for, or install some of them."""
    from jarvis_voice.platform.install_method import as_line, this_installation

    method = this_installation()
    for name in names or ():
        if name not in PURPOSES:
            *most, last = PURPOSES
            message = f'There is no extra "{name}": use {", ".join(most)} or {last}.'
            raise ConfigError("extra-unknown", message)
    if names:
        _run(method.with_extras(*names))
        out.tell(f"Installed: {', '.join(names)}. {RESTART}")
        return
    for name, purpose in PURPOSES.items():
        here = "installed" if name in method.extras else "not installed"
        typer.echo(f"{name:<8} {purpose} ({here})")
        if name not in method.extras:
            typer.echo(f"        {as_line(method.with_extras(name))}")


def _update_checkout(method: InstallMethod) -> None:
    from pathlib import Path

    from jarvis_voice.platform.checkout_update import CheckoutUpdate

    done = CheckoutUpdate(method, Path(sys.prefix), _call, typer.echo).run()
    if done.new == done.old:
        out.tell(f"Jarvis is up to date ({done.new}).")
        return
    _fetch_models(method.python)
    out.tell(f"Updated from {done.old} to {done.new}. What changed: {method.source}/CHANGELOG.md")
    out.tell(RESTART)


def _fetch_models(python: str) -> None:
    """Let the new program fetch the models it needs; it asks nothing."""
    setup = [python, "-P", "-m", "jarvis_voice", "setup", "--no-calibrate"]
    if subprocess.run(setup, stdin=subprocess.DEVNULL, check=False).returncode:  # noqa: S603 - ours
        err.tell("Not every model could be fetched. Try again later: jarvis setup")


def _from_file(method: InstallMethod) -> str:
    from jarvis_voice.platform.install_method import InstallKind

    again = {
        InstallKind.PIPX: "pipx install --force NEW.whl",
        InstallKind.UV_TOOL: "uv tool install --force NEW.whl",
    }.get(method.kind, f"{method.python} -m pip install --upgrade NEW.whl")
    return (
        f"Jarvis was installed from the file {method.source}. Get the newer file, then: {again}. "
        "Settings and memory stay."
    )


def _run(argv: Sequence[str]) -> None:
    """Show a command and run it; its exit code is ours if it fails."""
    from jarvis_voice.platform.install_method import as_line

    typer.echo(f"$ {as_line(argv)}")
    code = _call(argv)
    if code:
        raise typer.Exit(code)


def _call(argv: Sequence[str]) -> int:
    try:
        return subprocess.run(argv, check=False).returncode  # noqa: S603 - words of our own
    except FileNotFoundError as error:
        message = f"{argv[0]} is not found. Install it, or run the line where it is."
        raise JarvisError("program-missing", message) from error
