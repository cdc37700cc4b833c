"""Flow: findings of the doctor as they come; one examination at a time, and every end is told."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

import pytest

from jarvis_voice.app import doctor_run
from jarvis_voice.app.doctor_run import DoctorRun
from jarvis_voice.core.errors import ControlError
from jarvis_voice.platform.bounded_program import ProgramLimits

pytestmark = pytest.mark.flow

CHECK = '{"name": "clock", "status": "ok", "detail": "It goes."}'
ADVICE = '{"advice": "All is well."}'

Lines = Callable[[Sequence[str], ProgramLimits], AsyncGenerator[str]]


def printing(*lines: str, error: Exception | None = None) -> Lines:
    """A program that prints some lines, and then may break."""

    async def program(_: Sequence[str], __: ProgramLimits) -> AsyncGenerator[str]:
        for line in lines:
            yield line
        if error:
            raise error

    return program


async def test_each_finding_is_told_and_at_last_the_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_run, "program_lines", printing(CHECK, ADVICE))
    found = [one async for one in DoctorRun().findings()]
    assert found == [
        {"name": "clock", "status": "ok", "detail": "It goes."},
        {"advice": "All is well."},
    ]


@pytest.mark.parametrize(
    ("program", "code"),
    [
        (printing(), "doctor-broke"),
        (printing(CHECK), "doctor-broke"),
        (printing(CHECK, "no json", ADVICE), "doctor-broke"),
        (printing("[]"), "doctor-broke"),
        (printing(CHECK, error=TimeoutError()), "doctor-late"),
        (printing(error=FileNotFoundError(2, "No such file")), "doctor-broke"),
    ],
)
async def test_an_end_that_is_none_is_told_and_another_may_follow(
    monkeypatch: pytest.MonkeyPatch, program: Lines, code: str
) -> None:
    doctor = DoctorRun()
    for _ in range(2):
        monkeypatch.setattr(doctor_run, "program_lines", program)
        with pytest.raises(ControlError) as caught:
            [one async for one in doctor.findings()]
        assert caught.value.code == code


async def test_there_is_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_run, "program_lines", printing(CHECK, ADVICE))
    doctor = DoctorRun()
    async with aclosing(doctor.findings()) as first:
        await anext(first)
        with pytest.raises(ControlError, match="under way"):
            await anext(doctor.findings())
    assert len([one async for one in doctor.findings()]) == 2
