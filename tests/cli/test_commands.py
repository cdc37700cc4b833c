"""Flow: the command line as child processes, on good and on bad input."""

import json
import os
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import pytest
from cli.command import SECONDS, environment, jarvis

from jarvis_voice.paths import Paths
from jarvis_voice.resources import shipped
from jarvis_voice.store.lock import ProcessLock
from jarvis_voice.store.reading import list_threads, read_thread
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.types import TurnInput

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
def home(paths: Paths) -> Path:
    return paths.config


async def remember(paths: Paths, *texts: str, thread: str = "default") -> None:
    async with ThreadStore(paths.database) as store:
        for text in texts:
            turn = TurnInput(store.next_turn_id(), thread, text, "stdin")
            await store.begin(turn, NOON)
            await store.end(turn, f"You said {text}.", "done")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def one_line(done: subprocess.CompletedProcess[str], exit_code: int) -> str:
    """The one line on stderr of a command that failed as it should."""
    assert done.returncode == exit_code, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith("jarvis: ")
    return line


@pytest.mark.parametrize(
    ("args", "teaches"),
    [
        ([], "jarvis ask"),
        (["--help"], "jarvis setup"),
        (["run", "--help"], "Ctrl-C"),
        (["ask", "-h"], "open MIT's website"),
        (["hear", "--help"], "WAV"),
        (["say", "--help"], "Speak a text"),
        (["setup", "--help"], "Fetch the models"),
        (["devices", "--help"], "config"),
        (["ptt", "--help"], "press"),
        (["threads", "--help"], "clear"),
        (["threads", "list", "--help"], "latest first"),
        (["threads", "show", "--help"], "transcript"),
        (["threads", "clear", "--help"], "Do not ask"),
        (["--version"], "jarvis-voice "),
    ],
)
def test_help_teaches_and_touches_nothing(home: Path, args: list[str], teaches: str) -> None:
    done = jarvis(home, *args)
    assert done.returncode in ({0, 2} if not args else {0})
    assert teaches in " ".join(done.stdout.split())
    assert not home.exists()


HEAVY = {
    "numpy", "langgraph", "langchain_core", "langchain_google_genai", "pydantic_settings",
    "onnxruntime", "prompt_toolkit", "faster_whisper", "hassil", "httpx", "aiosqlite", "rapidfuzz",
    "soxr", "piper",
}  # fmt: skip


@pytest.mark.parametrize(
    ("args", "besides"),
    [
        (["--help"], {"sounddevice"}),
        (["threads", "list"], {"sounddevice", "rich"}),
        (["devices"], {"rich"}),
        (["ptt", "press"], {"sounddevice", "rich"}),
        (["threads", "clear"], {"sounddevice", "rich"}),
    ],
)
def test_light_commands_load_nothing_heavy(home: Path, args: list[str], besides: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "jarvis_voice", *args],
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=SECONDS,
        check=False,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "jarvis_voice.cli.main" in loaded
    assert loaded & (HEAVY | besides) == set()


def test_a_typed_turn_gives_the_contract_line_by_line(home: Path) -> None:
    browser = f"{sys.executable} -V"
    done = jarvis(home, "ask", "--json", "open MIT's website", DISPLAY=":nowhere", BROWSER=browser)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(line.pop("at") >= 0 for line in lines)
    reply = "I have opened MIT's website."
    assert lines == [
        {"type": "turn-started", "turn_id": "t1", "thread_id": "default",
         "text": "open MIT's website", "source": "stdin"},
        {"type": "task-planned", "turn_id": "t1", "action": "open_website",
         "arguments": {"url_index": 0}, "planner": "local"},
        {"type": "tool-ended", "turn_id": "t1", "action": "open_website",
         "arguments": {"url": "https://www.mit.edu/"},
         "receipt": {"status": "done", "observed": "opened in the default browser"}},
        {"type": "reply-text", "turn_id": "t1", "text": reply, "is_final": True},
        {"type": "turn-ended", "turn_id": "t1", "reply": reply, "outcome": "done"},
    ]  # fmt: skip


