"""Unit: which moments make the stages of a turn, and when a turn is complete."""

from dataclasses import replace

import pytest

from jarvis_voice.core.events import (
    Event,
    ReplyWorded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    TaskPlanned,
    ToolEnded,
    TurnEnded,
    TurnStarted,
    UtteranceRejected,
    WorkReported,
)
from jarvis_voice.core.stage_times import MOST_OPEN, Stage, StageFold, TurnStages
from jarvis_voice.core.types import Origin, Outcome, Receipt, ReceiptKind, Source

pytestmark = pytest.mark.unit

Moments = list[tuple[float, Event]]


def ended(silence_seconds: float) -> Event:
    return SpeechEnded(0.0, "silence", 2.0, silence_seconds)


def words() -> Event:
    return SpeechTranscribed(0.0, "flip a coin", 0.1)


def started(source: Source = "voice", turn_id: str = "t1") -> Event:
    return TurnStarted(turn_id, "default", 0.0, "flip a coin", source)


def planned() -> Event:
    return TaskPlanned("t1", 0.0, "flip_coin", {}, "local")


def tool_ended() -> Event:
    return ToolEnded("t1", 0.0, "flip_coin", {}, Receipt(ReceiptKind.LOOKUP, "heads"))


def worded(turn_id: str = "t1") -> Event:
    return ReplyWorded(turn_id, 0.0, "Heads.", is_final=True)


def over(outcome: Outcome = "done", turn_id: str = "t1") -> Event:
    return TurnEnded(turn_id, 0.0, "Heads.", outcome)


def fold(moments: Moments) -> tuple[list[TurnStages], StageFold]:
    """The turns that were complete, in order, and the fold with the others in it."""
    stages = StageFold()
    done = [row for at, event in moments if (row := stages.add(event, at))]
    return done, stages


def milliseconds(row: TurnStages) -> dict[Stage, int]:
    return {stage: round(1_000 * seconds) for stage, seconds in row.seconds.items()}


SPOKEN: Moments = [
    (10.20, ended(0.2)),
    (10.25, words()),
    (10.25, started()),
    (10.26, planned()),
    (10.28, tool_ended()),
    (10.29, worded()),
    (10.40, SpeechSynthesised("t1", 0.0, 0.1)),
    (10.41, over()),
    (10.50, SpeakingStarted("t1", 0.0)),
]


def test_the_stages_of_a_spoken_turn_lie_end_to_end() -> None:
    [row], _ = fold(SPOKEN)
    assert (row.turn_id, row.source) == ("t1", "voice")
    assert milliseconds(row) == {
        "pause": 200,
        "transcribe": 50,
        "plan": 10,
        "act": 20,
        "word": 10,
        "synthesise": 110,
        "output": 100,
        "whole": 500,
    }
    parts = sum(seconds for stage, seconds in row.seconds.items() if stage != "whole")
    assert parts == pytest.approx(row.seconds["whole"])


def test_what_a_satellite_hears_meanwhile_is_no_part_of_it() -> None:
    tablet = Origin("anna", "tablet/Kitchen")
    theirs = (ended(1.0), words(), UtteranceRejected(0.0, "noise"))
    others = [
        (10.22 + number / 100, replace(one, origin=tablet)) for number, one in enumerate(theirs)
    ]
    [row], _ = fold([SPOKEN[0], *others, *SPOKEN[1:]])
    [alone], _ = fold(SPOKEN)
    assert row == alone


def test_the_end_may_come_before_or_after_the_sound() -> None:
    sound_first = [*SPOKEN[:-2], (10.50, SPOKEN[-1][1]), (12.0, over())]
    assert fold(sound_first)[0] == fold(SPOKEN)[0]


def test_a_typed_turn_is_over_with_its_words() -> None:
    [row], _ = fold(
        [(1.0, started("stdin")), (1.01, planned()), (1.03, tool_ended()), (1.04, worded()),
         (1.05, over())]
    )  # fmt: skip
    assert milliseconds(row) == {"plan": 10, "act": 20, "word": 10, "whole": 40}


def test_an_answer_without_a_step_is_planned_when_it_is_worded() -> None:
    [row], _ = fold([(1.0, started("stdin")), (1.02, worded()), (1.03, over())])
    assert milliseconds(row) == {"plan": 20, "whole": 20}


def test_a_command_that_was_rejected_belongs_to_no_turn() -> None:
    rejected: Moments = [(1.0, ended(0.7)), (1.2, UtteranceRejected(0.0, "no-speech"))]
    [row], _ = fold([*rejected, (5.0, started("voice")), (5.1, over("cancelled"))])
    assert milliseconds(row) == {}


def test_a_typed_turn_does_not_take_the_words_of_a_spoken_one() -> None:
    typed: Moments = [
        (10.25, started("stdin", "t9")),
        (10.26, worded("t9")),
        (10.27, over("done", "t9")),
    ]
    moments = [*SPOKEN[:2], *typed, *SPOKEN[2:]]
    other, spoken = fold(moments)[0]
    assert (other.turn_id, milliseconds(other)) == ("t9", {"plan": 10, "whole": 10})
    assert fold(SPOKEN)[0] == [spoken]


def test_a_word_that_work_goes_on_is_not_the_answer() -> None:
    filler: Moments = [
        (10.30, WorkReported("t1", 0.0, "One moment.")),
        (10.35, SpeechSynthesised("t1", 0.0, 0.1)),
        (10.45, SpeakingStarted("t1", 0.0)),
        (13.00, tool_ended()),
        (13.10, worded()),
        (13.20, over()),
    ]
    [row], _ = fold([*SPOKEN[:4], *filler])
    seconds = milliseconds(row)
    assert seconds["whole"] == 3_100, "to the words: when they sounded is not known"
    assert not {"synthesise", "output"} & set(seconds)


def test_only_the_first_step_and_the_first_sentence_count() -> None:
    [row], _ = fold(
        [(1.0, started("stdin")), (1.1, planned()), (1.2, tool_ended()), (1.3, planned()),
         (1.5, tool_ended()), (1.6, worded()), (2.0, planned()), (2.5, tool_ended()),
         (2.6, worded()), (2.7, over())]
    )  # fmt: skip
    assert milliseconds(row) == {"plan": 100, "act": 400, "word": 100, "whole": 600}


@pytest.mark.parametrize("outcome", ["cancelled", "done"])
def test_a_turn_that_says_nothing_is_over_with_its_end(outcome: Outcome) -> None:
    [row], _ = fold([*SPOKEN[:4], (10.3, over(outcome))])
    assert "whole" not in row.seconds


def test_a_turn_that_never_sounds_is_closed_by_the_turns_behind_it() -> None:
    silent = [*SPOKEN[:6], SPOKEN[7]]
    later: Moments = [(20.0 + number, started("voice", f"t{number}")) for number in range(2, 6)]
    assert len(later) == MOST_OPEN
    assert fold([*silent, *later[:-1]])[0] == []
    [row], stages = fold([*silent, *later])
    assert milliseconds(row)["whole"] == 290
    assert [row.turn_id for row in stages.rest()] == ["t2", "t3", "t4", "t5"]
    assert stages.rest() == []


def test_events_of_unknown_turns_change_nothing() -> None:
    assert fold([(1.0, worded("t7")), (2.0, SpeakingStarted("", 0.0)), (3.0, over())])[0] == []
