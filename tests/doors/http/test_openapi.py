"""E2E: the port is asked whatever openapi.json allows and forbids; each answer is as it says."""

from collections.abc import Iterable, Iterator
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
from schemathesis import Case, GenerationMode, SerializationContext
from schemathesis.checks import (
    content_type_conformance,
    ignored_auth,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.schemas import OpenApiSchema

from jarvis_voice.audio.sound_encoder import ENCODERS
from jarvis_voice.core.paths import ensure, find_paths
from jarvis_voice.core.types import ME
from jarvis_voice.doors.http.transcript_request import FORMS
from jarvis_voice.voice.readiness import phrase_file

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

EXAMPLES = 6
"""Requests of each kind to each route."""

WHOLE = {"accept": "application/json"}
SPOKEN = phrase_file().read_bytes()
"""A call, and a question after the time."""

HELLO = {"messages": [{"role": "user", "content": "hello"}], "model": "jarvis"}

SERVED: list[tuple[str, dict[str, Any]]] = [
    ("/api/v1/turns", {"body": {"text": "hello"}}),
    ("/api/v1/turns", {"body": {"text": "hello"}, "headers": WHOLE}),
    ("/api/v1/turns", {"body": {"sound": SPOKEN, "thread": "sound"}, "headers": WHOLE}),
    ("/api/v1/turns", {"body": {"sound": SPOKEN, "speak": "true"}}),
    ("/api/v1/turns", {"body": SPOKEN, "headers": WHOLE, "query": {"dry_run": "true"}}),
    ("/v1/chat/completions", {"body": HELLO}),
    ("/v1/chat/completions", {"body": {**HELLO, "stream": True}}),
    *(
        ("/v1/audio/transcriptions", {"body": {"file": SPOKEN, "response_format": form}})
        for form in FORMS
    ),
    ("/v1/audio/transcriptions", {"body": {"file": SPOKEN, "stream": "true"}}),
    *(("/v1/audio/speech", {"body": {"input": "Hi.", "response_format": one}}) for one in ENCODERS),
    ("/v1/audio/speech", {"body": {"input": "Hi.", "stream_format": "sse"}}),
]
"""What is served, which the fuzz does not hit."""

SETTINGS = {
    "JARVIS_HTTP__NOT_JARVIS": "true",
    "JARVIS_HTTP__TURNS_PER_MINUTE": "100000",
    "JARVIS_HTTP__CONCURRENT_TURNS": "100",
}


@schemathesis.serializer("audio/wav")
def as_it_is(_: SerializationContext, value: Any) -> Any:
    """A sound that is the whole body."""
    return value if isinstance(value, bytes) else getattr(value, "data", b"")


@pytest.fixture(scope="module")
def jarvis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningJarvis]:
    home = str(tmp_path_factory.mktemp("openapi") / "jarvis")
    paths = find_paths({"JARVIS_HOME": home})
    ensure(paths.config)
    with running_jarvis(paths, settings=SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def schema(jarvis: RunningJarvis) -> OpenApiSchema:
    headers = jarvis.headers(ME)
    return schemathesis.openapi.from_url(f"{jarvis.url}/openapi.json", headers=headers)


def ask_all(
    jarvis: RunningJarvis, schema: OpenApiSchema, users: Iterable[str], mode: GenerationMode
) -> set[str]:
    """Ask each route; those that were asked, since nothing is wrong about one without arguments."""
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
            asked.add(case.operation.label)
            for user in users:
                check(case, jarvis.headers(user))

        if mode is GenerationMode.POSITIVE:
            ask()
        else:
            with suppress(Unsatisfiable):
                ask()
    return asked


def check(case: Case[Any], headers: dict[str, str]) -> Response:
    """The answer, which is as described."""
    response = case.call(headers=headers, timeout=SECONDS)
    case.validate_response(response, checks=CHECKS, headers=headers)
    return response


def test_each_answer_to_what_is_allowed_is_as_described(
    jarvis: RunningJarvis, schema: OpenApiSchema
) -> None:
    asked = ask_all(jarvis, schema, USERS, GenerationMode.POSITIVE)
    assert len(asked) == len(ROUTES) - len(LONG)


def test_each_answer_to_what_is_not_allowed_is_as_described(
    jarvis: RunningJarvis, schema: OpenApiSchema
) -> None:
    assert len(ask_all(jarvis, schema, [ME], GenerationMode.NEGATIVE)) > len(ROUTES) // 2


@pytest.mark.models
def test_what_is_served_is_as_described(jarvis: RunningJarvis, schema: OpenApiSchema) -> None:
    heard = set[str]()
    for path, sent in SERVED:
        kind = kind_of(sent["body"])
        case = schema[path]["POST"].Case(**{"media_type": kind, "headers": {}, **sent})
        answer = check(case, jarvis.headers(ME))
        assert answer.status_code == 200, (path, sent, answer.text)
        if path == "/api/v1/turns" and "headers" in sent:
            heard.add(answer.json()["heard"])
    assert heard == {"", "what time is it?"}


def kind_of(body: Any) -> str:
    """The type of a body."""
    if isinstance(body, bytes):
        return "audio/wav"
    return "multipart/form-data" if {"sound", "file"} & set(body) else "application/json"


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
