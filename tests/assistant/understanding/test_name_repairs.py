"""Unit: which of two names is to be opened."""

import pytest

from jarvis_voice.assistant.understanding.name_repairs import last_named
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

KNOWN = {"gitlab", "github", "firefox", "chrome", "bbc news", "no frills", "reddit", "wikipedia"}


def knows(intent: Intent) -> bool:
    return str(intent.slots["name"]).lower() in KNOWN


def opened(name: str) -> str:
    found = last_named(Intent("open", {"name": name}), knows)
    assert found is not None
    return str(found.slots["name"])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("gitlab no github", "github"),
        ("gitlab, no, github", "github"),
        ("gitlab sorry github", "github"),
        ("gitlab i mean github", "github"),
        ("firefox no wait chrome", "chrome"),
        ("reddit actually wikipedia", "wikipedia"),
        ("the beep i meant bbc news", "bbc news"),
        ("gitlab nope open github", "github"),
        ("CalMac site till I see the ferries", "CalMac"),
        ("Met Office page so we can plan", "Met Office"),
        ("BBC for the kids to see", "BBC"),
        ("github to check the builds", "github"),
    ],
)
def test_a_correction_opens_the_last_one(said: str, meant: str) -> None:
    assert opened(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("no frills", "dr no", "say no to github", "github", "gitlab no pizza", "actually github"),
        *("gitlab and github", "gitlab or github", "a place no one knows", "sorry i meant nothing"),
    ],
)
def test_any_other_name_stays_as_it_was_said(said: str) -> None:
    assert opened(said) == said


def test_what_opens_nothing_is_left_alone() -> None:
    asked = Intent("search", {"query": "gitlab no github"})
    assert last_named(asked, knows) is asked
    assert last_named(None, knows) is None
