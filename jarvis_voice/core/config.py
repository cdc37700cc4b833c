"""Loads the configuration from TOML, environment and keys into frozen settings.

Invariant: a key nobody knows is an error with a suggestion, never ignored; API keys never appear
in a message or a repr.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from jarvis_voice.core.briefing_config import BriefingConfig
from jarvis_voice.core.door_config import HttpConfig, PushToTalkConfig, TracesConfig
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.mail_config import MailConfig
from jarvis_voice.core.model_config import (
    MOST_MODELS,
    VARIABLE,
    BrainConfig,
    ModelConfig,
    ModelTitle,
    SecondModelConfig,
)
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_errors import CLOCK_TIME, CURRENCY, explained
from jarvis_voice.core.setting_json import what_is_no_json
from jarvis_voice.core.setting_lines import SettingPlaces
from jarvis_voice.core.setting_names import (
    ENV_PREFIX,
    OPEN_SECTIONS,
    refuse_unknown,
    refuse_unknown_variables,
)
from jarvis_voice.core.setting_types import MOST_NAMED, Address, Argument, Key, Name, Named
from jarvis_voice.core.setting_types import SettingSection as _Section
from jarvis_voice.core.setting_variables import SettingVariables
from jarvis_voice.core.settings_file import not_utf8
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.store_config import StoreConfig
from jarvis_voice.core.thread_names import THREAD_NAME
from jarvis_voice.core.visible_text import has_controls

KEYS = (
    "GOOGLE_API_KEY",
    "SERPAPI_API_KEY",
    "SECOND_MODEL_API_KEY",
    "SMTP_PASSWORD",
    "RESEND_API_KEY",
    "PGPASSWORD",
)
SHORTEST_SECRET = 8
"""Characters; a shorter value of a header is no key."""

NO_PROGRAM = 'the name of the program is empty. Write it first, such as ["notify-send", "Hello"]'


def _passable(argv: tuple[str, ...]) -> tuple[str, ...]:
    """A command line that a system can pass on to a program.

    Raises:
        ValueError: It holds a control character other than a tab or a line break.
    """
    if any(map(has_controls, argv)):
        raise ValueError("it must hold no zero bytes or other control characters")
    return argv


def _runnable(argv: tuple[str, ...]) -> tuple[str, ...]:
    """A command line whose program has a name.

    Raises:
        ValueError: It has none, or the system cannot pass the line on to a program.
    """
    if argv and not argv[0].strip():
        raise ValueError(NO_PROGRAM)
    return _passable(argv)


def _plain_text(text: str) -> str:
    """A text of one or several lines.

    Raises:
        ValueError: It holds a control character other than a tab or a line break.
    """
    [checked] = _passable((text,))
    return checked


CommandLine = Annotated[
    tuple[Argument, ...], Field(max_length=MOST_NAMED), AfterValidator(_runnable)
]
"""A program and its arguments; never through a shell."""


class WakeConfig(_Section):
    """Settings for the wake words."""

    second_stage: bool
    near_misses: Annotated[int, Field(ge=0, le=500)]
    words: Annotated[
        Mapping[Named, Annotated[float, Field(ge=0, le=1)]],
        Field(min_length=1, max_length=MOST_NAMED),
    ]


class AudioConfig(_Section):
    """Settings for echo cancelling and for making other sound quieter."""

    echo_cancel: Literal["off", "linear"]
    duck: bool


class DeviceConfig(_Section):
    """Settings for a sound device, chosen by part of its name; empty means the default.

    Attributes:
        device: The one that is wanted.
        preferred: Others, in order, for when it is not there; the default is last.
    """

    device: Name
    preferred: Annotated[tuple[Name, ...], Field(max_length=MOST_NAMED)]


class ListeningConfig(_Section):
    """Settings for when a command ends and how long a follow-up may come."""

    pause_seconds: Annotated[float, Field(ge=0.1, le=5)]
    silence_seconds: Annotated[float, Field(ge=0.2, le=5)]
    max_seconds: Annotated[float, Field(ge=2, le=60)]
    follow_up_seconds: Annotated[float, Field(ge=0, le=60)]


class SpeechToTextConfig(_Section):
    """Settings for Whisper, which does speech to text."""

    model: Named
    second_hearing: bool
    threads: Annotated[int, Field(ge=1, le=64)]


class VoiceConfig(_Section):
    """Settings for Jarvis's speech and its short sounds."""

    speed: Annotated[float, Field(ge=0.5, le=3)]
    earcons: bool
    model: Named
    character: Annotated[str, Field(max_length=600), AfterValidator(_plain_text)]


