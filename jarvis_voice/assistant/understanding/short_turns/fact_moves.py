"""What a follow-up does with a fact that was told, where its move is known. Pure.

Invariant: a fact is only said anew with words of the turn; where they say none, it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.fact_values import (
    ChangedFact,
    bare,
    changed,
    date_in,
    is_of_other,
    only_denies,
    said_anew,
)
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand, topic_of
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.contradiction import replaced_by
from jarvis_voice.language.en.fact_clauses import clauses_of, named_clauses
from jarvis_voice.language.en.unordered_acts import mention_of
from jarvis_voice.language.en.unordered_settings import is_reported

_SUBJECT = lazy_pattern(
    r"(?P<subject>(?:(?:my|the|our) )?[\w-]+(?: [\w-]+){0,2}?)"
    r"(?:'s|(?: (?:is|are|was|were|has|have|takes?|lives?|likes?|costs?|starts?|goes|got|had|"
    r"needs?)\b))", re.I
)  # fmt: skip
_IT = re.compile(r"\b(?P<pronoun>it|they|them|he|she|him|her)\b(?!'(?:ll|d)\b)", re.I)
_TELLS_ANEW = lazy_pattern(
    r"\b(?:moved|shifted|changed|gone|put|swapped|switched|now|got|went|lives|takes|"
    r"is|are|'s)\b", re.I
)  # fmt: skip
_LEADS = lazy_pattern(
    r"(?:(?:oh|no|sorry|actually|well|wait|and|but|so|right|ok|okay|now|also|plus|then)\b"
    r"[\s,.]*)+", re.I
)  # fmt: skip
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:and all|as well|too|also|please|then|(?:put|write|note|keep|remember|add) "
    r"(?:it|that|this)(?: (?:in|down|too|as well))*))+\Z", re.I
)  # fmt: skip
_WHOLE = lazy_pattern(
    r"(?:(?:my|our|the|his|her|their|your|a|an) )?[\w-]+(?: [\w-]+){0,4}?"
    r"(?:'s|s'| (?:is|are|was|were|has|have|had|takes?|lives?|works?|likes?|loves?|hates?|costs?|"
    r"starts?|ends?|goes|go|needs?|wants?|runs?|opens?|closes?|comes?|owes?|sits?|told|said|"
    r"lent|left|put|paid|sticks?|drinks?|eats?|doesn't|don't|can't|isn't|aren't))\b .+", re.I
)  # fmt: skip
_ALSO = re.compile(r"(?:(?:oh|ok|okay|right)\b\W*)*(?:and|also|plus)\b", re.I)
_IS_SHORT = lazy_pattern(
    r"(?P<what>(?!(?:it|that|this|what|who|where|there|here|he|she)\b)[a-z]+)'s "
    r"(?P<so>(?!got\b|had\b|been\b)(?!.*\b(?:is|are|was|were|has|have|takes?|goes)\b).+)", re.I
)  # fmt: skip
"""A word without an article that is said to be something: "recycling's Thursday"."""
_NO_SUBJECT = re.compile(r"(?:it|that|this|what|who|where|when|how|why|there|here|you)\b", re.I)
_WHEN = re.compile(r"\b(?:when|if|whenever|unless|until)\b", re.I)
_OWNED = re.compile(
    r"(?P<who>(?:(?:my|our|the) )?[\w-]+'s) (?P<rest>(?:is |are )?[\w ,]+)", re.I
)  # fmt: skip
_OF_WHOM = re.compile(r"(?:(?:my|our|the) )?(?:[\w-]+'s )?(?P<noun>\w+)(?: is| are)\b", re.I)
_FORGETS = re.compile(r"\b(?:forget|delete|erase|remove|drop|scrap|bin|lose|please)\b", re.I)
_FURTHER = "What shall I remember? Say it in one sentence."
_ANEW = "How is it right then? Say it in one sentence."
_MOST_WORDS = 12


def of_fact_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of, put right in or added to a fact; None where nothing is.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    last = topic.last("fact")
    fact = last.name if last else ""
    if not fact:
        return None
    if move in {"cancel", "undo"}:
        about = re.match(r"my \w+'s birthday\b", fact, re.I)  # else it is taken for a new one
        named = " and ".join(named_clauses(_FORGETS.sub("", said.text), clauses_of(fact)))
        return ResolvedTurn(f"forget about {about[0]}" if about else f"forget that {named}")
    if move == "set":
        is_further = _ALSO.match(said.text.strip()) is not None
        return further_fact(said.text, fact) if is_further else _put_right(said.text, fact)
    if move == "again":
        return further_fact(said.text, fact)
    if move == "left" and (day := date_in(fact)):
        return ResolvedTurn(f"how many days until {day}")
    return ResolvedTurn(f"what did I tell you about {fact}") if move == "ask" else None


def further_fact(text: str, fact: str = "") -> ResolvedTurn | None:
    """One more fact beside the one of before, or the question for it.

    Args:
        text: The turn that tells it.
        fact: What was told before.
    """
    line = " ".join(text.split()).strip(" .,!?")
    line = _TAILS.sub("", _LEADS.sub("", line, count=1) if _LEADS.match(line) else line)
    if len(line.split()) > _MOST_WORDS or _NO_SUBJECT.match(line) or _WHEN.search(line):
        return None
    of_whom, owned = _OF_WHOM.match(fact), _OWNED.fullmatch(line)
    if of_whom and owned and re.match(r"(?:is|are)\b", owned["rest"], re.I):
        return ResolvedTurn(f"remember that {owned['who']} {of_whom['noun']} {owned['rest']}")
    if is_so := _IS_SHORT.fullmatch(line):
        return ResolvedTurn(f"remember that {is_so['what']} is {is_so['so']}")
    if _WHOLE.fullmatch(line):
        return ResolvedTurn(f"remember that {line}")
    return ResolvedTurn("remember that {fact}", _FURTHER)


def _put_right(text: str, fact: str) -> ResolvedTurn | None:
    """The old fact forgotten, and the new one kept; the question for it where none is named."""
    if only_denies(fact, text):
        return how_it_is()
    if is_of_other(fact, text):
        return ResolvedTurn(f"remember that {bare(text.strip(' .,!?'))}", is_guess=True)
    if new := changed(fact, text):
        return told_anew(fact, new, text)
    told = _with_subject(text, fact)
    return ResolvedTurn(f"remember that {told}", is_guess=True) if told else how_it_is()


def told_right(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The fact as the answer to our question tells it; "" where that is no lone value.

    Args:
        text: The answer: "at nine".
        messages: The conversation; its last message is our question.
        understand: What a sentence means by itself.
    """
    if not messages or messages[-1]["text"] != _ANEW:
        return ""
    last = topic_of(messages, understand).last("fact")
    new = said_anew(last.name, text) if last else ""
    return told_anew(last.name, ChangedFact(new, is_sure=True), "").sentence if last and new else ""


