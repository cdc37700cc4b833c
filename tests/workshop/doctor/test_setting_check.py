"""Unit: each setting with its source, and whether that is what is in force."""

import pytest
from workshop.doctor.patient import Patient

from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.doctor.setting_check import SettingSource, check_settings, settings_of

pytestmark = pytest.mark.unit

DEFAULTS = {"language": "en", "voice": {"speed": 1.0}, "wake": {"words": {"jarvis": 0.5}}}


def test_the_environment_goes_before_the_file_and_that_before_the_defaults() -> None:
    user = {"voice": {"speed": 1.2}, "language": "en", "mcp": {"house": {"url": "http://x"}}}
    found = settings_of(DEFAULTS, user, {"JARVIS_VOICE__SPEED": "1.5", "OTHER": "1"})
    assert found == (
        SettingSource("language", "en", "file"),
        SettingSource("voice.speed", "1.5", "environment"),
        SettingSource("wake.words", {"jarvis": 0.5}, "default"),
        SettingSource("mcp.house", {"url": "http://x"}, "file"),
    )


async def test_the_page_marks_what_is_not_the_default(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    ensure(paths.config)
    paths.config_file.write_text(
        '[voice]\nearcons = false\n[commands]\nlock = ["loginctl", "hunter2"]\n'
        '[second_model]\nurl = "http://me:hunter2@host/v1"\nmodel = "some"\n'
        "[wake.words]\ncomputer = 0.4\n"
    )
    monkeypatch.setenv("JARVIS_VOICE__SPEED", "1.20")
    monkeypatch.setenv("JARVIS_AUDIO__DUCK", "off")
    async with Patient(paths).visit() as visit:
        verdict = await check_settings(visit)
    assert verdict.status == "ok", verdict
    page = "\n".join(verdict.lines)
    assert "[voice] speed = '1.20' (from the environment), earcons = False (from the file)" in page
    assert "[commands] lock = ... (from the file)" in page
    assert "url = 'http://...@host/v1' (from the file)" in page
    assert "words = {'computer': 0.4} (from the file)" in page
    assert "hunter2" not in page


async def test_a_value_that_is_not_in_force_is_a_failure(paths: Paths) -> None:
    """The file changed after it was read: what the page would show is not what runs."""
    async with Patient(paths).visit() as visit:
        ensure(paths.config)
        paths.config_file.write_text("[voice]\nspeed = 2.0\n")
        verdict = await check_settings(visit)
    assert verdict.status == "failed"
    assert "voice.speed" in verdict.detail


async def test_a_setting_without_effect_is_told_with_what_to_do(paths: Paths) -> None:
    ensure(paths.config)
    paths.config_file.write_text("[brain]\ntimeout_seconds = 6.0\n", encoding="utf-8")
    async with Patient(paths).visit() as visit:
        found = await check_settings(visit)
    assert found.status == "warning"
    assert "brain.timeout_seconds has no effect" in found.detail
    assert found.advice == "Remove it: jarvis config unset brain.timeout_seconds"


async def test_headers_of_a_model_are_not_shown(paths: Paths) -> None:
    ensure(paths.config)
    entry = '{ kind = "ollama", model = "m", headers = { "X-Key" = "hunter2" } }'
    paths.config_file.write_text(f"[models]\nhome = {entry}\n", encoding="utf-8")
    async with Patient(paths).visit() as visit:
        found = await check_settings(visit)
    assert found.status == "ok"
    assert any("'model': 'm'" in line for line in found.lines)
    assert "hunter2" not in " ".join(found.lines)
