"""Finds numbers, dates, addresses and the like in a text and puts each into words.

Invariant: one pass, first rule wins; what a rule has spoken no later rule sees again.
"""

# ruff: noqa: PLR2004 - the numbers of the calendar and the clock are their own names

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.number_words import (
    MONTHS,
    MOST_READ_DIGITS,
    cardinal,
    date,
    decimal,
    digits,
    ordinal,
    time,
    whole,
    year,
)
from jarvis_voice.language.en.spelled_letters import CHAIN, spoken_chain
from jarvis_voice.language.en.unit_words import CURRENCIES, SCALES, UNITS, say_amount, say_money

Speak = Callable[[re.Match[str]], str | None]
"""Says one match, or None when it is not what it looked like."""

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]\d)|\d+(?:\.\d+)?"
_SCALE = r"thousand|million|billion|trillion|k|M|bn"
_MONTH = "|".join(f"{name}|{name[:3]}\\.?" for name in MONTHS) + r"|Sept\.?"
_DOMAIN = (
    r"(?:[\w-]+\.)+(?:com|org|net|edu|gov|mil|int|io|dev|app|ai|info|wiki|me|tv|co|uk|de|fr|it|es|"
    r"nl|eu|ch|at|ca|au|us|jp|in|br|pl|se|no|fi|dk|be)"
)
_SIGN = r"(?:(?<![\w.,)])[-\u2212])?"
_UNIT = "|".join(re.escape(name) for name in sorted(UNITS, key=len, reverse=True))
_COIN = "|".join(re.escape(sign) for sign in CURRENCIES)


def _lower_end(group: str) -> str:
    """A pattern for the "5-" of "5-10 km", kept in the named group."""
    return rf"(?:(?P<{group}>{_NUMBER})\s?[\u2013-]\s?)?"


_FIRST_MARK = 0xF0000
"""A spoken token stands in the text as one private sign from here on, until all rules are done."""

_ONE = "[\U000f0000-\U000ffffd]"
_MARK = re.compile(_ONE)
_RANGE = re.compile(f"(?<!{_ONE}-)({_ONE})(?:-|\\s?\u2013\\s?)(?={_ONE}(?!-{_ONE}))")
_MINUS = re.compile(f"({_ONE}) [-\u2212] (?={_ONE})")


def _plain(text: str) -> str:
    return text.replace(",", "").replace("\u2212", "-")


def _url(match: re.Match[str]) -> str:
    url = match["url"]
    end = url[len(url.rstrip(".,;:!?)")) :]
    host = re.sub(r"^(https?://)?([^/@]*@)?(www\.)?", "", url, flags=re.IGNORECASE)
    host = re.split(r"[/:?#]", host)[0].rstrip(".,;!)")
    return _dotted(host) + end


def _dotted(host: str) -> str:
    return " dot ".join(host.split("."))


def _email(match: re.Match[str]) -> str:
    return f"{_dotted(match['user'])} at {_dotted(match['host'])}"


def _iso_date(match: re.Match[str]) -> str | None:
    spoken = _checked_date(int(match["iy"]), int(match["im"]), int(match["id"]))
    if spoken is None or match["ih"] is None:
        return spoken
    return f"{spoken}, {time(int(match['ih']), int(match['imin']))}"


def _dotted_date(match: re.Match[str]) -> str | None:
    return _checked_date(int(match["dy"]), int(match["dm"]), int(match["dd"]))


def _slashed_date(match: re.Match[str]) -> str | None:
    first, second = int(match["s1"]), int(match["s2"])
    month, day = (second, first) if first > 12 else (first, second)
    return _checked_date(int(match["sy"]), month, day)


def _checked_date(number_of_year: int | None, month: int, day: int) -> str | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return date(number_of_year, month, day)


def _named_date(match: re.Match[str]) -> str | None:
    month = [full[:3] for full in MONTHS].index(match["nm"][:3]) + 1
    return _checked_date(int(match["ny"]) if match["ny"] else None, month, int(match["nd"]))


def _time(match: re.Match[str]) -> str | None:
    hour, minute = int(match["th"]), int(match["tm"] or 0)
    half = _half(match["half"])
    if hour > 24 or minute > 59 or (half and not 1 <= hour <= 12):
        return None
    seconds = f" and {cardinal(int(match['ts']))} seconds" if match["ts"] else ""
    return time(hour, minute, half) + seconds + _stop(match)


