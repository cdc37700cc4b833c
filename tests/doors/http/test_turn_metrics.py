"""Unit: what is counted of turns, as Prometheus reads it."""

from time import process_time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    Event,
    ModelAsked,
    ReplyWorded,
    SpeakingEnded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    TaskPlanned,
    TokensSpent,
    ToolEnded,
    TurnEnded,
    TurnStarted,
    WakeDetected,
    WakeRefused,
)
from jarvis_voice.core.operations import EarsStatus
from jarvis_voice.core.types import Origin, Receipt, ReceiptKind
from jarvis_voice.doors.http.turn_metrics import TurnMetrics
from jarvis_voice.platform.loop_lag import LoopLag

pytestmark = pytest.mark.unit

CANARY = "ptarmigan"
ANNA = Origin(user_id=f"{CANARY}-anna")


def spoken_turn(turn_id: str) -> list[tuple[float, Event]]:
    """A spoken turn of somebody, with the second at which each thing happens."""
    receipt = Receipt(ReceiptKind.LOOKUP, f"{CANARY} is a bird")
    return [
        (0.0, WakeDetected(0.0, "jarvis", 0.9)),
        (2.0, SpeechEnded(0.0, "complete", 1.0, 0.2)),
        (2.1, SpeechTranscribed(0.0, f"what is a {CANARY}", 0.1)),
        (2.1, TurnStarted(turn_id, f"{CANARY} talk", 0.0, f"what is a {CANARY}", "voice")),
        (2.3, ModelAsked(turn_id, 0.0, "gemini", 0.2, "gemini-offline")),
        (2.6, TokensSpent(turn_id, 0.0, "qwen3:8b", 300, 20)),
        (2.6, ModelAsked(turn_id, 0.0, "home", 0.3)),
        (2.6, TaskPlanned(turn_id, 0.0, "search", {"query": CANARY}, "home")),
        (3.0, ToolEnded(turn_id, 0.0, "search", {"query": CANARY}, receipt)),
        (3.1, ReplyWorded(turn_id, 0.0, f"A {CANARY} is a bird.", is_final=True)),
        (3.2, SpeechSynthesised(turn_id, 0.0, 0.1)),
        (3.2, TurnEnded(turn_id, 0.0, f"A {CANARY} is a bird.", "done")),
        (3.3, SpeakingStarted(turn_id, 0.0)),
        (5.0, SpeakingEnded(turn_id, 0.0, f"A {CANARY} is a bird.", was_interrupted=False)),
    ]


def page_of(
    events: list[tuple[float, Event]], ears: EarsStatus | None = None, lag: LoopLag | None = None
) -> str:
    at, bus = [0.0], Bus(ANNA)
    with TurnMetrics(bus, lambda: at[0]) as metrics:
        for at[0], event in events:
            bus.publish(event)
        metrics.lag = lag
        return metrics.page(ears).decode()


def samples(page: str) -> dict[str, float]:
    """Each line of the page by its name and labels."""
    return {
        f"{one.name}{sorted(one.labels.items())}" if one.labels else one.name: one.value
        for family in text_string_to_metric_families(page)
        for one in family.samples
    }


def test_a_spoken_turn_is_counted_by_its_stages_and_its_end() -> None:
    found = samples(page_of(spoken_turn("t1")))
    assert found["jarvis_turns_total[('outcome', 'done'), ('source', 'voice')]"] == 1
    assert found["jarvis_wake_total[('result', 'accepted'), ('word', 'jarvis')]"] == 1
    assert found["jarvis_model_failures_total[('rung', 'gemini')]"] == 1
    assert "jarvis_model_failures_total[('rung', 'home')]" not in found
    assert found["jarvis_tokens_total[('direction', 'input'), ('model', 'qwen3:8b')]"] == 300
    assert found["jarvis_tokens_total[('direction', 'output'), ('model', 'qwen3:8b')]"] == 20
    assert found["jarvis_stage_seconds_count[('stage', 'whole')]"] == 1
    assert found["jarvis_stage_seconds_sum[('stage', 'whole')]"] == pytest.approx(1.5)
    assert found["jarvis_stage_seconds_sum[('stage', 'act')]"] == pytest.approx(0.4)


def test_a_refused_wake_word_is_counted_with_the_reason() -> None:
    found = samples(page_of([(0.0, WakeRefused(0.0, "jarvis", 0.4, "not-addressed"))]))
    assert found["jarvis_wake_total[('result', 'not-addressed'), ('word', 'jarvis')]"] == 1


def test_no_word_user_or_thread_is_on_the_page() -> None:
    page = page_of(spoken_turn("t1"))
    assert CANARY not in page
    assert "t1" not in page


def test_what_is_looked_up_is_told_as_it_is_now() -> None:
    lag = LoopLag()
    for ms in (0.5, 2.0, 30.0):
        lag.so_far.add(ms)
    ears = EarsStatus("hearing", "A microphone", 0.04, -30.0, 7)
    found = samples(page_of([], ears, lag))
    assert found["jarvis_mic_frame_age_seconds"] == 0.04
    assert found["jarvis_audio_dropped_frames_total"] == 7
    assert found["jarvis_loop_late_seconds_bucket[('le', '0.001')]"] == 1
    assert found["jarvis_loop_late_seconds_bucket[('le', '0.005')]"] == 2
    assert found["jarvis_loop_late_seconds_bucket[('le', '+Inf')]"] == 3
    assert found["jarvis_loop_late_seconds_sum"] == pytest.approx(0.0325)


def test_a_program_without_ears_tells_nothing_of_a_microphone() -> None:
    found = samples(page_of([]))
    assert not [name for name in found if "mic_frame" in name or "loop_late" in name]


def test_nothing_is_counted_after_the_end() -> None:
    bus = Bus()
    with TurnMetrics(bus) as metrics:
        pass
    bus.publish(WakeDetected(0.0, "jarvis", 0.9))
    assert "jarvis_wake_total{" not in metrics.page().decode()


def test_a_turn_costs_less_than_a_millisecond_of_processor() -> None:
    bus, turns = Bus(), 200
    with TurnMetrics(bus):
        events = [event for number in range(turns) for _, event in spoken_turn(f"t{number}")]
        began_at = process_time()
        for event in events:
            bus.publish(event)
        assert (process_time() - began_at) / turns < 0.001
