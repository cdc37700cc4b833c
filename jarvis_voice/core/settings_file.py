"""Changes one setting in the text of the user's jarvis.toml, and writes files whole or not at all.

Invariant: comments, order and layout of what is not changed stay as they are; a reader of a file
sees the old text or the new one, never a part. Of two programs that change a file at once the
second waits for the first: neither change is lost.
"""

from __future__ import annotations

import glob
import os
import re
import secrets
import stat
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.paths import ensure
from jarvis_voice.core.setting_names import Name

NEW = ".new"
"""What the next text of a file is called at the end, until it takes the file's place."""

_PART = re.compile(r"\.[0-9a-f]{16}\.new")

WAIT_SECONDS = 10.0
"""How long another program may be at a file; a change takes less than one."""

_LOOK_SECONDS = 0.02
_YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read_text(file: Path) -> str:
    """The text of a file, every line end as it is; "" where there is none.

    Raises:
        ConfigError: It cannot be read, or is no text.
    """
    refuse_no_file(file)
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ConfigError("config-unreadable", f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError("config-syntax", not_utf8(file, error)) from error


def not_utf8(file: Path, error: UnicodeDecodeError) -> str:
    """What is wrong with a file that is no text, and what to do."""
    line = error.object[: error.start].count(b"\n") + 1
    return f"{file} is not written in UTF-8 (line {line}). Save it as UTF-8 in your editor."


def write_text(file: Path, text: str, *, mode: int | None = None) -> None:
    """Put a text into a file in one step.

    Args:
        file: A link stays a link: the file that it leads to is written.
        text: All that is in it then.
        mode: Who may read it; None keeps what it was, and makes a new file as any other.

    Raises:
        ConfigError: It cannot be written; what was in it still is.
    """
    with _alone(file):
        _put_text(file, text, mode)


def rewrite(file: Path, change: Callable[[str], str | None], *, mode: int | None = None) -> None:
    """Put another text into a file; nobody else changes it meanwhile.

    Args:
        file: As above.
        change: Gives the new text for the old one; None changes nothing. Its errors are passed on.
        mode: As above.

    Raises:
        ConfigError: It cannot be read or written; what was in it still is.
    """
    with _alone(file):
        changed = change(read_text(file))
        if changed is not None:
            _put_text(file, changed, mode)


def _put_text(file: Path, text: str, mode: int | None) -> None:
    part: Path | None = None
    try:
        file = file.resolve()
        ensure(file.parent)
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(0, "it may only be read")
        if mode is None and file.exists():
            mode = stat.S_IMODE(file.stat().st_mode)
        _drop_parts(file)
        part = file.with_name(f"{file.name}.{secrets.token_hex(8)}{NEW}")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or 0o644)
        with os.fdopen(descriptor, "wb") as writer:
            writer.write(text.encode())
            writer.flush()
            os.fsync(writer.fileno())
        _give_to_owner(part, file)
        if mode is not None:
            part.chmod(mode)  # the umask has no say in what the user had set
        part.replace(file)
    except OSError as error:
        if part:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        message = f"Cannot write {file}: {error.strerror or type(error).__name__}. It is as before."
        raise ConfigError("config-write", message) from error


def _give_to_owner(part: Path, file: Path) -> None:
    """Let a file that root writes stay its user's: that of the old one, or of its folder."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owner = (file if file.exists() else file.parent).stat()
    os.chown(part, owner.st_uid, owner.st_gid)


def _drop_parts(file: Path) -> None:
    """Remove what a program left that was ended while it wrote."""
    for one in file.parent.glob(f"{glob.escape(file.name)}.*{NEW}"):
        if _PART.fullmatch(one.name.removeprefix(file.name)):
            one.unlink(missing_ok=True)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold the folder of a file, for who changes what is in it.

    Where it cannot be held (Windows, some network disks) nobody waits.

    Raises:
        ConfigError: Another program holds it too long.
    """
    folder = _opened_folder(file)
    try:
        if folder is not None:
            _take(folder, file)
        yield
    finally:
        if folder is not None:
            os.close(folder)  # which lets it go


def _opened_folder(file: Path) -> int | None:
    if sys.platform == "win32":
        return None
    with suppress(OSError, RuntimeError):  # a link that leads to itself; reading it says so
        folder = file.resolve().parent
        ensure(folder)
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    return None


