"""Takes off clauses around a request that change nothing: "whenever you get a second, ...". Pure.

Invariant: only words about the asking itself go: whether it is a trouble, when there is time for
it, how it is begun. What says when or whether something is to be done stays.
"""

from __future__ import annotations

import re

_FREE_TIME = (
    r"(?:if|when|whenever|once|as soon as) (?:you|you've|you're|you'd)(?: (?:get|got|have|had|find|"
    r"are|can|could|can spare|ever|happen to|happen to have|do|done|feel|not|aren't|don't|"
    r"wouldn't|would|might|a|an|one|the|some|another|spare|free|quick|like|too|very|so|me)){0,6} "
    r"(?:second|sec|moment|minute|min|chance|time|mind|free|ready|able|busy|it|that|please|"
    r"like it|manage it|so kind|so good|kind enough|good enough)"
)
_TROUBLE = (
    r"(?:if|unless|provided|so long as|as long as) (?:it|it's|that|that's|this|there's)"
    r"(?: (?:is|isn't|was|would|wouldn't|not|be|no|at all|all|a|an|any|too|very|that|so|much|"
    r"really|of)){0,6} "
    r"(?:trouble|bother|possible|ok|okay|alright|right|fine|hard|difficult|convenient|problem|"
    r"hassle|inconvenience|imposition|handy|nuisance)(?: (?:for|to|with) you)?"
)
_BEGUN = (
    r"first things first|first of all|long story short|no (?:rush|hurry|pressure)(?: but)?|"
    r"(?:just )?(?:a|one) (?:small|little|tiny|quick) (?:thing|favou?r|question|request|one)|"
    r"(?:small|little|tiny|quick) (?:favou?r|request)|here's the thing|here is the thing|"
    r"the thing is|guess what|right then|okay then|alright then|honestly|seriously|anyways?|"
    r"my (?:friend|dear)|buddy|pal|sir|computer|assistant|not sure if you can do this(?: but)?|"
    r"i know (?:it's|it is) (?:late|early|silly)(?: but)?|silly question(?: but)?|"
    r"(?:i )?(?:almost|nearly) forgot|one last thing|last thing|another thing|one other thing|"
    r"(?:please )?help me(?: out)?(?: here)?|next (?:up|thing)|also|"
    r"oh (?:yeah|yes|and|right)|let me think|hmm+"
)
_CALLS = (
    r"(?:have you |you |you've )?got (?:a|one) (?:second|sec|minute|moment)(?: for me)?|"
    r"(?:do you )?have (?:a|one) (?:second|sec|minute|moment)(?: for me)?|"
    r"(?:are )?you (?:busy|free|there|awake)|(?:can|could|may) i ask (?:you )?(?:something|a "
    r"favou?r"
    r"|you a favou?r)|"
    r"(?:can|could|will|would) you (?:do (?:something|(?:me )?a (?:\w+ )?favou?r)(?: for me)?|"
    r"help me(?: out)?(?: here| with something| a (?:sec|second|minute|moment))?)|"
    r"i (?:need|could use|could do with) (?:your help|a hand|a favou?r|some help)"
    r"(?: (?:with something|here|please))?"
)
_KNOWS = (
    r"(?:it(?:'d| would)(?: really)? (?:help|be (?:good|nice|great|useful|handy|helpful))"
    r"(?: me)? (?:if i knew|to know)|i (?:can't|cannot|can never|don't|do not|never) "
    r"(?:remember|recall|know)|i(?:'ve| have) (?:forgotten|no idea)|i forgot|"
    r"(?:my|the|our) \w+ (?:wants|needs|would like|is asking|is wondering|wanted|wonders|asks|"
    r"asked)(?: me)?(?: to know)?|any chance you(?:'d)? know)[ ,]+"
    r"(?=(?:who|what|when|where|how|which)\b(?!.*\bi\b))"
)
_ASKER = re.compile(rf"\A{_KNOWS}", re.I)
_LEAD = re.compile(
    rf"^(?:(?:{_FREE_TIME}|{_TROUBLE})(?:\s*[,.;:-]+\s*|\s+(?!(?:for|to|in|at|on|and|or|of)\b))|"
    rf"{_KNOWS}|(?:{_BEGUN})\s*[,.!:;-]+\s*|(?:{_CALLS})\s*[,.?!:;-]+\s*)"
    r"(?:(?:then|so|and|but),? )?",
    re.I,
)
_TAIL = re.compile(
    rf"[\s,.;-]+(?:{_FREE_TIME}|{_TROUBLE}|(?:there's |there is )?no (?:rush|hurry|pressure|"
    r"need to (?:hurry|rush|shout|be \w+))|"
    r"in (?:its|their) (?:place|stead)|"
    r"thanks in advance|thanks a (?:bunch|million)|cheers|ta|much obliged|much appreciated|"
    r"(?:oh,? )?i(?: had|'d)? (?:almost|nearly|quite) (?:forgot|forgotten)(?: that| it|"
    r" about (?:it|that|them))?|"
    r"i'd appreciate (?:it|that)|i would appreciate (?:it|that)|i beg you|be a dear)[\s,.!?;]*$",
    re.I,
)
_GO = re.compile(
    r"\s*[,.;!-]+\s*(?:(?:come on|let's go|let us go|chop chop|off we go|here we go|go go go|"
    r"game on)[\s,.!]*)+\Z",
    re.I,
)
"""Cheers on behind an order."""
_WHEN_UP = re.compile(
    r"(?P<order>.*\b(?:timer|min(?:ute)?s?|sec(?:ond)?s?|hours?)\b.*?)(?:\s*[,.;]\s*|\s+)"
    r"(?:and |then |so )*(?:please |can you |could you )*"
    r"(?:let me know|tell me|give me a shout|shout|call me|ping me|alert me|warn me|buzz me)"
    r" when (?:it's|it is|they're|they are|that's|that is|time's|the time's|time is) "
    r"(?:up|done|over|finished|ready|out)\W*",
    re.I,
)
"""Asks of a timer what every timer does."""
_ASKED_FOR = re.compile(
    r"(?P<asked>(?:(?:and|so|now) )?(?:who|whose|what|what's|when|where|which|why|how|how's|is|"
    r"are|was|were|does|do|did|can|tell me|do you know)\b.*?)"
    r"(?:,? (?:(?:my|our|the) (?:\w+ )?\w+)|, (?:[A-Za-z]\w+|they all|he|she))"
    r"(?:'s| is| are| was| were)? (?:(?:(?:really|always|just|all) )?"
    r"(?:wants?|wanted|needs?|would (?:like|love)|likes?|is dying|dying) to know|"
    r"asking(?: me)?|wondering|(?:keeps?|kept) asking(?: me)?|asks|wonders)\W*",
    re.I,
)
"""A question, and behind it who wants to know."""
_JUST_NOW = re.compile(
    r"(?P<asked>.*\b(?:weather|temperature|rain\w*|snow\w*|wind\w*|hot|cold|warm|sunny|humid|"
    r"time is it|time)\b.*) just now",
    re.I,
)
"""A question of how it is now."""
_ADVERBS = re.compile(
    r"^(?P<who>i|we)(?:'d)?(?: (?:really|just|badly|urgently|desperately|kinda|kind of|"
    r"sort of|still|also|actually|simply|only|definitely|quickly|honestly|do|seriously)\b)+ "
    r"(?=(?:need|want|have to|must|could do|could use|should)\b)",
    re.I,
)
_IF_LISTED = re.compile(
    r"(?P<order>.*\b(?:take|remove|delete|erase|cross|strike|scratch|knock|tick|rub|"
    r"get (?:rid|(?:\S+ ){1,4}off))\b.*?),? "
    r"if (?:(?:it|they|that|there)(?:'s|'re| is| are)?|(?:i|we)(?:'ve| have)?(?: got| put| have)?"
    r"(?: it| them| that| any| one)?)"
    r"(?: (?:still|already|even|any|some|one|in|actually))* "
    r"(?:on )?(?:there|it|the list|that list|on|in there)[\s,.!?]*",
    re.I,
)
"""Nothing is taken off that is not there: "take the butter off if it's on there"."""
_REWORDED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), words)
    for pattern, words in (
        (
            r"\Amind(?: you)? that (?=.* (?:is|are|was|were|has|have|had|can|will)\b)",
            "remember that ",
        ),
        (
            r"\A(?P<ask>(?:(?:hello|hi|hey)[\s,.!]+)?(?:do|can|could|will) you(?: even| really)? "
            r"understand) my (?:english|accent|voice|speech|dialect|way of (?:talking|speaking)|"
            r"pronunciation)\Z",
            r"\g<ask> me",
        ),
        (
            r"\A(?:which|what) (?P<what>city|town|name|birthday) (?:have|did|do) you "
            r"(?:keep|kept|saved?|stored?|noted?)(?: down)?(?: (?:for|of|about|as) (?:me|mine))?\Z",
            r"what is my \g<what>",
        ),
        (
            r"\Awhat(?: all)? have (?P<who>i|we) got to do\Z",
            r"what do \g<who> have to do",
        ),
        (r"\A(?:babe|bab|hun|hon|bach|cariad)\Z", "okay"),
        (r"\A(?:ugh+|oof|meh)[\s,.!]+(?:ok|okay|all ?right)(?: then)?\Z", "okay"),
    )
)
"""What is seldom said so, in the words that are known."""
_LONGEST = 300
"""Characters; a longer sentence is dictated, and nothing is taken from it."""


