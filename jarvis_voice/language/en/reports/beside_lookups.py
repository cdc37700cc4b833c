"""Finds what an answer to a question claims beside what was looked up. Pure.

Invariant: what the user spoke of, or what a lookup told of, is no such claim: "the alarm is set" is
one only where neither names an alarm.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_THING = (
    r"(?:timer|alarm|reminder|routine|note|list|calendar|appointment|light|lamp|mail|e-?mail|"
    r"message|music|blind|heating|door|bill|order|taxi|cab|driver|pizza|parcel|delivery|table|"
    r"ticket|meeting)"
)
_BE = r"(?:is|are|'s|'re|has been|have been|was|were|will be)(?: now| already| all| both| also)*"
_STATE = (
    r"(?:set|off|on|gone|running|empty|left out|skipped|cancell?ed|saved|sent|noted|started|moved|"
    r"deleted|cleared|paused|stopped|silenced|ready|scheduled|booked|paid|ordered|locked|unlocked|"
    r"open|closed|dimmed|muted|done|coming|(?:on|under) (?:its|the|his|her|their) way)"
)
_CLOSE = r"(?=\W*\Z|[,;]| (?:and|now|too|as well|for you|already|again)\b)"
_STATES = lazy_pattern(
    r"\b(?:the|your|my|a|an|another|that|tomorrow's|today's|tonight's|\w+day's)(?: [\w'-]+){0,2} "
    rf"(?P<thing>{_THING})s?(?: (?:for|to|at|of|about|on|in|called|named)(?: [\w':-]+){{1,4}}?)? "
    rf"{_BE} {_STATE}{_CLOSE}",
    re.I,
)
_ALSO = r"(?:'ve| have| had)?(?: also| just| already| then)*"
_PEOPLE = (
    r"(?:(?-i:(?!You\b|Wikipedia\b|Google\b|Python\b)[A-Z][a-z]+)|"
    r"(?:your|the) (?!calc|web\b|net|tool|model|search|question)[a-z]+|him|her|"
    r"them|every ?one|every ?body)"
)
_TELLS = lazy_pattern(
    rf"\bi{_ALSO} (?:told|informed|notified|warned|texted|asked|called|let) "
    rf"(?P<thing>{_PEOPLE})\b|"
    r"\b(?P<name>(?-i:(?!Nobody\b|Everyone\b|Everybody\b|Only\b|God\b|One\b|Who\b|No\b)[A-Z][a-z]+"
    r")|your \w+) (?:has been (?:told|informed|notified)|knows(?: now| already| about it| that)?"
    r"(?=\W*\Z)|has it now|got (?:it|the message)(?=\W*\Z))",
    re.I,
)
_PLACE = (
    r"(?:your|the) (?P<thing>notes?|(?:\w+ )?lists?|calendar|diary|reminders?|inbox|phone|drafts)\b"
)
_KEEPS = lazy_pattern(
    r"\b(?:it|that|this|all|everything)(?: is|'s| has been)(?: now| also| already)* (?:saved|noted|"
    rf"stored|written down|recorded|added|sent|kept)(?: down)? (?:in|on|to|for|into) {_PLACE}|"
    rf"\bi{_ALSO} (?:have |got |had )?(?:it|that|this) (?:saved|noted|stored|written|down|recorded)"
    r"\b|[,;] (?:and )?(?:noted|saved|sent|done|ordered|booked)(?=\W*\Z)",
    re.I,
)
_LEAVES_OUT = lazy_pattern(
    rf"\bi{_ALSO} (?:left out|skipped|dropped|cancell?ed|paused|turned off|switched off|left) "
    r"(?P<thing>today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
_MEANS = r"(?:text|mail|e-?mail|message|phone|post)"
_REACHES = lazy_pattern(
    r"(?-i:\b(?!You\b|Nobody\b|Everyone\b|Everybody\b|One\b|Who\b|People\b)[A-Z][a-z]+|\byour "
    rf"\w+) (?:(?:got|received|has) (?:it|that|this|the \w+) by {_MEANS}|(?:has |have )?received "
    r"(?:a copy|it|that|this)(?=\W*\Z))",
    re.I,
)
_ALL = r"(?:it|that|this|them|everything|all of it)"
_AGO = r"(?: (?:already|just now|again|for you|too|as well|(?:a|one|two|some|\d+) \w+ ago))"
_UNDOES = lazy_pattern(
    rf"\bi{_ALSO} (?:have )?(?:reverted|undid|undone|restored|reinstated|reset|"
    rf"took back|taken back|rolled back) (?:{_ALL}|your|the (?:change|last|{_THING}))\b|"
    rf"\bi{_ALSO} (?:put|brought|set|got|turned|switched|moved|took|taken) "
    rf"(?:{_ALL}|your \w+|the {_THING}s?) (?:back|on again|off again)\b|"
    r"\b(?:it|that|this|everything)(?: is|'s| has been)(?: now| all| already)* "
    r"(?:undone|reverted|put back|taken back|back (?:on|to (?:how|what|where|the way) it was))"
    rf"{_AGO}?(?=\W*\Z|[,;])|"
    r"\b(?:it|that|this|everything) was (?:undone|reverted|restored|put back|taken back)"
    rf"{_AGO}(?=\W*\Z|[,;])|"
    rf"\b(?:the|your) {_THING}(?: [\w']+){{0,4}} (?:is|has been) (?:active|alive|on|set|back|"
    r"running) (?:again|once more)\b|"
    r"\bit (?:was|has been) (?:restored|reinstated) (?:after|when|because) you\b|"
    r"\beverything (?:is|'s) as (?:it was|before)\b",
    re.I,
)
_SAVES = lazy_pattern(
    rf"\bi{_ALSO} (?:bookmarked|e-?mailed|mailed|printed|downloaded|forwarded|archived|pinned|"
    rf"subscribed|booked|reserved|paid) (?:{_ALL}|you\b|the|your|a|an)\b|"
    rf"\bi{_ALSO} saved (?:{_ALL}|the (?!trouble|time|work|steps?\b)\w+|your \w+|a copy)\b|"
    r"\b(?:it|that|this|the (?:page|article|link|answer|number|result))(?: is|'s| has been)"
    r"(?: now| also| already)* (?:saved|bookmarked)"
    rf"{_AGO}?(?=\W*\Z|[,;])|"
    r"\b(?:it|this|the \w+) is (?:now )?(?:printing|downloading|uploading)(?=\W*\Z|[,;])|"
    r"\bthe (?:booking|order|payment|reservation|purchase|transfer)(?: \w+){0,3} "
    r"(?:went|has gone|is|came) through\b",
    re.I,
)
_RINGS = lazy_pattern(
    r"\bi(?:'ll| will| shall|'m going to| am going to)(?: (?:also|now|then|gladly|gently))* "
    r"(?:wake|remind|ring|alert|nudge|notify|call|text|ping|buzz) (?:you|him|her|them)\b",
    re.I,
)
_CLAIMS = (_STATES, _TELLS, _KEEPS, _LEAVES_OUT, _REACHES, _UNDOES, _SAVES, _RINGS)
_SOURCES = lazy_pattern(
    r"\b(?:top|first|search|web) results? (?:says?|shows?|tells?|states?|is\b|are\b)|"
    r"\baccording to (?:the|my|a) (?:search|(?:top|first|search|web) )?(?:results?|page|article|"
    r"site|web ?site|search)\b|"
    r"\b(?:the|that|this) (?:page|article|site|web ?site|results?) (?:says?|states?|shows?|tells?|"
    r"reads?|describes?|mentions?|explains?|reports?|notes?|claims?)\b|"
    r"\b(?:my|the|a quick|a short) search (?:shows?|showed|says?|said|found|finds|turned up|"
    r"brought|returned|tells|told)\b|\bas (?:wikipedia|the (?:page|article|site|web ?site)) "
    r"(?:puts|has|says|states|tells|explains|describes)\b|"
    r"\b(?:several|some|many|most|two|three|four|five|\d+) (?:web ?sites|sites|articles|pages|"
    r"sources|results) (?:say|state|show|tell|agree)\b|"
    r"\bwikipedia (?:says|states|tells|describes|mentions|lists|has it)\b|"
    r"\bi(?:'ve| have)? found (?:\w+ ){0,2}(?:articles?|pages?|results?|sources?|web ?sites?)\b|"
    r"\bi(?:'ve| have)?(?: just)? (?:searched|googled|looked (?:it|that|this) up|(?:read|opened|"
    r"checked|scanned|skimmed) (?:\w+ ){0,2}(?:articles?|pages?|sources?|results?|web ?sites?))\b|"
    r"\b(?:the (?:web|internet|net)|google) (?:says|shows|has it|tells|states|mentions|names)\b|"
    r"\b(?:top|first|best) (?:search |web |google )?hits? (?:says?|shows?|names?|mentions?|"
    r"describes?|has|reads?|is)\b|\b(?:page|article|site|web ?site)s? (?:(?:that )?i (?:found|read|"
    r"opened|saw)|(?:has|have) it that)\b|"
    r"\bi(?:'m| am)(?: still| now)? (?:searching|looking(?: (?:it|that|this) up| for (?:it|that|"
    r"more))?|digging|reading)(?: on| further)? (?:in the background|meanwhile)\b",
    re.I,
)


def claims_beside(sentence: str, known: str) -> bool:
    """Whether a sentence claims an act or a state that nothing of the turn speaks of.

    Args:
        sentence: One sentence of an answer.
        known: What the user said, and what was looked up.
    """
    line = " ".join(sentence.replace("\u2019", "'").split())
    spoken_of = known.casefold()
    for claim in _CLAIMS:
        for found in claim.finditer(line):
            named = found.groupdict()
            thing = (named.get("thing") or named.get("name") or "").casefold()
            if not thing or thing not in spoken_of:
                return True
    return False


def claims_sources(sentence: str) -> bool:
    """Whether a sentence tells what a search or a page says: false where none was read."""
    return bool(_SOURCES.search(" ".join(sentence.replace("\u2019", "'").split())))
