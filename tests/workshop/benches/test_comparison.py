"""Unit: how a figure of a bench is shown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row, ratio

pytestmark = pytest.mark.unit

VALUES = st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=2, max_size=30).map(tuple)


@pytest.mark.parametrize("statistic", ["median", "mean", "p90", "p95", "max"])
@given(values=VALUES, digits=st.integers(0, 3))
def test_what_is_shown_lies_within_its_own_range(
    statistic: str, values: tuple[float, ...], digits: int
) -> None:
    shown = str(Figure(values, digits=digits, statistic=statistic))
    value, low, high = map(float, re.findall(r"-?[\d.]+", shown))
    assert low <= value <= high


def test_a_median_has_its_quartiles_and_the_slowest_the_whole_range() -> None:
    times = (1.0, 2.0, 3.0, 4.0, 9.0)
    assert str(Figure(times, "s", 1)) == "3.0 (2.0 to 4.0) s"
    assert str(Figure(times, "s", 1, "max")) == "9.0 (1.0 to 9.0) s"
    assert str(Figure(times, "s", 1, bounds=(2.5, 3.5))) == "3.0 (2.5 to 3.5) s"
    assert str(Figure((4.0,), "s")) == "4 s"


def test_what_was_not_measured_has_no_row_and_no_place_in_one() -> None:
    nothing, two = Figure(()), Figure((2.0,))
    rows = (Row("a", nothing, two), Row("b", two, nothing), Row("c", two, two))
    shown = [(row.what, row.stock is not None) for row in Report("Bench", rows).rows]
    assert shown == [("b", False), ("c", True)]


def test_a_ratio_needs_both() -> None:
    assert ratio(Figure((6.0,)), Figure((2.0,)), 1) == Figure((3.0,), digits=1)
    assert not ratio(Figure(()), Figure((2.0,)), 1).values
    assert not ratio(Figure((6.0,)), Figure((0.0,)), 1).values


def test_a_bench_that_was_ended_early_says_on_what_its_figures_rest() -> None:
    begun = Report("Bench", (Row("a", Figure((2.0,))),), notes=("Of two.",))
    told = begun.broken_off("Ended early by Ctrl-C.")
    assert (told.title, told.is_whole, begun.is_whole) == ("Bench, broken off", False, True)
    assert [note.partition(".")[0] for note in told.notes] == ["Ended early by Ctrl-C", "Of two"]
    nothing = Report("Bench", (), notes=("Of two.",)).broken_off("Ended early by Ctrl-C.")
    assert nothing.notes == ("Ended early by Ctrl-C. Nothing was measured until then.",)
