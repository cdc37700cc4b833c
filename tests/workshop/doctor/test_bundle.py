"""Unit: what gets into the support file, and above all what does not."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.doctor import bundle
from jarvis_voice.workshop.doctor.bundle import contents, log_shape, shortened, write_bundle
from jarvis_voice.workshop.doctor.check_result import CheckResult, failed, ok
from jarvis_voice.workshop.doctor.examination import CHECKS

pytestmark = pytest.mark.unit

SECRET = "the gift for Ana"

LOG = f"""\
2026-05-01 10:00:00,123 INFO jarvis_voice.audio.recovery: opened {SECRET} at 16000 Hz, 1 channels
2026-05-01 10:00:01,123 WARNING jarvis_voice.audio.microphone: the microphone {SECRET} was lost
2026-05-01 10:00:02,123 INFO jarvis_voice.app.daemon: turn t4: {SECRET}
2026-05-01 10:00:03,123 ERROR some.library: {SECRET}
2026-05-01 10:00:03,123 ERROR jarvis_voice.x: it broke: {SECRET}
Traceback: {SECRET}
  File "/home/ana/x.py", line 3, {SECRET}
{{"at": "2026-05-01T10:00:04.1+00:00", "level": "INFO", "logger": "jarvis_voice.core.bus",\
 "message": "{SECRET}"}}
{{"at": "{SECRET}", "level": "INFO", "logger": "jarvis_voice.{SECRET}", "message": "x"}}
{{broken {SECRET}
"""

FINDINGS = (
    CheckResult("words", ok(f"3 words {SECRET}", private=(f"I understood: {SECRET}",))),
    CheckResult("settings", failed(f'"{SECRET}" is unknown', SECRET, f"home_city = {SECRET}")),
    CheckResult("rate", ok("16000 samples")),
)


@pytest.fixture
def kept(paths: Paths) -> Paths:
    """A Jarvis with a log, a key, and settings of somebody's own."""
    ensure(paths.state)
    paths.log_file.write_text(LOG)
    paths.env_file.write_text("GOOGLE_API_KEY=AIza-the-key\n")
    paths.config_file.write_text(
        f'[user]\nhome_city = "{SECRET}"\n[commands]\n"{SECRET}" = ["{SECRET}"]\n'
        f'[voice]\nspeed = 1.3\n[wake.words]\n"{SECRET}" = 0.5\n'
    )
    return paths


def test_no_word_of_the_user_and_no_key_is_in_any_file_of_it(kept: Paths, tmp_path: Path) -> None:
    file = tmp_path / "support.zip"
    write_bundle(file, FINDINGS, kept)
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        whole = b"".join(archive.read(name) for name in names) + " ".join(names).encode()
    assert names == ["checks.json", "settings.json", "log.txt"]
    for hidden in (SECRET, "gift", "Ana", "AIza", str(Path.home())):
        assert hidden.encode() not in whole
    assert b'"voice.speed", "source": "file"' in whole.replace(b"\n", b"").replace(b"  ", b" ")


def test_what_is_allowed_is_in_it(kept: Paths) -> None:
    disk = CheckResult("disk", ok("There is room.", f"data: {Path.home()}/jarvis"))
    made = contents((*FINDINGS, disk), kept)
    checks = {check["name"]: check for check in json.loads(made["checks.json"])["checks"]}
    assert checks["rate"]["detail"] == "16000 samples"
    assert checks["disk"]["detail"] == "There is room.\ndata: ~/jarvis"
    assert checks["settings"] == {"name": "settings", "status": "failed"}
    assert checks["words"] == {"name": "words", "status": "ok"}
    sources = {one["name"]: one["source"] for one in json.loads(made["settings.json"])}
    assert sources["user.home_city"] == sources["wake.words"] == sources["commands.*"] == "file"
    assert sources["voice.earcons"] == "default"


def test_a_device_that_bears_its_owners_name_is_told_without_it(kept: Paths) -> None:
    found = (
        CheckResult(
            "microphones", ok('"Eva\'s AirPods" (the default).', "Eva's AirPods [ALSA, 48000 Hz]")
        ),
        CheckResult(
            "microphone", failed('Sound came from "Eva\'s AirPods".', "Plug Eva's AirPods in")
        ),
        CheckResult("running", ok("Jarvis runs.", "ears.device: Eva's AirPods")),
    )
    checks = contents(found, kept)["checks.json"]
    assert "Eva" not in checks
    assert checks.count("AirPods #") == 5


def test_the_log_keeps_its_shape_and_the_messages_that_tell_nothing() -> None:
    assert list(log_shape(LOG.splitlines())) == [
        "2026-05-01 10:00:00 INFO jarvis_voice.audio.recovery: opened ... at ... Hz, ... channels",
        "2026-05-01 10:00:01 WARNING jarvis_voice.audio.microphone: the microphone ... was lost",
        "2026-05-01 10:00:02 INFO jarvis_voice.app.daemon",
        "2026-05-01 10:00:03 ERROR jarvis_voice.x: ... broke: ...",
        "2026-05-01T10:00:04 INFO jarvis_voice.core.bus",
    ]


def test_only_checks_that_there_are_may_be_shared_and_those_with_words_are_not() -> None:
    assert {check.name for check in CHECKS} - bundle.SHARED == {
        "settings",
        "words",
        "chat models",
        "mail",
        "own files",
    }
    assert {check.name for check in CHECKS} > bundle.SHARED


@pytest.mark.parametrize(
    ("name", "text", "short"),
    [
        ("ana", "/srv/ana/x, ana's headset, banana", "/srv/user/x, user's headset, banana"),
        ("root", "the root of it", "the root of it"),
        ("al", "all of al", "all of al"),
    ],
)
def test_the_name_of_the_user_is_left_out(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, short: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: name)
    assert shortened(text) == short


def test_the_home_of_the_user_is_a_tilde() -> None:
    home = Path.home()
    assert shortened(f"{home}/.config and {home}.") == "~/.config and ~."
    assert shortened(f"{home}stead") == f"{home}stead"


@pytest.mark.parametrize("path", ["/home/ana/x", "/Users/ana/x", "C:\\Users\\ana/x", "/root/x"])
def test_the_home_of_anybody_is_one_too(path: str) -> None:
    assert shortened(f"code: {path}") == "code: ~/x"


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_it_is_for_the_users_eyes_first(kept: Paths, tmp_path: Path) -> None:
    write_bundle(tmp_path / "a.zip", FINDINGS, kept)
    assert (tmp_path / "a.zip").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_not_there_is_said(kept: Paths, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Cannot write"):
        write_bundle(tmp_path / "nowhere" / "a.zip", FINDINGS, kept)
