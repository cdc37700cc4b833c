"""Settings of the store: a file of this machine, or a PostgreSQL database.

Invariant: an address holds no password, so it may be shown; passwords stand in a variable.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs, urlsplit

from pydantic import AfterValidator, Field

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.setting_types import SettingSection as _Section
from jarvis_voice.core.visible_text import has_controls

URL_VARIABLE = "JARVIS_STORE__URL"
_EXAMPLE = 'it must be an address, such as "postgresql://user@host/database"'


def database_address(url: str) -> str:
    """An address of a PostgreSQL database, or nothing.

    Raises:
        ValueError: It is none, or it holds a password.
    """
    if not url:
        return url
    try:
        parts = urlsplit(url)
        port, words = parts.port, parse_qs(parts.query)
    except ValueError:
        raise ValueError(_EXAMPLE) from None
    if parts.password is not None or "password" in words:
        raise ValueError("it must hold no password: put it into .env as PGPASSWORD")
    is_named = parts.scheme in {"postgresql", "postgres"} and parts.path.strip("/")
    if not is_named or port == 0 or has_controls(url) or url != "".join(url.split()):
        raise ValueError(_EXAMPLE)
    return url


class StoreConfig(_Section):
    """Settings for where all that Jarvis knows is kept.

    Attributes:
        url: Address of a PostgreSQL database; "" is the file of this machine.
        connections: To the server at once.
        wait_seconds: For one of them.
        idle_seconds: How long an unused one is kept.
        pooler: PgBouncer or Supabase's pooler stands in between.
    """

    url: Annotated[str, Field(max_length=2_000), AfterValidator(database_address)]
    connections: Annotated[int, Field(ge=2, le=1_000)]
    wait_seconds: Annotated[float, Field(ge=1, le=600)]
    idle_seconds: Annotated[float, Field(ge=1, le=86_400)]
    pooler: bool


def is_on_server(config_file: Path, env: Mapping[str, str] | None = None) -> bool:
    """Whether an address is set, right or wrong. Looks only at that, for commands that do little.

    What is no file, or no TOML, says nothing here; where settings are read that is told.
    """
    env = os.environ if env is None else env
    if any(value for name, value in env.items() if name.upper() == URL_VARIABLE):
        return True
    if no_file(config_file, may_be_null=True):
        return False
    try:
        text = config_file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    if "store" not in text:
        return False
    try:
        section = parsed_toml(text).get("store")
    except ValueError:
        return True
    return isinstance(section, dict) and bool(section.get("url"))
