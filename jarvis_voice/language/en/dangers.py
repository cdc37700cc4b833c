"""Tells that somebody is in danger now, in everyday words: "I think someone is breaking in". Pure.

Invariant: who asks what to do if there is a fire, or tells of a film or of last year, is in none;
nor is who is drowning in work, or has had a stroke of luck.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 240
_WHO = (
    r"(?:i|we|he|she|they|somebody|someone|(?:my|our|the) (?:wife|husband|partner|mother|mum|mom|"
    r"father|dad|son|daughter|child|children|kids?|baby|toddler|brother|sister|friend|neighbou?r|"
    r"grand\w+|girl|boy|man|woman|uncle|aunt|dog|roommate|flatmate|boss|colleague|cousin|niece|nephew))"
)
_HOME = (
    r"(?:house|home|flat|apartment|room|bedroom|kitchen|hall(?:way)?|stairs|stairwell|staircase|"
    r"building|basement|cellar|garage|attic|corridor|living room|car|garden|door|window|oven|wall)"
)
_END = (
    r"(?=\W*\Z|\s*[.,;:!?]|(?: (?:right )?now| at all| any ?more| any longer| please| jarvis| help)"
    r"\b|"
    r" (?:and|but|so|what|because|since|i|he|she|we|they|call|send|quick|hurry|no matter)\b)"
)
"""Behind it nothing follows that makes the word mean another thing: "drowning", not "in work"."""


class _Row(NamedTuple):
    """One kind of danger.

    Attributes:
        told: Words that tell of it.
        spared: Words beside them that make it something else; none where it is None.
    """

    told: re.Pattern[str]
    spared: re.Pattern[str] | None = None


def _row(told: str, spared: str = "") -> _Row:
    return _Row(lazy_pattern(told, re.I), lazy_pattern(spared, re.I) if spared else None)


_ROWS = (
    _row(
        rf"\b(?:burglars?|intruders?|robbers?|thie(?:f|ves)|strangers?|prowlers?) (?:is |are )?(?:"
        rf"(?:in|inside|at|outside) (?:my|our|the) (?:\w+ )?{_HOME}\b|in here\b|"
        rf"(?:in|inside|outside|downstairs|upstairs)\b{_END})",
        r"\b(?:squirrels?|birds?|crows?|magpies?|cats?|dogs?|mice|mouse|raccoons?|fox(?:es)?|"
        r"rabbits?|hedgehogs?|deer|statues?|paintings?)\b",
    ),
    _row(
        r"\b(?:some(?:one|body)|a (?:man|stranger|guy)|he|she|they)(?:'s| is| are|'re)? (?:with|"
        r"has|have|got|has got|have got|'s got|'ve got|holding|pointing|waving) a (?:knife|gun|axe|"
        r"weapon)\b(?! (?:set|block|shar\w+|collection|shop|store|show|licen[cs]e|rack|holder|safe|"
        r"permit|case|handle|emoji|tattoo|control|range|law|fight|throw\w*)\b)",
        r"\b(?:for sale|on sale|drawer|cutlery|(?:cut|slic|chopp?|spread|butter|carv|peel)(?:e|ing)"
        r"?\b (?:the |a |some )?(?:bread|cake|meat|ham|cheese|onions?|vegetables|wood)|hunt\w*|"
        r"forest|firewood|shops?|store|toy|museum|painting|picture|photo|statue|for (?:the )?(?:"
        r"bread|cheese|fish|meat|wood|butter))\b",
    ),
    _row(
        r"\b(?:some(?:one|body)|a (?:man|stranger|guy)|they)(?:'s| is| are|'re)? (?:(?:breaking|"
        r"trying to (?:break|get)|climbing|forcing (?:his|their) way) (?:in\b(?! to)"
        rf"(?:{_END}|(?= (?:through|here|at|downstairs|from|from outside)\b))|"
        rf"(?:into|in to|in at) (?:my|our|the|this) (?:\w+ )?(?:{_HOME}|place)\b|"
        r"(?:my|the|our) door)|kicking (?:in )?(?:my|the|our) door)",
    ),
    _row(
        r"\b(?:he|she|they|some(?:one|body)|my \w+|a (?:man|stranger|guy|car))(?:'s| is| are|'re) "
        r"(?:hitting|beating|attacking|strangling|stabbing|following|threatening) me\b",
        r"\b(?:on (?:insta\w*|twitter|x|tik ?tok|facebook|social|youtube|linkedin|strava|twitch|"
        r"bluesky|mastodon|spotify|snapchat|threads|reddit|the app)|instagram|twitter|followers?|"
        r"dogs?|cats?|kitten|puppy|ducks?|geese|so far|(?:beating|attacking) me (?:at|in|by|to)|"
        r"hitting me (?:up|on|with (?:a )?(?:\w+ )?(?:questions?|bills?|fees?|ideas?|news))|"
        r"threatening me with (?:a )?(?:lawsuit|fine|bad \w+|homework|hugs?)|chess|argument|"
        r"with (?:his|her|their) eyes|for the \w+ time today)\b",
    ),
    _row(
        rf"\b{_WHO} (?:can't|cannot|can not|can hardly|can barely|is unable to|"
        rf"struggles? to) breathe\b",
        r"\b(?:with (?:this|a|my|the|such a) (?:\w+ )?(?:cold|flu|nose|hay ?fever|mask|scarf)|"
        r"(?:through|out of) (?:my|the|his|her) (?:\w+ )?(?:nose|nostrils?)|breathe (?:new|life|"
        r"easy|easily until|freely until|a word)|without (?:you|him|them|music|coffee|her\W*\Z)|"
        r"breathe (?:on|in space|under ?water|on mars)|so (?:tight|hot|humid|stuffy|full|funny|"
        r"boring|excited|nervous|beautiful|warm|busy)|(?:dress|trousers|jeans|shirt|corset|tie|"
        r"belt|bra|skirt|pants|leggings|costume|turtleneck)|(?:stuffy|blocked|runny|stuffed) nose|"
        r"nose is (?:stuffy|blocked|stuffed|running))\b",
    ),
    _row(
        r"\bmy chest (?:hurts|is (?:hurting|tight))\b|\bi(?:'ve| have)(?: got)? (?:bad |strong )?"
        r"chest pains?\b",
        r"\b(?:gym|work ?out|push-?ups?|bench press|sunburn\w*|tattoo|training)\b",
    ),
    _row(r"\b(?:throat|tongue) is (?:swelling|closing)\b"),
    _row(
        rf"\b{_WHO}(?:'ve|'s| have| has| just|'ve just)* (?:taken|took|swallowed|eaten|ate|drunk|"
        r"drank) (?:(?:too many|all (?:of )?(?:my|the|his|her)|a (?:lot|bottle|box|whole \w+) of|"
        r"far too many) (?:sleeping |pain )?(?:pills?|tablets?|painkillers?|medicines?)|(?:some |"
        r"the |a )?(?:bleach|poison|detergent|antifreeze|rat poison|battery|batteries|magnets?|"
        r"drain cleaner|acid))\b",
        r"\b(?:taken|took) [\w ]*?(?:bleach|poison|detergent|antifreeze|battery|batteries|magnets?|"
        r"cleaner|acid|pills?|tablets?|medicines?) (?:out|off|from|to|away|back|home|with (?:me|"
        r"us|him|her|them))\b",
    ),
    _row(rf"\b{_WHO}(?:'ve|'s| have| has)?(?: just)? overdosed\b(?! on (?!pill|med|drug|heroin))"),
    _row(
        rf"\b(?:smoke|flames?|(?:is|'s) a fire) (?:is )?(?:in|from|under|coming (?:from|out of|"
        rf"through))(?: (?:my|our|the))? {_HOME}\b",
        r"\b(?:fireplace|fire ?pit|marshmallows?|barbecues?|bbq|grill|camp ?fire|bonfire|wood ?"
        r"stove|chimney|fire ?bowl|fog machine|smoke machine)\b",
    ),
    _row(
        r"\b(?:i|we) (?:can )?smell (?:gas(?! (?:station|prices?))|smoke(?!d)|something burning)\b|"
        r"\bit smells of gas\b",
        r"\b(?:barbecues?|bbq|grill\w*|camp ?fire|bonfire|cigarettes?|cigars?|smokers?|incense|"
        r"fireworks?|fireplace|fire ?pit|chimneys?|vape|whisky|"
        r"on (?:my|his|her|your|the) (?:clothes|jacket|breath|hair|coat|curtains|sweater))\b",
    ),
    _row(r"\bthere(?:'s| is) a gas leak\b"),
    _row(
        rf"\b(?:my|our|the) {_HOME} is (?:on fire(?! with)|burning\b{_END}|full of (?:smoke|gas))"
    ),
    _row(
        r"\b(?:won't|will not|doesn't|does not|can't) stop (?:the )?bleeding\b|\bbleeding (?:"
        r"heavily|badly|a lot|out|everywhere)\b",
        r"\b(?:ink|pens?|colou?rs?|dye|paint|money|cash|oil|brakes?|radiators?)\b",
    ),
    _row(
        rf"\b{_WHO}(?:'s| is|'m| am| has| have|'ve)?(?: just)? (?:had|having|has had) (?:an? (?:"
        r"stroke|heart attack|seizure|fit))\b(?! (?:of|about|over|when (?:i|he|she|we|they) (?:saw|"
        r"heard|read|opened|got the)|at the (?:sight|price|thought))\b)",
        r"\b(?:almost|nearly) (?:had|having)\b",
    ),
    _row(
        rf"\b{_WHO}(?:'s| is|'m| am| has| just| have| are)* (?:collapsed(?! (?:the|a|my|his|her|all"
        r"|"
        r"in(?:to)? (?:laughter|giggles|tears)|with laughter)\b)|passed out(?! (?:\w+s|the|some|a|"
        r"all|his|her)\b)|fainted(?! (?:when (?:i|he|she|we|they) (?:saw|heard|read)|at the (?:"
        r"sight|thought|price|idea|news|prospect)|with joy|from (?:joy|excitement))\b)|"
        r"unconscious(?! (?:of|bias\w*|mind|about))|not breathing(?! a word)|not responding(?! to "
        r"(?!me\b|my (?:voice|words)|anything|touch)))\b",
        r"\b(?:messages?|texts|(?:my|the) text|e-?mails?|whatsapp|letters?|invitations?|slack|"
        r"server|app)\b",
    ),
    _row(
        rf"\b{_WHO}(?:'s| is|'m| am|'re| are)* (?:drowning\b(?! (?:in|under|out)\b(?! (?:the|our|"
        r"my|a|this) (?:\w+ )?(?:pool|lake|sea|river|bath\w*|tub|water|ocean|pond|canal)\b))|"
        r"choking\b(?! (?:up|the|on (?:(?:his|her|their|my) (?:words|tears)|dust)|in the "
        r"(?:final|end|play))\b)|electrocuted\b)",
        r"\b(?:debts?|paperwork|e-?mails|sorrows?|deadlines?|homework)\b",
    ),
    _row(
        rf"\b{_WHO}(?:'s| is|'m| am|'re| are) (?:(?:badly|seriously) (?:hurt|injured)\b|"
        rf"(?:hurt|injured)\b(?:{_END}|(?= (?:in|on|at|from|after|here|very)\b)))",
        r"\b(?:season|teams?|match\w*|weeks?|months?|training|marathon|coach|squad|league|forgot|"
        r"forgotten|feelings?|ignored?|lied|lies|words|birthday|offended|broke up|insult\w*|"
        r"feels?|(?:he|she|you|they|nobody|no one) (?:said|called|never|didn't|did not|does not|"
        r"doesn't|left me)|sad|disappointed|(?:hurt|injured) in (?:love|my pride))\b",
    ),
    _row(
        rf"\b{_WHO} (?:won't|will not|doesn't|does not) wake up\b(?:{_END}|(?= (?:even |from|when "
        r"(?:i|we) (?:shake|call|touch))\b))",
        r"\b(?:at night|in the morning|mornings|on time|for (?:school|work)|easily|nights?)\b",
    ),
    _row(
        r"\bi (?:feel like|want to|am going to|'m going to|might|will|could|think of|am thinking "
        r"of|'m thinking of)(?: just)? (?:hurt(?:ing)?|kill(?:ing)?|harm(?:ing)?|end(?:ing)?|"
        r"cut(?:ting)?) (?:myself|my life|it all)\b(?! (?:with (?:my|the|this|a) (?:landlord|boss|"
        r"job|contract|boyfriend|girlfriend|company|firm|club|bank|business|gym)|"
        r"sentence|a\b|an\b|some\b|off\b|another\b|out\b|short\b|loose|free|"
        r"(?:doing|lifting|on the|on this|for (?:forgetting|missing|not|being))))",
        r"\b(?:hair|slice|fringe|bangs)\b",
    ),
    _row(
        r"\bi (?:don't|do not) want to (?:(?:live|be alive|go on living|exist)(?: (?:any ?more|any "
        r"longer|like this|on|on this earth|in this world|this life))*|be here (?:any ?more|any "
        rf"longer)){_END}",
        r"\b(?:party|job|office|meeting|class|hotel|concert|rent|city|town|village|landlord|"
        r"work|country|neighbou?rhood|mould|noise|roommates?|flatmates?|parents)\b",
    ),
    _row(r"\btak(?:e|ing) my own life\b|\bi(?:'m| am) suicidal\b"),
    _row(r"\bbitten by a (?:snake|viper|adder)\b"),
)
_ELSEWHERE = lazy_pattern(
    r"\b(?:if|whether|film|movie|book|story|game|novel|dream\w*|song|episode|series|poem|drill|"
    r"jokes?|"
    r"write|imagine|suppose|pretend|remind|search|look up|lyrics|translate|years?|ago|yesterday|"
    r"last (?:week|year|month|night|summer|winter)|in \d{4}|when (?:i|he|she) was|used to|once|"
    r"every|"
    r"always|often|character|history|video|alarm|play(?:ed|ing)?|laugh\w*|what (?:is|are|does)|"
    r"how (?:do|does|can|would) (?:you|people|one|a|the)|why (?:do|does|is|are)|timer|spell|"
    r"define|what (?:do|should|can|would|must) (?:you|one|people|we) do (?:when|in case))\b",
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
    return any(
        one.told.search(line) and not (one.spared and one.spared.search(line)) for one in _ROWS
    )
