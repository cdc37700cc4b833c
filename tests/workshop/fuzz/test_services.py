"""Flow: the fuzzer of services: some rounds hold, and what is planted is found."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from jarvis_voice.platform.outbound import http_answer, transport
from jarvis_voice.tools.web import search_serpapi
from jarvis_voice.workshop.fuzz.services import ASKERS, hostile_round, services_round
from jarvis_voice.workshop.worlds.hostile_server import HostileAnswer

pytestmark = pytest.mark.flow

CHANCE = random.Random(7)
REACHING = (HostileAnswer.ELSEWHERE, HostileAnswer.ENDLESS, HostileAnswer.BOMB, HostileAnswer.DEEP)
"""What made something give way in more than one client."""


@pytest.mark.parametrize("seed", range(10))
async def test_a_round_holds(seed: int, tmp_path: Path) -> None:
    assert await services_round(random.Random(seed), tmp_path) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ASKERS)
@pytest.mark.parametrize("answer", REACHING, ids=lambda answer: answer.name.lower())
async def test_nobody_gives_way_to(name: str, answer: HostileAnswer) -> None:
    assert await hostile_round(name, answer, CHANCE) is None


async def test_a_redirect_that_is_followed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "is_same_host", lambda *_: True)
    found = await hostile_round("SerpAPI", HostileAnswer.ELSEWHERE, CHANCE)
    assert found == "SerpAPI followed a redirect to another server."


async def test_a_body_without_bounds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = await hostile_round("the weather", HostileAnswer.ENDLESS, CHANCE)
    assert found is None
    monkeypatch.setattr(transport._BoundedBody, "__init__", unbounded(10**12))
    found = await hostile_round("the weather", HostileAnswer.ENDLESS, CHANCE)
    assert found
    assert found.endswith("bytes were taken.")


async def test_an_error_that_is_not_ours_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_answer, "read_object", json.loads)
    found = await hostile_round("Wikipedia", HostileAnswer.DEEP, CHANCE)
    assert found == "Wikipedia, 200,000 brackets: RecursionError came out."


async def test_a_wrong_type_that_is_trusted_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def trusting(value: object) -> Sequence[object]:
        return [one["link"] for one in value]  # type: ignore[attr-defined] # that is the fault

    monkeypatch.setattr(search_serpapi, "_items", trusting)
    for seed in range(150):
        if found := await services_round(random.Random(seed), tmp_path):
            assert "Error came out" in found
            return
    pytest.fail("no round found it")


def unbounded(max_bytes: int) -> object:
    """A body that takes whatever comes."""
    init = transport._BoundedBody.__init__

    def start(self: transport._BoundedBody, response: object, headers: httpx.Headers, *_: object):  # type: ignore[no-untyped-def] # a stand-in
        init(self, response, headers, max_bytes, None)  # type: ignore[arg-type] # likewise

    return start
