"""Finds language models that could be set: servers on this machine, and keys in the environment.

Invariant: only this machine is asked, and only for its list of models; a server that does not
answer at once is none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jarvis_voice.core.model_config import ModelKind
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.workshop.doctor.model_trial import listed

SEARCH_SECONDS = 1.0
OLLAMA_PORT = 11434
OTHER_PORTS = (8080, 1234, 8000)
"""Of llama.cpp, LM Studio and vLLM."""

MOST_MODELS = 9
_NO_CHAT = ("embed", "bge-", "minilm", "rerank", "whisper", "clip")
"""In the names of models that turn text into numbers, or sound into text: they say nothing."""


@dataclass(frozen=True, slots=True)
class FoundModels:
    """One server, or one service, and the models that it has.

    Attributes:
        name: For its entry.
        title: For a reader.
        kind: Whose protocol it speaks.
        url: "" is the kind's own place.
        models: Their names there, at least one.
        variable: Of its key; "" is none.
    """

    name: str
    title: str
    kind: ModelKind
    url: str
    models: tuple[str, ...]
    variable: str = ""


SERVICES = (
    FoundModels("google", "Google", "gemini", "", ("gemini-2.5-flash",), "GEMINI_API_KEY"),
    FoundModels(
        "openai",
        "OpenAI",
        "openai",
        "https://api.openai.com/v1",
        ("gpt-4.1-mini",),
        "OPENAI_API_KEY",
    ),
    FoundModels(
        "mistral",
        "Mistral",
        "openai",
        "https://api.mistral.ai/v1",
        ("mistral-small-latest",),
        "MISTRAL_API_KEY",
    ),
    FoundModels(
        "groq",
        "Groq",
        "openai",
        "https://api.groq.com/openai/v1",
        ("llama-3.3-70b-versatile",),
        "GROQ_API_KEY",
    ),
    FoundModels(
        "openrouter",
        "OpenRouter",
        "openai",
        "https://openrouter.ai/api/v1",
        ("openai/gpt-4.1-mini",),
        "OPENROUTER_API_KEY",
    ),
)
"""Services whose key other programs put into the environment, with a model that each has."""


async def servers_here(
    ollama_port: int = OLLAMA_PORT, other_ports: Sequence[int] = OTHER_PORTS
) -> list[FoundModels]:
    """The servers of models that answer on this machine."""
    async with BoundedClient() as client:
        await client.load()
        others = (_server(client, port) for port in other_ports)
        found = await asyncio.gather(_ollama(client, ollama_port), *others)
    return [one for one in found if one]


def services_with_key(environment: Mapping[str, str]) -> list[FoundModels]:
    """The services whose key stands in the environment; Google's own variable needs no entry."""
    has_google = environment.get("GOOGLE_API_KEY", "").strip()
    return [
        one
        for one in SERVICES
        if environment.get(one.variable, "").strip() and not (one.kind == "gemini" and has_google)
    ]


async def _ollama(client: BoundedClient, port: int) -> FoundModels | None:
    base = f"http://127.0.0.1:{port}"
    models = await _names(client, f"{base}/api/tags", "models", "name")
    url = "" if port == OLLAMA_PORT else f"{base}/v1"
    return FoundModels("home", "Ollama", "ollama", url, models) if models else None


async def _server(client: BoundedClient, port: int) -> FoundModels | None:
    url = f"http://127.0.0.1:{port}/v1"
    models = await _names(client, f"{url}/models", "data", "id")
    title = f"A server on port {port}"
    return FoundModels(f"server-{port}", title, "openai", url, models) if models else None


async def _names(client: BoundedClient, url: str, section: str, key: str) -> tuple[str, ...]:
    try:
        answer = await client.get(url, {}, SEARCH_SECONDS)
    except NoAnswerError:
        return ()
    names = listed(answer, section, key) or []
    able = [name for name in names if not any(part in name.lower() for part in _NO_CHAT)]
    return tuple(able[:MOST_MODELS])
