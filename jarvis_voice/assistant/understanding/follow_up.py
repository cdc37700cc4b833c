"""Reads sentences that need the one before: "and in Paris?", "no, I meant GitLab".

Invariant: pure; one slot of what was asked before takes the new words, and where that is not plain
there is no intent at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS, is_name
from jarvis_voice.assistant.understanding.sum_talk import gone_on
from jarvis_voice.assistant.understanding.tool_words import Choice, Number, ToolWords, Words
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.numbers.calculator import is_calculation

_MOST_WORDS = 6
_AND = lazy_pattern(
    r"\W*(?:(?:um+|uh+|er|oh|okay|ok|so|well|hey|jarvis)\W+)*(?:and|or|also)\b", re.I
)
_ABOUT = lazy_pattern(
    r"(?:(?:and|or|but|so|then) )*"
    r"(?:(?:what|how) about|(?:do )?(?:the )?same (?:again )?(?:for|in|with))"
    r" (?:the )?(?P<words>.+)",
    re.I,
)
_MEANT = lazy_pattern(
    r"(?:(?:no|nope|sorry|wait|actually|not that)\b[\s,.!]*)*"
    r"i (?:meant?|said|was talking about|wanted) (?:to say )?(?:the )?(?P<words>.+)",
    re.I,
)
_WHERE_ABOUTS = lazy_pattern(r"\b(?:up|down|over|out|back) in (?=[a-z]+(?: [a-z]+)?\Z)", re.I)
"""In front of a place that ends the sentence: "and down in Tenby"."""
_NO_IT_IS = re.compile(
    r"(?:no|nope|not that)\b[\s,.!]+(?:(?:in|to|the|make it|make that) )?(?P<words>\S+(?: "
    r"\S+){0,2})",
    re.I,
)
"""A correction without a verb: "no, Berlin", "no 30"."""
_NOT_BUT = lazy_pattern(
    r"(?:no,? )?(?:i said |i meant |it is |it's )?not (?:in |to |the )*\S+(?: \S+){0,2}?"
    r"(?:,(?: but)?| but)(?: (?:in|to|the|rather|it is|it's))* (?P<words>\S+(?: \S+){0,2})",
    re.I,
)
"""What is wrong before what is right: "not Hull, Leeds"."""
_MEANT_LAST = re.compile(r"(?P<words>.+?),? i (?:mean|meant)", re.I)
_NOT_THAT = lazy_pattern(r"(?P<words>[A-Z]\S*),? not [A-Z]\S*")
_DAY_AFTER = re.compile(r"(?:the )?day after(?: that)?", re.I)
_LED_BY_DAY = re.compile(
    r"(?:on |this |at |over )?(?:the )?(?P<day>\w+) (?P<rest>(?:in|at) .+)", re.I
)
_OF_NUMBER = re.compile(r"(?:(?:and|what is that|that|what about) )*of (?P<number>.+)", re.I)
_SHARE = re.compile(
    r"(?P<share>.+ (?:percent|%) of|.+% of|.+ (?:half|third|quarter)s? of) .+", re.I
)
"""A part of a number: "twenty percent of 85"."""
_IN_UNIT = re.compile(r"(?:what is that |that |and )*(?:in )?(?P<unit>days|weeks)", re.I)
_ALL_OFF = re.compile(r"(?:clear|empty|wipe|delete) (?:it|that|the list|everything)(?: all)?", re.I)
_OFF_AGAIN = lazy_pattern(
    r"(?:take|cross|remove|delete|strike|scratch) (?:it|that|them)(?: back)?(?: (?:off|from (?:it|"
    r"the list)|off the list|again))*",
    re.I,
)
_ORDERS = lazy_pattern(
    r"(?:also |then |please )*(?:set|turn|switch|put|add|send|tell|call|phone|ring|take|make|"
    r"remind|"
    r"write|text|e?mail|read|close|quit|order|buy|book|wake|start|launch|show|give|cancel|delete|"
    r"remove|note|remember|forget|copy|convert|calculate|record|print|save|lock|dim|let|ask|"
    r"call)\b ?\w",
    re.I,
)
"""A request of its own, which is no name or thing."""
_PREPOSITION = re.compile(r"(?P<hinge>in|at|for|to|into|on|with|about|of)\s+(?=\S)", re.I)
_HAS_VERB = lazy_pattern(
    r"\b(?:is|are|was|were|do|does|did|can|will|open|search|find|play|who|what|when|where|why|how|"
    r"i|you|he|she|we|they|me|my|his|went|had|has|have|said|got|it|that|this|there|thanks|yes|no|not|go|so|then)\b",
    re.I,
)
_NO_WORDS_OF_THINGS = lazy_pattern(
    r"(?:also|on|now|well|more|too|again|please|be|just|only|good|great|nice|fine|cool|perfect|true|"
    r"right|wrong|quiet|louder|quieter|faster|slower|later|soon|maybe|really|because|but|if|when)\b",
    re.I,
)
"""With which nobody begins to name a thing."""
_PLACED = frozenset({"in", "at", "for"})
_TARGET = frozenset({"to", "into", "in"})
_ASKED = lazy_pattern(
    r"(?P<head>(?:(?:when|where|how \w+) (?:is|was|are|were|did|does|do)|"
    r"who (?:wrote|made|invented|founded|owns|runs|directed|painted|built|discovered|composed|won))"
    r" (?:the )?)(?P<thing>.+?)"
    r"(?P<tail> (?:\w+ed|born|die|open|close|live|start|end|begin|built|made|written|from))?\Z",
    re.I,
)
_LAST_OF = re.compile(r"(?P<head>.*\b(?:of|in|for|from|about) (?:the )?)(?P<thing>.+)\Z", re.I)
_POINTS_BACK = lazy_pattern(
    r"(?P<before>.*\b(?:about|for|on|up|is|was|are|were|did|does|do|can|will|has|have|spell|define|"
    r"pronounce|(?:opposite|meaning|spelling|definition|synonyms?) of))"
    r"\s+(?P<pronoun>it|that|him|her|them|this|he|she|they)\b(?P<after>.*)\Z",
    re.I,
)
_THERE = lazy_pattern(
    r"(?P<before>.+?)\s+(?:over )?there"
    r"(?P<day> (?:on |this |next |at the )?(?:today|tonight|tomorrow|weekend|\w+day))?\Z",
    re.I,
)
_ON_IT = re.compile(r"(?P<before>.+?)\s+(?:on|in) (?:there|it|that|that list)\Z", re.I)
_MEANT_TO_PUT = lazy_pattern(
    r"\A(?:(?:no|sorry|oops|wait|actually)\b[\s,.!]*){0,3}i meant? (?:to )?(?=(?:put|add|stick)\b)",
    re.I,
)
_INTO = lazy_pattern(
    r"(?:how (?:much|many) (?:is|are|would|does) (?:it|that|this)(?: be| make)?|"
    r"what (?:is|would) (?:it|that|this)(?: be)?|convert (?:it|that|this)) "
    r"(?:in|into|to) (?P<to>.+)",
    re.I,
)
_READ_IT = re.compile(
    r"read (?:it|that|them|(?:the|that|this) list)(?: back)?(?: out)?(?: (?:loud|aloud))?"
    r"(?: to me)?",
    re.I,
)
POINTS_AT_NOTHING = re.compile(
    r"\bit (?:takes?|costs?) (?:(?:for )?(?:me|us|you|people|someone|a person) )?to \w+ \w|"
    r"\bwhose turn is it\b|\bwhat (?:time|day|date|year) (?:would|will) it be\b|"
    r"\bwhat time is it(?= (?:right )?now\b| in \w|\Z)|"
    r"\bit means? (?:to|when|if|that)\b|\bit (?:(?:still|really|ever|always) )?"
    r"(?:raining|snowing|sunny|cold|warm|hot|windy|dark|late|early)\b|\bit going to\b|"
    r"\bit (?:(?:still|really|ever|always|too|so|very|more|usually|also) )?(?:true|safe|possible|"
    r"impossible|legal|illegal|okay|ok|normal|bad|good|better|best|healthy|unhealthy|worth|hard|"
    r"easy|likely|dangerous|rude|wrong|right|important|necessary|common|cheaper) "
    r"(?:that|if|when|(?:for \w+ )?to \w+ \w)",
    re.I,
)
"""An "it" that stands for nothing: "how long does it take to boil an egg", "is it true that"."""
_IS_SENTENCE = lazy_pattern(
    r"(?i:who|what|when|where|why|which|whose|how|is|are|was|were|do|does|did|can|will|has|have)"
    r"\b(?! [A-Z])|(?:\S+ ){9}"
)
"""A whole question is no thing that "it" could be."""
_REFERENTS = ("topic", "query", "question", "name", "about", "word")
_TIMES = ("day", "when")
_NO_TIME = "whatever it may be"
_FREE = ("to", "place", "topic", "query", "name", "about", "word")
"""Slots that new words may take, in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """The part of a sentence that adds to the sentence before, or corrects it.

    Attributes:
        words: The new words.
        is_marked: It says itself that it goes on: "and ...", "what about ...", "I meant ...".
    """

    words: str
    is_marked: bool = True


