"""The table of checks; runs them one after the other, each within its time limit.

Invariant: a check that fails, breaks or hangs is a finding, never the end of the examination. The
clock is compared with what cannot be newer than now: files of this program.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import jarvis_voice
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.workshop.doctor.check_result import (
    CheckResult,
    CheckVerdict,
    NothingToSeeError,
    by_error,
    failed,
    ok,
    skipped,
    warning,
)
from jarvis_voice.workshop.doctor.database_check import check_database
from jarvis_voice.workshop.doctor.key_checks import (
    check_google_key,
    check_search_key,
    check_second_model,
)
from jarvis_voice.workshop.doctor.loop_check import check_loop
from jarvis_voice.workshop.doctor.mail_check import check_mail
from jarvis_voice.workshop.doctor.model_checks import check_language_models
from jarvis_voice.workshop.doctor.own_file_check import check_own_files
from jarvis_voice.workshop.doctor.place_checks import check_disk, check_permissions
from jarvis_voice.workshop.doctor.program_checks import check_libraries, check_program
from jarvis_voice.workshop.doctor.run import DiagnosticRun
from jarvis_voice.workshop.doctor.running_checks import check_autostart, check_running
from jarvis_voice.workshop.doctor.setting_check import check_settings
from jarvis_voice.workshop.doctor.sound_checks import (
    check_clipping,
    check_level,
    check_loudspeakers,
    check_microphone,
    check_microphones,
    check_noise,
    check_rate,
    check_zeros,
)
from jarvis_voice.workshop.doctor.word_checks import check_ears, check_wake_word, check_words

SLACK = timedelta(hours=26)
"""A file may have been packed in another time zone."""

FAR_AHEAD = timedelta(days=366 * 30)


async def check_clock(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the clock can be right, and the time zone is known."""
    now = visit.outside.now()
    written = _written_at(visit)
    shown = f"{now:%Y-%m-%d %H:%M} {now.tzname()} (UTC{now:%z})"
    how = "Set the machine's clock, or let it set itself: timedatectl set-ntp true"
    if now + SLACK < written or now > written + FAR_AHEAD:
        return failed(f"It says {shown}, which cannot be: files here are of {written:%Y}.", how)
    zone = visit.outside.environment.get("TZ", "").removeprefix(":")
    if zone and not _is_known(zone):
        return warning(
            f"{shown}. TZ={zone} is no known time zone, so UTC is meant.",
            "Set TZ to a name like Europe/Lisbon, or remove it",
        )
    return ok(f"{shown}.")


def _written_at(visit: DiagnosticRun) -> datetime:
    """When the program was installed, or last wrote; whichever is later."""
    files = [Path(jarvis_voice.__file__), visit.paths.log_file, visit.paths.database]
    newest = max(file.stat().st_mtime for file in files if file.exists())
    return datetime.fromtimestamp(newest).astimezone()


def _is_known(zone: str) -> bool:
    """By name, as a file, or as a rule ("CET-1CEST")."""
    try:
        ZoneInfo(zone)
    except (KeyError, OSError, ValueError):
        return Path(zone).is_file() or any(sign.isdigit() for sign in zone)
    return True


MEGABYTE = 1_000_000


async def check_models(visit: DiagnosticRun) -> CheckVerdict:
    """Whether each file that the settings ask for is there and whole."""
    from jarvis_voice.app.voice_factory import hearing_of
    from jarvis_voice.platform.weights.check import verify
    from jarvis_voice.platform.weights.manifest import WHISPER, groups_for
    from jarvis_voice.workshop.doctor.system_probe import apart

    hears = hearing_of(visit.config, visit.paths)
    second = [WHISPER + hears.second] if hears.second else []
    files = visit.outside.manifest().files([*groups_for(hears.model), *second])
    visit.tell("Reading every byte of the models ...")
    problems = await apart(lambda: verify(files, visit.paths.models))
    size = sum(file.n_bytes for file in files) / MEGABYTE
    if not problems:
        return ok(
            f"{len(files)} files, {size:.0f} MB, every byte as the manifest says.",
            str(visit.paths.models),
        )
    return failed(
        f"{len(problems)} of {len(files)} model files cannot be used.",
        "Run `jarvis setup`",
        *(f"{problem.file.path}: {problem.kind}" for problem in problems),
    )


log = logging.getLogger(__name__)

SHORT_SECONDS = 20.0
MODEL_SECONDS = 120.0
"""Models load on a machine that may be busy with everything else."""

LISTENING_SECONDS = 240.0
"""Five tries, each up to four times, with the models loaded before."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check, with its name and its time limit.

    Attributes:
        name: What it looks at, for a reader.
        look: Gives the verdict; an error of ours is one, too.
        seconds: How long it may take.
    """

    name: str
    look: Callable[[DiagnosticRun], Awaitable[CheckVerdict]]
    seconds: float = SHORT_SECONDS


CHECKS = (
    Check("program", check_program, MODEL_SECONDS),
    Check("libraries", check_libraries, MODEL_SECONDS),
    Check("settings", check_settings),
    Check("own files", check_own_files, MODEL_SECONDS),
    Check("models", check_models, MODEL_SECONDS),
    Check("microphones", check_microphones),
    Check("loudspeakers", check_loudspeakers),
    Check("microphone", check_microphone, LISTENING_SECONDS),
    Check("zeros", check_zeros),
    Check("rate", check_rate),
    Check("clipping", check_clipping),
    Check("ears", check_ears, MODEL_SECONDS),
    Check("level", check_level),
    Check("noise", check_noise),
    Check("wake word", check_wake_word, MODEL_SECONDS),
    Check("words", check_words, MODEL_SECONDS),
    Check("loop-back", check_loop, 40.0),
    Check("google key", check_google_key),
    Check("second model", check_second_model, 45.0),
    Check("chat models", check_language_models, 45.0),
    Check("search key", check_search_key),
    Check("mail", check_mail, 40.0),
    Check("running", check_running),
    Check("autostart", check_autostart),
    Check("database", check_database, MODEL_SECONDS),
    Check("disk", check_disk),
    Check("permissions", check_permissions),
    Check("clock", check_clock),
)
"""In this order: the sound is taken before models load, which would disturb its rate."""


async def examine(
    visit: DiagnosticRun, tell: Callable[[CheckResult], None], checks: tuple[Check, ...] = CHECKS
) -> tuple[CheckResult, ...]:
    """Carry out the checks.

    Args:
        visit: Opened.
        tell: Given each finding when it is there.
        checks: Which, in order.
    """
    findings = []
    for check in checks:
        finding = CheckResult(check.name, await _verdict(check, visit))
        tell(finding)
        findings.append(finding)
    return tuple(findings)


async def _verdict(check: Check, visit: DiagnosticRun) -> CheckVerdict:
    report = "Report this with what `jarvis doctor --bundle` writes"
    try:
        async with asyncio.timeout(check.seconds):
            return await check.look(visit)
    except NothingToSeeError as error:
        return skipped(error.message)
    except JarvisError as error:
        return by_error(error)
    except TimeoutError:
        return failed(
            f"There was no answer within {check.seconds:.0f} s.",
            f"What {check.name} stands on hangs: start the machine's sound, network or disk again",
        )
    except Exception as error:  # noqa: BLE001 - whatever breaks a check is what it found
        log_broken(log, f"the check {check.name}", error)
        return failed(f"The check itself broke: {type(error).__name__}.", report)
