"""Tells what makes a reading of the trained reader doubtful: a denial, an exception, words apart.

Invariant: pure; it only looks at the words that were said, and never makes a reading surer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean, is_negated

BEGUN_BY_WISH = frozenset(
    (
        *("set_timer", "set_alarm", "set_reminder", "timer_more", "timer_less", "snooze"),
        *("add_to_list", "make_note", "remember", "set_name", "set_city", "set_birthday"),
        *("set_units", "open_website", "open_app", "screenshot", "stopwatch", "volume_up"),
        *("resume_media", "unmute", "say_words", "start_conversation"),
    )
)
"""Meanings of which "do not" asks for the opposite."""

NOT_KNOWN_WHAT = "I do not know what you mean by that. Say what it is called."

_ORDER = lazy_pattern(
    r"\b(?:close|undo|delete|remove|erase|put|turn|switch|rename|change|move|add|take)\b.*"
    r"\b(?:it|that|this|them|those|these|ones?)\b",
    re.I,
)
NAMED_ONCE = frozenset({"item", "name", "place"})
"""Slots whose words stand beside one another, or are not one thing."""

_KEEPS_IN_MIND = re.compile(r"(?:\b(?:let me|let us|me|us|ever|please|not)|n't) forget\b", re.I)
_IS_NOT = lazy_pattern(
    r"\b(?:name|city|town|home|birthday|birth) (?:is not|isn't|is no longer|was not|wasn't)\b|"
    r"(?:\bno longer|\bnot|n't|\bnever)(?: (?:really|actually|even))? "
    r"(?:live|living|called|call me|born)\b|\b(?:any ?more|any longer)\b",
    re.I,
)
_OF_ONESELF = frozenset({"set_name", "set_city", "set_birthday"})
_ANOTHER_PERSON = lazy_pattern(
    r"\b(?:my|our|his|her|their|the) (?!(?:first|last|full|real|nick|friends?|family|mates|people|"
    r"colleagues|home|house|flat|apartment|city|town|name|birthday|address|place)\b)\w+"
    r"(?:'s\b| (?:is|was|has|just|recently|moved|lives?|lived|called)\b)|"
    r"\b(?:he|she|they)(?:'s|'re)?\b(?! call)",
    re.I,
)
_OTHER_TIMES = lazy_pattern(
    r"\b(?:used to|will|might|may|going to|gonna|i (?:want|would like) to|i'd like to|about to|"
    r"planning|grew up|from)\b|'ll\b|\bmoving\b",
    re.I,
)
_NO_TIMES = lazy_pattern(
    r"(?:right )?now|today|currently|at the moment|immediately|again|(?:just )?a (?:sec|second|"
    r"moment|bit|while)|these days|always|(?:from now on)",
    re.I,
)
_LASTS = lazy_pattern(
    r"\bfor (?!a (?:second|minute|moment|while)\b)(?:[\w-]+ ){1,4}?(?:seconds?|minutes?|hours?|"
    r"days?|weeks?)\b|\b(?:until|till) \w",
    re.I,
)
_ANOTHER_CLAUSE = re.compile(r"[,;.!?] |\b(?:so|but|and|because|please)\b", re.I)
_POLITE = lazy_pattern(
    r"\bif (?:you (?:don't|do not|wouldn't) mind|you (?:can|could|would|please|have|get)\b|"
    r"(?:it's|it is|that's|that is) (?:ok|okay|alright|all right|fine|possible|no|not)\b|possible)",
    re.I,
)
_EXCEPTION = lazy_pattern(
    r"\b(?:but|although|though|even though|except|unless|if|instead of|rather than|no longer)\b",
    re.I,
)
_BETWEEN = lazy_pattern(
    r"(?:[\s,;&]|\b(?:and|or|plus|also|then|some|a|an|the|of|my|our|as well as|both|to|in)\b)*\Z",
    re.I,
)


_ASKS_OR_TELLS = lazy_pattern(
    r"\A(?:why|how|what|when|who|where|which|is|are|was|were|did|does|do|has|have|had|am)\b"
    r"(?! (?:you mind|about|there (?:a|any) (?:way|chance)|it possible))|"
    r"\Ayou(?:'ve| have| had)? (?:just |already )?(?:set|put|made|turned|did|were|added|took)\b|"
    r"\b(?:i|we|he|she|they) (?:think|thought|believe|guess|heard|noticed|know|knew|"
    r"hate|said|told|did|had|was|were|already)\b|"
    r"\b(?:is|was|are|were|got|gets|goes|went|has been|had been) "
    r"(?!too\b|so\b|very\b|a bit\b)\w+(?:ed|en|ing)\b|"
    r"\bhow to\b",
    re.I,
)
_FORBIDS = lazy_pattern(
    r"(?:(?<!why )\bnot|n't|\bnever)(?: (?:ever|you dare|want(?: you)? to|need to|have to|to|"
    r"please|just))* (?:cancel|delete|remove|clear|erase|wipe|scrap|kill|ditch|drop|dismiss)\b",
    re.I,
)
_TAKES_AWAY = ("cancel_", "clear_", "delete_", "remove_", "forget")
_ASKS_OF_BEFORE = lazy_pattern(
    r"\A(?:(?:and|so|but|hey|jarvis) )*(?:why (?!don't|do not|not)|who |did |have you |has |"
    r"you(?:'ve| have)? (?:just |already )?\w+ed\b)",
    re.I,
)
_NO_ORDER_OF_NOW = lazy_pattern(
    r"(?<!\bi )(?<!\bwe )(?<!\bi've )(?<!\bi have )(?<!\bi just )\b(?:said|says|told|tells|asked|"
    r"asks|wants|wanted|thinks|thought|suggested|tried|tries)\b|\bnever\b(?! ?mind)|"
    r"\b(?:forgot|forgotten|almost|nearly|later|yesterday)\b|"
    r"\b(?:must|might|could|should|would|may|to) have \w+(?:ed|en|t)\b",
    re.I,
)
_NUMBER = (
    r"(?:\d\S*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|"
    r"thirty|forty|noon|midnight|half|quarter)\b)"
)
_LIMITS = lazy_pattern(
    r"\b(?:(?:every|each|daily|weekly|monthly|weekdays|weekends|except|unless|until|but not|"
    rf"apart from|other than|only|if)\b|(?:or|minus|plus|before|after|between)(?= {_NUMBER})|"
    rf"in(?= {_NUMBER}(?: please)?\W*\Z)|"
    r"in (?:an?|two|three|six|\d+) (?:day|week|fortnight|month|year)s?\b|"
    r"next (?:week|month|year)\b)",
    re.I,
)
"""How often something is to be done, and when not: an act without what was said of it is asked."""

_BY_SO_MUCH = lazy_pattern(
    r"\bby (?:an?\b|\d|half\b|[a-z]+(?:[ -][a-z]+)? ?(?:%|per ?cent|points?)|"
    r"(?:five|ten|fifteen|twenty|thirty|forty|fifty)\b)",
    re.I,
)


def is_report(text: str) -> bool:
    """Whether a sentence asks or tells how things are, and perhaps wants nothing done."""
    return _ASKS_OR_TELLS.search(clean(text)) is not None


def is_told(text: str, meaning: str) -> bool:
    """Whether what would take something away is perhaps somebody else's order, or of another time.

    Args:
        text: "Mum told me to cancel the timer", "I forgot to cancel the timer".
        meaning: What it is read as.
    """
    return meaning not in BEGUN_BY_WISH and _NO_ORDER_OF_NOW.search(clean(text)) is not None


def is_denied(text: str, meaning: str) -> bool:
    """Whether a sentence forbids or denies what a meaning would do."""
    if _FORBIDS.search(text):
        return True
    if meaning.startswith(_TAKES_AWAY) and _ASKS_OF_BEFORE.match(clean(text)):
        return True
    if meaning == "volume_set" and _BY_SO_MUCH.search(text):
        return True
    if meaning not in BEGUN_BY_WISH or _KEEPS_IN_MIND.search(text):
        return False
    if _IS_NOT.search(text) or (meaning in _OF_ONESELF and _ANOTHER_PERSON.search(text)):
        return True
    return is_negated(clean(text)) and not _ANOTHER_CLAUSE.search(text.strip(" ,.;!?"))


def has_exception(text: str, meaning: str = "") -> bool:
    """Whether a sentence says "but", "unless" or "do not": what is done may be only half of it."""
    if meaning == "set_city" and _OTHER_TIMES.search(text):
        return True
    return bool(_EXCEPTION.search(_POLITE.sub("", text))) or is_negated(clean(text))


def is_timed(text: str, stretches: Sequence[str], *, lasts: bool = True) -> bool:
    """Whether it is said when, or for how long: more than that it is for now.

    Args:
        text: The whole sentence.
        stretches: Its words for a time or a length.
        lasts: "For two hours" counts, wherever it stands.
    """
    return (lasts and _LASTS.search(text) is not None) or any(
        not _NO_TIMES.fullmatch(words.strip(" ,.")) for words in stretches
    )


def is_apart(text: str, stretches: Sequence[str]) -> bool:
    """Whether the stretches of one slot have other words between them than "and"."""
    end = -1
    for words in stretches:
        start = text.find(words, max(end, 0))
        if start < 0:
            return False
        if end >= 0 and not _BETWEEN.match(text[end:start]):
            return True
        end = start + len(words)
    return False


def is_order(text: str) -> bool:
    """Whether a sentence wants something done to an "it" that nobody knows; "okay" is no answer."""
    return _ORDER.search(text) is not None


def lost_limits(text: str, sentence: str) -> set[str]:
    """Words that limit a request and are not in what was made of it."""
    said, kept = ({found.lower() for found in _LIMITS.findall(words)} for words in (text, sentence))
    return said - kept
