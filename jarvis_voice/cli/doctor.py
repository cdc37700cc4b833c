"""`jarvis doctor`: finds out why Jarvis does not hear the user."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.core.visible_text import json_line

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.check_result import CheckResult
    from jarvis_voice.workshop.doctor.options import DiagnosticOptions


class Form(StrEnum):
    """How the findings are printed."""

    TEXT = "text"
    JSON = "json"
    EVENTS = "events"


QuickOption = Annotated[
    bool,
    typer.Option("--quick", help="Only look: ask me to say nothing, play and call nothing."),
]
OfflineOption = Annotated[
    bool, typer.Option("--offline", help="Do not try the keys on their services.")
]
RecordingOption = Annotated[
    Path | None,
    typer.Option(
        dir_okay=False,
        help="A sound file in place of the microphone, with the wake word in it.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object: checks and advice.")
]
EventsOption = Annotated[
    bool,
    typer.Option(
        "--events", help="Print one JSON object a line: each check as it ends, then the advice."
    ),
]
BundleOption = Annotated[
    Path | None,
    typer.Option(dir_okay=False, help="Write a support file (zip) without speech and keys."),
]
SecondsOption = Annotated[
    float,
    typer.Option(min=2, max=60, help="How long to listen where nobody can be asked to speak."),
]


def doctor(
    *,
    quick: QuickOption = False,
    offline: OfflineOption = False,
    recording: RecordingOption = None,
    as_json: JsonOption = False,
    events: EventsOption = False,
    bundle: BundleOption = None,
    seconds: SecondsOption = 5.0,
) -> None:
    """Find out why Jarvis does not hear you: program, sound, models, keys, folders.

    In a terminal you are asked for the wake word five times. Every check says ok, WARN, FAIL or -
    (not looked at); the last line is what to do first. Nothing that is heard is kept.

    Exit code: 0 when nothing fails (there may be warnings), 1 when something does not work.
    """
    import asyncio
    import sys

    from jarvis_voice.workshop.doctor.advice import exit_code
    from jarvis_voice.workshop.doctor.options import DiagnosticOptions

    is_attended = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    wanted = DiagnosticOptions(
        recording=recording,
        quick=quick,
        offline=offline,
        is_attended=is_attended and not (as_json or events),
        seconds=seconds,
    )
    form = Form.EVENTS if events else Form.JSON if as_json else Form.TEXT
    findings = asyncio.run(_examine(wanted, form))
    _conclude(findings, form)
    if bundle:
        _bundle(bundle, findings)
    raise typer.Exit(exit_code(findings))


async def _examine(wanted: DiagnosticOptions, form: Form) -> tuple[CheckResult, ...]:
    from jarvis_voice.cli.output import err, out
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.doctor.examination import examine
    from jarvis_voice.workshop.doctor.report import INDENT, as_body, as_text
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

    def tell(finding: CheckResult) -> None:
        match form:
            case Form.TEXT:
                for line in as_text(finding):
                    out.tell(line, len(INDENT))
            case Form.EVENTS:
                out(json_line(as_body(finding)))
            case Form.JSON:
                pass

    async with DiagnosticRun(find_paths(), wanted, tell=err) as visit:
        return await examine(visit, tell)


def _conclude(findings: tuple[CheckResult, ...], form: Form) -> None:
    import json

    from jarvis_voice.cli.output import out
    from jarvis_voice.workshop.doctor.advice import advice
    from jarvis_voice.workshop.doctor.report import as_json as in_json

    match form:
        case Form.TEXT:
            out.tell(f"\n{advice(findings)}")
        case Form.EVENTS:
            out(json_line({"advice": advice(findings)}))
        case Form.JSON:
            out(json.dumps(in_json(findings)))


def _bundle(file: Path, findings: tuple[CheckResult, ...]) -> None:
    from jarvis_voice.cli.output import err
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.doctor.bundle import CONTENTS, write_bundle

    err.tell(f"\nThe support file {file} will hold:")
    for line in CONTENTS:
        err.tell(f"  {line}")
    write_bundle(file, findings, find_paths())
    err.tell("Written. Look into it before you send it.")
