"""Unit: what a server answers while nobody can come in goes in; whether to wait comes out."""

import pytest
from psycopg import OperationalError

from jarvis_voice.store.postgres.failures import may_come

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("message", "is_waited_for"),
    [
        ("FATAL:  the database system is starting up", True),
        ("FATAL:  the database system is not yet accepting connections", True),
        ("connection to server at 127.0.0.1 failed: Connection refused", True),
        ('FATAL:  password authentication failed for user "me"', False),
        ("FATAL:  the database system is shutting down", False),
    ],
)
def test_a_server_that_starts_is_waited_for(message: str, *, is_waited_for: bool) -> None:
    assert may_come(OperationalError(message)) is is_waited_for
