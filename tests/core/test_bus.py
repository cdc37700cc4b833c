"""Unit: publishing never blocks and never raises; a slow reader harms itself alone."""

import logging
from dataclasses import replace

import pytest

from jarvis_voice.core.bus import QUEUE_EVENTS, Bus
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.types import HERE, Origin

pytestmark = pytest.mark.unit


def problem(number: int) -> ProblemReported:
    return ProblemReported(float(number), f"problem-{number}", "A problem.")


async def test_a_subscriber_reads_what_is_published_from_then_on_and_to_its_end() -> None:
    bus = Bus()
    bus.publish(problem(0))
    subscription = bus.subscribe()
    bus.publish(problem(1))
    bus.publish(problem(2))
    subscription.close()
    bus.publish(problem(3))
    assert [event async for event in subscription] == [problem(1), problem(2)]


async def test_a_slow_reader_loses_its_oldest_and_counts_them() -> None:
    bus = Bus()
    slow, quick = bus.subscribe(), bus.subscribe()
    for number in range(QUEUE_EVENTS + 5):
        bus.publish(problem(number))
        if number < 10:
            await anext(aiter(quick))
    slow.close()
    read = [event async for event in slow]
    assert slow.dropped_events == 6, "five, and one for the end mark"
    assert read[0] == problem(6)
    assert read[-1] == problem(QUEUE_EVENTS + 4)
    assert quick.dropped_events == 0


async def test_a_listener_that_raises_stops_nobody_and_is_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus, heard = Bus(), list[Event]()

    def fail(_: Event) -> None:
        raise ZeroDivisionError

    bus.listen(fail)
    bus.listen(heard.append)
    with caplog.at_level(logging.ERROR):
        bus.publish(problem(1))
        bus.publish(problem(2))
    assert heard == [problem(1), problem(2)]
    assert [record.getMessage() for record in caplog.records] == [
        "a listener failed on problem-reported"
    ] * 2


async def test_leaving_twice_is_harmless() -> None:
    bus = Bus()
    subscription = bus.subscribe()
    bus.unsubscribe(subscription)
    bus.unsubscribe(subscription)
    subscription.close()
    bus.publish(problem(1))
    assert [event async for event in subscription] == []


def test_what_is_published_for_a_turn_bears_who_asked_and_where() -> None:
    bus, heard = Bus(), list[Event]()
    bus.listen(heard.append)
    kitchen = bus.at(Origin("anna", "kitchen"))
    kitchen.publish(problem(1))
    bus.publish(problem(2))
    kitchen.at(Origin("ben")).publish(problem(3))
    assert [one.origin for one in heard] == [Origin("anna", "kitchen"), HERE, Origin("ben")]


async def test_who_subscribes_at_one_place_reads_every_place() -> None:
    bus = Bus()
    subscription = bus.at(Origin("anna")).subscribe()
    bus.publish(problem(1))
    subscription.close()
    assert [event async for event in subscription] == [problem(1)]


def test_an_event_that_says_whose_it_is_keeps_it() -> None:
    bus, heard = Bus(), list[Event]()
    bus.listen(heard.append)
    ben = Origin("ben", "desk")
    bus.at(Origin("anna")).publish(replace(problem(1), origin=ben))
    assert [one.origin for one in heard] == [ben]
