"""Whether what a turn is taken for, behind others, does all that it orders. Pure.

Invariant: a turn that orders two things is never taken for one of them that takes something away,
one that asks for a new timer, alarm or reminder never for a change of an old one
but where it is to ring instead, one that names
which entry it means never for a change of the newest, and one that only asks, adds, or names
another thing never takes a thing off a list; a value that is said to be too much is never the new
one, nor is what somebody else has, or what only may be so, a fact of the user's.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer turn leans on nothing."""

_TAKES = re.compile(r"(?:cancel|remove|clear|forget|delete)\b", re.I)
_CHANGES = re.compile(
    r"(?:cancel|change|move|postpone|bring|rename)\b|(?:add|take)\b.*\b(?:timer|alarm)\b", re.I
)
_JOINT = re.compile(r"\band (?:then )?|\bthen |\bplus |[,;.!] ?")
_BEGINS = re.compile(r"(?:please |also |just |you can |you could )*")
_FIRST_TAKES = re.compile(
    r"(?:cancel|remove|delete|clear|erase|drop|stop|kill|end|scrap|take|cross|strike|get rid of|"
    r"turn off|switch off|forget|lose|bin)\b"
)
_ORDERS_MORE = re.compile(
    r"(?:set|start|add|put(?! (?:it|that|them) (?:away|off|out))|create|begin|restart|remind|wake|"
    r"note|remember|tell|read|show|open|play|call|send|give|make(?! sure))\b"
)
_NEW = lazy_pattern(
    r"(?:(?:please|also|and|ok|okay|jarvis|hey|now|then|can you|could you|i want to|i need to) )*"
    r"(?:set|start|make|create|add|begin|give|put on)(?: up)?(?: me| us)? "
    r"(?:an?|another|one more|a new|a second|an extra|two|three) "
    r"(?:[\w'-]+ ){0,4}?(?:timer|alarm|reminder)s?\b"
)
_IN_PLACE = re.compile(r"\binstead\b|\brather than\b")
"""Says that a new one takes the place of an old one."""
_NAMED_ONE = lazy_pattern(
    r"\bthe (?!(?:\w+ )?(?:first|second|third|last|latest|newest|new|old|other|next|previous|same|"
    r"right|wrong|only|current|very|running|ringing|whole) )(?:[\w':-]+ ){1,4}?ones?\b"
    r"(?! (?:minute|hour|o'clock|day|week|month|more|am\b|pm\b))|"
    r"\bthe ones? (?:about|called|named|with|of|at) (?!me\b|it\b|that\b)\w|"
    r"\bthe ones? (?:for|to|on) (?!me\b|it\b|that\b|\d|noon|midnight|half|quarter|tomorrow|"
    r"tonight|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|"
    r"twelve\b)\w"
)
"""Says which entry is meant: "the dentist one", "the one about the rent"."""
_NEWEST = re.compile(r"\b(?:the|my) newest\b")

_REMOVED = re.compile(r"remove (?P<thing>.+) from my ", re.I)
_TAKING_WORD = lazy_pattern(
    r"\b(?:cancel|remove|delete|clear|erase|drop|take|cross|strike|strip|rid|off|out|forget|bin|"
    r"lose|instead|without|scrap|ditch|skip|swap|replace)\b"
)
_ASKS_SO = re.compile(
    r",? (?:isn't it|isn't there|aren't they|aren't there|is it not|is it|are they|right|correct)"
    r"[ ?]*\Z"
)
_ADDS = re.compile(r"(?:\bif .* |\A(?:please |then |and )*)(?:add|put|write) \w")
_OBJECT = re.compile(
    r"\b(?:have got|need|want|have|got|bought|has|had) "
    r"(?:(?:any|some|the|more|a|an|enough|to buy) )*"
    r"(?P<thing>[a-z' -]+?)(?: (?:any ?more|already|now|left|here|in|again|at home|today))*\Z"
)
_POINTS = frozenset(
    (
        *("it", "that", "them", "those", "this", "these", "one", "ones", "any", "more", "either"),
        *("all", "both", "enough", "plenty", "lots", "loads"),
    )
)

