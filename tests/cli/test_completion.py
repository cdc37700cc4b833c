"""Flow: what a shell is told when Tab is pressed, and that it is installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import SECONDS, environment, jarvis
from cli.test_commands import HEAVY

pytestmark = pytest.mark.e2e


def completed(home: Path, typed: str, *python: str) -> subprocess.CompletedProcess[str]:
    """Ask as the bash function does that is installed; the word to complete is the last one."""
    words = typed.split(" ")
    asked = {
        "_JARVIS_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    program = "import sys; sys.argv[0] = 'jarvis'; from jarvis_voice.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, *python, "-c", program],
        capture_output=True,
        text=True,
        env=environment(home, **asked),
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("jarvis con", ["config"]),
        ("jarvis config un", ["unset"]),
        ("jarvis config set quiet", ["quiet_hours.from", "quiet_hours.until"]),
        ("jarvis config set user.units ", ["metric", "imperial"]),
        ("jarvis config set voice.earcons t", ["true"]),
        ("jarvis config set voice.speed ", []),
        ("jarvis config set no.such ", []),
        ("jarvis config list m", ["microphone", "models", "memory", "mail", "mcp"]),
        (
            "jarvis key set ",
            ["gemini", "serpapi", "second-model", "postgres", "smtp", "resend"],
        ),
        ("jarvis voices use ", ["joe"]),
        ("jarvis threads show ", []),
    ],
)
def test_tab_completes_commands_settings_and_values(
    home: Path, typed: str, offered: list[str]
) -> None:
    done = completed(home, typed)
    assert done.stdout.split() == offered, done.stderr
    assert not home.exists()


def test_names_are_completed_without_loading_anything_heavy(home: Path) -> None:
    done = completed(home, "jarvis config set voice.s", "-X", "importtime")
    assert done.stdout.split() == ["voice.speed"]
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "jarvis_voice.cli.main" in loaded
    assert loaded & (HEAVY | {"sounddevice", "tomlkit"}) == set()


def test_it_is_installed_for_the_shell(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # which shell it is called from is typer's to find out, and not in a test
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    done = jarvis(home, "--install-completion", "bash", HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "bash completion installed" in done.stdout
    [script] = (tmp_path / ".bash_completions").iterdir()
    assert "complete_bash" in script.read_text(encoding="utf-8")
    assert str(script) in (tmp_path / ".bashrc").read_text(encoding="utf-8")
