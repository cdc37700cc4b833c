"""Replaces what a speaker took back: "ten, no, fifteen miles in feet". Pure."""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.language.en.spoken_numbers import SCALES, TENS, UNITS

_NUMBER = frozenset({*UNITS, *TENS, *SCALES, "hundred", "point"})
_LOOSE_ENDS = frozenset({"and", "a", "an", "the", "or"})
_MOST_WORDS = 12
_MOST_DROPPED = 3


def mended(before: str, after: str) -> Iterator[str]:
    """Whole sentences that the speaker may have meant, the likeliest first.

    Args:
        before: What was said up to the words that take something back.
        after: What was said instead.
    """
    said, instead = before.split(), after.split()
    if not said or not instead or len(instead) > _MOST_WORDS:
        return
    first = instead[0].lower()
    places = [place for place, word in enumerate(said) if word.lower() == first]
    if places and not _is_number(first):
        yield " ".join([*said[: places[-1]], *instead])
    while said and said[-1].lower() in _LOOSE_ENDS:
        said.pop()
    if not said or not _is_number(first):
        return
    end = len(said)
    for place in range(len(said) - 1, -1, -1):
        if _is_number(said[place]):
            end = place + 1
            break
    else:
        return
    start = end - 1
    while start and (_is_number(said[start - 1]) or said[start - 1].lower() == "and"):
        start -= 1
    words = next((n for n, word in enumerate(instead) if not _is_number(word)), len(instead))
    rest_before, rest_after = said[end:], instead[words:]
    if rest_after:
        yield " ".join([*said[:start], *instead])
    else:
        yield " ".join([*said[:start], *instead, *rest_before])


def begun_anew(before: str, after: str) -> Iterator[str]:
    """Sentences in which the last words of a request that had no end are replaced.

    Args:
        before: "put bread".
        after: "bagels on the shopping list".
    """
    said = before.split()
    for dropped in range(1, min(_MOST_DROPPED, len(said) - 1) + 1):
        yield " ".join([*said[:-dropped], after])


def exchanged(before: str, after: str) -> str | None:
    """The sentence with as many words at its end replaced as there are new ones; None if many."""
    said, instead = before.split(), after.split()
    if not len(instead) <= _MOST_DROPPED or len(said) <= len(instead) + 1:
        return None
    return " ".join([*said[: -len(instead)], *instead])


def _is_number(word: str) -> bool:
    bare = word.lower().strip(",.%$€£")
    return bare.replace(".", "", 1).isdigit() or all(part in _NUMBER for part in bare.split("-"))
