"""Flow: `jarvis models` lists, tries, adds and removes; `jarvis setup` offers what it finds."""

import json

import pytest
from protocols.ollama_server import OllamaServer
from typer.testing import CliRunner, Result

from jarvis_voice.cli.key import keep_key, owner_of
from jarvis_voice.cli.main import app
from jarvis_voice.cli.model_offer import offer_models
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.model_settings import models_in_order
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_change import change_settings
from jarvis_voice.workshop.doctor.model_search import SERVICES, FoundModels

pytestmark = pytest.mark.flow

KEY = "decoy-key-0123456789"


@pytest.fixture
def jarvis_home(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setenv("JARVIS_HOME", str(paths.config))
    return paths


def run(*args: str) -> Result:
    return CliRunner().invoke(app, ["models", *args])


def refusal(*args: str) -> str:
    error = run(*args).exception
    assert isinstance(error, ConfigError)
    return error.message


def text_of(paths: Paths) -> str:
    return paths.config_file.read_text(encoding="utf-8")


def test_without_a_model_it_is_said_how_to_set_one(jarvis_home: Paths) -> None:
    done = run()
    assert done.exit_code == 0
    assert "No language model is set, and none is needed" in done.stdout
    assert "jarvis key set gemini" in done.stdout


def test_a_model_is_added_tried_listed_and_removed(jarvis_home: Paths) -> None:
    with OllamaServer("qwen3:8b") as server:
        added = run("add", "home", "--kind", "ollama", "--model", "qwen3:8b", "--url", server.url)
        assert "home: answers. It is asleep" in added.stdout
        listed = run()
        assert listed.exit_code == 0
        assert listed.stdout.splitlines() == [
            "home: answers",
            f"  qwen3:8b, ollama, at {server.address} (this machine)",
            "  may see what you ask, and: facts, web, screen",
            "  It is asleep: the first question loads it.",
            "They are asked in this order.",
        ]
        [body] = json.loads(run("--json").stdout)["models"]
    assert (body["name"], body["state"], body["sees"]) == (
        "home",
        "answers",
        ["facts", "screen", "web"],
    )
    assert run().exit_code == 1, "none that is set answers"
    assert run("--no-check").exit_code == 0
    removed = run("remove", "home")
    assert 'models.home.model is gone (it was "qwen3:8b").' in removed.stdout
    assert models_in_order(load_config(jarvis_home)) == ()


def test_what_is_added_stands_in_the_file_as_it_was_typed(jarvis_home: Paths) -> None:
    args = ("--kind", "openai", "--model", "llama", "--url", "https://llm.example.com/v1")
    run("add", "lab", *args, "--key", "LAB_KEY", "--sees", "web, facts", "--no-check")
    assert text_of(jarvis_home) == (
        '[models.lab]\nkind = "openai"\nmodel = "llama"\nurl = "https://llm.example.com/v1"\n'
        'key = "LAB_KEY"\nsees = ["web", "facts"]\n'
    )
    run("add", "home", "--kind", "ollama", "--model", "qwen3:8b", "--no-check")
    assert [one.name for one in models_in_order(load_config(jarvis_home))] == ["lab", "home"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("add", "lab", "--kind", "openai", "--model", "m"), 'kind "openai" needs a url'),
        (("add", "lab", "--kind", "llama", "--model", "m"), "'gemini', 'openai' or 'ollama'"),
        (("add", "local", "--kind", "ollama", "--model", "m"), "a meaning of its own"),
        (
            ("add", "a", "--kind", "ollama", "--model", "m", "--url", "http://h:99999"),
            "from 1 to 65535",
        ),
        (("add", "a", "--kind", "gemini", "--model", "m", "--key", KEY), "not the key itself"),
        (("remove", "home"), "There is no model home. None is set."),
    ],
)
def test_what_is_wrong_changes_nothing(
    jarvis_home: Paths, args: tuple[str, ...], words: str
) -> None:
    assert words in refusal(*args)
    assert not jarvis_home.config_file.exists()


def test_a_model_of_that_name_is_not_overwritten(jarvis_home: Paths) -> None:
    args = ("add", "home", "--kind", "ollama", "--model", "m", "--no-check")
    assert run(*args).exit_code == 0
    assert "There is a model home." in refusal(*args)


