"""Knows an order that names no act by itself: "do the usual", "the other one too". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_verbs import BASES
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.plain_words import BREAKS, plain_words

_NAMELESS = word_table(
    "please now then and so but or ok okay go come on do it that this them these those one ones "
    "other both all of the rest too as well also same again usual yesterday before last time "
    "always like sort fix handle finish out up for me us you know what to your my thing things "
    "job jobs work hurry quick quickly fast already just next everything every make happen "
    "proceed continue carry get done let right yes sure yeah yep fine good with at once first "
    "second third here there instead more another through off in a i we would be nice great if "
    "could can will jarvis hey deal take care need whole lot stuff business magic it's is"
)
"""Words of which none says what is to be done, nor to what."""

_TELLING = word_table(
    "it that this them these those one ones other both all same usual rest now please do go come "
    "fix sort handle hurry proceed continue so again more another yes sure yeah yep make get deal "
    "next job jobs carry take finish happen proceed let everything"
)
"""At least one of these says that something is to go on: "nice" and "me too" order nothing."""

_MORE = word_table(
    "continue more go on please and then another one ones next again ok okay proceed now so well"
)
"""Words that ask for more words: "go on", "another one, please"."""
_ASKS_FOR_MORE = word_table("continue more go another next again proceed")

_MOST_WORDS = 10

_OFFERS = (
    ("shall", "i"),
    ("shall", "we"),
    ("should", "i"),
    ("may", "i"),
    ("can", "i"),
    ("could", "i"),
    ("want", "me", "to"),
    ("like", "me", "to"),
    ("let", "me"),
    ("i", "can"),
    ("i", "could"),
    ("i", "will"),
)
_OF_WORDS = word_table(
    "go tell explain continue repeat say answer describe give read show translate suggest help "
    "summarise summarize rewrite shorten write draft share list think see know"
)
"""What may be offered that is nothing but words."""


def is_nameless_order(text: str) -> bool:
    """Whether a turn says neither what is to be done nor to what, and asks no question.

    Args:
        text: The turn as it was said.
    """
    plain = plain_words(text)
    words = [word for word in plain.words if word not in BREAKS]
    if _MORE.issuperset(words) and not _ASKS_FOR_MORE.isdisjoint(words):
        return False
    is_short = 0 < len(words) <= _MOST_WORDS
    return is_short and _NAMELESS.issuperset(words) and not _TELLING.isdisjoint(words)


def offers_act(answer: str) -> bool:
    """Whether an answer ends with the offer to do something: "Shall I set an alarm?".

    Args:
        answer: The answer, whole.
    """
    words = [word for word in plain_words(answer[-200:]).words if word not in {","}]
    for place in range(len(words)):
        lead = next((one for one in _OFFERS if tuple(words[place : place + len(one)]) == one), None)
        behind = words[place + len(lead) : place + len(lead) + 3] if lead else []
        verb = next((word for word in behind if word in BASES or word in _OF_WORDS), "")
        if verb and verb not in _OF_WORDS:
            return True
    return False
