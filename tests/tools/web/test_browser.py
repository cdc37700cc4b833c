"""Flow: real child processes stand for the browser; nothing is opened on a screen."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.tools.web.browser import open_in_browser, opener

pytestmark = pytest.mark.flow

MIT = SafeUrl("https://www.mit.edu/", "www.mit.edu")
HANDED_OVER = Receipt(ReceiptKind.EFFECT, "handed to the default browser")

posix = pytest.mark.skipif(sys.platform != "linux", reason="openers are shell scripts on Linux")


@pytest.fixture
def a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":77")  # no one connects to it
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


class Opener:
    """A script that notes its arguments, one a line, and then does as it is told."""

    def __init__(self, folder: Path) -> None:
        self._noted = folder / "noted"
        self.path = folder / "my opener"

    def does(self, command: str) -> None:
        self.path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{self._noted}"\n{command}\n')
        self.path.chmod(0o755)

    @property
    def arguments(self) -> list[str]:
        return self._noted.read_text().splitlines()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, a_display: None) -> Iterator[Opener]:
    program = Opener(tmp_path)
    monkeypatch.setenv("BROWSER", f"'{program.path}'")
    yield program
    pid = tmp_path / "pid"
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGKILL)


@posix
async def test_without_a_display_the_address_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("BROWSER", "/bin/false")
    assert await open_in_browser(MIT) == Receipt(
        ReceiptKind.NO_OP,
        "I cannot open a window here; the address is https://www.mit.edu/",
    )


@posix
async def test_an_opener_that_ends_well_has_handed_it_over(program: Opener) -> None:
    program.does("exit 0")
    assert await open_in_browser(MIT) == HANDED_OVER
    assert program.arguments == ["https://www.mit.edu/"]


@posix
async def test_an_opener_that_still_runs_has_handed_it_over(
    program: Opener, tmp_path: Path
) -> None:
    program.does(f"echo $$ > {tmp_path / 'pid'}; exec sleep 60")
    assert await open_in_browser(MIT) == HANDED_OVER


@posix
async def test_an_opener_that_fails_has_opened_nothing(program: Opener) -> None:
    program.does("exit 3")
    receipt = await open_in_browser(MIT)
    assert receipt.kind is ReceiptKind.FAILED
    assert receipt.observed == f"{program.path} ended with exit code 3: no browser opened"


@posix
async def test_no_shell_reads_the_address(program: Opener, tmp_path: Path) -> None:
    program.does("exit 0")
    url = f"https://www.mit.edu/?a=$(touch${{IFS}}{tmp_path}/owned);`id`&b='%s'"
    assert await open_in_browser(SafeUrl(url, "www.mit.edu")) == HANDED_OVER
    assert program.arguments == [url]
    assert not (tmp_path / "owned").exists()


@posix
async def test_a_missing_opener_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, a_display: None
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROWSER", raising=False)
    receipt = await open_in_browser(MIT)
    assert receipt.kind is ReceiptKind.FAILED
    assert "xdg-utils" in receipt.observed
    monkeypatch.setenv("BROWSER", "no-such-browser")
    assert await open_in_browser(MIT) == Receipt(
        ReceiptKind.FAILED, "the program no-such-browser is not installed; see $BROWSER"
    )


@pytest.mark.parametrize(
    ("env", "platform", "argv"),
    [
        ({}, "linux", ["xdg-open", "U"]),
        ({}, "darwin", ["open", "U"]),
        ({"BROWSER": ""}, "linux", ["xdg-open", "U"]),
        ({"BROWSER": "firefox"}, "linux", ["firefox", "U"]),
        ({"BROWSER": "firefox --new-tab"}, "linux", ["firefox", "--new-tab", "U"]),
        ({"BROWSER": "chromium --app=%s --x"}, "linux", ["chromium", "--app=U", "--x"]),
        ({"BROWSER": "'/opt/my browser/run' %s"}, "darwin", ["/opt/my browser/run", "U"]),
        ({"BROWSER": "an 'unclosed quote"}, "linux", ["xdg-open", "U"]),
    ],
)
def test_the_command_is_one_and_the_address_one_argument(
    env: dict[str, str], platform: str, argv: list[str]
) -> None:
    assert opener("U", env, platform) == argv


@posix
@pytest.mark.usefixtures("a_display")
@pytest.mark.parametrize("place", ["%s", "'%s'", '"%s"', '"--url=%s"'])
async def test_a_shell_runs_nothing_that_a_link_holds(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, made = tmp_path / "noted", tmp_path / "made"
    script = f"echo {place} > {noted}"
    monkeypatch.setenv("BROWSER", f"sh -c {shlex.quote(script)}")
    monkeypatch.setenv("MADE", str(made))
    url = "https://example.com/x';mkdir$IFS$MADE;echo$IFS$(mkdir$IFS$MADE)"
    assert await open_in_browser(SafeUrl(url, "example.com")) == HANDED_OVER
    assert noted.read_text().removeprefix("--url=").strip() == url
    assert not made.exists()


@posix
@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("no-such-browser:sh", ["sh", MIT.url]),
        ("no-such-browser %s:sh -x %s", ["sh", "-x", MIT.url]),
        ("sh --proxy=http://x:80 %s", ["sh", "--proxy=http://x:80", MIT.url]),
        ("no-such-browser:nor-this", ["no-such-browser", MIT.url]),
    ],
)
def test_of_several_browsers_the_first_installed_is_taken(said: str, command: list[str]) -> None:
    assert opener(MIT.url, {"BROWSER": said}, "linux") == command
