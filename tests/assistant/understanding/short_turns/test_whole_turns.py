"""Unit: turns that need nothing of what was said before."""

import pytest
from assistant.understanding.messages_before import after

from jarvis_voice.assistant.understanding.short_turns.touched import Kind
from jarvis_voice.assistant.understanding.short_turns.whole_turns import own_words, stands_alone
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit
SAID = after("set a timer for 10 minutes called rice")


def read(
    line: str, name: str, slots: dict[str, object] | None = None, *, is_sure: bool = True
) -> Understanding:
    return Understanding(line, (Part(line, Intent(name, slots or {})),), is_understood=is_sure)


@pytest.mark.parametrize(
    ("text", "name", "slots", "kind"),
    [
        ("it's Priya speaking", "set_profile", {"field": "name", "value": "Priya"}, "list"),
        ("wake me at six", "set_alarm", {"when": "six"}, "timer"),
        ("will it rain", "weather", {"about": "rain"}, "alarm"),
        ("weather in Rome", "weather", {"place": "Rome"}, "place"),
        ("what time is it", "get_time", {}, "alarm"),
        ("turn the volume up", "volume", {"change": "up"}, "timer"),
        ("no, leave it", "never_mind", {}, "timer"),
        ("no worries", "apology", {}, "reminder"),
        ("how do bees make honey", "search", {"kind": "question"}, "timer"),
        ("what else do you know about me", "recall", {"about": "everything"}, "list"),
    ],
)
def test_a_whole_sentence_stands_alone(
    text: str, name: str, slots: dict[str, object], kind: Kind
) -> None:
    assert stands_alone(text, read(text, name, slots), kind, SAID)


@pytest.mark.parametrize(
    ("text", "name", "slots", "kind"),
    [
        ("will it rain", "weather", {"about": "rain"}, "place"),
        ("what time was that", "get_time", {}, "alarm"),
        ("reduce by five", "volume", {"change": "down"}, "timer"),
        ("2 more mins", "snooze", {"length": "2"}, "timer"),
        ("add tea", "add_note", {"text": "tea", "list": "list"}, "list"),
        ("how long for the rice", "search", {"kind": "question"}, "timer"),
        ("which of my eggs comes first", "search", {"kind": "question"}, "timer"),
        ("cancel the early one", "cancel_schedule", {"what": "any"}, "alarm"),
        ("and wake me at six", "set_alarm", {"when": "six"}, "alarm"),
        ("how much is left", "read_schedule", {}, "timer"),
    ],
)
def test_what_leaves_something_open_leans(
    text: str, name: str, slots: dict[str, object], kind: Kind
) -> None:
    assert not stands_alone(text, read(text, name, slots), kind, SAID)


def test_what_is_not_sure_needs_a_word_that_nobody_said() -> None:
    said = read("how is the rice", "recall", is_sure=False)
    assert not stands_alone("how is the rice", said, "timer", SAID)
    assert stands_alone("how is my knee", said, "timer", SAID)


def test_what_is_not_understood_never_stands_alone() -> None:
    nothing = Understanding("blah", (Part("blah", None),))
    assert not stands_alone("blah", nothing, "timer", SAID)


def test_words_that_only_lead_are_not_of_its_own() -> None:
    assert own_words("please stop the second timer for me") == set()
    assert own_words("when do I have to get up") == {"get up"}
