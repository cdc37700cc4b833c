"""A server for each module."""

from collections.abc import Iterator

import pytest
from store.postgres_server import PostgresServer, running_server


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running_server() as server:
        yield server
