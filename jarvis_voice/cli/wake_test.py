"""`jarvis wake test`: counts misses and false accepts of a wake word on the user's recordings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarvis_voice.engines.wake.heads import WakeHead
    from jarvis_voice.workshop.benches.wake_curve import CurvePoint, Stream


def try_word(
    recordings: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="Folders positive/ and negative/ with recordings."),
    ] = None,
    word: Annotated[str, typer.Option(help="The wake word.")] = "jarvis",
    picture: Annotated[
        Path, typer.Option("--png", dir_okay=False, help="Where the curve is drawn.")
    ] = Path("wake-test.png"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print misses against false accepts an hour at each threshold, and draw the curve.

    The operating point is where the program listens at the sensitivity that is set.
    """
    import asyncio

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.wake_point import WakePoint
    from jarvis_voice.engines.wake.heads import find_head
    from jarvis_voice.workshop.benches.wake_curve import curve
    from jarvis_voice.workshop.benches.wake_recordings import sound_files

    paths = find_paths()
    folder = recordings or paths.data / "recordings" / word
    files = [sound_files(_must_be(folder / name)) for name in ("positive", "negative")]
    head = find_head(word, paths.wake_heads, paths.models)
    sensitivity = load_config(paths).wake.words.get(word, 0.5)
    point = WakePoint(word, head.threshold, head.grey_from).at_sensitivity(sensitivity)
    with _Bar(sum(map(len, files))) as advance:
        positive, negative = asyncio.run(_streams(paths.models, head, files, advance))
    points = curve(positive, negative, point.threshold)
    _show(word, points, as_json=as_json)
    _draw(points, word, picture)


def _must_be(folder: Path) -> Path:
    from jarvis_voice.core.errors import AudioError

    if folder.is_dir():
        return folder
    how = "`jarvis wake record`" + (" --negative" if folder.name == "negative" else "")
    raise AudioError("no-recordings", f"There is no folder {folder}. Record some with {how}.")


async def _streams(
    models: Path, head: WakeHead, files: list[list[Path]], on_done: Callable[[], None]
) -> list[list[Stream]]:
    from jarvis_voice.app.voice_factory import MELSPECTROGRAM
    from jarvis_voice.engines.wake.detector import WakeScorer
    from jarvis_voice.workshop.benches.wake_curve import Stream
    from jarvis_voice.workshop.benches.wake_recordings import score_recordings

    async with WakeScorer(models / MELSPECTROGRAM, (head,)) as scorer:
        return [
            [
                Stream(one.scores[:, 0], one.seconds)
                async for one in score_recordings(scorer, some, on_done)
            ]
            for some in files
        ]


def _show(word: str, points: list[CurvePoint], *, as_json: bool) -> None:
    import json

    from jarvis_voice.cli.output import out

    if as_json:
        out(json.dumps({"word": word, "curve": [point.to_json() for point in points]}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("threshold", "missed", "false accepts", box=None, pad_edge=False)
    table.title, table.title_justify = f'Wake word "{word}"', "left"
    for point in points:
        mark = " <- here" if point.is_operating else ""
        threshold = f"{point.threshold:.3f}{mark}"
        table.add_row(threshold, str(point.missed), str(point.false_accepts))
    Console().print(table)


def _draw(points: list[CurvePoint], word: str, picture: Path) -> None:
    from jarvis_voice.cli.output import err
    from jarvis_voice.workshop.benches.wake_curve import draw

    try:
        draw(points, f'Wake word "{word}"', picture)
    except ImportError:
        from jarvis_voice.platform.install_method import extra_line

        err(f"The picture needs more packages. Run: {extra_line('train')}")
    else:
        err(f"The curve: {picture}")


class _Bar:
    """A progress bar on stderr that only wants to be advanced."""

    def __init__(self, steps: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._progress = Progress(console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task("listening", total=steps)

    def __enter__(self) -> Callable[[], None]:
        self._progress.start()
        return lambda: self._progress.advance(self._task)

    def __exit__(self, *exc: object) -> None:
        self._progress.stop()
