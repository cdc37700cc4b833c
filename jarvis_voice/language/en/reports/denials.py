"""Finds the sentence that says nothing is kept: no alarm, an empty list, a free day. Pure.

Invariant: only what a tool of this machine told, or the user, carries such a sentence. Who is told
that no timer runs leaves the kitchen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.reports.quotations import unquoted

_LONGEST = 600
_RINGS = r"(?:alarms?|timers?|reminders?|routines?|wake-?up calls?|countdowns?)"
_LISTED = r"(?:(?:shopping |grocery |groceries |to-?do |task )?lists?|notes)"
_PLANNED = (
    r"(?:appointments?|meetings?|events?|plans|entries|errands|tasks|to-?dos|engagements|"
    r"commitments)"
)
_KEPT = rf"(?:{_RINGS}|{_LISTED}|{_PLANNED})"
_NO = r"(?:no|not a single|not one|zero|not any)"
_BETWEEN = (
    r"(?: (?!need|use|point|reason|doubt|matter|better|best|worse|such|greater|louder|nicer|one\b|"
    r"way|eyes?|access|hold|grip|power|tool|of\b|that\b)"
    r"[\w'-]+){0,3}"
)
_DAY = (
    r"(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week|weekend)|(?:mon|tues|wednes|"
    r"thurs|fri|satur|sun)day)"
)
_SET = (
    r"(?:set(?! off)|running|active|scheduled|planned|due|pending|going|counting|kept|noted|listed|"
    r"stored|coming up|on at the moment|ticking|left|there|in place|on record|waiting)"
)
_GENERAL = (
    r"(?! (?:is|are) (?:\w+ )?(?:needed|necessary|required|perfect|loud|good|better|as|like|more|"
    r"ever|foolproof|worth)\b| (?:clock|app|bell|system|bells|clocks|can|could|would|should|"
    r"helps?|works?|beats?|function|button|needed|necessary|required|by that name)\b)"
)
"""Behind a thing: what makes it one of its kind, and none of the user's."""
_STILL = r"(?: (?:still|currently|also|now|really|just|already|actually|at present))?"
_FREE = (
    r"(?: (?:is|looks|seems)|'s)(?: (?:all|still|quite|completely|totally|entirely|wide))? "
    r"(?:free|clear|empty|open|unplanned)\b(?! (?:of|from|to|for all)\b)"
)
_OF_YOURS = tuple(
    lazy_pattern(one, re.I)
    for one in (
        # "you have no alarms", "you do not have an alarm", "you have not set an alarm"
        rf"\byou(?:'ve|{_STILL} have){_STILL}(?: got)? {_NO}{_BETWEEN}? (?P<thing>{_KEPT})\b"
        rf"{_GENERAL}",
        r"\byou (?:don't|do not|didn't|haven't|have not)(?: \w+)? (?:have|got)"
        rf"(?: (?:any|an?|one|a single))?{_BETWEEN}? (?P<thing>{_KEPT})\b{_GENERAL}",
        r"\byou(?:'ve| have)? (?:never|not|haven't|didn't|did not)(?: \w+)? (?:set|made|make|"
        rf"create|created|add|added|schedule|scheduled|asked for)(?: (?:up|an?|any|one))?"
        rf"{_BETWEEN}? (?P<thing>{_RINGS}|{_LISTED})\b",
        rf"\byou haven't set(?: (?:up|an?|any|one))?{_BETWEEN}? (?P<thing>{_RINGS})\b",
        # "none of your alarms is set", "your alarm is not set"
        rf"\b(?:none|not one|neither) of your{_BETWEEN}? (?P<thing>{_KEPT})\b",
        rf"\byour(?: [\w'-]+){{0,2}} (?P<thing>{_RINGS}) (?:is not|isn't|are not|aren't|was not|"
        rf"wasn't|was never|were never) (?:\w+ )?{_SET}\b",
        # "you have nothing on your list", "you have nothing planned", "nothing will wake you"
        rf"\byou(?:'ve|{_STILL} have){_STILL}(?: got)? nothing(?: else| more| much| at all)? "
        rf"(?P<any>{_SET}|(?:on|in) (?:your|the) [\w-]+|(?:to do |on |going on |"
        rf"in store )?{_DAY})\b"
        rf"(?! about)",
        r"\b(?P<any>nothing)(?: else)? (?:is going to|will|is set to|is due to) "
        r"(?:ring|wake|remind)(?: for)? you\b",
        rf"\bnothing(?: else| more| at all)?(?: (?:is|was)|'s)?{_STILL} (?:on|in|left on) your"
        rf"(?: [\w-]+)? (?P<thing>lists?|notes|schedule|calendar|agenda|diary)\b",
        r"\byou (?:won't|will not|'ll not|are not going to|aren't going to|will never) "
        r"(?P<any>be (?:woken|reminded|waked|awoken|called))\b",
        # "your list is empty", "your list has no milk", "milk is not on your list"
        rf"\b(?:your|my)(?: [\w'-]+)? (?P<thing>lists?|notes|schedule|calendar|agenda|diary)"
        rf"(?: (?:of|for) [\w-]+)? ?(?:is|are|'s|looks|was|seems|has|have|holds?|contains?|says|"
        rf"shows|mentions?)(?: (?:all|quite|completely|totally|entirely|both))?{_STILL} (?:empty|"
        r"clear\b(?! (?:that|from|about|on|as))|blank|free|nothing|none|neither|no)\b",
        r"\byour(?: [\w'-]+)? (?P<thing>lists?|notes) (?:does not|doesn't|do not|don't) (?:have|"
        r"contain|mention|include|list|show|hold)\b",
        r"\byour empty(?: [\w-]+)? (?P<thing>lists?|schedule|calendar|agenda|diary)\b",
        r"(?:\b(?:not|never|nor)|n't)(?: (?:yet|currently|there))? (?:on|in|anywhere on|part of) "
        r"(?:your|any of your)(?: [\w'-]+){0,2} (?P<thing>lists?|notes|schedule|calendar)\b",
        r"\b(?:there (?:isn't|aren't|is not|are not|is no|are no)(?: (?:any|an?|a single|one))? )"
        r"(?:items?|things?|entry|entries) (?:on|in) your(?: [\w'-]+)? (?P<thing>lists?|notes)\b",
        r"\b(?:none|nothing|neither|not one)(?: of (?:the|these|those)(?: [\w-]+)?)? (?:on|in) your"
        r"(?: [\w'-]+)? (?P<thing>lists?|notes)\b",
        # "your day is free", "you are free tomorrow"
        rf"\byour(?: whole| entire| rest of the)? (?P<any>day|morning|afternoon|evening|night|week|"
        rf"weekend|{_DAY}){_FREE}",
        r"\byou(?:'re| are)(?: (?:all|completely|totally|quite))? (?P<any>free|unbooked) "
        rf"(?:all day|{_DAY}|then)\b",
    )
)
"""Of what is the user's."""
_OF_ANYBODY = tuple(
    lazy_pattern(one, re.I)
    for one in (
        # "there is no timer running", "I see no reminder for tomorrow", "I do not see an alarm"
        rf"\b(?:there(?:'s|{_STILL} is|{_STILL} are| was| were)|i(?:{_STILL} see| found|{_STILL} "
        rf"find| have)){_STILL} {_NO}{_BETWEEN}? (?P<thing>{_RINGS})\b{_GENERAL}(?! (?:from|to|"
        rf"in) )",
        rf"\bthere(?:'s| is| are) {_NO}{_BETWEEN}? (?P<thing>{_PLANNED}|{_LISTED})"
        rf" (?:for you|{_SET}|(?:for |on )?{_DAY}|(?:in|on) your)\b",
        r"\b(?:there (?:isn't|aren't|is not|are not|wasn't|weren't)|i (?:don't|do not) see)"
        rf"(?: (?:any|an?|a single))?{_BETWEEN}? (?P<thing>{_RINGS})\b{_GENERAL}",
        # "no timer is running", "not a single alarm rings"
        rf"\b(?:{_NO}|none of (?:the|these))(?: other| more| further| such)? (?P<thing>{_KEPT})"
        rf"(?: (?:for|at|on|of|about|to|before|until) [\w':-]+){{0,2}}(?:(?: is|'s| are)?{_STILL} "
        rf"{_SET}| (?:rings?|will (?:ring|go|wake|sound|remind)|goes off|go off|is going to|runs?|"
        r"wakes?|exists?))\b",
        rf"\A\W*(?:(?:no|none|nope|well|so|sorry)\W+)?{_NO} (?P<thing>{_KEPT})"
        r"(?=\W*\Z|[,;:\u2014\u2013-]| (?:so|and|at all|yet|anywhere|today|tomorrow|tonight|"
        r"for)\b)",
        rf"[,;:\u2014\u2013] ?(?:and )?{_NO} (?P<thing>{_RINGS}|{_PLANNED})"
        r"(?: (?:and|or|for|at|yet|at all)\b[^,.;]*)?\W*(?:\Z|[,;])",
        r"\bthe(?: [\w'-]+){0,2} (?P<thing>alarms?|timers?|reminders?) (?:is not|isn't|are not|"
        rf"aren't) (?:\w+ )?{_SET}\b",
        # "nothing is planned", "nothing rings before nine"
        rf"(?<!with )\bnothing(?: else| more| much| at all)?(?: (?:is|was)|'s){_STILL} (?P<any>"
        r"planned|scheduled|due|pending|booked|coming up|set\b(?! in stone)|(?:on|in|left on) "
        rf"(?:the|that|this)(?: [\w-]+)? (?:lists?|notes|schedule|calendar|agenda|diary)|"
        rf"(?:on|for|up) {_DAY})\b",
        rf"\Wnothing (?P<any>planned|scheduled|due|on|coming up) (?:for )?{_DAY}\b",
        r"\bnothing (?P<any>(?:is going to|will|is set to|is due to) (?:ring|wake|remind|go off)|"
        r"rings|goes off)\b",
        # "the list is empty", "nothing on the list", "tomorrow is free"
        rf"\b(?:the|that|this|every|each)(?: (?:shopping|grocery|to-?do))? (?P<thing>lists?|"
        rf"schedule|agenda|diary)(?: is| has|'s| contains| holds){_STILL} (?:empty|blank|nothing|"
        rf"no "
        r"(?:entries|items|things))\b",
        r"\b(?:none|nothing|neither|not one)(?: of (?:the|these|those)(?: [\w-]+)?)? (?:on|in) the"
        r"(?: [\w'-]+)? (?P<thing>lists?|notes)\b",
        rf"\A\W*(?:(?:yes|no|well|so)\W+)?(?P<any>{_DAY}){_FREE}",
        # what is said without a name, where it was named in the question
        r"\b(?:it|that)(?: is|'s)(?: (?:still|currently|all|quite|completely|totally))? "
        r"(?P<any>empty|blank)\b",
        r"\b(?:there(?:'s| is| are)|you(?:'ve|"
        r" have))(?: got)?(?: currently)? (?P<any>none(?=\W*\Z|[,;:])|"
        r"nothing (?:there|on it|in it|yet|at all|set)\b|nothing(?=\W*\Z))",
        r"\A\W*(?:(?:no|nope|sorry|well|so|currently)\W+)?(?P<any>(?:none|nothing)(?:(?: is| are)? "
        r"(?:set|running|there|on it|yet|at all|at the moment))?(?=\W*\Z|[,;:]))",
        r"\b(?:you|there|i) (?:don't have|do not have|have not got|aren't|don't see) (?P<any>any)"
        r"(?=\W*\Z|[,;:])",
        r"\bnone (?P<any>is|are)(?: currently)? (?:set|running|active|left)\b",
    )
)
"""The same of what may be anybody's, where the user speaks of what is kept."""
_SPOKEN_OF = lazy_pattern(
    rf"\b(?:my|our|any|what|which|how many|the|a|an)(?: [\w'-]+){{0,3}} (?:{_KEPT})\b|"
    rf"\A(?:{_RINGS})\b|\byou (?:have|did you)?(?: \w+)? ?(?:planned|set|kept|noted)\b|"
    rf"\b(?:woken|wakes?|rings?|reminded|sleep|bed)\b|\b(?:i|we|my day|anything)\b.*\b{_DAY}\b",
    re.I,
)
_CASE = lazy_pattern(
    r"\b(?:if|when|whenever|while|as long as|once|unless|whether|in case|suppose|supposing|"
    r"imagine|assuming|say|"
    r"without|until|should (?:you|there)|where (?:you|there)|so that|as if|as though|let's say|"
    r"make sure|be sure|check|to see|i (?:cannot|can't|could not|couldn't|am not able)|even with|"
    r"means|feels like|sounds like|people|those who|someone|somebody|anyone)\b",
    re.I,
)
"""Words before a denial that make it a case, and no statement of what is so."""
_OF_OTHERS = lazy_pattern(
    r"\b(?:python|code|coding|program\w*|script|function|array|variable|java\w*|rust|excel|loop|"
    r"append|pop|tuple|dict\w*|sql|spreadsheet|html|linked|data structure|bash|regex|"
    r"(?:smoke|fire|car|burglar|false|house|door) alarms?)\b|\w\(|\blist\.\w",
    re.I,
)
_NEGATES = lazy_pattern(
    r"\b(?:no|not|none|nothing|never|empty|free|without|nobody|clear|cancell?ed|deleted|removed|"
    r"cleared|gone|stopped|forgotten)\b|n't\b",
    re.I,
)
_CLAUSE = lazy_pattern(r"[,.;:!?]+\s*|\s(?:and|so|but|because)\s", re.I)
_LEFT_OPEN = lazy_pattern(
    r"\A\W*(?:do|does|did|is|are|am|have|has|will|would|can|could|should|what|which|who|when|where|"
    r"tell|check|see)\b|\b(?:if|whether|know|sure|remember|think|believe|wonder)\b",
    re.I,
)
"""What a user does not know to be so."""
_WHOLLY = lazy_pattern(
    r"\A\W*(?:\Z|[,.;:!\u2014\u2013-]|(?:so|and|but|at all|yet|now|right now|at the moment|"
    r"currently|"
    r"set|running|active|scheduled|here|left|anymore|any more|for you)\b)",
    re.I,
)
"""What stands behind a denial of all that there is, and not of some of it."""
_SAID_DAY = lazy_pattern(rf"\A\W*(?:(?:for|on|set for) )?({_DAY})\b", re.I)
_NO_RINGING = re.compile(r"but nothing will ring until [^.]*\.")
"""Remarks beside a thing that was set; they deny nothing of it."""
_NAMES = ("alarm", "timer", "reminder", "routine", "list", "note")
_OF_ANY = (*_NAMES, "nothing", "scheduled", "wake", "remind", "entr")


