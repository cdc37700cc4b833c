"""Flow: the user's answer about models elsewhere, in the user's own file."""

import pytest

from jarvis_voice.app.share_choice import ShareSettingFile
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.platform.installed_files import places

pytestmark = pytest.mark.flow

TITLES = {"gemini": "Gemini"}
OWN = "# mine\n[voice]\nspeed = 1.2  # fast\n"


@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_an_answer_is_written_and_holds_at_once(paths: Paths, answer: str) -> None:
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(OWN)
    manner = TalkManner()
    setting = ShareSettingFile(paths, manner, TITLES)
    was_open = setting.is_open
    await setting.keep(answer)  # type: ignore[arg-type]
    assert (was_open, setting.is_open) == (True, False)
    assert manner.share == load_config(paths).memory.share == answer
    assert paths.config_file.read_text().startswith(OWN)


async def test_a_file_with_a_mistake_is_left_and_nothing_holds(paths: Paths) -> None:
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text("[voice\n")
    setting = ShareSettingFile(paths, manner := TalkManner(), TITLES)
    with pytest.raises(ConfigError):
        await setting.keep("yes")
    assert (manner.share, paths.config_file.read_text()) == ("ask", "[voice\n")


async def test_what_the_environment_overrides_is_not_told_as_kept(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MEMORY__SHARE", "no")
    setting = ShareSettingFile(paths, manner := TalkManner(), TITLES)
    with pytest.raises(ConfigError, match="environment"):
        await setting.keep("yes")
    assert manner.share == "ask"
    assert not paths.config_file.exists()


async def test_that_it_was_asked_is_known_after_a_restart_and_goes_with_jarvis(
    paths: Paths,
) -> None:
    setting = ShareSettingFile(paths, TalkManner(), TITLES)
    assert not await setting.was_asked()
    await setting.note_asked(was_asked=True)
    assert await ShareSettingFile(paths, TalkManner(), TITLES).was_asked()
    assert any(paths.share_asked.name in place.names for place in places(paths, keep_models=True))
    await setting.note_asked(was_asked=False)
    assert not await setting.was_asked()
