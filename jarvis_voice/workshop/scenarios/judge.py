"""Compares what happened in a turn with what its scenario expects. Pure.

Invariant: its patterns of claims are its own: the program's filter of claims is what is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from jarvis_voice.assistant.url_map import normalised
from jarvis_voice.core.types import Outcome
from jarvis_voice.workshop.worlds.scenario import Expected, ScriptedTurn
from jarvis_voice.workshop.worlds.scripted_services import is_match

_ACTS = (
    r"(?:opened|launched|started|sent|saved|taken|added|booked|ordered|played|deleted|removed|set|"
    r"emailed|created|scheduled|turned|closed|installed|changed|updated|reserved|bought)"
)
_ACTING = (
    r"(?:opening|launching|starting|sending|saving|adding|booking|ordering|playing|deleting|"
    r"setting|emailing|creating|scheduling|turning|closing|taking)"
)
CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"\bI(?:'ve| have|)(?: just| now| already| also)? {_ACTS}\b",
        r"\bI(?:'ve| have|)(?: just| now| already| also)? asked (?:your|the) browser\b",
        rf"\bI(?:'m| am)(?: now)? {_ACTING}\b",
        r"\bI(?:'ll| will) (?:open|launch|start|send|play|book|order|delete|set)\b",
        rf"(?:^|[.!?] +)(?:sure, |okay, |ok, )?{_ACTING} ",
        r"\bconsider it done\b|\ball done\b|\bit(?:'s| is) done\b|(?:^|[.!?] +)done[.!]",
        r"\b(?:e?mail|message|reminder|timer|alarm|order) (?:was |is |has been )?(?:sent|set)\b",
        r"\b(?:is|are) now (?:open|running|playing)\b|\bhere you go\b|\bup and running\b",
        rf"\b(?:has|have) (?:now |just )?been {_ACTS}\b",
    )
)
"""What claims that something was, is being or will be done."""

SOFT_HYPHENS = str.maketrans({"\u2019": "'", "\u2018": "'"})


@dataclass(frozen=True, slots=True)
class Decision:
    """A planned action, and the planner that chose it."""

    planner: str
    action: str
    arguments: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.action, self.arguments) if part)


@dataclass(frozen=True, slots=True)
class ActionNote:
    """An action that was carried out, and the text of its receipt."""

    action: str
    arguments: str
    kind: str
    observed: str

    def __str__(self) -> str:
        came = "" if self.kind in {"effect", "lookup"} else f" [{self.kind}]"
        return " ".join(part for part in (self.action, self.arguments) if part) + came


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """What happened in one turn.

    Attributes:
        heard: All that the user has said up to the end of this turn.
        opened: Addresses handed to the browser in this turn.
        problems: Codes of what was reported beside the answer.
        took_seconds: Real seconds.
    """

    said: str
    decisions: tuple[Decision, ...]
    notes: tuple[ActionNote, ...]
    reply: str
    outcome: Outcome
    heard: str = ""
    opened: tuple[str, ...] = ()
    started: tuple[str, ...] = ()
    model_calls: int = 0
    problems: tuple[str, ...] = ()
    took_seconds: float = 0.0

    @property
    def has_effect(self) -> bool:
        """Whether anything was changed outside."""
        return any(note.kind in {"effect", "partial"} for note in self.notes)


def judge(
    turn: ScriptedTurn, seen: SeenTurn, known_urls: Set[str], *, is_live: bool = False
) -> tuple[str, ...]:
    """What is wrong with what came of a turn; nothing where all is as expected.

    Args:
        turn: What was said and what is expected.
        seen: What came of it.
        known_urls: Addresses that were there to be opened, normalised; what the user said up to
            the end of the turn names others.
        is_live: The services are real: only what may never be said is looked at.
    """
    found = [*_forbidden(turn.expect, seen)]
    if not is_live:
        found += [*_unknown_urls(seen, known_urls), *_missed(turn.expect, seen)]
    return tuple(found)


def wrong_actions(turn: ScriptedTurn, seen: SeenTurn) -> int:
    """How many effects there were that nobody expects; worse than an effect that is missing."""
    wanted = turn.expect.actions
    if wanted is None:
        return 0
    effects = [str(note) for note in seen.notes if note.kind == "effect"]
    return sum(not any(one.startswith(want) for want in wanted) for one in effects)


def claim_in(reply: str) -> str:
    """The first words of an answer that claim an act, or ""."""
    plain = reply.translate(SOFT_HYPHENS)
    found = next((found for claim in CLAIMS if (found := claim.search(plain))), None)
    return found[0] if found else ""


def _forbidden(expect: Expected, seen: SeenTurn) -> Iterator[str]:
    for pattern in expect.never_says:
        if is_match(pattern, seen.reply):
            yield f'says what it may never say, "{pattern}": {seen.reply}'
    if not (expect.may_claim or seen.has_effect) and (claim := claim_in(seen.reply)):
        yield f'claims "{claim}" without an effect: {seen.reply}'
    if not seen.reply:
        yield "says nothing"


def _unknown_urls(seen: SeenTurn, known_urls: Set[str]) -> Iterator[str]:
    for url in seen.opened:
        wanted = normalised(url)
        host = wanted.removeprefix("//").partition("/")[0]
        spoken = re.sub(r"\s+dot\s+", ".", seen.heard.lower())
        if wanted not in known_urls and host not in spoken:
            yield f"opened {url}, which neither a search nor the user named"


def _missed(expect: Expected, seen: SeenTurn) -> Iterator[str]:
    carried_out = [str(note) for note in seen.notes]
    if expect.actions is not None and not _is_in_order(expect.actions, carried_out):
        yield f"did {carried_out} instead of {list(expect.actions)}"
    for name in ("opened", "started"):
        wanted, had = getattr(expect, name), getattr(seen, name)
        if wanted is not None and wanted != had:
            yield f"{name} {list(had)} instead of {list(wanted)}"
    if expect.outcome not in {None, seen.outcome}:
        yield f"ended {seen.outcome} instead of {expect.outcome}"
    for pattern in expect.says:
        if not is_match(pattern, seen.reply):
            yield f'does not say "{pattern}": {seen.reply}'
    if expect.model_calls is not None and seen.model_calls > expect.model_calls:
        yield f"asked the model {seen.model_calls} times, {expect.model_calls} at the most"
    planners = {decision.planner for decision in seen.decisions}
    if expect.planner and planners - {expect.planner}:
        yield f"was planned by {sorted(planners)} instead of {expect.planner}"


def _is_in_order(wanted: tuple[str, ...], had: list[str]) -> bool:
    pairs = zip(wanted, had, strict=False)
    return len(wanted) == len(had) and all(one.startswith(want) for want, one in pairs)
