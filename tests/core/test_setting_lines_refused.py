"""Unit: a mistake in a setting is told with its line, and with what to write instead."""

from pathlib import Path

import pytest

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import find_paths

pytestmark = pytest.mark.unit

PROGRAM = 'such as ["notify-send", "Hello"]'
NAME = "a name must not be empty"
ADDRESS = 'it must be an address, such as "http://127.0.0.1:11434/v1"'
PORT = "a port is a number from 1 to 65535"

BAD = [
    ('[commands]\nx = [""]', PROGRAM),
    ('[commands]\nx = [" ", "a"]', PROGRAM),
    ('[mcp.house]\ncommand = [""]', PROGRAM),
    ('[commands]\n"" = ["true"]', NAME),
    ('[mcp]\n" " = { command = ["true"] }', NAME),
    ('[wake.words]\n"" = 0.5', NAME),
    ('[voice]\nmodel = " "', NAME),
    *((f'[second_model]\nurl = "{url}"', ADDRESS) for url in ("http://:1/v1", "http://[::1/v1")),
    *((f'[mcp.house]\nurl = "{url}"', ADDRESS) for url in ("foo", "ftp://h/", " http://h/")),
    *(
        (f'[second_model]\nurl = "http://127.0.0.1:{port}/v1"', PORT)
        for port in ("99999", "0", "x")
    ),
    ('[mcp.house]\nurl = "http://127.0.0.1:65536/mcp"', PORT),
    ("[prices.x]\ninput = inf\noutput = 1\nas_of = 2026-01-01", "a finite number"),
]
GOOD = [
    '[commands]\n"lock it" = ["xdg-screensaver", "lock"]',
    '[commands]\n"?" = ["true", ""]\n"\U0001f512" = ["true"]',
    *(
        f'[second_model]\nmodel = "fox"\nurl = "{url}"'
        for url in (
            *("http://127.0.0.1:11434/v1", "https://api.example.com", "HTTP://Box.local:1"),
            *("http://[::1]:11434/v1", "http://user:word@box:65535/v1", "http://box/v1?a=b#c"),
        )
    ),
    '[mcp.house]\nurl = "http://127.0.0.1:8000/mcp"',
    '[mcp.house]\ncommand = ["npx", "-y", ""]',
]


def loaded(folder: Path, text: str) -> None:
    (folder / "jarvis.toml").write_text(text, encoding="utf-8")
    load_config(find_paths({"JARVIS_HOME": str(folder)}))


@pytest.mark.parametrize(("text", "instead"), BAD)
def test_what_can_never_work_is_refused_with_line_and_what_to_write(
    tmp_path: Path, text: str, instead: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, f"# mine\n\n{text}\n")
    assert f"{tmp_path / 'jarvis.toml'}, line 4: the setting " in caught.value.message
    assert instead in caught.value.message


@pytest.mark.parametrize("text", GOOD)
def test_what_can_work_is_taken(tmp_path: Path, text: str) -> None:
    loaded(tmp_path, text)


def test_a_value_of_the_environment_is_told_with_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_SECOND_MODEL__URL", "http://127.0.0.1:99999/v1")
    with pytest.raises(ConfigError, match="variable JARVIS_SECOND_MODEL__URL: the setting"):
        loaded(tmp_path, '[second_model]\nurl = "http://127.0.0.1:1/v1"\n')