def test_without_a_screen_it_gives_the_address_and_claims_nothing(home: Path) -> None:
    done = jarvis(home, "ask", "open github dot com")
    assert done.returncode == 0
    assert done.stdout == "I cannot open a window here; the address is https://github.com/\n"
    assert done.stderr.splitlines()[0] == "🌐 Opening website ..."


def test_each_line_of_a_pipe_is_a_turn_of_one_thread_whatever_its_bytes(
    paths: Paths, home: Path
) -> None:
    done = jarvis(home, "ask", stdin=b"hello \xff\n\n  what did I just ask you\n")
    assert done.returncode == 0, done.stderr
    asked = "hello \N{REPLACEMENT CHARACTER}"
    assert done.stdout.splitlines()[-1] == f'You said: "{asked}".'
    assert [turn.text for turn in read_thread(paths.database, "default")] == [
        asked,
        "what did I just ask you",
    ]


def test_several_sentences_are_turns_of_the_thread_that_is_named(paths: Paths, home: Path) -> None:
    done = jarvis(home, "ask", "--thread", "work", "hello", "what did I just ask you")
    assert done.stdout.splitlines()[-1] == 'You said: "hello".'
    assert [(row.thread_id, row.turns) for row in list_threads(paths.database)] == [("work", 2)]


@pytest.mark.parametrize("args", [[], [""], ["  "]])
def test_nothing_to_ask_is_a_usage_error(home: Path, args: list[str]) -> None:
    done = jarvis(home, "ask", *args)
    assert done.returncode == 2
    assert "say what to do" in done.stderr
    assert not home.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text on Windows")
def test_an_argument_of_odd_bytes_is_a_turn(home: Path) -> None:
    done = jarvis(home, "ask", b"\xff\xfe")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_dry_run_does_nothing_remembers_nothing_and_says_so(home: Path) -> None:
    done = jarvis(home, "ask", "--dry-run", "open MIT's website", "take a screenshot")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "This is a dry run: open website was not carried out.",
        "This is a dry run: take screenshot was not carried out.",
    ]
    assert jarvis(home, "threads", "list").stdout == "No conversations yet.\n"


