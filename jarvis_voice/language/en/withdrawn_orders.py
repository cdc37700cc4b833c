"""Whether a sentence takes back its own order at its end: "cancel the timer, no, don't". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST_END = 60
"""So many characters at the end of a sentence are read."""

_NO = r"(?:no|nope|nah|wait|actually|oh|hang on|hold on|but|please|well|or rather)"
_END = re.compile(
    rf"(?:(?:[,.;!-]+ ?|\s)(?:{_NO}[,.!]* )+(?:(?:please )?(?:do not|don't|dont)"
    r"(?: (?:do (?:it|that)|bother|cancel it|set it|please))?|"
    r"not (?:really|now|that)|leave it|i take (?:it|that) back|"
    r"(?:forget|scratch|cancel|scrap|ignore) (?:it|that|this))|"
    r"[,.;!-]+ ?(?:do not|don't|dont)|"
    r"[,.;!?-]+ ?(?:no way|no thanks?|no thank you|not a chance|kidding|joking|"
    r"i don't think so|as if)|"
    r"(?:[,.;!-]+ ?(?:i'm |i am |i was )?|\s)(?:(?:just|only) (?:kidding|joking|teasing)|"
    r"psych|not really|on second thoughts?,? (?:no|don't|not)|"
    r"scratch that|never ?mind|forget (?:i|that i) said (?:that|anything)))[\s.!]*\Z"
)
_HELD_BACK = re.compile(r"\w.*[,.;!?-]+ ?(?:oh )?(?:no,? wait|wait,? no|no,? stop)[\s.!]*\Z")
_SAID_OF = lazy_pattern(
    r"\b(?:(?<=\bi )am|is|was|were|be|he's|she's|they're|you're|you are|say|said|says|saying|"
    r"called|to)[,\s]*\Z"
)
"""Behind these the end is what somebody is or says: "remember that Tom was only joking"."""
_NO_ORDER = re.compile(r"(?:(?:oh|ah|ok|okay|no|well|right|sorry|actually)\b\W*)*", re.I)


def is_withdrawn(text: str) -> bool:
    """Whether an order is taken back in the same breath.

    Args:
        text: The sentence as it was said.
    """
    line = " ".join(text[-_LONGEST_END:].casefold().replace("\u2019", "'").split())
    found = _END.search(line)
    before = line[: found.start()] if found else ""
    return bool(before) and not _SAID_OF.search(before) and not _NO_ORDER.fullmatch(before)


def is_held_back(text: str) -> bool:
    """Whether the speaker stops in the middle of an order: "cancel the alarm, no wait".

    What takes something away is not done then; what sets something is put right by what follows.

    Args:
        text: The sentence as it was said.
    """
    line = " ".join(text[-_LONGEST_END:].casefold().split())
    return _HELD_BACK.search(line) is not None
