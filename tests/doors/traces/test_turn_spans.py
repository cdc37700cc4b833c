"""Unit: the tree of spans that the events of a turn make."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from jarvis_voice.core.events import (
    Event,
    ListeningStarted,
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
    UtteranceRejected,
)
from jarvis_voice.core.types import Origin, Receipt, ReceiptKind
from jarvis_voice.doors.traces.turn_spans import MOST_OPEN, SpanFold, SpanNode, TracedModel

pytestmark = pytest.mark.unit

CANARY = "ptarmigan"
MODELS = {
    "gemini": TracedModel("gcp.gemini", "gemini-2.5-flash"),
    "home": TracedModel("ollama", "qwen3:8b"),
}

Timed = Sequence[tuple[float, Event]]


def tool(kind: ReceiptKind = ReceiptKind.LOOKUP) -> ToolEnded:
    return ToolEnded("t1", 0.0, "search", {"query": CANARY}, Receipt(kind, f"{CANARY} found"))


HEARD: Timed = (
    (1.0, ListeningStarted(0.0, "wake_word")),
    (3.0, SpeechEnded(0.0, "complete", 1.5, 0.2)),
    (3.2, SpeechTranscribed(0.0, f"what is a {CANARY}", 0.1)),
)
STARTED = (3.2, TurnStarted("t1", CANARY, 0.0, f"what is a {CANARY}", "voice"))
STEPS: Timed = (
    (3.5, ModelAsked("t1", 0.0, "gemini", 0.3, "gemini-offline")),
    (3.9, TokensSpent("t1", 0.0, "qwen3:8b", 300, 20)),
    (3.9, ModelAsked("t1", 0.0, "home", 0.4)),
    (3.9, TaskPlanned("t1", 0.0, "search", {"query": CANARY}, "home")),
    (4.5, tool()),
    (5.0, ReplyWorded("t1", 0.0, f"A {CANARY} is a bird.", is_final=True)),
)
ENDED = (5.1, TurnEnded("t1", 0.0, f"A {CANARY} is a bird.", "done"))
SOUND: Timed = (
    (5.2, SpeechSynthesised("t1", 0.0, 0.1)),
    (5.3, SpeakingStarted("t1", 0.0)),
    (7.0, SpeakingEnded("t1", 0.0, f"A {CANARY} is a bird.", was_interrupted=True)),
)


def folded(*events: tuple[float, Event], with_words: bool = False) -> list[SpanNode]:
    fold = SpanFold(MODELS, b"key", with_words=with_words)
    return [root for at, event in events for root in fold.add(event, at)]


def drawn(node: SpanNode) -> list[str]:
    """A tree in lines: each span with its times, indented."""
    inside = [f"  {line}" for child in node.children for line in drawn(child)]
    error = f" ! {node.error}" if node.error else ""
    return [f"{node.name} {node.began_at:.1f}-{node.ended_at or 0:.1f}{error}", *inside]


def test_a_spoken_turn_is_one_tree_from_the_first_word_to_the_last_sound() -> None:
    [root] = folded(*HEARD, STARTED, *STEPS, ENDED, *SOUND)
    assert drawn(root) == [
        "invoke_agent jarvis 1.0-7.0",
        "  jarvis.hear 1.0-3.0",
        "  jarvis.transcribe 3.0-3.2",
        "  jarvis.plan 3.2-3.9",
        "    chat gemini-2.5-flash 3.2-3.5 ! gemini-offline",
        "    chat qwen3:8b 3.5-3.9",
        "  execute_tool search 3.9-4.5",
        "  jarvis.word 4.5-5.0",
        "  jarvis.synthesise 5.1-5.2",
        "  jarvis.play 5.3-7.0",
    ]


def test_what_a_satellite_hears_meanwhile_is_no_part_of_it() -> None:
    tablet = Origin("anna", "tablet/Kitchen")
    others = [(at + 0.1, replace(event, origin=tablet)) for at, event in HEARD]
    among = sorted([*HEARD, *others], key=lambda one: one[0])
    [alone] = folded(*HEARD, STARTED, *STEPS, ENDED, *SOUND)
    [root] = folded(*among, STARTED, *STEPS, ENDED, *SOUND)
    assert drawn(root) == drawn(alone)


def test_the_spans_bear_the_names_of_the_conventions() -> None:
    [root] = folded(*HEARD, STARTED, *STEPS, ENDED, *SOUND)
    hear, _, plan, act, *_, play = root.children
    assert root.values == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "jarvis",
        "gen_ai.conversation.id": root.values["gen_ai.conversation.id"],
        "jarvis.turn": "t1",
        "jarvis.source": "voice",
        "jarvis.outcome": "done",
    }
    assert hear.values == {"jarvis.cause": "wake_word", "jarvis.ended_by": "complete"}
    assert plan.values == {"jarvis.planner": "home"}
    assert plan.children[0].values == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "gcp.gemini",
        "gen_ai.request.model": "gemini-2.5-flash",
    }
    assert plan.children[1].values["gen_ai.usage.input_tokens"] == 300
    assert plan.children[1].values["gen_ai.usage.output_tokens"] == 20
    assert act.values == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "search",
        "gen_ai.tool.type": "function",
        "jarvis.receipt": "lookup",
    }
    assert play.values == {"jarvis.interrupted": True}


def test_a_typed_turn_is_complete_at_its_end() -> None:
    started = (3.2, TurnStarted("t1", "default", 0.0, "hello", "stdin"))
    [root] = folded(started, (3.4, ReplyWorded("t1", 0.0, "Hello.", is_final=True)), ENDED)
    assert drawn(root) == ["invoke_agent jarvis 3.2-5.1", "  jarvis.word 3.2-3.4"]


def test_a_tool_that_failed_is_an_error_and_so_is_a_failed_turn() -> None:
    started = (3.2, TurnStarted("t1", "default", 0.0, "hello", "http"))
    failed = (4.5, tool(ReceiptKind.FAILED))
    ended = (5.0, TurnEnded("t1", 0.0, "", "failed"))
    [root] = folded(started, failed, ended)
    assert drawn(root) == [
        "invoke_agent jarvis 3.2-5.0 ! failed",
        "  execute_tool search 3.2-4.5 ! failed",
    ]


def test_tokens_of_before_a_model_was_asked_are_not_that_models() -> None:
    started = (3.0, TurnStarted("t1", "default", 0.0, "hello", "stdin"))
    before = (3.0, TokensSpent("t1", 0.0, "summed-up", 999, 99))
    asked = (4.0, ModelAsked("t1", 0.0, "home", 0.5))
    [root] = folded(started, before, asked, ENDED)
    assert "gen_ai.usage.input_tokens" not in root.children[0].values


def test_a_turn_without_an_answer_or_with_another_ones_sound_waits_for_nothing() -> None:
    assert folded(*HEARD, STARTED, (4.0, TurnEnded("t1", 0.0, "", "cancelled")))
    other = (4.0, SpeakingEnded("t9", 0.0, "", was_interrupted=False))
    assert folded(*HEARD, STARTED, *STEPS, ENDED, other) == []


def test_what_was_rejected_is_no_part_of_the_next_turn() -> None:
    rejected = (3.3, UtteranceRejected(0.0, "noise"))
    [root] = folded(*HEARD, rejected, STARTED, *STEPS, ENDED, *SOUND)
    assert root.children[0].name == "jarvis.plan"


def test_a_thread_is_told_by_a_hash_that_is_the_same_for_the_same_person_alone() -> None:
    def conversation(user: str, thread: str, key: bytes = b"key") -> object:
        fold, origin = SpanFold({}, key), Origin(user_id=user)
        fold.add(TurnStarted("t1", thread, 0.0, "hi", "http", origin=origin), 0.0)
        [root] = fold.add(TurnEnded("t1", 0.0, "", "done", origin=origin), 1.0)
        return root.values["gen_ai.conversation.id"]

    assert conversation("anna", "work") == conversation("anna", "work")
    others = [conversation("ben", "work"), conversation("anna", "home")]
    assert conversation("anna", "work") not in [*others, conversation("anna", "work", b"other")]


def test_no_word_is_in_a_span_unless_that_is_set() -> None:
    turn = (*HEARD, STARTED, *STEPS, ENDED, *SOUND)
    assert CANARY not in repr(folded(*turn))
    [root] = folded(*turn, with_words=True)
    assert root.values["jarvis.question"] == f"what is a {CANARY}"
    assert root.values["jarvis.reply"] == f"A {CANARY} is a bird."
    act = root.children[3]
    assert act.values["gen_ai.tool.call.arguments"] == f'{{"query": "{CANARY}"}}'
    assert act.values["gen_ai.tool.call.result"] == f"{CANARY} found"


def test_turns_that_never_end_are_handed_out_when_too_many_are_open() -> None:
    fold = SpanFold({}, b"key")
    started = [TurnStarted(f"t{n}", "default", 0.0, "hi", "http") for n in range(MOST_OPEN + 1)]
    closed = [root for event in started for root in fold.add(event, 1.0)]
    assert [root.values["jarvis.turn"] for root in closed] == ["t0"]
    assert len(fold.rest(9.0)) == MOST_OPEN
    assert fold.rest(9.0) == []
