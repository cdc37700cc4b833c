"""Unit: what lasts in a thread and what a turn starts with."""

import os
import subprocess
import sys

import pytest

from jarvis_voice.assistant.planning.plan import PlanView
from jarvis_voice.assistant.planning.prompts import (
    FOUND_CHARACTERS,
    situation,
    without_urls,
)
from jarvis_voice.assistant.state import (
    KEPT_MESSAGES,
    THREAD_FIELDS,
    JarvisState,
    MessageState,
    begin_turn,
    is_whole,
    remember,
    taken_over,
)
from jarvis_voice.core.types import Link, PastMessage
from jarvis_voice.core.understanding import Understanding

pytestmark = pytest.mark.unit


def test_a_turn_resets_every_field_that_is_not_the_threads() -> None:
    assert set(begin_turn("hello")) == set(JarvisState.__annotations__) - set(THREAD_FIELDS)


def test_two_turns_share_no_list() -> None:
    first, second = begin_turn("a"), begin_turn("b")
    assert first["executor_memory"] is not second["executor_memory"]
    assert first["gave_up"] is not second["gave_up"]


def test_a_turn_is_remembered_as_two_messages_and_the_oldest_go() -> None:
    messages: list[MessageState] = []
    for number in range(KEPT_MESSAGES):
        messages = remember(messages, f"ask {number}", f"say {number}")
    assert len(messages) == KEPT_MESSAGES
    assert messages[-2:] == [
        {"role": "user", "text": f"ask {KEPT_MESSAGES - 1}"},
        {"role": "assistant", "text": f"say {KEPT_MESSAGES - 1}"},
    ]
    assert messages[0]["text"] == f"ask {KEPT_MESSAGES // 2}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see https://www.mit.edu/about?x=1#y now", "see mit.edu now"),
        ('"HTTP://Example.org:8080/a"', '"Example.org:8080"'),
        ("https://a.org/b and http://c.org", "a.org and c.org"),
        ("<https://a.org/b>", "<a.org>"),
        ("no address", "no address"),
    ],
)
def test_a_model_is_shown_hosts(text: str, shown: str) -> None:
    assert without_urls(text) == shown


def test_text_from_the_web_is_bounded_and_says_that_it_was_cut() -> None:
    links = [Link("t" * 600, "https://example.org/", "search", "s" * 400)] * 40
    prompt = situation(PlanView(Understanding("goal", ()), (), tuple(links), (), ""))
    assert len(prompt) < FOUND_CHARACTERS + 200
    assert "[truncated," in prompt


@pytest.mark.e2e
def test_checkpoints_are_read_without_making_objects() -> None:
    probe = (
        "import jarvis_voice.assistant.graph.brain, langgraph.checkpoint.serde._msgpack as serde; "
        "print(serde.STRICT_MSGPACK_ENABLED)"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("LANGGRAPH")}
    run = [sys.executable, "-c", probe]
    child = subprocess.run(run, env=env, capture_output=True, text=True, check=True, timeout=60)
    assert child.stdout.strip() == "True"


THREAD = {
    "answered_by": "gemini",
    "messages": [{"role": "user", "text": "hello"}, {"role": "assistant", "text": "Hello."}],
    "said": 2,
    "fallen": [],
    "summary": None,
    "url_map": [{"title": "MIT", "url": "https://mit.edu", "origin": "mit.edu", "snippet": ""}],
    "last_opened_url": "https://mit.edu",
    "offer": "",
    "offered_in": "stdin",
    "offered_at": 12.5,
    "confided": ["blue"],
}


def test_a_summary_and_who_was_told_are_whole_or_not() -> None:
    summary = {"text": "", "by": "gemini", "with_facts": False, "until": 2, "confided": ["x"]}
    told = {"role": "user", "text": "hello", "told_to": ["gemini"]}
    assert is_whole(THREAD | {"summary": summary, "fallen": [told]})
    assert not is_whole(THREAD | {"summary": summary | {"confided": [1]}})
    assert not is_whole(THREAD | {"fallen": [told | {"told_to": "gemini"}]})


def test_what_a_thread_keeps_is_whole_also_where_some_of_it_is_missing() -> None:
    assert set(THREAD) == set(THREAD_FIELDS)
    for name in THREAD:
        assert is_whole({key: value for key, value in THREAD.items() if key != name})
    assert is_whole(THREAD | {"messages": [], "more": object()})


ODD = (None, b"x", {"a": 1}, [1], [{"role": "user"}], [["x"]])


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name in THREAD for value in ODD if (name, value) != ("summary", None)],
)
def test_what_is_of_another_kind_is_not_whole(name: str, value: object) -> None:
    assert not is_whole(THREAD | {name: value})


@pytest.mark.parametrize(
    ("roles", "texts"),
    [
        ("a", ["Hello.", "a0"]),
        ("u", ["u0", "Okay."]),
        ("ua", ["u0", "a1"]),
        ("uu", ["u0\nu1", "Okay."]),
        ("aua", ["Hello.", "a0", "u1", "a2"]),
        ("uaa", ["u0", "a1\na2"]),
        ("uau", ["u0", "a1", "u2", "Okay."]),
    ],
)
def test_a_clients_conversation_is_taken_in_pairs(roles: str, texts: list[str]) -> None:
    history = [
        PastMessage("user" if role == "u" else "assistant", f"{role}{number}")
        for number, role in enumerate(roles)
    ]
    messages = taken_over(history)["messages"]
    assert [one["text"] for one in messages] == texts
    assert [one["role"] for one in messages] == ["user", "assistant"] * (len(texts) // 2)
