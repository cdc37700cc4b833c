"""Rewords a sentence that the grammar does not understand: leaves asides out, fills "it" in.

Invariant: pure; a clause is only left out where it is the speaker's own circumstances ("I've lost
track"), never a condition, a negation or somebody else's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from jarvis_voice.assistant.understanding.everyday_words import plainer
from jarvis_voice.assistant.understanding.turned_clauses import timed, turned
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.denied_places import lives_in
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.plain_statements import tells_of_others
from jarvis_voice.language.en.request_kernels import kernels
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.story_sums import plain_sums
from jarvis_voice.language.en.terse_requests import whole_requests
from jarvis_voice.tools.numbers.calculator import is_calculation

_MOST_CLAUSES = 4
_MOST_WORDINGS = 10
_BOUNDARY = re.compile(
    r"(?:\s+|(?<![,.;!?]))[,.;!?]+\s+(?:(?:so|and|but|because|cause) )?|\s+[-\u2013\u2014]\s+|"
    r"\s+(?:so|and)\s+(?=(?:can|could|would|will) (?:you|i|we)\b|please\b)|"
    r"\s+(?:and )?so\s+(?=(?:i (?:need|want)|i'd like|i would like|give me|get me|start|set|"
    r"add|put|remind|wake|turn|switch|pause|stop|open|tell|what|how|when|where|who|will|is|do|let's|"
    r"up (?:at|by)|mute|call|use|cancel|delete|remove|note|remember)\b)|"
    r"\s+(?:because|since|cause|cos|as|now that|seeing (?:as|that)|given that)\s+"
    r"(?=(?:i|we|it|you|there|that|this|my|our|the|everyone|"
    r"everybody|of)\b)",
    re.I,
)
_CIRCUMSTANCES = lazy_pattern(
    r"(?:(?:and|so|but|because|cause|since|as|seeing|given|now|that|while|whilst|after|oh|yeah|"
    r"like|just|well) )*"
    r"(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|it's|it is|it was|this is|that's|that is|"
    r"you're|you are|there's|there is|the \w+ (?:is|are|has)|just so you know|for later|for me|"
    r"of (?:my|our|the|work)|every(?:one|body) (?:does|is|calls me|says)|"
    r"it (?:is|was|has|will|gets)|is it late|is it early)\b",
    re.I,
)
_NO_CIRCUMSTANCES = lazy_pattern(
    r"\b(?:mean|meant|told|tell|said|say|says|saying|asked|asking|think|thought|heard|dream\w*|wish|wrote|if|"
    r"unless|when|once|until|don't want|do not want|didn't want|didn't ask|never|shouldn't|mustn't|"
    r"yesterday|opened|launched|used to)\b",
    re.I,
)
_COMMAND = re.compile(
    r"(?<=\w )(?<!\bto )(?<!\band )(?<!\bor )(?<!\bnot )(?<!n't )(?<!\bi )(?<!\bwe )(?<!\byou )"
    r"(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\bit )(?<!\bthat )(?<!\ba )(?<!\ban )(?<!\bthe )"
    r"(?<!\bmy )"
    r"(?<!\bwill )(?<!\bcan )(?<!\bmust )(?<!\bwould )(?<!\bshould )(?<!\bcould )(?<!\bdid )"
    r"(?<!\bdo )"
    r"(?:so )?(?:(?:please|can you|could you|would you|will you) )?"
    r"(?:set|start|add|put|remind me|wake me|turn|switch|mute|pause|stop|cancel|delete|remove|"
    r"skip|tell me|give me|get me|lower|raise|convert|take|what is|what's|when is|what time|"
    r"how (?:many|much|long|cold|warm|hot)|will it|is it|do i need)\b",
    re.I,
)
"""Where a command or a question may begin behind a reason that ends without a pause."""
_FEWEST_OF_REASON = 3
_ASKS_ITSELF = lazy_pattern(
    r"\b(?:need|want|like|love|wish|please|timers?|alarms?|reminders?|lists?|volume|remember)\b|"
    r"\b(?:and|then|or|to|not|also|plus|with|for|of|in|at|on|but|don't)\Z",
    re.I,
)
"""What is a request already, or goes on."""
_POINTER = r"(?:it|that|this|them|that one|this one)"
_DO_IT = lazy_pattern(
    rf"(?P<verb>open|launch|start|load|show me|bring|pull|get|look|search for|search|google|find)"
    rf"(?P<up> up)? {_POINTER}(?: (?:up|open|on screen|online|for me))*\Z",
    re.I,
)
_NEED_IT = lazy_pattern(
    rf"(?:i (?:need|want|would like)|i'd like|can i have|could i have|can i get) {_POINTER} "
    r"(?P<verb>open|opened|up|launched|started|running)\Z",
    re.I,
)
_THING = lazy_pattern(
    r"(?:(?:so|i need|i want|i'm after|i'm looking for|i was looking for|i'd like|the thing is|"
    r"i'm trying to (?:get to|get on|find|open|see)|i (?:need|want|would like) to (?:see|open|"
    r"visit|get to|go to|find)|there's (?:this|a) (?:site|app|website|page) called|you know|"
    r"about) )*(?P<thing>(?:\S+ ?){1,6})\Z",
    re.I,
)
_NO_THING = lazy_pattern(
    r"\b(?:i|i'm|we|you|he|she|they|trying|is|are|was|were|am|don't|not|never|told|said|have|had|has|will|would|could|can)\b",
    re.I,
)
_AMOUNT_FIRST = re.compile(
    r"(?:(?:so|and|if) )*(?:(?:i|you|we)(?:'ve| have| had|'d)?(?: got| had| have)? )?"
    r"(?P<amount>.+?),? (?P<how>how (?:many|much)) (?P<unit>.+?) "
    r"(?:(?:would|is|are|does|do|will|did) )+(?:that|it|they|this|those)"
    r"(?: (?:be|make|come to|equal|get me|in all))?\Z",
    re.I,
)
_EMBEDDED = re.compile(
    r"(?:(?:tell|show|remind) me |do you know |i wonder |i'd like to know |let me know )?"
    r"(?P<asks>what|who|where|when|"
    r"how (?:tall|far|long|big|old|hot|cold|much|many|high|deep|late)) "
    r"(?P<thing>.+?) (?P<be>is|are|was|were)\Z",
    re.I,
)
_THERE = re.compile(r"\s+(?:over |out )?there\Z", re.I)
_PLACE = lazy_pattern(
    r"\b(?:in|to|at|from|near)\s+"
    r"(?P<place>(?:the )?[A-Z][\w'.-]*(?: (?:[A-Z][\w'.-]*|de|of|upon))*)"
)
_IS_DAY = re.compile(
    r"(?:is|will) (?P<day>(?:today|tonight|tomorrow|(?:the|this) weekend|\w+day)) (?:going to be|"
    r"gonna be|be) "
    r"(?P<what>\w+)(?P<rest> in .+)?",
    re.I,
)
_SHOW = re.compile(
    r"show me (?P<what>(?:how to|(?:some )?(?:pictures?|photos?|images?|videos?) of|"
    r"(?:a )?recipes? for) .+)",
    re.I,
)
_DAY = lazy_pattern(
    r"(?:(?:on|this|next|at the|over the) )?\b(?:today|tonight|tomorrow|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
_WEATHER = lazy_pattern(
    r"\b(?:weather|forecast|rain|snow|sunny|windy|cold|hot|warm|wet|dry|umbrella|jacket|coat)\b",
    re.I,
)
_LIKE = re.compile(r"(?<=weather) (?:like|going to be(?: like)?|gonna be(?: like)?)\Z", re.I)
_WANTED = lazy_pattern(
    r"(?:(?:already|just|i've|have|i|we) (?:bought|got)(?: the| some)?|(?:out|short|shy) of|"
    r"(?:i|we) need(?: some| more| to get| to buy)?|low on|forgot(?: the| to buy)?|"
    r"no more|(?:i|we) (?:want|could do with)(?: some)?|(?:i|we) have no)"
    r" (?P<thing>\S+(?: \S+){0,3})\Z",
    re.I,
)
_IT = re.compile(r"\b(?:it|that|them|some)\b", re.I)


_SUMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), sums)
    for pattern, sums in (
        (
            r"(?:take|subtract|deduct) (?P<a>.+?) (?:off|away from|from|out of) (?P<b>.+)",
            r"\g<b> minus \g<a>",
        ),
        (
            r"(?:add|sum)(?: up| together)? (?P<a>.+) (?:and|to|plus) (?P<b>.+?)(?: together| up)?",
            r"\g<a> plus \g<b>",
        ),
        (
            r"(?:divide|split|share) (?P<a>.+?) (?:by|between|into|among) "
            r"(?P<b>.+?)(?: people| ways)?",
            r"\g<a> divided by \g<b>",
        ),
        (
            r"(?:i've got|i have|take|start with) (?P<a>.+?),? (?:and )?divide (?:it|that) by "
            r"(?P<b>.+)",
            r"\g<a> divided by \g<b>",
        ),
        (
            r"(?:i've got|i have|take|start with) (?P<a>.+?),? (?:and )?multiply (?:it|that) by "
            r"(?P<b>.+)",
            r"\g<a> times \g<b>",
        ),
        (r"(?:multiply) (?P<a>.+?) (?:by|with|and) (?P<b>.+)", r"\g<a> times \g<b>"),
    )
)


_WHAT_IF = re.compile(
    r"(?:what (?:do (?:you|i|we) get|is it|happens|would it be|would (?:you|i) get|is left|is)"
    r"(?: to)? (?:if|when) (?:you|i|we) )(?=\w)",
    re.I,
)
_IF_YOU = re.compile(
    r"if (?:you|i|we) (?P<sum>(?:add|take|subtract|multiply|divide|split) .+?),? "
    r"(?:what|how (?:much|many))(?:(?:'s| (?:do|does|would|is|am|are|will|have)) .+| is it|"
    r" remains?)\Z",
    re.I,
)
_IS_WHAT = re.compile(r"\s+(?:is|equals|makes|gives|comes to)(?: what| how much)\Z", re.I)


def other_wordings(line: str) -> Iterator[str]:
    """The same request in plainer words, the likeliest first; perhaps none.

    Args:
        line: A clean sentence.
    """
    yield from islice(dict.fromkeys(_wordings(line)), _MOST_WORDINGS)


def _wordings(line: str) -> Iterator[str]:
    yield from filter(None, (lives_in(line),))
    yield from whole_requests(line)
    yield from plain_sums(line)
    if found := _IS_DAY.fullmatch(line):
        yield f"will it be {found['what']} {found['day']}{found['rest'] or ''}"
    if found := _SHOW.fullmatch(line):
        yield f"search for {found['what']}"
    line = _without_what_if(_IS_WHAT.sub("", _IF_YOU.sub(r"\g<sum>", line)))
    yield from _summed(line)
    yield line
    yield from filter(None, (plainer(line),))
    yield from turned(line)
    for kernel in kernels(line):
        yield from filter(None, (kernel, plainer(kernel)))
    if amount := _AMOUNT_FIRST.fullmatch(line):
        yield f"{amount['how']} {amount['unit']} is {amount['amount']}"
    if asked := _EMBEDDED.fullmatch(line):
        yield f"{asked['asks']} {asked['be']} {asked['thing']}"
    clauses = [clause for clause in _BOUNDARY.split(line) if clause]
    if not 1 < len(clauses) <= _MOST_CLAUSES:
        yield from _behind_a_reason(line)
        return
    for place, clause in enumerate(clauses):
        others = clauses[:place] + clauses[place + 1 :]
        plain = clean(clause)
        yield from _pointed(plain, others)
        if all(_is_circumstance(other) or length_in(other) for other in others):
            yield from timed(plain, others)
        if all(_is_circumstance(other) for other in others):
            yield from _on_their_day(plain, others)
            yield plain
            yield from filter(None, (plainer(plain),))
            yield from turned(plain)


def _without_what_if(line: str) -> str:
    """A sum without "what do you get if you"; what else would happen is asked, and not done."""
    bare = _WHAT_IF.sub("", line)
    is_sum = bare != line and any(map(is_calculation, (bare, *_summed(bare))))
    return bare if is_sum else line


def _summed(line: str) -> Iterator[str]:
    for pattern, sums in _SUMS:
        if found := pattern.fullmatch(line):
            yield found.expand(sums)


def _behind_a_reason(line: str) -> Iterator[str]:
    """The command behind the speaker's own circumstances, without a pause between them."""
    for command in islice(_COMMAND.finditer(line), _MOST_CLAUSES):
        before = line[: command.start()].rstrip(" ,")
        is_long = len(before.split()) >= _FEWEST_OF_REASON
        if is_long and _is_circumstance(before) and not _ASKS_ITSELF.search(before):
            plain = clean(line[command.start() :])
            yield from _pointed(plain, [before])
            yield plain


