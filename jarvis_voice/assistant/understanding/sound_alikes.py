"""Corrects template words that speech to text replaced by words of the same sound.

Invariant: pure; only words that stand where the templates have one of their own are replaced, never
a name of the user's.
"""

from __future__ import annotations

import re
from functools import lru_cache

from jarvis_voice.language.en.name_match import MatchVerdict, Named, NameIndex
from jarvis_voice.language.en.reminders_of_others import for_who_asks
from jarvis_voice.language.en.same_kind_repairs import last_of_kind
from jarvis_voice.language.en.story_sums import NUMBER

_KEPT = 256
"""Sentences that stay restored."""

_WEBSITE = re.compile(r"\bwe(?:b|bs|d|dge|t)[ -]?(?:site|sight|cite)\b", re.I)
"""What "website" becomes: "wedge site", "wet sight"."""

_AT_THE_WEEKEND = re.compile(r"\b(?:at|over|on|during|for) the week-?end\b", re.I)

_TAKE_A_SHOT = re.compile(
    r"(?P<take>(?:take|grab|capture) (?:me )?(?:a|another|the|this) )(?P<what>\w+ shot)\b", re.I
)
_TAKEN = NameIndex([Named("screenshot", "screenshot")])
"""All that can be taken: a near miss of it ("this green shot") can only be meant."""

_NOISE_BEFORE_A_SUM = re.compile(
    r"(?:(?:what|what's|but|is|are|was|a|the|does|that|it|it's|and)[ ,]+){1,4}", re.I
)
"""A "what is" in front of a sum is said so fast that "but is" or "what a" is heard."""


_A_THREE = re.compile(r"\b(?:free|tree)\b", re.I)
_SQUARED = re.compile(r"(?<=\d)[ -]squared?(?=[?.]?$)", re.I)


_WEATHER = re.compile(
    r"\bthe (?:wether|whether|whither)(?= (?:like|forecast|in|today|tomorrow|tonight|on|"
    r"going|outside|this|now|report)\b|$)",
    re.I,
)
"""What "weather" becomes behind "the" and in front of what may follow it."""
_OF_DAY = re.compile(
    r"\b(?:the )?(?P<day>today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s|"
    r"s) "
    r"(?P<what>weather(?: forecast)?|forecast)\b",
    re.I,
)
_IS_IT = re.compile(r"\b(?P<what>(?:what|which) (?:time|day|date))(?:'s| s) it\b", re.I)
_SHORT_KM = re.compile(r"\b(?P<n>\d+(?:\.\d+)?) ?k(?= (?:in|to|into) )", re.I)
_A_PIC = re.compile(r"\b(?P<a>(?:a|another) )(?:pic|snap|screenie)\b", re.I)
_A_NUMBER = re.compile(
    r"\b(?:a|my|the|of a|(?<!volume )(?<!sound )(?<!music )(?<!turn it )up) "
    r"(?=\d[\d.,]*(?:%| percent\b|[?.,]?$|, no\b| (?:miles?|kilomet|feet|"
    r"foot|inch|pounds?|dollars?|euros?|degrees?|lit(?:er|re)s?|ounces?|grams?|kilos?)\w*))",
    re.I,
)
"""A hesitation in front of a number is heard as a small word: "what's up 17%", "is a 40 miles"."""

_OPEN_TO = re.compile(r"^(?P<open>open|launch) (?:to|at) (?!do\b)(?=\w)", re.I)
"""Before a name that begins with a closed mouth "open" ends in a small word: "open to MIT"."""


_ADD_TIME = re.compile(
    rf"^(?:(?:at|and|had|ad) )?(?={NUMBER} (?:second|minute|hour)s? (?:more )?to "
    r"(?:the |my |that )?(?:\w+ ){0,3}(?:timer|alarm)\b)",
    re.I,
)
"""A time "to the timer" is added, whatever small word "add" was heard as: "at 5 minutes to ..."."""

_REMIND_ME = re.compile(
    r"^(?:(?:very|green|bring) )?(?:mind|mine) me(?= to\b)|"
    r"^(?:very|green|bring) (?:mind|mine) me(?= (?:in|at|on|about|that|every|tomorrow|tonight)\b)",
    re.I,
)
"""What "remind me" becomes: "very mind me to call", "bring mine me in 20 minutes"."""

_SET_AN_ALARM = re.compile(r"^set (?:in|and|on) (?=alarm\b)", re.I)
"""What "set an alarm" becomes."""

_ALARM_AT = re.compile(
    r"^(?P<alarm>set an alarm) (?:(?P<at>for|at) |4 ?)"
    r"(?P<hour>[01]?\d|2[0-3])(?P<minute>[0-5]\d)$",
    re.I,
)
"""A time of day written as one number: "an alarm for 630", "an alarm 4630"."""

