"""What a follow-up does with what the user told of themselves, where its move is known. Pure.

Invariant: a name or a city that the turn does not order in so many words is asked about.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.fact_moves import further_fact
from jarvis_voice.assistant.understanding.short_turns.fact_values import bare, changed, date_in
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern

_TELLS = {"name": "call me {}", "city": "I live in {}", "birthday": "my birthday is {}"}
_ASKS = {
    "name": "What shall I call you then?",
    "city": "Which city is it then?",
    "birthday": "When is it then?",
}
_ORDERED = lazy_pattern(
    r"(?:.*\b)?(?:call me|my name is|i live in|i'm in|(?:make|put|change) (?:it|that)(?: to)?|"
    r"it should be|i said|i meant?|stick to|(?:back|switch) to) "
    r"(?P<new>[\w'-]+(?: [\w'-]+)?)(?: (?:now|please|instead|from now on|then))*", re.I
)  # fmt: skip
_BACK_TO = lazy_pattern(
    r"\b(?:back|return|revert|switch) to (?P<new>[\w'-]+)(?: (?:as|like|how) it was|,.*| please|"
    r" now| then)*\W*\Z", re.I
)  # fmt: skip
_BETTER = lazy_pattern(
    r"(?P<new>[\w'-]+(?: [\w'-]+)?)(?:'s| is| will| would)(?: be)? (?:better|fine|do|plenty|enough|"
    r"nicer|what).*", re.I
)  # fmt: skip
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:for short|for everyday|if you (?:do not|don't) mind|now|please|to (?:my|your) "
    r"\w+|i think|is (?:the )?(?:city|name)|not .+))+\Z", re.I
)  # fmt: skip
_LEADS = lazy_pattern(
    r"(?:(?:just|so|only|it is|it's|i'm|plain|try|rather|seriously|honestly|ha|haha|no)\b[\s,]*)+",
    re.I,
)
_CLAUSE = re.compile(r"\s*[,;.!?]+\s+", re.I)
_NOT_FIRST = re.compile(r"not [\w' -]+, ", re.I)
_NO_NAME = lazy_pattern(
    r"\b(?:naw|nah|nope|nay|ugh|splendid|lovely|great|grand|brilliant|i|you|we|he|she|it|that|this|they|my|the|with|spelt|spelled|one|letters?|not|no|old|"
    r"back|wrong|change|put|fix|what|who|never|was|is|name|city|town|of|in|at|a|an|to|out)\b|"
    r"\b\w{4,}ing\b", re.I
)  # fmt: skip
_FIELDS = (
    ("city", re.compile(r"\b(?:city|town|where i live)\b", re.I)),
    ("birthday", re.compile(r"\b(?:birthday|date of birth|born)\b", re.I)),
    ("name", re.compile(r"\b(?:name|nickname|call me)\b", re.I)),
)
_DAY_NUMBER = lazy_pattern(r"\A(\d{1,2})(?= [a-z]{3})", re.I)
_IS_DAY = lazy_pattern(
    r"(?:(?:oh|well|ok|okay|so|right|no|sorry)\b\W*)*(?:(?:it|that|mine|my birthday)(?:'s| is| "
    r"was)(?: on)? )?(?P<day>[\w ]*\b(?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b[\w ]*)", re.I
)  # fmt: skip
_ALL = re.compile(r"\b(?:everything|whole (?:profile|lot)|all of it|the lot|all about me)\b", re.I)
_KEEPS = re.compile(
    r"(?:\bnot|n't|\bnever|\b(?:do|wo|must)nt)(?: \w+)? (?:forget|delete|remove|lose|erase|clear|"
    r"wipe|drop|cancel)\b", re.I
)  # fmt: skip
"""Says that nothing is to go: "don't forget it", "you'll not lose that, will you"."""
_OF_ANOTHER = lazy_pattern(
    r"(?!(?:what|when|where|who|how|it|that|this|there|here|let|today|and|so|one|city|town|birthday|name)'s)\b[\w-]{2,}'s\b|"
    r"\b(?:his|her|their|our|[\w-]+s') (?:\w+ )?(?:birthday|name|nickname|city|town|home|own)\b|"
    r"\b(?!(?:this|his|is|was|its|whats|whens|wheres)\b)\w{2,}s (?:birthday|name|city|town)\b|"
    r"\b(?:birthday|name|city|town|home) of (?!mine\b|me\b|my\b|the\b|birth\b|it\b)\w|"
    r"\b(?:birthday|name|city|town|home) of (?:my|the) \w+|"
    r"\b(?:does|do|did|is|was|are|were) (?!i\b|we\b|you\b|it\b|that\b|this\b|my\b|the\b)[\w-]+ "
    r"(?:live|born|called|from)\b|"
    r"\b(?:does|do|did|is|was) (?:my|the|our) [\w-]+ (?:live|born|called|from)\b", re.I
)  # fmt: skip
"""Asks for what belongs to somebody else: "when is Mark's birthday", "where does Ana live"."""
_MOST_NAME = 2


def is_of_another(text: str) -> bool:
    """Whether a turn asks for what belongs to somebody else: "what's my cat's name".

    Args:
        text: The turn as it was said.
    """
    return _OF_ANOTHER.search(text) is not None


def of_profile_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of or put right in what the user told of themselves.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    about = topic.last("profile")
    if about is None or about.name not in _TELLS:
        return None
    if other := next((field for field, words in _FIELDS if words.search(said.text)), ""):
        about = about if other == about.name else Touched("profile", other)
    is_birthday = about.name == "birthday"
    sentence, is_guess = "", False
    match move:
        case "ask" | "left" | "when" if is_of_another(said.text):
            return None
        case "left" | "when" if is_birthday:
            sentence = "how many days until my birthday"
        case "ask":
            sentence = f"{'when' if is_birthday else 'what'} is my {about.name}"
        case "cancel" | "undo" if _KEEPS.search(said.text):
            return ResolvedTurn(said.text, is_told=True)
        case "cancel" if _ALL.search(said.text):
            sentence, is_guess = "forget everything you know about me", True
        case "undo" if (back := _BACK_TO.search(said.text)) and _name(back["new"]):
            sentence = _TELLS[about.name].format(_name(back["new"]))
        case "cancel" | "undo":
            sentence, is_guess = f"forget my {about.name}", move == "undo"
        case "again":
            return further_fact(said.text, f"my {about.name} is so")
        case "set":
            return _put_right(said, about, topic)
        case _:
            return None
    return ResolvedTurn(sentence, is_guess=is_guess) if sentence else None


def _put_right(said: FollowUp, about: Touched, topic: Topic) -> ResolvedTurn:
    """What is right, or the question for it."""
    line = " ".join(said.text.split()).strip(" .,!?")
    tells = _TELLS[about.name]
    if about.name == "birthday":
        value = _told_before(about.name, topic)
        value = _DAY_NUMBER.sub(r"\1th", value, count=1)  # "the fourth" is one of its kind
        new = changed(value, line) if value else None
        if new:
            return ResolvedTurn(tells.format(new.fact), is_guess=not new.is_sure)
        if day := _day_in(line):
            return ResolvedTurn(tells.format(day))
        return ResolvedTurn(tells.format("{day}"), _ASKS["birthday"])
    ordered = _ORDERED.fullmatch(_CLAUSE.split(line)[-1]) or _ORDERED.match(line)
    if ordered and (new_name := _name(ordered["new"])):
        return ResolvedTurn(tells.format(new_name))
    names = (_name(one) for one in _CLAUSE.split(_NOT_FIRST.sub("", line, count=1)))
    if named := next(filter(None, names), ""):
        return ResolvedTurn(tells.format(named), is_guess=True)
    return ResolvedTurn(tells.format("{name}"), _ASKS[about.name])


def _told_before(field: str, topic: Topic) -> str:
    """What the user told of themselves last, and may have asked for since; "" where nothing."""
    known = (
        str(one.asked.slots.get("value", ""))
        for turn in topic.turns
        for one in turn
        if one.kind == "profile" and one.name == field and one.asked
    )
    return next(filter(None, known), "")


def _day_in(line: str) -> str:
    """The day of a year that a turn comes to: "it's the 9th of May"; "" where it says more."""
    day = _IS_DAY.fullmatch(line)
    return date_in(f"it is on {day['day']}") if day else ""


def _name(clause: str) -> str:
    """The name that a clause comes to; "" where it says more."""
    if better := _BETTER.fullmatch(bare(clause)):
        clause = better["new"]
    said = _TAILS.sub(
        "", _LEADS.sub("", bare(clause), count=1) if _LEADS.match(bare(clause)) else bare(clause)
    )
    is_name = 0 < len(said.split()) <= _MOST_NAME and not _NO_NAME.search(said)
    return said if is_name else ""
