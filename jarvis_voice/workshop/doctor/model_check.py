"""The check of the weight files: every byte against the manifest.

Invariant: no note of an earlier check is trusted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

MEGABYTE = 1_000_000


async def check_models(visit: DiagnosticRun) -> CheckVerdict:
    """Whether each file that the settings ask for is there and whole."""
    from jarvis_voice.platform.weights.check import verify
    from jarvis_voice.platform.weights.manifest import groups_for
    from jarvis_voice.workshop.doctor.system_probe import apart

    files = visit.outside.manifest().files(groups_for(visit.config.speech_to_text.model))
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
