"""Flow: a check that breaks, hangs or has nothing to see is a finding, and the next goes on."""

import asyncio

import pytest
from workshop.doctor.patient import Patient

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import Paths
from jarvis_voice.workshop.doctor.check_result import (
    CheckResult,
    CheckVerdict,
    NothingToSeeError,
    ok,
)
from jarvis_voice.workshop.doctor.examination import Check, check_clock, examine
from jarvis_voice.workshop.doctor.run import DiagnosticRun

pytestmark = pytest.mark.flow


async def breaks(_: DiagnosticRun) -> CheckVerdict:
    raise KeyError("the user's own words")


async def hangs(_: DiagnosticRun) -> CheckVerdict:
    await asyncio.Event().wait()
    return ok("never")


async def refuses(_: DiagnosticRun) -> CheckVerdict:
    raise StoreError("x", "It is gone. Fetch it.")


async def sees_nothing(_: DiagnosticRun) -> CheckVerdict:
    raise NothingToSeeError("Nothing here.")


async def is_well(_: DiagnosticRun) -> CheckVerdict:
    return ok("Well.")


async def test_every_check_has_its_finding_in_order(paths: Paths) -> None:
    checks = (
        Check("breaks", breaks),
        Check("hangs", hangs, seconds=0.0),
        Check("refuses", refuses),
        Check("sees nothing", sees_nothing),
        Check("is well", is_well),
    )
    told: list[CheckResult] = []
    async with Patient(paths).visit() as visit:
        found = await examine(visit, told.append, checks)
    assert tuple(told) == found
    assert [(finding.name, finding.status) for finding in found] == [
        ("breaks", "failed"),
        ("hangs", "failed"),
        ("refuses", "failed"),
        ("sees nothing", "skipped"),
        ("is well", "ok"),
    ]
    assert found[0].verdict.detail == "The check itself broke: KeyError."
    assert "within 0 s" in found[1].verdict.detail
    assert found[2].verdict.advice == "It is gone: fetch it."


async def test_a_microphone_that_hangs_is_not_waited_for_by_those_that_need_its_sound(
    paths: Paths,
) -> None:
    from jarvis_voice.workshop.doctor.sound_checks import check_microphone, check_zeros

    class Hanging:
        name, dropped_frames, gaps = "Hanging", 0, 0

        async def __aenter__(self) -> None:
            await asyncio.Event().wait()

        async def __aexit__(self, *exc: object) -> None:
            pass

    patient = Patient(paths)
    patient.outside["microphone"] = lambda *_: Hanging()
    checks = (Check("microphone", check_microphone, 0.01), Check("zeros", check_zeros, 5.0))
    async with patient.visit() as visit:
        found = await examine(visit, lambda _: None, checks)
    assert [finding.status for finding in found] == ["failed", "skipped"]


@pytest.mark.parametrize(
    ("zone", "status"),
    [
        *((known, "ok") for known in ("", "Europe/Lisbon", ":Europe/Lisbon", "CET-1CEST", "UTC")),
        *((unknown, "warning") for unknown in ("Nope/Zone", "Nope", "../up")),
    ],
)
async def test_a_time_zone_that_nobody_knows_is_told(paths: Paths, zone: str, status: str) -> None:
    patient = Patient(paths)
    patient.outside["environment"] = {"TZ": zone}
    async with patient.visit() as visit:
        assert (await check_clock(visit)).status == status
