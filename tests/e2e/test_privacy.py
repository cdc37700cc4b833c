"""End to end, seen from outside the process: no sound is written down, nobody is called who was not
named, and what is forgotten is in no byte of the data folder."""

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.outside import FileWatch, TracedJarvis, holding
from bench.sound import SoundServer
from bench.voices import Voice
from cli.command import jarvis

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.timeout(400)]

READY = "is ready"
LOAD_SECONDS = 120.0
TRIES = 5
MARKER = "quetzalcoatl"
LOCAL_COMMANDS = (
    "what time is it",
    "what is 17 times 23",
    "how many miles are ten kilometres",
    f"remember that my locker code is {MARKER}",
    "what is my locker code",
    "add milk to the shopping list",
    "what is on my shopping list",
    "set a timer for ten minutes",
    "what can you do",
    "the colour of the sound of a stone",
)
"""What needs nobody else, and one that nobody understands."""

OWN_FILES = frozenset(
    {
        *("threads.db", "threads.db-wal", "threads.db-shm", "threads.db-journal"),
        *("threads.lock", "threads.pid", "jarvis.log", "jarvis-voice.sock", "control.sock"),
        *("ducked.json", "verified.json", "line-history"),
        *("silence.states", "silence.states.new"),  # of the model, from before anything is heard
    }
)
"""All that a running Jarvis keeps."""

PASSING = re.compile(r"cc\w+(\.cdtor)?\.\w{1,4}|\.jarvis-\w+|tmp\w+|[a-z0-9_]{8}|a\.out")
"""Files that come and go: of the compiler that ctypes asks where a library is, of the test that the
sandbox holds, and the one by which a temporary folder is tried."""

LEAST_SOUND_BYTES = 16_000
"""Half a second of what the microphone hears."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "jarvis"


@pytest.fixture
def env(tmp_path: Path, home: Path) -> dict[str, str]:
    """A machine with a home, a temporary folder and nothing else."""
    folders = {name: str(tmp_path / "user") for name in ("HOME", "USERPROFILE")}
    (tmp_path / "user").mkdir()
    (tmp_path / "temporary").mkdir()
    return {
        **folders,
        "TMPDIR": str(tmp_path / "temporary"),
        "JARVIS_HOME": str(home),
        "JARVIS_MODELS": str(find_paths().models),
    }


def command(
    env: Mapping[str, str], *args: str, stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end on this machine."""
    more = {name: env[name] for name in ("HOME", "TMPDIR", "JARVIS_MODELS")}
    return jarvis(Path(env["JARVIS_HOME"]), *args, stdin=stdin, **more)


@pytest.mark.bench("sound", "voices", "trace")
def test_a_spoken_turn_writes_no_sound_and_calls_nobody(
    tmp_path: Path,
    env: dict[str, str],
    home: Path,
    sound: SoundServer,
    say_to: Callable[[str, Voice], None],
) -> None:
    sound.noise_floor()
    record = tmp_path / "connects"
    silence = home / "silence.states"  # where none lies beside the weights
    with FileWatch(home, tmp_path / "user", tmp_path / "temporary") as watch:
        with TracedJarvis(env | sound.env, record, "run") as process:
            process.expect(READY, LOAD_SECONDS)
            of_silence = silence.read_bytes() if silence.exists() else b""
            for _ in range(TRIES):  # a busy machine may miss what is said while it is traced
                say_to("Hey Jarvis, what time is it?", "slt")
                if "It is" in process.expect("💬 .*|did not understand").group():
                    break
            process.send_line("exit")
            assert process.wait() == 0
        watch.settle()
    others = {file.name: size for file, size in watch.seen.items() if file.name not in OWN_FILES}
    assert [name for name in others if not PASSING.fullmatch(name)] == []
    assert max(others.values(), default=0) < LEAST_SOUND_BYTES, others
    assert (silence.read_bytes() if silence.exists() else b"") == of_silence
    assert home / "threads.db" in watch.seen  # it does see
    assert process.reached == []


