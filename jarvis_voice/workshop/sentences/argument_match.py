"""Compares an argument that is expected with the one that a tool got, leniently. Pure.

Invariant: leniency is about the wording only; another time, amount, unit, name or thing is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import list_named
from jarvis_voice.language.en.timed_tasks import split_when
from jarvis_voice.workshop.sentences.amount_match import is_one_amount, is_one_result, is_one_unit
from jarvis_voice.workshop.sentences.plain_argument import plain
from jarvis_voice.workshop.sentences.time_match import is_one_date, is_one_length, is_one_time

_LONGEST_RUN = 8
"""Words of one argument that may stand within another."""

_OWN_WORDS = frozenset({"text", "fact", "request", "code", "word"})
"""Arguments that are the user's own words: they mean no time, and lose no word of kind."""

_KIND_WORDS = frozenset(
    {
        *("timer", "alarm", "reminder", "routine", "list", "site", "website", "page", "webpage"),
        *("homepage", "app", "application", "program", "city", "town", "film", "movie", "book"),
        *("song", "album", "series", "show", "podcast", "feed"),
    }
)
"""What a name may have behind it: "pasta timer", "Guardian website", "Dune film"."""


def are_alike(wanted: Mapping[str, str], had: Mapping[str, object]) -> bool:
    """Whether arguments are the expected ones; what is not expected may be anything.

    One may stand within another: "7 minute egg" is the length and the name of a timer.
    """
    got = dict(had)
    for name, value in wanted.items():
        if not value or got.get(name):
            continue
        for other, words in got.items():
            rest = _without(value, words, name) if isinstance(words, str) else None
            if rest is not None:
                got[name], got[other] = value, rest
                break
    if not had.get("when") and "when" in had and isinstance(text := got.get("text"), str):
        timed = split_when(text)  # the tool finds the time in the text by itself
        got["text"] = timed[0] if timed and not is_alike(wanted.get("text", ""), text) else text
    return all(is_alike(value, got.get(name), name) for name, value in wanted.items())


def _without(wanted: str, had: str, name: str) -> str | None:
    """What is left of a text without an argument that stands in it; None where it does not."""
    words = had.split()
    for start in range(len(words)):
        for end in range(min(len(words), start + _LONGEST_RUN), start, -1):
            if is_alike(wanted, " ".join(words[start:end]), name):
                return " ".join(words[:start] + words[end:])
    return None


def is_alike(wanted: str, had: object, name: str = "") -> bool:
    """Whether an argument is the expected one, whatever its capitals, blanks and way of counting.

    Args:
        wanted: As the file has it; "" is an argument that is left out or empty.
        had: As the tool got it; None where it was left out.
        name: The argument's name; "" compares in every way.
    """
    if had is None or had == "":
        return not wanted
    if isinstance(had, bool):
        return wanted.casefold() in ({"true", "yes"} if had else {"false", "no"})
    if isinstance(had, int | float):
        return float(had) in {_number(wanted), length_in(wanted)}
    if isinstance(had, Sequence) and not isinstance(had, str):
        return plain(wanted) == plain(", ".join(str(one) for one in had))
    return _are_alike_words(wanted, str(had), name)


def _are_alike_words(wanted: str, had: str, name: str) -> bool:
    ours, theirs = plain(wanted), plain(had)
    if ours == theirs or (", " in ours and sorted(ours.split(", ")) == sorted(theirs.split(", "))):
        return True
    if "://" in had:
        return _is_one_address(wanted, had)
    if name == "list":
        return list_named(wanted) == list_named(had) != ""
    numbers = _number(wanted), _number(had)
    if None not in numbers:
        return numbers[0] == numbers[1]
    if name in _OWN_WORDS:
        return is_one_length((wanted, ours), (had, theirs))
    return _without_kind(ours) == _without_kind(theirs) or _mean_one(wanted, had, name)


def _mean_one(wanted: str, had: str, name: str) -> bool:
    """Whether both are one length, amount, unit, result, date or time."""
    if is_one_length((wanted, plain(wanted)), (had, plain(had))):
        return True
    if is_one_amount(wanted, had) or is_one_unit(wanted, had) or is_one_result(wanted, had):
        return True
    return is_one_date(wanted, had) or is_one_time(wanted, had, is_day_free=name == "to")


def _number(words: str) -> float | None:
    try:
        return float(plain(words).removesuffix("%"))
    except ValueError:
        return None


def _without_kind(words: str) -> str:
    """A name without the last word that only says of which kind it is."""
    head, _, last = words.rpartition(" ")
    return head if head and last in _KIND_WORDS else words


def _is_one_address(wanted: str, had: str) -> bool:
    address = _address(had)
    each = (_address(wanted), plain(wanted).replace(" ", ""))
    return bool(wanted.strip()) and any(one and one in address for one in each)


def _address(text: str) -> str:
    return text.casefold().strip().rpartition("://")[2].removeprefix("www.").rstrip("/")
