"""Unit: models by name: what the settings say, in order, with their keys and what each may see."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.model_config import ModelConfig
from jarvis_voice.core.model_settings import ModelSettings, models_in_order, models_to_ask
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.settings_file import as_toml

pytestmark = pytest.mark.unit

KEY = "decoy-key-0123456789"
HOME = '[models.home]\nkind = "ollama"\nmodel = "qwen3:8b"\n'
LAB = (
    '[models.lab]\nkind = "openai"\nmodel = "llama"\nurl = "https://llm.example.com/v1"\n'
    'key = "LAB_KEY"\n'
)
GOOGLE = '[models.google]\nkind = "gemini"\nmodel = "gemini-2.5-pro"\n'


def load(paths: Paths, text: str) -> Config:
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(text, encoding="utf-8")
    return load_config(paths)


def models(paths: Paths, text: str) -> dict[str, ModelSettings]:
    return {one.name: one for one in models_in_order(load(paths, text))}


def refusal(paths: Paths, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(paths, text)
    return caught.value.message


def test_without_a_setting_there_is_no_model(paths: Paths) -> None:
    assert models_in_order(load_config(paths)) == ()


def test_models_stand_in_the_order_of_the_file(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    second = '[second_model]\nurl = "http://127.0.0.1:8080/v1"\nmodel = "x"\n'
    assert [*models(paths, second + LAB + HOME)] == ["lab", "home", "gemini", "second"]
    assert [*models(paths, HOME + LAB + second)] == ["home", "lab", "gemini", "second"]


def test_a_kind_has_a_place_of_its_own(paths: Paths) -> None:
    found = models(paths, HOME + GOOGLE + LAB)
    assert {name: (one.url, one.host, one.is_local) for name, one in found.items()} == {
        "home": ("http://127.0.0.1:11434/v1", "127.0.0.1:11434", True),
        "google": (
            "https://generativelanguage.googleapis.com",
            "generativelanguage.googleapis.com",
            False,
        ),
        "lab": ("https://llm.example.com/v1", "llm.example.com", False),
    }


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        ("http://localhost:8080/v1", True),
        ("http://127.8.9.10/v1", True),
        ("http://[::1]:1234/v1", True),
        ("http://[::ffff:127.0.0.1]:1234/v1", True),
        ("http://0.0.0.0:11434/v1", True),
        ("http://192.168.1.5:11434/v1", False),
        ("http://localhost.example.com/v1", False),
        ("http://127.0.0.1.nip.io/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_a_model_on_this_machine_sees_all_and_one_elsewhere_the_web(
    paths: Paths, url: str, is_local: bool
) -> None:
    [model] = models(paths, f'[models.a]\nkind = "openai"\nmodel = "m"\nurl = "{url}"\n').values()
    assert model.is_local is is_local
    assert model.sees == ({"facts", "web", "screen"} if is_local else {"web"})


def test_what_a_model_sees_is_what_its_entry_says(paths: Paths) -> None:
    found = models(paths, f'{HOME}sees = []\n{LAB}sees = ["facts", "screen"]\n')
    assert found["home"].sees == frozenset()
    assert found["lab"].sees == {"facts", "screen"}


def test_a_key_comes_from_the_environment_or_the_env_file(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = models(paths, LAB)["lab"]
    assert (lab.key, lab.lacks_key) == (None, True)
    paths.env_file.write_text(f"LAB_KEY=' {KEY} '\n", encoding="utf-8")
    lab = models(paths, LAB)["lab"]
    assert lab.key is not None
    assert (lab.key.get_secret_value(), lab.lacks_key) == (KEY, False)
    monkeypatch.setenv("LAB_KEY", "from-the-environment")
    config = load(paths, LAB + '[models.lab.headers]\n"X-Key" = "decoy-header-1"\n')
    [model] = models_in_order(config)
    assert model.key is not None
    assert model.key.get_secret_value() == "from-the-environment"
    assert set(config.secrets) == {"from-the-environment", "decoy-header-1"}
    for text in (repr(config.model_keys), repr(config.model_dump()), config.model_dump_json()):
        assert "from-the-environment" not in text
    assert "decoy" not in repr(model)
    assert "from-the-environment" not in repr(model)


def test_a_model_of_google_has_the_key_of_google(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert models(paths, GOOGLE)["google"].lacks_key
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    found = models(paths, GOOGLE)
    assert [*found] == ["google"], "the key makes no second entry"
    assert not found["google"].lacks_key


def test_the_settings_of_before_make_entries(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    monkeypatch.setenv("SECOND_MODEL_API_KEY", KEY)
    second = '[second_model]\nurl = "https://llm.example.com/v1"\nmodel = "x"\n'
    found = models(paths, f'[brain]\nmodel = "gemini-9"\n{second}')
    shown = {
        name: (one.kind, one.model, one.title, sorted(one.sees), one.lacks_key)
        for name, one in found.items()
    }
    assert shown == {
        "gemini": ("gemini", "gemini-9", "Gemini", ["screen", "web"], False),
        "second": ("openai", "x", "the second model", ["web"], False),
    }
    assert models(paths, second)["second"].key is not None


def test_a_model_may_begin_as_late_as_its_entry_or_the_brain_says(paths: Paths) -> None:
    found = models(paths, f"{HOME}first_token_seconds = 30\n{LAB}stall_seconds = 3\n")
    assert {n: (one.first_token_seconds, one.stall_seconds) for n, one in found.items()} == {
        "home": (30.0, 10.0),
        "lab": (8.0, 3.0),
    }
    found = models(paths, f"[brain]\nfirst_token_seconds = 20\n{LAB}")
    assert found["lab"].first_token_seconds == 20.0


@pytest.mark.parametrize(
    ("planner", "asked"),
    [("auto", ["home", "google"]), ("gemini", ["google"]), ("local", [])],
)
def test_the_planner_says_which_are_asked(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, planner: str, asked: list[str]
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    config = load(paths, f'[brain]\nplanner = "{planner}"\n{HOME}{LAB}{GOOGLE}')
    assert [one.name for one in models_to_ask(config)] == asked
    assert [one.name for one in models_in_order(config)] == ["home", "lab", "google"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[models.a]\nkind = "ollama"\n', 1, '"models.a.model" is missing'),
        ('[models.a]\nmodel = "m"\n', 1, 'write kind = "gemini", "openai" or "ollama"'),
        (f"{HOME}tempratur = 1\n", 4, 'Did you mean "temperature"?'),
        (f"{HOME}zzz = 1\n", 4, "Known: first_token_seconds, headers, key,"),
        (f"{HOME}temperature = 3\n", 4, "less than or equal to 2"),
        (f"{HOME}temperature = nan\n", 4, "finite number"),
        (f"{HOME}max_output_tokens = 1\n", 4, "greater than or equal to 16"),
        (f'{HOME}url = "127.0.0.1:11434"\n', 4, 'such as "http://127.0.0.1:11434/v1"'),
        (f'{HOME}url = "http://127.0.0.1:114340/v1"\n', 4, "from 1 to 65535"),
        (f'{HOME}url = "http://127.0.0.1:0/v1"\n', 4, "from 1 to 65535"),
        (f'{HOME}url = "http://me:{KEY}@h/v1"\n', 4, "keys stand in a variable"),
        (f'{HOME}url = "http://h/v1?key={KEY}"\n', 4, "without ? and #"),
        (f'{HOME}key = "sk-{KEY}"\n', 4, "and not the key itself"),
        (f'{HOME}sees = ["files"]\n', 4, "'facts', 'web' or 'screen'"),
        (f'{HOME}sees = "web"\n', 4, '"models.home.sees"'),
        (f'{HOME}headers = {{ "a b" = "c" }}\n', 4, "the name of a header"),
        (f'{HOME}headers = {{ "a" = "c\\nd: e" }}\n', 4, "on one line"),
        ('[models.a]\nkind = "openai"\nmodel = "m"\n', 1, 'kind "openai" needs a url'),
        ('[models.a]\nkind = "llama"\nmodel = "m"\n', 2, "'gemini', 'openai' or 'ollama'"),
        ('[models.a]\nkind = "ollama"\nmodel = "  "\n', 3, "at least 1 character"),
        ('[models.a]\nkind = "ollama"\nmodel = "a\\u001bb"\n', 3, "no control characters"),
        ('[models.local]\nkind = "ollama"\nmodel = "m"\n', 1, '"local" has a meaning of its own'),
        ('[models."a b"]\nkind = "ollama"\nmodel = "m"\n', 1, "a name of letters, digits, - and _"),
        ("\n[models]\na = 3\n", 3, '"models.a"'),
        ("models = 3\n", 1, "must be a section ([models])"),
        (
            "[models]\n"
            + "".join(f'm{n} = {{ kind = "ollama", model = "m" }}\n' for n in range(9)),
            1,
            "at most 8 entries",
        ),
        ("[brain]\nfirst_token_seconds = 0\n", 2, "greater than 0"),
        ('[brain]\ncommands = "never"\n', 2, "'local' or 'model'"),
        ('[memory]\nshare = "maybe"\n', 2, "'ask', 'yes' or 'no'"),
        ("[voice]\ncharacter = '" + "x" * 601 + "'\n", 2, "at most 600 characters"),
        ('[second_model]\nurl = "http://h/v1"\n', 1, 'such as model = "qwen3:8b"'),
        ('[second_model]\nurl = "http://h:99999/v1"\nmodel = "m"\n', 2, "from 1 to 65535"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_what_to_write(
    paths: Paths, text: str, line: int, words: str
) -> None:
    said = refusal(paths, text)
    assert words in said
    assert KEY not in said
    assert re.search(rf", line {line}[:.]", said)
    assert paths.config_file.name in said


GOOD_ADDRESSES = (
    "http://localhost:11434",
    "http://127.0.0.1:11434/v1",
    "http://[::1]:8080/v1",
    "http://host.docker.internal:11434/v1",
    "http://nas.local:8080/v1/",
    "http://llm_box.lan/v1",
    "http://10.0.0.5:1234/v1",
    "http://münchen.example:65535/v1",
    "https://api.openai.com/v1",
    "https://generativelanguage.googleapis.com/v1beta/openai/",
    "https://my-resource.openai.azure.com/openai/v1/",
    "HTTPS://OPENROUTER.AI/api/v1",
)
GOOD_MODELS = (
    "qwen3:8b",
    "gpt-4.1-mini",
    "models/gemini-2.5-flash",
    "hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M",
    "accounts/fireworks/models/llama-v3p1-405b",
    "C:\\\\models\\\\phi 4.gguf",
)


@pytest.mark.parametrize("url", GOOD_ADDRESSES)
def test_addresses_that_people_have_are_taken(paths: Paths, url: str) -> None:
    found = models(paths, f'[models.a]\nkind = "openai"\nmodel = "m"\nurl = "{url}"\n')
    assert found["a"].url == url.rstrip("/")


@pytest.mark.parametrize("model", GOOD_MODELS)
def test_models_that_people_have_are_taken(paths: Paths, model: str) -> None:
    found = models(paths, f'[models.my-Lab_2]\nkind = "ollama"\nmodel = "{model}"\n')
    assert found["my-Lab_2"].model == model.replace("\\\\", "\\")


@pytest.mark.parametrize("key", ["OPENAI_API_KEY", "HF_TOKEN", "KEY2", ""])
def test_names_of_variables_that_people_have_are_taken(paths: Paths, key: str) -> None:
    found = models(paths, f'{HOME}key = "{key}"\n')
    assert found["home"].variable == key


def test_a_setting_of_old_files_is_still_taken(paths: Paths) -> None:
    assert load(paths, "[brain]\ntimeout_seconds = 6.0\n").brain.turn_seconds == 120.0


def test_the_folder_of_the_weights_is_no_setting(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MODELS", "/somewhere")
    assert [*models(paths, HOME)] == ["home"]


def test_of_old_settings_and_named_ones_with_the_same_name_the_named_one_holds(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    found = models(paths, '[models.gemini]\nkind = "ollama"\nmodel = "mine"\n')
    assert {name: one.model for name, one in found.items()} == {"gemini": "mine"}


NAMES = st.sampled_from(
    ["home", "a", "b-2", "my_lab", "Q", "local", "", "a b", "x" * 50, "\u202e", "ключ", "a.b"]
)
KEYS = st.sampled_from([*ModelConfig.model_fields, "modle", "", "ур л"])
TEXT = st.one_of(
    st.sampled_from(
        ["ollama", "gemini", "openai", "m", "http://h/v1", "http://h:70000", "http://[", "A_KEY"]
    ),
    st.text(max_size=40),
)
VALUES = st.recursive(
    st.one_of(
        TEXT,
        st.integers(-(2**63), 2**63 - 1),
        st.floats(),
        st.booleans(),
        st.dates(),
        st.just("x" * 5_000),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
ENTRY = st.one_of(VALUES, st.dictionaries(KEYS, VALUES, max_size=6))
GOOD = st.fixed_dictionaries(
    {"kind": st.sampled_from(["ollama", "gemini"]), "model": st.just("m")},
    optional={
        "url": st.sampled_from(["", "http://h/v1", "http://127.0.0.1:8080/v1"]),
        "key": st.sampled_from(["", "A_KEY"]),
        "temperature": st.floats(0, 2),
        "max_output_tokens": st.integers(16, 10_000),
        "stall_seconds": st.floats(0.1, 600),
        "sees": st.lists(st.sampled_from(["facts", "web", "screen"]), max_size=3),
    },
)
NEARLY_GOOD = st.builds(
    lambda good, odd: good | odd, GOOD, st.dictionaries(KEYS, VALUES, max_size=1)
)
SECTIONS = st.fixed_dictionaries(
    {},
    optional={
        "models": st.dictionaries(NAMES, st.one_of(GOOD, GOOD, NEARLY_GOOD, ENTRY), max_size=2),
        "brain": st.dictionaries(
            st.sampled_from(["commands", "first_token_seconds", "warm", "planner", "model"]),
            VALUES,
            max_size=3,
        ),
        "memory": st.fixed_dictionaries({"share": st.one_of(st.just("yes"), VALUES)}),
        "voice": st.fixed_dictionaries({"character": st.one_of(st.just("Dry."), VALUES)}),
        "second_model": st.dictionaries(st.sampled_from(["url", "model"]), VALUES, max_size=2),
    },
)


def written(sections: dict[str, dict[str, object]]) -> str:
    lines = []
    for section, entries in sections.items():
        lines.append(f"[{section}]")
        lines += [f"{as_toml(name)} = {as_toml(value)}" for name, value in entries.items()]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    root: Path = tmp_path_factory.mktemp("any") / "jarvis"
    return Paths(config=root, data=root, state=root, models=root, runtime=root, short=())


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(sections=SECTIONS)
def test_any_settings_load_or_are_refused_with_file_and_line(
    folder: Paths, sections: dict[str, dict[str, object]]
) -> None:
    config, refused = None, ""
    try:
        config = load(folder, written(sections))
    except ConfigError as error:
        refused = error.message
    for model in models_in_order(config) if config else ():
        assert model.url
        assert model.model
        assert model.host
    if config is None:
        assert re.search(r"jarvis\.toml.*\bline \d", refused)
        assert "\n" not in refused
        assert len(refused) < 600
