"""Rejects meanings that a person would not read into the sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.birthdays import names_birthday
from jarvis_voice.language.en.person_names import is_introduction, name_in
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import NOTES
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.numbers.conversion import is_convertible
from jarvis_voice.tools.places.place_kinds import is_possible_kind

OPENING_INTENTS = frozenset({"open", "open_website", "open_known", "open_app"})

_MAX_NAME_WORDS = 8
_NO_NAME = lazy_pattern(
    r"://|\A(?:playing|calling|listening|talking|recording|watching|reading|singing|working|"
    r"whispering|using|doing|making|being|having|getting|telling|speaking) |"
    r"\A(?:how to|if|whether|(?:some )?(?:pictures?|photos?|images?|videos?) of)\b|"
    r",\s*(?:i|i'll|i'm|i'd|i've|we|we'll|we're|it's|it is|that's|he|she|they|thanks|cheers)\b|"
    r"\A(?:again|anew|afresh) with\b|\A(?:him|her|us)\Z|"
    r"\b(?:don't|dont|do "
    r"not|not|never|without|because|yesterday|then|"
    r"at page|page (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty)|"
    r"are|was|were|is|am|(?:can|could|would|will) (?:you|i|we))\b|"
    r"\b(?:and|but)\b.*\b(?:open|close|search|find|look|go|tell|play|show|take|send|write|turn|"
    r"set|read|add|remind|start|launch|pause|stop|skip|mute)\b",
    re.I,
)
_ABOUT_US = re.compile(r"(?:\W*\w+){0,3}\W*\b(?:i|me|my|you|your)\b", re.I)
_NO_QUERY = re.compile(
    r"(?:the web|the internet|online|for|the|a|an|about|on|it|that|that again|out|up|up for|out "
    r"about|me|playing|wrong|new|"
    r"next|happening|going on|him|her|them|this|these|those|he|she|they)\Z",
    re.I,
)
_TELLS = re.compile(
    r"(?:is|was|are|were|has|had|said|says|shows?|suggests?|indicates?|finds|found|will)\b", re.I
)
"""Words after which "google" and "research" are what is spoken of."""
_HOW_ONE_DOES = re.compile(r"how (?:do|can|would|should|does) (?:i|you|we|one) \w+ \w+", re.I)
_HOW_TO = re.compile(r"how\b", re.I)
_NO_FACT = lazy_pattern(
    r"(?:when|where|what|who|how|why|the time|those|that time|me)\b|"
    r"(?:please )?(?:remember|memori[sz]e|note (?:down )?that|"
    r"(?:don't|do not|never) (?:you )?(?:ever )?(?:forget|remember|memori[sz]e)|"
    r"(?:forget|unlearn|delete|remove|erase|scratch|drop|take back|undo)"
    r"(?: the fact| about)? (?:that|my|our|his|her|their))\b|"
    r"(?:please )?(?:forget|unlearn|delete|erase) \w+(?: \w+)?'s\b",
    re.I,
)
_ANOTHER_ORDER = re.compile(r"(?:and|then|but|so) (?!so\b)", re.I)
"""What no fact begins with: "forget that and remember ..."."""
_NO_PLACE = re.compile(
    r"\A(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|\d{1,2}(?::\d\d)?)"
    r"(?: o'?clock| ?[ap]\.?m\.?)?\Z|"
    r"\band (?:in|what|who|how|then|is|will|open|tell|also|for|at|do|can|take|play|turn|set|book|"
    r"order|call|send|add|put|remind|buy|close|email|text|find|search|show|give|make|write|note|"
    r"start|stop|pause|launch|read|my|the|i|you|he|she|we|they)\b|"
    r"\b(?:\d+|an?|one|two|three|four|five|six|ten) (?:seconds?|minutes?|hours?|days?|weeks?|"
    r"months?|years?)\b|\b(?:what|then|tell me|is|was|are|were)\b|"
    r"\b(?:at|in|on|for|the|this|and|over|of|now|currently)\Z",
    re.I,
)
_NO_ZONE = lazy_pattern(
    r"\b(?:it|he|she|they|that|this|there|going|gonna|my|your|meeting|alarm|timer|reminder)\b", re.I
)
"""What no city is called: "is it going to rain later" asks of no clocks."""
_CONTINUES = re.compile(r"(?:what|how) about\b|and\b", re.I)
_EMPTY_WORDS = frozenset(
    (
        *("who", "what", "when", "where", "why", "which", "whose", "how", "is", "are", "was"),
        *("were", "do", "does", "did", "can", "has", "have", "it", "that", "this", "these"),
        *("those", "they", "he", "she", "a", "an", "the", "of", "to", "in", "on", "for", "and"),
        *("or", "so", "there", "here", "up", "happens", "happened"),
    )
)
"""A question of these words alone ("What is it?") asks for nothing that can be looked up."""
_ONE_OF_IT = lazy_pattern(r"(?![$\u20ac\u00a3\u00a5\u20b9])(?:an?|the|one|my|[a-z]+ ?\Z)", re.I)
"""What a unit is, or what one of a thing costs: no amount to convert into the user's own units."""
_COMPUTE = re.compile(r"(?:calculate|compute|work out)\b", re.I)
_OWN = re.compile(r"\b(?:i|my|me|mine|we|our|us|remember|recall)\b", re.I)
_REMIND = re.compile(r"remind me\b", re.I)
_TELLS_OF_OWN = lazy_pattern(
    r"(?:(?:and|but|so|oh|well|sorry)\W+)*(?:my|our) [^?]*?\b(?:is|are|was|were|has|have|had|"
    r"needs?|wants?|keeps?|isn't|aren't|wasn't|won't|can't|doesn't|don't|didn't)\b"
    r"(?! (?:what|where|when|who|how|which)\b)",
    re.I,
)
"""Tells a thing of one's own, and asks for none: "my English is not so good"."""
_IS_DOING = lazy_pattern(
    r".*'s (?:asking|coming|going|waiting|calling|ringing|working|sleeping|driving|cooking|doing|"
    r"making|saying|taking|getting|having|being|playing|looking|trying|crying|here|off|in|on)|"
    r".*\b(?:is|are|was|were) (?:not|so|very|too|really) .+",
    re.I,
)
"""What somebody does, and no thing that was told: "client's asking"."""
_WHEN_SOMETHING = re.compile(r"remind (?:me|us) when (?:i|we|you|he|she|it|they)\b", re.I)
"""Wants to be reminded, when something happens."""
_PRONOUN = re.compile(r"(?:it|that|this|them|there|here|him|her|us|me|you)\Z", re.I)
_DAY = re.compile(
    r"\b(?:(?P<after>day after tomorrow|day after)|(?P<day>tonight|tomorrow|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b",
    re.I,
)
_NO_FORECAST = re.compile(
    r"\b(?:yesterday|last \w+|ago|next (?:weekend|week|month|year)|weeks|in \w+ days|"
    r"in a (?:week|month|year|fortnight)|fortnight)\b",
    re.I,
)
"""Of other times than the next seven days."""
_NO_WEATHER_PLACE = lazy_pattern(
    r"\b(?:\d+|hours?|minutes?|days?|weeks?|months?|years?|january|february|april|june|july|august|"
    r"september|october|november|december|morning|afternoon|evening|spring|summer|autumn|winter|"
    r"where|which|when|please|with|that|who)\b|(?:the )?(?:day|future|march|may|general)\Z|"
    r"[?!;]|, ?(?:i|we|he|she|they|it|you|my|our|his|her|their|the|is|are|was|there|and|but|so|"
    r"because|cause|if|love|mate|dear|\w+ing|\w+'(?!s\b)\w+)\b",
    re.I,
)
_THE_THING = re.compile(
    r"(?:the|my|me|our|a|an) (?!hague|netherlands|bahamas|philippines|u\.?s|u\.?k|states|united|"
    r"lake|isle|gambia|maldives|cotswolds|hebrides|highlands|north|south|east|west)[a-z]"
)
"""What the weather may be asked for and no place: "the barbecue"."""
_BARE_PLACE = re.compile(
    r"(?:the )?weather (?!in\b|for\b|at\b|over\b|out\b|up\b|down\b|on\b|today|to|this|next|right|"
    r"now|report|forecast)(?P<place>.+)\Z",
    re.I,
)
_IN_HOURS = re.compile(r"\b(?:an hour|\w+ hours?|a bit|a while|a minute)\b", re.I)
_LEAST_FACT_WORDS = 3
_AND_DO = re.compile(
    r"\band (?:then )?(?:book|order|call|send|add|put|remind|buy|close|email|text|open|play|turn|"
    r"set|"
    r"start|stop|pause|launch|take) (?:me|my|it|the|a|an|that|him|her)\b",
    re.I,
)
_AND_THEN = re.compile(r"\band then\b", re.I)
_GENERIC = lazy_pattern(
    r"(?:apps?|applications?|programs?|programmes?|web ?sites?|sites?|web ?pages?|pages?|things?|"
    r"stuff|anything|something|everything|nothing|"
    r"(?:the |a )?(?:windows?|doors?|curtains?|garage|car|blinds?|fridge|oven))\Z",
    re.I,
)
"""What can be opened, but is no name."""
_NOTHING_SAID = re.compile(r"(?:(?:of|about|that|down) )*(?:it|that|this|them|here|there)\Z", re.I)
_NO_LIST = re.compile(
    r"(?:my|the|our|whole|entire|full|complete)\Z|"
    r"(?:long|longer|longest|short|shorter|shortest|first|second|third|last|other|middle|same|"
    r"early|earlier|late|later|newest|oldest|right|wrong|next)\Z|"
    r"\b(?:on|onto|off|put|puts|add|to(?![- ]do)|from|and|but|is|are|was|said|has|had|it|that)\b|"
    r"(?:\S+ ){3}",
    re.I,
)
_NO_WORDS = lazy_pattern(
    r"say (?:(?:how|what|when|where|who|why|which) (?!(?:are|do|have) you\b)|(?:whether|if|it|that|"
    r"this|so|a|an|some|something|anything|nothing|more|your|one)\b(?! after me)|"
    r"the (?:date|day|time|weather|alphabet|news|answer)\b)|"
    r"repeat (?!(?:the (?:words?|sentence|phrase|following|name)|this after)\b)(?:what|how|it|this|"
    r"that|the|a|an|my|your|again|everything|all|from|every|each|daily|weekly|once|on|at|in|for|"
    r"until)\b",
    re.I,
)
"""Asks for an answer or a kind of words: "say how long it keeps", "say a prayer"."""
_I_AM = lazy_pattern(
    r"(?:(?:hi|hello|hey)(?: there)?,? )?(?:i'?m|i am|this is|it'?s|it is) (?!called|named|known)",
    re.I,
)
_MAX_PLACE_WORDS = 5
_NO_HOME = lazy_pattern(
    r"(?:a|an|my|our|your|his|her|their|the (?!hague|bronx|netherlands|isle)\w+|fear|peace|here|"
    r"there|not|no|one|hope|love)\b|.*\b(?:not|instead|with|because|since|near|but|house|flat|"
    r"apartment|street|from|which|where|right now|years?|last|ago|weeks?|months?|yesterday|"
    r"recently|now|for|when|as|after|until|so|in \d+|in (?:january|february|march|april|may|june|"
    r"july|august|september|october|november|december))\b",
    re.I,
)
"""Where somebody lives, but no city."""
_SELF_NAMED = frozenset({"place", "topic", "about"})
"""Slots that must name something: "it" and "there" are for whoever knows what was said before."""


