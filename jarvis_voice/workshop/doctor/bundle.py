"""Writes the support file for a bug report; an allow-list names what may go into it.

Invariant: what is not named here does not get in. Of the settings names and sources, of the log the
shape of each line; a log message only where it is one of ours without anything in its gaps. Of a
device's name the words that name no person.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import zipfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.paths import home_folder
from jarvis_voice.core.setting_names import OPEN_SECTIONS
from jarvis_voice.workshop.doctor.advice import advice
from jarvis_voice.workshop.doctor.device_names import NAMING, device_names, without_names

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.workshop.doctor.check_result import CheckResult

SHARED = frozenset(
    {
        *("program", "libraries", "models", "microphones", "loudspeakers", "microphone", "zeros"),
        *("rate", "clipping", "ears", "level", "noise", "wake word", "loop-back", "google key"),
        *("second model", "search key", "running", "autostart", "database", "disk", "permissions"),
        "clock",
    }
)
"""Checks whose words hold facts of the machine alone, and no name that the user made up; of any
other only the status gets in."""

CONTENTS = (
    "checks.json: what this command found, without what was said",
    "settings.json: the name of each setting and where it comes from, not its value",
    "log.txt: of each log line the time, the level and the module; no free text",
)

LOG_LINES = 2_000
LOG_BYTES = 2_000_000
_LINE = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\S* ([A-Z]+) ([\w.]+): (.*)$")
_LOGGER = re.compile(r"jarvis_voice(\.[a-z0-9_]+)*")
_LEVELS = frozenset({"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})

MESSAGES = tuple(
    re.compile(pattern)
    for pattern in (
        r"the microphone .* was lost",
        r"the microphone .* is back",
        r"the microphone .* was opened anew",
        r"the microphone .* went silent",
        r"the microphone .* does not close",
        r"the loudspeaker .* was lost",
        r"opened .* at \d+ Hz, \d+ channels",
        r"\d+ frames dropped: their reader is late",
        r"the database was damaged and has been set aside",
        r"the sound server does not answer about other programs' levels",
        r".* broke: .*",
    )
)
"""Messages of ours; what fills their gaps is left out."""

PUBLIC_NAMES = frozenset({"root", "user", "users", "home", "admin", "guest", "jarvis", "pi"})
"""User names that are words or folders of the system: they tell nothing."""

SHORTEST_NAME = 3
_SOMEBODYS_HOME = re.compile(r"(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\\s:]+|/root\b")
"""Where homes are usually: HOME may lead elsewhere than the folder of the program."""


def contents(findings: Sequence[CheckResult], paths: Paths) -> dict[str, str]:
    """The support file's files: name and text.

    Args:
        findings: Of all checks.
        paths: Where the log is.
    """
    names = device_names(_said(finding) for finding in findings if finding.name in NAMING)
    advised = advice([finding for finding in findings if finding.name in SHARED])
    report = {
        "checks": [_shared(finding, names) for finding in findings],
        "advice": shortened(without_names(advised, names)),
    }
    return {
        "checks.json": json.dumps(report, indent=1),
        "settings.json": json.dumps(_settings(paths), indent=1),
        "log.txt": "\n".join(log_shape(_newest(paths.log_file))) + "\n",
    }


def write_bundle(file: Path, findings: Sequence[CheckResult], paths: Paths) -> None:
    """Write the support file, for the user's eyes first.

    Raises:
        StoreError: It cannot be written.
    """
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        held = os.open(
            part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
        )
        with os.fdopen(held, "wb") as raw, zipfile.ZipFile(raw, "w") as archive:
            for name, text in contents(findings, paths).items():
                archive.writestr(name, text, compress_type=zipfile.ZIP_DEFLATED)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        message = f"Cannot write {file}: {error.strerror}."
        raise StoreError("bundle-unwritable", message) from error


def shortened(text: str) -> str:
    """A text without the user's name: their home is ~, the name itself is "user"."""
    for home in dict.fromkeys((str(home_folder()), str(home_folder().resolve()))):
        if len(home) > 1:
            text = re.sub(re.escape(home) + r"(?![\w-])", "~", text)
    text = _SOMEBODYS_HOME.sub("~", text)
    name = _user_name()
    if len(name) >= SHORTEST_NAME and name.lower() not in PUBLIC_NAMES:
        text = re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", "user", text, flags=re.IGNORECASE)
    return text


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # nobody of that number is known
        return ""


def _said(finding: CheckResult) -> str:
    return "\n".join((finding.verdict.detail, *finding.verdict.lines))


def _shared(finding: CheckResult, names: Collection[str]) -> dict[str, Any]:
    body: dict[str, Any] = {"name": finding.name, "status": finding.status}
    if finding.name in SHARED:
        body["detail"] = shortened(without_names(_said(finding), names))
    return body


def _settings(paths: Paths) -> list[dict[str, str]]:
    """Name and source of each setting; names that the user made up are left out."""
    from jarvis_voice.workshop.doctor.setting_check import read_settings

    try:
        found = read_settings(paths.config_file, os.environ)
    except (OSError, ValueError):
        return []
    return [{"name": _public_name(one.name), "source": one.source} for one in found]


def _public_name(name: str) -> str:
    section, _, _ = name.partition(".")
    return f"{section}.*" if section in OPEN_SECTIONS else name


def _newest(log_file: Path) -> list[str]:
    try:
        with log_file.open("rb") as file:
            file.seek(max(log_file.stat().st_size - LOG_BYTES, 0))
            return file.read().decode("utf-8", errors="replace").splitlines()[-LOG_LINES:]
    except OSError:
        return []


def log_shape(lines: Sequence[str]) -> Iterator[str]:
    """Time, level and module of each log line, with the message where it is known not to tell."""
    for line in lines:
        at, level, logger, message = _parsed(line)
        if level in _LEVELS and _LOGGER.fullmatch(logger):
            yield f"{at} {level} {logger}: {_known(message)}".rstrip(": ")


def _parsed(line: str) -> tuple[str, str, str, str]:
    """The parts of a line, written as text or as JSON; empty where it is neither."""
    if line.startswith("{"):
        try:
            body = parsed_json(line)
        except ValueError:
            return "", "", "", ""
        at, *rest = (str(body.get(name, "")) for name in ("at", "level", "logger", "message"))
        level, logger, message = rest
        return (at[:19] if re.match(r"[\d:T-]{19}", at) else ""), level, logger, message
    found = _LINE.match(line)
    return (found[1], found[2], found[3], found[4]) if found else ("", "", "", "")


def _known(message: str) -> str:
    for pattern in MESSAGES:
        if pattern.fullmatch(message):
            return re.sub(r"\\d\+|\.\*", "...", pattern.pattern)
    return ""
