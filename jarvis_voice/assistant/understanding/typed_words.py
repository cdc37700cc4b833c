"""Hands tools the user's words as they were typed: with their quotes, blanks and line breaks. Pure.

Invariant: nothing is changed, left out or cut between the first and the last sign that is handed
on; where the typed words cannot be found again, the clean ones stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.quote_marks import QUOTES, unwrapped, widened

MOST_LEAD_WORDS = 12
"""Words before a program, politeness among them; each is tried as the last of them."""

_WORD = re.compile(r"[^\s:]+:?|:")
_BEFORE_PROGRAM = re.compile(r"[ \t]*:?(?:[ \t]*\r?\n|[ \t]*)")
"""What stands between the words that ask and the program. Behind a line break the blanks belong to
the program's first line."""

_ASSIGNED = re.compile(r"[ \t]*(?:[-+*/%&|^@:<>]{0,2}=|[.,\[(])")
"""Behind the word "code" it shows that this is a name in the program: "code = 5"."""

_APOSTROPHES = "\u2018\u2019"


def program_in(text: str, leads: Collection[str]) -> str | None:
    """What stands behind the words that ask for it, sign by sign; None where they are not said.

    Args:
        text: The sentence as it was typed.
        leads: The words that ask, in small letters: "run this python code".
    """
    words = [found for _, found in zip(range(MOST_LEAD_WORDS), _WORD.finditer(text), strict=False)]
    ends = {lead.rpartition(" ")[2] for lead in leads}
    for number, word in enumerate(words):
        if word[0].rstrip(":,").lower() not in ends:
            continue
        lead = clean(text[: word.end()]).lower()
        if lead not in leads:
            continue
        end = word.end()
        for further in words[number + 1 :]:
            longer = f"{lead} {further[0].rstrip(':,').lower()}"
            is_name = further[0].isalnum() and _ASSIGNED.match(text, further.end())
            is_over = not text[end - 1].isalnum() or "\n" in text[end : further.start()]
            if is_over or longer not in leads or is_name:
                break
            lead, end = longer, further.end()
        program = text[_end_of_lead(text, end) :]
        return program if program.strip() else None
    return None


def _end_of_lead(text: str, end: int) -> int:
    found = _BEFORE_PROGRAM.match(text, end)
    return found.end() if found else end


def as_typed(words: str, text: str, *, is_said: bool = True) -> str:
    """The words of a clean sentence as they stand in the typed one.

    Where the whole is in quotes, these only mark where it begins and ends, and are left out.

    Args:
        words: As the grammar gave them.
        text: The sentence as it was typed.
        is_said: It is one sentence of the user's; in one that we put together out of two, words
            that are said again are no slip, so only the very same words are looked for.
    """
    plain, places = _plain(text)
    span = _span(words, plain, is_said=is_said)
    if span is None:
        return words
    start, end = places[span[0]], places[span[1] - 1] + 1
    start, end = widened(text, start, end)
    return unwrapped(text[start:end])


def _plain(text: str) -> tuple[str, list[int]]:
    """A text as a clean sentence has it, and where each of its signs stands in the typed one."""
    plain: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if sign in QUOTES or (sign.isspace() and (not plain or plain[-1] == " ")):
            continue
        plain.append(" " if sign.isspace() else "'" if sign in _APOSTROPHES else sign)
        places.append(place)
    return "".join(plain), places


def _span(words: str, plain: str, *, is_said: bool) -> tuple[int, int] | None:
    """Where the words stand, or what became of them when the sentence was cleaned."""
    if (start := _find(words, plain, is_last=True)) >= 0:
        return start, start + len(words)
    if not is_said:
        return None
    said = words.split()
    n_first = next((n for n in range(len(said), 0, -1) if _begin(said[:n], plain) >= 0), 0)
    n_last = next((n for n in range(len(said), 0, -1) if _begin(said[-n:], plain) >= 0), 0)
    if not (n_first and n_last):
        return None
    start, last = _begin(said[:n_first], plain), " ".join(said[-n_last:])
    end = _find(last, plain, is_last=True) + len(last)
    is_same = start < end and clean(plain[start:end]) == words
    return (start, end) if is_same else None


def _begin(words: Sequence[str], plain: str) -> int:
    return _find(" ".join(words), plain, is_last=False)


def _find(words: str, plain: str, *, is_last: bool) -> int:
    """Where whole words stand in a text, the first or the last time; -1 where they do not."""
    found = [at.start() for at in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", plain)]
    return (found[-1] if is_last else found[0]) if found and words else -1