def is_sound(intent: Intent, line: str) -> bool:
    """False for a reading that a person would not take for the meaning.

    Args:
        intent: The reading; its needed slots are there.
        line: The clean sentence.
    """
    slots = intent.slots
    if intent.name in OPENING_INTENTS:
        return is_name(slots["name"])
    if any(_PRONOUN.match(str(slots[slot])) for slot in _SELF_NAMED & slots.keys()):
        return False
    if _NO_PLACE.search(str(slots.get("place", ""))):
        return False
    is_listed = slots.get("list", NOTES) != NOTES  # the tool asks what
    if _NO_LIST.search(str(slots.get("list", ""))) or (
        _NOTHING_SAID.match(str(slots.get("text", ""))) and not is_listed
    ):
        return False
    check = _CHECKS.get(intent.name)
    return check is None or check(intent, line)


def is_name(words: str) -> bool:
    """Whether words may be the name of a site or an application."""
    if _GENERIC.match(words) or length_in(words.removeprefix("us ").removeprefix("me ")):
        return False
    return bool(words) and len(words.split()) <= _MAX_NAME_WORDS and not _NO_NAME.search(words)


def _is_sum(intent: Intent, line: str) -> bool:
    return is_calculation(intent.slots["expression"]) or _COMPUTE.match(line) is not None


