"""`jarvis devices`: what can listen and what can speak."""

from __future__ import annotations

import typer


def devices() -> None:
    """List microphones and loudspeakers; any part of a name goes into the config."""
    from jarvis_voice.audio.portaudio import list_devices

    rows = list_devices()
    for kind, channels in (("Microphones", "inputs"), ("Loudspeakers", "outputs")):
        typer.echo(f"{kind}:")
        found = [row for row in rows if getattr(row, channels)]
        for row in found:
            default = " (default)" if getattr(row, f"is_default_{channels[:-1]}") else ""
            typer.echo(f"  {row.name}{default}  [{row.host_api}]")
        if not found:
            typer.echo("  none")
