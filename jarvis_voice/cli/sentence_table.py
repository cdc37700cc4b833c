"""Runs the sentences of `jarvis eval --sentences` and shows what was understood."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarvis_voice.workshop.sentences.run import LineResult
    from jarvis_voice.workshop.sentences.sentence_file import SentenceLine

MOST_WRONG = 20
"""Wrong lines that are shown; `--json` has all."""


def measure_sentences(file: Path, *, as_json: bool, table_only: bool = False) -> None:
    """Run the sentences of a file and print the results.

    Args:
        file: A line is what is said, what is expected, and a class, between tabs.
        as_json: One JSON object a line, in place of the table.
        table_only: The table by class, and no line of the file.

    Raises:
        ConfigError: The file has a mistake.
    """
    import asyncio

    from rich.console import Console

    from jarvis_voice.workshop.sentences import figures
    from jarvis_voice.workshop.sentences.sentence_file import read_sentences

    results = asyncio.run(_run(read_sentences(file)))
    if as_json:
        for result in results:
            out(json.dumps(figures.as_json(result), ensure_ascii=False, default=str))
        return
    if table := _table(results):
        Console().print(table)
    if by_turn := figures.turns_told(results):
        out(f"\n{by_turn}")
    if not table_only:
        _show_lines(results)


async def _run(lines: Sequence[SentenceLine]) -> list[LineResult]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from jarvis_voice.workshop.sentences.figures import unknown_tools
    from jarvis_voice.workshop.sentences.run import run_lines, tool_names

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        bar = progress.add_task("sentences", total=len(lines))
        results = await run_lines(lines, on_done=lambda _: progress.advance(bar))
    if strange := list(unknown_tools(results, await tool_names())):
        err(f"Expected, and no tool of this program: {', '.join(strange)}.")
    return results


def _show_lines(results: Sequence[LineResult]) -> None:
    """Every wrong act, some wrong lines, and what is not judged."""
    from jarvis_voice.workshop.sentences.figures import told

    acted = [result for result in results if result.wrong_acts]
    wrong = [one for one in results if one.verdict == "wrong" and not one.wrong_acts]
    plain = [result for result in results if result.verdict is None]
    for title, found in (
        ("Wrong acts", acted),
        ("Wrong", wrong[:MOST_WRONG]),
        ("Not judged", plain),
    ):
        if found:
            out(f"\n{title}:")
        for result in found:
            out(told(result))
    if len(wrong) > MOST_WRONG:
        out(f"... and {len(wrong) - MOST_WRONG} more.")


def _table(results: Sequence[LineResult]) -> object | None:
    from rich.table import Table

    from jarvis_voice.workshop.sentences.figures import ALL, COLUMNS, figures

    rows = figures(results)
    if not rows:
        return None
    table = Table(box=None, pad_edge=False)
    table.add_column("class", no_wrap=True)
    shares = (f"{name}\n%" for name, _ in COLUMNS)
    for name in ("lines", *shares, "wrong\nacts", "needless\nsearches"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        cells = (f"{100 * row.shares[verdict]:.1f}" for _, verdict in COLUMNS)
        counts = (str(row.wrong_acts), str(row.needless_searches))
        style = "bold" if row.topic == ALL else None
        table.add_row(row.topic, str(row.lines), *cells, *counts, style=style)
    return table