def _is_query(intent: Intent, line: str) -> bool:
    query = intent.slots["query"]
    if _NO_QUERY.match(query) or (not intent.is_question and _TELLS.match(query)):
        return False
    if not intent.is_question:
        return not _AND_THEN.search(query) or _HOW_TO.match(query) is not None
    words = re.findall(r"[\w']+", line.lower())
    if _AND_DO.search(query):
        return False
    if _HOW_ONE_DOES.match(line):
        return True
    return not (_EMPTY_WORDS.issuperset(words) or _ABOUT_US.match(line) or _CONTINUES.match(line))


def _is_conversion(intent: Intent, _: str) -> bool:
    """Told from a question: "what is 5 miles in kilometers", but "what is love in french"."""
    what, to = str(intent.slots.get("what", "")), str(intent.slots.get("to", ""))
    return is_convertible(what, to) and (bool(to) or not _ONE_OF_IT.match(what))


def _is_ones_own(intent: Intent, line: str) -> bool:
    """What was told before is about the speaker: "where is my key", not "who painted it"."""
    about = str(intent.slots.get("about", ""))
    if _WHEN_SOMETHING.match(line) or _TELLS_OF_OWN.match(line) or _IS_DOING.fullmatch(about):
        return False
    return not about or _OWN.search(_REMIND.sub("", line)) is not None