def test_without_a_voice_the_answer_is_printed_and_the_lack_said(
    home: Path, tmp_path: Path
) -> None:
    done = jarvis(home, "ask", "--speak", "hello", JARVIS_MODELS=str(tmp_path / "none"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "Hello."
    assert "run `jarvis setup`" in done.stderr
    assert "Traceback" not in done.stderr


async def test_threads_are_listed_and_shown(paths: Paths, home: Path) -> None:
    await remember(paths, "one", "two")
    await remember(paths, "three", thread="work")
    stamp = "2026-11-21T12:00:00+00:00"
    assert jarvis(home, "threads", "list").stdout.splitlines() == [
        f"work\t1 turn\t{stamp}\tthree",
        f"default\t2 turns\t{stamp}\ttwo",
    ]
    assert jarvis(home, "threads", "show").stdout.splitlines() == [
        f"[{stamp} stdin done] one",
        "  You said one.",
        f"[{stamp} stdin done] two",
        "  You said two.",
    ]
    unknown = jarvis(home, "threads", "show", "nobody")
    assert (unknown.returncode, unknown.stderr) == (1, 'No turns in the thread "nobody".\n')


@pytest.mark.parametrize(
    ("args", "stdin", "exit_code", "left"),
    [
        ([], b"n\n", 1, 2),
        ([], b"\n", 1, 2),
        ([], b"", 1, 2),
        ([], b"y\n", 0, 0),
        (["--yes"], b"", 0, 0),
    ],
)
async def test_a_thread_is_cleared_after_asking(
    paths: Paths, home: Path, args: list[str], stdin: bytes, exit_code: int, left: int
) -> None:
    await remember(paths, "one", "two")
    await remember(paths, "three", thread="work")
    done = jarvis(home, "threads", "clear", *args, stdin=stdin)
    assert done.returncode == exit_code, done.stderr
    assert ('Forget the 2 turns of "default" for good?' in done.stdout) is not bool(args)
    assert len(read_thread(paths.database, "default")) == left
    assert len(read_thread(paths.database, "work")) == 1


def test_clearing_nothing_is_no_error(home: Path) -> None:
    done = jarvis(home, "threads", "clear", "nobody")
    assert (done.returncode, done.stdout) == (0, 'No turns in the thread "nobody".\n')


@pytest.mark.parametrize(
    ("args", "text", "words"),
    [
        (["ask", "hello"], "[voice]\nsped = 1\n", 'Did you mean "speed"?'),
        (["run", "--text-only"], "[voice\n", "is not valid TOML"),
        (["say", "hello"], "voice = 1\n", "must be a section ([voice])"),
        (["hear", "none.wav"], "[wake.words]\njarvis = 2\n", '"wake.words.jarvis"'),
    ],
)
def test_a_mistake_in_the_settings_is_one_line(
    paths: Paths, home: Path, args: list[str], text: str, words: str
) -> None:
    write(paths.config_file, text)
    assert words in one_line(jarvis(home, *args), 2)


def test_a_mistake_in_the_environment_is_one_line(home: Path) -> None:
    done = jarvis(home, "ask", "hello", JARVIS_WAKE__SECOND_STAJE="false")
    assert 'Did you mean "JARVIS_WAKE__SECOND_STAGE"?' in one_line(done, 2)


@pytest.mark.parametrize("args", [["ask", "open school"], ["run", "--text-only"]])
@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("sites.toml", '[[site]]\nname = "School"\nurl = "ftp://x/"\n', 'The site "School"'),
        ("sentences/own.yaml", "intents: {opn_website: {data: []}}\n", "Did you mean"),
    ],
)
def test_a_mistake_in_the_users_sites_or_sentences_is_told_before_any_turn(
    paths: Paths, home: Path, args: list[str], file: str, text: str, words: str
) -> None:
    write(paths.config / file, text)
    assert words in one_line(jarvis(home, *args), 2)
    assert not paths.database.exists()


async def test_a_second_writer_names_the_first(paths: Paths, home: Path) -> None:
    async with ProcessLock(paths.lock, "run"):
        line = one_line(jarvis(home, "run", "--text-only"), 3)
        assert f"already running (pid {os.getpid()})" in line
    async with ProcessLock(paths.lock, "ask"):
        line = one_line(jarvis(home, "run", "--text-only"), 3)
        assert f"Another jarvis command is at work (pid {os.getpid()})" in line
    assert not paths.database.exists()


def test_commands_at_the_same_time_wait_for_each_other(paths: Paths, home: Path) -> None:
    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "jarvis_voice", "ask", "hello"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home),
        )
        for _ in range(3)
    ]
    ends = [(*command.communicate(timeout=SECONDS), command.returncode) for command in commands]
    assert [(err, code) for _, err, code in ends] == [(b"", 0)] * 3
    assert len(read_thread(paths.database, "default")) == 3


def test_a_newer_database_is_one_line_and_the_command_ends(paths: Paths, home: Path) -> None:
    paths.data.mkdir(parents=True)
    with closing(sqlite3.connect(paths.database)) as database:
        database.execute("PRAGMA user_version = 99")
    assert "newer Jarvis Voice" in one_line(jarvis(home, "ask", "hello"), 6)


@pytest.mark.parametrize("name", ["a\x1b[2Jb", "a/b", "x" * 65])
def test_a_thread_that_cannot_be_called_so_is_one_line(home: Path, name: str) -> None:
    assert "A thread's name has" in one_line(jarvis(home, "ask", "--thread", name, "hello"), 2)
    assert not home.exists()


