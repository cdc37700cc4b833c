"""The questions of the first `jarvis setup`: at a real terminal, each once; in a pipe none."""

import json
import sys
from pathlib import Path

import pytest
import typer
from cli.command import jarvis
from cli.terminal import Terminal, jarvis_at_terminal
from fakes.autostart_machine import Machine
from store.reads import read_profile

from jarvis_voice.audio.portaudio import Device
from jarvis_voice.cli.first_run import OPENING, FirstRun
from jarvis_voice.core.paths import Paths
from jarvis_voice.platform.autostart.systemd import UNIT
from jarvis_voice.workshop.doctor.model_search import FoundModels

pytestmark = pytest.mark.flow

SETUP = ("setup", "--no-calibrate")
KEY = "decoy-key-0123456789"


class NewUser:
    """Somebody at a terminal, on a machine with a systemctl of the test's own."""

    def __init__(self, home: Path, folder: Path) -> None:
        (folder / "bin").mkdir()
        self.home = home
        self.unit = folder / "config" / "systemd" / "user" / UNIT
        self.env = {
            "PATH": Machine(folder / "bin").path,
            "XDG_CONFIG_HOME": str(folder / "config"),
            "JARVIS_MICROPHONE__DEVICE": "the one of this test",
            "JARVIS_SPEECH_TO_TEXT__MODEL": "tiny.en",  # nothing is fetched besides
        }

    def sets_up(self, *args: str) -> Terminal:
        return jarvis_at_terminal(self.home, *SETUP, *args, **self.env)

    @property
    def settings(self) -> list[str]:
        lines = (self.home / "jarvis.toml").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line and not line.startswith("#")]


@pytest.fixture
def user(home: Path, tmp_path: Path) -> NewUser:
    return NewUser(home, tmp_path)


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.skipif(sys.platform != "linux", reason="a systemctl of the test's own")
def test_every_answer_is_kept_and_nothing_is_asked_again(user: NewUser, paths: Paths) -> None:
    with user.sets_up() as terminal:
        terminal.expect(OPENING)
        terminal.expect("What is your name?")
        terminal.type("Ada  Lovelace\n")
        terminal.expect("Hello, Ada Lovelace.")
        terminal.expect("In which city do you live")
        terminal.type("Xyzzyplugh\n")
        terminal.expect("I do not know Xyzzyplugh.")
        terminal.type("lisbon\n")
        terminal.expect('user.home_city = "Lisbon"')
        terminal.expect("Metric or imperial")
        terminal.type("stones\n")
        terminal.expect("m for metric")
        terminal.type("i\n")
        terminal.expect("Key for Gemini? ")  # what is typed before the space is thrown away
        assert terminal.hides_typing()
        terminal.type("\n")
        terminal.expect("Then you need no `jarvis run`. [y/N]:")
        terminal.type("y\n")
        terminal.expect("Jarvis is starting.")
        terminal.expect("That is all.")
        assert terminal.end() == 0
    assert user.settings == ["[user]", 'home_city = "Lisbon"', 'units = "imperial"']
    assert [one.value for one in read_profile(paths.database)] == ["Ada Lovelace"]
    assert user.unit.exists()
    with user.sets_up() as terminal:
        terminal.expect("Your settings:")
        assert terminal.end() == 0
        assert "?" not in terminal.seen


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.skipif(sys.platform != "linux", reason="a systemctl of the test's own")
def test_ctrl_c_leaves_what_was_answered_and_the_next_setup_asks_the_rest(user: NewUser) -> None:
    with user.sets_up() as terminal:
        terminal.expect("What is your name?")
        terminal.type("\n")
        terminal.expect("In which city do you live")
        terminal.type("Lisbon\n")
        terminal.expect("Metric or imperial units (m or i)? ")  # the space comes when it reads
        terminal.interrupt()
        terminal.expect("Run `jarvis setup` again to go on from here.")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.seen
    assert user.settings == ["[user]", 'home_city = "Lisbon"']
    with user.sets_up() as terminal:
        terminal.expect("Metric or imperial")
        terminal.type("\n")
        terminal.expect("Key for Gemini? ")
        terminal.type("\n")
        terminal.expect("[y/N]:")
        terminal.type("\n")
        terminal.expect("That is all.")
        assert terminal.end() == 0
        assert "name?" not in terminal.seen
    assert user.settings == ["[user]", 'home_city = "Lisbon"']
    assert not user.unit.exists()


