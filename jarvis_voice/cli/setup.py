"""`jarvis setup`: downloads the models and writes the user's config file."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ConfigError, JarvisError, ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import TaskID

    from jarvis_voice.core.paths import Paths
    from jarvis_voice.platform.weights.manifest import Manifest, WeightFile


INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended (128 + SIGINT)."""


def setup(
    model: Annotated[
        str | None,
        typer.Option(
            help="Whisper size to fetch instead of what is set, such as base; auto measures anew."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Fetch nothing; read every byte and compare checksums.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Also what `jarvis bench` and `jarvis wake train` need."),
    ] = False,
    calibrate: Annotated[
        bool | None,
        typer.Option(
            "--calibrate/--no-calibrate",
            help="Offer to fit the wake word to your voice; without either that is offered once.",
            show_default=False,
        ),
    ] = None,
    guide: Annotated[
        bool | None,
        typer.Option(
            "--guide/--no-guide",
            help="Ask about microphone, name, city, units, models, key and service; else once.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Fetch the models Jarvis hears and speaks with, and make your config file.

    At a terminal it then asks some questions, each once; Enter skips one.
    """
    try:
        _setup(model, check_only=check, everything=everything)
        if not check:
            _ask(calibrate=calibrate, guide=guide)
            if calibrate is not False and guide is not False:
                _offer_launcher()
    except JarvisError as error:
        err.tell(error.message)
        raise typer.Exit(error.exit_code) from error
    except (KeyboardInterrupt, typer.Abort) as error:
        err.tell("Stopped. Run `jarvis setup` again to go on from here.")
        raise typer.Exit(INTERRUPTED) from error


def _setup(model: str | None, *, check_only: bool, everything: bool) -> None:
    from jarvis_voice.cli.hearing_trial import settle_hearing
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import ensure, find_paths
    from jarvis_voice.platform.weights.fetch import fetch
    from jarvis_voice.platform.weights.hearing_choice import AUTO
    from jarvis_voice.platform.weights.manifest import load_manifest

    paths = find_paths()
    config = load_config(paths)
    wanted = model or config.speech_to_text.model
    files = _files(load_manifest(), wanted, paths.models, everything=everything)
    if check_only:
        _check(files, paths.models)
        return

    ensure(paths.data)  # private to the user; fetching would make it as a parent, for all to read
    fetched = False

    def get(files: tuple[WeightFile, ...]) -> None:
        nonlocal fetched
        fetched |= not all((paths.models / file.path).exists() for file in files)
        with FetchBars() as bars:
            fetch(files, paths.models, bars)

    get(files)
    if wanted == AUTO:
        second = settle_hearing(config, paths, get, anew=model == AUTO)
        files = tuple(dict.fromkeys((*files, *second)))
    written = _write_config(paths)
    if fetched or written:
        _show(files, paths.models)
        _say_where(paths, written=written)
    else:
        out.tell(f"All {len(files)} models are there. Your settings: {paths.config_file}")
    if model and model != config.speech_to_text.model:
        out.tell(f'To use it, set model = "{model}" under [speech_to_text] in your settings.')


def _ask(*, calibrate: bool | None, guide: bool | None) -> None:
    """Ask the user, where one sits at a terminal."""
    from jarvis_voice.cli.calibration import is_at_terminal, offer_calibration
    from jarvis_voice.cli.first_run import FirstRun
    from jarvis_voice.core.paths import find_paths

    if not is_at_terminal():
        return
    paths = find_paths()
    if guide is not False:
        FirstRun(paths, wants_tries=calibrate is None).ask(again=guide is True)
    if calibrate:
        offer_calibration(paths, typer.confirm, out.tell)


def _offer_launcher() -> None:
    import os

    from jarvis_voice.cli.launcher import offer_launcher
    from jarvis_voice.core.paths import find_paths

    offer_launcher(find_paths(), os.environ)


def _files(
    manifest: Manifest, setting: str, models: Path, *, everything: bool
) -> tuple[WeightFile, ...]:

    from jarvis_voice.core.paths import spelled_out
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import (
        STOCK,
        WHISPER,
        groups_for,
        is_own_folder,
    )

    hears = hearing(setting, models)
    whisper_model = hears.model
    if is_own_folder(whisper_model) and not spelled_out(whisper_model).is_dir():
        raise ModelError("model-missing", f"There is no Whisper folder at {whisper_model}.")
    second = [WHISPER + hears.second] if hears.second else []
    stock = [STOCK] if everything else []
    return manifest.files([*groups_for(whisper_model), *second, *stock])


def _check(files: tuple[WeightFile, ...], models: Path) -> None:
    from jarvis_voice.platform.weights.check import verify

    problems = verify(files, models)
    for problem in problems:
        err.tell(problem.error.message)
    if problems:
        raise typer.Exit(ModelError.exit_code)
    out.tell(f"All {len(files)} model files in {models} are complete and right.")


def _show(files: tuple[WeightFile, ...], models: Path) -> None:
    """Print where they are and under which terms: a line for each folder and licence."""
    from itertools import groupby

    from rich import box
    from rich.console import Console
    from rich.table import Table

    from jarvis_voice.core.shipped_files import shipped

    table = Table("Model", "Terms", box=box.SIMPLE_HEAD)
    table.add_column("Size", justify="right")
    for (folder, licence), group in groupby(
        files, lambda f: (f.path.rpartition("/")[0], f.licence)
    ):
        same = list(group)
        name = same[0].path if len(same) == 1 else f"{folder} ({len(same)} files)"
        table.add_row(name, licence, f"{sum(file.n_bytes for file in same) / 1e6:.1f} MB")
    out.tell(f"The models are in {models}")
    Console().print(table)
    out.tell(f"Their terms in full: {shipped('models/README.md')}")


def _write_config(paths: Paths) -> bool:
    """Write the shipped settings, every line a comment: defaults may change. Never over a file."""
    from jarvis_voice.cli.config_editor import template
    from jarvis_voice.core.paths import ensure

    try:
        ensure(paths.config)
        with paths.config_file.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError:
        return False
    except OSError as error:
        message = f"Cannot write {paths.config_file}: {error.strerror}."
        raise ConfigError("config-write", message) from error
    return True


def _say_where(paths: Paths, *, written: bool) -> None:
    new = " (new: every line is a comment)" if written else ""
    out.tell(f"Your settings: {paths.config_file}{new}")
    out.tell(f"Your keys, if you have any: {paths.env_file}")
    out.tell("  set with: jarvis key set gemini, and: jarvis key set serpapi")


class FetchBars:
    """Draws the downloads of `fetch`: one bar for each item, with size, speed and time left."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )

        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=10),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(compact=True),
        )
        self._tasks: dict[str, TaskID] = {}
        self._now: TaskID | None = None

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def started(self, name: str, total_bytes: int) -> None:
        """Draw a bar, or begin the one of that name anew."""
        total = total_bytes or None
        if name in self._tasks:
            self._bars.reset(self._tasks[name], total=total)
        else:
            self._tasks[name] = self._bars.add_task(name, total=total)
        self._now = self._tasks[name]

    def advanced(self, n_bytes: int) -> None:
        """Move the bar on."""
        if self._now is not None:
            self._bars.advance(self._now, n_bytes)

    def finished(self) -> None:
        """Leave the bar full."""
        if self._now is not None:
            self._bars.stop_task(self._now)

    def note(self, text: str) -> None:
        """Print a line above the bars."""
        self._bars.console.print(text, highlight=False, soft_wrap=True, markup=False)
