"""Makes the language models that the settings name, in order.

Invariant: this loads nothing and asks nothing; the caller opens and closes each model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.model_config import OWN_URL
from jarvis_voice.core.model_settings import GEMINI, ModelSettings, models_in_order, models_to_ask

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.engines.llm.gemini import GeminiChat
    from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat

WHOLE_SECONDS = 30.0
"""A backstop for an answer that comes whole; who asks sets the limit that counts."""


def asked_models(config: Config) -> tuple[ModelSettings, ...]:
    """The models that plan, best first.

    Raises:
        ConfigError: Only Gemini shall plan, and there is no key for it.
    """
    found = models_to_ask(config)
    if config.brain.planner == GEMINI and not found:
        raise ConfigError(
            "no-gemini-key",
            'brain.planner is "gemini", but GOOGLE_API_KEY is not set. '
            'Set it, or use planner = "auto".',
        )
    return found


def keyless_sentences(config: Config) -> list[str]:
    """A sentence for each model that is left out since its key is not set."""
    if config.brain.planner == "local":
        return []
    return [
        f"The model {one.name} is left out: {one.variable} is not set. "
        f"Set it: jarvis key set {one.name}"
        for one in models_in_order(config)
        if one.lacks_key
    ]


def seeing_models(config: Config) -> list[str]:
    """Names of the models that may see the screen: whose entry says so, then those of Google.

    What may see everything because it is on this machine comes last: it may have no eyes.
    """

    def rank(model: ModelSettings) -> int:
        entry = config.models.get(model.name)
        if entry is not None and entry.sees is not None:
            return 0
        return 1 if model.kind == "gemini" else 2

    able = [one for one in models_to_ask(config) if "screen" in one.sees]
    return [one.name for one in sorted(able, key=rank)]


def make_chat(model: ModelSettings, google_url: str | None) -> GeminiChat | OpenAiCompatibleChat:
    """The client of a model; it is not opened yet.

    Args:
        model: Its settings, with its key.
        google_url: Instead of Google's own address, for tests; None is that.
    """
    from jarvis_voice.engines.llm.chat_options import ChatOptions

    key = model.key.get_secret_value() if model.key else None
    options = ChatOptions(
        title=model.title if model.is_named else "",
        temperature=model.temperature,
        max_output_tokens=model.max_output_tokens,
        headers=model.headers,
        first_token_seconds=model.first_token_seconds,
        stall_seconds=model.stall_seconds,
        key_name=model.variable if model.is_named else "",
    )
    if model.kind == "gemini":
        from jarvis_voice.engines.llm.gemini import GeminiChat

        url = google_url if model.url == OWN_URL["gemini"] else model.url
        return GeminiChat(key or "", model.model, WHOLE_SECONDS, url, options)
    from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat

    return OpenAiCompatibleChat(model.url, model.model, key, WHOLE_SECONDS, options, model.kind)
