"""Unit: what the bench's probe takes from the events of one turn at a time."""

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    Event,
    ReplyWorded,
    SpeakingEnded,
    SpeechEnded,
    SpeechTranscribed,
    TurnEnded,
    TurnStarted,
    UtteranceRejected,
    WorkReported,
)
from jarvis_voice.workshop.benches.turn_ways import Probe

pytestmark = pytest.mark.unit

BEGINNING: list[Event] = [
    SpeechEnded(0.0, "complete", 2.0, 0.2),
    SpeechTranscribed(0.0, "what time is it", 0.1),
    TurnStarted("t1", "default", 0.0, "what time is it", "voice"),
]


def probe_of(*events: Event) -> Probe:
    bus = Bus()
    probe = Probe(bus)
    for event in events:
        bus.publish(event)
    return probe


def test_a_turn_has_begun_when_it_has_started_and_is_over_when_it_was_said() -> None:
    probe = probe_of(*BEGINNING)
    assert (probe.began.is_set(), probe.over.is_set()) == (True, False)
    probe = probe_of(
        *BEGINNING,
        ReplyWorded("t1", 0.0, "It is noon.", is_final=True),
        TurnEnded("t1", 0.0, "It is noon.", "done"),
        SpeakingEnded("t1", 0.0, "It is noon.", was_interrupted=False),
    )
    assert probe.over.is_set()
    assert probe.outcome == "done"
    assert probe.marks is not None
    assert probe.marks.decided_at is not None
    assert probe.marks.worded_at is not None


def test_a_command_that_was_rejected_is_over_and_has_no_marks() -> None:
    probe = probe_of(BEGINNING[0], UtteranceRejected(0.0, "no-speech"))
    assert probe.over.is_set()
    assert probe.marks is None


def test_fillers_are_kept_as_they_are_spoken() -> None:
    assert probe_of(WorkReported("t1", 0.0, "One **moment**.")).fillers == ["One moment."]


@pytest.mark.parametrize("events", [BEGINNING, [*BEGINNING, WorkReported("t1", 0.0, "Soon.")]])
def test_nothing_of_a_turn_is_left_in_the_next(events: list[Event]) -> None:
    probe = probe_of(*events)
    probe.reset()
    left = (probe.marks, probe.outcome, probe.fillers, probe.began.is_set(), probe.over.is_set())
    assert left == (None, "", [], False, False)
