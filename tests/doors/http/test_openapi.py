"""E2E: the port is asked whatever openapi.json allows and forbids; each answer is as it says."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from doors.http.running_http import USERS, RunningJarvis, running_jarvis
from doors.http.served_http import sent_events
from doors.http.test_route_scopes import ROUTES
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    ignored_auth,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from jarvis_voice.core.paths import ensure, find_paths
from jarvis_voice.core.types import ME

pytestmark = pytest.mark.e2e

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    ignored_auth,
]

LONG = ("/api/v1/events", "/api/v1/doctor")
"""One streams until the client leaves, the other takes many seconds."""

DOCTOR_SECONDS = 100

SECONDS = 20
"""What one answer may take."""

EXAMPLES = 8
"""Requests of each kind to each route."""

SETTINGS = {
    "JARVIS_HTTP__NOT_JARVIS": "true",
    "JARVIS_HTTP__TURNS_PER_MINUTE": "100000",
    "JARVIS_HTTP__CONCURRENT_TURNS": "100",
}


@pytest.fixture(scope="module")
def jarvis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningJarvis]:
    home = str(tmp_path_factory.mktemp("openapi") / "jarvis")
    paths = find_paths({"JARVIS_HOME": home})
    ensure(paths.config)
    with running_jarvis(paths, settings=SETTINGS) as running:
        yield running


def ask_all(jarvis: RunningJarvis, user: str, mode: GenerationMode) -> set[str]:
    """Ask each route; those that were asked, since nothing is wrong about one without arguments."""
    headers = jarvis.headers(user)
    schema = schemathesis.openapi.from_url(f"{jarvis.url}/openapi.json", headers=headers)
    asked: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path in LONG:
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Case[Any]) -> None:
            response = case.call(headers=headers, timeout=SECONDS)
            asked.add(case.operation.label)
            case.validate_response(response, checks=CHECKS, headers=headers)

        if mode is GenerationMode.POSITIVE:
            ask()
        else:
            with suppress(Unsatisfiable):
                ask()
    return asked


@pytest.mark.parametrize("user", USERS)
def test_each_answer_to_what_is_allowed_is_as_described(jarvis: RunningJarvis, user: str) -> None:
    assert len(ask_all(jarvis, user, GenerationMode.POSITIVE)) == len(ROUTES) - len(LONG)


def test_each_answer_to_what_is_not_allowed_is_as_described(jarvis: RunningJarvis) -> None:
    assert len(ask_all(jarvis, ME, GenerationMode.NEGATIVE)) > len(ROUTES) // 2


def test_the_doctor_of_a_running_jarvis_tells_its_findings(jarvis: RunningJarvis) -> None:
    with httpx.Client(trust_env=False, timeout=DOCTOR_SECONDS) as client:
        told = client.get(f"{jarvis.url}/api/v1/doctor", headers=jarvis.headers(ME))
    events = sent_events(told.text)
    assert [one["event"] for one in events][-1:] == ["advice"]
    assert {"program", "settings"} & {one.get("name") for one in events}
    assert told.status_code == 200


def test_nothing_that_was_sent_is_in_the_log(jarvis: RunningJarvis) -> None:
    printed = jarvis.output.read_text("utf-8", "replace")
    assert not any(token in printed for token in jarvis.tokens.values())
    assert "Traceback" not in printed