@pytest.mark.e2e
@pytest.mark.models
def test_in_a_pipe_and_where_it_is_not_wanted_nobody_is_asked(user: NewUser) -> None:
    done = jarvis(user.home, *SETUP, stdin=b"Ada\n", **user.env)
    assert done.returncode == 0
    assert OPENING not in done.stdout
    with user.sets_up("--no-guide") as terminal:
        assert terminal.end() == 0
        assert OPENING not in terminal.seen
    assert not (user.home / "first-run.json").exists()


def table(*names: str) -> list[Device]:
    return [
        Device(
            name=name,
            host_api="ALSA",
            inputs=1,
            outputs=0,
            rate_hz=48_000,
            is_default_input=at == 0,
            is_default_output=False,
            is_default_host_api=True,
            index=at,
        )
        for at, name in enumerate(names)
    ]


@pytest.fixture
def no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jarvis_voice.cli.model_offer.found_models", list)


@pytest.mark.usefixtures("no_models")
def test_of_several_microphones_one_is_chosen_by_its_number(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["webcam", "2", *[""] * 9])
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(answers))
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: False)
    devices = table("Built-in", "Webcam, USB", "Webcam, USB")
    monkeypatch.setattr("jarvis_voice.audio.portaudio.list_devices", lambda: devices)
    FirstRun(paths, wants_tries=False).ask()
    assert paths.config_file.read_text("utf-8") == '[microphone]\ndevice = "Webcam, USB"\n'
    shown = capsys.readouterr().out
    assert "  1  Built-in\n  2  Webcam, USB\n" in shown
    assert "A number from 1 to 2" in shown
    asked = json.loads(paths.first_run.read_text("utf-8"))
    assert asked[:5] == ["microphone", "name", "city", "units", "key"]
    FirstRun(paths, wants_tries=False).ask()
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("no_models")
def test_what_was_set_before_is_not_asked(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("jarvis_voice.audio.portaudio.list_devices", lambda: table("One", "Two"))
    monkeypatch.setattr(typer, "prompt", lambda question, **_: pytest.fail(question))
    paths.config.mkdir(parents=True)
    text = '[microphone]\npreferred = ["Two"]\n[user]\nhome_city = "Porto"\nunits = "imperial"\n'
    paths.config_file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    monkeypatch.setattr(FirstRun, "_is_nameless", lambda _: False)
    monkeypatch.setattr("jarvis_voice.platform.autostart.installer.is_available", lambda _: False)
    FirstRun(paths, wants_tries=False).ask()
    assert capsys.readouterr().out == ""
    assert not paths.first_run.exists()


def test_models_that_are_found_are_offered_once_and_then_no_key(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = FoundModels("home", "Ollama", "ollama", "", ("qwen3:8b",))
    asked: list[str] = []

    def typed(question: str, **_: object) -> str:
        asked.append(question)
        return "1" if "Which one" in question else ""

    monkeypatch.setattr(typer, "prompt", typed)
    monkeypatch.setattr("jarvis_voice.audio.portaudio.list_devices", lambda: table("One"))
    monkeypatch.setattr("jarvis_voice.cli.model_offer.found_models", lambda: [home])
    monkeypatch.setattr("jarvis_voice.platform.autostart.installer.is_available", lambda _: False)
    FirstRun(paths, wants_tries=False).ask()
    text = paths.config_file.read_text("utf-8")
    assert text == '[models.home]\nkind = "ollama"\nmodel = "qwen3:8b"\n'
    assert "What you ask it stays on this machine." in capsys.readouterr().out
    assert asked[-1] == "Which one shall I ask (its number)?", "no key for Gemini is asked for"
    FirstRun(paths, wants_tries=False).ask(again=True)
    assert asked.count("Which one shall I ask (its number)?") == 1
