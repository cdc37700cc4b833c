"""Reads "0700 hours", "nineteen hundred", "19h" and "ten to noon" as a clock shows it. Pure."""

from __future__ import annotations

import re

from jarvis_voice.language.en.spoken_numbers import numerals

_HOURS_OF_A_DAY = 24
_MINUTES_OF_AN_HOUR = 60
_BEGIN = r"(?:\A|(?<=\bat )|(?<=\bfor )|(?<=\bto ))"
_TIME = re.compile(
    rf"{_BEGIN}(?:(?:(?P<hour>[01]\d|2[0-3]|(?<=at )\d):?(?P<minute>[0-5]\d)|"
    r"(?P<said>(?:(?:oh|zero|o) )?[a-z]+(?:[ -][a-z]+)?) hundred) (?:hours|hrs)|"
    r"(?P<zero>0\d)(?P<of_zero>[0-5]\d)|(?P<h>[01]?\d|2[0-3]) ?h(?P<of_h>[0-5]\d)?)\b(?!:)|"
    r"(?<=\bat )(?P<hundred>[a-z]+(?:[ -][a-z]+)?) hundred\b|"
    r"(?<=\bat )(?P<hours>thirteen|(?:four|fif|six|seven|eigh|nine)teen|twenty(?:[ -](?:one|two|"
    r"three))?|1[3-9]|2[0-3]) hours\b",
    re.I,
)
_AROUND_TWELVE = re.compile(
    r"\b(?:(?P<part>half|(?:a )?quarter)|(?P<number>twenty[ -]five|[a-z]+|[1-5]?\d)(?: minutes?)?) "
    r"(?P<way>to|past|before|after|til|till|of) (?P<what>noon|midday|midnight)\b",
    re.I,
)
_BEFORE = frozenset({"to", "before", "til", "till", "of"})


def on_the_clock(words: str) -> str:
    """The words with such a time as a clock shows it: "at 07:00"; others as they are.

    Args:
        words: What was said of a time.
    """
    return _TIME.sub(_as_shown, _AROUND_TWELVE.sub(_near_twelve, words))


def _near_twelve(found: re.Match[str]) -> str:
    """Half past noon, quarter to midnight."""
    part = (found["part"] or "").lower()
    minutes = 30 if part == "half" else 15 if part else _number(found["number"])
    is_noon = found["what"].lower() != "midnight"
    if minutes is None or not 0 < minutes < _MINUTES_OF_AN_HOUR:
        return found[0]
    hour = (12 if is_noon else 0) - (found["way"].lower() in _BEFORE)
    if found["way"].lower() in _BEFORE:
        minutes = _MINUTES_OF_AN_HOUR - minutes
    half = "" if not is_noon else " am" if hour < 12 else " pm"  # noqa: PLR2004 - noon
    return f"{hour % _HOURS_OF_A_DAY:02}:{minutes:02}{half}"


def _as_shown(found: re.Match[str]) -> str:
    written = found["hour"] or found["zero"] or found["h"]
    if written:
        minute = found["minute"] or found["of_zero"] or found["of_h"] or "00"
        return f"{int(written):02}:{minute}"
    hour = _number(found["said"] or found["hundred"] or found["hours"])
    return f"{hour:02}:00" if hour is not None and hour < _HOURS_OF_A_DAY else found[0]


def _number(said: str) -> int | None:
    """A number in words or figures, with an "oh" in front perhaps; None where it is none."""
    words = re.sub(r"\A(?:oh|o|zero) ", "", said.lower().replace("-", " ")).split()
    number = " ".join(numerals(words))
    return int(number) if number.isdigit() else None
