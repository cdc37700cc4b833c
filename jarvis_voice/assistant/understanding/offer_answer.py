"""Takes an answer to what Jarvis offered or asked for as the request that it stands for. Pure.

Invariant: what is no answer stays as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_BLANK = re.compile(r"\{\w+\}")
_LEADS = re.compile(
    r"(?:it's|it is|to|for|on|at|in|of|about|called|named|the|my|a|an|i mean)\s+", re.I
)
_AGREES = lazy_pattern(
    r"(?:(?:yes|yeah|yep|yup|sure|oh|ok|okay|right|exactly|correct)\b[\s,]*)*"
    r"(?:(?:that is|that's|it is) (?:it|the one|what i (?:meant|mean|want|wanted|said))|"
    r"i (?:did|do)|(?:please )?do (?:it|that|so)|please(?: do)?|exactly|precisely)"
    r"(?:[\s,]*(?:please|thanks|thank you|yes))*",
    re.I,
)
"""Words that agree with an offer; without one they say nothing."""
_ASKS = lazy_pattern(
    r"(?:(?:and|so|but|oh|well)\b[\s,]*)*(?:(?:what|when|where|who|why|how|which|whose)(?:'s)?|is|"
    r"are|was|were|am|do|does|did|has|have|had|can|could|will|would|should)\b.*|"
    r"(?:(?:well|oh|um+|sorry)\b[\s,]*)*(?:i |we )?(?:do not know|don't know|dunno|"
    r"not sure|no idea|i'm not sure|have no idea|forgot|can't remember)(?: yet| now| it)*", re.I
)  # fmt: skip
"""A question, or that it is not known: no fact and no note."""
_TELLING = frozenset({"{fact}", "{note}"})
"""What was asked for is something that is so."""
_IS_DONE = re.compile(r"\b(?:already|myself|ourselves)\b|\A\W*yeah,? right\W*\Z", re.I)
"""Says beside a yes that there is nothing to do, or means no."""
_NO_ANSWER = frozenset({"yes", "no", "stop", "never_mind", "thanks", "goodbye"})


def says_it_is_done(text: str) -> bool:
    """Whether a turn says that there is nothing to do, which is no yes: "yes, I already did"."""
    return _IS_DONE.search(text) is not None


def accepted(text: str, offer: str, understand: Callable[[str], Intent | None]) -> str:
    """The sentence that is wanted.

    Args:
        text: The sentence as it was said.
        offer: The sentence that a plain yes stands for; with a {slot}, that slot was asked for.
        understand: What a sentence means by itself.
    """
    intent = understand(text)
    if not _BLANK.search(offer):
        is_yes = intent is not None and intent.name == "yes"
        return offer if is_yes or _AGREES.fullmatch(" ".join(text.split()).strip(" .!")) else text
    if intent and (intent.name in _NO_ANSWER or not intent.is_question):
        return text  # a request of its own
    said = clean(text).strip(" .,!?")
    if _BLANK.findall(offer)[0] in _TELLING and _ASKS.fullmatch(said):
        return text
    for words in (said, _LEADS.sub("", said, count=1)):
        before, after = _BLANK.split(offer, maxsplit=1)
        sentence = f"{before}{words}{after}"
        if words and understand(sentence):
            return sentence
    return text