def test_an_empty_thread_is_the_default(paths: Paths, home: Path) -> None:
    jarvis(home, "ask", "--thread", "", "hello")
    assert [row.thread_id for row in list_threads(paths.database)] == ["default"]


async def test_what_was_said_does_nothing_to_the_terminal(paths: Paths, home: Path) -> None:
    await remember(paths, "\x1b]0;owned\x07\x1b[2J \x9b31m \u202etxt", thread="a\x1b[2Jb")
    for args in (["list"], ["show", "a\x1b[2Jb"]):
        done = jarvis(home, "threads", *args)
        assert done.returncode == 0
        assert not {char for char in done.stdout if unicodedata.category(char) in {"Cc", "Cf"}} - {
            "\n", "\t",
        }  # fmt: skip
        assert "\\x1b[2J" in done.stdout


@pytest.mark.parametrize("args", [["ask", "hello"], ["run", "--text-only"]])
def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path, args: list[str]) -> None:
    home = tmp_path / ("x" * 300)  # no system takes such a name; modes would not hold root back
    assert str(home) in one_line(jarvis(home, *args), 6)


def ask_into(out: int, home: Path) -> subprocess.CompletedProcess[bytes]:
    """Two turns whose answers go to a file descriptor."""
    return subprocess.run(
        [sys.executable, "-m", "jarvis_voice", "ask", "hello", "what time is it"],
        stdout=out,
        stderr=subprocess.PIPE,
        env=environment(home),
        timeout=SECONDS,
        check=False,
    )


@contextmanager
def nobody_reads() -> Iterator[int]:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        yield write_end
    finally:
        os.close(write_end)


def test_when_nobody_reads_the_answers_it_stops_quietly_after_the_turn(
    paths: Paths, home: Path
) -> None:
    with nobody_reads() as out:
        done = ask_into(out, home)
    assert (done.returncode, done.stderr) == (1, b"")
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello"]
    assert "Traceback" not in paths.log_file.read_text(encoding="utf-8")


def test_a_damaged_database_is_set_aside_and_the_turn_is_done(paths: Paths, home: Path) -> None:
    write(paths.database, "this is no database " * 100)
    done = jarvis(home, "ask", "hello")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Hello.")
    [told] = done.stderr.splitlines()
    assert told.startswith("⚠️ The memory was damaged. Nothing of it could be read")
    assert f"kept as {paths.database}.damaged-" in told
    kept = [file for file in home.glob("threads.db.damaged-*") if file.suffix != "-wal"]
    assert any(file.read_bytes().startswith(b"this is no database") for file in kept)
    assert len(read_thread(paths.database, "default")) == 1


def test_readers_of_a_damaged_database_say_so(paths: Paths, home: Path) -> None:
    write(paths.database, "this is no database " * 100)
    for args in (["threads", "list"], ["threads", "show"], ["threads", "clear", "--yes"]):
        assert "Cannot read" in one_line(jarvis(home, *args), 6)


def test_a_home_that_is_no_folder_is_told_and_the_turn_is_done(home: Path) -> None:
    write(home, "a file")
    done = jarvis(home, "ask", "hello")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Hello.")
    log, memory = done.stderr.splitlines()
    assert (str(home) in log, "I go on without a log" in log) == (True, True)
    assert (str(home) in memory, "I go on without my memory" in memory) == (True, True)


def test_ptt_without_a_daemon_says_how_to_start_one(home: Path) -> None:
    assert "jarvis run" in one_line(jarvis(home, "ptt", "press"), 9)


def test_ptt_knows_three_actions(home: Path) -> None:
    done = jarvis(home, "ptt", "squeeze")
    assert done.returncode == 2
    assert "squeeze" in done.stderr


