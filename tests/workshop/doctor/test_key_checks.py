"""Flow: keys, tried on servers of the test's own that speak their protocols."""

from __future__ import annotations

from dataclasses import replace

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer

pytestmark = pytest.mark.flow


async def test_a_key_without_a_network_is_told_from_a_wrong_one(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "a-key")
    monkeypatch.setenv("SERPAPI_API_KEY", "another-key")
    with GeminiServer() as server, SerpApiServer() as account:
        patient.outside |= {"google_url": server.url, "serpapi_url": account.url}
    for name in ("google key", "search key"):
        (finding,) = await look(patient, BY_NAME[name])
        assert finding.status == "failed"
        assert "no connection" in said(finding)
        assert "another-key" not in said(finding)


async def test_a_quota_that_is_used_up_is_told_from_a_wrong_key(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-gemini-key")
    with GeminiServer() as server:
        server.break_with(HttpFault.RATE_LIMITED)
        patient.outside["google_url"] = server.url
        (finding,) = await look(patient, BY_NAME["google key"])
    assert "rate limit or quota" in said(finding)


async def test_keys_that_are_taken_are_well(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-gemini-key")
    monkeypatch.setenv("SERPAPI_API_KEY", "right-key")
    with GeminiServer() as server, SerpApiServer(api_key="right-key", searches_left=70) as account:
        server.reply_text("Yes", finish_reason="MAX_TOKENS")
        patient.outside |= {"google_url": server.url, "serpapi_url": account.url}
        found = await look(patient, BY_NAME["google key"], BY_NAME["search key"])
    assert [finding.status for finding in found] == ["ok", "ok"]
    assert "70 searches are left" in said(found[1])


async def test_a_second_model_that_knows_no_max_tokens_is_asked_without(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAiServer() as server:
        monkeypatch.setenv("JARVIS_SECOND_MODEL__URL", server.base_url)
        monkeypatch.setenv("JARVIS_SECOND_MODEL__MODEL", server.model)
        monkeypatch.setenv("SECOND_MODEL_API_KEY", server.api_key)
        server.refuse(lambda body: "max_tokens" in body, "Unsupported parameter: max_tokens")
        server.reply_text("Yes")
        (finding,) = await look(patient, BY_NAME["second model"])
    assert finding.status == "ok", said(finding)


async def test_a_service_key_in_the_file_is_named_with_its_source(
    patient: Patient, paths: Paths
) -> None:
    ensure(paths.config)
    paths.env_file.write_text("GOOGLE_API_KEY=kept-in-a-file\n")
    patient.wanted = replace(patient.wanted, offline=True)
    (finding,) = await look(patient, BY_NAME["google key"])
    assert said(finding) == "GOOGLE_API_KEY is set (.env file); it was not tried."
