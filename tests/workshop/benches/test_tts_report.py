"""What was measured of each answer in, the table out."""

import pytest

from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.workshop.benches.tts_bench import (
    LONG,
    SHORT,
    Said,
    TtsFigures,
    gap_seconds,
    report,
)

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("pieces", "gap"),
    [
        ([], 0.0),
        ([(0.1, 1.0)], 0.0),
        ([(0.1, 0.3), (0.2, 0.5), (0.8, 1.0)], 0.0),
        ([(0.1, 0.3), (0.6, 0.5), (1.3, 1.0)], 0.4),
    ],
)
def test_a_pause_is_what_comes_later_than_the_one_before_it_ends(
    pieces: list[tuple[float, float]], gap: float
) -> None:
    assert gap_seconds(pieces) == pytest.approx(gap)


def test_ours_and_the_stock_way_stand_side_by_side() -> None:
    ours, stock = Said(0.1, 0.5, 5.0, 0.01, 0.2), Said(1.0, 1.0, 5.0, 0.0, 90.0)
    again = Said(0.0001, 0.0001, 1.0, 0.0, 0.1)
    figures = TtsFigures([ours], [ours], [again], [stock], [stock])
    rows = {row.what: (str(row.ours), str(row.stock)) for row in report(figures).rows}
    assert rows == {
        "first sound of a short answer": ("100 ms", "1000 ms"),
        "first sound of a long answer": ("100 ms", "1000 ms"),
        "first sound of what was said before": ("0.10 ms", "None"),
        "the whole of a long answer": ("500 ms", "1000 ms"),
        "work for a second of speech": ("0.10 (0.10 to 0.10) s", "0.20 (0.20 to 0.20) s"),
        "longest pause within an answer that is not spoken": ("10 (10 to 10) ms", "None"),
        "CPU in the half second after an answer": ("0.2 (0.2 to 0.2) %", "90.0 (90.0 to 90.0) %"),
    }


@pytest.mark.parametrize("text", [*SHORT, *LONG])
def test_every_answer_can_be_spoken(text: str) -> None:
    assert all(speakable(sentence) for sentence in split_sentences(text))