def continuation(text: str, line: str) -> Continuation | None:
    """What a sentence adds or corrects; None when it stands alone.

    Args:
        text: The sentence as it was said.
        line: It without politeness; a leading "and" is gone from it.
    """
    line = _WHERE_ABOUTS.sub("in ", line, count=1)
    if meant := _MEANT.fullmatch(line):
        return Continuation(meant["words"])
    if about := _ABOUT.fullmatch(line):
        return Continuation(about["words"])
    if meant := _MEANT_LAST.fullmatch(line) or _NOT_THAT.fullmatch(line):
        return Continuation(meant["words"])
    if other := _NOT_BUT.fullmatch(line):
        return Continuation(other["words"])
    if other := _NO_IT_IS.fullmatch(line):
        words = other["words"]
        is_named = words[:1].isupper() or Number(is_whole=False).read(words) is not None
        is_named = is_named or _OF_NUMBER.fullmatch(words) is not None
        return Continuation(words, is_marked=is_named)
    if _AND.match(text):
        return Continuation(line)
    is_short = len(line.split()) <= _MOST_WORDS
    return Continuation(line, is_marked=False) if is_short else None


def followed(said: Continuation, previous: Intent, tool: ToolWords | None) -> Intent | None:
    """What was asked before with the new words in one of its slots; None when that is not plain."""
    if previous.name == "calculate" and said.is_marked and (of := _OF_NUMBER.fullmatch(said.words)):
        return _share_of(previous, of["number"])
    if on := gone_on(said.words, previous):
        return on
    if previous.name == "count_days" and (other := _IN_UNIT.fullmatch(said.words)):
        return previous.having(unit=other["unit"].lower())
    if said.is_marked:
        return replaced(previous, said.words, tool)
    hinge = _PREPOSITION.match(said.words)
    chosen = _chosen(previous, said.words, tool)
    if chosen or (hinge and {"place", "to"} & _slots(previous, tool)):
        return chosen or replaced(previous, said.words, tool)
    return None


