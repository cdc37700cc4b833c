"""Removes words without meaning: politeness, fillers, the wake word, stutters.

Invariant: pure; a sentence that is nothing but politeness is left as it is, and every word kept
stays in its order and capitals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.idle_clauses import reworded, without_lead, without_tail
from jarvis_voice.language.en.timed_tasks import ends_in_time

LONGEST_SENTENCE = 500
"""Characters of a sentence that is read: longer ones take long, and are mostly dictation."""

_KEPT = 256
"""Sentences that stay cleaned: each form that a sentence may have asks for the same ones."""


def _words(*alternatives: str) -> str:
    return "(?:" + "|".join(alternatives) + ")"


_HESITATION = re.compile(r",?\s*\b(?:u+m+|u+h+|uhm+|e+rm+|h+m+|ehm+)\b[,.…]*(?!\w)", re.I)
_INSERTED = re.compile(
    r",\s*(?:you know|like|er|ah|well|let me see|let's see|i guess|i think|i suppose|"
    r"what do you call it|what's it called|how do you say|what was it|whatever it's called)"
    r"\s*,\s*|"
    r"[\s,]+(?:what's it called|what do you call it),?\s+|"
    r"(?<=\bcould you)[ ,]+like(?= \w)|(?<=\bcan you)[ ,]+like(?= \w)|"
    r"\s+(?:sort of|kind of|kinda|sorta)(?= (?:open|pull|bring|show|find|tell|turn|look|play))",
    re.I,
)
_STUTTERED = (
    "open launch start run the a an my your our to go search find show take play turn set add put "
    "tell what is are was how who where when which for me we you he she it of in on at by from and "
    "or with this these can could would will do does please I so remind remember read stop yes no"
)
_STUTTER = re.compile(
    rf"\b({'|'.join(_STUTTERED.split())})(?:[-, .…]+\1\b)+|\b([a-z])-(?=\2[a-z])|"
    r"\b((?:in|on|at|to|of|for|from|with|open|the|my|a) \w+)(?:[, .…-]+\3\b)+",
    re.I,
)
_RESTART = re.compile(
    r"^((?!\S*\d)(?!\S+ (?:plus|minus|times|by)\b)\S+ \S+)(?:[ ,.]+\1)+(?=\s)", re.I
)
"""The first two words said again: "what's the, what's the weather"; not "5 plus 5 plus 5"."""
_CUT_OFF = re.compile(r"\b(?:([a-z]{1,8})(?:-|\u2013|\u2014|\.\.\.|…)[\s,]+)+(?=\1\w*)", re.I)
"""A word that was broken off and begun anew: "open git- GitHub"."""
_INITIALISM = re.compile(
    r"(?<![\w.])(?:(?:[A-Za-z]\.){1,}|(?:[A-Z]\. ?){2,})[A-Za-z]\b(?:\.(?!\w))?"
)

_WAKE = r"(?:(?:hey|ok|okay|hi|hello|yo)[, ]+)?jarvis"
_VERBS_WANTED = (
    r"(?=(?:open|launch|start|search|find|look (?:up|for)|visit|see|know (?:what|who|how|when|"
    r"where|why)|take a sc|convert|calculate|add|note|set|turn|play|pause|skip|"
    r"have a look|take a look|google|hear|(?:get|have) (?:an?|another) (?:\S+ ){0,3}"
    r"(?:timer|alarm|reminder)\b|go on(?:to)? \S+|get on(?:to)? \S+|"
    r"go to \S+(?: \S+)* (?:web ?)?site\b))"
)
_LEADING = re.compile(
    "^"
    + _words(
        _WAKE,
        r"(?:so|well(?! done\b)|okay|ok|alright|all right|now then|now|hey(?! there)|actually|"
        r"just|please|kindly|oh|oo+h?|aw+|ah|a?och|ach|er|quickly|maybe|perhaps|basically|"
        r"and then|and|then|but|yeah so|great|cool|um)"
        r"(?= |,)",
        r"(?:grand|lovely|sorted|smashing|champion|brilliant|"
        r"you know what|guess what|listen up|one more thing|by the way|(?:can|could) you look "
        r"something up(?: for me)?|quick question|question|tell you what|i have a question)(?=,)",
        r"(?:i was (?:just )?(?:thinking|hoping|wondering)|i think|i guess|i suppose)(?: that)?"
        r"(?: maybe| perhaps| if)? (?=(?:you|we) (?:could|can|should)\b)",
        r"you (?:could|can)(?: maybe| perhaps| just)? "
        r"(?=(?:open|launch|start|search|find|play|pause|turn|add|note|take a|look up)\b)",
        r"(?:right|like|look|listen|sorry|excuse me|wait|let me see|let's see|let me think|"
        r"hold on|hang on|one sec(?:ond)?|hey there|hi there|hello there)(?=,)",
        r"(?:hold on|hang on|you(?: also| too)? (?:please|kindly)) (?=\w)",
        r"like (?=(?:what|who|where|when|how|is|are|can|could)\b)",
        r"(?:hey|hi|hello) there,?(?= (?:can|could|would|please|open|what|how|who|where|when))",
        r"(?:are you able to|do you know how to) (?=(?:open|launch|start) (?:the|my) \w)",
        r"(?:any chance|is there any chance|any way) (?:that )?you (?:could|can)",
        r"(?:if you (?:could|can|would)|it would be (?:great|nice) if you (?:could|would))"
        r"(?: please)?(?: just)?(?= \w+)",
        r"(?:i'm gonna|i am going to|i'm going to|i'll) need you to",
        r"i (?:was wondering|wonder) (?:if you )?(?:could|can) (?:you )?",
        r"(?:can|could|may|might) we (?=have\b|get\b|see\b)",
        r"be a (?:dear|star|pal|mate) and|do me a solid and|make sure to|remember to (?=open\b)",
        r"(?:remember|(?:do not|don't|dont) forget) to (?=(?:wake|remind) (?:me|us)\b|"
        r"set (?:an?|the|my) (?:\w+ ){0,2}(?:alarm|timer|reminder)\b)",
        r"(?:do you think you|i was wondering if you|i wonder if you) (?:could|can)",
        r"(?:can|could|would|will) (?:you|we|ya|u)"
        r"(?: (?:please|kindly|maybe|just|possibly|perhaps|quickly|also|then|help me))*(?= |,)",
        r"(?:i wonder if you would|would you) (?:be so (?:kind|good)(?: as)? to|be able to)",
        r"(?:i want|i need|i would like|i'd like|i'd love for|i'd like for) you to",
        r"(?:i want to|i'd like to|i would like to|i wanna|i'd love to|let's|let us|can i|could i|"
        r"may i|can we|could we|let me|i need to|we need to|i'd quite like to|i have to) "
        + _VERBS_WANTED,
        r"first(?:ly| of all)?(?=,? (?:open|launch|start|search|find|play|pause|turn|add|set|take|"
        r"tell|read|remind|put)\b)",
        r"(?:before i forget(?: it| again)?|while (?:i think of it|i remember|i'm at it|i am at it|"
        r"you're at it|you are at it)|just in case|if (?:it's|it is|that's|that is) (?:no|"
        r"not too much) (?:trouble|bother)|(?:if|when) you (?:get|have|find) (?:a|one) (?:chance|"
        r"moment|minute|second|sec)|for (?:this|my|our|the) (?:recipe|homework|work|cake|dinner|"
        r"essay|trip))(?= (?!for\b|to\b|in\b|at\b)|,)",
        r"what (?:i want|i need|i would like|i'd like|i'd love|i really (?:want|need))(?: now)? is "
        r"(?:to|for you to)(?= \w)",
        r"(?:can|could|may|might) i (?:trouble|bother|ask) you (?:for|to)(?= \w)",
        r"i (?:think|guess|suppose|believe|reckon)(?: that)? (?=(?:i|we) (?:need|want)\b)",
        r"i (?:was|am|have been)(?: just)? wondering (?:whether|if) (?:you (?:could|can|would|"
        r"might)(?: please)?|it (?:would be|is) possible to)",
        r"(?:i hate to ask|i am sorry|i'm sorry|(?:i'm )?sorry to (?:bother|trouble|disturb) you)"
        r",? but",
        r"(?:is there )?any way (?:that )?you (?:could|can|would)|i (?:don't|do not) suppose you "
        r"(?:could|can|would)|why (?:don't|dont|do not) you(?= (?:set|start|add|put|tell|"
        r"remind|wake|turn|play|pause|stop|show|give)\b)",
        r"would it be (?:all right|alright|okay|ok|possible) (?:for you )?to(?= \w)",
        r"(?:i (?:have|need|really have|really need) to|i must|i should) "
        r"(?=know (?:what|who|how|when|where)\b)",
        r"go (?:and )?(?=(?:open|launch|start|find|search|look|take)\b)",
        r"go ahead and|be so (?:kind|good|nice) (?:as to|to|and)|if possible(?=,| )|"
        r"do me a favou?r and|is it possible to|would it be "
        r"possible to|try to|time to",
        r"(?:please )?(?:tell me|i wonder|do you know|do you happen to know|can you tell me),? "
        r"(?=(?:who|what|when|where|how|why) "
        r"(?:is|are|was|were|do|does|did|many|much|old|tall|far|long|big)\b)",
        r"(?:tell me|i wonder|do you (?:happen to )?know|(?:can|could) you tell me|any idea|"
        r"have you any idea|do you have any idea),? "
        r"(?=(?:who|what|when|where|how|why|which)\b(?!.*\b(?:i|you|my|your|me)\b))",
        r"i (?:want|would like|'d like) to know (?=(?:who|what|when|where|how|why)\b)",
        r"(?:know|check|(?:i was|i'm|i am|just) wondering) "
        r"(?=(?:who|what|how|when|where|why)\b(?!.*\b(?:i|my|me|our)\b))",
        r"remind me (?=(?:who|what|when(?! (?:it|the clock)\b|'s\b)|where|how|why)\b"
        r"(?!.*\b(?:i|my|me|our)\b))",
    )
    + r"\b[\s,.!:;-]*",
    re.I,
)
_TRAILING = re.compile(
    r"[\s,.!?;-]+"
    + _words(
        r"(?:please and thank you|please|do you know)",
        r"for (?:me|us)",
        r"thanks(?: a lot)?",
        r"thank you(?: very much)?",
        r"thx",
        _WAKE,
        r"if you (?:can|could|would|please|don't mind)",
        r"when you (?:can|get a chance|have a moment)",
        r"right (?:away|now)|at the moment|these days|currently|as soon as you can|in a hurry",
        r"asap",
        r"(?:real|really|super) quick(?:ly)?|quickly|"
        r"(?<!of )(?<!for )(?<!word )(?<!spell )quick(?! (?:one|sort))",
        r"actually|though|exactly|then|instead|as well|too|after all",
        r"(?:(?<!timer )(?<!snooze )for a|just a|for just a|(?<=music )a|(?<=video )a) "
        r"(?:minute|sec|second|moment)",
        r"(?:will|would|could|can|won't) (?:you|ya)(?: please| mind)?",
        r"(?:do you reckon|you reckon|do you think|i think|i guess|i suppose|or something|"
        r"or whatever|or so|and stuff|so far|if that's (?:ok|okay|alright|possible)|if possible)",
        r"(?:mate|buddy|pal|dude|bro|babe|bab|hun|hon|bach|cariad)",
        r"(?:and |, )?(?:that|it)(?:'d| would) be (?:great|nice|lovely|good|perfect|"
        r"helpful|wonderful)",
        r"if you (?:would(?: be so kind)?|are able to|have (?:a (?:minute|moment|second)|time))",
        r"by the way|before i forget(?: it| again)?|while (?:you're|you are|i'm|i am) at it|"
        r"while i (?:remember|think of it)|(?:because|as|since) i (?:always|keep|might|may|will) "
        r"(?:forget|forgetting)(?: it)?|just so you know|(?:nice|pleased|good|glad) to meet you",
        r"(?:so |and )?(?:do not|don't|dont) (?:you )?(?:ever )?forget (?:it|that)",
        r"if (?:it's|it is|that's|that is) (?:not too much|no) (?:trouble|bother)",
        r"(?<=,)\s*(?:man|love|dear|my friend|yeah|innit|eh|huh)",
        r"(?:my (?:love|dear)|(?<!my )(?<!oh )dear|darling|sweetheart|(?<=please )love|"
        r"(?<=bit )love|(?<=now )love|(?<=today )love)",
        r"so i can (?:paste|see|read|hear|use|look at|check) (?:it|that|them)(?: \w+){0,3}",
        r"before it (?:goes|is gone|disappears)(?: away)?",
        r"(?<=[,.])\s*(?:okay|ok|alright|right|like|is that right|isn't it|or not)",
        r"(?<=,)\s*(?:is it|is that|or is it) (?:a )?\w+",
    )
    + r"[\s,.!?;]*$",
    re.I,
)
_AFTER_DICTATION = lazy_pattern(
    r"[\s,.!?;-]+"
    + _words(
        r"(?<!say )(?<!saying )(?<!and )(?<!\ba )please",
        r"(?<=[,.!?] )(?:please and thank you|thanks(?: a lot)?|thank you(?: very much)?|cheers)",
        r"(?<=please )(?:thanks|thank you)",
        rf"(?<=[,.!?] ){_WAKE}",
        r"(?<=, )(?:if you (?:can|could|would|please|don't mind)|(?:will|would|could|can) you)",
    )
    + r"[\s,.!?;]*$",
    re.I,
)
"""What is no part of a sentence that is to be kept as it was said."""
_DICTATION = re.compile(
    r"(?:(?:take|make|leave|write|jot|scribble|stick|add|put)(?: me)?(?: down)? "
    r"(?:a|this|that|another) (?:quick |little |new )?(?:note|down)\b|(?:note|jot|write|scribble) "
    r"(?:down|that|this|it)\b|(?:a )?note to self|(?:new|quick) note|"
    r"remember (?!to\b)\w+ \w+ \w+|(?:do not|don't|dont) forget|keep in mind|bear in mind|"
    r"memori[sz]e|for (?:future )?reference|research|(?:say|repeat) after me|"
    r"say (?!(?:it|that|this|again|so|something|anything)\b)\w+)\b",
    re.I,
)
"""How sentences begin whose end is the user's own words."""
_REMINDER = re.compile(
    r"remind (?:me|us)\b(?! (?:who|what|when|where|how|why)\b)|"
    r"(?:set|create|make|add|put on|give me|i need|i want)(?: me)? (?:a|an|another) reminder\b",
    re.I,
)
_BARE_REMINDER = re.compile(r"(?:remind (?:me|us)|.* reminder)", re.I)
_OPENING = re.compile(
    r"^(?:hi|hello|hey|howdy|hiya|heya|yo|good (?:morning|afternoon|evening|day)|thanks|thank "
    r"you|yes|yeah|yep|"
    r"sure|no|nope)(?: there| please)?(?: jarvis)?\b[\s,.!:;-]+",
    re.I,
)
_ASKED_AGAIN = re.compile(r"^((?:what|who|when|where|how|which)\b.*\S) again$", re.I)
_CONTRACTION = re.compile(
    r"^(?:(what|who|where|when|how)(?:'s|s|'re)|"
    r"(how (?:far|long|much|old|big|tall|high|cold|hot|warm))'s(?!.* been\b))\b(?= )", re.I
)  # fmt: skip
_DID = re.compile(
    r"^(what|who|where|when|how)'d (?=(?:i|we|you|he|she|they)\b(?! (?:like|rather|love)\b))", re.I
)
_IF_YOU_DID = re.compile(
    r"^(?:i(?:'d| would) (?:love|like|appreciate|prefer) it|i(?:'d| would) be (?:grateful|glad|"
    r"happy|so happy|very grateful)|it(?:'d| would) be (?:great|nice|good|lovely|helpful|"
    r"wonderful)|it(?:'d| would) (?:really )?help(?: me)?(?: out)?|"
    r"would you mind(?: it)?|do you mind|would it be (?:okay|ok|all right|alright)|"
    r"what) if you "
    r"(?:could |would )?(?:please |just )?(remind|add|open|start|turn|play|show|stop|pause|call|"
    r"check|cancel|note|tell|told|set|put|woke|wake|gave|give|took|take|switch|delete|remove|forgot|"
    r"forget)(?:d|ed|ped)?\b",
    re.I,
)
_WHAT_I_NEED = re.compile(
    r"^(?:what|all|the thing) (i (?:really )?(?:want|need)|i would like|i'd (?:like|love))"
    r"(?: now)? is (?=(?:an?|the|some|my) )",
    re.I,
)
_PRESENT = {"told": "tell", "woke": "wake", "gave": "give", "took": "take", "forgot": "forget"}
_GERUND = re.compile(
    r"^(?:(?:(?:would|do) you )?mind(?: just)?|i (?:wouldn't|would not) mind|how about|fancy|"
    r"what about|any chance of(?: you)?|i'm thinking of|is there any chance of(?: you)?) "
    r"(open|launch|start|search|show|bring|pull|look|see|find|add|play|turn|read|check|go|tell|"
    r"tak|mak|writ|paus|skipp|sett|gett|putt|jott|stopp|not|remov|calculat|switch|wak|remind|delet|"
    r"forgett|giv|mut|eras)ing\b",
    re.I,
)
_FULL_VERB = {"tak": "take", "mak": "make", "writ": "write", "paus": "pause", "skipp": "skip"}
_FULL_VERB |= {"sett": "set", "gett": "get", "putt": "put", "jott": "jot", "stopp": "stop"}
_FULL_VERB |= {"not": "note", "remov": "remove", "calculat": "calculate"}
_FULL_VERB |= {"wak": "wake", "delet": "delete", "forgett": "forget", "giv": "give"}
_FULL_VERB |= {"mut": "mute", "eras": "erase"}
_EDGES = ' \t\n.,!?;:…"-'
_SIGNS_BEFORE = re.compile(r"^(?:[\s,!?;:….\"]|-(?!\d))+")
_NEGATION = re.compile(
    r"^(?:do not|don't|dont|never(?! ?mind)|not|no need|you (?:should|must|need|may|can) ?n[o']t|"
    r"you (?:shouldn't|mustn't|can't)|"
    r"i (?:do not|don't|didn't|did not) (?:want|ask|say|need|mean))\b",
    re.I,
)