def _is_circumstance(clause: str) -> bool:
    if _NO_CIRCUMSTANCES.search(clause):
        return False
    return _CIRCUMSTANCES.match(clause) is not None or tells_of_others(clause)


def _on_their_day(plain: str, others: list[str]) -> Iterator[str]:
    """A question for the weather with the day, and perhaps the place, that only an aside names."""
    if not _WEATHER.search(plain) or _DAY.search(plain) or _PLACE.search(plain):
        return
    context = " ".join(others)
    day, place = _DAY.search(context), _PLACE.search(context)
    if not (day or place) or _THERE.search(plain):
        return
    on = f" {day[0].removeprefix('on ')}" if day else ""
    at = f" in {place['place']}" if place else ""
    yield f"{_LIKE.sub('', plain)}{at}{on}"


def _pointed(plain: str, others: list[str]) -> Iterator[str]:
    """The clause with what its "it" or "there" stands for in the others."""
    if any(_NO_CIRCUMSTANCES.search(other) for other in others):
        return
    context = " ".join(others)
    if _THERE.search(plain) and (place := _PLACE.search(context)):
        day = None if _DAY.search(plain) else _DAY.search(context)
        on = f" {day[0]}" if day else ""
        yield _THERE.sub(f" in {place['place']}{on}", plain)
    if len(others) != 1:
        return
    does, thing = _DO_IT.fullmatch(plain) or _NEED_IT.fullmatch(plain), _THING.fullmatch(others[0])
    if does and thing and not _NO_THING.search(thing["thing"]):
        verb = does["verb"].lower()
        finds = verb in {"look", "search", "search for", "google", "find"}
        starts = verb in {"launch", "start", "launched", "started", "running"}
        yield f"{'search for' if finds else 'launch' if starts else 'open'} {thing['thing']}"
    if (wanted := _WANTED.search(others[0])) and _IT.search(plain):
        yield _IT.sub(wanted["thing"], plain, count=1)
