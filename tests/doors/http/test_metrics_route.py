"""Flow: who may read /metrics, and what a turn that was asked over HTTP leaves there."""

import pytest
from doors.http.served_http import http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow

CANARY = "ptarmigan"


async def test_a_turn_is_on_the_page_and_its_words_are_not(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna", EVERY_SCOPE)
        async with port.client("anna") as anna:
            turn = {"text": f"hello {CANARY}", "thread": CANARY}
            assert (await anna.post("/api/v1/turns", json=turn)).status_code == 200
            answer = await anna.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert 'jarvis_turns_total{outcome="done",source="http"} 1.0' in answer.text
    assert CANARY not in answer.text
    assert "anna" not in answer.text


async def test_only_an_admin_reads_it(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("ben")
        async with port.client("ben") as ben, port.client("nobody") as nobody:
            answers = [(await one.get("/metrics")).status_code for one in (ben, nobody)]
    assert answers == [403, 401]


async def test_programs_of_this_machine_read_it_where_that_is_set(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client("nobody") as nobody:
        assert (await nobody.get("/metrics")).status_code == 200
