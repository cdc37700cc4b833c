"""Draws the turn bench: the time of every turn, and the median time of each stage."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.stage_times import STAGES
from jarvis_voice.platform.install_method import extra_line
from jarvis_voice.workshop.benches.turn_bench import TurnFigures
from jarvis_voice.workshop.benches.turn_report import took_ms
from jarvis_voice.workshop.benches.turn_ways import HeardTurn

WAYS = ("ours", "stock")


def require_matplotlib() -> None:
    """Tell before anything is measured that no picture can be drawn.

    Raises:
        ConfigError: matplotlib is not installed ("no-matplotlib").
    """
    if find_spec("matplotlib") is None:
        message = f"A picture needs matplotlib. Run: {extra_line('train')}"
        raise ConfigError("no-matplotlib", message)


def draw(figures: TurnFigures, picture: Path) -> None:
    """Write a PNG: above, how many turns took how long; below, the median of each stage.

    Raises:
        ConfigError: matplotlib is not installed ("no-matplotlib").
        OSError: The file cannot be written.
    """
    require_matplotlib()
    from matplotlib.figure import Figure

    ways = dict(zip(WAYS, (figures.ours, figures.stock), strict=True))
    page = Figure(figsize=(8, 6), layout="constrained")
    above, below = page.subplots(2, 1, height_ratios=(3, 2))
    for name, turns in ways.items():
        _distribution(above, name, turns)
    above.set(
        xlabel="ms from the last sample of speech to the answer's first word",
        ylabel="share of turns",
        ylim=(0, 1),
        xlim=(0, None),
    )
    above.legend()
    above.grid(alpha=0.3)
    _stacks(below, ways)
    page.savefig(picture, format="png", dpi=120)


def _distribution(axes: Any, name: str, turns: Sequence[HeardTurn]) -> None:
    took = sorted(took_ms(turns, "whole"))
    if took:
        shares = [(number + 1) / len(took) for number in range(len(took))]
        axes.step(
            [0, *took], [0, *shares], where="post", label=f"{name}, p50 {median(took):.0f} ms"
        )


def _stacks(axes: Any, ways: dict[str, list[HeardTurn]]) -> None:
    begun = dict.fromkeys(ways, 0.0)
    for stage in STAGES[:-1]:
        medians = [median(took_ms(turns, stage) or (0.0,)) for turns in ways.values()]
        axes.barh(list(ways), medians, left=list(begun.values()), label=stage)
        for name, took in zip(ways, medians, strict=True):
            begun[name] += took
    axes.set(xlabel="ms, median of each stage")
    axes.invert_yaxis()
    axes.legend(ncols=4, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.25))
