"""Reads the place, the day and the part of the weather that a follow-up names. Pure.

Invariant: what is denied ("not Glasgow") is not what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_rules import WEEKDAYS

_ABOUT = (
    (lazy_pattern(r"\b(?:ahead|behind (?:us|me|here)|or behind|hours? difference|difference|"
                r"time ?zone|hours (?:ahead|behind|apart))\b", re.I), "difference"),
    (re.compile(r"\b(?:go(?:es)? down|sunset|dusk|(?:get|gets|getting|properly|still) dark)\b",
                re.I), "sunset"),
    (re.compile(r"\b(?:sunrise|dawn|(?:get|gets|getting) light|come up|comes up)\b", re.I),
     "sunrise"),
    (lazy_pattern(r"\b(?:cold|hot|warm|warmer|colder|hotter|cool|chilly|mild|temperature|freezing|"
                r"coats?|jackets?|jumpers?|shorts|cap|hat|gloves|scarf|feels? like|degrees|icy|"
                r"ice|frost|frosty|swim|heat|boiling|celsius|fahrenheit|(?:top|crack|hit|reach|"
                r"above|below|over|under) (?:\w+ty|\w+teen|ten|zero|\d+))\b", re.I),
     "temperature"),
    (lazy_pattern(r"\b(?:rain|rains|raining|rainy|wet|dry|drier|umbrella|brolly|showers?|wellies|"
                r"drizzle|pour|pouring|ease off|raincoat|washing|mac)\b", re.I), "rain"),
    (lazy_pattern(r"\b(?:wind|winds|windy|breezy|breeze|gusty|gusts|gale|gales|blowy|blowing|"
                r"which direction|what direction)\b", re.I), "wind"),
    (re.compile(r"\b(?:snow|snows|snowing|snowy|sledge|settle|stick|snowman)\b", re.I), "snow"),
    (lazy_pattern(r"\b(?:sun|sunny|sunnier|sunglasses|sunshine|suncream|sun ?screen|clear|clear up|"
                r"brighten|brighter)\b", re.I), "sun"),
    (lazy_pattern(r"\b(?:clouds?|cloudy|fog|foggy|mist|misty|storms?|thunder|lightning|hail|"
                r"nice|nicer|better|visibility|forecast|weather|decent|warnings?|tornado)\b",
                re.I), "weather"),
    (lazy_pattern(r"\b(?:what day|tomorrow|yesterday|the date)\b.*\b(?:there|is it|them)\b|"
                r"\bis it (?:tomorrow|yesterday|today)\b", re.I), "date"),
    (re.compile(r"\b(?:time|clock)\b", re.I), "time"),
)  # fmt: skip
"""What is asked of a place, by a word that says it; the first that fits."""
_MORE_OF_IT = lazy_pattern(
    r"(?:how (?:much|heavy|heavily|deep|bad|strong|long|hard|clear|sunny)\b.*|(?:since|from|"
    r"till|until) when|when|down to what|up to what|what exactly.*|will it (?:stop|last|ease|"
    r"get worse|get better).*|(?:all|the whole) day(?: long)?)", re.I
)  # fmt: skip
"""Asks for the same once more, in its own words."""
_DAY = lazy_pattern(
    r"\b(?P<day>day after tomorrow|tomorrow|tonight|this evening|this afternoon|this morning|"
    r"today|weekend|this week|rest of the week|next few days|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s|s)?\b", re.I
)  # fmt: skip
_PARTS = {"this evening": "tonight", "this afternoon": "today", "this morning": "today",
          "this week": "week", "rest of the week": "week", "next few days": "week",
          "day after tomorrow": "day_after_tomorrow"}  # fmt: skip
_DAY_AFTER = re.compile(r"\b(?:(?:the |a )?day after(?! tomorrow)|following day|next day)\b", re.I)
_NIGHT = re.compile(r"\b(?:night|night time|evening|at night|overnight|after dark)\b", re.I)
_BEHIND = re.compile(r"\b(?:last night|yesterday|last week|last year)\b", re.I)
_MORNING = re.compile(r"\b(?:by|in the|first thing in the) morning|\bfirst thing\b", re.I)
_HOUR = lazy_pattern(
    r"\b(?:at|by|around|about|till|until|from|before|after) (?:half |quarter )?(?:past |to )?"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|lunch\w*|tea ?time|"
    r"\d{1,2}(?::\d\d)?)\b|\blater(?: on)?\b|\bafternoon\b|\blunch ?time\b|\bnow\b", re.I
)  # fmt: skip
_BEYOND = lazy_pattern(
    r"\b(?:next|following|coming) (?:week|weeks|month|year|winter|summer|spring|autumn)|"
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|winter|summer|spring|autumn|christmas|easter|new year|boxing day|half term|"
    r"bank holiday|month|fortnight|week later|week after)\b", re.I
)  # fmt: skip
_DENIED = re.compile(r"[\s,]*\b(?:not|instead of|rather than) (?!sure\b)[^,;.]*", re.I)
_CLAUSE = re.compile(r"[,;.!?]+\s*|\s+(?:because|cos|if|when|where|while)\s+", re.I)
_LEADS = lazy_pattern(
    r"\A(?:(?:and|or|what|what's|how|how's|about|over|up|down|out|off|same|again|for|in|at|on|to|near|"
    r"by|round|around|now|then|so|ok|okay|oh|er|erm|um|uh|try|do|is|are|like|too|please|it|it's|"
    r"that|also|the|no|nope|nah|sorry|wait|actually|but|make it|i meant|i mean|i said|say|check|"
    r"one|go|yeah|right|well|maybe|just|give me|tell me|weather|any better|any worse|change it|"
    r"switch|of|my|our|good|great|lovely|fine|nice|grand|cool)\b(?!')[\s,]*)+", re.I
)  # fmt: skip
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:too|then|please|now|instead|like|as well|doing|(?:is )?(?:the )?same|also|"
    r"you (?:check|tell)|i (?:mean|meant|said|wanted|should say|should have said|think)|"
    r"after that|abeg|today|again|though|thanks|love|mate|in mind|next|better|in that case))+\Z",
    re.I,
)
_DAY_BEHIND = re.compile(
    r"[\s,]+(?:(?:on|for|this|next|come) )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|"
    r"tonight|(?:at )?the weekend|weekend)(?: (?:morning|afternoon|evening|night))?\Z",
    re.I,
)
"""When it is asked for, behind the place: "Limerick on Friday"."""
_AT = re.compile(r"\b(?:in|at|near|over in|up in|down in|for|to|on|by) (?=\S)", re.I)
_NO_NAME = lazy_pattern(
    r"(?:nicer|sunnier|somewhere|elsewhere|else|"
    r"again|ah|already|am|any|are|as|awful|bad|baltic|be|because|been|bet|better|blimey|"
    r"boiling|brilliant|brr|bye|can|cheers|closed|cold|colder|come|cool|could|crikey|did|do|"
    r"does|doing|enough|fine|get|glad|go|going|gonna|good|got|grand|great|had|has|have|he|her|here|"
    r"him|horrible|hot|how|i|if|indoors|inside|is|it|just|later|less|let|lovely|lucky|make|may|"
    r"maybe|me|might|more|much|must|my|need|no|not|nothing|oh|ooh|open|outdoors|outside|"
    r"perfect|phew|really|roasting|rubbish|said|same|say|shall|shame|she|should|so|something|"
    r"soon|still|sure|take|tell|than|that|them|then|there|these|they|this|those|thought|too|"
    r"tropical|true|typical|us|very|want|warm|warmer|was|we|were|what|when|where|which|who|"
    r"whole|why|will|worse|would|wow|wrong|yes|you)(?:'\w+)?", re.I
)  # fmt: skip
"""Words with which nothing is called."""
_THE_ONE = re.compile(r"\bthe (?P<where>\w+(?: \w+)?) one\b", re.I)
_MOST_WORDS = 3
_NUMBERED = lazy_pattern(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|week|day|hour|morning|afternoon|"
    r"evening|night|\w+day|weekend|tomorrow)\b", re.I
)  # fmt: skip


def about_in(line: str, last: str = "") -> str:
    """What is asked of the weather, the sun or the clock; "" where no word says it.

    Args:
        line: The clean turn.
        last: What was asked of the weather before.
    """
    if named := next((about for words, about in _ABOUT if words.search(line)), ""):
        return named
    return last if _MORE_OF_IT.fullmatch(line.strip(" .,!?")) else ""


def day_in(text: str, last: str = "") -> str:
    """The day that is named, as the forecast calls it; "" for none, or for one that is over.

    Args:
        text: The turn.
        last: The day that was asked about before.
    """
    said = _DENIED.sub("", text) or text
    if _BEHIND.search(said):
        return ""
    if named := [found["day"].lower() for found in _DAY.finditer(said)]:
        return _PARTS.get(named[-1], named[-1])
    last = last.lower()
    if _DAY_AFTER.search(said):
        return _day_after(last)
    if is_beyond(said):
        return ""
    if _NIGHT.search(said):
        return "tonight" if last in {"", "now", "today", "tonight"} else last
    if _MORNING.search(said):
        return last if last in WEEKDAYS or last == "tomorrow" else "tomorrow"
    if _HOUR.search(said):
        return "today" if last in {"", "now", "today"} else last
    return ""


def _day_after(last: str) -> str:
    if last in WEEKDAYS:
        days = list(WEEKDAYS)
        return days[(days.index(last) + 1) % len(days)]
    behind = {"tomorrow": "day_after_tomorrow", "": "tomorrow", "now": "tomorrow",
              "today": "tomorrow", "tonight": "tomorrow"}  # fmt: skip
    return behind.get(last, "")


def is_beyond(text: str) -> bool:
    """Whether a day is named that no forecast reaches."""
    return _BEYOND.search(text) is not None


def place_in(text: str, marked: Sequence[str], last: str) -> str:
    """The place that is named; "" where none is heard.

    Args:
        text: The turn.
        marked: What the network takes for places.
        last: The place that was spoken of before.
    """
    said = " ".join((_DENIED.sub("", text) or text).replace("\u2019", "'").split()).strip(" .,!?")
    marks = [one for one in marked if one.lower() in said.lower() and len(one) > 1]
    names = [one for one in _names(said) if one.lower() != last.lower()]
    other = next((one for one in reversed(marks) if one.lower() != last.lower()), "")
    if last and other and re.search(rf"\b{re.escape(last)}\b", said, re.I):
        return f"{last} {other}"  # "Sydney in Nova Scotia"
    if last and (one := _THE_ONE.search(said)) and not _NO_NAME.fullmatch(one["where"]):
        is_in = re.search(r"\bthe one in\b", said, re.I)
        return f"{last} {other or one['where']}" if not is_in else other
    if other:
        return next((one for one in names if other.lower() in one.lower()), other)
    return names[0] if names else ""


def _names(said: str) -> Iterator[str]:
    """Words that may be a place's name, the last clause's first."""
    for clause in reversed(_CLAUSE.split(said)):
        bare = _TAILS.sub("", f" {_LEADS.sub('', clause, count=1)}").strip()
        bare = _DAY_BEHIND.sub("", bare)
        behind = _AT.split(bare)[-1] if _AT.search(bare) else ""
        behind = _LEADS.sub("", behind, count=1)
        for name in (behind, bare) if "'s " in bare else (bare, behind):
            words = name.lower().split()
            is_name = 0 < len(words) <= _MOST_WORDS and not _NUMBERED.search(name)
            if is_name and name[0].isalpha() and not any(map(_NO_NAME.fullmatch, words)):
                yield name
                break
