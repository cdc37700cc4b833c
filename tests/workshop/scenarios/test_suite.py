"""End to end: every scenario that ships, through the whole program in a world of its own."""

from collections import Counter

import pytest

from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.workshop.scenarios.runner import run_scenarios
from jarvis_voice.workshop.worlds.scenario import load_scenarios

pytestmark = pytest.mark.flow

SCENARIOS = load_scenarios()
TOPICS = sorted({scenario.topic for scenario in SCENARIOS})

LEAST_SCENARIOS = 150
LEAST_GUARDS = 5


def test_there_are_enough_scenarios() -> None:
    assert len(SCENARIOS) >= LEAST_SCENARIOS
    guarded = Counter(rule for scenario in SCENARIOS for rule in scenario.guards)
    assert {rule: guarded[rule] for rule in Rule if guarded[rule] < LEAST_GUARDS} == {}


@pytest.mark.parametrize("topic", TOPICS)
async def test_every_scenario_passes(topic: str) -> None:
    results = await run_scenarios([one for one in SCENARIOS if one.topic == topic])
    assert {one.scenario.id: one.failures for one in results if not one.passed} == {}
    assert sum(one.wrong_actions for one in results) == 0


@pytest.mark.parametrize("rule", list(Rule))
async def test_a_rule_that_is_switched_off_is_missed(rule: Rule) -> None:
    guarded = [one for one in SCENARIOS if rule in one.guards]
    results = await run_scenarios(guarded, ALL_RULES - {rule})
    assert [one.scenario.id for one in results if one.passed] == []
    assert len(results) >= LEAST_GUARDS