def how_it_is() -> ResolvedTurn:
    """The question for a fact that is not as it was told."""
    return ResolvedTurn("remember that {fact}", _ANEW)


def told_anew(fact: str, new: ChangedFact, text: str) -> ResolvedTurn:
    """The new fact kept; the old one is forgotten where the new one does not take its place.

    What only tells of others takes nothing away.

    Args:
        fact: What was known.
        new: What is known now.
        text: The turn that tells it.
    """
    kept = f"remember that {new.fact}"
    if replaced_by(new.fact, [fact]):
        return ResolvedTurn(kept, is_guess=not new.is_sure)
    if mention_of(text) or is_reported(text):
        return ResolvedTurn(kept, is_guess=True)
    return ResolvedTurn(f"forget that {fact} and then {kept}", is_guess=not new.is_sure)


def _with_subject(text: str, fact: str) -> str:
    """The news about a fact with its subject said out: "we moved the key to the shed"; else ""."""
    line = _LEADS.sub("", text.strip(" .,!?"), count=1) if _LEADS.match(text) else text.strip(" .")
    about, pointed = _SUBJECT.match(fact), _IT.search(line)
    if about is None or pointed is None or not _TELLS_ANEW.search(line):
        return ""
    return f"{line[: pointed.start()]}{about['subject']}{line[pointed.end() :]}"
