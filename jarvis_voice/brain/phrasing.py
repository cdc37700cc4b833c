"""A sentence without what carries no meaning: politeness, fillers, the wake word, stutters.

Invariant: pure; a sentence that is nothing but politeness is left as it is, and every word kept
stays in its order and capitals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAX_CHARACTERS = 500


def _words(*alternatives: str) -> str:
    return "(?:" + "|".join(alternatives) + ")"


_HESITATION = re.compile(r",?\s*\b(?:u+m+|u+h+|uhm+|e+rm+|h+m+|ehm+)\b[,.…]*(?!\w)", re.I)
_INSERTED = re.compile(
    r",\s*(?:you know|like|er|ah|well|let me see|let's see)\s*,\s*|"
    r"[\s,]+what's it called,?\s+",
    re.I,
)
_STUTTERED = (
    "open launch start run the a my to go search find show take what is for me can could I "
    "stop yes no"
)
_STUTTER = re.compile(
    rf"\b({'|'.join(_STUTTERED.split())})(?:[-, .…]+\1\b)+|\b([a-z])-(?=\2[a-z])", re.I
)
_INITIALISM = re.compile(
    r"(?<![\w.])(?:(?:[A-Za-z]\.){1,}|(?:[A-Z]\. ?){2,})[A-Za-z]\b(?:\.(?!\w))?"
)

_WAKE = r"(?:(?:hey|ok|okay|hi|hello|yo)[, ]+)?jarvis"
_VERBS_WANTED = (
    r"(?=(?:open|launch|start|search|find|look (?:up|for)|visit|see|know (?:what|who)|take a sc|"
    r"google|hear|go to \S+(?: \S+)* (?:web ?)?site\b))"
)
_LEADING = re.compile(
    "^"
    + _words(
        _WAKE,
        r"(?:so|well|okay|ok|alright|all right|now then|now|hey|actually|just|please|kindly|"
        r"quickly|maybe|perhaps|basically|oh|and then|and|then|but|yeah so|great|cool|um)(?= |,)",
        r"(?:right|like|look|listen|sorry|excuse me|wait)(?=,)",
        r"(?:do you think you|i was wondering if you|i wonder if you) (?:could|can)",
        r"(?:can|could|would|will) (?:you|we|ya)"
        r"(?: (?:please|kindly|maybe|just|possibly|perhaps|help me))*(?= |,)",
        r"would you (?:be so kind (?:as )?to|be able to)",
        r"(?:i want|i need|i would like|i'd like|i'd love for|i'd like for) you to",
        r"(?:i want to|i'd like to|i would like to|i wanna|let's|let us|can i|could i|may i|"
        r"let me|i need to) " + _VERBS_WANTED,
        r"go (?:and )?(?=(?:open|launch|start|find|search|look|take)\b)",
        r"go ahead and|be so kind (?:as )?to|do me a favou?r and|is it possible to|would it be "
        r"possible to|try to|time to",
        r"(?:please )?(?:tell me|i wonder|do you know|do you happen to know|can you tell me),? "
        r"(?=(?:who|what|when|where|how|why) "
        r"(?:is|are|was|were|do|does|did|many|much|old|tall|far|long|big)\b)",
        r"i (?:want|would like|'d like) to know (?=(?:who|what|when|where|how|why)\b)",
        r"know (?=(?:who|what)\b)",
    )
    + r"\b[\s,.!:;-]*",
    re.I,
)
_TRAILING = re.compile(
    r"[\s,.!?;-]+"
    + _words(
        r"(?:please and thank you|please|do you know)",
        r"for me",
        r"thanks(?: a lot)?",
        r"thank you(?: very much)?",
        r"thx",
        _WAKE,
        r"if you (?:can|could|would|please|don't mind)",
        r"when you (?:can|get a chance|have a moment)",
        r"right (?:away|now)",
        r"asap",
        r"real quick",
        r"actually",
        r"(?<=,)\s*(?:will|would|could|can) you",
        r"(?<=[,.])\s*(?:okay|ok|buddy|alright|right)",
    )
    + r"[\s,.!?;]*$",
    re.I,
)
_OPENING = re.compile(
    r"^(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening|day)|thanks|thank you|yes|yeah|yep|"
    r"sure|no|nope)(?: there| please)?(?: jarvis)?\b[\s,.!:;-]+",
    re.I,
)
_CONTRACTION = re.compile(r"^(what|who|where|when|how)(?:'s|s|'re)\b(?= )", re.I)
_GERUND = re.compile(
    r"^(?:would|do) you mind (?:(open|launch|start|search|show|bring|pull|look)|(tak))ing\b", re.I
)
_EDGES = ' \t\n.,!?;:…"-'
_NEGATION = re.compile(
    r"^(?:do not|don't|dont|never(?! ?mind)|not|no need|you (?:should|must|need|may|can) ?n[o']t|"
    r"you (?:shouldn't|mustn't|can't)|"
    r"i (?:do not|don't|didn't|did not) (?:want|ask|say|need|mean))\b",
    re.I,
)

_STRONG_CUE = (
    r"(?:no,? (?:wait|sorry|actually|i meant?)|wait,? no|i meant?|scratch that|make that|"
    r"or rather|correction|never ?mind|forget (?:it|that)|cancel that)"
)
_WEAK_CUE = r"(?:no|nope|sorry|actually|wait|rather)"
_CUE = re.compile(
    rf"(?:(?:[,.;!?…]|\s[-\u2013\u2014])\s*(?:{_STRONG_CUE}|{_WEAK_CUE})|\s+{_STRONG_CUE})\b"
    rf"(?:[\s,.!-]*(?:{_STRONG_CUE}|{_WEAK_CUE})\b)*[\s,.!:-]*",
    re.I,
)
_ONLY_ADVERB = re.compile(r"\b(?:sorry|actually|wait|rather|i mean)\W*$", re.I)


@dataclass(frozen=True, slots=True)
class Repair:
    """A sentence in which the speaker took something back: "open github, no, gitlab"."""

    before: str
    after: str


_GLUED_OPEN = re.compile(r"^Open(?=[A-Z][\w.]*'s\b)|(?<=[,.!?] )Open(?=[A-Z][\w.]*'s\b)")
"""Speech to text runs a verb into a name: "OpenMIT's website" of the larger Whisper."""


def clean(text: str) -> str:
    """The sentence's meaning: one line, plain quotes, no politeness, "what's" as "what is"."""
    line = " ".join(text[:_MAX_CHARACTERS].split())
    line = line.replace("\u2019", "'").replace("\u2018", "'")
    line = re.sub(r"[\"\u201c\u201d\u00ab\u00bb]", "", line)
    line = _GLUED_OPEN.sub("Open ", line)
    line = _INITIALISM.sub(lambda match: re.sub(r"[. ]", "", match[0]), line)
    line = _INSERTED.sub(" ", _HESITATION.sub("", line))
    line = _STUTTER.sub(lambda match: match[1] or "", line)
    return _CONTRACTION.sub(r"\1 is", _peeled(line))


def without_opening(line: str) -> str:
    """A clean sentence without the greeting, "yes" or "no" in front; "" when nothing is left."""
    rest = _OPENING.sub("", line, count=1)
    return "" if rest == line else clean(rest)


def is_negated(line: str) -> bool:
    """True when a clean sentence forbids or denies something."""
    return _NEGATION.match(line) is not None


def find_repair(line: str) -> Repair | None:
    """What was said before and after the speaker took something back; None when nothing was."""
    cues = [cue for cue in _CUE.finditer(line) if cue.start() > 0]
    if not cues:
        return None
    after = line[cues[-1].end() :].strip(_EDGES)
    if not after and _ONLY_ADVERB.search(cues[-1][0]):
        return None
    return Repair(line[: cues[0].start()].strip(_EDGES), after)


def _peeled(line: str) -> str:
    """Peel politeness off both ends until nothing changes; never down to nothing."""
    line = line.strip(_EDGES)
    while True:
        shorter = _GERUND.sub(lambda match: match[1] or "take", line)
        for pattern in (_LEADING, _TRAILING):
            candidate = pattern.sub("", shorter, count=1).strip(_EDGES)
            shorter = candidate or shorter
        if shorter == line:
            return line
        line = shorter
