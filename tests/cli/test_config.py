"""Flow: `jarvis config` as a child process: checked, the file's layout kept, the daemon told."""

import json
import shlex
import stat
import sys
from pathlib import Path

import pytest
from bench.process import Program
from cli.command import environment, jarvis, one_line

from jarvis_voice.cli.config_editor import template

pytestmark = pytest.mark.e2e

FILE = '# mine\n[voice]\nspeed = 1.1   # a bit faster\n\n[user]\nhome_city = "Lisbon"\n'
NOT_RUNNING = "No Jarvis runs now: it holds from the next start on."


@pytest.fixture
def file(home: Path) -> Path:
    home.mkdir(parents=True)
    (home / "jarvis.toml").write_text(FILE, encoding="utf-8")
    (home / "jarvis.toml").chmod(0o640)
    return home / "jarvis.toml"


def text_of(file: Path) -> str:
    return file.read_bytes().decode()


def test_settings_are_listed_with_where_they_are_from(home: Path, file: Path) -> None:
    done = jarvis(home, "config", "list", JARVIS_VOICE__EARCONS="false", GOOGLE_API_KEY="decoy-1")
    lines = done.stdout.splitlines()
    assert {
        "voice.speed = 1.1  # yours",
        "voice.earcons = false  # from JARVIS_VOICE__EARCONS",
        'user.home_city = "Lisbon"  # yours',
        "brain.soft_steps = 4",
        "wake.words.jarvis = 0.5",
    } <= set(lines)
    assert "decoy-1" not in done.stdout + done.stderr
    changed = jarvis(home, "config", "list", "--changed", "--json").stdout
    assert json.loads(changed) == {"voice.speed": 1.1, "user.home_city": "Lisbon"}
    assert jarvis(home, "config", "list", "voice").stdout.splitlines() == [
        "voice.speed = 1.1  # yours",
        "voice.earcons = true",
        'voice.model = "joe"',
        'voice.character = ""',
    ]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("voice.speed", "1.1\n"),
        ("user.home_city", "Lisbon\n"),
        ("microphone.preferred", "[]\n"),
        ("quiet_hours", 'quiet_hours.from = ""\nquiet_hours.until = ""\n'),
    ],
)
def test_one_setting_is_printed_bare(home: Path, file: Path, name: str, printed: str) -> None:
    assert jarvis(home, "config", "get", name).stdout == printed


def test_a_setting_changes_and_comments_layout_and_mode_stay(home: Path, file: Path) -> None:
    done = jarvis(home, "config", "set", "voice.speed", "1.4")
    assert done.stdout.splitlines() == ["voice.speed = 1.4 (it was 1.1)", NOT_RUNNING]
    assert text_of(file) == FILE.replace("1.1", "1.4")
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
    done = jarvis(home, "config", "set", "voice.earcons", "off")
    assert done.stdout.splitlines()[0] == "voice.earcons = false (it was true)"
    assert "faster\nearcons = false\n\n[user]" in text_of(file)
    jarvis(home, "config", "unset", "voice.earcons")
    assert text_of(file) == FILE.replace("1.1", "1.4")
    assert [one.name for one in home.iterdir()] == ["jarvis.toml"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["voice.speed", "9"], "less than or equal to 3"),
        (["voice.speed", "fast"], "valid number"),
        (["user.units", "stones"], "'metric' or 'imperial'"),
        (["quiet_hours.from", "22:00"], "both a from and an until"),
        (["mcp.files", "3"], "mcp.files"),
        (["voice.sped", "1"], 'Did you mean "voice.speed"?'),
        (["sped", "1"], 'Did you mean "voice.speed"?'),
        (
            ["voice", "1"],
            "Name one of its settings: voice.speed, voice.earcons, voice.model, voice.character.",
        ),
        (["google_api_key", "decoy-1"], "jarvis key set gemini"),
    ],
)
def test_what_is_wrong_changes_nothing(home: Path, file: Path, args: list[str], words: str) -> None:
    line = one_line(jarvis(home, "config", "set", *args), 2)
    assert words in line
    assert "decoy" not in line
    assert text_of(file) == FILE


def test_settings_that_belong_together_are_set_together(home: Path) -> None:
    jarvis(home, "config", "set", "quiet_hours.from=22:00", "quiet_hours.until=07:00")
    assert text_of(home / "jarvis.toml") == '[quiet_hours]\nfrom = "22:00"\nuntil = "07:00"\n'


def test_a_list_and_a_command_of_ones_own_are_several_words(home: Path) -> None:
    jarvis(home, "config", "set", "microphone.preferred", "headset", "web cam")
    jarvis(home, "config", "set", "commands.lock the screen", "loginctl", "lock-session", "--all")
    assert text_of(home / "jarvis.toml") == (
        '[microphone]\npreferred = ["headset", "web cam"]\n\n'
        '[commands]\n"lock the screen" = ["loginctl", "lock-session", "--all"]\n'
    )


