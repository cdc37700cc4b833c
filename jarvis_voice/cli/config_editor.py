"""`jarvis config edit`: a draft in the user's editor, which is checked before it takes over."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.doors.terminal.typed_lines import is_interactive

if TYPE_CHECKING:
    from pathlib import Path

    from jarvis_voice.core.paths import Paths

EDITORS = ("notepad",) if sys.platform == "win32" else ("sensible-editor", "editor", "nano", "vi")
"""What is tried where the user has named none."""


def edit_settings(paths: Paths, tell: Callable[[str], None]) -> bool:
    """Let the user edit a draft, and take it over if it is a good one; whether it was.

    Raises:
        ConfigError: There is no editor, or the draft has a mistake: the old file still holds, the
            draft stays, and the next `edit` goes on with it.
    """
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.setting_change import NOTHING_CHANGED
    from jarvis_voice.core.settings_file import read_text, rewrite, write_text

    words, before = editor(os.environ), read_text(paths.config_file)
    draft = paths.settings_draft
    if draft.exists():
        tell(f"Going on with your draft of before: {draft}")
        if before and draft.stat().st_mtime < paths.config_file.stat().st_mtime:
            tell(f"Mind that {paths.config_file} was changed since; the draft takes its place.")
    else:
        write_text(draft, before or template(), mode=0o600)
    exit_code = _run([*words, str(draft)])
    if exit_code:
        if read_text(draft) == (before or template()):
            _remove(draft)
            raise ConfigError(
                "config-editor", f"{words[0]} ended with {exit_code}. {NOTHING_CHANGED}"
            )
        message = f"{words[0]} ended with {exit_code}. {NOTHING_CHANGED} The draft: {draft}"
        raise ConfigError("config-editor", message)
    text = read_text(draft)
    if text == before or (not before and text == template()):
        _remove(draft)
        tell(NOTHING_CHANGED)
        return False
    try:
        load_config(paths, text.removeprefix("\ufeff"))
    except ConfigError as error:
        why = error.message.replace(str(paths.config_file), "Your draft")
        message = (
            f"{why} Your settings are as before. The draft stays in {draft}; "
            "go on with it: jarvis config edit"
        )
        raise ConfigError(error.code, message) from error

    def taken_over(now: str) -> str:
        if now != before:
            message = f"{paths.config_file} was changed meanwhile. Your draft stays in {draft}."
            raise ConfigError("config-write", message)
        return text

    rewrite(paths.config_file, taken_over)
    _remove(draft)
    tell(f"Your settings are written: {paths.config_file}")
    return True


def editor(environment: Mapping[str, str]) -> list[str]:
    """The words that start the user's editor.

    Raises:
        ConfigError: There is none, or what is named cannot be found.
    """
    for variable in ("VISUAL", "EDITOR"):
        if not environment.get(variable, "").strip():
            continue
        try:
            words = shlex.split(environment[variable], posix=sys.platform != "win32")
        except ValueError:  # a quotation mark without its other half
            words = []
        if not words or shutil.which(words[0]) is None:
            message = (
                f"There is no program {environment[variable]}. Name your editor in {variable}."
            )
            raise ConfigError("config-editor", message)
        return words
    for name in EDITORS if is_interactive() else ():
        if found := shutil.which(name):
            return [found]
    message = "No editor was found. Name yours in EDITOR, such as: EDITOR=nano jarvis config edit"
    raise ConfigError("config-editor", message)


def template() -> str:
    """The shipped settings, every line a comment: defaults may change."""
    from jarvis_voice.core.shipped_files import shipped

    lines = shipped("config/jarvis.toml").read_text(encoding="utf-8").splitlines()
    return "".join(f"{line if not line or line[0] == '#' else '# ' + line}\n" for line in lines)


def _run(words: list[str]) -> int:
    try:
        return subprocess.run(words, check=False).returncode  # noqa: S603 - the user's own editor
    except OSError as error:
        message = f"Cannot start {words[0]}: {error.strerror}. Name your editor in EDITOR."
        raise ConfigError("config-editor", message) from error


def _remove(draft: Path) -> None:
    with suppress(OSError):  # it is looked at again by the next `edit`
        draft.unlink(missing_ok=True)
