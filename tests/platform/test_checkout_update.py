"""Flow: a checkout is brought to the newest version, with a real git and no index."""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from jarvis_voice.platform.checkout_update import STAMP, UNFINISHED, CheckoutUpdate, UpdateError
from jarvis_voice.platform.install_method import InstallKind, InstallMethod

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(shutil.which("git") is None, reason="there is no git"),
]

LOCK = "numpy==2.1 \\\n    --hash=sha256:00\npip==26.1 \\\n    --hash=sha256:11\n"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    argv = ["git", *who, "-C", str(folder), *words]
    return subprocess.run(argv, check=True, capture_output=True, text=True, env=env).stdout.strip()


def commit(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", name)
    git(folder, "commit", "--quiet", "-m", f"Change {name}")


class Checkout:
    """A clone, the repository it came from, and what was installed."""

    def __init__(self, tmp_path: Path) -> None:
        self.origin, self.folder = tmp_path / "origin", tmp_path / "clone"
        self.environment = self.folder / ".venv"
        self.origin.mkdir()
        git(self.origin, "init", "--quiet", "--initial-branch=main")
        (self.origin / "config").mkdir()
        commit(self.origin, "pyproject.toml", "[project]\n")
        commit(self.origin, "config/requirements.txt", LOCK)
        git(tmp_path, "clone", "--quiet", str(self.origin), str(self.folder))
        self.environment.mkdir()
        self.ran: list[list[str]] = []
        self.told: list[str] = []
        self.exit_code = 0

    def update(self, extras: tuple[str, ...] = ()) -> CheckoutUpdate:
        method = InstallMethod(
            InstallKind.CHECKOUT, "python", self.folder, is_editable=True, extras=extras
        )
        return CheckoutUpdate(method, self.environment, self._install, self.told.append)

    def _install(self, argv: Sequence[str]) -> int:
        assert (self.environment / UNFINISHED).exists()
        self.ran.append([*argv])
        return self.exit_code

    @property
    def head(self) -> str:
        return git(self.folder, "rev-parse", "--short", "HEAD")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_nothing_new_installs_nothing(checkout: Checkout) -> None:
    done = checkout.update().run()
    assert (done.old, done.n_changes) == (done.new, 0)
    assert checkout.ran == []


def test_the_newest_version_and_its_packages(checkout: Checkout) -> None:
    before = checkout.head
    (checkout.environment / STAMP).touch()
    os.utime(checkout.environment / STAMP, (0, 0))
    commit(checkout.origin, "new.txt", "new")

    done = checkout.update(extras=("mcp", "tray")).run()

    assert (done.old, done.new, done.n_changes) == (before, checkout.head, 1)
    assert (checkout.folder / "new.txt").exists()
    pip, program, needed = checkout.ran
    assert "--requirement" in pip
    assert program[-3:] == ["--no-deps", "--editable", str(checkout.folder)]
    assert needed[-1] == "jarvis-voice[mcp,tray]"
    assert {"--require-hashes", "--build-constraint"} <= set(needed)
    assert not (checkout.environment / UNFINISHED).exists()
    assert (checkout.environment / STAMP).stat().st_mtime > 0, "`make run` installs no second time"


def test_where_packages_fail_the_program_is_the_old_one(checkout: Checkout) -> None:
    before = checkout.head
    commit(checkout.origin, "new.txt", "new")
    checkout.exit_code = 1

    with pytest.raises(UpdateError, match=f"the one from before \\({before}\\)") as error:
        checkout.update().run()

    assert error.value.code == "update-packages"
    assert checkout.head == before
    checkout.exit_code = 0
    assert checkout.update().run().n_changes == 1


def test_an_update_that_was_killed_is_finished(checkout: Checkout) -> None:
    (checkout.environment / UNFINISHED).write_text("abc123", encoding="utf-8")

    done = checkout.update().run()

    assert (done.old, done.new) == ("abc123", checkout.head)
    assert len(checkout.ran) == 3


@pytest.mark.parametrize("left", [b"", b"\xff\xfe\x00", b"not a commit", b"--hard"])
def test_a_note_that_was_written_by_half_is_none(checkout: Checkout, left: bytes) -> None:
    (checkout.environment / UNFINISHED).write_bytes(left)

    done = checkout.update().run()

    assert done.old == done.new == checkout.head
    assert len(checkout.ran) == 3


def change_a_file(checkout: Checkout) -> None:
    (checkout.folder / "pyproject.toml").write_text("mine", encoding="utf-8")


def commit_on_both_sides(checkout: Checkout) -> None:
    commit(checkout.origin, "theirs.txt", "theirs")
    commit(checkout.folder, "mine.txt", "mine")


def leave_the_branch(checkout: Checkout) -> None:
    git(checkout.folder, "checkout", "--quiet", "--detach")


def lose_the_network(checkout: Checkout) -> None:
    git(checkout.folder, "remote", "set-url", "origin", str(checkout.origin / "gone"))


def have_the_new_file_already(checkout: Checkout) -> None:
    commit(checkout.origin, "notes.txt", "theirs")
    (checkout.folder / "notes.txt").write_text("mine", encoding="utf-8")


def be_no_clone(checkout: Checkout) -> None:
    shutil.rmtree(checkout.folder / ".git")


@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (change_a_file, "update-local-changes", "You have changed pyproject.toml in .* stash"),
        (commit_on_both_sides, "update-diverged", "commits of its own .* rebase origin/main"),
        (leave_the_branch, "update-no-upstream", "checkout main"),
        (lose_the_network, "update-no-network", "git cannot reach .*gone: .* Nothing was changed"),
        (have_the_new_file_already, "update-refused", "untracked .* Nothing was changed"),
        (be_no_clone, "update-no-clone", "is not a git clone, .* settings"),
    ],
)
def test_what_cannot_be_updated_says_why_and_loses_nothing(
    checkout: Checkout, trouble: Callable[[Checkout], None], code: str, said: str
) -> None:
    trouble(checkout)
    files = contents(checkout.folder)

    with pytest.raises(UpdateError, match=said) as error:
        checkout.update().run()

    assert error.value.code == code
    assert "\n" not in error.value.message
    assert contents(checkout.folder) == files
    assert checkout.ran == []
    assert not (checkout.environment / UNFINISHED).exists()


def contents(folder: Path) -> dict[str, str]:
    """The files of the work tree and what they hold."""
    return {
        file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.is_file()
    }


def test_without_git(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UpdateError, match="sudo apt install git"):
        checkout.update().run()
