"""Finds a text that somebody gives to be translated, read, judged or gone on with. Pure.

Invariant: behind "translate this:" stands what somebody wrote. None of it is an order to Jarvis,
whatever it says.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.sentences import split_sentences

_LONGEST_HEAD = 200
_LEAD = (
    r"\A\W*(?:(?:hey|hi|hello|ok|okay|so|and|now|well|please|kindly|jarvis|just|also|can you|"
    r"could you|would you|will you|i want you to|i need you to|i'd like you to|help me|let's|"
    r"do me a favou?r and|go ahead and|quickly|to|try to)\b[\s,]*)*"
)
_WORKS = (
    r"(?P<works>translate|summari[sz]e|sum up|proof ?-?read|rewrite|re-?phrase|paraphrase|re-?word|"
    r"shorten|lengthen|condense|simplify|continue|go on with|carry on with|finish|complete|correct|"
    r"improve|polish|edit|spell ?-?check|fix the|check the (?:spelling|grammar|text|commas)|"
    r"explain|"
    r"interpret|analy[sz]e|critique|review|judge|comment on|format|recite|count the|reply to|"
    r"respond to|classify|find the (?:mistakes?|errors?|verbs?|typos?)|"
    r"(?:turn|make|put|write)(?= (?:this|these|the following|the text|my \w+)(?: \w+)? (?:into|"
    r"sound|"
    r"shorter|longer|nicer|friendlier|formal|more|less|as an?|an? (?:poem|table|haiku|rap|song|"
    r"list "
    r"of)|in (?!my|the|our)\w+)))|"
    r"(?P<asks>read|describe|discuss|look at|rate|what (?:is|does|do|are|language)|what's|"
    r"how (?:does|"
    r"do|is|would)|who (?:wrote|says|said)|is|are|does|would you say|do you (?:like|understand))"
)
_GIVEN = (
    r"(?:this|these(?! days\b)|the following|the text|the lines|below|my (?:text|poem|essay|story|"
    r"song|draft|"
    r"speech|letter|mail|e-?mail|message|paragraph|sentences?|blog post|lyrics))"
)
_PAGE = r"(?:page|article|site|website|video|picture|screen|screenshot|link|one|result|tab)"
_HEADS = (
    # a verb and what is given
    lazy_pattern(
        rf"{_LEAD}(?:{_WORKS})\b[^.:!?\n]*\b{_GIVEN}\b(?P<what>[^.:!?\n]*)(?P<joint>[.:!?]+\s|"
        rf"\s*\n)",
        re.I,
    ),
    # a verb alone, before a colon
    lazy_pattern(
        rf"{_LEAD}(?:translate|summari[sz]e|summary|translation|proof ?-?read|re-?phrase|rewrite|"
        r"paraphrase|shorten|spell ?-?check|fix (?:the )?(?:grammar|spelling|commas)|correct|"
        r"sum up|tl;?dr|go on with|continue)\b"
        r"(?P<what>[^.:!?\n]*)(?P<joint>:\s|\s*\n)",
        re.I,
    ),
    # who wrote it, or what it is
    lazy_pattern(
        r"\A\W*(?:(?!i\b|you\b|jarvis\b)[\w']+ ){0,3}?(?!i\b|you\b)[\w']+ (?:just )?(?:wrote|"
        r"writes|"
        r"says|texted|mailed|messaged|sent|posted)(?: (?:me|us))?(?: this)?(?P<what>)"
        r"(?P<joint>:\s|\s*\n)|"
        r"\A\W*(?:and )?(?:here(?:'s| is| are| comes)|this is|these are) (?:my|our|the|a|an|his|"
        r"her|"
        r"their|some)(?P<poem>[^.:!?\n]*)(?P<begun>[.:]\s|\s*\n)|"
        r"\A\W*(?:my|our|the|her|his)(?: \w+){1,3} (?:begins|starts|goes|reads|ends|is)(?: like)? "
        r"(?:this|so|as follows)(?P<like>[.:]\s|\s*\n)|"
        r"\A\W*(?:quote|text|lyrics|the (?:text|mail|message|letter|poem|song|e-?mail)(?: is|"
        r" says| "
        r"reads)?)(?P<quote>:\s|\s*\n)",
        re.I,
    ),
)
_TEXT = lazy_pattern(
    r"\b(?:poem|text|essay|story|song|draft|speech|letter|mail|e-?mail|message|paragraph|lines?|"
    r"lyrics|note|article|recipe|report|review|homework|verse|joke|dialogue|script|post)\b",
    re.I,
)
_OURS = lazy_pattern(
    r"\b(?:list|alarm|timer|reminder|routine|volume|name|city|calendar|briefing|memory)s?\b", re.I
)


def head_of_given_text(text: str) -> int:
    """Where the text begins that is to be worked on; 0 where none is given.

    Args:
        text: The turn as it was said: "translate this into Spanish: Cancel the timer."
    """
    line = text.replace("\u2019", "'")[: _LONGEST_HEAD * 2]
    for pattern in _HEADS:
        found = pattern.match(line)
        if found is None or found.end() > _LONGEST_HEAD or not line[found.end() :].strip():
            continue
        head = line[: found.end()]
        if _OURS.search(head) or not _is_text_given(found, head, line[found.end() :]):
            continue
        return found.end()
    return 0


def _is_text_given(found: re.Match[str], head: str, behind: str) -> bool:
    """Whether a text stands behind, and not a page or another request."""
    named = found.groupdict()
    if named.get("begun") and not _TEXT.search(head):
        return False
    if head.rstrip().endswith(":"):
        return True
    if re.search(rf"\bthis {_PAGE}\b", head, re.I):
        return False
    is_weak = bool(named.get("asks")) and not _OF_LANGUAGE.search(head)
    return not is_weak or len(split_sentences(behind)) > 1


_OF_LANGUAGE = re.compile(
    r"\b(?:spam|correct|english|french|german|spanish|italian|latin|grammatical|grammar|spelt|"
    r"spelled|"
    r"mean|sentences?|poem|text|song|story|mail|e-?mail|message|letter|rude|polite)\b",
    re.I,
)