def _hour(match: re.Match[str]) -> str | None:
    hour = int(match["hour"])
    return time(hour, 0, _half(match["half"])) + _stop(match) if 1 <= hour <= 12 else None


def _half(written: str | None) -> str:
    return (written or "").lower().replace(".", "")


def _stop(match: re.Match[str]) -> str:
    """The full stop of "at 5 p.m. Then": it ends the abbreviation and the sentence."""
    is_last = match.group().endswith(".") and _NEXT.match(match.string, match.end())
    return "." if is_last else ""


_NEXT = re.compile(r"\s*$|\s+[A-Z]")


def _address(match: re.Match[str]) -> str:
    return " dot ".join(digits(part) for part in match["ip"].split("."))


def _version(match: re.Match[str]) -> str:
    numbers = match["vn"] or match["vb"]
    named = "version " if match["vn"] and match["v"].lower() == "v" else match["v"] or ""
    return named + " point ".join(whole(part) for part in numbers.split("."))


def _money(match: re.Match[str]) -> str:
    return say_money(_plain(match["m"]), match["c"], match["ms"])


def _percent(match: re.Match[str]) -> str:
    return f"{_low(match['plow'])}{decimal(_plain(match['p']))} percent"


def _amount(match: re.Match[str]) -> str:
    return _low(match["ulow"]) + say_amount(_plain(match["u"]), match["unit"])


def _low(number: str | None) -> str:
    return f"{decimal(_plain(number))} to " if number else ""


def _ordinal(match: re.Match[str]) -> str:
    number = _plain(match["o"])
    return ordinal(int(number)) if len(number) <= MOST_READ_DIGITS else whole(number)


def _decade(match: re.Match[str]) -> str:
    spoken = year(int(match["dec"]))
    return spoken[:-1] + "ies" if spoken.endswith("y") else spoken + "s"


def _fraction(match: re.Match[str]) -> str:
    top, bottom = int(match["f1"]), int(match["f2"])
    if bottom == 2 and top == 1:
        return "one half"
    if bottom == 4 and top in {1, 3}:
        return f"{cardinal(top)} quarter{'s' if top > 1 else ''}"
    if 0 < top < bottom <= 10 and bottom != 2:
        return f"{cardinal(top)} {ordinal(bottom)}{'s' if top > 1 else ''}"
    is_idiom = (top, bottom) in {(24, 7), (50, 50)}
    return f"{cardinal(top)} {'' if is_idiom else 'over '}{cardinal(bottom)}"


def _range(match: re.Match[str]) -> str:
    return f"{_count(match['r1'])} to {_count(match['r2'])}"


def _told_year(match: re.Match[str]) -> str:
    return match["when"] + year(int(match["yr"]))


def _phone(match: re.Match[str]) -> str:
    spoken = ", ".join(digits(part) for part in re.split("[ -]", match["tel"] or match["call"]))
    return f"plus {spoken}" if match["tel"] else spoken


def _number(match: re.Match[str]) -> str:
    scale = match["scale"]
    return _count(match["n"]) + (f" {SCALES[scale]}" if scale else "")


def _count(text: str) -> str:
    """A number; four digits from 1900 to 2099 without a separator are a year."""
    plain = _plain(text)
    is_year = len(text) == 4 and text.isdecimal() and 1900 <= int(text) <= 2099
    return year(int(text)) if is_year else decimal(plain)


def _letters(match: re.Match[str]) -> str | None:
    return spoken_chain(match["chain"])


