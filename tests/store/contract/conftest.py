"""Each test of the contract runs on each adapter."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from store.contract.adapters import ADAPTERS, Adapter

from jarvis_voice.store.ports import Store


@pytest.fixture(params=ADAPTERS)
def adapter(request: pytest.FixtureRequest, tmp_path: Path) -> Adapter:
    return ADAPTERS[request.param](tmp_path)


@pytest.fixture
async def store(adapter: Adapter) -> AsyncIterator[Store]:
    async with adapter.store() as store:
        yield store
