"""Names of the planning rules; all are on, and an evaluation can switch one off."""

from __future__ import annotations

from enum import StrEnum


class Rule(StrEnum):
    """A planning rule that code enforces on every planner."""

    TALK_IS_TALK = "talk-is-talk"
    """Small talk is answered without a tool and without a model."""
    COMPLETE_FIRST = "complete-first"
    """When the receipts say that what was asked is done, nobody plans on."""
    KEPT_RESULTS = "kept-results"
    """The last search's results stay across turns, and an index is bounded by them."""
    OFFICIAL_SITE = "official-site"
    """A ranking or directory is not opened while its winner's own site can be searched for."""
    BOUNDED = "bounded"
    """After the soft limit nothing is looked up; at the hard limit and the budget it answers."""
    AGAIN_AND_ONCE = "again-and-once"
    """A request in a new turn is done again; within a turn the same act is done once."""
    FAILURE_IS_SEEN = "failure-is-seen"
    """An opener that fails is tried once more, then another result is offered."""
    RECEIPTS = "receipts"
    """An act is told from its receipt, and a model's claim of one is not spoken."""
    WEB_IS_DATA = "web-is-data"
    """Beside web text only what the user's own words named may act, and no secret is sent."""


ALL_RULES = frozenset(Rule)