_EDGE = r"(?<![\w.])"
_END = r"(?![\w]|[.,]\d)"
_RULES: tuple[tuple[str, Speak], ...] = (
    (CHAIN, _letters),
    # from its first sign, or each sign of a long word is tried
    (r"(?<![\w.+-])(?P<user>[\w.+-]++)@(?P<host>[\w-]+(?:\.[\w-]+)+)", _email),
    (rf"(?P<url>https?://[^\s<>\"]+|www\.[^\s<>\"]+|(?<![\w@.-]){_DOMAIN}\b(?![\w-])(?:/[^\s<>\"]*)?)",
     _url),
    (rf"{_EDGE}(?P<iy>\d{{4}})-(?P<im>\d\d)-(?P<id>\d\d)"
     r"(?:T(?P<ih>\d\d):(?P<imin>\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\w]|-\d)",
     _iso_date),
    (rf"{_EDGE}(?P<dd>\d\d?)\.(?P<dm>\d\d?)\.(?P<dy>(?:19|20)\d\d){_END}", _dotted_date),
    (rf"{_EDGE}(?P<s1>\d\d?)/(?P<s2>\d\d?)/(?P<sy>(?:19|20)\d\d){_END}", _slashed_date),
    (rf"\b(?P<nm>{_MONTH})\s+(?P<nd>\d\d?)(?:st|nd|rd|th)?(?:,?\s+(?P<ny>\d{{4}}))?{_END}",
     _named_date),
    (rf"{_EDGE}(?P<nd>\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<nm>{_MONTH})\b"
     rf"(?:,?\s+(?P<ny>\d{{4}}){_END})?", _named_date),
    (r"(?<![\w.:])(?P<th>\d\d?):(?P<tm>\d\d)(?::(?P<ts>\d\d)(?:\.\d+)?)?"
     r"(?:\s?(?P<half>[ap]\.?m\b\.?))?(?![\w:])", _time),
    (rf"{_EDGE}(?P<hour>\d\d?)\s?(?P<half>[ap]\.m\.|[ap]m\b)", _hour),
    (rf"{_EDGE}(?P<ip>\d{{1,3}}(?:\.\d{{1,3}}){{3}}){_END}", _address),
    (r"(?<![\w.])(?:(?P<v>v|version\s)(?P<vn>\d+(?:\.\d+)+)|(?P<vb>\d+(?:\.\d+){2,}))"
     r"(?![\w]|\.\d)", _version),
    (rf"(?P<c>{_COIN})\s?(?P<m>{_NUMBER})(?:\s?(?P<ms>{_SCALE})\b)?", _money),
    (rf"{_EDGE}(?P<m>{_NUMBER})(?:\s?(?P<ms>{_SCALE}))?\s?(?P<c>{_COIN})(?!\w)", _money),
    (rf"{_EDGE}(?P<dec>1[1-9]\d0|20\d0)s\b", _decade),
    (rf"{_EDGE}{_lower_end('plow')}(?P<p>{_SIGN}(?:{_NUMBER}))\s?%", _percent),
    (rf"{_EDGE}{_lower_end('ulow')}(?P<u>{_SIGN}(?:{_NUMBER}))"
     r"\s?(?P<unit>" + _UNIT + r")(?![\w/\u00b2\u00b3])", _amount),
    (rf"{_EDGE}(?P<o>\d{{1,3}}(?:,\d{{3}})+|\d+)(?:st|nd|rd|th)\b", _ordinal),
    (rf"{_EDGE}(?P<f1>\d{{1,3}})/(?P<f2>\d{{1,3}})(?![\w/]|[.,]\d)", _fraction),
    (r"(?<!\w)(?:\+(?P<tel>\d{1,3}(?:[ -]\d{2,}){2,})|(?P<call>\d{3}-\d{3}-\d{4}))(?!\w)", _phone),
    (rf"(?<![\w.-])(?P<r1>{_NUMBER})(?:-|\s?\u2013\s?)(?P<r2>{_NUMBER})(?![\w-]|[.,]\d)", _range),
    (r"(?P<when>\b(?:in|since|until|till|by|before|after|from|during|around|year|circa)\s+)"
     rf"(?P<yr>1[1-9]\d\d|20\d\d){_END}(?!\s(?:people|of|times|items|results|more|or))",
     _told_year),
    (rf"{_EDGE}(?P<n>{_SIGN}(?:{_NUMBER}))(?:\s?(?P<scale>k|M|bn)(?!\w))?(?!\w)", _number),
)  # fmt: skip

_PATTERNS = tuple((lazy_pattern(pattern), speak) for pattern, speak in _RULES)


def speak_tokens(text: str) -> str:
    """The text with every recognised token in words; all else unchanged."""
    spoken: list[str] = []

    def mark(match: re.Match[str], speak: Speak) -> str:
        words = speak(match)
        if words is None:
            return match.group()
        spoken.append(words)
        return chr(_FIRST_MARK + len(spoken) - 1)

    for pattern, speak in _PATTERNS:
        text = pattern.sub(partial(mark, speak=speak), text)
    text = _MINUS.sub(r"\1 minus ", _RANGE.sub(r"\1 to ", text))
    return _MARK.sub(lambda match: spoken[ord(match.group()) - _FIRST_MARK], text)
