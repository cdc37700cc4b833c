import random

import pytest

from jarvis_voice.workshop.training import phrases
from jarvis_voice.workshop.training.pronunciation import distance, lexicon, sounds_of, to_sounds

pytestmark = pytest.mark.flow


def test_sounds_have_no_stress_and_one_sign_for_a_flap() -> None:
    assert to_sounds("kəmpjˈuTəɹ") == to_sounds("kəmpjˈuɾəɹ") == tuple("kəmpjuɾəɹ")


def test_a_word_in_no_lexicon_has_sounds() -> None:
    assert sounds_of("jarvis") == tuple("ʤɑɹvɪs")


@pytest.mark.parametrize(
    ("one", "other", "unlike"),
    [
        ("ʤɑɹvɪs", "ʤɑɹvɪs", 0.0),
        ("ʤɑɹvɪs", "ʤɑɹvəs", 0.5),
        ("ʤɑɹvɪs", "ʧɑɹvɪs", 0.5),
        ("ʤɑɹvɪs", "ɑɹvɪs", 1.0),
        ("ʤɑɹvɪs", "", 6.0),
    ],
)
def test_distance_counts_sounds(one: str, other: str, unlike: float) -> None:
    assert distance(tuple(one), tuple(other)) == unlike


def test_the_nearest_words_come_first_and_the_word_itself_never() -> None:
    near = phrases.near_misses("jarvis", 60)

    assert {"service", "nervous", "harvest"} <= set(near)
    assert "jarvis" not in near
    assert not [word for word in phrases.near_misses("computer", 200) if "computer" in word]


def test_parts_begin_or_end_as_the_word_does() -> None:
    parts = phrases.parts_of("computer", 10, random.Random(1))

    assert len(parts) == 10
    target = sounds_of("computer")
    assert all(
        lexicon()[one][:5] == target[:5] or lexicon()[one][-5:] == target[-5:] for one in parts
    )


def test_the_word_is_said_alone_and_before_commands() -> None:
    alone = phrases.alone(["jarvis"])
    breath = phrases.in_one_breath(["hey jarvis"], ["stop"])

    assert [one.text for one in alone] == ["Jarvis", "Jarvis.", "Jarvis!", "Jarvis?"]
    assert [(one.text, one.role) for one in breath] == [
        ("Hey jarvis, stop", "leading"),
        ("Hey jarvis stop", "leading"),
    ]


def test_sentences_of_words_drawn_at_random_are_the_same_for_a_seed() -> None:
    first = phrases.word_salad(random.Random(3), 5, "jarvis")

    assert first == phrases.word_salad(random.Random(3), 5, "jarvis")
    assert all(5 <= len(text.split()) <= 10 for text in first)


def test_texts_that_hold_the_word_are_left_out() -> None:
    texts = ["My computer is slow.", "Hey there.", "It rains."]

    assert phrases.without(texts, "computer") == ["Hey there.", "It rains."]
    assert phrases.without(texts, "hey computer") == ["Hey there.", "It rains."]
