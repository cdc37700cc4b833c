"""Tells whether a turn asks that a page is opened, and of what: the verb alone is no order. Pure.

Invariant: who asks how something is opened, or goes on about what others see, orders no page. An
order names a page, points at one, or bears words of the page that is to open.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 1_000
_LEAD = (
    r"(?:(?:hey|hi|hello|ok|okay|so|and|but|then|now|well|oh|um|also|just|please|kindly|jarvis|"
    r"actually|quickly|first|finally|maybe|yes|no|thanks|great|afterwards?|after that|"
    r"if you (?:can|"
    r"find (?:it|one|any|something)|want|like|don't mind|please)|once you (?:have|find|found) \w+|"
    r"when you're done|go ahead and|feel free to|be so kind (?:as to|and)|make sure to|try to|"
    r"do me a favou?r and|go(?= and\b))\b[\s,]*){0,6}"
)
_ASKING = (
    r"(?:(?:can|could|would|will|won't|can't|couldn't) (?:you|we|i)(?: (?:please|just|also|quickly|"
    r"maybe|perhaps|then|kindly|help me|be so kind (?:as to|and)))*|(?:may|might|shall) (?:i|"
    r"we)(?: "
    r"please| just)?|(?:would|do) you mind|do you think you (?:can|could)|any chance (?:you (?:can|"
    r"could)|of)|(?:is|would|will) it (?:be )?possible(?: for you)?(?: to)?|is there (?:a|"
    r"any) (?:way|"
    r"chance)(?: (?:to|of|you (?:can|could)|for you to))?|how about|what about|why (?:not|"
    r"don't (?:you|"
    r"we))|let's|let us|let me|help me(?: to)?|(?:i|we)(?:'d| would)?(?: really| just| also|"
    r" only)? "
    r"(?:want|like|love|need|wish|prefer|have)(?: you)? to|(?:i|we)(?:'d| would) rather|(?:i|"
    r"we) wanna|"
    r"(?:you|jarvis) (?:can|may|could|should|must|have to|need to)(?: now| just| then)?|(?:you are|"
    r"you're) (?:allowed|free|welcome) to|(?:start|begin|end|finish) (?:by|with)|your (?:task|"
    r"job) is "
    r"to|don't forget to|remember to|please|want to|time to|the (?:next|first) (?:step|"
    r"thing) is to)"
)
_VERB = (
    r"(?:(?:re-?)?open(?:ing)?(?: up)?(?! up about\b| about\b)|launch(?:ing)?|visit(?:ing)?|"
    r"load(?:ing)?(?: up)?|brows(?:e|ing)(?: to| through)?|navigat(?:e|ing)(?: to)?|"
    r"pull(?:ing)?(?= "
    r".*\bup\b)(?: up)?|bring(?:ing)?(?= (?:.*\bup\b(?! to (?:speed|date))|(?:me|us) (?:over |"
    r"straight "
    r"|back )?to\b))(?: up| (?:me|us) (?:over |straight |back )?to)?|show(?:ing)?(?: me| us)?|"
    r"display(?:ing)?|see(?:ing)?|watch(?:ing)?(?! out\b)|play(?:ing)?(?! with\b)(?!.* with me\b)|"
    r"tak(?:e|ing) (?:me|us) (?:over |straight |back )?(?:to|there)\b|"
    r"tak(?:e|ing) a look at|go(?:ing)?(?= (?:(?:straight|right|over|on|back|directly|up) )*(?:to|"
    r"there|online)\b)(?: (?:straight|right|over|on|back|directly|up))*(?: to)?|"
    r"head(?:ing)?(?= (?:(?:straight|right|over|back|on) )*(?:to|there)\b)(?: (?:straight|right|"
    r"over|"
    r"back|on))*(?: to)?|switch(?:ing)?(?: over)? to|start(?:ing)?(?! \w+ing\b))"
)
_ORDER = lazy_pattern(
    rf"{_LEAD}(?:(?:{_ASKING})\b[\s,]*{_LEAD}){{0,3}}(?P<verb>{_VERB})\b\s*(?P<object>.*)", re.I
)
_CLAUSE = re.compile(
    r"(?P<new>[.!?;:]\s+|\n+)|,\s+|\s+(?=(?:and|then|but|so|or)\s)|\s+(?=please\b)", re.I
)
_QUESTION = lazy_pattern(
    rf"{_LEAD}(?:(?:tell|show|explain|remind)(?: to)?(?: me| us)? |do you know |i (?:wonder|"
    rf"want to know|"
    r"would like to know|'d like to know|don't know|am not sure) |i'm (?:not sure|curious|"
    r"wondering) |"
    r"(?:can|could|would|will) you (?:please )?(?:tell|show|explain)(?: to)?(?: me| us)? |look up |"
    r"find out |search (?:for )?|google |research )?(?:how(?! about\b)|what(?! about\b)|what's|"
    r"why(?! not\b|"
    r" don't\b)|where|who|which|whose|when|whether|is|are|was|were|do|does|did|has|have|had|"
    r"should|am)\b",
    re.I,
)
_HOW_TO = lazy_pattern(
    r"\b(?:how (?:to|do|does|can|could|should|would|did)|(?:way|ways|best|possible|safe|need|"
    r"able) to|"
    r"should (?:i|we|one|you))\b",
    re.I,
)
"""A question whose verbs go on behind an "and": "how do I find a hive and open it"."""
_MAY_I = lazy_pattern(rf"{_LEAD}(?:can|could|may|might|will|would|shall) (?:i|we)\b", re.I)
_PAGE = lazy_pattern(
    r"\b(?:(?:web ?|home ?|land ?)?(?:page|site)s?|web|links?|urls?|address|results?|hits?|"
    r"articles?|"
    r"sources?|videos?|clips?|trailers?|tabs?|browser|profile|maps?|recipes?|posts?|blogs?|"
    r"wiki\w*|pdfs?|"
    r"documents?|docs|documentation|papers?|reports?|news|pictures?|photos?|images?|streams?|"
    r"channels?|playlists?|forums?|threads?|manuals?|repo\w*|listings?|timetables?|menus?|"
    r"shop page|"
    r"entry|entries|stories|story|streaming|live ?stream|finding|findings|search|window)\b",
    re.I,
)
_PLACES = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|last|"
    r"next|"
    r"best|top|other|right|official|main|same|previous|latest|newest|cheapest|most \w+|correct|"
    r"real|"
    r"proper|original)"
)
_POINTS = lazy_pattern(
    r"(?:up )?(?:it|that|this|them|those|these|both|either|any|one|all|there|everything|"
    r"something\b.*|"
    rf"anything\b.*|whatever\b.*|whichever\b.*|(?:the|its|their|his|her) (?:{_PLACES} ?)+(?:ones?|"
    rf"two|"
    r"three|few)?|(?:that|this|the|a) (?:\w+ )?one|number \w+|\d+|(?:any|one|some|each|all|both|"
    r"two|three)"
    r"(?: one)? of (?:them|those|these|it)|(?:its|their) own|the ones?(?: .*)?|theirs|its)"
    r"(?:[\s,]+(?:up|please|now|for me|for us|to me|to us|in (?:my|the|a) (?:new )?(?:browser|tab|"
    r"window)|"
    r"here|online|too|again|then|first|instead|thanks|thank you|jarvis|right away|immediately|"
    r"as well|"
    r"quickly|directly|on (?:my|the) (?:screen|computer|laptop|monitor)|on screen|there|also|"
    r"afterwards|"
    r"and|if \w.*|when \w.*|so (?:that )?i \w.*|because \w.*))*\W*",
    re.I,
)
_BOUND = re.compile(
    r"\b(?:where|that|which|who|whose|when|because|while|how|what|why|whether|if|since|with me)\b",
    re.I,
)
_CLAUSE_OBJECT = re.compile(r"(?:how|what|why|where|who|when|that|if|whether|which)\b", re.I)
_WORD = re.compile(r"[^\W_]{3,}")
_COMMON = frozenset(
    """
    the and for from with who you your are was new one all any some official please now about open
    show see watch play page site website web home own best good this that there here
    """.split()  # noqa: SIM905
)


def asks_to_open(goal: str, *titles: str) -> bool:
    """Whether the user's words ask that a page is opened.

    Args:
        goal: The user's words.
        titles: Title and host of the pages that may be meant: an order may name one of them.
    """
    borne = {word for title in titles for word in _WORD.findall(title.casefold())} - _COMMON
    is_how_to = False
    for clause, is_new in _clauses(goal.replace("\u2019", "'")[:_LONGEST]):
        is_how_to = is_how_to and not is_new
        if _QUESTION.match(clause) and not _is_polite(clause):
            is_how_to |= _HOW_TO.search(clause) is not None
            continue
        if _orders(clause, borne, is_how_to=is_how_to):
            return True
    return False


def _clauses(goal: str) -> list[tuple[str, bool]]:
    """The clauses, and whether each begins a sentence."""
    found: list[tuple[str, bool]] = []
    begun, is_new = 0, True
    for cut in _CLAUSE.finditer(goal):
        if goal[begun : cut.start()].strip():
            found.append((goal[begun : cut.start()].strip(), is_new))
            is_new = False
        begun, is_new = cut.end(), is_new or cut["new"] is not None
    return [*found, (goal[begun:].strip(), is_new)]


def _is_polite(clause: str) -> bool:
    """Whether a question is as good as an order: "is there a way to open the page"."""
    return re.match(rf"{_LEAD}(?:{_ASKING})\b", clause, re.I) is not None


def _orders(clause: str, borne: AbstractSet[str], *, is_how_to: bool) -> bool:
    """Whether a clause orders a page: names one, points at one, or says what it is about."""
    order = _ORDER.match(clause)
    if order is None:
        return False
    what, verb = order["object"].strip(), order["verb"].lower()
    if _PAGE.search(what):
        return True
    if is_how_to or verb.startswith("start"):
        return False
    if _POINTS.fullmatch(what):
        return True
    if not what.strip(" .!?"):
        return not verb.startswith("see")
    if _MAY_I.match(clause) or _CLAUSE_OBJECT.match(what):
        return False
    named = _BOUND.split(what, maxsplit=1)[0].casefold()
    return not borne.isdisjoint(_WORD.findall(named))
