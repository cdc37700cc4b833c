"""Unit: sentence files of a user go in; new sentences or an error that names the place come out."""

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.sentence_files import (
    SLOTS_NEEDED,
    check_file,
    load_intents,
)
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

HEAD = "language: en\nintents:\n"
GREETING = "  greeting:\n    data:\n    - sentences: ['{}']\n"
CHAIN = "expansion_rules:\n" + "".join(f"  a{n}: '(<a{n + 1}>|<a{n + 1}>)'\n" for n in range(18))
CHAIN += "  a18: x\n"


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
        ("expansion_rules: {mine: 'a <mine>'}\n", "leads to itself"),
        ("expansion_rules: {one: '<two>', two: '[a] <one>'}\n", "leads to itself"),
        ("expansion_rules: {mine: '" + "[" * 3_000 + "'}\n", 'line 1: rule "mine"'),
        (CHAIN, "16 rules in each other"),
        (HEAD + GREETING.format("[" * 3_000 + "]" * 3_000), 'line 5: intent "greeting"'),
        (HEAD + GREETING.format("(" * 200 + "x" + ")" * 200), "16 brackets in each other"),
        (HEAD + GREETING.format("x" * 3_000), "more than 1,000 characters"),
        (HEAD + GREETING.format("hi (there"), 'line 5: intent "greeting": "hi (there" is not'),
        ("lists: {mine: {values: ['" + "[" * 3_000 + "']}}\n", '"mine"'),
        ("lists: {mine: {range: {from: 0, to: 100000000}}}\n", "more than 10,000 numbers"),
        ("intents: " + "[" * 100_000, "line 1"),
        ("intents: " + "9" * 5_000, "cannot be read"),
        ("intents: 2026-99-99", "cannot be read"),
        ("? " + "x" * 100_000 + "\n: 1\n", "unknown key"),
    ],
    ids=lambda text: str(text)[:40],
)
def test_a_mistake_is_named_with_its_file(paths: Paths, content: str, named: str) -> None:
    write(paths, content)
    with pytest.raises(ConfigError) as caught:
        Grammar.load(paths)
    assert named in caught.value.message
    assert "mine.yaml" in caught.value.message
    assert len(caught.value.message) < 2_500


def test_a_file_that_is_no_text_is_named(paths: Paths) -> None:
    paths.user_sentences.mkdir(parents=True)
    (paths.user_sentences / "mine.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ConfigError, match="UTF-8"):
        Grammar.load(paths)


def test_what_somebody_may_write_is_not_too_large(paths: Paths) -> None:
    nested = "[oh|ah] (hi|(hello [there (my|our) [(dear|good) [old]] friend])) <fold>"
    write(
        paths,
        HEAD
        + GREETING.format(nested)
        + "expansion_rules:\n  fold: '[<and>] (everybody|all)'\n  and: 'and [then]'\n"
        + "lists:\n  room: {range: {from: 0, to: 9999}}\n",
    )
    grammar = Grammar.load(paths)
    assert grammar.understand("oh hello there my good old friend and then all") == Intent(
        "greeting", {}
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="[](){}<>|;: ab'\\", max_size=30))
def test_any_template_is_taken_or_named(template: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.yaml"
        lines = HEAD + GREETING.format(template.replace("'", "''"))
        file.write_text(lines, encoding="utf-8")
        with suppress(ConfigError):
            check_file(file)


def test_what_an_editor_or_a_disk_hides_beside_a_file_is_left_out(paths: Paths) -> None:
    paths.user_sentences.mkdir(parents=True)
    (paths.user_sentences / ".#own.yaml").symlink_to("somebody@here.4711")
    (paths.user_sentences / "._own.yaml").write_bytes(b"\x00\x05\x16\x07\xff")
    shipped_alone, *_ = load_intents(paths)
    assert shipped_alone.intents
