"""Formats the status of a running Jarvis for `jarvis status`, and the result of a reload.

Invariant: pure; plain values only, and nothing that was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from jarvis_voice.core.model_settings import models_to_ask
from jarvis_voice.core.operations import (
    DaemonStatus,
    EarsStatus,
    ModelStatus,
    NextEntry,
)
from jarvis_voice.core.setting_operations import ReloadedSettings
from jarvis_voice.core.wall_times import seconds_between

if TYPE_CHECKING:
    from jarvis_voice.audio.microphone_health import MicrophoneHealth
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.passing_memory import KeptSize

HEALTHY, NOT_RUNNING, DEAF = 0, 3, 5
"""Exit codes: 3 is what `systemctl status` gives too; 5 is that of every fault of sound."""

NOT_KEPT = "none: what I am told is lost when I end"

EARS_STATES = {"open": "hearing", "silent": "quiet", "muted": "muted"}
"""A microphone's state and what it means to the user; any other one is "lost"."""

_EARS = {
    "hearing": "hearing",
    "quiet": "open, but the microphone gives only silence: is it muted or not connected?",
    "muted": "muted (`jarvis unmute` opens the microphone)",
    "lost": "deaf: the microphone is lost, and looked for",
    "absent": "deaf: the ears could not be opened, or ended (`jarvis doctor` tells why)",
    "starting": "not there yet",
    "none": "none (--text-only)",
}
_DEAF = frozenset({"lost", "quiet", "absent"})


def ears_part(health: MicrophoneHealth | None, state: str | None = None) -> EarsStatus:
    """What is told of the ears.

    Args:
        health: Of the microphone; None where there is none.
        state: What the daemon knows better than the microphone; None is nothing.
    """
    known = EARS_STATES.get(health.state, "lost") if health else "lost"
    age = health.frame_age_seconds if health else None
    level = health.level_dbfs if health else None
    return EarsStatus(
        state=state or known,
        device=health.device_name if health else None,
        frame_age_seconds=None if age is None else round(age, 2),
        level_dbfs=None if level is None else round(level, 1),
        dropped_frames=health.dropped_frames if health else 0,
    )


def planner_part(config: Config) -> str:
    """Who plans, in the order in which they are asked."""
    rungs = [one.model for one in models_to_ask(config)]
    return ", then ".join([*rungs, "local"])


def models_part(config: Config, pauses: Mapping[str, float]) -> tuple[ModelStatus, ...]:
    """The language models that are asked, in order.

    Args:
        config: The settings.
        pauses: How many seconds more a model is left alone, by its name.
    """
    return tuple(
        ModelStatus(
            one.name,
            one.model,
            one.host,
            one.is_local,
            tuple(sorted(one.sees)),
            round(pauses.get(one.name, 0.0), 1),
        )
        for one in models_to_ask(config)
    )


def exit_code(status: DaemonStatus) -> int:
    """What `jarvis status` ends with: whether it hears what it should hear."""
    return DEAF if status.ears.state in _DEAF else HEALTHY


def lines(status: DaemonStatus, now: datetime) -> Iterator[str]:
    """The page, line by line.

    Args:
        status: As the daemon told it.
        now: The wall clock, with a time zone.
    """
    since = datetime.fromisoformat(status.since)
    yield f"Jarvis {status.version} runs since {since:%d %b %H:%M} (pid {status.pid})."
    yield f"Now:        {status.doing}"
    yield f"Ears:       {_ears_line(status.ears)}"
    if status.ears.state != "none":
        yield f"Wake words: {', '.join(status.wake_words)}"
        if status.hearing:
            yield f"Hearing:    {status.hearing}"
    yield f"Mouth:      {status.mouth.device or 'none'}"
    yield f"Planner:    {status.planner}"
    for model in status.models:
        yield f"Model:      {_model_line(model)}"
    if status.quiet_hours:
        yield "Quiet:      quiet hours; only answers and alarms are heard"
    if soon := status.next:
        yield f"Next:       {_entry_line(soon, now)}"
    for problem in status.problems:
        at = datetime.fromisoformat(problem.at)
        yield f"Trouble:    {at:%d %b %H:%M}  {problem.message}"
    for kept in status.kept:
        yield f"In memory:  {_counted(kept)} ({kept.n_bytes / 1_000:,.0f} kB)"
    yield f"Database:   {status.database or NOT_KEPT}"
    yield f"Log:        {status.log}"


def reload_lines(found: ReloadedSettings) -> list[str]:
    """What came of a reload, in sentences."""
    lines = []
    if found.hold:
        lines.append(f"New from now on: {', '.join(found.hold)}.")
    if found.need_restart:
        lines.append(f"New after a restart: {', '.join(found.need_restart)}.")
    return lines or ["No setting has changed."]


def _ears_line(ears: EarsStatus) -> str:
    line = _EARS.get(ears.state, ears.state)
    if ears.device:
        line += f", on {ears.device}"
    if ears.state == "hearing" and ears.frame_age_seconds is not None:
        line += f" (newest sound {ears.frame_age_seconds:.1f} s ago)"
    return line


def _model_line(model: ModelStatus) -> str:
    where = "this machine" if model.is_local else model.host
    line = f"{model.name}: {model.model} on {where}"
    if model.sees:
        line += f", may see {', '.join(model.sees)}"
    if model.pause_seconds > 0:
        line += f"; left alone for {model.pause_seconds:.0f} s more, as it failed"
    return line


def _counted(kept: KeptSize) -> str:
    """How many, such as "1 answer of services" or "3 web pages"."""
    many, of, whose = kept.what.partition(" of ")
    return f"{kept.entries} {many.removesuffix('s') if kept.entries == 1 else many}{of}{whose}"


def _entry_line(entry: NextEntry, now: datetime) -> str:
    due = datetime.fromisoformat(entry.due)
    minutes, seconds = divmod(max(round(seconds_between(now, due)), 0), 60)
    hours, minutes = divmod(minutes, 60)
    name = f" ({entry.name})" if entry.name else ""
    return f"{entry.kind}{name} at {due:%d %b %H:%M}, in {hours}:{minutes:02}:{seconds:02}"