def _is_fact(fact: str) -> bool:
    """Whether something is told: "remember the milk" and "remember this" tell nothing."""
    return not _NO_FACT.match(fact) and len(fact.split()) >= _LEAST_FACT_WORDS


def _is_weather(intent: Intent, line: str) -> bool:
    """Whether the day that is named is the day that is asked about, and the place may be one."""
    place = str(intent.slots.get("place", ""))
    if _NO_FORECAST.search(line) or _NO_WEATHER_PLACE.search(place) or _IN_HOURS.search(place):
        return False
    if _THE_THING.match(place):
        return False
    if place and (bare := _BARE_PLACE.match(line)) and bare["place"].startswith(place):
        return place[:1].isupper()
    said = {
        "day_after_tomorrow" if found["after"] else found["day"].lower()
        for found in _DAY.finditer(line)
    }
    return not said or said == {intent.slots.get("day")}


def _is_person(intent: Intent, line: str) -> bool:
    """Whether the user says a thing of themself: "I am Sam", but not "I am tired"."""
    field, value = intent.slots["field"], str(intent.slots.get("value", ""))
    if not value:
        return True
    if field == "name":
        return is_introduction(value) if _I_AM.match(line) else name_in(value) != ""
    if field == "birthday":
        return names_birthday(value)
    is_place = len(value.split()) <= _MAX_PLACE_WORDS and not _NO_PLACE.search(value)
    return field == "units" or (is_place and not _NO_HOME.match(value))


_NO_SETTING = re.compile(
    r"(?:pause|resume|unpause|restart|reset|freeze|hold|stop|cancel|delete|remove|change|move|check|"
    r"extend|shorten|rename|continue|adjust|read|show|mute|is|are|do|did|when|how|what)\b",
    re.I,
)
"""Words with which nobody begins to set a timer: "pause timer for five minutes"."""

_NO_TERM = re.compile(r" (?:a|an|the|my|our|of|to)\Z", re.I)
"""At the end of what is no word to explain: "add a" of "add a meaning"."""

_ADDS = lazy_pattern(
    r"(?:please |also |now )*(?:add|put|stick|pop|throw|write|place|get|include|chuck|bung|shove|"
    r"toss|drop|note|enter|jot|remember|don't|do not|make|take|leave)\b",
    re.I,
)
_NO_ITEM = lazy_pattern(
    r"(?:to )?(?:know|keep|leave|hear|see|find|check|name|list|say|read|tell|show|complete|finish|"
    r"mark|tick|delete|remove|cross|clear|count|arrange|sort|buy everything|everything|all|"
    r"anything|what|which|how)\b",
    re.I,
)
"""What is on no list, where nothing says that it is to be added: "know what is"."""

