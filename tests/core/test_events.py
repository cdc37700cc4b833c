"""Unit: events in the JSON contract."""

import dataclasses
import json
import types
from typing import Any, get_args

import pytest

from jarvis_voice.core import events
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.types import Origin, Receipt, ReceiptKind

pytestmark = pytest.mark.unit

KINDS: tuple[type[Any], ...] = get_args(Event)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            events.TurnStarted("t1", "default", 12.34567, "open MIT's website", "stdin"),
            '{"type": "turn-started", "turn_id": "t1", "thread_id": "default", "at": 12.346, '
            '"text": "open MIT\'s website", "source": "stdin"}',
        ),
        (
            events.TaskPlanned(
                "t1", 1.0, "open_website", types.MappingProxyType({"url_index": 0}), "local"
            ),
            '{"type": "task-planned", "turn_id": "t1", "at": 1.0, "action": "open_website", '
            '"arguments": {"url_index": 0}, "planner": "local"}',
        ),
        (
            events.ToolEnded("t1", 1.0, "x", {}, Receipt(ReceiptKind.NO_OP, "no display")),
            '{"type": "tool-ended", "turn_id": "t1", "at": 1.0, "action": "x", "arguments": {}, '
            '"receipt": {"status": "not_done", "observed": "no display"}}',
        ),
        (
            events.ReplyWorded("t1", 1.0, "Hello.", is_final=True),
            '{"type": "reply-text", "turn_id": "t1", "at": 1.0, "text": "Hello.", '
            '"is_final": true}',
        ),
        (
            events.ReplyWorded("t1", 1.0, "- One", is_final=False, lead="\n", kind="item"),
            '{"type": "reply-text", "turn_id": "t1", "at": 1.0, "text": "- One", '
            '"is_final": false, "lead": "\\n", "kind": "item"}',
        ),
        (
            events.TurnEnded("t1", 1.0, "Hello.", "done"),
            '{"type": "turn-ended", "turn_id": "t1", "at": 1.0, "reply": "Hello.", '
            '"outcome": "done"}',
        ),
    ],
)
def test_the_contract_key_for_key(event: Event, line: str) -> None:
    assert json.dumps(to_json(event)) == line


def test_every_event_is_frozen_named_once_and_in_kebab_case() -> None:
    names = [kind.type for kind in KINDS]
    assert len(set(names)) == len(names)
    for kind in KINDS:
        assert kind.type == kind.type.lower().replace("_", "-")
        assert kind.__dataclass_params__.frozen
        assert {"at", "origin"} <= {field.name for field in dataclasses.fields(kind)}


def test_an_event_of_another_user_or_place_says_whose_it_is() -> None:
    body = to_json(events.EarsMuted(1.0, origin=Origin("anna", "kitchen", "s1")))
    assert body == {
        "type": "ears-muted",
        "at": 1.0,
        "origin": {"user_id": "anna", "place": "kitchen", "session": "s1"},
    }