_STRONG_CUE = (
    r"(?:no,? (?:wait|sorry|actually|i meant?)|no(?= the \w)|"
    r"no(?= (?:by|in|at|to|with|plus|minus|times|make it) \w)|"
    r"no(?= (?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|\d)\b)|"
    r"wait,? no|i meant?|scratch that|"
    r"make that|or rather|never ?mind|(?<!never )(?<!don't )(?<!not )(?<!dont )forget (?:it|that)|"
    r"cancel that(?! \w)|"
    r"(?<!error )(?<!color )(?<!colour )(?<!auto )(?<!spelling )(?<!grammar )(?<!the )(?<!a )"
    r"(?<!of )(?<!is )(?<!for )correction(?=\W+\w))"
)
_WEAK_CUE = r"(?:no|nope|sorry|actually|wait|rather|correction)"
_CUE = re.compile(
    rf"(?:(?:[,.;!?…]|\s[-\u2013\u2014])\s*(?:{_STRONG_CUE}|{_WEAK_CUE})|\s+{_STRONG_CUE})\b"
    rf"(?:[\s,.!-]*(?:{_STRONG_CUE}|{_WEAK_CUE})\b)*[\s,.!:-]*",
    re.I,
)
_TAKES_BACK = lazy_pattern(rf"\s*(?:{_STRONG_CUE}|no|nope|sorry)\b", re.I)
_DROPS = re.compile(r"\b(?:never ?mind|forget (?:it|that)|cancel that(?! \w))\b", re.I)
_ONLY_ADVERB = re.compile(r"\b(?:sorry|actually|wait|rather|i mean)\W*$", re.I)
_PAUSES = frozenset(",.;!?…-\u2013\u2014")
_MAY_BE_SAID = lazy_pattern(
    r"\s*(?:no(?!,? (?:wait|sorry|actually|i mean))|make that|never ?mind|forget (?:it|that)|"
    r"cancel that)\b",
    re.I,
)
_LEADS_ON = re.compile(r"\b(?:to|say|says|said|saying|that|add|note)\s*$", re.I)
"""Behind which such words are what shall be done or kept: "remind me to cancel that order"."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A sentence in which the speaker took something back: "open github, no, gitlab".

    Attributes:
        is_dropped: They said so in words that leave nothing: "forget it".
    """

    before: str
    after: str
    is_dropped: bool = False