def test_models_that_other_settings_make_are_listed_and_removed_there(
    jarvis_home: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    listed = run("--no-check").stdout
    assert "gemini-2.5-flash, gemini, at generativelanguage.googleapis.com (elsewhere)" in listed
    assert KEY not in listed
    assert refusal("remove", "gemini") == (
        "gemini is set in [brain] model: jarvis key remove gemini"
    )


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ("ask", "does not go to gemini. If it shall: jarvis config set memory.share yes"),
        ("yes", "goes to gemini too (memory.share)"),
    ],
)
def test_who_is_told_of_facts_is_said(
    jarvis_home: Paths, monkeypatch: pytest.MonkeyPatch, share: str, words: str
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    change_settings(jarvis_home, {("memory", "share"): share})
    assert words in run("--no-check").stdout
    change_settings(jarvis_home, {("memory", "share"): "no"})
    assert "asked me to remember" not in run("--no-check").stdout


@pytest.mark.parametrize(
    ("planner", "words"),
    [("local", "None of them is asked"), ("gemini", "only those of Google")],
)
def test_whom_the_planner_leaves_out_is_said(jarvis_home: Paths, planner: str, words: str) -> None:
    change_settings(
        jarvis_home,
        {
            ("brain", "planner"): planner,
            ("models", "home", "kind"): "ollama",
            ("models", "home", "model"): "m",
        },
    )
    assert words in run("--no-check").stdout


def test_the_key_of_a_model_is_set_by_its_name_or_its_variable(
    jarvis_home: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OllamaServer("m", api_key=KEY) as server:
        url = f"{server.url}/v1"
        run("add", "lab", "--kind", "openai", "--model", "m", "--url", url, "--key", "LAB_KEY")
        for typed in ("lab", "LAB_KEY"):
            owner = owner_of(typed, jarvis_home)
            with pytest.raises(ConfigError, match="lab refused this key"):
                keep_key(jarvis_home, owner, "other", check=True)
        assert not jarvis_home.env_file.exists()
        first, *_ = keep_key(jarvis_home, owner, KEY, check=True)
    assert first == "lab takes it."
    assert jarvis_home.env_file.read_text("utf-8") == f"LAB_KEY='{KEY}'\n"
    [model] = models_in_order(load_config(jarvis_home))
    assert not model.lacks_key
    done = CliRunner().invoke(app, ["key", "list"])
    assert "lab           the model m                  set" in done.stdout
    assert KEY not in done.stdout


def test_a_model_without_a_variable_and_an_unknown_owner_are_told(jarvis_home: Paths) -> None:
    run("add", "my-lab", "--kind", "ollama", "--model", "m", "--no-check")
    with pytest.raises(ConfigError, match=r"jarvis config set models\.my-lab\.key MY_LAB_KEY"):
        owner_of("my-lab", jarvis_home)
    known = "Known: gemini, serpapi, second-model, postgres, smtp, resend, my-lab"
    with pytest.raises(ConfigError, match=known):
        owner_of("nobody", jarvis_home)


@pytest.mark.parametrize("command", ["get", "set"])
def test_a_setting_without_effect_is_neither_shown_nor_set(
    jarvis_home: Paths, command: str
) -> None:
    words = ["brain.timeout_seconds", *(["5"] if command == "set" else [])]
    error = CliRunner().invoke(app, ["config", command, *words]).exception
    assert "brain.timeout_seconds has no effect: a model may take first_token_seconds" in str(error)


def test_a_setting_without_effect_is_told_in_the_list_and_can_be_taken_out(
    jarvis_home: Paths,
) -> None:
    jarvis_home.config.mkdir(parents=True)
    jarvis_home.config_file.write_text("[brain]\ntimeout_seconds = 6.0\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["config", "list", "--changed"])
    assert done.exit_code == 0
    assert "brain.timeout_seconds has no effect" in done.stderr
    CliRunner().invoke(app, ["config", "unset", "brain.timeout_seconds"])
    assert "timeout_seconds" not in text_of(jarvis_home)


def test_what_a_model_may_see_is_set_as_words(jarvis_home: Paths) -> None:
    run("add", "home", "--kind", "ollama", "--model", "m", "--no-check")
    for typed, seen in ((["web"], ["web"]), (["web", "facts"], ["facts", "web"])):
        CliRunner().invoke(app, ["config", "set", "models.home.sees", *typed])
        [model] = models_in_order(load_config(jarvis_home))
        assert sorted(model.sees) == seen
    done = CliRunner().invoke(app, ["config", "get", "models.home.sees"])
    assert done.stdout == '["web", "facts"]\n'


def offered(paths: Paths, found: list[FoundModels], *typed: str) -> list[str]:
    """What is asked, where this is typed."""
    answers, asked = iter(typed), []

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    offer_models(paths, found, answer, lambda value_of: _set(paths, value_of))
    return asked


def _set(paths: Paths, value_of: object) -> None:
    change_settings(paths, value_of)  # type: ignore[arg-type] # what the offer gives


HOME = FoundModels("home", "Ollama", "ollama", "", ("qwen3:8b", "phi4"))
OPENAI = next(one for one in SERVICES if one.name == "openai")
GOOGLE = next(one for one in SERVICES if one.name == "google")


def test_a_number_writes_the_entry_of_a_server_here(jarvis_home: Paths) -> None:
    asked = offered(jarvis_home, [HOME], "9", "qwen", "2")
    assert asked == ["Which one shall I ask (its number)?"] * 3
    assert text_of(jarvis_home) == '[models.home]\nkind = "ollama"\nmodel = "phi4"\n'


def test_a_yes_writes_the_entry_of_a_service_and_keeps_its_key(
    jarvis_home: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("GEMINI_API_KEY", f"{KEY}-2")
    offered(jarvis_home, [OPENAI, GOOGLE], "y", "Yes")
    first, second = models_in_order(load_config(jarvis_home))
    assert (first.name, first.host, sorted(first.sees)) == ("openai", "api.openai.com", ["web"])
    assert (second.name, second.variable, sorted(second.sees)) == (
        "google",
        "GEMINI_API_KEY",
        ["screen", "web"],
    )
    kept = jarvis_home.env_file.read_text("utf-8")
    assert kept == f"OPENAI_API_KEY='{KEY}'\nGEMINI_API_KEY='{KEY}-2'\n"
    shown = capsys.readouterr().out
    assert "OpenAI then gets what you ask me." in shown
    assert KEY not in shown


def test_enter_writes_nothing(jarvis_home: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert len(offered(jarvis_home, [HOME, OPENAI], "", "")) == 2
    assert not jarvis_home.config_file.exists()
    assert not jarvis_home.env_file.exists()