_READ_OUT = re.compile(
    r"^(?:red|bread|reed) (?=(?:me )?(?:my|the|our) (?:\w+ )?(?:notes?|lists?)\b)", re.I
)
"""What "read" becomes in front of what is read out: "red my notes"."""

_UNITS = (
    r"(?:kilomet(?:er|re)|met(?:er|re)|mile|inche|yard|gram|kilo|kilogram|ounce|pound|lit(?:er|re)|"
    r"cup|pint|gallon|second|minute|hour|day|week)s|feet"
)
_UNITS_IN = re.compile(
    rf"^(?P<units>how many (?:{_UNITS})) (?:are we|we are|we're|are where) in (?=an? \w+$)", re.I
)
"""What "are in" becomes in a question of units: "how many feet are we in a mile"."""

_AN_OUNCE = re.compile(
    r"^(?P<units>how many (?:(?:kilo|milli)?grams|millilit(?:er|re)s|(?:tea|table)spoons) are in) "
    r"(?:and|an) out$",
    re.I,
)
"""What "an ounce" becomes: "how many grams are in and out"."""

_THE_NUMBER = re.compile(
    rf"^(?P<what>what (?:is|are)|what's|how much is) the (?={NUMBER} (?:squared|cubed|"
    rf"(?:times|plus|minus|divided by|multiplied by) {NUMBER})$)",
    re.I,
)
"""In front of a sum "is" is heard as "is the": "what is the three squared"."""

_ROOT_OF = re.compile(rf"\b(?P<root>(?:square|cube) root) (?:at|or|to|are|have)(?= {NUMBER})", re.I)
"""Between a root and its number there is "of", whatever small word it was heard as."""

_KEPT_OF_MINE = (
    r"(?:(?:[a-z]+ )?lists?|name|birthday|city|timers?|alarms?|reminders?|notes|calendar)\b"
)
_MY = re.compile(
    rf"\b(?:ma|mah) (?={_KEPT_OF_MINE}|shopping\b)|"
    rf"(?P<on>\b(?:on|onto|to|off|from|in|is|what's|whit's|when's|cancel|stop|clear) )me "
    rf"(?={_KEPT_OF_MINE})",
    re.I,
)
_WHAT = re.compile(r"^(?:whit|whut|wot)(?=(?:'s|s)? )", re.I)
"""How "my" and "what" are said: "what's on ma shopping list", "what's on me list"."""


@lru_cache(maxsize=_KEPT)
def as_meant(line: str) -> str:
    """A clean sentence with misspelt words restored, and without what the speaker corrected."""
    line = for_who_asks(last_of_kind(line))
    line = _MY.sub(lambda found: f"{found['on'] or ''}my ", _WHAT.sub("what", line))
    line = _ROOT_OF.sub(r"\g<root> of", line)
    line = _ADD_TIME.sub("add ", line)
    line = _ALARM_AT.sub(_alarm, _SET_AN_ALARM.sub("set an ", line))
    line = _READ_OUT.sub("read ", _REMIND_ME.sub("remind me", line))
    line = _AN_OUNCE.sub(r"\g<units> an ounce", _UNITS_IN.sub(r"\g<units> are in ", line))
    line = _THE_NUMBER.sub(r"\g<what> ", line)
    line = _OPEN_TO.sub(r"\g<open> ", line)
    line = _OF_DAY.sub(r"the \g<what> \g<day>", _WEATHER.sub(r"the weather", line))
    line = _A_PIC.sub(r"\g<a>picture", _IS_IT.sub(r"\g<what> is it", line))
    line = _A_NUMBER.sub("", line)
    line = _SHORT_KM.sub(r"\g<n> km", line)
    line = _AT_THE_WEEKEND.sub("this weekend", _WEBSITE.sub("website", line))
    return _TAKE_A_SHOT.sub(_screenshot, line)


def without_question(line: str) -> str:
    """The sum behind what may have been "what is"; the line as it is when that is not in front."""
    return _NOISE_BEFORE_A_SUM.sub("", line, count=1) if _NOISE_BEFORE_A_SUM.match(line) else line


def with_threes(line: str) -> str:
    """What may be a sum, with its threes and squares restored: "free squared", "3 square"."""
    return _SQUARED.sub(" squared", _A_THREE.sub("3", line))


def _screenshot(match: re.Match[str]) -> str:
    is_meant = _TAKEN.find(match["what"]).verdict is not MatchVerdict.REFUSE
    return match["take"] + "screenshot" if is_meant else match[0]


def _alarm(match: re.Match[str]) -> str:
    return f"{match['alarm']} {match['at'] or 'for'} {match['hour']}:{match['minute']}"