_POINT_FIRST = re.compile(r"(?<![\w.])\.(?=\d)")
"""A decimal without its zero: ".5"."""
_GLUED_OPEN = re.compile(r"^Open(?=[A-Z][\w.]*'s\b)|(?<=[,.!?] )Open(?=[A-Z][\w.]*'s\b)")
"""Speech to text runs a verb into a name: "OpenMIT's website" of the larger Whisper."""


def clean(text: str) -> str:
    """The sentence's meaning: one line, plain quotes, no politeness, "what's" as "what is".

    Of a sentence that is longer than `LONGEST_SENTENCE` it is "": half of it may mean the opposite.
    """
    line = " ".join(text.split())
    return "" if len(line) > LONGEST_SENTENCE else _cleaned(line)


@lru_cache(maxsize=_KEPT)
def _cleaned(line: str) -> str:
    line = line.replace("\u2019", "'").replace("\u2018", "'")
    line = re.sub(r"[\"\u201c\u201d\u00ab\u00bb]", "", line)
    line = _POINT_FIRST.sub("0.", _GLUED_OPEN.sub("Open ", line))
    line = _INITIALISM.sub(lambda match: re.sub(r"[. ]", "", match[0]), line)
    line = _INSERTED.sub(" ", _HESITATION.sub(_pause, line))
    line = _RESTART.sub(r"\1", _CUT_OFF.sub("", line).strip())
    line = _STUTTER.sub(lambda match: match[1] or match[3] or "", line)
    line = _DID.sub(r"\1 did ", _CONTRACTION.sub(r"\1\2 is", _peeled(line)))
    return reworded(_ASKED_AGAIN.sub(r"\1", line))


