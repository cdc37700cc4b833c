"""The turn-taking table (unit): a state and a signal go in, the next state and actions come out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.ports import Earcon
from jarvis_voice.voice.turn_taking import (
    IGNORED,
    TABLE,
    Do,
    OpenFor,
    PlayEarcon,
    Signal,
    StartListening,
    State,
    Step,
    TurnTaking,
    UnexpectedSignalError,
    diagram,
    step,
)

pytestmark = pytest.mark.flow

LISTENERS = ("IDLE", "THINKING", "SPEAKING", "FOLLOW_UP")
CALLS = (Signal.WAKE_HEARD, Signal.KEY_PRESSED, Signal.KEY_PRESSED_AGAIN)


def run(state: State, *signals: Signal) -> State:
    for signal in signals:
        state = step(state, signal).state
    return state


def test_every_pair_is_in_the_table_or_ignored_on_purpose_or_raises() -> None:
    matrix = {signal.value: " ".join(_cell(state, signal) for state in State) for signal in Signal}
    # columns: idle, listening, thinking, speaking, follow-up; "-" ignored, "!" raises
    assert matrix == {
        "wake-heard": "L - L L L",
        "called-in-follow-up": "! L ! ! !",
        "key-pressed": "L L L L L",
        "key-pressed-again": "L L L L L",
        "key-released": "- L - - -",
        "speech-began": "! ! ! ! L",
        "utterance-ended": "! T ! ! !",
        "nothing-heard": "! I ! ! !",
        "understood": "! ! T ! !",
        "called-only": "! ! L ! !",
        "not-understood": "! ! I ! !",
        "not-addressed": "! ! F ! !",
        "not-addressed-again": "! ! I ! !",
        "reply-started": "! ! S ! !",
        "turn-ended": "! ! I F !",
        "last-turn-ended": "! ! I I !",
        "turn-not-done": "! ! I I !",
        "turn-failed": "! ! T T !",
        "apologised": "! ! I I !",
        "follow-up-expired": "! ! ! ! I",
        "follow-up-interrupted": "! I ! ! I",
        "talked-over": "! L ! ! !",
        "sound-lost": "! I ! ! !",
        "stopped": "I I I I I",
    }


def _cell(state: State, signal: Signal) -> str:
    if (state, signal) in IGNORED:
        assert step(state, signal) == Step(state)
        return "-"
    try:
        return step(state, signal).state.name[0]
    except UnexpectedSignalError:
        return "!"


def test_no_pair_is_both_in_the_table_and_ignored() -> None:
    assert not set(TABLE) & set(IGNORED)
    assert all(IGNORED.values()), "an ignored pair names its reason"


@pytest.mark.parametrize("state", [State[name] for name in LISTENERS])
@pytest.mark.parametrize("signal", CALLS)
def test_a_call_silences_the_mouth_before_the_ears_open(state: State, signal: Signal) -> None:
    after, actions = step(state, signal)
    assert after is State.LISTENING
    assert actions[0] is Do.STOP_SPEAKING
    assert (Do.CANCEL_TURN in actions) == (state in (State.THINKING, State.SPEAKING))
    is_wake = signal is Signal.WAKE_HEARD
    assert StartListening("wake_word" if is_wake else "key") in actions
    assert (PlayEarcon("awake") in actions) == is_wake


def test_calls_while_listening_start_nothing() -> None:
    for signal in CALLS:
        after, actions = step(State.LISTENING, signal)
        assert after is State.LISTENING
        assert not [a for a in actions if isinstance(a, StartListening | PlayEarcon)]


def test_every_way_out_of_listening_and_thinking_is_heard_or_hands_on() -> None:
    hands_on = {Do.TRANSCRIBE, Do.SUBMIT_TURN, Do.LISTEN_ON, Do.APOLOGISE, Do.RESUME_FOLLOW_UP}
    nobody_called = {Signal.NOT_ADDRESSED_AGAIN, Signal.FOLLOW_UP_INTERRUPTED}
    for (state, signal), (target, actions) in TABLE.items():
        if state not in (State.LISTENING, State.THINKING) or signal is Signal.STOPPED:
            continue
        if target is state or target is State.SPEAKING:
            continue
        heard = [a for a in actions if isinstance(a, PlayEarcon | StartListening)]
        assert heard or hands_on & set(actions) or signal in nobody_called, (state, signal)


def test_while_it_thinks_and_speaks_a_stop_is_listened_for() -> None:
    ends = step(State.LISTENING, Signal.UTTERANCE_ENDED)
    assert ends == Step(State.THINKING, (Do.TRANSCRIBE, Do.LISTEN_FOR_STOP))
    begins = step(State.THINKING, Signal.REPLY_STARTED)
    assert begins == Step(State.SPEAKING, (Do.LISTEN_FOR_STOP,))


def test_an_unheard_turn_chimes_by_its_outcome_and_only_a_done_one_opens_the_window() -> None:
    chimes: dict[Signal, Earcon] = {
        Signal.TURN_ENDED: "done",
        Signal.LAST_TURN_ENDED: "done",
        Signal.TURN_NOT_DONE: "error",
    }
    for signal, earcon in chimes.items():
        assert step(State.THINKING, signal) == Step(State.IDLE, (PlayEarcon(earcon),))
    windows = {signal: step(State.SPEAKING, signal).state for signal in chimes}
    assert windows == dict.fromkeys(chimes, State.IDLE) | {Signal.TURN_ENDED: State.FOLLOW_UP}


def test_the_way_of_a_command_and_its_follow_up() -> None:
    assert (
        run(
            State.IDLE,
            Signal.WAKE_HEARD,
            Signal.UTTERANCE_ENDED,
            Signal.UNDERSTOOD,
            Signal.REPLY_STARTED,
            Signal.TURN_ENDED,
            Signal.SPEECH_BEGAN,
        )
        is State.LISTENING
    )


def test_an_unexpected_signal_names_both() -> None:
    with pytest.raises(UnexpectedSignalError, match=r'"understood" cannot happen while idle') as e:
        step(State.IDLE, Signal.UNDERSTOOD)
    assert e.value.code == "unexpected-signal"


@given(st.sampled_from(State), st.lists(st.sampled_from(Signal), max_size=60))
def test_no_sequence_raises_but_by_name_or_leaves_no_way_home(
    state: State, signals: list[Signal]
) -> None:
    for signal in signals:
        try:
            state, _ = step(state, signal)
        except UnexpectedSignalError:
            assert (state, signal) not in TABLE
    assert step(state, Signal.STOPPED).state is State.IDLE
    assert State.IDLE in _reachable(state), "without being stopped"


def _reachable(state: State) -> set[State]:
    seen, new = {state}, {state}
    while new:
        new = {
            target
            for (origin, signal), (target, _) in TABLE.items()
            if origin in new and signal is not Signal.STOPPED
        } - seen
        seen |= new
    return seen


def test_the_diagram_shows_the_whole_table() -> None:
    lines = diagram().splitlines()
    assert lines[:3] == [
        "stateDiagram-v2",
        "    [*] --> idle",
        "    idle --> listening: wake-heard / stop-speaking, start-listening(wake_word), "
        "play-earcon(awake)",
    ]
    assert "    follow_up --> idle: follow-up-expired" in lines
    assert len(lines) == len(TABLE) + 2


def taken(turn: TurnTaking, *signals: Signal) -> TurnTaking:
    for signal in signals:
        turn, _ = turn.take(signal)
    return turn


TO_SPEAKING = (
    Signal.WAKE_HEARD,
    Signal.UTTERANCE_ENDED,
    Signal.UNDERSTOOD,
    Signal.REPLY_STARTED,
)


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_what_the_ears_are_open_for_follows_from_the_table(is_cancelled: bool) -> None:
    turn, seen = TurnTaking(hears_while_speaking=is_cancelled), list[OpenFor]()
    for signal in (*TO_SPEAKING, Signal.TURN_ENDED, Signal.SPEECH_BEGAN, Signal.STOPPED):
        turn, _ = turn.take(signal)
        seen.append(turn.open_for)
    stop, utterance = OpenFor.STOP_WORD, OpenFor.UTTERANCE
    while_speaking = stop if is_cancelled else OpenFor.NOTHING
    assert seen == [
        utterance, stop, stop, while_speaking, OpenFor.FOLLOW_UP, utterance, OpenFor.NOTHING,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("signal", "open_for"),
    [
        (Signal.CALLED_ONLY, OpenFor.UTTERANCE),
        (Signal.NOT_ADDRESSED, OpenFor.FOLLOW_UP),
        (Signal.NOT_UNDERSTOOD, OpenFor.NOTHING),
    ],
)
def test_a_verdict_opens_the_ears_or_shuts_them(signal: Signal, open_for: OpenFor) -> None:
    assert taken(TurnTaking(), *TO_SPEAKING[:2], signal).open_for is open_for


def test_a_stop_that_has_begun_is_heard_to_its_end_and_the_ears_are_not_opened_anew() -> None:
    for is_cancelled in (True, False):
        thinking = taken(TurnTaking(hears_while_speaking=is_cancelled), *TO_SPEAKING[:3])
        assert thinking.take(Signal.REPLY_STARTED)[1] == ()
    apologising = taken(TurnTaking(), *TO_SPEAKING, Signal.TURN_FAILED)
    assert apologising.open_for is OpenFor.NOTHING, "as it was while it spoke"
    assert apologising.take(Signal.REPLY_STARTED)[1] == (Do.LISTEN_FOR_STOP,)


def test_deaf_ears_hear_no_call_and_wait_for_nobody() -> None:
    listening = taken(TurnTaking(), Signal.WAKE_HEARD)
    assert listening.overdue is None
    deaf = listening.deafened("muted").deafened("lost")
    assert deaf.overdue is Signal.STOPPED
    idle = taken(deaf, Signal.STOPPED)
    assert (idle.state, idle.overdue) == (State.IDLE, None)
    for call in (Signal.WAKE_HEARD, Signal.CALLED_IN_FOLLOW_UP):
        assert idle.take(call) == (idle, ())
    one_reason = idle.undeafened("muted")
    assert one_reason.deaf == {"lost"}
    assert one_reason.undeafened("lost").take(Signal.WAKE_HEARD)[0].state is State.LISTENING


def test_a_deaf_follow_up_window_is_over_and_a_turn_goes_on() -> None:
    window = taken(TurnTaking(), *TO_SPEAKING, Signal.TURN_ENDED).deafened("lost")
    assert window.overdue is Signal.FOLLOW_UP_INTERRUPTED
    for count in (2, 3, 4):
        assert taken(TurnTaking(), *TO_SPEAKING[:count]).deafened("muted").overdue is None


def test_after_three_turns_that_nobody_called_for_a_call_is_needed() -> None:
    turn = TurnTaking()
    needed = list[bool]()
    for is_addressed in (True, False, False, False, True):
        turn = turn.submitted(is_addressed=is_addressed)
        needed.append(turn.must_be_called)
    assert needed == [False, False, False, True, False]
