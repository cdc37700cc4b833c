"""Prints a bench's report: a table for people, or one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.cli.output import out

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.comparison import Report


def show_report(report: Report, *, as_json: bool) -> None:
    """Print it on stdout."""
    if as_json:
        out(report.to_json())
        return
    from rich.console import Console
    from rich.table import Table

    from jarvis_voice.workshop.benches.comparison import machine

    has_stock = any(row.stock for row in report.rows)
    table = Table("what", box=None, pad_edge=False, title=report.title, title_justify="left")
    for name in ("ours", *(["stock"] if has_stock else []), "wanted"):
        table.add_column(name, justify="right")
    for row in report.rows:
        stock = [str(row.stock) if row.stock else ""] if has_stock else []
        table.add_row(row.what, str(row.ours), *stock, row.wanted)
    console = Console()
    console.print(table)
    if report.stock:
        console.print(f"Stock: {report.stock}", highlight=False)
    for note in (*report.notes, machine()):
        console.print(note, highlight=False)
