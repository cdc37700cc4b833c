"""What Tab completes in a shell beside the commands: settings, their values, keys, threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from jarvis_voice.core.setting_names import Name


def complete_setting(incomplete: str) -> Iterator[str]:
    """Names of settings, such as "voice.speed"."""
    return (name for name in map(".".join, _names()) if name.startswith(incomplete))


def complete_section(incomplete: str) -> Iterator[str]:
    """Names of sections, such as "voice"."""
    from jarvis_voice.core.setting_names import shipped_settings

    return (section for section in shipped_settings() if section.startswith(incomplete))


def complete_value(context: typer.Context, incomplete: str) -> Iterator[str]:
    """The values that a setting may have, where those are few."""
    with suppress(KeyError, AttributeError, TypeError):
        values = _choices(str(context.params["name"]))
        yield from (value for value in values if value.startswith(incomplete))


def complete_voice(incomplete: str) -> Iterator[str]:
    """Names of the voices that are installed."""
    from jarvis_voice.core.paths import find_paths

    own = (file.stem for file in sorted(find_paths().voices.glob("*.onnx")))
    return (name for name in dict.fromkeys(("joe", *own)) if name.startswith(incomplete))


def complete_thread(incomplete: str) -> Iterator[str]:
    """Names of the conversations that there are."""
    from jarvis_voice.core.errors import JarvisError
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    with suppress(JarvisError):
        names = (one.thread_id for one in make_reader(find_paths()).threads(ME))
        yield from (name for name in names if name.startswith(incomplete))


def _names() -> Iterator[Name]:
    from jarvis_voice.core.setting_names import settings_in, shipped_settings

    return (name for name, _ in settings_in(shipped_settings()))


def _choices(setting: str) -> tuple[str, ...]:
    from typing import Literal, get_args, get_origin

    from jarvis_voice.core.config import Config

    section, _, key = setting.partition(".")
    kind = Config.model_fields[section].annotation
    if key:
        fields = getattr(kind, "model_fields", {})
        by_alias = {field.alias or name: field for name, field in fields.items()}
        kind = by_alias[key].annotation
    if kind is bool:
        return ("true", "false")
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