def replaced(intent: Intent, words: str, tool: ToolWords | None) -> Intent | None:
    """The intent with the one slot that the words fit taken by them."""
    words = words.strip(" ,.?!")
    if len(words.split()) > _MOST_WORDS or not words:
        return None
    if other := _chosen(intent, words, tool) or _timed(intent, words, tool):
        return other
    if led := _LED_BY_DAY.fullmatch(words):
        with_day = _chosen(intent, led["day"], tool)
        words, intent = (led["rest"], with_day) if with_day else (words, intent)
    words, intent = _without_choice(words, intent, tool)
    hinge = _PREPOSITION.match(words)
    bare = words[hinge.end() :] if hinge else words
    slot = _free_slot(intent, bare, hinge["hinge"].lower() if hinge else "", tool)
    if slot is None or not is_plain(bare):
        return None
    if slot == "query":
        query = _query(intent, bare, is_placed=bool(hinge))
        return intent.having(query=query) if query else None
    if slot == "name":
        name = "open_website" if intent.name == "open_url" else intent.name
        return Intent(name, {"name": re.sub(r"^the ", "", bare, flags=re.I)})
    return intent.having(**{slot: bare})


def pointing_back(line: str, previous: Intent) -> str | None:
    """The sentence with "it", "him" or "there" said out; None when it points at nothing."""
    line = _MEANT_TO_PUT.sub("", line, count=1)
    if place := previous.slots.get("place") or previous.slots.get("near"):
        there = _THERE.fullmatch(line)
        if there:
            return f"{there['before']} in {place}{there['day'] or ''}"
    name = previous.slots.get("list")
    if name and (on_it := _ON_IT.fullmatch(line)):
        return f"{on_it['before']} on my {name} list"
    if name and _READ_IT.fullmatch(line):
        return f"read my {name} list"
    if name and previous.name == "add_note" and _OFF_AGAIN.fullmatch(line):
        return f"take {previous.slots['text']} off my {name} list"
    if name and _ALL_OFF.fullmatch(line):
        return f"clear my {name} list"
    if previous.name == "convert" and (into := _INTO.fullmatch(line)):
        return f"convert {previous.slots['what']} to {into['to']}"
    thing = subject_of(previous)
    found = _POINTS_BACK.fullmatch(line)
    if not found or not thing or _IS_SENTENCE.match(thing) or POINTS_AT_NOTHING.search(line):
        return None
    return f"{found['before']} {thing}{found['after']}"