def denies_what_is_kept(
    sentence: str, told: str, said: str = "", *, is_order: bool = False
) -> bool:
    """Whether a sentence says that something is not kept, set or planned, and nothing carries it.

    Args:
        sentence: One sentence of an answer.
        told: What the tools of this machine told in the turn.
        said: What the user said; who says "I have no alarm" may be told so.
        is_order: An act was asked for and not done: "no timer is running" warns of that.
    """
    line = " ".join(sentence[:_LONGEST].replace("\u2019", "'").split())
    if line.endswith("?") or _OF_OTHERS.search(said):
        return False
    line = unquoted(line)
    is_spoken_of = not is_order and _SPOKEN_OF.search(said) is not None
    for pattern in (*_OF_YOURS, *_OF_ANYBODY) if is_spoken_of else _OF_YOURS:
        for found in pattern.finditer(line):
            if not _is_in_a_case(line, found.start()) and not _is_carried(found, told, said):
                return True
    return False


def _is_in_a_case(line: str, place: int) -> bool:
    """Whether the denial stands behind "if" or the like, in its own clause or the one before."""
    begin = max(line.rfind(mark, 0, place) for mark in ".!;")
    return _CASE.search(line, begin + 1, place + 1) is not None


def _is_carried(found: re.Match[str], told: str, said: str) -> bool:
    """Whether a tool, or the user, has said so."""
    thing = (found.groupdict().get("thing") or "").lower()
    names = [one for one in _NAMES if one in thing] or list(_OF_ANY)
    if any(_is_stated(clause, names) for clause in _CLAUSE.split(said)):
        return True
    low = _NO_RINGING.sub("", told.lower())
    if not any(one in low for one in names):
        return False
    if _NEGATES.search(low):
        return True
    rest = found.string[found.end() :]
    day = _SAID_DAY.match(rest)
    return day[1].lower() not in low if day else _WHOLLY.match(rest) is None


def _is_stated(clause: str, names: Sequence[str]) -> bool:
    """Whether a clause of the user's says that there is none."""
    if _LEFT_OPEN.search(clause) or not _NEGATES.search(clause):
        return False
    low = clause.lower()
    return any(one in low for one in names) or ("nothing" in names and "free" in low)
