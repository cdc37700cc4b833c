"""Names the places of files: the platform's folders, or one folder named by JARVIS_HOME.

Invariant: this module only names places; `ensure` alone makes a folder, private to the user.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError

APP_NAME = "jarvis-voice"
SHORTEST = "/tmp"  # noqa: S108 - a socket gets a folder of the user's alone in it
"""Where a socket goes when the path in TMPDIR is too long for one, too."""

SOCKET_PATH_BYTES = 100
"""A unix socket's path may have 104 (macOS) or 108 (Linux) bytes, the closing zero included."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The user's folders and the files in them."""

    config: Path
    data: Path
    state: Path
    models: Path
    runtime: Path
    short: tuple[Path, ...]
    """Where a socket goes whose own path would be too long; a folder of the user's alone first."""

    @property
    def config_file(self) -> Path:
        """The user's jarvis.toml."""
        return self.config / "jarvis.toml"

    @property
    def settings_draft(self) -> Path:
        """What `jarvis config edit` edits, until it is a good jarvis.toml."""
        return self.config / "jarvis.toml.draft"

    @property
    def env_file(self) -> Path:
        """The user's .env, for keys only."""
        return self.config / ".env"

    @property
    def user_sites(self) -> Path:
        """Sites of the user's own."""
        return self.config / "sites.toml"

    @property
    def user_sentences(self) -> Path:
        """Folder with the user's own sentence files."""
        return self.config / "sentences"

    @property
    def database(self) -> Path:
        """Threads and checkpoints."""
        return self.data / "threads.db"

    @property
    def lock(self) -> Path:
        """Held by the one process that writes the database; lies beside it, where a link leads."""
        folder = self.data
        with suppress(
            OSError, RuntimeError
        ):  # a link that leads to itself is told where it is read
            if self.database.is_symlink() and self.database.exists():
                folder = self.database.resolve().parent
        return folder / "threads.lock"

    @property
    def screenshots(self) -> Path:
        """Where take_screenshot writes."""
        return self.data / "screenshots"

    @property
    def wake_heads(self) -> Path:
        """Heads for wake words of the user's own: word.onnx, with its word.json if it has one."""
        return self.data / "wake"

    @property
    def recordings(self) -> Path:
        """What `jarvis wake record` recorded, by word."""
        return self.data / "recordings"

    @property
    def near_misses(self) -> Path:
        """Sounds that nearly woke it, where the user wants them kept."""
        return self.data / "near-misses"

    @property
    def voices(self) -> Path:
        """Piper voices of the user's own: NAME.onnx, each with its NAME.onnx.json."""
        return self.data / "voices"

    @property
    def certificates(self) -> Path:
        """The certificate of the HTTP port, and of who vouches for it, with their keys."""
        return self.data / "certificates"

    @property
    def runtime_pictures(self) -> Path:
        """Pictures that questions are about, for a few minutes."""
        return self.runtime / "jarvis-pictures"

    @property
    def log_file(self) -> Path:
        """The daemon's log."""
        return self.state / "jarvis.log"

    @property
    def launcher_declined(self) -> Path:
        """There if the user wants no command `jarvis` in ~/.local/bin."""
        return self.state / "launcher-declined"

    @property
    def first_run(self) -> Path:
        """Which questions of the first `jarvis setup` were asked."""
        return self.state / "first-run.json"

    @property
    def share_asked(self) -> Path:
        """There if the user was asked whether models elsewhere may be told of facts."""
        return self.state / "share-asked"

    @property
    def silence(self) -> Path:
        """What speech to text makes of silence, kept for the next start."""
        return self.state / "silence.states"

    @property
    def second_silence(self) -> Path:
        """The same of the better model, which hears doubtful words once more."""
        return self.state / "second-silence.states"

    @property
    def line_history(self) -> Path:
        """Lines typed to the daemon, for the arrow keys."""
        return self.state / "line-history"

    @property
    def control_socket(self) -> Path:
        """The daemon's control socket, moved to a short name where the path is too long."""
        socket = self.runtime / "jarvis-voice.sock"
        digest = hashlib.sha256(os.fsencode(socket)).hexdigest()[:16]
        short = [folder / f"jarvis-{digest}" / "control.sock" for folder in self.short]
        fitting = [one for one in (socket, *short) if len(os.fsencode(one)) <= SOCKET_PATH_BYTES]
        return fitting[0] if fitting else socket


def home_folder() -> Path:
    """The user's home; the root where none is known, as for a user whom the system does not list.

    Never raises: what looks for files of the user's own finds none there.
    """
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.sep)


def spelled_out(path: str) -> Path:
    """A path with the home that its "~" stands for; as it is where that home is not known."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path.expanduser raises there


def find_paths(env: Mapping[str, str] | None = None) -> Paths:
    """The folders for this user; JARVIS_HOME moves them into one, JARVIS_MODELS the weights.

    Raises:
        ConfigError: No home of this user is known, and nothing names another folder.
    """
    env = os.environ if env is None else env
    weights = env.get("JARVIS_MODELS")
    session = env.get("XDG_RUNTIME_DIR")
    temporary = _temporary_folder()
    folders = (session, temporary, SHORTEST) if os.name == "posix" else (session, temporary)
    short = tuple(Path(folder) for folder in folders if folder)
    if home := env.get("JARVIS_HOME"):
        root = _own_folder(home)
        models = _own_folder(weights) if weights else root / "models"
        runtime = Path(os.path.realpath(root))  # no socket is made behind a link
        return Paths(
            config=root, data=root, state=root, models=models, runtime=runtime, short=short
        )
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP_NAME, appauthor=False)
    try:
        data, state = Path(dirs.user_data_dir), Path(dirs.user_state_dir)
        config = Path(dirs.user_config_dir)
    except RuntimeError as error:
        message = "I do not know where your home is. Set HOME, or JARVIS_HOME to a folder for me."
        raise ConfigError("home-unknown", message) from error
    has_no_session = sys.platform == "linux" and "XDG_RUNTIME_DIR" not in env
    return Paths(
        config=config,
        data=data,
        state=state,
        models=_own_folder(weights) if weights else data / "models",
        runtime=state if has_no_session else Path(dirs.user_runtime_dir),
        short=short,
    )


def _temporary_folder() -> str:
    """Where short-lived files go; "" where no such folder can be written to."""
    try:
        return tempfile.gettempdir()
    except OSError:
        return ""


def _own_folder(name: str) -> Path:
    """A folder that the environment names.

    Raises:
        ConfigError: It is in the home of a user whom nobody knows.
    """
    folder = spelled_out(name)
    if folder.parts[:1] and folder.parts[0].startswith("~"):
        message = f'The home in "{name}" is not known. Write the whole path.'
        raise ConfigError("home-unknown", message)
    return folder.absolute()


def ensure(folder: Path) -> Path:
    """Make a folder (mode 0700 where it is new) and return it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def why_shared(folder: Path) -> str:
    """Why a folder is not this user's alone, and what to do; "" where it is.

    Raises:
        OSError: There is none, or it cannot be looked at.
    """
    if sys.platform == "win32":
        return ""  # no owners and modes there
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return f"{folder} is no folder: move it away"
    if found.st_uid != os.getuid():
        return f"{folder} belongs to another user: give it to yourself, or set JARVIS_HOME"
    if found.st_mode & 0o022:
        return f"Others may write to {folder}. Forbid it: chmod go-w {shlex.quote(str(folder))}"
    return ""
