"""Unit: what a run may cost in dollars, and what is counted where nobody told."""

from datetime import date

import pytest

from jarvis_voice.briefing.budget import RunBudget
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.turn_ledger import Usage

pytestmark = pytest.mark.unit

PRICES = {"dear": PriceConfig(input=10, output=100, as_of=date(2026, 1, 1)),
          "free": PriceConfig(input=0, output=0, as_of=date(2026, 1, 1))}  # fmt: skip


def test_the_most_that_a_question_costs() -> None:
    budget = RunBudget(1.0, PRICES, ("dear",), output_tokens=1_000)
    assert budget.most(3_000) == pytest.approx(0.01 + 0.1)
    both = RunBudget(1.0, PRICES, ("dear", "dear"), output_tokens=1_000)
    assert both.most(3_000) == pytest.approx(0.22)


def test_what_was_spent_leaves_less() -> None:
    budget = RunBudget(0.2, PRICES, ("dear",), output_tokens=1_000)
    assert budget.allows(BriefingWork(), 3_000)
    assert not budget.allows(BriefingWork(calls=[Usage("dear", 0, 1_000)]), 3_000)
    assert not budget.allows(BriefingWork(uncounted_usd=0.1), 3_000)


def test_what_is_free_or_has_no_price_is_not_counted() -> None:
    nothing = RunBudget(0.0, PRICES, ("free", "unknown"))
    assert nothing.allows(BriefingWork(), 100_000)
    assert not RunBudget(0.0, PRICES, ("dear",)).allows(BriefingWork(), 1)
