"""Unit: what is told of a program for the volume that does not do its work."""

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.bounded_program import ProgramEnd
from jarvis_voice.tools.media import mixers

pytestmark = pytest.mark.unit
ENDS = {
    "kept waiting": (ProgramEnd(None, is_late=True), "does not answer"),
    "endless": (ProgramEnd(None, is_cut=True), "prints without end"),
    "failed": (ProgramEnd(3), "ended with error 3"),
}


@pytest.mark.parametrize(("end", "told"), ENDS.values(), ids=ENDS)
async def test_how_a_mixers_program_ended_is_told_as_it_was(
    monkeypatch: pytest.MonkeyPatch, end: ProgramEnd, told: str
) -> None:
    async def ended(*_: object, **__: object) -> ProgramEnd:
        return end

    monkeypatch.setattr(mixers, "bounded_program", ended)
    with pytest.raises(ToolError) as refused:
        await mixers.output_of(("pactl", "info"))
    assert refused.value.message == f"pactl {told}, so the system's sound cannot be reached."
