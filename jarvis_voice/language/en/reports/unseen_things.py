"""Finds the answer to a question about what of the user's Jarvis cannot see. Pure.

Invariant: nobody here sees mail, calls, a calendar, bills or the door: "No." to a question about
them is as false as "You have three new mails", whoever is right.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 400
_OF_MINE = (
    r"\b(?:my|me|us|our|here|today|tonight|just|door|door ?bell|bell|while i|while we|yet|this "
    r"(?:morning|afternoon|evening)|(?:call(?:ed)?|knock(?:ed)?|come|came|written|wrote|texted|r[aiu]ng)(?=\W*\Z))\b"
)
"""Says that what somebody did was done to the user, or now."""
_UNSEEN = lazy_pattern(
    r"\A(?:(?:hey|hi|so|and|ok|okay|jarvis|please|tell me|check|can you (?:see|check|tell me))\b"
    r"[\s,]*(?:if |whether )?)*(?:"
    r"(?:(?:do|did|have|has|is|are|was|were|am|any|what|what's|when|who|which)\b.*)?\b(?:(?:my|new|"
    r"any|unread|missed|me|from \w+|on|open|unpaid|next) )+(?:e-?mails?|mails?|messages?|texts|"
    r"post|"
    r"inbox|calls?|voice ?mails?|meetings?|appointments?|invitations?|calendar|diary|agenda|bills?|"
    r"invoices?|parcels?|deliver(?:y|ies)|packages?|balance|account|bank|debts?)\b"
    r"(?! (?:work|mean|affect|cost|come from|be like|end up|drain|take)\b)|"
    rf"(?:has|have|did|is|was)(?=.*{_OF_MINE}) (?:any ?(?:one|body)|some(?:one|body)) "
    r"(?:\w+ )?(?:call(?:ed)?|r[iau]ng|write|"
    r"rung|written|wrote|texted|come|came|knock(?:ed)?|at the door|changed?|delete[d]?|us(?:e|ed)|"
    r"touch(?:ed)?|here|been (?:here|in|at my))\b"
    r"(?! a\b)|"
    r"(?:do|did) (?:i|we) (?:still )?owe\b(?!.*\b(?:apolog\w+|explanations?|dead|respect|thanks|"
    r"world|anything to)\b)|does (?:any ?one|any ?body|\w+) owe (?:me|us)\b|"
    r"am i (?:free|busy|booked|late)\b(?! (?:to|of|from|or|for an?)\b)|"
    r"are we (?:free|busy)\b(?! (?:to|of|or)\b)|"
    r"(?:did|has) any ?thing (?:ring|rung|come|arrive[d]?|happen(?:ed)?|change[d]?)\b(?=.*\b(?:my|"
    r"i|me|"
    r"while|away|here|today)\b)|"
    r"(?:is|are) there (?:any ?thing|some ?thing)(?: left| else)? (?:(?:i|we) (?:have|need|must|"
    r"should)|for (?:me|us)|(?:left )?to do(?=\W*\Z| (?:today|"
    r"tonight|now|before|still))|on today)\b"
    r")",
    re.I,
)
_GENERAL = lazy_pattern(
    r"\b(?:should|would|could|good|bad|worth|normal|legal|rude|better|usually|how (?:do|to|can)|"
    r"in (?:germany|france|history|general|art|physics|chess|congress|parliament|the (?:film|music|"
    r"book|bible|desert|middle|world|industry|\d\w+ century))|paintings?|artists?|industry|"
    r"bottles?|python|typical\w*|likely|before the|vikings|"
    r"romans|greeks|centur\w+|people|tips?|ideas?|example|safe|secure|means?|poem|"
    r"song|film|book|moon|mars|tax|gift|ever|history)\b",
    re.I,
)
_STATES = lazy_pattern(
    r"\A\W*(?:no|nope|none|nothing|nobody|no one|not (?:one|a|any|today|yet|now)|yes|yep|"
    r"all (?:is|are)|"
    r"you (?:are|have|owe|missed|got)|you're|there (?:is|are|was|were)|everything|only|it (?:is|"
    r"was)|"
    r"\w+ (?:sent|wrote|called|rang|has|have|is|are|was) (?:nothing|free|no|not|empty|clear|paid|"
    r"there|here|nobody|at)|your \w+ (?:is|are|looks)|zero|one|two|three|four|five|\d+)\b",
    re.I,
)
_KNOWS_NOT = lazy_pattern(
    r"\b(?:cannot|can not|can't|could not|couldn't|unable|no (?:access|way|idea|tool|means)|do not "
    r"(?:know|see)|don't (?:know|see|have access)|not able|sorry|afraid|to me\b|not visible|"
    r"no (?:view|camera|calendar|bell)|only (?:you|your)|"
    r"between you|guess|what happens|unless|if|you (?:can|could|"
    r"may) (?:check|look|see))\b",
    re.I,
)


def answers_for_what_is_unseen(sentence: str, said: str) -> bool:
    """Whether a sentence states how things are that nobody here can see.

    Args:
        sentence: One sentence at the beginning of an answer that no step stands behind.
        said: What the user asked.
    """
    line = " ".join(sentence[:_LONGEST].replace("\u2019", "'").split())
    asked = " ".join(said[:_LONGEST].replace("\u2019", "'").split())
    if _KNOWS_NOT.search(line) or line.endswith("?") or _GENERAL.search(asked):
        return False
    return _UNSEEN.match(asked) is not None and _STATES.match(line) is not None