def _take(folder: int, file: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= until:
                message = f"Another program is changing {file}. Nothing was changed."
                raise ConfigError("config-write", message) from error
            time.sleep(_LOOK_SECONDS)
        except OSError:
            return  # this disk knows no locks
        else:
            return


def value_from(words: Sequence[str], default: Any) -> Any:
    """The value that somebody typed, in the kind that the setting has.

    Args:
        words: One word, or several for a list.
        default: What the setting is without the user; None where its kind is not known.
    """
    if isinstance(default, list):
        first = _toml_value(words[0]) if len(words) == 1 else None
        return first if isinstance(first, list) else list(words)
    whole = " ".join(words)
    if isinstance(default, str):
        quoted = _toml_value(whole)
        return quoted if isinstance(quoted, str) else whole
    if isinstance(default, bool):
        return _YES_OR_NO.get(whole.lower(), whole)
    found = _toml_value(whole)
    return whole if found is None else found


def with_setting(text: str, name: Name, value: Any) -> str:
    """The text with a setting in it.

    Raises:
        ConfigError: It is no valid TOML, or written in a way that cannot be changed here.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    mark, body = _without_mark(text)
    wanted = _loaded(body)
    _put(wanted, name, value)
    try:
        document = tomlkit.parse(body)
        parsed = tomlkit.dumps(document)
        table: Any = document
        for key in name[:-1]:
            if key not in table:
                if len(table) and not body.endswith("\n\n") and table is document:
                    document.add(tomlkit.nl())
                table[key] = tomlkit.table(is_super_table=len(name) > 2 and key == name[0])  # noqa: PLR2004 - a table in a table needs no header of its own
            table = table[key]
        after = _trailing(table) if name[-1] not in table else []
        table[name[-1]] = _item(value, inline=len(name) > 1)
        for one in after:
            table.add(one)
        changed = mark + _ends(_kept(body, parsed, tomlkit.dumps(document)), body)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise _by_hand(name, value) from error
    if not _says(changed, wanted):
        raise _by_hand(name, value)
    return changed


def without_setting(text: str, name: Name) -> str:
    """The text without a setting; the same where it is not in it.

    Raises:
        ConfigError: It is no valid TOML, or written in a way that cannot be changed here.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    mark, body = _without_mark(text)
    wanted = _loaded(body)
    if not _take_out(wanted, name):
        return text
    try:
        document = tomlkit.parse(body)
        parsed = tomlkit.dumps(document)
        table: Any = document
        for key in name[:-1]:
            table = table[key]
        del table[name[-1]]
        changed = mark + _kept(body, parsed, tomlkit.dumps(document))
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise _by_hand(name, None) from error
    if not _says(changed, wanted):
        raise _by_hand(name, None)
    return changed


def as_toml(value: Any) -> str:
    """A value as it stands in a TOML file."""
    import tomlkit

    return str(tomlkit.item(_item(value, inline=True)).as_string())


def dotted(name: Name) -> str:
    """A setting's name as it is typed."""
    return ".".join(name)


def _trailing(table: Any) -> list[Any]:
    """Take comments and blank lines out that end a table: they belong to what follows it."""
    body = getattr(table, "value", table).body if hasattr(table, "is_super_table") else []
    count = next((n for n, (key, _) in enumerate(reversed(body)) if key is not None), len(body))
    taken = [item for _, item in body[len(body) - count :]]
    del body[len(body) - count :]
    return taken


def _item(value: Any, *, inline: bool) -> Any:
    import tomlkit

    if isinstance(value, Mapping) and inline:
        table = tomlkit.inline_table()
        table.update({key: _item(one, inline=True) for key, one in value.items()})
        return table
    return list(value) if isinstance(value, tuple) else value


def _toml_value(text: str) -> Any:
    try:
        return parsed_toml(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return None


def _without_mark(text: str) -> tuple[str, str]:
    body = text.removeprefix("\ufeff")
    return text[: len(text) - len(body)], body


def _kept(before: str, parsed: str, changed: str) -> str:
    """The changed text; its other lines as they were, also where tomlkit writes a space less."""
    from difflib import SequenceMatcher

    ours, theirs, new = (text.splitlines(keepends=True) for text in (before, parsed, changed))
    if len(ours) != len(theirs):
        return changed
    lines: list[str] = []
    matcher = SequenceMatcher(None, theirs, new, autojunk=False)
    for what, begin, end, new_begin, new_end in matcher.get_opcodes():
        lines += ours[begin:end] if what == "equal" else new[new_begin:new_end]
    return "".join(lines)


def _ends(changed: str, before: str) -> str:
    """The new text with the line ends of the old one."""
    is_windows = "\r\n" in before and "\n" not in before.replace("\r\n", "")
    return changed.replace("\r\n", "\n").replace("\n", "\r\n") if is_windows else changed


def _loaded(text: str) -> dict[str, Any]:
    try:
        return parsed_toml(text)
    except tomllib.TOMLDecodeError as error:
        message = f"Your jarvis.toml is not valid TOML: {error}. Mend it: jarvis config edit"
        raise ConfigError("config-syntax", message) from error


def _put(values: dict[str, Any], name: Name, value: Any) -> None:
    for key in name[:-1]:
        values = values.setdefault(key, {})
        if not isinstance(values, dict):
            raise _by_hand(name, value)
    values[name[-1]] = list(value) if isinstance(value, tuple) else value


def _take_out(values: dict[str, Any], name: Name) -> bool:
    for key in name[:-1]:
        inner = values.get(key)
        if not isinstance(inner, dict):
            return False
        values = inner
    return values.pop(name[-1], _NOTHING) is not _NOTHING


_NOTHING = object()


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    """Whether a text holds these values; a table that is empty now may be left or gone."""
    try:
        found = parsed_toml(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        return False
    return _filled(found) == _filled(wanted)


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    inner = {key: _filled(one) if isinstance(one, dict) else one for key, one in values.items()}
    return {key: one for key, one in inner.items() if one != {}}


def _by_hand(name: Name, value: Any) -> ConfigError:
    where = f"[{dotted(name[:-1])}]" if name[:-1] else "the top"
    what = f"put {name[-1]} = {as_toml(value)} under {where}" if value is not None else "remove it"
    return ConfigError(
        "config-layout",
        f'"{dotted(name)}" cannot be changed here, as your jarvis.toml is written: '
        f"{what} yourself, with: jarvis config edit",
    )
