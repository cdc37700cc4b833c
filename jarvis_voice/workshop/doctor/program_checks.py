"""Checks the program itself: what a fresh process loads, and whether it loads.

Invariant: another process is asked, because this one may have loaded something else, and a library
that crashes must not end the examination.
"""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice import __version__
from jarvis_voice.platform.install_method import as_line, this_installation
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

DISTRIBUTION = "jarvis-voice"
OLDEST, NEWEST = (3, 11), (3, 13)

NATIVE = {
    **{name: name for name in ("numpy", "soxr", "soundfile", "onnxruntime", "ctranslate2")},
    "faster_whisper": "faster-whisper",
    "piper": "piper-tts",
}
"""Module and distribution of what may refuse a machine: a processor without an instruction, a
missing system library."""

ALSO = ("sounddevice", "langgraph", "langchain-google-genai", "aiosqlite")
START_SECONDS = 60.0
FIRST_LINE_BYTES = 1_024

WHERE = "import jarvis_voice; print(jarvis_voice.__file__)"
LOAD = "\n".join(
    [
        "import importlib, sys",
        "for name in sys.argv[1:]:",
        "    print(name, 'begins', flush=True)",
        "    importlib.import_module(name)",
        "    print(name, 'loaded', flush=True)",
    ]
)


async def check_program(visit: DiagnosticRun) -> CheckVerdict:
    """Versions, where the code lies, and whether a fresh process finds the same."""
    ours = Path(sys.modules["jarvis_voice"].__file__ or "").resolve()
    said = f"jarvis-voice {__version__}, Python {platform.python_version()}, {platform.platform()}."
    lines = (f"code: {ours.parent}", f"interpreter: {sys.executable}")
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return failed(said, "Install it for Python 3.11, 3.12 or 3.13", *lines)
    # isolated from the current folder and PYTHONPATH only as far as the command `jarvis` is
    ran = await visit.outside.run([sys.executable, "-c", WHERE], START_SECONDS)
    if ran.code != 0 or not ran.out.strip():
        return failed(
            f"{said} A fresh process cannot load it: {ran.trouble}.",
            f"Install it again: {as_line(this_installation().reinstalled())}",
            *lines,
        )
    theirs = Path(ran.out.strip().splitlines()[-1]).resolve()
    if theirs != ours:
        return failed(
            f"{said} A fresh process loads other code: {theirs.parent}.",
            "Remove the installation you do not want, or unset PYTHONPATH",
            *lines,
        )
    return _installed_as(visit, said, lines)


def _installed_as(visit: DiagnosticRun, said: str, lines: tuple[str, ...]) -> CheckVerdict:
    """Whether the metadata and the command in the PATH belong to this code."""
    try:
        version = importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        version = __version__  # run from its source
    if version != __version__:
        return warning(
            f"{said} It is registered as version {version}: the installation is stale.",
            f"Install it again: {as_line(this_installation().reinstalled())}",
            *lines,
        )
    command = visit.outside.which("jarvis")
    if command is None:
        return ok(said, *lines, "command: jarvis is not in the PATH")
    lines = (*lines, f"command: {command}")
    interpreter = _interpreter_of(Path(command))
    if interpreter and interpreter.parent != Path(sys.executable).parent:
        return warning(
            f'{said} The command "jarvis" in the PATH belongs to another installation.',
            f"Remove {command}, or put the folder of the one you want first in PATH",
            *lines,
        )
    return ok(said, *lines)


def _interpreter_of(command: Path) -> Path | None:
    """Which Python a command begins, by its first line; None where that does not tell."""
    try:
        with command.open("rb") as file:
            first = file.readline(FIRST_LINE_BYTES).decode(errors="replace")
    except OSError:
        return None
    words = first.removeprefix("#!").split()
    is_python = first.startswith("#!") and len(words) == 1 and "python" in Path(words[0]).name
    return Path(words[0]) if is_python else None


async def check_libraries(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the native libraries load here, each with its version."""
    ran = await visit.outside.run([sys.executable, "-c", LOAD, *NATIVE], START_SECONDS)
    lines = tuple(f"{name} {_version(name)}" for name in (*NATIVE.values(), *ALSO))
    if ran.code == 0:
        return ok("The native libraries load.", *lines, await _portaudio())
    begun = [line.split()[0] for line in ran.out.splitlines() if line.endswith("begins")]
    which = begun[-1] if begun else "the interpreter"
    how = f"signal {-ran.code}" if ran.code and ran.code < 0 else ran.trouble
    again = as_line(this_installation().reinstalled(NATIVE.get(which, "")))
    return failed(
        f"{which} does not load ({how}).",
        f"Install it again: {again}",
        *lines,
    )


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "is not installed under that name"


async def _portaudio() -> str:
    from jarvis_voice.audio.portaudio import load
    from jarvis_voice.core.errors import AudioError
    from jarvis_voice.workshop.doctor.system_probe import apart

    try:
        return str((await apart(load)).get_portaudio_version()[1]).partition(",")[0]
    except AudioError as error:
        return error.message
