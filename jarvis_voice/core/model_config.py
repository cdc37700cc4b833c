"""Sections of the settings that name language models and what they may take and see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from jarvis_voice.core.setting_types import (
    Address,
    Name,
    ServerAddress,
    SettingSection,
)
from jarvis_voice.core.visible_text import has_controls

ModelKind = Literal["gemini", "openai", "ollama"]
Sight = Literal["facts", "web", "screen"]
"""What a model may see besides the conversation: what Jarvis remembers, text of the web, the
screen."""

OWN_URL: Mapping[ModelKind, str] = MappingProxyType(
    {"gemini": "https://generativelanguage.googleapis.com", "ollama": "http://127.0.0.1:11434/v1"}
)
"""Where a kind's models are if no address is named. `openai` is many servers: it has none."""

MOST_MODELS = 8

VARIABLE = "^([A-Z][A-Z0-9_]{0,99})?$"
"""Of the environment, or nothing."""

MODEL_NAME = "^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"

TAKEN_NAMES = frozenset({"local", "none", "off"})
"""Jarvis' own planner is called local."""

HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"
HEADER_VALUE = "^[ -~]{0,1000}$"

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        VARIABLE: 'the name of a variable, such as "OPENAI_API_KEY", and not the key itself',
        MODEL_NAME: 'a name of letters, digits, - and _, such as "home"',
        HEADER_NAME: 'the name of a header, such as "HTTP-Referer"',
        HEADER_VALUE: "letters, digits and signs of ASCII on one line",
    }
)
"""What a user is told in place of a pattern."""


def _shown(text: str) -> str:
    if has_controls(text):
        raise ValueError("it must hold no control characters")
    return text


def _free(name: str) -> str:
    if name.lower() in TAKEN_NAMES:
        raise ValueError(f'"{name}" has a meaning of its own: name it otherwise, such as "home"')
    return name


ModelTitle = Annotated[str, Field(pattern=MODEL_NAME), AfterValidator(_free)]
"""What the user calls a model."""

ModelId = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_shown),
]
"""What its server calls it."""

Seconds = Annotated[float, Field(gt=0, le=600, allow_inf_nan=False)]


class BrainConfig(SettingSection):
    """Settings for planning: planner, model, time limits and numbers of steps.

    Attributes:
        commands: Who does what is surely understood: "local" at once and without a model, or
            "model".
        first_token_seconds: How long a model may take to begin, where its own entry says nothing.
        warm: Whether a model on this machine is loaded before it is asked.
        timeout_seconds: Of old files; it has no effect.
    """

    planner: Literal["auto", "local", "gemini"]
    model: ModelId
    commands: Literal["local", "model"]
    first_token_seconds: Seconds
    turn_seconds: Annotated[float, Field(gt=0, le=600)]
    warm: bool
    soft_steps: Annotated[int, Field(ge=1, le=50)]
    max_steps: Annotated[int, Field(ge=1, le=50)]
    timeout_seconds: Annotated[float, Field(gt=0, le=120, exclude=True)] = 8.0


class SecondModelConfig(SettingSection):
    """Settings for a model at an OpenAI-compatible address, asked when the first one fails."""

    url: Address
    model: Annotated[Name, AfterValidator(_shown)]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.url and not self.model.strip():
            raise ValueError('it needs the name of a model, such as model = "qwen3:8b"')
        return self


class ModelConfig(SettingSection):
    """One language model of the user's.

    Attributes:
        kind: Whose protocol it speaks; "openai" is every OpenAI-compatible server.
        url: Where it is; "" is the kind's own place.
        model: What its server calls it.
        key: The variable that holds its key, in the environment or in .env; "" is none, and for
            Gemini GOOGLE_API_KEY.
        temperature: How freely it words; None leaves it to the server.
        max_output_tokens: The length of an answer; None leaves it to the server.
        headers: Sent with every request.
        first_token_seconds: How long it may take to begin.
        stall_seconds: How long it may pause in an answer.
        sees: What it may see besides the conversation; None is all on this machine, and elsewhere
            only text of the web.
    """

    kind: ModelKind
    model: ModelId
    url: ServerAddress = ""
    key: Annotated[str, Field(pattern=VARIABLE)] = ""
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = None
    max_output_tokens: Annotated[int, Field(ge=16, le=1_000_000)] | None = None
    headers: Annotated[
        Mapping[
            Annotated[str, Field(pattern=HEADER_NAME)], Annotated[str, Field(pattern=HEADER_VALUE)]
        ],
        Field(max_length=20),
    ] = Field(default_factory=dict)
    first_token_seconds: Seconds = 8.0
    stall_seconds: Seconds = 10.0
    sees: Annotated[tuple[Sight, ...], Field(max_length=3)] | None = None

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if not self.url and self.kind not in OWN_URL:
            raise ValueError(
                f'kind "{self.kind}" needs a url, such as "http://127.0.0.1:8080/v1", or '
                '"https://api.openai.com/v1" with key = "OPENAI_API_KEY"'
            )
        return self
