"""Flow: which models could be set: servers on this machine, keys in the environment."""

import pytest
from protocols.ollama_server import OllamaServer

from jarvis_voice.workshop.doctor.model_search import FoundModels, servers_here, services_with_key
from jarvis_voice.workshop.worlds.loopback import HttpFault

pytestmark = pytest.mark.flow


async def test_servers_on_this_machine_are_found_by_their_lists() -> None:
    async with OllamaServer("m") as closed:
        pass
    async with (
        OllamaServer("qwen3:8b", "nomic-embed-text:latest") as ollama,
        OllamaServer("weights.gguf") as other,
    ):
        found = await servers_here(ollama.port, [other.port, closed.port])
    assert found == [
        FoundModels("home", "Ollama", "ollama", f"{ollama.url}/v1", ("qwen3:8b",)),
        FoundModels(
            f"server-{other.port}",
            f"A server on port {other.port}",
            "openai",
            f"{other.url}/v1",
            ("weights.gguf",),
        ),
    ]


@pytest.mark.parametrize("fault", [*HttpFault])
async def test_what_is_no_server_of_models_is_none(
    fault: HttpFault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.workshop.doctor.model_search.SEARCH_SECONDS", 0.3)
    async with OllamaServer("m") as server:
        server.break_with(fault)
        assert await servers_here(server.port, [server.port]) == []


async def test_a_server_without_a_model_is_none() -> None:
    async with OllamaServer() as server:
        assert await servers_here(server.port, []) == []


def test_keys_in_the_environment_are_found() -> None:
    environment = {"OPENAI_API_KEY": "a", "GEMINI_API_KEY": "b", "MISTRAL_API_KEY": " "}
    assert [one.name for one in services_with_key(environment)] == ["google", "openai"]
    more = {**environment, "GOOGLE_API_KEY": "c"}
    assert [one.name for one in services_with_key(more)] == ["openai"]
    assert services_with_key({}) == []
