"""Which transcripts are our own words come back (tables)."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.self_speech_words import SelfSpeechWords

pytestmark = pytest.mark.flow

SENTENCE = "The weather in Boston is partly cloudy, with a high of seventy two degrees."


def said(*sentences: str, seconds: float = 4.0) -> SelfSpeechWords:
    words = SelfSpeechWords()
    for number, sentence in enumerate(sentences):
        words.note(sentence, 10 + number * seconds, 10 + (number + 1) * seconds)
    return words


@pytest.mark.parametrize(
    ("heard", "is_echo"),
    [
        ("with a high of seventy two degrees", True),
        ("With a hi of seventy to degrees.", True),
        ("weather in Austin is partly cloudy", True),
        ("degrees", True),
        ("two degrees", True),
        ("stop", False),
        ("Jarvis, stop.", False),
        ("what about tomorrow", False),
        ("is it cloudy in London", False),
        ("and with a high of seventy two degrees what should I wear tomorrow", False),
        ("", False),
    ],
)
def test_a_run_of_our_own_words_is_an_echo_and_anything_else_is_the_user(
    heard: str, *, is_echo: bool
) -> None:
    assert said(SENTENCE).are_echoed(heard, 11.0, 14.0) is is_echo


@pytest.mark.parametrize(
    ("begins", "is_echo"), [(9.5, True), (13.9, True), (14.3, True), (14.5, False), (30.0, False)]
)
def test_our_words_are_an_echo_only_while_they_can_be_one(begins: float, *, is_echo: bool) -> None:
    assert said(SENTENCE).are_echoed("seventy two degrees", begins, begins + 0.8) is is_echo


@pytest.mark.parametrize(("begins", "is_echo"), [(13.0, True), (14.1, False), (14.8, False)])
def test_whoever_answers_a_question_may_use_our_words(begins: float, *, is_echo: bool) -> None:
    words = said("Do you want tea or coffee?")
    assert words.are_echoed("tea or coffee", begins, begins + 0.5) is is_echo


def test_a_stop_word_that_we_say_ourselves_is_ours() -> None:
    words = said("The bus leaves at the next stop.", "It is on time.")
    assert words.are_echoed("stop", 13.5, 14.2)
    assert not words.are_echoed("stop", 16.0, 16.4)


def test_an_echo_runs_over_two_sentences() -> None:
    words = said("I have opened the page.", "It is about ships.")
    assert words.are_echoed("opened the page it is about", 11.0, 16.0)


def test_what_was_cut_off_was_not_said() -> None:
    words = said("One two three four.", "Five six seven eight.")
    words.cut(13.0)
    assert words.are_echoed("two three four", 12.0, 13.2)
    assert not words.are_echoed("six seven eight", 14.0, 14.6)


def test_what_is_long_gone_is_forgotten() -> None:
    words = said(*(f"sentence number {n}" for n in range(100)))
    assert not words.are_echoed("sentence number 3", 22.0, 23.0)
    assert words.are_echoed("sentence number 99", 406.0, 410.0)
