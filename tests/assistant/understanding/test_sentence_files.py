"""Unit: sentence files of a user go in; new sentences or an error that names the place come out."""

import pytest

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.sentence_files import SLOTS_NEEDED, check_file
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

HEAD = "language: en\nintents:\n"


def write(paths: Paths, content: str, name: str = "mine.yaml") -> None:
    paths.user_sentences.mkdir(parents=True, exist_ok=True)
    (paths.user_sentences / name).write_text(content, encoding="utf-8")


def test_the_shipped_file_is_sound_and_covers_every_intent() -> None:
    content = check_file(shipped("config/sentences/en.yaml"))
    assert set(content["intents"]) == set(SLOTS_NEEDED)


def test_a_users_sentences_are_added(paths: Paths) -> None:
    write(
        paths,
        HEAD
        + "  open_website:\n    data:\n      - sentences: ['open my homework']\n"
        + "        slots: {name: MIT OpenCourseWare}\n",
    )
    write(
        paths,
        HEAD + "  open_app:\n    data:\n      - sentences: ['give me <the> {name} [now]']\n",
        "second.yaml",
    )
    grammar = Grammar.load(paths)
    homework = Intent("open_website", {"name": "MIT OpenCourseWare"})
    assert grammar.understand("Open my homework, please.") == homework
    assert grammar.understand("give me the terminal") == Intent("open_app", {"name": "terminal"})
    assert grammar.understand("open MIT's website") == Intent("open_website", {"name": "MIT"})


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("intents: [\n", "line 2"),
        ("intents:\n  a: b: c\n", "line 2"),
        ("- a\n- b\n", "intents:"),
        ("", "intents:"),
        ("language: de\nintents: {}\n", '"en"'),
        ("intent: {}\n", '"intent"'),
        ("intents: [open]\n", '"intents"'),
        (HEAD + "  open_web: {data: []}\n", '"open_website"'),
        (HEAD + "  open: {data: 3}\n", '"open"'),
        (HEAD + "  open: {date: []}\n", '"open"'),
        (HEAD + "  open: {data: [{sentence: ['a {name}']}]}\n", '"open"'),
        (HEAD + "  open: {data: [{sentences: 'a {name}'}]}\n", '"open"'),
        (HEAD + "  open: {data: [{sentences: ['a (b {name}']}]}\n", "a (b {name}"),
        (HEAD + "  open: {data: [{sentences: ['a {nam}']}]}\n", '"nam"'),
        (HEAD + "  open: {data: [{sentences: ['<them> {name}']}]}\n", '"them"'),
        (HEAD + "  open: {data: [{sentences: ['open my thing']}]}\n", "{name}"),
        (HEAD + "  stop: {data: [{sentences: ['b'], slots: {name: 3}}]}\n", '"stop"'),
        ("lists: {mine: {valuess: [a]}}\n", '"mine"'),
        ("expansion_rules: {mine: '(a'}\n", '"mine"'),
    ],
)
def test_a_mistake_is_named_with_its_file(paths: Paths, content: str, named: str) -> None:
    write(paths, content)
    with pytest.raises(ConfigError) as caught:
        Grammar.load(paths)
    assert named in caught.value.message
    assert "mine.yaml" in caught.value.message


def test_a_file_that_is_no_text_is_named(paths: Paths) -> None:
    paths.user_sentences.mkdir(parents=True)
    (paths.user_sentences / "mine.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ConfigError, match="UTF-8"):
        Grammar.load(paths)
