"""A desktop of the test's own: screen, window manager, D-Bus session, browser and keyboard.

Invariant: whatever was opened on it is closed with it, also what its opener detached.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from bench.process import clean_environment, end_group, end_marked, run, wait_until
from bench.web import WebSite

MARK = "BENCH_DESKTOP"

BROWSER = """\
#!/bin/sh
exec chromium --no-sandbox --test-type --disable-gpu --disable-quic --no-first-run \\
  --no-default-browser-check --disable-background-networking --disable-component-update \\
  --disable-sync --disable-dev-shm-usage --disable-breakpad --password-store=basic \\
  --no-proxy-server --ignore-certificate-errors --disable-features=HttpsUpgrades \\
  --host-resolver-rules="MAP *:80 127.0.0.1:{http}, MAP *:443 127.0.0.1:{https}" \\
  --user-data-dir="{profile}" "$@"
"""
ENTRY = """\
[Desktop Entry]
Type=Application
Name=Bench Browser
Exec={program} %U
MimeType=x-scheme-handler/http;x-scheme-handler/https;text/html;
"""
DEFAULTS = """\
[Default Applications]
x-scheme-handler/http=bench-browser.desktop
x-scheme-handler/https=bench-browser.desktop
text/html=bench-browser.desktop
"""
FOLDERS = {
    "HOME": "home",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_STATE_HOME": "home/.local/state",
}


class Desktop:
    """Xvfb with openbox; its default browser sees `site` in place of the whole web.

    Attributes:
        env: What a child needs in its environment to be a program of this desktop.
    """

    def __init__(self, folder: Path, site: WebSite) -> None:
        self._folder = folder / "desktop"
        self._site = site
        self._stack = ExitStack()
        self._all_env: dict[str, str] = {}
        self.env: dict[str, str] = {}

    def __enter__(self) -> Self:
        # The mark is unique to this desktop; a socket's path in it may have 107 bytes.
        run_folder = Path(tempfile.mkdtemp(prefix="bench-desktop-", dir="/tmp"))
        self._stack.callback(shutil.rmtree, run_folder, ignore_errors=True)
        self.env = {MARK: str(run_folder), "XDG_RUNTIME_DIR": str(run_folder)}
        self.env |= {"XDG_SESSION_TYPE": "x11"}
        for variable, name in FOLDERS.items():
            self.env[variable] = str(self._folder / name)
            (self._folder / name).mkdir(parents=True, exist_ok=True)
        try:
            self._install_browser(run_folder)
            self._start_screen()
            self._start_session(run_folder / "bus")
            self._start_window_manager()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        end_marked(self.env[MARK])
        self._stack.close()

    def windows(self) -> list[str]:
        """The titles of the open windows."""
        lines = run(["wmctrl", "-l"], self._all_env).splitlines()
        return [" ".join(line.split()[3:]) for line in lines]

    def wait_for_window(self, part: str, timeout: float = 60.0) -> str:
        """The title of the first window that holds `part`."""
        found: list[str] = []

        def there() -> bool:
            found[:] = [title for title in self.windows() if part in title]
            return bool(found)

        wait_until(there, f"a window with {part!r} in its title", timeout)
        return found[0]

    def press_key(self, key: str) -> None:
        """Press and release a key, in xdotool's words: "F9", "ctrl+space"."""
        self._xdotool("key", key)

    def key_down(self, key: str) -> None:
        """Press a key and keep it down; the screen repeats it as a real keyboard does."""
        self._xdotool("keydown", key)

    def key_up(self, key: str) -> None:
        """Let go of a key."""
        self._xdotool("keyup", key)

    def hold_key(self, key: str, seconds: float) -> None:
        """Press a key, keep it down for so long, let go."""
        self.key_down(key)
        time.sleep(seconds)
        self.key_up(key)

    def screenshot(self, file: Path) -> None:
        """Write what the screen shows as PNG, to look at after a failure."""
        import mss

        with mss.MSS(display=self.env["DISPLAY"]) as screen:
            screen.shot(output=str(file))

    def open(self, url: str) -> None:
        """Open a URL as a program of this desktop does, in the default browser."""
        self._spawn(["xdg-open", url], "xdg-open")

    def _xdotool(self, *arguments: str) -> None:
        run(["xdotool", *arguments], self._all_env)

    def _install_browser(self, where: Path) -> None:
        program = where / "bench-browser"  # xdg-open takes a program's path without quotes only
        ports = {"http": self._site.http_port, "https": self._site.https_port}
        program.write_text(BROWSER.format(profile=where / "profile", **ports))
        program.chmod(0o755)
        applications = Path(self.env["XDG_DATA_HOME"]) / "applications"
        applications.mkdir(exist_ok=True)
        (applications / "bench-browser.desktop").write_text(ENTRY.format(program=program))
        (Path(self.env["XDG_CONFIG_HOME"]) / "mimeapps.list").write_text(DEFAULTS)

    def _start_screen(self) -> None:
        reading, writing = os.pipe()
        with os.fdopen(reading) as display:
            argv = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"]
            try:
                self._spawn([*argv, "-nolisten", "tcp", "-noreset"], "screen", writing)
            finally:
                os.close(writing)
            number = display.readline().strip()  # the end of the pipe where Xvfb gave up
        assert number, f"no screen: {(self._folder / 'screen.log').read_text()}"
        self.env["DISPLAY"] = f":{number}"

    def _start_session(self, socket: Path) -> None:
        """A session bus, so that no program starts one of its own and leaves it behind."""
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address = f"unix:path={socket}"
        argv = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"]
        self._spawn(argv, "bus")
        wait_until(socket.exists, "the session bus listens")

    def _start_window_manager(self) -> None:
        self._spawn(["openbox", "--sm-disable"], "openbox")

        def ready() -> bool:
            argv = ["wmctrl", "-m"]
            done = subprocess.run(argv, env=self._all_env, capture_output=True, check=False)
            return b"Openbox" in done.stdout

        wait_until(ready, "the window manager manages")

    def _spawn(self, argv: Sequence[str], name: str, *pass_fds: int) -> None:
        self._all_env = clean_environment() | self.env
        with (self._folder / f"{name}.log").open("ab") as log:
            child = subprocess.Popen(
                argv,
                env=self._all_env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        self._stack.callback(end_group, child)
