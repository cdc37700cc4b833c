"""Makes a database as weeks of use leave it, of random size, by the store itself."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, Origin, Scope, TurnInput
from jarvis_voice.store.factory import make_store
from jarvis_voice.store.records import KeptToken

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.store.ports import Store

NOW = datetime.now(UTC).replace(microsecond=0) - timedelta(days=5)

_WORDS = (
    *("the car is on level three", "my sister's name is Ana", "the bins go out on Tuesday"),
    *("das Fahrrad steht im Keller", "the code of the shed is blue", "Öl für die Tür ☂"),
)
PEOPLE = ("ana", "ben", "élodie")
_MAY: tuple[frozenset[Scope], ...] = (frozenset({"talk"}), frozenset({"talk", "act", "home"}))
_PROFILE = {"name": "Ana María", "city": "Lisbon", "birthday": "1990-02-21", "units": "metric"}
_LISTS = ("shopping", "to do", "films")


async def grow(paths: Paths, chance: random.Random) -> None:
    """Fill the store of an empty home: all that users, tokens and turns leave there.

    Args:
        paths: The home.
        chance: How much of each there is, and what it says.
    """
    async with make_store(paths) as store:
        for number in range(chance.choice((2, 10, 150))):
            await _turn(store, chance, number)
        for user in chance.sample(PEOPLE, chance.randint(0, len(PEOPLE))):
            await _person(store, chance, user)
        await _told(store, chance, ME)
        for number in range(chance.choice((1, 5, 60))):
            fact = f"{chance.choice(_WORDS)} {number}{' indeed' * chance.randrange(20)}"
            await store.memory.keep_fact(ME, fact, f"t{number + 1}", NOW)
        for number in range(chance.choice((1, 5, 60))):
            texts = [f"{chance.choice(_WORDS)} {number}"]
            await store.memory.add_notes(ME, chance.choice(_LISTS), texts, NOW, "t1")
        await store.schedule.add(*(_entry(chance, one) for one in range(chance.randint(1, 30))))
        if chance.random() < 0.2:  # noqa: PLR2004 - now and then something was forgotten
            await store.memory.forget_facts(ME, (1,))


async def _person(store: Store, chance: random.Random, user: str) -> None:
    """A user who was added, with tokens, and with what they told."""
    await store.people.add_user(user, NOW)
    for number in range(chance.randint(0, 3)):
        digest = chance.randbytes(32).hex()
        used = chance.choice(("", NOW.isoformat()))
        may = chance.choice(_MAY)
        name = f"{user}-{number}"
        await store.people.add_token(KeptToken(name, user, digest, may, NOW.isoformat(), used))
    await _told(store, chance, user)


async def _told(store: Store, chance: random.Random, user: str) -> None:
    """Who a user is, and a stopwatch of theirs: it runs, or was stopped."""
    for field, value in _PROFILE.items():
        if chance.random() < 0.8:  # noqa: PLR2004 - not everybody says all of it
            await store.profiles.keep(user, field, value, "t1", NOW)
    if chance.random() < 0.5:  # noqa: PLR2004 - every other user
        stopped = chance.choice((None, chance.random() * 1_000))
        run = StopwatchRun(NOW, "some boot", chance.random() * 1_000, stopped, "t1")
        await store.schedule.keep_stopwatch(user, run)


async def _turn(store: Store, chance: random.Random, number: int) -> None:
    thread, user = chance.choice(("default", "work")), chance.choice((ME, ME, ME, "ana"))
    words = f"{chance.choice(_WORDS)}? {number}"
    turn = TurnInput(store.turns.next_turn_id(), thread, words, "stdin", origin=Origin(user))
    await store.turns.begin(turn, NOW - timedelta(minutes=1_000 - number))
    ledger = TurnLedger()
    ledger.spent(Usage("some-model", number, 7))
    for kind in ("thought", "action", "observation"):
        ledger.note(kind, f"{kind} {number}" + " and so on" * chance.randrange(40))
    await store.turns.end(
        turn, f"Yes, {number}." + " More." * chance.randrange(200), "done", ledger
    )
    seconds = {stage: chance.random() for stage in STAGES}
    await store.latency.add(TurnStages(turn.turn_id, "stdin", seconds))


def _entry(chance: random.Random, number: int) -> Entry:
    rule = chance.choice(("", "", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU"))
    return Entry(
        kind=chance.choice(("timer", "alarm", "reminder")),
        due_at=datetime.now(UTC) + timedelta(days=1, minutes=number),
        set_at=NOW,
        name=f"number {number}",
        words=chance.choice(_WORDS),
        turn_id="t1",
        rule=rule,
    )
