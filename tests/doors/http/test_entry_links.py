"""Unit: the codes of links: each opens once, for a minute."""

import pytest

from jarvis_voice.doors.http.entry_links import CODE_SECONDS, MOST_CODES, EntryLinks

pytestmark = pytest.mark.unit


class Seconds:
    """A clock that is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_code_opens_once() -> None:
    links = EntryLinks()
    code = links.new_code()
    assert len(code) > 40
    assert [links.take("other"), links.take(code), links.take(code)] == [False, True, False]


def test_a_code_opens_for_a_minute() -> None:
    seconds = Seconds()
    links = EntryLinks(seconds)
    soon, late = links.new_code(), links.new_code()
    seconds.now += CODE_SECONDS
    assert links.take(soon)
    seconds.now += 0.1
    assert not links.take(late)


def test_of_many_codes_the_newest_are_kept() -> None:
    links = EntryLinks()
    codes = [links.new_code() for _ in range(MOST_CODES + 1)]
    assert [links.take(one) for one in codes] == [False, *[True] * MOST_CODES]
