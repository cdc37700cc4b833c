"""Integration: the runner: processes, threads, failures and what is left behind."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.workshop.scenarios.report import markdown, rows
from jarvis_voice.workshop.scenarios.runner import Result, run_scenarios, scenario_config
from jarvis_voice.workshop.worlds.scenario import Scenario

pytestmark = pytest.mark.flow


def scenario(*turns: dict[str, Any], **parts: Any) -> Scenario:
    return Scenario.model_validate({"id": "x", "about": "a | b", "turns": turns, **parts})


async def run(*turns: dict[str, Any], **parts: Any) -> Result:
    [result] = await run_scenarios([scenario(*turns, **parts)])
    return result


async def test_a_turn_is_seen_with_its_decisions_notes_and_answer() -> None:
    result = await run({"say": "open GitHub", "expect": {"actions": ["open_website https"]}})
    assert result.passed, result.failures
    [turn] = result.turns
    assert [(d.planner, d.action) for d in turn.decisions] == [("local", "open_website")]
    assert turn.opened == ("https://github.com/",)
    assert turn.outcome == "done"
    assert (result.decisions(local=True), result.decisions(local=False)) == (1, 0)


async def test_what_is_not_as_expected_fails_with_its_turn() -> None:
    result = await run(
        {"say": "what is 2 plus 2"},
        {"say": "open GitHub", "expect": {"actions": [], "says": ["never"]}},
    )
    assert [failure.partition(":")[0] for failure in result.failures] == ["turn 2", "turn 2"]
    assert result.wrong_actions == 1


async def test_a_model_that_is_asked_too_often_fails_the_scenario() -> None:
    result = await run({"say": "open GitHub"}, keys=["gemini"])
    assert "Gemini was asked once more" in result.failures


async def test_a_mistake_in_the_settings_fails_the_scenario_alone() -> None:
    results = await run_scenarios(
        [
            scenario({"say": "hi"}, config={"brain": {"planer": "local"}}),
            scenario({"say": "hi"}),
        ]
    )
    assert [result.passed for result in results] == [False, True]


async def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # beside it others run scenarios
    monkeypatch.setenv("SSL_CERT_FILE", "mine.pem")
    await run({"say": "hi"})
    assert os.environ["SSL_CERT_FILE"] == "mine.pem"
    assert not list(tmp_path.iterdir())


def test_the_environment_is_no_part_of_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVIS_BRAIN__PLANNER", "gemini")
    monkeypatch.setenv("GOOGLE_API_KEY", "mine")
    plain = scenario_config(scenario({"say": "hi"}), "")
    assert plain.brain.planner == "auto"
    assert plain.google_api_key is None
    own = scenario({"say": "hi"}, keys=["serpapi"], config={"brain": {"max_steps": 3}})
    config = scenario_config(own, "http://127.0.0.1:1/v1")
    assert config.brain.max_steps == 3
    assert config.serpapi_api_key is not None
    assert config.second_model.model == "scripted"


async def test_the_report_tells_decisions_notes_and_answers() -> None:
    good = await run({"say": "open GitHub"})
    bad = await run({"say": "hi", "expect": {"says": ["no *such* thing"]}})
    table = rows([good, bad])
    assert [(row.topic, row.passed, row.failed, row.local) for row in table] == [
        ("", 1, 1, 1),
        ("all", 1, 1, 1),
    ]
    text = markdown([good, bad])
    assert "2 scenarios, 1 passed, 1 failed." in text
    assert "- decided by local: open\\_website 0" in text
    assert "- answer (done): I have asked your browser for GitHub's website." in text
    assert "no \\*such\\* thing" in text
    assert text.index("FAILED") < text.index(": passed")
