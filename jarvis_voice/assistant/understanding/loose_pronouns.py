"""Tells whether a question leans on a word that nothing explains: "when was he born". Pure.

Invariant: no search can answer such a question; an "it" that stands for nothing leans on nothing.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.follow_up import POINTS_AT_NOTHING
from jarvis_voice.core.lazy_pattern import lazy_pattern

_MOST_WORDS = 10
_PERSON = r"(?:it|he|she|they|that|this)"
_AT_THE_END = lazy_pattern(
    r".*\b(?:on|of|in|for|about|from|with|to|at|by|near|behind|does|did|do|"
    r"(?:open|spell|write|wrote|make|made|do|buy|build|built|find|use|fix|directed|invented|sing|"
    r"sang|mean|cook|clean|say|pronounce)) (?:it|that|this|them|him|her|these|those|that one|"
    r"this one)(?: (?:now|again|today|there))?",
    re.I,
)
_INSIDE = lazy_pattern(
    r"(?:how(?: \w+){0,2}|when|where|why|who|what|which one|(?:what|which) (?:time|colou?r|kind|"
    r"size|shape|year|price|language|brand|model|team|country|city)) "
    rf"(?:is|was|are|were|does|did|do|will|has|have|had|can) {_PERSON}(?: (?!to\b)\w+){{0,2}}",
    re.I,
)
_THERE = re.compile(
    r".*(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bbe)(?: (?:over|up|down))? there"
    r"(?: now| today)?",
    re.I,
)
_HOW_LONG = re.compile(
    r"how (?:much|many|long)(?: (?:more|longer|time|minutes|is|left|to go|still)){0,6}",
    re.I,
)
_ONE = re.compile(
    r".*\bthe (?:other|first|second|third|last|next|longer|shorter|bigger|smaller) one", re.I
)
_YES_OR_NO = re.compile(
    r"(?:and |so |but )?(?:is|was|are|were|does|did|do|will|has|have|had|isn't|wasn't|doesn't|"
    r"didn't) (?:it|that|this|he|she|they|those|these)"
    r"(?: (?!(?:to|that|if|when|for|in|near|at)\b)[\w'-]+){0,3}",
    re.I,
)
"""Asks whether something is so of a thing that it only points at: "is it nearly up"."""
_WHICH = lazy_pattern(
    r"(?:and |so )?which(?: one)? (?:is|was|comes|goes|finishes|ends|starts|rings|wins|won|costs|"
    r"lasts|takes|works|are)(?: (?:the|first|last|next|soonest|latest|longest|shortest|best|more|"
    r"most|less|least|up|off|on|sooner|later|longer|earlier|nearest|better|cheaper)){0,4}",
    re.I,
)
"""Chooses between things that were named before: "which finishes first"."""
_AS_ANOTHER = lazy_pattern(
    r"(?:(?:what|how)(?:'s| is| are| about| much is| many is| long is) )?"
    r"(?:that|those|these|it|this)(?: (?:as|in|by|with|split|times|divided|plus|minus|without|per|"
    r"between|an?|into|over|about|of|on|for|each) [\w' -]+| again| altogether| in total)?",
    re.I,
)
"""Wants what was just told in another form: "what's that as twelve payments"."""
_POINTING = frozenset(
    {
        *("it", "its", "that", "this", "these", "those", "they", "them", "he", "him", "his"),
        *("she", "her", "here", "there", "one", "ones", "it's", "that's", "there's"),
    }
)
_LITTLE = _POINTING | {
    *("at", "on", "in", "of", "to", "for", "from", "with", "by", "about", "up", "down", "out"),
    *("off", "over", "now", "then", "so", "too", "as", "and", "or", "but", "the", "a", "an"),
    *("is", "are", "was", "were", "be", "been", "do", "does", "did", "has", "have", "had", "can"),
    *("could", "will", "would", "should", "what", "who", "which", "how", "when", "where", "why"),
    *("again", "just", "still", "really", "go", "goes", "going", "come", "comes", "like", "mean"),
    *("means", "much", "many", "set", "all", "any", "some", "same", "other", "left", "please"),
}
_OF_WEATHER = re.compile(
    r"\b(?:it|that) (?:rain|snow|freeze|hail|get (?:dark|cold|light|hot)|(?:take|cost)s? to)\b",
    re.I,
)


def names_nothing(query: str) -> bool:
    """Whether a search has nothing but pronouns and little words: "it at now".

    Args:
        query: As it would be sent.
    """
    words = query.replace("\u2019", "'").strip(" .,!?").split()
    said = {one.strip(" .,!?").lower() for one in words}
    is_title = any(one[:1].isupper() for one in words[1:])
    is_awaited = bool(words) and words[0].lower() == "when"  # "let me know when it's up"
    return bool(said & _POINTING) and said <= _LITTLE and not is_title and not is_awaited


def leans(question: str) -> bool:
    """Whether a question to the web has an "it", a "there" or a "one" that is not said.

    Args:
        question: As it would be searched for, its known pronouns spelt out.
    """
    line = question.strip(" .,!?")
    if len(line.split()) > _MOST_WORDS or POINTS_AT_NOTHING.search(line):
        return False
    if _OF_WEATHER.search(line):
        return False
    forms = (_AT_THE_END, _INSIDE, _THERE, _HOW_LONG, _ONE, _YES_OR_NO, _WHICH, _AS_ANOTHER)
    return any(form.fullmatch(line) for form in forms)
