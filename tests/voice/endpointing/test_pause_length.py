"""When a pause ends an utterance (unit): what is known of the words goes in, seconds come out.

The golden table runs the policy through a real endpoint: commands with a pause in the middle, quiet
and loud ends of the last word, and the moment at which each ends.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.hypotheses import Completeness, Pauses
from jarvis_voice.voice.endpointing.endpoint import Endpoint, Patience
from jarvis_voice.voice.endpointing.pause_length import PauseWords, pause_needed

pytestmark = pytest.mark.flow

PAUSES = Pauses(complete_seconds=0.2, open_seconds=0.8)
COMPLETE, EXTENDABLE = Completeness.COMPLETE, Completeness.EXTENDABLE
INCOMPLETE, UNKNOWN = Completeness.INCOMPLETE, Completeness.UNKNOWN
OPEN_ENDED = Completeness.OPEN_ENDED
FRAME_MS = 80


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        (None, 0.8),
        (PauseWords(None), 1.6),
        (PauseWords(None, 0.99), 1.6),
        (PauseWords(COMPLETE), 0.2),
        (PauseWords(COMPLETE, 0.0), 0.2),
        (PauseWords(EXTENDABLE), 0.8),
        (PauseWords(EXTENDABLE, 1.0), 0.8),
        (PauseWords(INCOMPLETE), 1.6),
        (PauseWords(INCOMPLETE, 0.8), 1.6),
        (PauseWords(INCOMPLETE, 0.9), 1.0),
        (PauseWords(OPEN_ENDED), 0.8),
        (PauseWords(OPEN_ENDED, 0.95), 0.4),
        (PauseWords(OPEN_ENDED, 0.7), 0.6),
        (PauseWords(OPEN_ENDED, 0.05), 0.8),
        (PauseWords(UNKNOWN), 0.8),
        (PauseWords(UNKNOWN, 0.95), 0.4),
        (PauseWords(UNKNOWN, 0.7), 0.6),
        (PauseWords(UNKNOWN, 0.3), 0.8),
        (PauseWords(UNKNOWN, 0.05), 1.2),
    ],
)
def test_the_pause_that_ends(words: PauseWords | None, seconds: float) -> None:
    assert pause_needed(words, PAUSES) == seconds


@given(
    st.none() | st.builds(PauseWords, st.none() | st.sampled_from(Completeness), st.floats(0, 1)),
    st.floats(0.1, 5),
    st.floats(0.2, 5),
)
def test_every_wait_has_an_end_and_none_is_shorter_than_the_shortest(
    words: PauseWords | None, complete: float, may_go_on: float
) -> None:
    pauses = Pauses(complete, may_go_on)
    seconds = pause_needed(words, pauses)
    assert min(complete, may_go_on) <= seconds <= max(complete, may_go_on, 1.6)


def ends_ms(
    first: PauseWords, pause_ms: int, then: PauseWords | None, tail_ms: int
) -> tuple[int, bool]:
    """When the utterance ends after the last speech in it, and whether the pause cut it.

    One second of speech, the pause, another second where `then` says so. The words are there when
    the pause is 160 ms old, as long as nobody speaks on. `tail_ms` is the silence behind the last
    speech within its frame: none behind a loud end, some behind a quiet one.
    """
    endpoint = Endpoint(Patience(0.8, 15.0, 5.0))
    parts = [(first, pause_ms if then else 4_000), *([(then, 4_000)] if then else [])]
    for number, (words, silence_ms) in enumerate(parts):
        for frame in range(12):
            is_last = frame == 11
            endpoint.process(0.08, is_speech=True, silent_tail_seconds=tail_ms / 1000 * is_last)
        for frame in range(silence_ms // FRAME_MS):
            decision = endpoint.process(0.08, is_speech=False)
            if decision is None and endpoint.silent_seconds >= 0.16:
                endpoint.need_pause(pause_needed(words, PAUSES))
                decision = endpoint.decide_by_voice()
            if decision:
                return tail_ms + (frame + 1) * FRAME_MS, number < len(parts) - 1
    raise AssertionError("it never ended")


OPEN, NOTE, ORDER = PauseWords(INCOMPLETE), PauseWords(EXTENDABLE), PauseWords(UNKNOWN)
SUM, ENDED_SUM = PauseWords(OPEN_ENDED, 0.3), PauseWords(OPEN_ENDED, 0.95)
DONE, SURE, DOUBT = PauseWords(COMPLETE), PauseWords(UNKNOWN, 0.95), PauseWords(UNKNOWN, 0.05)


@pytest.mark.parametrize(
    ("first", "pause_ms", "then", "loud", "quiet"),
    [
        # said in one go: milliseconds after the last speech, behind a loud and behind a quiet end
        (DONE, 0, None, 240, 224),  # "open MIT's website"
        (SUM, 0, None, 800, 864),  # "what is 17 percent of 240", as if it went on
        (ENDED_SUM, 0, None, 400, 464),  # the same, as if that were all
        (NOTE, 0, None, 800, 864),  # "note that I need bread"
        (OPEN, 0, None, 1600, 1664),  # "open"
        (ORDER, 0, None, 800, 864),  # "can I get a large latte"
        (SURE, 0, None, 400, 464),
        (DOUBT, 0, None, 1200, 1264),
        # "open ... MIT's website"
        (OPEN, 640, DONE, 240, 224),
        (OPEN, 1040, DONE, 240, 224),
        (OPEN, 1520, DONE, 240, 224),
        # "what is 17 percent of 240 ... plus 12"
        (SUM, 640, SUM, 800, 864),
        (SUM, 1040, SUM, (800, "cut"), (864, "cut")),
        (ENDED_SUM, 320, ENDED_SUM, 400, 464),
        (ENDED_SUM, 640, ENDED_SUM, (400, "cut"), (464, "cut")),
        # "can I get a large ... latte"
        (ORDER, 640, ORDER, 800, 864),
        (ORDER, 1040, ORDER, (800, "cut"), (864, "cut")),
        (DOUBT, 1040, SURE, 400, 464),
        (SURE, 640, SURE, (400, "cut"), (464, "cut")),
        # "open google ... and take a screenshot": what is complete is not waited with
        (DONE, 640, DONE, (240, "cut"), (224, "cut")),
    ],
)
def test_the_golden_table(
    first: PauseWords,
    pause_ms: int,
    then: PauseWords | None,
    loud: int | tuple[int, str],
    quiet: int | tuple[int, str],
) -> None:
    for tail_ms, expected in ((0, loud), (64, quiet)):
        ended_ms, is_cut = ends_ms(first, pause_ms, then, tail_ms)
        assert (ended_ms, "cut") == expected if is_cut else ended_ms == expected