def test_sound_is_written_where_it_is_asked_for(
    tmp_path: Path, env: dict[str, str], home: Path
) -> None:
    wanted = tmp_path / "user" / "hello.wav"
    with FileWatch(home, tmp_path / "user", tmp_path / "temporary") as watch:
        done = command(env, "say", "--out", str(wanted), "Hello.")
        assert done.returncode == 0, done.stderr
        watch.settle()
    assert wanted in watch.seen


@pytest.mark.bench("trace")
def test_commands_that_need_nobody_call_nobody(
    tmp_path: Path, env: dict[str, str], home: Path
) -> None:
    with TracedJarvis(env, tmp_path / "connects", "run", "--text-only") as process:
        for line in LOCAL_COMMANDS:
            process.send_line(line)
        process.close_stdin()
        assert process.wait(LOAD_SECONDS) == 0
    assert process.reached == []
    assert MARKER not in (home / "jarvis.log").read_text(encoding="utf-8")


@pytest.mark.bench("trace")
def test_only_the_service_that_is_configured_is_called(tmp_path: Path, env: dict[str, str]) -> None:
    """A busy machine may load the model's library for longer than a turn waits: then once more."""
    with OpenAiServer(api_key="", model="") as server:
        server.refuse(lambda _: True, "no")
        own = {
            "JARVIS_SECOND_MODEL__URL": server.base_url,
            "JARVIS_SECOND_MODEL__MODEL": "scripted",
        }
        for number in range(TRIES):
            record = tmp_path / f"connects-{number}"
            with TracedJarvis(env | own, record, "run", "--text-only") as process:
                process.send_line("improve the tone of this letter for me")
                process.close_stdin()
                assert process.wait(LOAD_SECONDS) == 0
            assert set(process.reached) <= {server.address}
            if server.requests:
                break
        assert server.requests, process.output
        assert process.reached  # the tracer does see


@pytest.fixture
def daemon(env: dict[str, str]) -> Iterator[JarvisProcess]:
    """A daemon that owns the database meanwhile."""
    with JarvisProcess(env, "run", "--text-only") as process:
        process.expect("Type what you want", LOAD_SECONDS)
        yield process


def tell(process: JarvisProcess, line: str, answer: str) -> None:
    process.send_line(line)
    process.expect(answer)


@pytest.mark.parametrize("what", [("--last",), ("t1",), ("--thread", "default"), ("--all",)])
def test_what_is_forgotten_is_in_no_byte(
    what: tuple[str, ...], home: Path, env: dict[str, str], daemon: JarvisProcess
) -> None:
    tell(daemon, f"remember that my locker code is {MARKER}", "I will remember")
    (home / "threads.db.damaged-20260101-000000").write_text(f"damaged {MARKER}")
    (home / "line-history").write_text(f"\n# 1\n+remember that my locker code is {MARKER}\n")
    assert holding(home, MARKER)
    done = command(env, "forget", "--yes", *what)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Forgot 1 turn, 1 thing kept because of it, 1 damaged database")
    assert holding(home, MARKER) == []  # while the daemon runs
    tell(daemon, "what is my locker code", "(not told|no such|know)")
    daemon.send_line("exit")
    assert daemon.wait() == 0
    assert holding(home, MARKER) == []


def test_forgetting_asks_first_and_works_without_a_daemon(home: Path, env: dict[str, str]) -> None:
    assert command(env, "ask", f"add {MARKER} to the shopping list").returncode == 0
    assert command(env, "ask", "what time is it").returncode == 0
    refused = command(env, "forget", "t1", stdin=b"n\n")
    assert refused.returncode == 1
    assert holding(home, MARKER)
    agreed = command(env, "forget", "t1", stdin=b"y\n")
    assert agreed.returncode == 0, agreed.stderr
    assert holding(home, MARKER) == []
    left = command(env, "threads", "show").stdout
    assert "what time is it" in left
    assert command(env, "forget", "t1", "--yes").returncode == 1
    assert command(env, "forget").returncode == 2
