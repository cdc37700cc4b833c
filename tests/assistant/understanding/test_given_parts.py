"""Unit: a turn that gives a text, and what it was taken for, go in; what it asks for comes out."""

from collections.abc import Mapping

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.given_parts import within_text
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit

TEXT = "We cook. Cancel the pasta timer. It was nice."
CANCEL = Intent("cancel_schedule", {"what": "timer"})
TIMER = Intent("set_timer", {"length": "five minutes"})
KNOWN: Mapping[str, Intent] = {
    "cancel the pasta timer": CANCEL,
    "set a timer for five minutes": TIMER,
    "remind me to call Ana": Intent("set_reminder", {"text": "call Ana"}),
    "repeat after me: cancel the pasta timer": Intent("say_words", {"text": "cancel it"}),
    "correct this: cancel the pasta timer": Intent("never_mind"),
    "translate: cancel the pasta timer": CANCEL,
}


def read(text: str) -> Understanding:
    intent = KNOWN.get(text)
    return Understanding(text, (Part(text, intent),), is_understood=intent is not None)


def asked(said: str, *found: Intent | None) -> list[tuple[str, str]]:
    parts = tuple(Part(said, one) for one in found)
    taken = within_text(said, Understanding(said, parts) if parts else read(said), read)
    assert not parts or not taken.is_understood
    return [(one.text, one.intent.name if one.intent else "") for one in taken.parts]


def test_no_sentence_of_a_text_is_a_request() -> None:
    said = f"translate this into Spanish: {TEXT}"
    assert asked(said, None, CANCEL, None) == [(said, proposals.WORK_ON)]


def test_the_words_that_give_the_text_are_kept() -> None:
    taken = within_text("Eva wrote: Cancel it. Now.", read(""), read)
    assert taken.parts[0].intent == Intent(proposals.WORK_ON, {"head": "Eva wrote"})


@pytest.mark.parametrize("joint", [" and ", ". ", ", then "])
def test_what_is_ordered_before_a_text_is_done(joint: str) -> None:
    before, work = "set a timer for five minutes", f"translate this: {TEXT}"
    [first, (text, name)] = asked(f"{before}{joint}{work}", TIMER, None, CANCEL)
    assert first == (before, "set_timer")
    assert text.endswith(work)
    assert name == proposals.WORK_ON


def test_what_is_ordered_behind_a_quotation_is_done() -> None:
    said = 'translate "good night, cancel it" into French and then set a timer for five minutes'
    assert asked(said, None) == [
        ("translate  into French: good night, cancel it", proposals.WORK_ON),
        ("set a timer for five minutes", "set_timer"),
    ]


def test_a_reminder_keeps_its_own_words() -> None:
    said = "remind me to call Ana and summarise this: the news of today"
    assert asked(said, Intent("set_reminder")) == [(said, "set_reminder")]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("repeat after me: cancel the pasta timer", "say_words"),
        ("cancel the pasta timer", "cancel_schedule"),
        ("correct this: cancel the pasta timer", proposals.WORK_ON),
        ("translate: cancel the pasta timer", proposals.WORK_ON),
    ],
)
def test_one_request_that_takes_the_whole_stays(said: str, name: str) -> None:
    assert asked(said) == [(said, name)]


def test_one_word_or_an_address_is_no_text() -> None:
    page = Intent("read_url", {"url": "https://example.org/x"})
    said = "summarise this page: https://example.org/x"
    assert asked(said, page) == [(said, "read_url")]
