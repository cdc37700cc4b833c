"""`jarvis bench`: registers the benches, each in a file of its own."""

from __future__ import annotations

import typer

from jarvis_voice.cli import (
    bench_brain,
    bench_echo,
    bench_faults,
    bench_idle,
    bench_soak,
    bench_stt,
    bench_tts,
    bench_turn,
    bench_wake,
)

app = typer.Typer(no_args_is_help=True, help="Measure parts of the program on this machine.")


@app.callback()
def _bench() -> None:
    """Measure parts of the program on this machine."""


app.command("wake")(bench_wake.wake)
app.command("stt")(bench_stt.stt)
app.command("turn")(bench_turn.turn)
app.command("tts")(bench_tts.tts)
app.command("idle")(bench_idle.idle)
app.command("echo")(bench_echo.echo)
app.command("brain")(bench_brain.brain)
app.command("faults")(bench_faults.faults)
app.command("soak")(bench_soak.soak)