def _pause(hesitation: re.Match[str]) -> str:
    """What a hesitation leaves: the comma in front of words that take something back."""
    takes_back = _TAKES_BACK.match(hesitation.string, hesitation.end())
    return "," if takes_back else ""


def without_opening(line: str) -> str:
    """A clean sentence without the greeting, "yes" or "no" in front; "" when nothing is left."""
    rest = _OPENING.sub("", line, count=1)
    return "" if rest == line else clean(rest)


def is_negated(line: str) -> bool:
    """True when a clean sentence forbids or denies something."""
    return _NEGATION.match(line) is not None


def find_repair(line: str) -> Repair | None:
    """What was said before and after the speaker took something back; None when nothing was."""
    cues = [cue for cue in _CUE.finditer(line) if cue.start() > 0 and not _is_part_of_it(cue)]
    if not cues:
        return None
    after = line[cues[-1].end() :].strip(_EDGES)
    if not after and _ONLY_ADVERB.search(cues[-1][0]):
        return None
    is_dropped = any(_DROPS.search(cue[0]) for cue in cues)
    return Repair(line[: cues[0].start()].strip(_EDGES), after, is_dropped)


def _is_part_of_it(cue: re.Match[str]) -> bool:
    """Whether what may take back is a piece of what shall be kept: "remind me to cancel that"."""
    is_marked = cue[0].lstrip()[:1] in _PAUSES
    is_said = _MAY_BE_SAID.match(cue[0]) is not None
    return is_said and not is_marked and bool(_LEADS_ON.search(cue.string, 0, cue.start()))


