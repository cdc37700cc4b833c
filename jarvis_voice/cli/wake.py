"""`jarvis wake`: trains, tests and records wake words of the user's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli import wake_record, wake_test
from jarvis_voice.cli.output import err, out
from jarvis_voice.cli.training_bars import training_bars
from jarvis_voice.core.errors import ConfigError, JarvisError

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.workshop.training.pipeline import TrainedHead
    from jarvis_voice.workshop.training.settings import TrainingSettings

app = typer.Typer(no_args_is_help=True, help="Train, test and record wake words of your own.")

WORD = re.compile(r"[a-z]+(?:[ '-][a-z]+){0,2}")
"""One to three words in letters: what a voice can say and a file can be called."""

SHORTEST_LETTERS = 4

app.command("test")(wake_test.try_word)
app.command("record")(wake_record.record)


WordOption = Annotated[str, typer.Option(help='The word to be called by, such as "computer".')]
PhraseOption = Annotated[
    list[str] | None,
    typer.Option(help='Another way to call, such as "hey computer". May be given again.'),
]
RecordingsOption = Annotated[
    Path | None,
    typer.Option(
        file_okay=False, exists=True, help="Own recordings: folders positive/ and negative/."
    ),
]
NegativesOption = Annotated[
    list[Path] | None,
    typer.Option(
        file_okay=False, exists=True, help="More sound without the word; may be given again."
    ),
]
NoiseOption = Annotated[
    list[Path] | None,
    typer.Option(file_okay=False, exists=True, help="Noise to mix in; may be given again."),
]
TalkOption = Annotated[
    list[Path] | None,
    typer.Option(
        file_okay=False, exists=True, help="People talking, to mix in; may be given again."
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option("--out", file_okay=False, help="Where to write; else where `run` looks."),
]
WorkOption = Annotated[
    Path | None,
    typer.Option(file_okay=False, help="Keep speech and features here, for a second run."),
]
QuickOption = Annotated[bool, typer.Option("--quick", help="A rough head in a minute or two.")]
SeedOption = Annotated[int, typer.Option(help="Of every chance in the run.")]


@app.callback()
def _wake() -> None:
    """Train, test and record wake words of your own."""


@app.command("train")
def train(  # noqa: PLR0917 -- typer reads the options from the signature
    word: WordOption,
    phrase: PhraseOption = None,
    recordings: RecordingsOption = None,
    negatives: NegativesOption = None,
    noise: NoiseOption = None,
    talk: TalkOption = None,
    folder: FolderOption = None,
    work: WorkOption = None,
    quick: QuickOption = False,
    seed: SeedOption = 7,
) -> None:
    """Train a head for any wake word from the synthetic voices on this machine.

    With --recordings, from your own voice too. Ctrl-C stops; nothing half-written is left.
    """
    import tempfile

    spoken = _checked(word)
    _need_extra()
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.training.settings import full_order, quick_order

    paths = find_paths()
    with tempfile.TemporaryDirectory(prefix="jarvis-wake-") as temporary:
        make = quick_order if quick else full_order
        kept = work or Path(temporary)
        order = make(spoken, _phrases(spoken, phrase), paths.models, kept, seed)
        order = _with_sound(order, recordings, negatives or [], noise or [], talk or [])
        order = _with_hearing(order, paths)
        try:
            made = _made(order, folder or paths.wake_heads)
        except KeyboardInterrupt:
            err("Stopped; nothing was written.")
            raise typer.Exit(130) from None
    _show(made, order)


def _checked(word: str) -> str:
    spoken = " ".join(word.casefold().split())
    if not WORD.fullmatch(spoken) or len(spoken) < SHORTEST_LETTERS:
        raise ConfigError(
            "wake-word-bad",
            f'"{word}" cannot be a wake word: use one to three words of English letters, '
            f"{SHORTEST_LETTERS} letters at least.",
        )
    return spoken


def _phrases(word: str, more: list[str] | None) -> tuple[str, ...]:
    usual = (word,) if word.startswith("hey ") else (word, f"hey {word}")
    return tuple(dict.fromkeys((*usual, *(_checked(one) for one in more or ()))))


def _need_extra() -> None:
    from importlib.util import find_spec

    if any(
        find_spec(name) is None
        for name in ("jax", "optax", "onnx", "pyroomacoustics", "scipy", "hibari")
    ):
        from jarvis_voice.platform.install_method import extra_line

        message = f"Training needs more packages. Run: {extra_line('train')}"
        raise JarvisError("extra-missing", message)


def _with_sound(
    order: TrainingSettings,
    recordings: Path | None,
    negatives: list[Path],
    noise: list[Path],
    talk: list[Path],
) -> TrainingSettings:
    from dataclasses import replace

    return replace(
        order,
        recordings=recordings,
        negatives=tuple(negatives),
        noises=tuple(noise),
        talk=tuple(talk),
    )


def _with_hearing(order: TrainingSettings, paths: Paths) -> TrainingSettings:
    """With the speech to text that is set, where it was fetched."""
    from dataclasses import replace

    from jarvis_voice.core.config import load_config
    from jarvis_voice.engines.stt.whisper import FILES
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder

    size = hearing(load_config(paths).speech_to_text.model, paths.models).model
    whisper = whisper_folder(paths.models, size)
    is_there = all((whisper / name).exists() for name in FILES)
    return replace(order, whisper=whisper) if is_there else order


def _made(order: TrainingSettings, folder: Path) -> TrainedHead:
    from jarvis_voice.workshop.training.pipeline import make_head

    with training_bars() as progress:
        return make_head(order, folder, progress)


def _show(made: TrainedHead, order: TrainingSettings) -> None:
    found = made.found
    who = "other speakers" if made.is_of_people else "other synthetic voices"
    out(f'"{order.word}" in {made.description.with_suffix(".onnx")}')
    out(f"missed, {who}: {found.clean}; at 10 dB of noise: {found.noisy}")
    out(f"false accepts, other kinds of sound: {found.usual_alarms}")
    out(f"false accepts, sound made to resemble the word: {found.alike_alarms}")
    out("To use it, write into jarvis.toml:")
    out(_setting(order.word))


def _setting(word: str) -> str:
    return f'[wake.words]\n"{word}" = 0.5'