def subject_of(intent: Intent) -> str:
    """What a request was about; "" when it was about nothing that has a name."""
    if intent.name == "weather":
        return ""  # what of it is asked is one of a few words of ours
    thing = next((str(intent.slots[slot]) for slot in _REFERENTS if slot in intent.slots), "")
    asked = _ASKED.fullmatch(thing) if intent.is_question else None
    return asked["thing"] if asked else thing


def _slots(intent: Intent, tool: ToolWords | None) -> set[str]:
    return {*intent.slots, *(tool.kinds if tool else ())}


def _chosen(intent: Intent, words: str, tool: ToolWords | None) -> Intent | None:
    """The intent with the one closed or numeric argument that the words are a value of."""
    if tool is None:
        return None
    if intent.slots.get("day") == "tomorrow" and _DAY_AFTER.fullmatch(words):
        return intent.having(day="day_after_tomorrow")
    fitting = {
        slot: value
        for slot, kind in tool.kinds.items()
        if isinstance(kind, Choice | Number) and (value := kind.read(words)) is not None
        if isinstance(kind, Choice) or slot in intent.slots
    }
    if len(fitting) != 1:
        return None
    if intent.name == "volume" and "change" in fitting:  # "up" says nothing of "to 50 percent"
        return Intent("volume", fitting)
    return intent.having(**fitting)


def _timed(intent: Intent, words: str, tool: ToolWords | None) -> Intent | None:
    """The intent with another day or time, where its tool takes nothing but one there."""
    if tool is None or intent.name in SETTING:
        return None
    for slot in _TIMES:
        if not isinstance(tool.kinds.get(slot), Words):
            continue
        takes_all = tool.fits(intent.having(**{slot: _NO_TIME}).arguments)
        for said in (words, _PREPOSITION.sub("", words, count=1)):
            meant = intent.having(**{slot: said})
            if not takes_all and tool.fits(meant.arguments):
                return meant
    return None


def _without_choice(words: str, intent: Intent, tool: ToolWords | None) -> tuple[str, Intent]:
    """The words before a last one that is a value by itself: "Paris tomorrow"."""
    head, _, last = words.rpartition(" ")
    with_last = _chosen(intent, last, tool) if head else None
    return (head, with_last) if with_last else (words, intent)


def _free_slot(intent: Intent, words: str, hinge: str, tool: ToolWords | None) -> str | None:
    slots = _slots(intent, tool)
    if intent.name == "convert":
        first, *_ = words.split()
        is_amount = words[0].isdigit() or Number(is_whole=False).read(first) is not None
        return "what" if is_amount and hinge not in _TARGET else "to"
    if hinge in _PLACED and "place" in slots:
        return "place"
    if tool and {"kind", "near"} <= slots:
        either = ("near",) if hinge else ("kind", "near")
        return next((one for one in either if tool.fits({**intent.slots, one: words})), None)
    for slot in (*_FREE, *(("question",) if intent.name == "research" else ())):
        if slot not in slots or (slot == "name" and not _opens(intent)):
            continue
        is_words = tool is None or isinstance(tool.kinds.get(slot, Words()), Words)
        return slot if is_words else None
    return None


def _opens(intent: Intent) -> bool:
    return intent.name in OPENING_INTENTS or intent.name == "open_url"


def is_plain(words: str) -> bool:
    """Whether words can be a name or a thing, and no sentence of their own."""
    is_thing = is_name(words) and not _NO_WORDS_OF_THINGS.match(words)
    return is_thing and not _HAS_VERB.search(words) and not _ORDERS.match(words)


def _share_of(previous: Intent, number: str) -> Intent | None:
    """The same part of another number: "and of 120"."""
    share = _SHARE.fullmatch(str(previous.slots["expression"]))
    expression = f"{share['share']} {number}" if share else ""
    return previous.having(expression=expression) if is_calculation(expression) else None


def _query(intent: Intent, words: str, *, is_placed: bool) -> str | None:
    """The query about something else: "the capital of France" becomes "the capital of Spain"."""
    query = str(intent.slots["query"])
    for pattern in (_ASKED, _LAST_OF):
        if found := pattern.fullmatch(query):
            return f"{found['head']}{words}{found.groupdict().get('tail') or ''}"
    if is_placed:
        return f"{query} in {words}"
    is_sentence = intent.is_question and re.match(r"(?:how|when|where|why|which|who|what)\b", query)
    return None if is_sentence else words
