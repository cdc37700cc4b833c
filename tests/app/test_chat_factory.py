"""Flow: which models the settings make, in which order, and who of them sees the screen."""

from pathlib import Path

import pytest

from jarvis_voice.app.chat_factory import (
    asked_models,
    keyless_sentences,
    make_chat,
    seeing_models,
)
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.flow

KEY = "decoy-key-0123456789"
HOME = '[models.home]\nkind = "ollama"\nmodel = "qwen3:8b"\n'
LAB = (
    '[models.lab]\nkind = "openai"\nmodel = "llama"\nurl = "https://llm.example.com/v1"\n'
    'key = "LAB_KEY"\n'
)
GOOGLE = '[models.google]\nkind = "gemini"\nmodel = "gemini-2.5-pro"\n'


def load(paths: Paths, text: str) -> Config:
    paths.config.mkdir(parents=True, exist_ok=True)
    Path(paths.config_file).write_text(text, encoding="utf-8")
    return load_config(paths)


def test_a_model_whose_key_is_not_set_is_left_out_and_told(paths: Paths) -> None:
    config = load(paths, LAB + HOME)
    assert [one.name for one in asked_models(config)] == ["home"]
    assert keyless_sentences(config) == [
        "The model lab is left out: LAB_KEY is not set. Set it: jarvis key set lab"
    ]


def test_no_model_is_told_of_where_none_shall_plan(paths: Paths) -> None:
    config = load(paths, f'[brain]\nplanner = "local"\n{LAB}')
    assert (asked_models(config), keyless_sentences(config)) == ((), [])


def test_gemini_alone_needs_its_key(paths: Paths) -> None:
    with pytest.raises(ConfigError, match="GOOGLE_API_KEY is not set"):
        asked_models(load(paths, f'[brain]\nplanner = "gemini"\n{HOME}'))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (HOME, ["home"]),
        (HOME + LAB, ["home"]),
        (f'{HOME}{GOOGLE}sees = ["screen"]\n', ["google", "home"]),
        (f'{HOME}sees = ["screen"]\n{GOOGLE}sees = ["screen"]\n', ["home", "google"]),
        (f'{HOME}sees = ["web"]\n{GOOGLE}', []),
    ],
)
def test_who_sees_the_screen(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, text: str, order: list[str]
) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)
    if "gemini" in text:
        monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    assert seeing_models(load(paths, text)) == order


def test_the_key_of_google_sees_before_a_model_that_may_have_no_eyes(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    assert seeing_models(load(paths, HOME)) == ["gemini", "home"]


async def test_each_kind_is_asked_at_its_own_address(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    spent: list[Usage] = []
    said: dict[str, str] = {}
    with (
        GeminiServer(api_key=KEY, model="gemini-2.5-pro") as google,
        OpenAiServer(api_key=KEY, model="llama") as lab,
    ):
        google.reply_text("From Google.")
        google.reply_text("From Google.")
        lab.reply_text("From the lab.")
        text = (
            f"{GOOGLE}\n"
            f'[models.proxy]\nkind = "gemini"\nmodel = "gemini-2.5-pro"\nurl = "{google.url}"\n'
            + LAB.replace("https://llm.example.com/v1", lab.base_url)
        )
        for model in asked_models(load(paths, text)):
            async with make_chat(model, google.url) as chat:
                pieces = chat.step("", [Message("user", "hello")], (), spent.append)
                said[model.name] = "".join([str(piece) async for piece in pieces])
    assert said == {
        "google": "From Google.",
        "proxy": "From Google.",
        "lab": "From the lab.",
    }
