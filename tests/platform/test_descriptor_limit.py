"""Flow: the limit of open files, raised for ourselves and put back for what we start."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.platform import descriptor_limit, detached_process
from jarvis_voice.platform.descriptor_limit import ROOM, DescriptorLimit
from jarvis_voice.platform.detached_process import start_detached

if sys.platform == "win32":
    pytest.skip("Windows has no such limit", allow_module_level=True)

import resource

pytestmark = pytest.mark.flow

USUAL, RAISED = 256, 512


@pytest.fixture(autouse=True)
def usual_limit() -> Iterator[None]:
    """A soft limit that can be raised, whatever this machine has."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def soft() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def limit_of_a_child() -> int:
    return int(subprocess.check_output(["sh", "-c", "ulimit -Sn"]))


def test_it_is_raised_as_far_as_is_sane() -> None:
    assert DescriptorLimit().raise_it(RAISED) == RAISED == soft()


def test_what_is_enough_already_stays() -> None:
    assert DescriptorLimit().raise_it(USUAL - 1) == USUAL == soft()


def test_a_system_that_refuses_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not here")

    limit = DescriptorLimit()
    with monkeypatch.context() as patch:
        patch.setattr(resource, "setrlimit", refuse)
        assert limit.raise_it(RAISED) == USUAL
    with limit.as_it_was():
        assert soft() == USUAL


def test_what_is_started_gets_the_usual_limit_and_we_keep_ours() -> None:
    limit = DescriptorLimit()
    limit.raise_it(RAISED)
    assert limit_of_a_child() == RAISED, "nothing puts it back by itself"
    with limit.as_it_was(), limit.as_it_was():
        assert limit_of_a_child() == USUAL
    assert soft() == RAISED


def test_two_starts_at_once_both_get_it() -> None:
    limit = DescriptorLimit()
    limit.raise_it(RAISED)
    with limit.as_it_was():
        with limit.as_it_was():
            pass
        assert limit_of_a_child() == USUAL
    assert soft() == RAISED


def test_without_room_below_the_usual_limit_programs_can_still_be_started() -> None:
    limit = DescriptorLimit()
    limit.raise_it(RAISED)
    opened = [os.open(os.devnull, os.O_RDONLY)]
    while opened[-1] < USUAL - ROOM // 2:
        opened.append(os.open(os.devnull, os.O_RDONLY))
    try:
        with limit.as_it_was():
            assert limit_of_a_child() == RAISED
    finally:
        for descriptor in opened:
            os.close(descriptor)


async def test_a_detached_program_gets_the_usual_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = DescriptorLimit()
    limit.raise_it(RAISED)
    monkeypatch.setattr(detached_process, "OPEN_FILES", limit)
    started = await start_detached(["sh", "-c", "ulimit -Sn"], 30.0, 100)
    assert (started.exit_code, started.said) == (0, f"{USUAL}\n".encode())


async def test_a_program_that_is_awaited_gets_the_usual_limit() -> None:
    limit = DescriptorLimit()
    limit.raise_it(RAISED)
    with limit.as_it_was():
        child = await asyncio.create_subprocess_exec(
            "sh", "-c", "ulimit -Sn", stdout=asyncio.subprocess.PIPE
        )
    out, _ = await child.communicate()
    assert (int(out), soft()) == (USUAL, RAISED)


STARTS = re.compile(r"subprocess\.(?:run|Popen)\(|create_subprocess_exec\(|\bstdio_client\(\w")
NOT_THE_DAEMON = (
    *("cli/", "workshop/", "platform/autostart/"),
    *("platform/weights/wheels.py", "platform/checkout_update.py"),
)


def unbounded(sources: dict[str, str]) -> list[str]:
    """Modules of the daemon that hand the raised limit on to a program."""
    return [
        name
        for name, source in sources.items()
        if not name.startswith(NOT_THE_DAEMON)
        and len(STARTS.findall(source)) > source.count("OPEN_FILES.as_it_was()")
    ]


def test_every_start_of_a_program_in_the_daemon_puts_the_limit_back() -> None:
    root = Path(jarvis_voice.__file__).parent
    sources = {
        file.relative_to(root).as_posix(): re.sub(r'"""[\s\S]*?"""', "", file.read_text("utf-8"))
        for file in root.rglob("*.py")
    }
    assert sum(bool(STARTS.search(source)) for source in sources.values()) > 10
    assert unbounded(sources) == []
    assert unbounded({"tools/x.py": "subprocess.run(argv)"}) == ["tools/x.py"]
    assert descriptor_limit.MOST >= 4_096
