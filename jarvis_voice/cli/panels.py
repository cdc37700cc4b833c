"""Under which headings `jarvis --help` lists the commands."""

from __future__ import annotations

import typer
from typer.models import CommandInfo, TyperInfo

PANELS = {
    "Every day": ("run", "ask", "say", "timers"),
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
    "Set up and mend": ("setup", "doctor", "devices", "wake", "uninstall"),
    "What it remembers": ("threads", "memory", "forget", "trace", "cost"),
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