_TWO_LISTS = re.compile(r"\b(?:to|on|onto|from|off) (?:my|the|our) (?:\S+ ){1,2}list and\b", re.I)
_NO_ENTRY = lazy_pattern(
    r"[,;] not\b|"
    r"\b(?:timer|alarm|reminder|routine)s(?: set)? (?:and|but|or|except|if|unless)\b|"
    r"(?<!\w)(?:and|but|or|plus|except|if|unless)(?: (?:all|both|every))?(?: (?:the|my|a|an))?\Z|"
    r"\b(?:and|but|then|plus) (?:then )?(?:set|start|add|keep|cancel|leave|tell|make|put|turn|"
    r"remove|delete|move|change|give|take|wake|read|open|play|pause|mute|stop)\b|"
    r",? \b(?:if|unless|except|apart from|but not|of the|when (?:is|are|do|does|did))\b|"
    r"\band then\b| (?:set|on|running|going|active)\Z",
    re.I,
)
"""In no name of a timer or an alarm: "bread and set a", "timers but keep the"."""


def _is_entry(intent: Intent, _: str) -> bool:
    return _NO_ENTRY.search(str(intent.slots.get("name", ""))) is None


_MOST_TIMER_WORDS = 4
_NO_TIMER_NAME = lazy_pattern(
    r"[,;]|\b(?:i|i'd|i'll|i'm|you|we|if|so|but|because|please|set|start|put|make|give|need|want|could|"
    r"would|can|is|are|one|another|he|she|they|sets|has|have|had|needs|wants|no|not|who|"
    r"nobody|somebody|anybody|someone|anyone)\b",
    re.I,
)
"""Words in front of "timer" that are no name of one: "if possible set a"."""


def _is_timer(intent: Intent, line: str) -> bool:
    name = str(intent.slots.get("name", ""))
    is_named = len(name.split()) <= _MOST_TIMER_WORDS and not _NO_TIMER_NAME.search(name)
    return is_named and _NO_SETTING.match(line) is None and _is_entry(intent, line)


def _is_addition(intent: Intent, line: str) -> bool:
    text = str(intent.slots.get("text", ""))
    is_item = _ADDS.match(line) is not None or _NO_ITEM.match(text) is None
    return is_item and not _TWO_LISTS.search(text)


_PUTS_ONE = re.compile(r"put (?:an? |on )?(?:alarm|reminder) (?:for|at)\b", re.I)
"""Sets one anew: "put alarm for 5:20"."""

_SKIPS_DAY = lazy_pattern(
    r"skip (?:(?:it|that|this) )?(?:on )?(?:today|tonight|tomorrow|(?:this|next) (?:week(?:end)?)|"
    r"(?:(?:this|next) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
"""No song is skipped on another day."""

_CHECKS: Mapping[str, Callable[[Intent, str], bool]] = {
    "calculate": _is_sum,
    "get_time_difference": lambda intent, _: not _NO_ZONE.search(str(intent.slots["first"])),
    "define_word": lambda intent, _: not _NO_TERM.search(str(intent.slots.get("word", ""))),
    "find_places": lambda intent, _: is_possible_kind(str(intent.slots.get("kind", ""))),
    "set_timer": _is_timer,
    "set_alarm": _is_entry,
    "add_note": _is_addition,
    "remove_note": lambda intent, _: not _TWO_LISTS.search(str(intent.slots.get("text", ""))),
    "cancel_schedule": _is_entry,
    "skip_schedule": _is_entry,
    "read_schedule": _is_entry,
    "move_schedule": lambda intent, line: _is_entry(intent, line) and not _PUTS_ONE.match(line),
    "change_timer": _is_entry,
    "media": lambda _, line: not _SKIPS_DAY.match(line),
    "recall": _is_ones_own,
    "remember": lambda intent, _: _is_fact(intent.slots["fact"]),
    "forget": lambda intent, _: not _ANOTHER_ORDER.match(str(intent.slots.get("about", ""))),
    "weather": _is_weather,
    "convert": _is_conversion,
    "set_profile": _is_person,
    "research": lambda intent, _: not _TELLS.match(intent.slots["question"]),
    "say_words": lambda _, line: not _NO_WORDS.match(line),
    "search": _is_query,
    "find_and_open": _is_query,
}
