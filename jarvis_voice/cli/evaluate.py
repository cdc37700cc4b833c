"""`jarvis eval`: runs the whole program through scenarios and reports the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarvis_voice.assistant.planning.rules import Rule
    from jarvis_voice.core.config import Config
    from jarvis_voice.workshop.scenarios.runner import Result
    from jarvis_voice.workshop.worlds.scenario import Scenario


def evaluate(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files (YAML); those that ship by default."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Write each decision, tool note and answer to this Markdown file."),
    ] = None,
    live: Annotated[
        bool,
        typer.Option(
            "--live", help="Use the real services. Nothing is opened; your own keys are spent."
        ),
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Switch a planning rule off, to see what it prevents."),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Run this scenario alone.")
    ] = None,
    *,
    sentences: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Measure what is understood without a model: a line is a sentence (or turns with "
            '" / " between), what is expected and a class, between tabs. Nothing is opened.',
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --sentences: one JSON object a line.")
    ] = False,
    table_only: Annotated[
        bool,
        typer.Option(
            "--table-only",
            help="With --sentences: the figures and no line, for a file that only judges.",
        ),
    ] = False,
) -> None:
    """Run scenarios in a world of their own; exit code 1 when one fails."""
    import logging

    if (as_json or table_only) and not sentences:
        raise typer.BadParameter("--json and --table-only go with --sentences")
    if as_json and table_only:
        raise typer.BadParameter("--json prints the lines that --table-only leaves out")
    if sentences and (files or report or live or without or only):
        raise typer.BadParameter("--sentences goes with --json or --table-only alone")
    logging.getLogger().addHandler(logging.NullHandler())  # broken tools are what is looked for
    if sentences:
        from jarvis_voice.cli.sentence_table import measure_sentences

        measure_sentences(sentences, as_json=as_json, table_only=table_only)
    elif not _all_pass(files or [], _rules(without or []), only or [], report, live=live):
        raise typer.Exit(1)


def _all_pass(
    files: Sequence[Path],
    rules: frozenset[Rule],
    only: Sequence[str],
    report: Path | None,
    *,
    live: bool,
) -> bool:
    """Run the scenarios, show and report the results; whether each is as expected."""
    import asyncio

    from jarvis_voice.workshop.scenarios.report import markdown
    from jarvis_voice.workshop.worlds.scenario import load_scenarios

    scenarios = _chosen(load_scenarios(tuple(files)), only)
    config, missing = _own_config() if live else (None, [])
    if missing:
        err(f"Live, without {', '.join(missing)}.")
    results = asyncio.run(_run(scenarios, rules, config))
    _show(results)
    if report:
        report.write_text(markdown(results, rules=rules, missing=missing), encoding="utf-8")
        err(f"The report is in {report}.")
    return all(result.passed for result in results)


def _rules(without: Sequence[str]) -> frozenset[Rule]:
    from jarvis_voice.assistant.planning.rules import ALL_RULES

    by_name = {rule.value: rule for rule in ALL_RULES}
    for name in without:
        if name not in by_name:
            known = ", ".join(sorted(by_name))
            raise ConfigError("unknown-rule", f'There is no rule "{name}". Known: {known}.')
    return ALL_RULES - {by_name[name] for name in without}


def _chosen(scenarios: Sequence[Scenario], only: Sequence[str]) -> list[Scenario]:
    known = {scenario.id for scenario in scenarios}
    for name in only:
        if name not in known:
            raise ConfigError("unknown-scenario", f'There is no scenario "{name}".')
    return [scenario for scenario in scenarios if not only or scenario.id in only]


def _own_config() -> tuple[Config, list[str]]:
    """The user's settings without own programs and servers, and which keys are not set."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths

    config = load_config(find_paths())
    keys = {"GOOGLE_API_KEY": config.google_api_key, "SERPAPI_API_KEY": config.serpapi_api_key}
    missing = [name for name, key in keys.items() if key is None]
    return config.model_copy(update={"commands": {}, "mcp": {}}), missing


async def _run(
    scenarios: Sequence[Scenario], rules: frozenset[Rule], live: Config | None
) -> list[Result]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from jarvis_voice.workshop.scenarios.runner import run_scenarios

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        bar = progress.add_task("scenarios", total=len(scenarios))
        return await run_scenarios(
            scenarios, rules, live=live, on_done=lambda _: progress.advance(bar)
        )


def _show(results: Sequence[Result]) -> None:
    """The table by topic, and what failed."""
    from rich.console import Console
    from rich.table import Table

    from jarvis_voice.workshop.scenarios.report import rows

    table = Table("topic", box=None, pad_edge=False)
    for name in ("passed", "failed", "local decisions", "model decisions", "wrong actions"):
        table.add_column(name, justify="right")
    for row in rows(results):
        figures = (row.passed, row.failed, row.local, row.model, row.wrong)
        table.add_row(row.topic, *map(str, figures), style="bold" if row.topic == "all" else None)
    Console().print(table)
    for result in results:
        for failure in result.failures:
            out(f"{result.scenario.id}: {failure}")
