"""Finds the promise that help is coming to the user. Pure.

Invariant: nobody was called, so a user who trusts such a sentence waits in danger. What helpers do
once they are called is no promise.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_HELP = (
    r"(?:(?:more )?help|(?:the |an )?ambulances?|(?:the )?paramedics|(?:the )?police|(?:the |an? )?"
    r"(?:police )?officers?|(?:the )?fire (?:brigade|department|service|engine|crew)|(?:the )?"
    r"fire ?fighters|(?:the )?emergency (?:services?|team|doctor|crew)|(?:the |a )?(?:rescue team|"
    r"rescuers|rescue service|rescue)|(?:the )?medics|a (?:doctor|medic|patrol(?: car)?))"
)
_WHO = r"(?:someone|somebody|they)"
_SOON = (
    r"(?:soon|shortly|any (?:moment|minute|second)|in (?:a|an|about|around|under|less|just|the|"
    r"\d+|\w+) (?:\w+ )?(?:moments?|minutes?|seconds?|hour)|within \w+(?: minutes?)?|right away|"
    r"immediately)"
)
_HERE = r"(?:(?:right )?(?:there|here|with you|by your side|at your \w+|outside your \w+|on site))"
_WILL = r"(?:'ll| will| should| must|'s going to| is going to| are going to|'re going to)"
_COMES = lazy_pattern(
    rf"\b{_HELP}(?:{_WILL}(?: \w+ly| soon| be)*(?: {_HERE}| (?:arrive|reach you|get (?:there|here|"
    rf"to you)|come|coming|on (?:its|their|the) way)\b(?=.*(?:{_SOON}|\byou\b|\bway\b)))|"
    r"(?:'s| is| are)(?: \w+ly| now| just)* (?:on (?:its|their|the) way|coming(?! (?:from|up|out|"
    r"down|back|of|along))|en route|almost there|nearly there|about to arrive|arriving|"
    r"(?:about |only |just )?(?:\w+ )?(?:minutes?|seconds?) (?:away|out))|"
    r"(?: already)? (?:knows?|has|have) your (?:address|location|position)|"
    r"(?:'s| has|'ve| have) (?:already |just )?(?:been (?:alerted|informed|called|dispatched|"
    r"notified|sent)|arrived|been told))|"
    rf"\b{_WHO}(?:{_WILL}(?: \w+ly| soon| be)* (?:with you|at your \w+|reach you|"
    rf"(?:(?:right )?there|"
    rf"here|arrive|get (?:there|here))\b(?=.*{_SOON}))|"
    r"(?:'s| is| are|'re)(?: \w+ly| now| just)* (?:on (?:its|their|the) way|coming to you|"
    r"almost there|"
    r"nearly there)|(?: already)? (?:knows?|has|have) your (?:address|location|position))",
    re.I,
)
_IF_CALLED = lazy_pattern(
    r"\b(?:if|once|when|whenever|as soon as|after|until|unless|in case|so that|before|whether|"
    r"would|might|could|may|usually|often|normally|tell them|ask them)\b|\?\s*\Z",
    re.I,
)
_CALL = lazy_pattern(
    r"\b(?:(?<!i )(?<!have )(?:call|dial|ring|phone)(?!ed)|get (?:on the|to a) phone)\b", re.I
)
_IS_CALLED = lazy_pattern(
    r"\b(?:i|we|he|she|they|someone|somebody|my [\w ]{2,20})(?:'ve| have| has|'s)?(?: just| "
    r"already)? (?:called|rang|rung|phoned|dialled|dialed|alerted|told)\b|\b(?:on|underway) (?:its|"
    r"their|the) way\b|\bis coming\b|\bare coming\b",
    re.I,
)


def promises_help(sentence: str) -> bool:
    """Whether a sentence promises that somebody comes to help, or says that helpers know."""
    line = " ".join(sentence.replace("\u2019", "'").split())
    return bool(_COMES.search(line)) and not _IF_CALLED.search(line) and not tells_to_call(line)


def tells_to_call(sentence: str) -> bool:
    """Whether a sentence tells the user to call for help, so that those may come."""
    return _CALL.search(sentence) is not None


def says_help_is_called(text: str) -> bool:
    """Whether the user has said that somebody is called or comes."""
    return _IS_CALLED.search(text.replace("\u2019", "'")) is not None
