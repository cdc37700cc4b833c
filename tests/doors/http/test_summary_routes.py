"""Flow: the daily summary over HTTP: begun, followed, asked for again, shown and mailed."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from briefing.newsroom import BATTERY, FERRY, FeedServer, Item
from doors.http.served_http import Port, http_port, sent_events
from tools.mail.post_office import PASSWORD, post_office

from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.mail_records import Recipient
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.worlds.loopback import HttpFault

pytestmark = pytest.mark.flow

SUMMARY = "/api/daily-summary"
STEPS = ["gather", "read", "score", "store", "summarise", "collate"]


@pytest.fixture
async def server() -> AsyncIterator[FeedServer]:
    async with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        cells = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        ferry = Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 2)
        server.rss("daily.org/feed", "Daily", cells, ferry, now=datetime.now(UTC))
        yield server


@pytest.fixture
async def port(paths: Paths, server: FeedServer) -> AsyncIterator[Port]:
    async with http_port(paths) as port:
        endpoints = Endpoints(page_hosts=server.hosts, open_meteo=server.url)
        port.operations.edge = Edge(endpoints)
        await port.operations.briefings.keep_feeds(ME, [Feed("https://daily.org/feed")])
        await port.let_in()
        yield port


async def asked(
    port: Port, method: str, path: str, body: Any = None, key: str = "", user: str = ME
) -> tuple[int, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    async with port.client(user, **headers) as client:
        answer = await client.request(method, SUMMARY + path, json=body)
        return answer.status_code, answer.json()


async def test_a_summary_is_made_and_shown(port: Port) -> None:
    assert await asked(port, "GET", "") == (200, {"runs": []})
    status, made = await asked(port, "POST", "?wait=true", {})
    assert (status, made["state"], made["trigger"]) == (200, "done", "api")
    assert [one["name"] for one in made["steps"]] == STEPS
    assert [one["title"] for one in made["result"]["stories"]] == [
        "Battery plant opens",
        "Ferry aground",
    ]
    assert made["result"]["quality"]["accuracy"] == 1.0
    assert made["cost"]["calls"] == 0
    assert await asked(port, "GET", f"/{made['run_id']}") == (200, made)
    _, listed = await asked(port, "GET", "")
    assert [(one["run_id"], one["stories"]) for one in listed["runs"]] == [(made["run_id"], 2)]


async def test_a_run_is_followed_while_it_goes_and_afterwards(port: Port) -> None:
    status, begun = await asked(port, "POST", "", {"topics": ["ferry"]})
    assert status == 202
    async with port.client() as client:
        for _ in range(2):
            told = (await client.get(f"{SUMMARY}/{begun['run_id']}/events")).text
            *steps, last = sent_events(told)
            assert [one["name"] for one in steps] == STEPS
            assert (last["event"], last["state"]) == ("run", "done")
            assert told.endswith("data: [DONE]\n\n")
    _, run = await asked(port, "GET", f"/{begun['run_id']}")
    assert run["topics"] == ["ferry"]


async def test_one_run_at_a_time_and_the_same_key_makes_no_second_one(
    port: Port, server: FeedServer
) -> None:
    server.fault = HttpFault.HANG
    _, begun = await asked(port, "POST", "", {}, "k1")
    assert await asked(port, "POST", "", {}, "k1") == (202, begun)
    status, body = await asked(port, "POST", "", {}, "k2")
    assert (status, body["code"]) == (409, "briefing-running")
    status, body = await asked(port, "POST", "", {"topics": ["tea"]}, "k1")
    assert (status, body["code"]) == (409, "briefing-key")
    _, run = await asked(port, "GET", f"/{begun['run_id']}")
    assert (run["state"], run["result"]) == ("running", None)


async def test_two_users_do_not_mix(port: Port) -> None:
    await port.let_in("anna")
    status, body = await asked(port, "POST", "", {}, user="anna")
    assert (status, body["code"]) == (409, "briefing-no-feeds")
    _, begun = await asked(port, "POST", "?wait=true", {})
    for path in (f"/{begun['run_id']}", f"/{begun['run_id']}/events", f"/{10**30}"):
        assert (await asked(port, "GET", path, user="anna"))[0] == 404
    assert await asked(port, "GET", "", user="anna") == (200, {"runs": []})


@pytest.mark.parametrize(
    "body",
    [
        {"topics": "tea"},
        {"topics": [""]},
        {"topics": ["x"] * 31},
        {"topics": ["x" * 201]},
        {"send": "yes"},
        {"to": "eve@example.com"},
    ],
)
async def test_a_bad_request_begins_nothing(port: Port, body: Any) -> None:
    assert (await asked(port, "POST", "", body))[0] == 422
    assert await asked(port, "GET", "") == (200, {"runs": []})


async def test_mail_needs_to_act_a_way_and_an_address(port: Port) -> None:
    assert (await asked(port, "POST", "", {"send": True}))[0] == 403
    await port.let_in(may=EVERY_SCOPE, name="all")
    assert (await asked(port, "POST", "", {"send": True}))[1]["code"] == "mail-not-set"
    assert await asked(port, "GET", "") == (200, {"runs": []})


async def test_a_summary_is_mailed_when_it_is_made(
    port: Port, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    await port.let_in(may=EVERY_SCOPE, name="all")
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    async with post_office() as office:
        paths.config.mkdir(parents=True, exist_ok=True)
        values = office.config().model_dump(mode="json")
        lines = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
        paths.config_file.write_text("\n".join(["[mail]", *lines]), encoding="utf-8")
        assert (await asked(port, "POST", "", {"send": True}))[1]["code"] == "recipient-unconfirmed"
        ledger, now = port.operations.briefings.desk.ledger(ME), datetime.now(UTC)
        await ledger.keep_recipient(Recipient("ana@example.com", now, now))
        _, begun = await asked(port, "POST", "", {"send": True}, "k")
        name = f"briefing {begun['run_id']}"
        await asyncio.gather(*(one for one in asyncio.all_tasks() if one.get_name() == name))
        _, run = await asked(port, "GET", f"/{begun['run_id']}")
        await asked(port, "POST", "?wait=true", {"send": True}, "k")
    assert run["mails"] == [
        {"recipient": "ana@example.com", "state": "sent", "told": "sent to ana@example.com"}
    ]
    assert len(office.mails) == 1


async def test_settings_are_the_same_at_both_addresses(port: Port) -> None:
    async with port.client() as client:
        assert (await client.get("/api/settings")).status_code == 403
    await port.let_in(may=EVERY_SCOPE, name="all")
    async with port.client() as client:
        one, two = await client.get("/api/settings"), await client.get("/api/v1/settings")
        assert one.json() == two.json()
        changed = await client.patch("/api/settings", json={"briefing.search": 100})
        assert changed.status_code == 200
        for bad in ({"briefing.search": 101}, {"briefing.nothing": 1}):
            assert (await client.patch("/api/settings", json=bad)).status_code == 400
