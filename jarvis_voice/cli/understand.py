"""`jarvis understand`: trains the reader of sentences, and lists sentences to judge it by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import JarvisError

if TYPE_CHECKING:
    from jarvis_voice.workshop.reader.base_weights import BaseWeights
    from jarvis_voice.workshop.reader.export import ReaderFiles
    from jarvis_voice.workshop.reader.pipeline import ReaderFigures
    from jarvis_voice.workshop.training.clips import TrainingProgress

Made = TypeVar("Made")

app = typer.Typer(
    no_args_is_help=True, help="Train the reader of sentences, and list sentences to judge it by."
)


@app.callback()
def _understand() -> None:
    """Train the reader of sentences, and list sentences to judge it by."""


@app.command("train")
def train(
    folder: Annotated[
        Path | None,
        typer.Option("--out", file_okay=False, help="Where to write; else over the shipped one."),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Do not measure with each collection left out in turn."),
    ] = False,
    epochs: Annotated[int, typer.Option(min=1, help="How often each sentence is seen.")] = 3,
    seed: Annotated[int, typer.Option(help="Of every chance in the run.")] = 7,
) -> None:
    """Train the reader from the shipped collections and sentences.

    It takes some minutes on two cores, and four times as long without --quick. What it starts from
    is fetched once (90 MB). Ctrl-C stops; nothing half-written is left.
    """
    from jarvis_voice.engines.reader.network import DESCRIPTION, MODEL
    from jarvis_voice.workshop.reader.fit import FitPlan
    from jarvis_voice.workshop.reader.pipeline import ReaderOrder, train_reader

    at = _files_in(folder, MODEL, DESCRIPTION)
    order = ReaderOrder(at, FitPlan(epochs=epochs, seed=seed), leaves_out=not quick)
    _need_extra()
    base = _fetched_base()
    _show(_with_bars(lambda bars: train_reader(base, order, bars)), at.model)


@app.command("train-claims")
def train_false_reports(
    folder: Annotated[
        Path | None,
        typer.Option("--out", file_okay=False, help="Where to write; else over the shipped one."),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Do not measure with each writer's file left out in turn."),
    ] = False,
    goes_on: Annotated[
        bool,
        typer.Option(
            "--go-on",
            help="Start from the shipped network: it learns the lines with evidence, and is shown "
            "a part of the others again. A quarter of the time.",
        ),
    ] = False,
    since: Annotated[
        str,
        typer.Option(
            help="With --go-on: the first file that is new to it, such as claims-33; of the files "
            "before it a part is shown again. Half of that time.",
        ),
    ] = "",
) -> None:
    """Train the network that tells a model's false reports from its company.

    It takes an hour and a half on two cores, and as long again for each file without --quick.
    Ctrl-C stops; nothing half-written is left.
    """
    from jarvis_voice.engines.reader.claim_network import DESCRIPTION, MODEL
    from jarvis_voice.workshop.reader.claim_fit import train_claims
    from jarvis_voice.workshop.reader.written_reader import written_reader

    if since and not goes_on:
        raise JarvisError("bad-option", "--since says where --go-on begins: give both.")
    at, shipped = _files_in(folder, MODEL, DESCRIPTION), _files_in(None, MODEL, DESCRIPTION)
    _need_extra()
    start = written_reader(shipped) if goes_on else _fetched_base()
    made = _with_bars(lambda bars: train_claims(start, at, bars, leaves_out=not quick, since=since))
    out(f"{at.model}: {made.n_bytes / 1e6:.1f} MB, learned from {made.n_lessons:,} sentences")
    for name, found in made.left_out.items():
        out(
            f"without {name}: {found.missed:.1%} of its {found.n_claims:,} false reports missed, "
            f"{found.taken:.1%} of its {found.n_fine:,} other sentences taken for one"
        )


@app.command("sentences")
def sentences(
    collection: Annotated[str, typer.Argument(help="clinc150, hwu64 or snips.")],
    most: Annotated[int, typer.Option(min=1, help="At most so many of each intent.")] = 20,
    seed: Annotated[int, typer.Option(help="Of the choice.")] = 7,
) -> None:
    """List sentences of a collection with what is expected, for `jarvis eval --sentences`."""
    from jarvis_voice.workshop.reader.judged_sentences import judged_lines
    from jarvis_voice.workshop.reader.lessons import COLLECTIONS

    if collection not in COLLECTIONS:
        raise JarvisError("no-collection", f"There are {', '.join(COLLECTIONS)}.")
    for line in judged_lines(collection, most, seed):
        out(line)


def _files_in(folder: Path | None, model: str, description: str) -> ReaderFiles:
    """The files of a network by their shipped names, in a folder or where they ship."""
    from jarvis_voice.core.shipped_files import shipped
    from jarvis_voice.workshop.reader.export import ReaderFiles

    return ReaderFiles(
        *(folder / Path(name).name if folder else shipped(name) for name in (model, description))
    )


def _with_bars(train: Callable[[TrainingProgress], Made]) -> Made:
    """What a training makes, with its progress."""
    from jarvis_voice.cli.training_bars import training_bars

    try:
        with training_bars() as bars:
            return train(bars)
    except KeyboardInterrupt:
        err("Stopped; nothing was written.")
        raise typer.Exit(130) from None


def _need_extra() -> None:
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("jax", "optax", "onnx")):
        from jarvis_voice.platform.install_method import extra_line

        message = f"Training needs more packages. Run: {extra_line('train')}"
        raise JarvisError("extra-missing", message)


def _fetched_base() -> BaseWeights:
    """The encoder that a training from the beginning starts from; it is fetched once."""
    from jarvis_voice.cli.setup import FetchBars
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.fetch import fetch
    from jarvis_voice.platform.weights.manifest import load_manifest
    from jarvis_voice.workshop.reader.base_weights import GROUP, load_base

    folder = find_paths().models
    with FetchBars() as bars:
        fetch(load_manifest().files([GROUP]), folder, bars)
    return load_base(folder)


def _show(made: ReaderFigures, model: Path) -> None:
    out(f"{model}: {made.n_bytes / 1e6:.1f} MB, temperature {made.temperature:.2f}")
    learned = ", ".join(f"{count:,} of {name}" for name, count in sorted(made.lessons.items()))
    out(f"learned from {learned}")
    for name, found in made.left_out.items():
        out(
            f"without {name}, its {found.n_sentences:,} sentences: {found.right:.1%} right; "
            f"from 0.6 on {found.likely:.1%} read, {found.right_of_likely:.1%} of them right; "
            f"from 0.9 on {found.sure:.1%} read, {found.right_of_sure:.1%} of them right"
        )
