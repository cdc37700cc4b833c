"""Flow: language models are tried on servers of the test's own; each verdict says what to do."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from protocols.ollama_server import OllamaServer
from tools.mail.post_office import contexts
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.config import load_config
from jarvis_voice.core.model_settings import ModelSettings, models_in_order
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.doctor.model_trial import ModelTrial, try_model, try_models
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import HttpFault, LoopbackServer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.flow

KEY = "decoy-key-0123456789"


def write(paths: Paths, entries: Mapping[str, Mapping[str, Any]]) -> None:
    ensure(paths.config)
    lines = []
    for name, entry in entries.items():
        lines.append(f"[models.{name}]")
        lines += [f"{key} = {value!r}" for key, value in entry.items()]
    paths.config_file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def model_of(paths: Paths, **entry: Any) -> ModelSettings:
    write(paths, {"home": entry})
    [found] = models_in_order(load_config(paths))
    return found


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)


@pytest.mark.parametrize(
    ("loaded", "model", "trial"),
    [
        (["qwen3:8b"], "qwen3:8b", ModelTrial("answers")),
        (
            [],
            "qwen3:8b",
            ModelTrial("answers", "It is asleep: the first question loads it."),
        ),
        (["phi4:latest"], "phi4", ModelTrial("answers")),
        (
            [],
            "gemma",
            ModelTrial(
                "no such model",
                "Fetch it: ollama pull gemma. There are: qwen3:8b, phi4:latest.",
            ),
        ),
    ],
)
async def test_ollama_tells_what_it_has_and_nothing_is_loaded_for_a_try(
    paths: Paths, loaded: list[str], model: str, trial: ModelTrial
) -> None:
    async with OllamaServer("qwen3:8b", "phi4:latest", loaded=loaded) as server:
        found = await try_model(model_of(paths, kind="ollama", model=model, url=server.url))
    assert found == trial
    assert {request.method for request in server.requests} == {"GET"}


async def test_a_server_without_a_list_is_asked_for_one_token(paths: Paths) -> None:
    async with OllamaServer("m", lists=False) as server:
        model = model_of(paths, kind="openai", model="m", url=f"{server.url}/v1")
        assert await try_model(model) == ModelTrial("answers")
        other = await try_model(replace(model, model="x"))
    assert other == ModelTrial("no such model", "Name another one in [models.home].")
    assert server.requests[1].body["max_tokens"] == 1


async def test_a_server_of_one_model_answers_to_any_name(paths: Paths) -> None:
    class OneModel(OllamaServer):
        def respond(self, request: Any) -> Any:
            if request.method == "POST":
                request.body["model"] = "weights.gguf"
            return super().respond(request)

    async with OneModel("weights.gguf") as server:
        model = model_of(paths, kind="openai", model="any", url=f"{server.url}/v1")
        assert await try_model(model) == ModelTrial("answers")


async def test_a_wrong_key_a_missing_one_and_none_are_told_apart(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with OpenAiServer(api_key="other", model="m") as server:
        entry = {"kind": "openai", "model": "m", "url": server.base_url}
        elsewhere = replace(model_of(paths, **entry, key="LAB_KEY"), is_local=False)
        keyless = replace(model_of(paths, **entry), is_local=False)
        wrong, none = await try_models([elsewhere, keyless])
    assert wrong == ModelTrial("wrong key", "Set one: jarvis key set home")
    assert none.state == "wrong key"
    assert 'name its variable as key = "..." in [models.home]' in none.advice
    monkeypatch.delenv("LAB_KEY")
    missing = await try_model(model_of(paths, **entry, key="LAB_KEY"))
    assert missing == ModelTrial("no key", "LAB_KEY is not set. Set one: jarvis key set home")


async def test_headers_and_the_key_go_with_a_try(paths: Paths) -> None:
    async with OllamaServer("m", api_key=KEY) as server:
        model = model_of(paths, kind="openai", model="m", url=f"{server.url}/v1", key="LAB_KEY")
        assert (await try_model(replace(model, headers={"X-Of": "mine"}))).is_well
    assert {request.headers["x-of"] for request in server.requests} == {"mine"}


@pytest.mark.parametrize(
    ("kind", "url", "advice"),
    [
        ("ollama", "", "Start it: ollama serve"),
        ("openai", "/v1", "Start its server, or change the address in [models.home]."),
    ],
)
async def test_a_server_that_is_not_there_is_told_with_how_to_start_it(
    paths: Paths, kind: str, url: str, advice: str
) -> None:
    async with OllamaServer("m") as server:
        pass
    found = await try_model(model_of(paths, kind=kind, model="m", url=server.url + url))
    assert found == ModelTrial("does not answer", advice)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (HttpFault.RATE_LIMITED, "rate limit or quota"),
        (HttpFault.SERVER_ERROR, "answered 500"),
        (HttpFault.CUT, "Check the network"),
    ],
)
async def test_a_server_in_trouble_is_told(paths: Paths, fault: HttpFault, words: str) -> None:
    async with OpenAiServer(api_key=KEY, model="m") as server:
        server.break_with(fault)
        model = model_of(paths, kind="openai", model="m", url=server.base_url, key="LAB_KEY")
        found = await try_model(replace(model, is_local=False))
    assert found.state == "does not answer"
    assert words in found.advice


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        (
            "openai",
            "If the server is yours, name its certificate in SSL_CERT_FILE; else",
        ),
        ("gemini", "A proxy may stand in between: then name its certificate in SSL_CERT_FILE."),
    ],
)
async def test_a_certificate_that_is_not_trusted_is_told(
    paths: Paths, tmp_path: Path, kind: str, advice: str
) -> None:
    tls, _ = contexts(tmp_path)
    async with LoopbackServer(tls=tls) as server:
        entry = {"kind": kind, "model": "m", "url": server.url, "key": "LAB_KEY"}
        found = await try_model(model_of(paths, **entry))
    assert found.state == "does not answer"
    assert found.advice.startswith("This machine does not trust the certificate of its server. ")
    assert advice in found.advice


async def test_servers_that_hang_are_tried_at_the_same_time_and_left(paths: Paths) -> None:
    async with OllamaServer("m") as server:
        server.break_with(HttpFault.HANG)
        model = model_of(paths, kind="ollama", model="m", url=server.url)
        started_at = time.monotonic()
        found = await try_models([model] * 8, seconds=1.0)
    assert time.monotonic() - started_at < 6, "one after the other they take eight"
    assert {trial.state for trial in found} == {"does not answer"}


@pytest.mark.parametrize(
    ("key", "model", "state"),
    [
        (KEY, "gemini-2.5-flash", "answers"),
        ("other", "gemini-2.5-flash", "wrong key"),
        (KEY, "gemini-9", "no such model"),
    ],
)
async def test_gemini_is_asked_for_one_token(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, key: str, model: str, state: str
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", key)
    with GeminiServer(api_key=KEY) as server:
        if state == "answers":
            server.reply_text("Yes", finish_reason="MAX_TOKENS")
        [found] = await try_models([model_of(paths, kind="gemini", model=model)], server.url)
    assert found.state == state
    assert KEY not in found.advice


async def test_the_doctor_names_who_sleeps_and_who_does_not_answer(
    patient: Patient, paths: Paths
) -> None:
    async with OllamaServer("qwen3:8b") as server:
        home = {"kind": "ollama", "model": "qwen3:8b", "url": server.url}
        write(paths, {"home": home})
        (finding,) = await look(patient, BY_NAME["chat models"])
        assert finding.status == "ok"
        assert "home: answers. It is asleep" in said(finding)
        write(paths, {"home": home, "other": {**home, "model": "gemma"}})
        (finding,) = await look(patient, BY_NAME["chat models"])
        assert finding.status == "warning"
        assert "1 of 2 answer; other: no such model." in said(finding)
    (finding,) = await look(patient, BY_NAME["chat models"])
    assert finding.status == "failed"
    assert "ollama serve" in said(finding)


async def test_the_doctor_tries_no_model_that_is_not_named(patient: Patient) -> None:
    (finding,) = await look(patient, BY_NAME["chat models"])
    assert (finding.status, said(finding)) == ("ok", "No model has an entry under [models].")
