"""Tells that somebody is in danger now, in everyday words: "I think someone is breaking in". Pure.

Invariant: who asks what to do if there is a fire, or tells of a film or of last year, is in none.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 240
_WHO = (
    r"(?:i|we|he|she|they|somebody|someone|(?:my|our|the) (?:wife|husband|partner|mother|mum|mom|"
    r"father|dad|son|daughter|child|children|kids?|baby|toddler|brother|sister|friend|neighbou?r|"
    r"grand\w+|girl|boy|man|woman|uncle|aunt|dog|roommate|flatmate))"
)
_HOME = (
    r"(?:house|home|flat|apartment|room|bedroom|kitchen|hall(?:way)?|stairs|stairwell|staircase|"
    r"building|basement|cellar|garage|attic|corridor|living room|car|garden|door|window|oven|wall)"
)
_DANGER = lazy_pattern(
    r"\b(?:burglars?|intruders?|robbers?|thie(?:f|ves)|strangers?|prowlers?) (?:is |are )?(?:in|"
    rf"inside|at|outside|downstairs|upstairs)(?: (?:my|our|the) {_HOME})?\b|"
    r"\b(?:some(?:one|body)|a (?:man|stranger|guy)|he|she|they)(?:'s| is| are|'re)? (?:with|has|"
    r"have|"
    r"got|holding|pointing|waving) a (?:knife|gun|axe|weapon)\b|"
    r"\b(?:some(?:one|body)|a (?:man|stranger|guy)|they)(?:'s| is| are|'re)? (?:breaking|trying to "
    r"(?:break|get)|climbing|forcing (?:his|their) way|kicking) (?:in(?:to)?\b|(?:my|the|"
    r"our) door)|"
    r"\b(?:he|she|they|some(?:one|body)|my \w+)(?:'s| is| are|'re) (?:hitting|beating|attacking|"
    r"strangling|stabbing|following|threatening) me\b|"
    rf"\b{_WHO} (?:can't|cannot|can not|can hardly|can barely|is unable to|"
    rf"struggles? to) breathe\b|"
    r"\bmy chest (?:hurts|is (?:hurting|tight))\b|\bi(?:'ve| have)(?: got)? (?:bad |strong )?chest "
    r"pains?\b|\b(?:throat|tongue) is (?:swelling|closing)\b|"
    rf"\b{_WHO}(?:'ve|'s| have| has| just|'ve just)* (?:taken|took|swallowed|eaten|ate|drunk|"
    rf"drank) "
    r"(?:(?:too many|all (?:of )?(?:my|the|his|her)|a (?:lot|bottle|box|whole \w+) of|"
    r"far too many) "
    r"(?:sleeping |pain )?(?:pills?|tablets?|painkillers?|medicines?)|(?:some |the |a )?(?:bleach|"
    r"poison|detergent|antifreeze|rat poison|battery|batteries|magnets?|drain cleaner|acid))\b|"
    rf"\b{_WHO}(?:'ve|'s| have| has)?(?: just)? overdosed\b|"
    rf"\b(?:smoke|flames?|(?:is|'s) a fire) (?:is )?(?:in|from|under|coming (?:from|out of|"
    rf"through))(?: (?:my|our|"
    rf"the))? {_HOME}\b|\b(?:i|we) (?:can )?smell (?:gas|smoke|something burning)\b|\bit smells of "
    r"gas\b|\bthere(?:'s| is) a gas leak\b|"
    rf"\b(?:my|our|the) {_HOME} is (?:on fire|burning|full of (?:smoke|gas))\b|"
    r"\b(?:won't|will not|doesn't|does not|can't) stop (?:the )?bleeding\b|\bbleeding (?:heavily|"
    r"badly|a lot|out|everywhere)\b|"
    rf"\b{_WHO}(?:'s| is|'m| am| has| have|'ve)?(?: just)? (?:had|having|"
    rf"has had) (?:an? (?:stroke|heart "
    r"attack|seizure|fit))\b|"
    rf"\b{_WHO}(?:'s| is| has| just| have)* (?:collapsed|passed out(?! \w+s\b)|fainted|"
    rf"unconscious|not "
    r"(?:breathing|responding)|drowning|choking|electrocuted)\b|"
    rf"\b{_WHO}(?:'s| is|'m| am) (?:badly |seriously )?(?:hurt|injured)\b|"
    rf"\b{_WHO} (?:won't|will not|doesn't|does not) wake up\b|"
    r"\bi (?:feel like|want to|am going to|'m going to|might|will|could|think of|am thinking of|'m "
    r"thinking of)(?: just)? (?:hurt(?:ing)?|kill(?:ing)?|harm(?:ing)?|end(?:ing)?|cut(?:ting)?) "
    r"(?:myself|my life|it all)\b|\bi (?:don't|do not) want to (?:live|be alive|"
    r"be here)(?: any ?more)?"
    r"\b|\btak(?:e|ing) my own life\b|\bi(?:'m| am) suicidal\b|"
    r"\bbitten by a (?:snake|viper|adder)\b",
    re.I,
)
_ELSEWHERE = lazy_pattern(
    r"\b(?:if|whether|film|movie|book|story|game|novel|dream\w*|song|episode|series|poem|drill|"
    r"jokes?|"
    r"write|imagine|suppose|pretend|remind|search|look up|lyrics|translate|years?|ago|yesterday|"
    r"last (?:week|year|month|night|summer|winter)|in \d{4}|when (?:i|he|she) was|used to|once|"
    r"every|"
    r"always|often|character|history|video|alarm|play(?:ed|ing)?|laugh\w*|what (?:is|are|does)|"
    r"how (?:do|does|can|would) (?:you|people|one|a|the)|why (?:do|does|is|are)|timer|spell|"
    r"define)\b",
    re.I,
)


def is_danger(text: str) -> bool:
    """Whether somebody says that they, or who is with them, are in danger now.

    Args:
        text: The turn as it was said.
    """
    line = " ".join(text[: _LONGEST + 1].replace("\u2019", "'").split())
    if len(line) > _LONGEST or _ELSEWHERE.search(line):
        return False
    return _DANGER.search(line) is not None
