"""Makes a reminder for somebody else one for who asks: "remind Tom to call me at six". Pure.

Invariant: all the words about the other person stay; nobody else can be reminded from here.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
_WHEN = r"(?:at|on|in|by|tomorrow|tonight|today|next|every)\b[^,]{0,40}?"
_NAME = r"(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
_OWN = (
    r"(?:my|our|the) [\w'-]+(?: (?!(?:and|at|on|in|by|tomorrow|tonight|today|next|every)\b)"
    r"[\w'-]+)?"
)
_ONE = rf"(?:{_OWN}|him|her|them|every(?:one|body)|mum|mom|dad|{_NAME})"
_WHO = (
    rf"(?P<who>{_ONE}(?: and (?:{_ONE}|[\w'-]+))?|"
    r"(?!me\b|us\b|my|our|you|it\b|that\b|this\b|to\b|about\b|of\b|at\b|on\b|in\b)"
    r"[a-z]+(?= (?:to|about)\b))"
)
_REST = r"(?P<rest>(?:not to|to|about|that|of) .+)"
_REMIND = re.compile(rf"(?:(?P<when>{_WHEN}),? )?(?P<verb>remind) {_WHO} {_REST}", re.I)
_LATER = re.compile(rf"(?P<verb>remind|tell|ask) {_WHO} (?P<when>{_WHEN}) {_REST}", re.I)
"""With the time right behind the person it is no message for now: "tell my wife at six to ..."."""
_BARE = re.compile(
    rf"(?:please )?remind (?:me to )?(?P<who>{_ONE}(?: and {_ONE})?|"
    r"(?!(?:me|us|you|it|that|this|them|tomorrow|later|again|please|now|today|tonight|soon|daily|"
    r"weekly|yourself|people)\b)[a-z]+)"
    rf"(?: (?P<when>{_WHEN}))?(?:,? please)?[.!?]*",
    re.I,
)
_DONE = lazy_pattern(
    r"remind me to (?!(?-i:[A-Z])|(?:my|our|the|him|her|them|every(?:one|body)|mum|mom|dad)\b)",
    re.I,
)
"""What shall be done, and no person: "remind me to shower"."""


def told_nothing(line: str) -> tuple[str, str] | None:
    """Whom a reminder without a word of what it is for names, and when; None for any other.

    Args:
        line: The sentence as it was said: "Remind Tom", "remind my wife tomorrow at five".
    """
    found = _BARE.fullmatch(" ".join(line.split())) if len(line) <= _LONGEST else None
    if found is None or _DONE.match(line.strip()):
        return None
    return found["who"], found["when"] or ""


def for_who_asks(line: str) -> str:
    """The sentence, or the reminder for who asks that it can only be.

    Args:
        line: A clean sentence.
    """
    found = _LATER.fullmatch(line) or _REMIND.fullmatch(line) if len(line) <= _LONGEST else None
    if found is None:
        return line
    when = f"{found['when']} " if found["when"] else ""
    return f"remind me {when}to {found['verb'].lower()} {found['who']} {found['rest']}"
