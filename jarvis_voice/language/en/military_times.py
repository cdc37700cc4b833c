"""Reads times such as "0700 hours" and "nineteen hundred hours" as times of a clock. Pure."""

from __future__ import annotations

import re

from jarvis_voice.language.en.spoken_numbers import numerals

_HOURS_OF_A_DAY = 24
_TIME = re.compile(
    r"(?:\A|(?<=\bat )|(?<=\bfor )|(?<=\bto ))(?:(?P<hour>[01]\d|2[0-3]):?(?P<minute>[0-5]\d)|"
    r"(?P<said>(?:(?:oh|zero|o) )?[a-z]+(?:[ -][a-z]+)?) hundred) (?:hours|hrs)\b",
    re.I,
)


def on_the_clock(words: str) -> str:
    """The words with such a time as a clock shows it: "at 07:00"; others as they are.

    Args:
        words: What was said of a time.
    """
    return _TIME.sub(_as_shown, words)


def _as_shown(found: re.Match[str]) -> str:
    if found["hour"]:
        return f"{found['hour']}:{found['minute']}"
    said = re.sub(r"\A(?:oh|o|zero) ", "", found["said"].lower().replace("-", " "))
    number = " ".join(numerals(said.split()))
    is_hour = number.isdigit() and int(number) < _HOURS_OF_A_DAY
    return f"{int(number):02}:00" if is_hour else found[0]