def without_asker(line: str) -> str:
    """A question without the words who wants to know: "my daughter", "any chance you know"."""
    line = " ".join(line.replace("\u2019", "'").split())
    if len(line) > _LONGEST:
        return line
    asked = _ASKED_FOR.fullmatch(line)
    return _ASKER.sub("", asked["asked"] if asked else line, count=1)


def without_lead(line: str) -> str:
    """The sentence without such a clause in front; as it is where nothing would be left."""
    if len(line) > _LONGEST:
        return line
    return _ADVERBS.sub(r"\g<who> ", _LEAD.sub("", line, count=1) or line)


def without_tail(line: str) -> str:
    """The sentence without such a clause behind; as it is where nothing would be left."""
    if len(line) > _LONGEST:
        return line
    line = _GO.sub("", line, count=1) or line
    if timed := _WHEN_UP.fullmatch(line):
        line = timed["order"]
    if listed := _IF_LISTED.fullmatch(line):
        return listed["order"]
    if now := _JUST_NOW.fullmatch(line):
        line = f"{now['asked']} now"
    asked = _ASKED_FOR.fullmatch(line)
    return _TAIL.sub("", asked["asked"] if asked else line, count=1) or line


def reworded(line: str) -> str:
    """The sentence in words that are known: "mind that it is Rex"; any other as it is."""
    for form, words in _REWORDED:
        if form.match(line):
            return form.sub(words, line, count=1)
    return line
