"""Tells what code adds to a model's words behind an order that nobody carried out. Pure.

Invariant: "Right away." alone is no answer to an order that no receipt fulfils.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from jarvis_voice.assistant.planning import unsupported
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.tools.registry import Tool

NOTHING_DONE = "I have done nothing."

MOST_WORDS = 8
"""So many words of an answer may be nothing but an assent."""

_ASSENTS = (
    r"(?:ok(?:ay)?|k|sure(?: thing)?|of course|naturally|certainly|absolutely|definitely|gladly|"
    r"happily|easily|(?:alright|all right)y?|right(?: away| on it)?|fine|good|great|perfect|"
    r"very well|will do|noted|understood|got it|roger|copy that|agreed|deal|no (?:problem|worries|"
    r"sooner said than done)|as you (?:wish|like|say|want)|(?:with|my) (?:great )?pleasure|"
    r"at your service|consider it(?: done)?|(?:you can )?(?:rely|count) on me|you can (?:rely|"
    r"count|trust) (?:on |in )?me|leave it to me|trust me|at once|immediately|straight ?away|"
    r"in a (?:moment|second|minute)|coming(?: right)? up|on (?:it|my way|its way)|i(?: a|"
    r"')m on it|here you (?:go|are)|there you (?:go|are)|done|all (?:set|done)|(?:it|"
    r"that) is (?:done|settled)|so be it|you got it|(?:yes|yep|yeah|aye)|it shall be(?: done)?|"
    r"\w+ it is|(?:i|we) (?:can|could|will|would|shall|do)(?: do)?(?: that| it| so)?|i(?:'|"
    r"\u2019)ll do (?:that|it|so)|(?:looks|seems) like i (?:can|could)|enjoy (?:the|your) \w+|"
    r"sleep well|see you(?: then| soon| there)?|have (?:the|your) \w+ ready|you can (?:sleep|"
    r"relax)\b)"
)
_BESIDE = (
    r"(?:sir|madam|ma'am|boss|mate|my friend|dear|jarvis|then|now|just|for you|that|it|well|so|"
    r"soon|please|and|to|at|on|in|by|the|your|my|today|tonight|tomorrow|this|morning|evening|"
    r"afternoon|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"half|past|quarter|o'clock|am|pm|\d+(?::\d\d)?)"
)
_ASSENT = lazy_pattern(rf"\b{_ASSENTS}\b", re.I)
_ONLY_ASSENTS = lazy_pattern(rf"\W*(?:(?:{_ASSENTS}|{_BESIDE})\b\W*)+", re.I)

_REFUSES = lazy_pattern(
    r"\b(?:cannot|can not|unable|not able|no (?:way|tool|means|access|hands|button|connection)|"
    r"sorry|"
    r"unfortunately|afraid|not possible|impossible|beyond me|have not|did not|do not|will not|"
    r"would "
    r"not|not (?:yet|done|something|mine|here)|nothing|yourself|instead|no(?! (?:problem|worries|"
    r"sooner))|never)\b|n't\b|n\u2019t\b",
    re.I,
)
_ASKS_BACK = lazy_pattern(
    r"\?|\b(?:tell me|say (?:it|which|when|what|where|so|for)|let me know|give me|i need (?:to|a|"
    r"the|"
    r"your)|which one|name (?:it|the|a)|please|try|could you|you (?:can(?! (?:rely|count|trust|"
    r"sleep|relax))|could|may|need|have to))\b",
    re.I,
)
_WISHES = lazy_pattern(
    r"\b(?:i|we)(?:'d| would|\u2019d) (?:rather|prefer|like you to|love you to)\b|"
    r"\bi (?:want|need) you to\b",
    re.I,
)
_TELLS = lazy_pattern(
    r"\W*(?:i|we|he|she|they|my \w+) (?:always |usually |often |never )?(?:wakes?|woke|set|forgot|"
    r"cancelled|stopped|added|moved|gets? up|got up|slept)\b[^,.;?!]*\W*",
    re.I,
)
"""Tells what somebody does or did, and orders nothing."""
_CANNOT = "I cannot "


def is_bare_assent(said: str) -> bool:
    """Whether a model's whole answer to an order only agrees to it.

    Args:
        said: All of its words that may be told.
    """
    is_short = 0 < len(re.findall(r"[\w'\u2019]+", said)) <= MOST_WORDS
    if not is_short or _ASKS_BACK.search(said) or _REFUSES.search(said):
        return False
    return bool(_ASSENT.search(said)) and _ONLY_ASSENTS.fullmatch(said) is not None


def orders_an_act(goal: str, tools: Iterable[Tool]) -> bool:
    """Whether a turn has an order in it that a tool could carry out, whatever its form is.

    Args:
        goal: The turn as it was said.
        tools: Those that are possible now.
    """
    if _WISHES.search(goal):
        return True
    if _TELLS.fullmatch(goal):
        return False
    acts = (tool for tool in tools if tool.asked_by and not tool.is_read_only)
    return any(tool.is_ordered_in(goal) for tool in acts)


def refusal_behind(goal: str, said: str) -> str:
    """What code adds to words of a model that leave open that the order is not carried out.

    Args:
        goal: What the user ordered.
        said: The model's words.
    """
    if _REFUSES.search(said):
        return ""
    refused = unsupported.refusal(clean(goal)) or ""
    return refused if refused.startswith(_CANNOT) else ""
