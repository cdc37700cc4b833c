"""Unit: scenario files: what they may hold, and what is said of one that is wrong."""

import json
from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.workshop.worlds.scenario import ModelAnswer, Scenario, load_scenarios

pytestmark = pytest.mark.unit

SMALL = "- {id: one, about: a thing, turns: [{say: hi}]}"


def read(folder: Path, text: str, name: str = "topic.yaml") -> tuple[Scenario, ...]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return load_scenarios((file,))


def test_the_file_is_the_topic_and_nothing_is_the_default(tmp_path: Path) -> None:
    [scenario] = read(tmp_path, SMALL, "small_talk.yaml")
    assert scenario.topic == "small_talk"
    assert scenario.keys == ()
    assert scenario.world.network
    assert scenario.turns[0].expect.actions is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {id: one, about: x, turns: [{say: hi}], foo: 1}", '"one" in topic.yaml, at "foo"'),
        ("- {id: one, about: x, turns: [{say: hi, expect: {acts: []}}]}", "turns.0.expect.acts"),
        ("- {id: one, about: x, world: {serch: []}, turns: [{say: hi}]}", "world.serch"),
        ("- {id: one, about: x, turns: []}", "turns"),
        ("- {id: One Two, about: x, turns: [{say: hi}]}", "id"),
        ("- {id: one, about: x, turns: [{say: yes}]}", "turns.0.say"),
        ("- {id: one, about: x, guards: [be-nice], turns: [{say: hi}]}", "guards.0"),
        ("- {id: one, about: x, turns: [{say: hi, new_process: true}]}", "none before it"),
        ("- {id: one, about: x, world: {gemini: [{text: x}]}, turns: [{say: hi}]}", "no key"),
        ("- {id: one, about: x, world: {gemini: [{fault: 418}]}, turns: [{say: hi}]}", "fault"),
        ("id: one", "a list of scenarios"),
        ("- {id: one", "Cannot read"),
        (f"{SMALL}\n{SMALL}", 'the id "one"'),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert message in caught.value.message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.yaml"):
        load_scenarios((tmp_path / "nothing.yaml",))


def test_a_mapping_that_is_no_answer_is_a_step() -> None:
    answer = ModelAnswer.model_validate({"action": "search", "query": "x", "repeat": True})
    assert json.loads(answer.text) == {"action": "search", "query": "x"}
    assert answer.repeat
    assert answer.finish == "STOP"


def test_a_raw_answer_is_as_it_is_written() -> None:
    answer = ModelAnswer.model_validate({"text": '{"act', "finish": "MAX_TOKENS"})
    assert (answer.text, answer.finish) == ('{"act', "MAX_TOKENS")
    assert ModelAnswer.model_validate({"fault": 429}).fault == "429"
