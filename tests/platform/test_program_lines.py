"""E2E: lines of a program as they come, and its end when nobody reads on."""

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

from jarvis_voice.platform.bounded_program import ProgramLimits
from jarvis_voice.platform.program_lines import LONGEST_LINE, program_lines

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="it looks at process groups"),
]

ENDLESS = "import time\nprint('ready', flush=True)\ntime.sleep(600)"


async def lines(source: str, seconds: float = 30.0, most_bytes: int = 1_000_000) -> list[str]:
    limits = ProgramLimits(seconds, most_bytes)
    async with aclosing(program_lines((sys.executable, "-c", source), limits)) as found:
        return [line async for line in found]


async def test_every_line_comes_and_nothing_of_stderr() -> None:
    source = "import sys\nprint('one\\ntwo')\nprint('no', file=sys.stderr)\nsys.stdout.write('end')"
    assert await lines(source) == ["one", "two", "end"]


async def test_a_line_comes_before_the_program_ends_and_leaving_ends_it() -> None:
    source = f"import os\nprint(os.getpid(), flush=True)\n{ENDLESS}"
    argv = (sys.executable, "-c", source)
    async with aclosing(program_lines(argv, ProgramLimits(60.0))) as found:
        number = int(await anext(found))
        assert await anext(found) == "ready"
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


async def test_its_time_and_its_bytes_are_bounded() -> None:
    with pytest.raises(TimeoutError):
        await lines(ENDLESS, seconds=1.0)
    assert await lines("print('a' * 10)\nprint('b' * 10)", most_bytes=15) == ["a" * 10]
    assert await lines(f"print('a')\nprint('b' * {2 * LONGEST_LINE})") == ["a"]


async def test_what_is_not_there_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        async with aclosing(program_lines((str(tmp_path / "none"),), ProgramLimits(5.0))) as found:
            await anext(found)


async def test_what_left_its_group_and_holds_its_output_is_not_waited_for() -> None:
    child = "import time; time.sleep(600)"
    source = (
        "import subprocess, sys, time\n"
        f"left = subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\n"
        "print(left.pid, flush=True)\ntime.sleep(600)"
    )
    argv = (sys.executable, "-c", source)
    async with asyncio.timeout(20.0), aclosing(program_lines(argv, ProgramLimits(60.0))) as found:
        left = int(await anext(found))
    os.kill(left, signal.SIGKILL)  # it is there still: it held the output all the time
