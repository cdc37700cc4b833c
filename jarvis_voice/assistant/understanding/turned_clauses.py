"""Turns clauses within a sentence into the questions and times that they stand for. Pure.

Invariant: only the order and the joining words change; what the user named stays word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_numbers import TENS, UNITS

_ASK_WHETHER = re.compile(
    r"(?:(?:please |just |quickly )*(?:check|see|have a look|take a look|look|find out|look up|"
    r"tell me|let me know|know|say|wonder|wondering|i wonder|i(?:'m| am) (?:just )?(?:wondering|"
    r"curious)|curious|(?:i )?(?:need|want|have|would like) to know|do you know|any idea) )"
    r"(?:if|whether) (?P<rest>.+)",
    re.I,
)
_SAID_OF = lazy_pattern(
    r"(?P<who>it|that|there|today|tomorrow|(?:the|my|our|this) \S+(?: \S+){0,2}?|\S+(?: \S+){0,2}?)"
    r"(?:(?P<short>'s|'ll)| (?P<verb>is|are|was|will|has|have|would|can)) (?P<rest>.+)",
    re.I,
)
_DOES = lazy_pattern(
    r"(?P<who>i|we|you) (?:(?P<modal>should|can|could|will|would|must) (?P<what>.+)|"
    r"(?P<plain>(?:need|have|want|get|take|got) .+))",
    re.I,
)
_TOPIC_FIRST = re.compile(
    r"(?:(?:the|my|our) )?(?P<topic>(?:\S+ ){0,2}(?:timer|alarm|reminder|(?P<list>list))), "
    r"(?P<asks>what|how (?:long|much|many|big)|when|is|are|has|does)\b[^,]{0,30}"
    r"\b(?:it|they|that)\b[^,]{0,30}",
    re.I,
)
"""What it is about, and then the question: "shopping list, how long is it"."""

_THING_FIRST = re.compile(
    r"(?P<thing>[^,]{2,40}), (?P<verb>is|are) (?:it|they|that|those|them) (?:already |still )?"
    r"(?:down|on (?:there|it)|on (?P<list>(?:my|the|our) (?:\S+ ){0,2}list))(?: already| yet)?",
    re.I,
)
_SUBJECT_FIRST = re.compile(
    r"(?:(?:and|but|so|now) )*(?:(?:what|how) about |now for )?(?P<thing>(?:the|my|our) "
    r"(?!(?:other|first|last|next)\b)[a-z]+(?: [a-z]+)?), (?:and )?(?:(?:can|could|would|will) you "
    r"|please )*(?P<asks>(?:turn|put|switch|make|set|crank|bring|open|close|read|clear|pause|stop|"
    r"mute)) (?:it|that|them|this)(?P<rest>(?: [\w%]+){0,4})",
    re.I,
)
"""What it is about, and then the request: "what about the sound, can you turn that up"."""
_PLACE_FIRST = lazy_pattern(
    r"(?i:(?!.*\b(?:weather|forecast|remind|timer|alarm|list)\b)"
    r"(?!(?:and |so )?(?:what|when|who|where|how|which|is|are|do|does|can|could|tell|show|find)\b))"
    r"[^,?]+ (?i:in|to|at|near) "
    r"(?P<place>[A-Z][\w'.-]*(?: (?:[A-Z][\w'.-]*|de|of|upon))*)"
    r"(?P<day> (?:on |this |next |at the )?(?:today|tomorrow|weekend|[A-Z]?[a-z]+day))?, "
    r"(?:so |and )?(?P<asks>(?:what|how|will|is)\b[^,]*?)(?: like)?(?: over| out| up| down)? there"
    r"(?P<behind>(?: [\w']+){0,3})"
)
"""A statement names a place, then a question asks about it: "off to Hampi, how is it there"."""
_ABOUT_PLACE_FIRST = lazy_pattern(
    r"(?i:(?:(?:and|so|but) )?(?:what|how) about) (?i:in |at )?"
    r"(?P<place>[A-Z][\w'.-]*(?: (?:[A-Z][\w'.-]*|de|of|upon))*), "
    r"(?P<asks>(?:what|how|will|is)\b[^,]*?)(?: like)?(?: over| out| up| down)? there"
    r"(?P<behind>(?: [\w']+){0,2})"
)
"""Names another place, and then asks of it: "what about Amritsar, how hot is it there"."""
_HOW_IS_IT = re.compile(r"(?:how|what)(?: is|'s| will) it(?: be)?", re.I)
_SAYS_LOUDNESS = lazy_pattern(
    r"(?:mum|mom|mam|dad|my \w+|he|she|they|everyone|everybody|the (?:kids|neighbou?rs?|baby|"
    r"boss)) "
    r"(?:says?|said|wants?|wanted|thinks?|would like)(?: that)?(?: (?:it|it's|that's|is|it is|to|"
    r"turn|make|be|you))* (?P<how>(?:a (?:bit|little) |much )?(?:quieter|louder|softer)|"
    r"(?:too|so) (?:loud|quiet)|(?:to )?turn (?:it|that) (?:up|down))",
    re.I,
)
"""Somebody else wants it quieter or louder."""
_PREPOSITION_FIRST = re.compile(r"(?:for|in|by|to|at|with|of) (?P<asks>how (?:many|much) .+)", re.I)
"""A question behind the preposition that it ends in: "for how many days is a goat pregnant"."""
_FULL = {"'s": "is", "'ll": "will"}
_WHICH_DAY = re.compile(
    r"(?:(?:know|tell me|check|see|find out|i wonder|(?:i )?(?:need|want|would like) to know) )?"
    r"(?:on )?(?P<asks>(?:what|which) (?:day(?: of the week)?|weekday|date)) (?P<thing>.+?) "
    r"(?P<verb>falls?|lands?|is|was|will be|comes?|fell|occurs?|happens?)(?: on| to)?",
    re.I,
)
_HOW_MANY = re.compile(
    r"(?P<asks>how (?:many|much) \S+) (?P<thing>(?:an? |one |\d|ten |five ).+?) (?P<verb>is|"
    r"are|makes?|equals?)",
    re.I,
)
_PAST = frozenset({"was", "fell"})
_THAT_IN = re.compile(
    r"(?P<said>.+?)[,.;]? (?:(?:so|and) )?(?:(?:what|how much)(?:'s| is| would| does| are)|"
    r"how (?:many|much) (?P<many>\S+(?: \S+)?) (?:is|are|would)|what would|convert|turn) "
    r"(?:that|it|this|those|they)"
    r"(?: (?:be|come to|make|equal|translate))?(?: (?:in|into|to|as) (?P<unit>\S+(?: \S+)?))?",
    re.I,
)
_NOT_THE_OTHER = re.compile(
    r"(?P<rest>.+?),? (?:and |but )?not (?:the|my) (?:\S+ )?(?:timer|alarm|reminder|routine)s?",
    re.I,
)
_YOU_THINK = re.compile(
    r"(?:(?:tell me|say|let me know|remind me) )?(?P<asks>(?:what|which)(?: \w+)?|"
    r"where|when|who|how \w+)"
    r"(?: do)? you (?:think|believe|reckon|have (?:down|noted)(?: that)?) "
    r"(?P<who>i|my \w+|we) (?P<rest>\S+(?: \S+){0,5})",
    re.I,
)
_NOT_BUT = re.compile(
    r"(?:do not|don't|dont|stop|never|not) (?P<verb>call(?:ing)?|us(?:e|ing)|set|add|put|wake|"
    r"turn|open|start|play|remind)\b"
    r"[^,;.]*(?:[,;.] |,? but )(?:instead,? )?"
    r"(?P<rest>(?P<again>call|use|set|add|put|wake|turn|open|start|play|remind)\b.+)",
    re.I,
)
"""What is not to be done, and then what is: "don't call me Robert, call me Rob"."""
_NUMBERS = "|".join(sorted({*UNITS, *TENS, "hundred", "thousand", "half", "dozen"}, key=len)[::-1])
_AMOUNT = lazy_pattern(
    rf"(?P<number>-?\d[\d.,]*|(?:(?:{_NUMBERS})(?:[ -](?:{_NUMBERS}|and))*))[ -]?"
    r"(?P<unit>(?:degrees? |square |cubic |us |canadian |swiss |british |australian "
    r")?[a-z\u20ac$\u00a3\u00b0]+(?: (?:an?|per) (?:hour|second))?)",
    re.I,
)
_BARE_TIMER = lazy_pattern(
    r"(?:set|start|put on|give me|make|run|create|i need|i want)(?: me)?(?: up)? "
    r"(?:a|an|the|my|another|one more) (?P<kind>timer|alarm)(?: for (?:it|that|this|me))?",
    re.I,
)
_TAKES = re.compile(r"\b(?:in|for|after|takes|needs|need|about) (?P<length>\S+(?: \S+){0,4})", re.I)
_UP_AT = lazy_pattern(
    r"\b(?:get up|be up|wake up|wake|awake|out of bed|rise)(?: (?:again|early))? "
    r"(?P<when>(?:at|by|before) \S+(?: \S+){0,4})",
    re.I,
)
_WHEN_IT_IS = re.compile(
    r"\b(?:when|once|as soon as) (?:it's|it is|it gets to|it turns|the clock (?:says|strikes|"
    r"shows)) (?P<time>\S+(?: (?:past|to|half|quarter|\w+|a\.?m\.?|p\.?m\.?|o'clock)){0,3}?)"
    r"(?=[,.]| to | that |\Z)",
    re.I,
)


def turned(line: str) -> Iterator[str]:
    """The same clause as a request of its own; perhaps none.

    Args:
        line: A clean sentence, or a clause of one.
    """
    if asked := _ASK_WHETHER.fullmatch(line):
        yield from _as_question(asked["rest"])
    if (other := _NOT_BUT.fullmatch(line)) and other["verb"].lower().startswith(
        other["again"].lower().removesuffix("e")
    ):
        yield other["rest"]
    yield from _with_subject(line)
    if first := _TOPIC_FIRST.fullmatch(line):
        is_long = first["asks"].lower().startswith("how")
        of_list = "how long is my" if is_long else "what is on my"
        yield f"{of_list if first['list'] else 'check my'} {first['topic']}"
    if down := _THING_FIRST.fullmatch(line):
        yield f"{down['verb']} {down['thing']} on {down['list'] or 'the list'}"
    if only := _NOT_THE_OTHER.fullmatch(line):
        yield only["rest"]
    if thought := _YOU_THINK.fullmatch(line):
        does = "do " if thought["who"].lower() in {"i", "we"} else ""
        yield f"{thought['asks']} {does}{thought['who']} {thought['rest']}"
    if day := _WHICH_DAY.fullmatch(line):
        yield f"{day['asks']} {'was' if day['verb'].lower() in _PAST else 'is'} {day['thing']}"
    if many := _HOW_MANY.fullmatch(line):
        yield f"{many['asks']} are in {many['thing']}"
    if that := _THAT_IN.fullmatch(line):
        unit = that["unit"] or that["many"]
        amounts = [*_AMOUNT.finditer(that["said"])] if unit else []
        if len(amounts) == 1:
            yield f"convert {amounts[0]['number']} {amounts[0]['unit']} to {unit}"


def _with_subject(line: str) -> Iterator[str]:
    """The request with what its pronoun stands for, which was named in front of it."""
    if named := _SUBJECT_FIRST.fullmatch(line):
        yield f"{named['asks']} {named['thing']}{named['rest']}"
    if about := _ABOUT_PLACE_FIRST.fullmatch(line):
        asks = _HOW_IS_IT.sub("what is the weather", about["asks"])
        yield f"{asks} in {about['place']}{about['behind']}"
    if there := _PLACE_FIRST.fullmatch(line):
        asks = _HOW_IS_IT.sub("what is the weather", there["asks"])
        yield f"{asks} in {there['place']}{there['behind'] or there['day'] or ''}"
    if asked := _PREPOSITION_FIRST.fullmatch(line):
        yield asked["asks"]
    if says := _SAYS_LOUDNESS.fullmatch(line):
        yield says["how"]


def at_clock_time(line: str) -> str:
    """A clean sentence with "at 5 pm" for "when it's 5 pm"."""
    found = _WHEN_IT_IS.search(line)
    time = f"at {found['time']}" if found else ""
    when = read_when(time) if found else None
    if found is None or when is None or when.hour is None:
        return line
    return f"{line[: found.start()]}{time}{line[found.end() :]}"


def timed(plain: str, others: Sequence[str]) -> Iterator[str]:
    """A timer or an alarm with the time that only another clause has.

    Args:
        plain: "set a timer".
        others: "the cake has to come out in 35 minutes".
    """
    bare = _BARE_TIMER.fullmatch(plain)
    if bare is None or not others:
        return
    said = others[-1] if length_in(others[-1].strip(" ,.")) else others[0]
    if bare["kind"].lower() == "alarm":
        found = _UP_AT.search(said)
        words = _longest(found["when"], is_length=False) if found else ""
        if words:
            yield f"set an alarm {words}"
        return
    if length_in(said.strip(" ,.")):
        yield f"set a timer for {said.strip(' ,.')}"
    lengths = {_longest(one["length"], is_length=True) for one in _TAKES.finditer(said)} - {""}
    if len(lengths) == 1:
        yield f"set a timer for {lengths.pop()}"


def _longest(words: str, *, is_length: bool) -> str:
    """The most words from the first on that are a length, or a time; "" where none are."""
    said = words.strip(" ,.").split()
    for end in range(len(said), 0, -1):
        piece = " ".join(said[:end])
        if (length_in(piece) if is_length else read_when(piece)) is not None:
            return piece
    return ""


def _as_question(rest: str) -> Iterator[str]:
    rest = re.sub(r"\bgonna\b", "going to", rest, flags=re.I)
    if said := _SAID_OF.fullmatch(rest):
        verb = _FULL.get((said["short"] or "").lower()) or said["verb"]
        yield f"{verb} {said['who']} {said['rest']}"
    if does := _DOES.fullmatch(rest):
        if does["modal"]:
            yield f"{does['modal']} {does['who']} {does['what']}"
        else:
            yield f"do {does['who']} {does['plain']}"