_MOVES = re.compile(r"(?:move|postpone|bring)\b", re.I)
_ENDS = re.compile(r"(?:please |can you |could you )*(?:cancel|delete|remove|erase)\b")
_SKIPS = re.compile(r"\b(?:skip|skipped|skipping|omit|left out)\b")
_FOR_GOOD = re.compile(r"days\b|ends\b|\b(?:always|every|each|never|any ?more|for good|from now)\b")
_WANTS_BACK = re.compile(
    r"\b(?:want|need|bring|get|have|give|like) (?:[\w']+ ){1,5}back\b|\bbring back\b|"
    r"\b(?:restore|reinstate|re-?activate|re-?enable|un-?skip)\b|\bback on\b"
)
_STAYS = re.compile(r"\b(?:leave .*\b(?:on|there|in|alone|be)|keep|stays?|staying)\b")
_VALUE = (
    r"(?P<value>\d[\d:]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty|forty|fifty|noon|midnight)"
)
_TOO_MUCH = lazy_pattern(
    rf"\A(?:(?:no|but|and|well|oh)\W+)*(?:(?:would|will|is|isn't|wouldn't) )?{_VALUE}\b"
    r"(?: [ap]m| o'clock| minutes?| hours?| seconds?)?(?: would| will|'d| is| was| seems| sounds)?"
    r"(?: be)?(?: (?:way|far|much|a bit|a little))? "
    r"too (?:late|early|long|short|soon|much|little)\b"
)
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS.split(), start=1)}
_REFUSED = lazy_pattern(
    r"(?:(?:no|but|and|please|oh|well)\W+)*(?:"
    rf"(?:not|never|anything but|any time but|before|after) (?:at )?{_VALUE}"
    r"(?: [ap]m| o'clock| minutes?| hours?)?\W*\Z|"
    r"(?:don't|do not|never|no need to|you need not) (?:\w+ ){0,2}?(?:add|take|double|extend|halve|"
    r"shorten|lengthen|move|make|set|change|postpone|delay)\b|"
    r"(?:\w+ ){1,3}(?:moved|changed|set|put|pushed) (?:his|hers|theirs|(?:her|their) \w+) )"
)
"""Refuses a value, denies a change, or tells of what is another person's."""
_BUT = re.compile(r",|\bbut\b|\binstead\b|\brather\b")
_REMEMBERS = re.compile(r"(?:forget that .+ and then )?remember that (?:my|our|i)\b", re.I)
_OF_OTHERS = re.compile(
    r"(?:(?:no|but|and|oh)\W+)*(?:(?!it|that|this|what|there|let|mine)[\w-]+'s|his|hers|theirs) "
    r"(?:is|are|was|were)\b"
)
_MAY_BE = re.compile(r"\b(?:might|may|could|perhaps|maybe|possibly|not sure|i (?:guess|wonder))\b")


def does_all(text: str, sentence: str) -> bool:
    """Whether a sentence that a turn is taken for leaves out none of its orders.

    Args:
        text: The turn as it was said: "remove the ham and add jam", "set a timer for 90",
            "move the dentist one to 9".
        sentence: What it is taken for: "remove ham from my list", "change the timer to 90".
    """
    if len(text) > _LONGEST or sentence == text:
        return True
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    is_new = _NEW.match(line) is not None and _IN_PLACE.search(line) is None
    if _CHANGES.match(sentence) and " and then " not in sentence and is_new:
        return False
    if _MOVES.match(sentence) and (_ENDS.match(line) or _is_skipped(line)):
        return False
    if _is_not_so(line, sentence) or _is_too_much(line, sentence):
        return False
    if sentence.startswith("cancel ") and _WANTS_BACK.search(line):
        return False
    if _NEWEST.search(sentence) and _NAMED_ONE.search(line):
        return False
    removed = _REMOVED.match(sentence)
    if removed and not _TAKING_WORD.search(line) and _is_no_removal(line, removed["thing"]):
        return False
    return not (_TAKES.match(sentence) and " and " not in sentence and _orders_more(line))


def _is_skipped(line: str) -> bool:
    """Whether a turn leaves a day out once, which changes no rule."""
    return _SKIPS.search(line) is not None and _FOR_GOOD.search(line) is None


def _orders_more(line: str) -> bool:
    """Whether a turn first takes something away, and then orders something else."""
    first, *others = [_BEGINS.sub("", one.strip(), count=1) for one in _JOINT.split(line)]
    return _FIRST_TAKES.match(first) is not None and any(map(_ORDERS_MORE.match, others))


def _is_no_removal(line: str, thing: str) -> bool:
    """Whether a turn without a word of taking away only asks, adds, or names another thing."""
    is_other = _names_another(line, thing) or _STAYS.search(line) is not None
    return is_other or _ASKS_SO.search(line) is not None or _ADDS.search(line) is not None


def _names_another(line: str, thing: str) -> bool:
    """Whether a turn that says what is not needed names another thing: "we have got milk"."""
    named = _OBJECT.search(line)
    words = set(named["thing"].split()) if named else set()
    if not words or words & _POINTS:
        return False
    kept = thing.casefold().split()
    return not any(one[:3] == other[:3] for one in words for other in kept)


def _is_too_much(line: str, sentence: str) -> bool:
    """Whether a turn refuses the very value that the sentence would set."""
    if not _CHANGES.match(sentence):
        return False
    if (refused := _REFUSED.match(line)) and not _BUT.search(line, refused.end()):
        return True
    found = _TOO_MUCH.match(line)
    if found is None:
        return False
    words = re.findall(r"[\w:]+", sentence.casefold())
    return found["value"] in words or _DIGITS.get(found["value"], "") in words


def _is_not_so(line: str, sentence: str) -> bool:
    """Whether a turn tells of another person, or of what may be, and the sentence of the user."""
    if not _REMEMBERS.match(sentence):
        return False
    return _OF_OTHERS.match(line) is not None or _MAY_BE.search(line) is not None
