"""Each test of the contract runs on each adapter."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from store.contract.adapters import ADAPTERS, Adapter, OnServer
from store.postgres_server import PostgresServer, running_server

from jarvis_voice.store.ports import Store


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running_server() as server:
        yield server


@pytest.fixture(params=[*ADAPTERS, pytest.param("postgres", marks=pytest.mark.e2e)])
def adapter(request: pytest.FixtureRequest, tmp_path: Path) -> Adapter:
    if request.param == "postgres":
        return OnServer(request.getfixturevalue("server"))
    return ADAPTERS[request.param](tmp_path)


@pytest.fixture
async def store(adapter: Adapter) -> AsyncIterator[Store]:
    async with adapter.store() as store:
        yield store
