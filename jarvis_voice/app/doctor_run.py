"""DoctorRun: lets `jarvis doctor` examine the installation in a program of its own.

Invariant: one at a time, and bounded in time; what breaks in it breaks nothing here.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.platform.bounded_program import ProgramLimits
from jarvis_voice.platform.program_lines import program_lines

LIMITS = ProgramLimits(seconds=120.0)

ARGUMENTS = ("-P", "-m", "jarvis_voice", "doctor", "--quick", "--events")
"""It asks nobody to speak, plays and calls nothing; no code comes from the folder it runs in."""


class DoctorRun:
    """Examines when it is asked to."""

    def __init__(self) -> None:
        self._is_under_way = False

    async def findings(self) -> AsyncGenerator[Mapping[str, str]]:
        """What each check found, as it ends, and at last the advice.

        Raises:
            ControlError: Another one is under way, or it did not end well.
        """
        if self._is_under_way:
            raise ControlError("doctor-runs", "An examination is under way. Wait for its end.")
        self._is_under_way = True
        is_whole = False
        try:
            async with aclosing(program_lines((sys.executable, *ARGUMENTS), LIMITS)) as lines:
                async for line in lines:
                    found = _body(line)
                    is_whole = "advice" in found
                    yield found
        except TimeoutError as error:
            late = f"The examination did not end within {LIMITS.seconds:.0f} seconds."
            raise ControlError("doctor-late", late) from error
        except OSError as error:
            message = f"The doctor cannot be started: {error.strerror}."
            raise ControlError("doctor-broke", message) from error
        finally:
            self._is_under_way = False
        if not is_whole:
            raise ControlError("doctor-broke", "The examination broke off. Run: jarvis doctor")


def _body(line: str) -> dict[str, str]:
    try:
        found = parsed_json(line.encode())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ControlError("doctor-broke", "The examination broke off. Run: jarvis doctor")
    return {str(name): str(value) for name, value in found.items()}
