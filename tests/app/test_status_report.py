"""Unit: what `jarvis status` prints and ends with."""

from dataclasses import replace
from datetime import datetime

import pytest

from jarvis_voice.app.status_report import (
    exit_code,
    lines,
    models_part,
    planner_part,
    reload_lines,
)
from jarvis_voice.core.config import load_config
from jarvis_voice.core.operations import (
    DaemonStatus,
    EarsStatus,
    ModelStatus,
    MouthStatus,
    NextEntry,
    PastProblem,
)
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_operations import ReloadedSettings

pytestmark = pytest.mark.unit

NOW = datetime.fromisoformat("2026-11-21T12:00:00+00:00")


EARS = EarsStatus("hearing", "USB mic", 0.08, -51.0, 0)

STATUS = DaemonStatus(
    pid=4711,
    version="0.1.0",
    since="2026-11-20T08:30:00+00:00",
    uptime_seconds=98_400,
    doing="idle",
    ears=EARS,
    wake_words=("jarvis", "computer"),
    mouth=MouthStatus("Speakers", is_speaking=False),
    planner="gemini-2.5-flash, then local",
    next=None,
    quiet_hours=False,
    problems=(),
    database="/data/threads.db",
    log="/state/jarvis.log",
)


def test_the_page_of_one_that_is_well() -> None:
    assert list(lines(STATUS, NOW)) == [
        "Jarvis 0.1.0 runs since 20 Nov 08:30 (pid 4711).",
        "Now:        idle",
        "Ears:       hearing, on USB mic (newest sound 0.1 s ago)",
        "Wake words: jarvis, computer",
        "Mouth:      Speakers",
        "Planner:    gemini-2.5-flash, then local",
        "Database:   /data/threads.db",
        "Log:        /state/jarvis.log",
    ]


def test_what_hears_stands_behind_the_wake_words() -> None:
    page = list(lines(replace(STATUS, hearing="Whisper tiny.en"), NOW))
    assert page[3:5] == ["Wake words: jarvis, computer", "Hearing:    Whisper tiny.en"]


def test_what_is_next_what_troubled_it_and_that_it_is_quiet() -> None:
    soon = NextEntry("timer", "pasta", "2026-11-21T13:02:05+00:00")
    trouble = PastProblem("2026-11-21T11:59:00+00:00", "x", "It was lost.")
    troubled = replace(STATUS, next=soon, problems=(trouble,), quiet_hours=True)
    page = list(lines(troubled, NOW))
    assert "Next:       timer (pasta) at 21 Nov 13:02, in 1:02:05" in page
    assert "Trouble:    21 Nov 11:59  It was lost." in page
    assert "Quiet:      quiet hours; only answers and alarms are heard" in page


def test_every_model_has_its_line_and_a_pause_is_told() -> None:
    home = ModelStatus("home", "qwen3:8b", "127.0.0.1:11434", is_local=True, sees=("facts", "web"))
    lab = ModelStatus("lab", "llama", "llm.example.com", is_local=False, sees=(), pause_seconds=30)
    page = list(lines(replace(STATUS, models=(home, lab)), NOW))
    assert page[6:8] == [
        "Model:      home: qwen3:8b on this machine, may see facts, web",
        "Model:      lab: llama on llm.example.com; left alone for 30 s more, as it failed",
    ]


def test_who_plans_stands_in_the_order_of_the_settings(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "decoy-key-0123456789")
    paths.config.mkdir(parents=True)
    paths.config_file.write_text('[models.home]\nkind = "ollama"\nmodel = "qwen3:8b"\n')
    config = load_config(paths)
    assert planner_part(config) == "qwen3:8b, then gemini-2.5-flash, then local"
    assert [(one.name, one.is_local) for one in models_part(config, {})] == [
        ("home", True),
        ("gemini", False),
    ]


def test_a_model_that_is_left_alone_is_told_with_its_time(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "decoy-key-0123456789")
    [model] = models_part(load_config(paths), {"gemini": 29.96, "other": 3.0})
    assert (model.name, model.pause_seconds) == ("gemini", 30.0)


def test_a_memory_that_is_not_kept_is_told_in_place_of_its_file() -> None:
    page = list(lines(replace(STATUS, database=None), NOW))
    assert "Database:   none: what I am told is lost when I end" in page


@pytest.mark.parametrize(
    ("state", "code", "word"),
    [
        ("hearing", 0, "hearing"),
        ("muted", 0, "jarvis unmute"),
        ("none", 0, "--text-only"),
        ("starting", 0, "not there yet"),
        ("lost", 5, "deaf"),
        ("absent", 5, "jarvis doctor"),
        ("quiet", 5, "silence"),
    ],
)
def test_the_exit_code_tells_whether_it_hears_what_it_should(
    state: str, code: int, word: str
) -> None:
    found = replace(STATUS, ears=replace(EARS, state=state))
    assert exit_code(found) == code
    assert word in list(lines(found, NOW))[2]


def test_what_is_kept_in_memory_for_a_while_has_its_lines() -> None:
    kept = (
        KeptSize("answers of services", 3, 45_600),
        KeptSize("chats of clients", 1, 2_000),
        KeptSize("web pages", 1, 1_234_567),
    )
    page = list(lines(replace(STATUS, kept=kept), NOW))
    assert "In memory:  3 answers of services (46 kB)" in page
    assert "In memory:  1 chat of clients (2 kB)" in page
    assert "In memory:  1 web page (1,235 kB)" in page


def test_what_came_of_a_reload() -> None:
    assert reload_lines(ReloadedSettings((), ())) == ["No setting has changed."]
    assert reload_lines(ReloadedSettings(("voice.speed",), ("thread",))) == [
        "New from now on: voice.speed.",
        "New after a restart: thread.",
    ]
