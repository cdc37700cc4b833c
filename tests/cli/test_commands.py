"""Flow: the command line as child processes, on good input and on bad."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from cli.command import SECONDS, environment, jarvis, one_line
from store.reads import list_threads, read_thread

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.e2e


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
    reply = "I have asked your browser for MIT's website."
    assert lines == [
        {"type": "turn-started", "turn_id": "t1", "thread_id": "default",
         "text": "open MIT's website", "source": "stdin"},
        {"type": "task-planned", "turn_id": "t1", "action": "open_website",
         "arguments": {"url_index": 0}, "planner": "local"},
        {"type": "tool-ended", "turn_id": "t1", "action": "open_website",
         "arguments": {"url": "https://www.mit.edu/"},
         "receipt": {"status": "done", "observed": "handed to the default browser"}},
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
    assert done.stdout == "Hello. What can I do for you?\n"
    assert "run `jarvis setup`" in done.stderr
    assert "Traceback" not in done.stderr


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_when_the_answer_cannot_be_written_it_says_so_once(paths: Paths, home: Path) -> None:
    with Path("/dev/full").open("wb") as out:
        done = ask_into(out.fileno(), home)
    assert (done.returncode, done.stderr.decode()) == (
        1,
        "jarvis: What was to be printed could not be written: No space left on device.\n",
    )
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello"]


def test_ptt_without_a_daemon_says_how_to_start_one(home: Path) -> None:
    assert "jarvis run" in one_line(jarvis(home, "ptt", "press"), 3)


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
    phrase = str(shipped("models/hey-jarvis.wav"))
    done = jarvis(home, "hear", phrase, JARVIS_MODELS=str(tmp_path / "none"))
    assert "run `jarvis setup`" in one_line(done, 4)


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
def test_hear_refuses_what_is_no_recording_in_one_line_before_it_looks_for_a_model(
    home: Path, tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "speech.wav"
    if content is not None:
        file.write_bytes(content)
    done = jarvis(home, "hear", "--fast", str(file), JARVIS_MODELS=str(tmp_path / "none"))
    assert words in one_line(done, 5)


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
            assert (spoken.returncode, spoken.stdout) == (0, "Hello. What can I do for you?\n")
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
