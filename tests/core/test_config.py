"""Unit: the shipped settings, the user's over them, the environment over both, and keys."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from jarvis_voice.core.config import KEYS, load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_names import OPEN_SECTIONS, settings_in, shipped_settings
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

KEY = "decoy-key-0123456789"


def write(paths: Paths, text: str, name: str = "jarvis.toml") -> None:
    paths.config.mkdir(parents=True, exist_ok=True)
    (paths.config / name).write_text(text, encoding="utf-8")


def refusal(paths: Paths) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load_config(paths)
    assert "\n" not in caught.value.message, "one line"
    return caught.value


def defaults() -> dict[str, Any]:
    return tomllib.loads(shipped("config/jarvis.toml").read_text(encoding="utf-8"))


def listed(value: Any) -> Any:
    """The same with lists for tuples: TOML knows no tuples."""
    if isinstance(value, dict):
        return {name: listed(one) for name, one in value.items()}
    return list(value) if isinstance(value, tuple) else value


def test_without_any_file_the_shipped_settings_hold(paths: Paths) -> None:
    config = load_config(paths)
    keys = {name.lower() for name in KEYS}
    dumped = config.model_dump(exclude={*keys, "model_keys"}, by_alias=True)
    assert listed(dumped) == defaults()
    assert config.model_keys == {}
    assert {getattr(config, key) for key in keys} == {None}


def test_a_byte_order_mark_is_no_mistake(paths: Paths) -> None:
    write(paths, '\ufeffthread = "work"\n')
    assert load_config(paths).thread == "work"


def test_the_users_file_changes_what_it_names_and_nothing_else(paths: Paths) -> None:
    write(paths, 'thread = "work"\n[listening]\nsilence_seconds = 1.2\n')
    config = load_config(paths)
    assert config.thread == "work"
    assert config.listening.silence_seconds == 1.2
    assert config.listening.max_seconds == defaults()["listening"]["max_seconds"]


def test_the_environment_wins_over_the_file(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    write(paths, 'thread = "work"\n[wake]\nsecond_stage = true\n[voice]\nearcons = true\n')
    monkeypatch.setenv("JARVIS_WAKE__SECOND_STAGE", "false")
    monkeypatch.setenv("JARVIS_VOICE__EARCONS", "false")
    monkeypatch.setenv("JARVIS_THREAD", "home")
    config = load_config(paths)
    assert (config.wake.second_stage, config.voice.earcons, config.thread) == (
        False,
        False,
        "home",
    )
    assert config.voice.speed == 1.0


def test_own_wake_words_take_the_place_of_the_shipped_one(paths: Paths) -> None:
    write(paths, "[wake.words]\ncomputer = 0.4\n'hey friday' = 0.6\n")
    assert load_config(paths).wake.words == {"computer": 0.4, "hey friday": 0.6}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("volum = 3\n", "config-unknown-key", '"volum" in jarvis.toml'),
        ("[voise]\nspeed = 1\n", "config-unknown-key", 'Did you mean "voice"?'),
        ("[voice]\nsped = 1.0\n", "config-unknown-key", 'Did you mean "speed"?'),
        ("[voice]\nzzz = 1.0\n", "config-unknown-key", "Known: character, earcons, model, speed."),
        ('google_api_key = "x"\n', "config-unknown-key", '"google_api_key"'),
        ('[voice]\nspeed = "fast"\n', "config-value", '"voice.speed" has a bad value'),
        (
            '[quiet_hours]\nfrom = "22:00"\nuntil = "7"\n',
            "config-value",
            '"quiet_hours.until" has a bad value: it must be "HH:MM", such as "07:00".',
        ),
        ('[user]\ncurrency = "euro"\n', "config-value", 'such as "EUR".'),
        (
            '[second_model]\nurl = "127.0.0.1:11434/v1"\n',
            "config-value",
            'it must be an address, such as "http://127.0.0.1:11434/v1".',
        ),
        ("[voice]\nspeed = 9\n", "config-value", '"voice.speed" has a bad value'),
        ("[brain]\nmax_steps = 1.5\n", "config-value", '"brain.max_steps"'),
        ('[brain]\nplanner = "gpt"\n', "config-value", "'auto', 'local' or 'gemini'"),
        ('language = "de"\n', "config-value", '"language"'),
        ('thread = "a/b"\n', "config-value", '"thread"'),
        ("wake = 0.5\n", "config-value", '"wake" in jarvis.toml must be a section ([wake])'),
        ("[thread]\nname = 1\n", "config-value", '"thread" in jarvis.toml must be a single value'),
        ('[commands]\n"lock it" = []\n', "config-value", '"commands.lock it"'),
        (
            '[commands]\n"lock it" = ["/bin/echo", "a\\u0000b"]\n',
            "config-value",
            '"commands.lock it" has a bad value: it must hold no zero bytes',
        ),
        ('[commands]\n"a" = ["/bin/echo", "\\u009b31m"]\n', "config-value", '"commands.a"'),
        ('[mcp]\nhouse = { command = ["a\\u0000"] }\n', "config-value", '"mcp.house.command"'),
        ("[mcp]\nhouse = { }\n", "config-value", "a command or a url"),
        ("[voice\n", "config-syntax", "is not valid TOML"),
        ("[voice]\nspeed = 1\n[voice]\n", "config-syntax", "is not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(paths: Paths, text: str, code: str, words: str) -> None:
    write(paths, text)
    error = refusal(paths)
    assert (error.code, error.exit_code) == (code, 2)
    assert words in error.message


@pytest.mark.parametrize(
    "url", ["HTTP://127.0.0.1:11434/V1", "Https://Example.COM", "", "http://a"]
)
def test_an_address_may_be_in_capitals(paths: Paths, url: str) -> None:
    write(paths, f'[second_model]\nmodel = "fox"\nurl = "{url}"\n')
    assert load_config(paths).second_model.url == url


def test_a_file_that_is_no_text_is_named(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.config_file.write_bytes(b"\xff\xfe\x00")
    assert refusal(paths).code == "config-syntax"


def test_a_folder_in_place_of_the_file_is_named(paths: Paths) -> None:
    paths.config_file.mkdir(parents=True)
    error = refusal(paths)
    assert error.code == "config-unreadable"
    assert str(paths.config_file) in error.message


@pytest.mark.parametrize(
    ("variable", "hint"),
    [
        ("JARVIS_WAKE__SECOND_STAEG", 'Did you mean "JARVIS_WAKE__SECOND_STAGE"?'),
        ("JARVIS_HOEM", 'Did you mean "JARVIS_HOME"?'),
        ("JARVIS_WAKE_SECOND_STAGE", 'Did you mean "JARVIS_WAKE__SECOND_STAGE"?'),
    ],
)
def test_a_mistake_in_the_environment_is_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, variable: str, hint: str
) -> None:
    monkeypatch.setenv(variable, "1")
    error = refusal(paths)
    assert error.code == "config-unknown-key"
    assert hint in error.message


def test_a_bad_value_in_the_environment_is_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_VOICE__SPEED", "fast")
    assert '"voice.speed" has a bad value' in refusal(paths).message


@pytest.mark.parametrize("value", ["USB", "USB, Webcam", "[USB]", "[" * 100_000])
@pytest.mark.parametrize(
    "variable", ["JARVIS_MICROPHONE__PREFERRED", "JARVIS_SPEAKER__PREFERRED", "JARVIS_WAKE__WORDS"]
)
def test_a_list_in_the_environment_that_is_none_is_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert f"{variable} must be written like this: " in refusal(paths).message
    monkeypatch.setenv(variable, refusal(paths).message.partition(": ")[2])
    load_config(paths)


def test_keys_come_from_the_env_file_and_the_environment_over_it(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(paths, f"GOOGLE_API_KEY={KEY}\nSERPAPI_API_KEY=' {KEY}-2 '\nOTHER=1\n", ".env")
    monkeypatch.setenv("GOOGLE_API_KEY", "from-the-environment")
    config = load_config(paths)
    assert config.google_api_key is not None
    assert config.google_api_key.get_secret_value() == "from-the-environment"
    assert config.serpapi_api_key is not None
    assert config.serpapi_api_key.get_secret_value() == f"{KEY}-2"


def test_an_empty_key_is_none(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    write(paths, "GOOGLE_API_KEY=\nSERPAPI_API_KEY='  '\n", ".env")
    monkeypatch.setenv("SERPAPI_API_KEY", " ")
    config = load_config(paths)
    assert (config.google_api_key, config.serpapi_api_key) == (None, None)


def test_settings_in_the_env_file_are_not_read(paths: Paths) -> None:
    write(paths, "JARVIS_VOICE__SPEED=2\n", ".env")
    assert load_config(paths).voice.speed == 1.0


def test_an_env_file_elsewhere_is_not_read(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(f"GOOGLE_API_KEY={KEY}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_config(paths).google_api_key is None


def test_a_broken_env_file_is_named_without_its_content(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.env_file.write_bytes(b"GOOGLE_API_KEY=\xff" + KEY.encode())
    error = refusal(paths)
    assert error.code == "config-syntax"
    assert f"{paths.env_file} is not written in UTF-8 (line 1)" in error.message
    assert KEY not in error.message


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f"GOOGLE_API_KEY {KEY}", 1),
        (f"# mine\n\nA=1\n\nGOOGLE API={KEY}\nB=2\n", 5),
        (f"A=1\r\nGOOGLE_API_KEY='{KEY}\r\nB=2\r\n", 2),
        (f'=\n"{KEY}"', 1),
    ],
)
def test_a_line_of_the_env_file_that_is_none_is_named_and_not_quoted(
    paths: Paths, content: str, line: int
) -> None:
    write(paths, content, ".env")
    error = refusal(paths)
    assert error.code == "keys-syntax"
    assert error.message.startswith(f"{paths.env_file}, line {line}: this is not NAME=value.")
    assert "put a # in front" in error.message
    assert KEY not in error.message


@pytest.mark.parametrize(
    "content",
    [
        f"\ufeffGOOGLE_API_KEY={KEY}\n",
        f"export GOOGLE_API_KEY='{KEY}' # mine\nFOO\n",
        f'# keys\r\n\r\nGOOGLE_API_KEY = "{KEY}"\r\n',
        f"OTHER='two\nlines'\nKEY={KEY}\nGOOGLE_API_KEY=${{KEY}}",
    ],
)
def test_every_way_to_write_a_key_is_read(paths: Paths, content: str) -> None:
    write(paths, content, ".env")
    key = load_config(paths).google_api_key
    assert key is not None
    assert key.get_secret_value() == KEY


def test_a_key_is_in_no_text_of_the_config_and_in_no_error(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(paths, f"GOOGLE_API_KEY={KEY}\n", ".env")
    monkeypatch.setenv("SERPAPI_API_KEY", KEY)
    config = load_config(paths)
    for text in (repr(config), str(config), repr(config.model_dump()), config.model_dump_json()):
        assert KEY not in text
    monkeypatch.setenv("JARVIS_VOICE__SPEED", "fast")
    assert KEY not in str(refusal(paths))


def test_settings_do_not_change(paths: Paths) -> None:
    config = load_config(paths)
    with pytest.raises(ValidationError):
        config.voice.speed = 2.0  # type: ignore[misc] # what the test is about


TEXTS = [
    (name, value)
    for name, value in settings_in(shipped_settings())
    if isinstance(value, str | list) and name[0] not in OPEN_SECTIONS
]


@pytest.mark.parametrize(("name", "default"), TEXTS, ids=lambda one: str(one)[:40])
def test_no_setting_takes_a_text_without_an_end(
    paths: Paths, name: tuple[str, ...], default: str | list[str]
) -> None:
    """An entry of the user's own may be long; what nobody writes is refused in a short sentence."""
    long = '"' + "x" * 100_000 + '"'
    values = [long] if isinstance(default, str) else [f"[{long}]", '["x"' + ', "x"' * 2_000 + "]"]
    for value in values:
        table = f"[{'.'.join(name[:-1])}]\n" if name[:-1] else ""
        write(paths, f"{table}{name[-1]} = {value}\n")
        error = refusal(paths)
        assert f'"{".".join(name)}' in error.message
        assert len(error.message) < 300


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"[{LONG}]\na = 1",
        f"[user]\n{LONG} = 1",
        f"[wake.words]\n{LONG} = 0.5",
        f'[commands]\n{LONG} = ["true"]',
        f'[commands]\n"lock it" = ["{LONG}"]',
        '[commands]\n"lock it" = ["true"' + ', "x"' * 2_000 + "]",
        "[commands]\n" + "".join(f'c{n} = ["true"]\n' for n in range(2_000)),
        f'[mcp.{LONG}]\nurl = "http://127.0.0.1/"',
        f'[mcp.mine]\nurl = "http://{LONG}"',
        f"[prices.{LONG}]\ninput = 1\noutput = 1\nas_of = 2026-01-01",
        "[voice]\nspeed = " + "9" * 5_000,
        "a = " + "[" * 10_000,
    ],
    ids=lambda text: str(text)[:30],
)
def test_names_and_entries_of_the_users_own_are_bounded(paths: Paths, text: str) -> None:
    write(paths, text)
    error = refusal(paths)
    assert error.exit_code == 2
    assert len(error.message) < 400