def test_devices_lists_what_there_is_or_says_what_is_missing(home: Path) -> None:
    done = jarvis(home, "devices")
    if done.returncode:
        one_line(done, 5)
    else:
        assert done.stdout.startswith("Microphones:\n")
        assert "Loudspeakers:\n" in done.stdout


def test_say_without_its_voice_is_one_line(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.wav"
    done = jarvis(home, "say", "hello", "--out", str(out), JARVIS_MODELS=str(tmp_path / "none"))
    assert "run `jarvis setup`" in one_line(done, 4)
    assert not out.exists()


def test_hear_without_its_models_is_one_line(home: Path, tmp_path: Path) -> None:
    done = jarvis(home, "hear", "x.wav", JARVIS_MODELS=str(tmp_path / "none"))
    assert "run `jarvis setup`" in one_line(done, 4)


@pytest.mark.models
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no recording at"),
        (b"hello, I am a text\n" * 50, "is not a recording"),
        (b"", "speech.wav"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00"
         b"\x00\x7d\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00", "speech.wav"),
    ],
    ids=["missing", "text", "empty", "no-samples"],
)  # fmt: skip
def test_hear_refuses_what_is_no_recording_in_one_line(
    home: Path, tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "speech.wav"
    if content is not None:
        file.write_bytes(content)
    assert words in one_line(jarvis(home, "hear", "--fast", str(file)), 5)


@pytest.mark.models
def test_hear_fails_when_its_turn_does(home: Path) -> None:
    phrase = shipped("models/hey-jarvis.wav")
    done = jarvis(home, "hear", "--fast", "--json", str(phrase), JARVIS_BRAIN__PLANNER="gemini")
    ends = [e for e in map(json.loads, done.stdout.splitlines()) if e["type"] == "turn-ended"]
    assert [end["outcome"] for end in ends] == ["failed"]
    assert done.returncode == 1


def wait_for(stream: IO[str], words: str) -> None:
    """Read lines until one holds the words."""
    for line in stream:
        if words in line:
            return
    pytest.fail(f"it ended without saying {words!r}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here")
def test_a_daemon_without_sound_is_reached_by_every_command(paths: Paths, home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "jarvis_voice", "run", "--text-only"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        bufsize=1,
        env=environment(home),
    ) as daemon:
        assert daemon.stdin
        assert daemon.stdout
        try:
            wait_for(daemon.stdout, "Type what you want")
            done = jarvis(home, "ask", "--json", "what did I just ask you")
            kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
            assert kinds == ["turn-started", "reply-text", "turn-ended"], done.stderr
            spoken = jarvis(home, "ask", "--speak", "--thread", "spoken", "hello")
            assert "has no voice" in spoken.stderr
            assert (spoken.returncode, spoken.stdout.splitlines()[0]) == (0, "Hello.")
            with nobody_reads() as out:
                unread = ask_into(out, home)
            assert (unread.returncode, unread.stderr) == (1, b"")
            assert "no microphone" in one_line(jarvis(home, "ptt", "press"), 9)
            second = jarvis(home, "run", "--text-only")
            assert f"already running (pid {daemon.pid})" in one_line(second, 3)
            assert jarvis(home, "threads", "clear", "--yes").stdout == "Forgot 2 turns.\n"
            daemon.stdin.write("hello\nexit\n")
            wait_for(daemon.stdout, "💬 Hello.")
            wait_for(daemon.stdout, "Goodbye.")
            assert daemon.wait(SECONDS) == 0
        finally:
            daemon.kill()
    assert not paths.control_socket.exists()
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello"]


def test_the_end_of_stdin_ends_a_daemon_without_ears(home: Path) -> None:
    done = jarvis(home, "run", "--text-only", stdin=b"hello\nwhat did I just ask you")
    assert done.returncode == 0
    assert 'You said: "hello".' in done.stdout
    assert done.stdout.endswith("Goodbye.\n")
    assert done.stderr == ""
