"""What a short turn asks of the joke, the riddle or the fact that was told last. Pure.

Invariant: a joke of a chosen length or sort is never promised: another one is told.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import (
    SubjectClause,
    clause_of,
    leans,
    words_of,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_IT = r"(?: (?:it|that|this|the joke))?"
_WORDS = words_of(
    {
        "unclear": rf"(?:do not|did not|don't|cannot|can't|could not) (?:(?:really|quite) )?"
        rf"(?:get|understand|follow){_IT}|explain{_IT}|what does (?:it|that) mean|"
        r"(?:went )?over my head|why is (?:that|it) funny",
        "doubted": r"(?:is|was|are) (?:that|it|this|those)(?: \w+)? (?:true|real|right|correct|so)|"
        r"true|seriously|are you (?:sure|serious|kidding|joking)|(?:you are|you're) (?:kidding|"
        r"joking|having me on)|made (?:that|it) up",
        "enough": r"enough|stop|no more|that will do|no thanks|that is (?:it|all|plenty|enough)|"
        r"leave it|spare me|call it a day|finished|done",
        "hint": r"hints?|(?<!have not a )(?<!haven't a )(?<!no )(?<!got a )clues?",
        "think": r"let (?:me|us|them) think|(?:i am |we are )?thinking|one (?:second|moment|"
        r"minute)",
        "hard": r"too (?:hard|difficult|tricky)",
        "go": r"go on then|come on then",
        "answer": r"(?:do not|don't|dunno|does not|doesn't) know|no (?:idea|clue)|dunno|give up|"
        r"gives up|given up|stumped|stuck(?: then)?\Z|pass|(?:have not|haven't) (?:got )?a clue|"
        r"give in|"
        r"beats (?:me|us)|answers?|"
        r"solution|(?:what|who) is it(?! (?:on|at|like|for|say|now))|what are you|"
        r"what was it(?! (?:again|for|on|at|like))|did not (?:get|guess|know)(?: it| that)?|"
        r"tell (?:me|us|them|her|him)(?= then\Z|\Z)|spill(?: it)?|reveal(?: it)?|who knows|"
        r"put (?:me|us) out of (?:my|our) misery",
        "poor": r"(?<!not )(?:(?:so|really|pretty|just|very) )*"
        r"(?:bad|terrible|awful|dreadful|rubbish|"
        r"lame|corny|weak|dire|painful|not funny|unfunny|groan|boo|ouch|worst|silly|ridiculous|"
        r"stupid|boring|cringe|tragic|shocking|"
        r"(?:you are|you're) (?:hopeless|useless|no good|no comedian))"
        r"(?! (?:joke|one|riddle|fact|pun)s?\b)",
        "again": r"(?:and|now)(?: once)? again|another|one more|once more|more|next|something else|"
        r"different|other|new|better|longer|shorter|funnier|harder|easier|tougher|cleaner|"
        r"trickier|something (?:\w+er|else)|keep (?:going|them coming|it up)|go on|carry on|"
        r"hit me|any(?: more| others)?|"
        r"encore|(?:heard|already know|knew) (?:it|that|this)(?: one)?(?: before| already)*|"
        r"(?:told|said) (?:me |us )?(?:it|that)(?: one)?(?: already| before)+|not that(?: one)?|"
        r"(?:try|find|pick|read) (?:an?|another|some)(?: \w+)? (?:one|joke|riddle|fact|thing)|"
        r"try again|second one|two more|one for|like that|"
        r"(?:have you |you )?got (?:any|an?|another)|do you know (?:any|an?|another)|"
        r"(?:an?|any)(?: \w+){1,2} ones?",
        "joke": r"jokes?|puns?|one-liners?",
        "riddle": r"riddles?|puzzles?|brain ?teasers?",
        "fact": r"facts?|trivia|tidbits?",
    },
    idle="instead how had good clean long short quick easy hard funny silly dirty fun odd weird "
    "random i've heard "
    "those of kind sort than that was is it's easier hmm well don't i i'm i'd you tell ask us tell",
)
_OF_ELSE = lazy_pattern(
    r"\b(?:how (?:much|long|many|is|are)|which|when|where|need it|less|stop the|longest)\b", re.I
)
"""Asks about something else in words that say nothing of a joke."""

_SAID_AGAIN = lazy_pattern(
    r"\b(?:say|tell|repeat|read)(?: (?:me|us|them))? (?:it|that|this)(?: one)?(?: again)?\b|"
    r"\bwhat was (?:it|that)(?: one)? again\b|\brepeat\b|\bcome again\b|\bone more time\b",
    re.I,
)
"""The same once more."""

_GUESS = lazy_pattern(
    r"(?:(?:hmm?|um|er|oh|well|so|ok|okay|no)\W+)*(?:(?:is it|it is|it's|it has to be|could it be|"
    r"(?:it )?(?:must|might|could) be|(?:i|we|they|he|she) (?:think|thinks|guess|reckon|"
    r"reckons|say|says)(?: it is| it's)?|my guess is|that is|that's)\W*(?:an?|the|your|my) "
    r"(?!wrong|other|same|right|second|first)\w+(?: \w+)?|an? \w+(?= *\?))\??",
    re.I,
)
"""A guess at a riddle: whether it is right is heard from the answer."""

_MORE = {
    "joke": "tell me a joke",
    "riddle": "tell me a riddle",
    "fact": "tell me a fun fact",
    "answer": "tell me a riddle",
}
_ANSWER = "what is the answer to the riddle"
_PRAISES = lazy_pattern(
    r"\b(?:that's|that is|that was|it's|it was|what) (?:\w+ )?an? (?:\w+ ){1,2}one\b", re.I
)
_NO_REASON = "I cannot explain it. Say: another one."
_NOT_CHECKED = "I cannot check that. It is in my list."
_NO_HINT = "I cannot give a hint. Say: tell me the answer."
_ENOUGH = "never mind"


def of_jokes(text: str, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of the joke that was told last; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        asked: What was told last.
        understand: What a sentence means by itself.
    """
    kind = str(asked.slots.get("kind", "joke"))
    if _SAID_AGAIN.search(text):
        return None
    is_other = _OF_ELSE.search(text) or _PRAISES.search(text)
    said = None if is_other else clause_of(text, _WORDS, understand)
    if said is None:
        is_guess = kind == "riddle" and _GUESS.fullmatch(text.strip(" .!"))
        return ResolvedTurn(_ANSWER) if is_guess and leans(text, understand) else None
    if said.has("enough") and not said.has("again"):
        return ResolvedTurn(_ENOUGH)
    riddle = _of_riddle(said) if kind in {"riddle", "answer"} else None
    return riddle or _of_any(text, said, kind)


def _of_riddle(said: SubjectClause) -> ResolvedTurn | None:
    """What is asked of a riddle alone."""
    if said.has("hint"):
        return ResolvedTurn("", _NO_HINT)
    if said.has("think"):
        return ResolvedTurn(_ENOUGH)
    if said.has("hard"):
        return ResolvedTurn(_ANSWER, is_guess=True)
    return ResolvedTurn(_ANSWER) if said.has("answer", "go") else None


def _of_any(text: str, said: SubjectClause, kind: str) -> ResolvedTurn | None:
    """What is asked of anything that was told to amuse."""
    if said.has("unclear"):
        return ResolvedTurn("", _NO_REASON)
    if said.has("doubted"):
        return ResolvedTurn("", _NOT_CHECKED)
    named = next((one for one in ("riddle", "fact", "joke") if said.has(one)), "")
    if said.has("again", "go") or (named and not said.has("poor")):
        return ResolvedTurn(_MORE[named or kind])
    return ResolvedTurn(text, is_told=True) if said.has("poor") else None