class PriceConfig(_Section):
    """A model's price in US dollars for a million tokens, and the day it was looked up."""

    input: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    output: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    as_of: date


class UserConfig(_Section):
    """Settings for the user: language, home city, units, currency and clock."""

    locale: Literal["en_GB", "en_US"]
    home_city: Name
    units: Literal["metric", "imperial"]
    currency: Annotated[str, Field(pattern=CURRENCY)]
    clock: Literal["24", "12"]


class MemoryConfig(_Section):
    """Settings for what Jarvis remembers about the user.

    Attributes:
        approve: Every fact is read back, and kept only after a yes.
        share: Whether a model elsewhere is told of facts; "ask" is until the user has answered.
    """

    approve: bool
    share: Literal["ask", "yes", "no"]


class HistoryConfig(_Section):
    """Settings for how long conversations are kept; 0 means for ever."""

    keep_days: Annotated[int, Field(ge=0, le=36_500)]


class McpConfig(_Section):
    """Settings for a tool server: a program that Jarvis starts, or an address.

    Attributes:
        command: Program and arguments; never through a shell.
        url: Of a server that speaks streamable HTTP.
        trusted: Its tools act without asking first, with what the user said.
    """

    command: CommandLine = ()
    url: Address = ""
    trusted: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("a tool server needs either a command or a url")
        return self


class LogConfig(_Section):
    """Settings for the log file."""

    format: Literal["text", "json"]


class QuietHoursConfig(_Section):
    """Settings for the quiet hours, when Jarvis only answers; both empty means never."""

    since: Annotated[str, Field(alias="from", pattern=CLOCK_TIME)]
    until: Annotated[str, Field(pattern=CLOCK_TIME)]

    @model_validator(mode="after")
    def _both_ends(self) -> Self:
        if bool(self.since) != bool(self.until):
            raise ValueError("quiet hours need both a from and an until, or neither")
        return self


NAMES_IN: Mapping[str, Iterable[str]] = {
    "models": ModelConfig.model_fields,
    "mcp": McpConfig.model_fields,
    "prices": PriceConfig.model_fields,
}
"""What an entry of the user's own takes, by its section."""


