"""RunBudget: what the questions of one run to models may cost. Pure.

Invariant: a question is asked only where what was spent, and the most that it can cost, stay within
the budget. What an answer that never came has cost is counted as the most.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.turn_costs import PER, spending

if TYPE_CHECKING:
    from jarvis_voice.core.config import PriceConfig

CHARACTERS_A_TOKEN = 3
"""Of text in most languages there are more: on the safe side."""

EVERYTHING = float("inf")


@dataclass(frozen=True, slots=True)
class RunBudget:
    """The budget of a run.

    Attributes:
        usd: US dollars.
        prices: By what servers call their models; one without a price is not counted.
        models: Those that one question may go to, one behind the other.
        output_tokens: The longest answer.
    """

    usd: float = EVERYTHING
    prices: Mapping[str, PriceConfig] = field(default_factory=dict)
    models: Sequence[str] = ()
    output_tokens: int = 2_000

    def most(self, n_characters: int, models: Collection[str] | None = None) -> float:
        """The most that a question of so many characters costs, in US dollars.

        Args:
            n_characters: Of the question.
            models: Those that it went to; None is all.
        """
        asked = self.models if models is None else models
        known = [self.prices[one] for one in asked if one in self.prices]
        n_tokens = n_characters / CHARACTERS_A_TOKEN
        return sum(n_tokens * one.input + self.output_tokens * one.output for one in known) / PER

    def untold(self, told: Sequence[str], *, is_answered: bool) -> list[str]:
        """The models that a question may have gone to without telling what it took.

        Args:
            told: Those that told, in the order in which they were asked.
            is_answered: The last one that was asked has answered.
        """
        last = told[-1] if told and is_answered else ""
        asked = self.models[: self.models.index(last)] if last in self.models else self.models
        return [one for one in asked if one not in told]

    def allows(self, work: BriefingWork, n_characters: int) -> bool:
        """Whether a question of so many characters may be asked in a run."""
        spent = spending(work.calls, self.prices).cost + work.uncounted_usd
        return spent + self.most(n_characters) <= self.usd
