"""Flow: `jarvis uninstall` and `jarvis service` as child processes in a home of their own."""

import subprocess
import sys
from pathlib import Path

import pytest
from bench.process import Program
from cli.command import environment, jarvis
from fakes.autostart_machine import Machine

from jarvis_voice.core.paths import Paths
from jarvis_voice.platform.autostart.systemd import UNIT

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform != "linux", reason="a systemctl of the test's own"),
]

RUN = [sys.executable, "-m", "jarvis_voice", "run", "--text-only"]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "bin"
    folder.mkdir()
    return Machine(folder)


class User:
    """Somebody at this machine; the models' folder is never that of the developer."""

    def __init__(self, paths: Paths, machine: Machine, tmp_path: Path) -> None:
        self.home = paths.config
        self.models = tmp_path / "models"
        self.unit = tmp_path / "config" / "systemd" / "user" / UNIT
        self.env = {
            "JARVIS_MODELS": str(self.models),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "PATH": machine.path,
        }

    def jarvis(self, *args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        return jarvis(self.home, *args, stdin=stdin, **self.env)


@pytest.fixture
def user(paths: Paths, machine: Machine, tmp_path: Path) -> User:
    return User(paths, machine, tmp_path)


def test_a_lived_in_home_is_gone_after_a_typed_yes(user: User, machine: Machine) -> None:
    said = user.jarvis("run", "--text-only", stdin=b"hello\nnote that milk is out\nexit\n")
    assert said.returncode == 0
    (user.models / "piper").mkdir(parents=True)
    model = user.models / "piper" / "en_US-joe-medium.onnx"
    model.write_bytes(bytes(2_000_000))
    (user.home / "novel.txt").write_text("mine", encoding="utf-8")
    assert user.jarvis("service", "install").returncode == 0
    machine.noted()

    for refusal in (b"y\n", b""):
        kept = user.jarvis("uninstall", stdin=refusal)
        assert kept.returncode == 1
    assert model.exists()
    assert user.unit.exists()
    assert not [words for words in machine.noted() if "disable" in words]

    gone = user.jarvis("uninstall", stdin=b"yes\n")
    assert gone.returncode == 0, gone.stderr
    assert "2.0 MB" in gone.stdout
    assert "threads.db" in gone.stdout
    assert str(user.unit) in gone.stdout
    assert str(user.home / "novel.txt") in gone.stdout
    assert gone.stdout.splitlines()[-1].endswith("pip uninstall jarvis-voice")
    assert [path.name for path in user.home.iterdir()] == ["novel.txt"]
    assert not user.unit.exists()
    assert not user.models.exists()
    assert ["systemctl", "--user", "disable", "--now", UNIT] in machine.noted()

    (user.home / "novel.txt").unlink()
    again = user.jarvis("uninstall")
    assert again.returncode == 0
    assert again.stdout.startswith("Jarvis has made nothing on this machine.")


def test_scripts_need_no_terminal_and_models_may_stay(user: User) -> None:
    user.jarvis("ask", "hello")
    user.models.mkdir()
    (user.models / "verified.json").write_text("{}", encoding="utf-8")
    gone = user.jarvis("uninstall", "--yes", "--keep-models")
    assert gone.returncode == 0, gone.stderr
    assert not user.home.exists()
    assert (user.models / "verified.json").exists()
    assert f"The models are still in {user.models}" in gone.stdout


def test_a_running_jarvis_is_ended_first(user: User) -> None:
    with Program(RUN, environment(user.home, **user.env)) as daemon:
        daemon.expect("Type what you want")
        second = user.jarvis("service", "install")
        assert (second.returncode, user.unit.exists()) == (3, False)
        assert "jarvis quit" in second.stderr
        kept = user.jarvis("uninstall", stdin=b"no\n")
        assert "Jarvis is running: it will be ended first." in kept.stdout
        daemon.send_line("hello")
        daemon.expect("Hello")
        gone = user.jarvis("uninstall", stdin=b"yes\n")
        assert gone.returncode == 0, gone.stderr
        assert daemon.wait() == 0
    assert not user.home.exists()


def test_a_jarvis_that_cannot_be_ended_keeps_everything(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its socket is gone, so it hears no request."""
    monkeypatch.setattr("jarvis_voice.cli.installation.END_SECONDS", 0.0)
    from typer.testing import CliRunner

    from jarvis_voice.cli.main import app
    from jarvis_voice.core.errors import AlreadyRunningError

    with Program(RUN, environment(user.home, **user.env)) as daemon:
        daemon.expect("Type what you want")
        (user.home / "jarvis-voice.sock").unlink(missing_ok=True)
        for short in user.home.parent.rglob("control.sock"):
            short.unlink()
        monkeypatch.setenv("JARVIS_MODELS", str(user.models))
        refused = CliRunner().invoke(app, ["uninstall", "--yes"])
        assert isinstance(refused.exception, AlreadyRunningError)
        assert (user.home / "threads.db").exists()
        daemon.send_line("exit")
        assert daemon.wait() == 0


def test_the_commands_of_a_service_as_a_user_types_them(user: User, machine: Machine) -> None:
    nothing = user.jarvis("service", "status")
    assert nothing.returncode == 1
    assert "jarvis service install" in nothing.stdout
    assert user.jarvis("service", "remove").returncode == 0

    printed = user.jarvis("service", "install", "--print")
    assert printed.returncode == 0
    assert f'Environment="JARVIS_HOME={user.home}"' in printed.stdout
    assert not user.unit.exists()

    done = user.jarvis("service", "install")
    assert (done.returncode, done.stderr) == (0, "")
    assert user.unit.read_text(encoding="utf-8") == printed.stdout
    shown = user.jarvis("service", "status")
    assert (shown.returncode, shown.stdout.splitlines()[-1]) == (0, "shown by systemctl")
    machine.fail("status")
    assert user.jarvis("service", "status").returncode == 1
    machine.fail()

    user.home.mkdir(exist_ok=True)
    (user.home / "jarvis.log").write_text("one\ntwo\n", encoding="utf-8")
    logs = user.jarvis("service", "logs", "-n", "1").stdout.splitlines()
    assert "two" in logs
    assert "one" not in logs
    assert logs[-1] == "shown by journalctl"

    assert user.jarvis("service", "remove").returncode == 0
    assert not user.unit.exists()


def test_where_there_is_no_systemd_a_sentence_says_so(user: User, machine: Machine) -> None:
    machine.fail("show-environment")
    done = user.jarvis("service", "install")
    assert done.returncode == 10
    [line] = done.stderr.splitlines()
    assert line.startswith("jarvis: There is no systemd for this user here")
