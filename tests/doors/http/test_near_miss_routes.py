"""Flow: sounds that nearly woke it, shown, played and judged over HTTP by the owner alone."""

from collections.abc import AsyncIterator

import numpy as np
import pytest
from doors.http.served_http import Port, http_port

from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, RATE_HZ

pytestmark = pytest.mark.flow

PATH = "/api/v1/near-misses"


@pytest.fixture
async def port(paths: Paths) -> AsyncIterator[Port]:
    async with http_port(paths) as port:
        folder = port.operations.near_misses
        for reason in ("too-brief", "nothing-heard"):
            folder.keep(HeardNearMiss("jarvis", 0.4, reason, np.ones(RATE_HZ, np.int16)))
            await folder.settle()
        await port.let_in(may=EVERY_SCOPE)
        yield port


async def test_the_owner_plays_judges_and_deletes_them(port: Port, paths: Paths) -> None:
    async with port.client() as client:
        told = (await client.get(PATH)).json()
        newest, oldest = told["near_misses"]
        assert (told["most"], newest["reason"], oldest["reason"]) == (
            3,
            "nothing-heard",
            "too-brief",
        )
        sound = await client.get(f"{PATH}/{newest['number']}/sound")
        assert (sound.headers["content-type"], sound.content[:4]) == ("audio/flac", b"fLaC")
        answer = await client.patch(f"{PATH}/{newest['number']}", json={"was_call": False})
        assert answer.json() == {"judged": 1}
        assert (await client.delete(f"{PATH}/{oldest['number']}")).json() == {"deleted": 1}
        assert (await client.get(PATH)).json()["near_misses"] == []
    assert (paths.recordings / "jarvis" / "negative" / "001.flac").read_bytes() == sound.content


async def test_nobody_else_is_shown_a_sound_of_the_room(port: Port) -> None:
    await port.let_in("ben", EVERY_SCOPE)
    async with port.client("ben") as ben:
        assert (await ben.get(PATH)).json()["near_misses"] == []
        assert (await ben.get(f"{PATH}/1/sound")).status_code == 404
        assert (await ben.patch(f"{PATH}/1", json={"was_call": True})).status_code == 404
        assert (await ben.delete(f"{PATH}/1")).status_code == 404
    async with port.client() as client:
        assert len((await client.get(PATH)).json()["near_misses"]) == 2
