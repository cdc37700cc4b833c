"""NearestCall: when several satellites hear one call, says which of them answers. Pure.

Invariant: who hears a call alone waits for nobody. A call is waited with only while another
satellite's score is rising, or sound is heard there, for `WINDOW_SECONDS`; for `LONGEST_SECONDS`
where that sound stands out clearly more.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

WINDOW_SECONDS = 0.3
"""Claims of one call come within this; a satellite further away hears it a few ms later, and its
frames begin at other moments."""

LONGEST_SECONDS = 0.6
"""The score of a nearer satellite may come so much later: its frames begin at other moments."""

RISING_FROM = 0.1
"""A lower score is no beginning of a call."""

HEARD_FROM_DB = 10.0
"""So far speech stands out of a room at the least; its score comes up to a second later."""

CLEARLY_DB = 10.0
"""Who hears a call so much better is nearer, whatever its first score was: frames begin at other
moments, and a quiet call may score as well as a loud one."""

AS_SURE = 0.1
"""Scores that differ by less say nothing about the distance: then the louder one is nearer."""

ANSWERED_SECONDS = 1.5
"""So long after a call was answered the same words at another satellite are the same call."""

Verdict = Literal["answers", "waits", "yields"]


@dataclass(frozen=True, slots=True)
class HeardScore:
    """What a satellite hears at one moment.

    Attributes:
        score: Of the wake word, 0..1.
        snr_db: How far the sound stands out of the room.
        at: Seconds.
        is_rising: Whether the score is higher than a frame before.
    """

    score: float
    snr_db: float
    at: float
    is_rising: bool


class NearestCall:
    """Compares what satellites hear."""

    def __init__(self) -> None:
        self._newest: dict[Hashable, HeardScore] = {}
        self._claims: dict[Hashable, HeardScore] = {}
        self._answered_by: Hashable | None = None
        self._answered_at = float("-inf")

    def note(self, who: Hashable, score: float, snr_db: float, at: float) -> None:
        """A satellite has heard one more frame."""
        before = self._newest.get(who)
        is_rising = score >= RISING_FROM and (before is None or score > before.score)
        self._newest[who] = HeardScore(score, snr_db, at, is_rising)

    def claim(self, who: Hashable, score: float, snr_db: float, at: float) -> None:
        """A satellite has heard a call; a surer frame of the same call takes the place of it."""
        before = self._claims.get(who)
        if before and at - before.at <= WINDOW_SECONDS:
            score, snr_db, at = max(score, before.score), max(snr_db, before.snr_db), before.at
        self._claims[who] = HeardScore(score, snr_db, at, is_rising=False)

    def verdict(self, who: Hashable, at: float) -> Verdict:
        """What is to become of a satellite's claim."""
        mine = self._claims[who]
        if self.is_answered(who, at):
            return self._end(who, "yields")
        others = {
            one: claim
            for one, claim in self._claims.items()
            if one != who and abs(claim.at - mine.at) <= LONGEST_SECONDS
        }
        silent = self._newest.keys() - others.keys() - {who}
        if any(self._is_waited_for(one, mine, at) for one in silent):
            return "waits"
        if any(is_nearer(claim, mine) for claim in others.values()):
            return self._end(who, "yields")
        self._answered_by, self._answered_at = who, at
        return self._end(who, "answers")

    def is_answered(self, who: Hashable, at: float) -> bool:
        """Whether another satellite has just answered."""
        is_other = self._answered_by is not None and self._answered_by != who
        return is_other and at - self._answered_at < ANSWERED_SECONDS

    def forget(self, who: Hashable) -> None:
        """A satellite is gone."""
        self._newest.pop(who, None)
        self._claims.pop(who, None)

    def _is_waited_for(self, one: Hashable, mine: HeardScore, at: float) -> bool:
        is_louder = self._newest[one].snr_db - mine.snr_db >= CLEARLY_DB
        longest = LONGEST_SECONDS if is_louder else WINDOW_SECONDS
        return at - mine.at < longest and self._is_coming(one, at)

    def _is_coming(self, one: Hashable, at: float) -> bool:
        """Whether another one, which claims no call of this moment, may be about to hear it."""
        heard = self._newest[one]
        may_come = heard.is_rising or heard.snr_db >= HEARD_FROM_DB
        return may_come and at - heard.at <= WINDOW_SECONDS

    def _end(self, who: Hashable, verdict: Verdict) -> Verdict:
        if verdict == "answers":
            self._claims.pop(who)
        return verdict


def is_nearer(one: HeardScore, other: HeardScore) -> bool:
    """Whether one heard a call better: where it stands out clearly more, else by its score."""
    if abs(one.snr_db - other.snr_db) >= CLEARLY_DB:
        return one.snr_db > other.snr_db
    if abs(one.score - other.score) >= AS_SURE:
        return one.score > other.score
    return one.snr_db > other.snr_db