def test_a_wake_word_more_does_not_cost_the_others(home: Path) -> None:
    done = jarvis(home, "config", "set", "wake.words.computer", "0.4")
    assert done.stdout.splitlines()[0] == "wake.words.computer = 0.4 (new)"
    assert text_of(home / "jarvis.toml") == "[wake.words]\njarvis = 0.5\ncomputer = 0.4\n"


def test_a_running_jarvis_takes_over_what_it_can(home: Path) -> None:
    run = [sys.executable, "-m", "jarvis_voice", "run", "--text-only"]
    with Program(run, environment(home)) as daemon:
        daemon.expect("Type what you want")
        done = jarvis(home, "config", "set", "voice.speed=1.4", "user.units=imperial")
        assert done.stdout.splitlines() == [
            "voice.speed = 1.4 (it was 1.0)",
            'user.units = "imperial" (it was "metric")',
            "New from now on: voice.speed.",
            "New after a restart: user.units.",
        ]
        done = jarvis(home, "config", "set", "voice.speed", "1.0", "--no-reload")
        assert done.stdout.splitlines()[1] == "A running Jarvis reads it with: jarvis reload"
        done = jarvis(home, "key", "set", "serpapi", "--no-check", stdin=b"decoy-key\n")
        assert done.stdout.splitlines()[-2:] == [
            "New from now on: voice.speed.",
            "New after a restart: user.units, serpapi_api_key.",
        ]


def test_what_the_environment_overrides_is_said(home: Path) -> None:
    done = jarvis(home, "config", "set", "voice.speed", "1.4", JARVIS_VOICE__SPEED="1.2")
    assert "Mind JARVIS_VOICE__SPEED in your environment" in done.stdout


def editor(tmp_path: Path, program: str) -> str:
    """A program that changes the file it is given, as the command of an editor."""
    script = tmp_path / "an editor.py"
    script.write_text(f"import sys, pathlib\nfile = pathlib.Path(sys.argv[-1])\n{program}\n")
    return shlex.join([sys.executable, str(script), "--wait; touch hacked"])


REPLACE = "file.write_text(file.read_text().replace({old!r}, {new!r}))"


def test_an_edit_that_is_right_takes_over(home: Path, file: Path, tmp_path: Path) -> None:
    program = REPLACE.format(old="Lisbon", new="Porto")
    done = jarvis(home, "config", "edit", EDITOR="nobody", VISUAL=editor(tmp_path, program))
    assert done.stdout.splitlines() == [f"Your settings are written: {file}", NOT_RUNNING]
    assert text_of(file) == FILE.replace("Lisbon", "Porto")
    assert [one.name for one in home.iterdir()] == ["jarvis.toml"]
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_wrong_edit_changes_nothing_and_its_draft_is_gone_on_with(
    home: Path, file: Path, tmp_path: Path
) -> None:
    wrong = editor(tmp_path, REPLACE.format(old="1.1", new="11"))
    line = one_line(jarvis(home, "config", "edit", EDITOR=wrong), 2)
    draft = home / "jarvis.toml.draft"
    assert "voice.speed" in line
    assert str(draft) in line
    assert text_of(file) == FILE
    mended = editor(tmp_path, REPLACE.format(old="11", new="1.2"))
    done = jarvis(home, "config", "edit", EDITOR=mended)
    assert done.stdout.splitlines()[0] == f"Going on with your draft of before: {draft}"
    assert text_of(file) == FILE.replace("1.1", "1.2")
    assert not draft.exists()


@pytest.mark.parametrize(
    ("program", "exit_code"), [("", 0), ("sys.exit(3)", 2), ("raise SystemExit('no')", 2)]
)
def test_an_editor_that_changes_nothing(
    home: Path, file: Path, tmp_path: Path, program: str, exit_code: int
) -> None:
    done = jarvis(home, "config", "edit", EDITOR=editor(tmp_path, program))
    assert done.returncode == exit_code
    assert "Nothing was changed." in done.stdout + done.stderr
    assert [one.name for one in home.iterdir()] == ["jarvis.toml"]


def test_without_a_file_every_setting_is_there_as_a_comment(home: Path, tmp_path: Path) -> None:
    program = "file.write_text(file.read_text() + '[voice]\\nspeed = 2.0\\n')"
    jarvis(home, "config", "edit", EDITOR=editor(tmp_path, program))
    assert text_of(home / "jarvis.toml") == template() + "[voice]\nspeed = 2.0\n"


@pytest.mark.parametrize("named", ["there-is-no-such-editor -w", "'", ""])
def test_no_editor_is_one_line(home: Path, named: str) -> None:
    assert "EDITOR" in one_line(jarvis(home, "config", "edit", EDITOR=named, VISUAL=""), 2)
    assert not home.exists()