def test_long_names_that_somebody_has_are_taken(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    city = "Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu"
    command = '"' + "say good night to everybody " * 5 + '" = ["/bin/sh", "' + "x" * 3_000 + '"]'
    write(paths, f'[user]\nhome_city = "{city}, New Zealand"\n[commands]\n{command}\n')
    monkeypatch.setenv("GOOGLE_API_KEY", "k" * 1_000)
    assert load_config(paths).user.home_city.startswith(city)


def test_a_key_that_is_a_whole_file_is_refused(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "k" * 1_001)
    assert refusal(paths).message == (
        'The setting "google_api_key" has a bad value: it may have at most 1,000 characters.'
    )


def test_a_command_may_have_several_lines_and_any_script(paths: Paths) -> None:
    write(paths, '[commands]\n"greet" = ["say", "one\\n\\ttwo", "Zürich שלום 👩‍🔬"]\n')
    assert load_config(paths).commands["greet"] == ("say", "one\n\ttwo", "Zürich שלום 👩‍🔬")


@pytest.mark.parametrize("key", ["two\nlines", "esc\x1b[2J", "del\x7f"])
def test_a_key_that_cannot_be_sent_is_refused_without_showing_it(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", key)
    with pytest.raises(ConfigError) as caught:
        load_config(paths)
    assert caught.value.message == (
        'The setting "google_api_key" has a bad value: '
        "it must be on one line, without control characters."
    )


@pytest.mark.parametrize(
    "endpoint",
    ["", "http://127.0.0.1:4318", "https://otel.example.org/v1/traces", "http://[::1]:4318/a@b"],
)
def test_a_collector_is_taken(paths: Paths, endpoint: str) -> None:
    assert load_config(paths, f'[traces]\nendpoint = "{endpoint}"\n').traces.endpoint == endpoint


@pytest.mark.parametrize(
    "endpoint",
    ["http://u:PLANTED@127.0.0.1:4318", "http://PLANTED@example.org", "http://a.org/?k=PLANTED"],
)
def test_a_collectors_address_holds_no_key(paths: Paths, endpoint: str) -> None:
    with pytest.raises(ConfigError, match="OTEL_EXPORTER_OTLP_HEADERS") as caught:
        load_config(paths, f'[traces]\nendpoint = "{endpoint}"\n')
    assert "PLANTED" not in caught.value.message
