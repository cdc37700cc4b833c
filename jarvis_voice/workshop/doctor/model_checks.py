"""Checks the models under [models]: each is tried, all at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.model_settings import models_in_order
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning
from jarvis_voice.workshop.doctor.model_trial import try_models

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

DOCTOR_SECONDS = 15.0
"""For one model; a busy machine may be slow to answer."""


async def check_language_models(visit: DiagnosticRun) -> CheckVerdict:
    """Each model that has an entry of its own; one that is asleep is named."""
    found = [one for one in models_in_order(visit.config) if one.is_named]
    if not found:
        return ok("No model has an entry under [models].")
    if visit.wanted.offline or visit.wanted.quick:
        return ok(f"{', '.join(one.name for one in found)}; none was tried.")
    trials = await try_models(found, visit.outside.google_url, DOCTOR_SECONDS)
    pairs = list(zip(found, trials, strict=True))
    lines = [f"{one.name}: {trial.state}. {trial.advice}".rstrip() for one, trial in pairs]
    bad = [(one, trial) for one, trial in pairs if not trial.is_well]
    if not bad:
        return ok(f"{len(found)} of {len(found)} answer.", *lines)
    first, trial = bad[0]
    said = f"{len(found) - len(bad)} of {len(found)} answer; {first.name}: {trial.state}."
    if len(bad) == len(found):
        return failed(said, trial.advice.rstrip("."), *lines)
    return warning(said, trial.advice.rstrip("."), *lines)