def _bare(line: str) -> str:
    """Without signs at both ends, but for that of a number: "-5"."""
    return _SIGNS_BEFORE.sub("", line.rstrip(_EDGES))


def _peeled(line: str) -> str:
    """Peel politeness off both ends until nothing changes; never down to nothing."""
    line = _bare(line)
    while True:
        plainer = _WHAT_I_NEED.sub(r"\1 ", without_lead(line))
        plainer = _IF_YOU_DID.sub(lambda match: _PRESENT.get(match[1].lower(), match[1]), plainer)
        shorter = _GERUND.sub(lambda match: _FULL_VERB.get(match[1].lower(), match[1]), plainer)
        is_dictated = _DICTATION.match(shorter) is not None
        shorter = _bare(_LEADING.sub("", shorter, count=1)) or shorter
        shorter = _bare(_without_end(shorter, is_dictated=is_dictated)) or shorter
        if shorter == line:
            return line
        line = shorter


def _without_end(line: str, *, is_dictated: bool) -> str:
    """A sentence without politeness behind it, as far as that cannot be the user's own words."""
    shorter = _TRAILING.sub("", without_tail(line), count=1)
    if _REMINDER.match(line):
        shorter = shorter.strip(_EDGES)
        is_own = not (ends_in_time(shorter) or _BARE_REMINDER.fullmatch(shorter))
        return _AFTER_DICTATION.sub("", line, count=1) if is_own else shorter
    return _AFTER_DICTATION.sub("", line, count=1) if is_dictated else shorter
