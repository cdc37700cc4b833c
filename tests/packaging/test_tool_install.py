"""E2e: pipx and uv install the wheel, run it, add an extra and remove it, without an index.

What the wheel needs comes as wheels without content, of the versions in the lock: the tool reads
what each of them is, and the modules themselves are those of the environment of the tests.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
SECONDS = 120
PIN = re.compile(r"^([a-z0-9-]+)==([\w.]+)", re.MULTILINE)

INSTALL = {"pipx": ["pipx", "install"], "uv": ["uv", "tool", "install"]}


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel without content for each pin of the lock."""
    folder = tmp_path_factory.mktemp("links")
    for name, version in PIN.findall((ROOT / "config/requirements.txt").read_text("utf-8")):
        stem = f"{name.replace('-', '_')}-{version}"
        with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as file:
            about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            file.writestr(f"{stem}.dist-info/METADATA", about)
            kind = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\n"
            file.writestr(f"{stem}.dist-info/WHEEL", f"{kind}Tag: py3-none-any\n")
            file.writestr(f"{stem}.dist-info/RECORD", "")
    return folder


class ToolUser:
    """Somebody who installs programs with pipx or uv, into folders of this test."""

    def __init__(self, folder: Path, links: Path) -> None:
        self.folder = folder
        own = {
            "PIPX_HOME": folder / "tools",
            "PIPX_BIN_DIR": folder / "bin",
            "PIPX_MAN_DIR": folder / "man",
            "PIPX_DEFAULT_PYTHON": sys.executable,
            "PIP_FIND_LINKS": links,
            "UV_TOOL_DIR": folder / "tools",
            "UV_TOOL_BIN_DIR": folder / "bin",
            "UV_CACHE_DIR": folder / "cache",
            "UV_FIND_LINKS": links,
            "UV_PYTHON": sys.executable,
            "JARVIS_HOME": folder / "home",
        }
        switches = dict.fromkeys(("PIP_NO_INDEX", "UV_NO_INDEX", "UV_OFFLINE", "UV_NO_CONFIG"), "1")
        self._env = os.environ | {name: str(one) for name, one in own.items()} | switches
        self._env |= {"PATH": os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])}

    def run(self, argv: list[str]) -> subprocess.CompletedProcess[str]:
        """Run pipx or uv as modules of the environment of the tests, or a program as it is."""
        if argv[0] in INSTALL:
            argv = [sys.executable, "-m", *argv]
        return subprocess.run(
            argv,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self._env,
            timeout=SECONDS,
            check=False,
        )

    def done(self, argv: list[str]) -> str:
        """Run it to a good end; what it printed."""
        ran = self.run(argv)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def site(self) -> Path:
        """Where the packages of the tool lie."""
        [site] = self.folder.glob("tools/**/jarvis-voice/lib/python*/site-packages")
        return site

    def give_modules(self) -> None:
        """Let the tool see the modules of the environment of the tests, behind its own."""
        modules = sysconfig.get_path("purelib")
        (self.site() / "modules.pth").write_text(f"{modules}\n", encoding="utf-8")


@pytest.mark.parametrize("tool", INSTALL)
def test_a_tool_installs_it_adds_to_it_and_removes_it(
    tmp_path: Path, wheel: Path, links: Path, tool: str
) -> None:
    user = ToolUser(tmp_path, links)
    own_wheel = shutil.copy(wheel, tmp_path)
    user.done([*INSTALL[tool], str(own_wheel)])
    user.give_modules()
    jarvis = str(tmp_path / "bin" / "jarvis")

    lines = user.done([jarvis, "ask", "--json", "--dry-run", "open MIT's website"]).splitlines()
    events = [json.loads(line) for line in lines]
    ended = [event for event in events if event["type"] == "tool-ended"]
    assert [event["arguments"] for event in ended] == [{"url": "https://www.mit.edu/"}]

    newer = user.run([jarvis, "update"])
    assert newer.returncode == 1
    assert f"{' '.join(INSTALL[tool])} --force NEW.whl" in newer.stderr

    python = str(user.site().parents[2] / "bin" / "python")
    ask = "import json; from jarvis_voice.platform.install_method import this_installation as now"
    printed = user.done([python, "-c", f"{ask}; print(json.dumps(now().with_extras('tray')))"])
    assert not list(user.site().glob("pystray-*"))
    user.done(json.loads(printed))
    assert list(user.site().glob("pystray-*"))
    user.give_modules()
    assert user.done([jarvis, "--version"]).startswith("jarvis-voice ")

    printed = user.done([python, "-c", f"{ask}; print(json.dumps(now().removed()))"])
    user.done(json.loads(printed))
    assert not (tmp_path / "bin" / "jarvis").exists()