class Config(BaseSettings):
    """All settings; their defaults are in the shipped config/jarvis.toml and nowhere else."""

    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_prefix=ENV_PREFIX, env_nested_delimiter="__"
    )

    language: Literal["en"]
    thread: Annotated[str, Field(pattern=f"^{THREAD_NAME}$")]
    wake: WakeConfig
    audio: AudioConfig
    microphone: DeviceConfig
    speaker: DeviceConfig
    listening: ListeningConfig
    speech_to_text: SpeechToTextConfig
    voice: VoiceConfig
    brain: BrainConfig
    second_model: SecondModelConfig
    models: Annotated[Mapping[ModelTitle, ModelConfig], Field(max_length=MOST_MODELS)]
    push_to_talk: PushToTalkConfig
    http: HttpConfig
    traces: TracesConfig
    quiet_hours: QuietHoursConfig
    log: LogConfig
    user: UserConfig
    memory: MemoryConfig
    history: HistoryConfig
    briefing: BriefingConfig
    mail: MailConfig
    store: StoreConfig
    commands: Annotated[
        Mapping[Named, Annotated[CommandLine, Field(min_length=1)]],
        Field(max_length=MOST_NAMED),
    ]
    mcp: Annotated[Mapping[Named, McpConfig], Field(max_length=MOST_NAMED)]
    prices: Annotated[Mapping[Named, PriceConfig], Field(max_length=MOST_NAMED)]
    google_api_key: Key | None = None
    serpapi_api_key: Key | None = None
    second_model_api_key: Key | None = None
    smtp_password: Key | None = None
    resend_api_key: Key | None = None
    pgpassword: Key | None = None
    model_keys: Mapping[str, Key] = Field(default_factory=dict)
    """Of the entries of `models`, by their variable; those that are not set are not in it."""

    @property
    def has_model(self) -> bool:
        """Whether there is a model that could plan: by name, a Gemini key, or a second model."""
        return self.google_api_key is not None or bool(self.second_model.url or self.models)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The keys themselves, for whoever must keep them out of what it writes."""
        keys = [getattr(self, name.lower()) for name in KEYS]
        kept = [one.get_secret_value() for one in (*keys, *self.model_keys.values()) if one]
        headers = [value for model in self.models.values() for value in model.headers.values()]
        return (*kept, *(value for value in headers if len(value) >= SHORTEST_SECRET))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's signature
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the files; keys come in by `load_config` alone."""
        return (SettingVariables(settings_cls), init_settings)


def load_config(paths: Paths, text: str | None = None, *, tells_line: bool = True) -> Config:
    """Read the shipped defaults, the user's file, the environment and the keys.

    Args:
        paths: Where the user's files are.
        text: What the user's jarvis.toml is about to hold, to check it before it is written.
        tells_line: Whether a mistake is told with its line: not in a text that nobody sees.

    Raises:
        ConfigError: A file cannot be read, or a key is unknown or has a bad value.
    """
    values = _parsed(_text_of(shipped("config/jarvis.toml")), paths.config_file)
    file = paths.config_file
    refuse_no_file(file)
    if text is None and file.exists():
        text = _text_of(file)
    lines = SettingPlaces(file, text or "") if tells_line else None
    if text is not None:
        user = _parsed(text, file)
        refuse_unknown(user, values, file.name, OPEN_SECTIONS, lines.line if lines else None)
        for name, value in user.items():
            values[name] = {**values[name], **value} if isinstance(value, dict) else value
    refuse_unknown_variables(os.environ, values)
    values |= _keys(paths, values["models"], os.environ)
    try:
        return Config(**values)
    except ValidationError as error:
        place = lines.place if lines else _nowhere
        raise ConfigError("config-value", explained(error, place, NAMES_IN)) from None
    except (SettingsError, RecursionError):  # the library's words do not name the variable
        raise ConfigError("config-value", what_is_no_json(os.environ)) from None


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError("config-unreadable", f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError("config-syntax", not_utf8(file, error)) from error


def _parsed(text: str, file: Path) -> dict[str, Any]:
    try:
        return parsed_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("config-syntax", f"{file} is not valid TOML: {error}.") from error


def _nowhere(name: Sequence[object]) -> str:  # noqa: ARG001 - a place like any other
    return ""


def _keys(paths: Paths, models: Mapping[str, Any], env: Mapping[str, str]) -> dict[str, Any]:
    """The keys that are set, of the services that are known and of the user's models."""
    file: Mapping[str, str] = {}
    refuse_no_file(paths.env_file)
    if paths.env_file.exists():
        from jarvis_voice.core.keys_file import read_keys

        file = read_keys(paths.env_file)

    def found(variables: Iterable[str]) -> dict[str, str]:
        values = {name: (env.get(name) or file.get(name) or "").strip() for name in variables}
        return {name: value for name, value in values.items() if value}

    named = [one.get("key") for one in models.values() if isinstance(one, dict)]
    variables = [one for one in named if isinstance(one, str) and re.fullmatch(VARIABLE, one)]
    known = {name.lower(): value for name, value in found(KEYS).items()}
    return {**known, "model_keys": found(dict.fromkeys(filter(None, variables)))}
