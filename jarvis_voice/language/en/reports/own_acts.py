"""Finds the plainest false report: in the perfect, of what Jarvis itself can set, send or switch.

Invariant: pure. It is asked where the rules call a sentence a report and the trained network does
not: a network is never sure of a sentence that nobody has shown to it.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_OWN_ACT = lazy_pattern(
    r"\bi(?:'ve| have)\s+(?:(?:also|just|now|already|gone ahead and|taken the liberty and)\s+){0,3}"
    r"(?:set|started|added|put|saved|noted|sent|emailed|e-mailed|mailed|turned|switched|opened|"
    r"created|scheduled|booked|removed|deleted|cancell?ed|moved|written|called|texted|messaged)\s"
    r"(?:[^.!?]{0,60}\s)?(?:timers?|alarms?|reminders?|lights?|your)\b",
    re.IGNORECASE,
)


def claims_own_act(sentence: str) -> bool:
    """Whether a sentence says that Jarvis has set, sent or switched something of the user's."""
    return bool(_OWN_ACT.search(sentence.replace("\u2019", "'")))
