"""Unit: which lines a network of false reports learns, from the beginning and where it goes on."""

import pytest

from jarvis_voice.workshop.reader.claim_fit import chosen_lessons
from jarvis_voice.workshop.reader.claim_lessons import claim_files, claim_lines

pytestmark = pytest.mark.unit

FILES = [one for one in claim_files() if one.stem in {"claims-2", "claims-24", "claims-25"}]


def texts(since: str = "", *, goes_on: bool) -> list[str]:
    return [one.text for one in chosen_lessons(FILES, goes_on=goes_on, since=since)]


def written(name: str) -> set[str]:
    [file] = [one for one in FILES if one.stem == name]
    return {one.lesson().text for one in claim_lines([file])}


def test_from_the_beginning_all_lines_are_learned() -> None:
    assert set(texts(goes_on=False)) >= written("claims-2") | written("claims-24")


def test_a_trained_network_learns_the_lines_with_evidence() -> None:
    assert set(texts(goes_on=True)) >= written("claims-24") | written("claims-25")


def test_of_the_files_before_the_first_new_one_a_part_is_shown_again() -> None:
    learned = texts("claims-25", goes_on=True)
    assert set(learned) >= written("claims-25")
    assert set(learned) & written("claims-2")
    assert len(learned) < len(texts(goes_on=True))
    assert learned == texts("claims-25", goes_on=True)
