"""Brings a git checkout of Jarvis to the newest version: the program, then its packages.

Invariant: local changes and commits stay as they are, and where the packages cannot be installed
the program goes back to the version that it was.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform.bounded_program import ProgramLimits, run_bounded
from jarvis_voice.platform.install_method import PACKAGE, InstallMethod, as_line

GIT_SECONDS = 300.0
GIT_BYTES = 10_000_000
"""Of what git prints: the names of all files that were changed."""

SHOWN = 3
"""How many changed files are named."""

UNFINISHED = "update-unfinished"
"""In the virtual environment while its packages are not those of the program: the old commit."""

COMMIT = re.compile(r"[0-9a-f]{4,64}")
STAMP = ".installed"
"""What `make run` looks at, to know whether the packages are those of the lock."""

PIP_PIN = re.compile(r"^pip==.*?[^\\]$", re.MULTILINE | re.DOTALL)

Install = Callable[[Sequence[str]], int]
"""Runs a command, its output on the screen; the exit code."""


class UpdateError(JarvisError):
    """Jarvis could not be updated; it works as before."""


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """What an update did.

    Attributes:
        old: The commit before, shortened.
        new: The commit now, shortened.
        n_changes: How many commits lie between them; 0 if there was nothing new.
    """

    old: str
    new: str
    n_changes: int


@dataclass(frozen=True, slots=True)
class _GitAnswer:
    """What git ended with and printed."""

    returncode: int
    stdout: str
    stderr: str


class CheckoutUpdate:
    """One update of one checkout.

    Args:
        method: How the program was installed; from a folder.
        environment: The folder of the virtual environment.
        install: Runs a command that installs.
        tell: Where progress goes, a line at a time.
    """

    def __init__(
        self,
        method: InstallMethod,
        environment: Path,
        install: Install,
        tell: Callable[[str], None],
    ) -> None:
        if method.source is None:
            raise ValueError("only what was installed from a folder is a checkout")
        self._method = method
        self._folder = method.source
        self._unfinished = environment / UNFINISHED
        self._stamp = environment / STAMP
        self._install = install
        self._tell = tell

    def run(self) -> UpdateResult:
        """Fetch what is new, go forward to it and install the packages it needs.

        Raises:
            UpdateError: It cannot be done; `message` says why, and what to do.
        """
        self._check()
        upstream = self._upstream()
        remote = upstream.partition("/")[0]
        self._tell(f"Asking {remote} for a newer version ...")
        fetched = self._git("fetch", "--quiet", remote)
        if fetched.returncode:
            raise UpdateError(
                "update-no-network",
                f"git cannot reach {self._address(remote)}: {_last_line(fetched)} "
                "Nothing was changed.",
            )
        own, new = self._distance()
        if own and new:
            raise UpdateError(
                "update-diverged",
                f"This checkout has commits of its own ({own}) that {upstream} has not. Put them "
                f"on top first: {self._line('rebase', upstream)}. Nothing was changed.",
            )
        old = self._commit()
        if self._unfinished.exists():  # an update was broken off: its packages are still missing
            noted = self._unfinished.read_text(encoding="utf-8", errors="replace").strip()
            old = noted if COMMIT.fullmatch(noted) else old  # a power cut may leave it half written
        elif not new:
            return UpdateResult(old, old, 0)
        if new:
            self._go_forward(old, new)
        self._install_packages(old)
        return UpdateResult(old, self._commit(), new)

    def _check(self) -> None:
        if shutil.which("git") is None:
            raise UpdateError(
                "update-no-git",
                "git is not installed. On Debian or Ubuntu: sudo apt install git. Then try again.",
            )
        top = self._git("rev-parse", "--show-toplevel")
        if top.returncode or Path(top.stdout.strip()).resolve() != self._folder.resolve():
            raise UpdateError(
                "update-no-clone",
                f"{self._folder} is not a git clone, so there is nothing to get a newer version "
                "from. Unpack the newer version into a new folder and run `make run` there: your "
                "settings and your memory are elsewhere and stay.",
            )
        changed = self._git("status", "--porcelain", "--untracked-files=no").stdout.splitlines()
        if changed:
            names = ", ".join(line[3:] for line in changed[:SHOWN])
            more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
            raise UpdateError(
                "update-local-changes",
                f"You have changed {names}{more} in {self._folder}. Commit that, or put it aside: "
                f"{self._line('stash')}. Then try again. Nothing was changed.",
            )

    def _upstream(self) -> str:
        asked = self._git("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}")
        if asked.returncode:
            raise UpdateError(
                "update-no-upstream",
                f"The branch in {self._folder} follows no branch of another repository. To follow "
                f"one: {self._line('checkout', 'main')}, or "
                f"{self._line('branch', '--set-upstream-to=origin/main')}. Nothing was changed.",
            )
        return asked.stdout.strip()

    def _distance(self) -> tuple[int, int]:
        """How many commits only we have, and how many only they have."""
        counted = self._git("rev-list", "--left-right", "--count", "HEAD...@{upstream}")
        own, new = counted.stdout.split()
        return int(own), int(new)

    def _go_forward(self, old: str, new: int) -> None:
        self._tell(f"Going forward by {new} {'change' if new == 1 else 'changes'} ...")
        self._unfinished.write_text(old, encoding="utf-8")
        merged = self._git("merge", "--ff-only", "--quiet", "@{upstream}")
        if merged.returncode:
            self._unfinished.unlink()
            raise UpdateError(
                "update-refused",
                f"git refused the newer version: {_last_line(merged)} Nothing was changed.",
            )

    def _install_packages(self, old: str) -> None:
        self._tell("Installing the packages it needs ...")
        with tempfile.TemporaryDirectory(prefix="jarvis-update-") as folder:
            for argv in self._steps(Path(folder)):
                if self._install(argv):
                    back = self._git("reset", "--keep", "--quiet", old)
                    if back.returncode == 0:
                        self._unfinished.unlink(missing_ok=True)
                        kept = f"The program is the one from before ({old})."
                    else:
                        kept = f"To go back: {self._line('reset', '--keep', old)}"
                    raise UpdateError(
                        "update-packages",
                        f"A package could not be installed; the lines above say why. {kept} Try "
                        "`jarvis update` again later.",
                    )
        self._unfinished.unlink(missing_ok=True)
        if self._stamp.exists():
            self._stamp.touch()

    def _steps(self, folder: Path) -> list[list[str]]:
        """The commands of the Makefile: pip itself, the program, and what that needs."""
        lock, pip = self._method.lock, [self._method.python, "-m", "pip", "install", "--quiet"]
        program = [*pip, *self._method.program_only()]
        named = f"{PACKAGE}[{','.join(self._method.extras)}]" if self._method.extras else PACKAGE
        if lock is None:
            return [program, [*pip, named]]
        steps = []
        if pin := PIP_PIN.search(lock.read_text(encoding="utf-8")):
            file = folder / "pip.txt"
            file.write_text(pin[0] + "\n", encoding="utf-8")
            steps.append([*pip, "--require-hashes", "--requirement", str(file)])
        built, locked = ["--build-constraint", str(lock)], ["--require-hashes", "-c", str(lock)]
        return [*steps, program, [*pip, *built, *locked, named]]

    def _commit(self) -> str:
        return self._git("rev-parse", "--short", "HEAD").stdout.strip()

    def _address(self, remote: str) -> str:
        return self._git("remote", "get-url", remote).stdout.strip() or remote

    def _line(self, *words: str) -> str:
        return as_line(["git", "-C", str(self._folder), *words])

    def _git(self, *words: str) -> _GitAnswer:
        """Run git; it asks for no password, and answers in English."""
        argv = ["git", "-C", str(self._folder), *words]
        env = os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
        done = run_bounded(argv, ProgramLimits(GIT_SECONDS, GIT_BYTES), env=env, at_terminal=True)
        if done.exit_code is None:
            why = "it printed too much." if done.is_cut else "it did not answer in time."
            return _GitAnswer(1, "", why)
        return _GitAnswer(done.exit_code, done.text, done.complaint)


def _last_line(done: _GitAnswer) -> str:
    """What git said last, as the end of a sentence."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), "")
    said = said.partition(": ")[2] or (lines[-1] if lines else "it gave no reason")
    return said if said.endswith((".", ":")) else f"{said}."
