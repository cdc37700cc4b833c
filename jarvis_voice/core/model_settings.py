"""The language models that the settings name, in order, with every value that holds.

Invariant: pure; a key is in a SecretStr and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, get_args

from pydantic import SecretStr

from jarvis_voice.core.model_config import OWN_URL, ModelConfig, ModelKind, Sight
from jarvis_voice.core.setting_types import host_of, is_this_machine

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config

GEMINI, SECOND = "gemini", "second"
"""The names of models that are set without an entry in [models]."""

GOOGLE_KEY, SECOND_KEY = "GOOGLE_API_KEY", "SECOND_MODEL_API_KEY"

EVERYTHING: tuple[Sight, ...] = get_args(Sight)
ELSEWHERE: tuple[Sight, ...] = ("web",)


VERSION = "/v1"
"""Under it Ollama speaks as an OpenAI-compatible server."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """One model as it is used.

    Attributes:
        name: What the user calls it, and its rung.
        kind: Whose protocol it speaks.
        url: Where it is; never empty.
        model: What its server calls it.
        variable: Which variable holds its key; "" where it needs none.
        key: The key; None where none is needed, or the variable is not set.
        temperature: None leaves it to the server.
        max_output_tokens: None leaves it to the server.
        headers: Sent with every request.
        first_token_seconds: How long it may take to begin.
        stall_seconds: How long it may pause in an answer.
        sees: What it may see besides the conversation.
        is_local: Whether its address is this machine.
        place: Where it stands in the settings, for a sentence.
    """

    name: str
    kind: ModelKind
    url: str
    model: str
    variable: str
    key: SecretStr | None
    temperature: float | None
    max_output_tokens: int | None
    headers: Mapping[str, str] = field(repr=False)
    first_token_seconds: float
    stall_seconds: float
    sees: frozenset[Sight]
    is_local: bool
    place: str

    @property
    def is_named(self) -> bool:
        """Whether it has an entry of its own, and with it a name that the user gave."""
        return self.place == place_of(self.name)

    @property
    def title(self) -> str:
        """What a sentence calls it."""
        usual = {GEMINI: "Gemini", SECOND: "the second model"}
        return self.name if self.is_named else usual[self.name]

    @property
    def host(self) -> str:
        """Host and port of its address."""
        return host_of(self.url)

    @property
    def lacks_key(self) -> bool:
        """Whether it cannot be asked, since its key is not set."""
        return bool(self.variable) and self.key is None


def place_of(name: str) -> str:
    """Where the entry of that name stands."""
    return f"[models.{name}]"


def models_in_order(config: Config) -> tuple[ModelSettings, ...]:
    """Every model that is set, best first, whether its key is there or not.

    The entries of [models] come first. GOOGLE_API_KEY makes one of the name "gemini", unless an
    entry of that kind or name is there; [second_model] makes one of the name "second".
    """
    return tuple(_models(config))


def models_to_ask(config: Config) -> tuple[ModelSettings, ...]:
    """Those of them that `[brain] planner` lets plan and whose key is there."""
    if config.brain.planner == "local":
        return ()
    only_gemini = config.brain.planner == GEMINI
    return tuple(
        one
        for one in models_in_order(config)
        if not one.lacks_key and (one.kind == "gemini" or not only_gemini)
    )


def _models(config: Config) -> Iterator[ModelSettings]:
    own = config.models
    for name, entry in own.items():
        yield _resolved(config, name, entry, place_of(name))
    kinds = {entry.kind for entry in own.values()}
    if config.google_api_key and GEMINI not in own and "gemini" not in kinds:
        sees: tuple[Sight, ...] = ("web", "screen")  # the screen is shown after a yes
        entry = ModelConfig(kind="gemini", model=config.brain.model, sees=sees)
        yield _resolved(config, GEMINI, entry, "[brain] model")
    second = config.second_model
    if second.url and SECOND not in own:
        key = config.second_model_api_key
        entry = ModelConfig(
            kind="openai", url=second.url, model=second.model, key=SECOND_KEY if key else ""
        )
        yield _resolved(config, SECOND, entry, "[second_model]", key)


def _resolved(
    config: Config, name: str, entry: ModelConfig, place: str, key: SecretStr | None = None
) -> ModelSettings:
    url = (entry.url or OWN_URL[entry.kind]).rstrip("/")
    if entry.kind == "ollama" and not url.endswith(VERSION):
        url += VERSION
    variable = entry.key
    if entry.kind == "gemini" and not variable:
        variable, key = GOOGLE_KEY, config.google_api_key
    is_local = is_this_machine(url)
    sees = entry.sees if entry.sees is not None else EVERYTHING if is_local else ELSEWHERE
    says_when = "first_token_seconds" in entry.model_fields_set
    return ModelSettings(
        name=name,
        kind=entry.kind,
        url=url,
        model=entry.model,
        variable=variable,
        key=config.model_keys.get(variable, key),
        temperature=entry.temperature,
        max_output_tokens=entry.max_output_tokens,
        headers=dict(entry.headers),
        first_token_seconds=(
            entry.first_token_seconds if says_when else config.brain.first_token_seconds
        ),
        stall_seconds=entry.stall_seconds,
        sees=frozenset(sees),
        is_local=is_local,
        place=place,
    )
