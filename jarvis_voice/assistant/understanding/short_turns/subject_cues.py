"""Reads a short turn about a joke, a word, a page or the like by the words of that subject. Pure.

Invariant: every word of a clause is accounted for: it is a cue of the subject, a pointer, or a
word that says nothing; a clause with any other word is not read, and what is a request of its own
never goes on with anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.short_turns.cue_words import FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import (
    MOST_WORDS,
    clauses_of,
    read_turn,
)
from jarvis_voice.assistant.understanding.short_turns.denials import denies
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.assistant.understanding.tellings import asks
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.unordered_acts import names_act

ELSE = "else"
"""The move of words by which a clause is about something else."""

_MOST_CLAUSES = 3
_MOST_TOLD = 7
"""Words of a clause that only tells something."""

_WORD = re.compile(r"[^\s,;.!?:]+")
_TAKEN = "\u00a7"
_OTHER_THINGS = frozenset(
    {
        *("timer", "timers", "alarm", "alarms", "reminder", "reminders", "routine", "list"),
        *("lists", "item", "items", "routines", "i", "i'd", "i'll", "i'm", "my", "me", "you"),
        *("you'd", "your", "how", "when", "who", "where", "will", "close", "round", "ring"),
        *("rings",),
    }
)
"""Words that say nothing elsewhere, and name another subject here, or ask about a person."""

_SAYS_NOTHING = (
    FILLERS
    | POINTERS.keys()
    | {
        *("haha", "ha", "hehe", "lol", "yay", "no", "nah", "nope", "not", "sorry", "wait"),
        *("actually", "too", "also", "bloody", "honestly", "pls", "plz", "thx", "they", "he"),
        *("she", "his", "her", "him", "its", "kids", "guys", "folks", "everyone", "moment"),
        *("sec", "hell", "heavens", "sake", "god", "put", "make", "set", "am", "me", "uh"),
    }
) - (_OTHER_THINGS - {"me"})
_POLITE = lazy_pattern(
    r"\A(?:(?:and|so|ok|okay|then|now|well|oh|but|yes|no|please|right)\W+)*(?:can|could|will|would|"
    r"may) (?:you|we|i)\b(?: please)?|\b(?:(?:i|we) (?:want|need|fancy|think|"
    r"said|mean|would like|'d like|wanna|would rather|'d rather)(?: you)?(?: to)?|i'd (?:like|"
    r"rather|love)|(?:i'll|i will) (?:have|take|go (?:for|with))|you can|i guess|if you (?:can|"
    r"could|would|like)|(?:thank|bless) you)\b",
    re.I,
)
"""Words around a wish."""

_OF_ELSE = lazy_pattern(
    r"\blike (?:out|outside|there)\b|\bout (?:there|side)\b|\boutside\b|\bto do\b|\btoday\b|"
    r"\bwell done\b",
    re.I,
)
"""Asks about something else, in words that say nothing."""

_WISHES = re.compile(r"\bi(?:'d| would) like\b|\bi (?:want|need)\b|\bplease\b", re.I)
_IN_FULL = (
    (re.compile(r"(?<=\w)'re\b", re.I), " are"),
    (re.compile(r"(?<=\w)'ve\b", re.I), " have"),
    (re.compile(r"(?<=\w)'ll\b", re.I), " will"),
    (re.compile(r"(?<=i)'m\b", re.I), " am"),
    (re.compile(r"\b(that|it|there|he|she|who|where|what)'s\b", re.I), r"\1 is"),
)
_GOES_ON = re.compile(r"(?:and|plus|also|to)\b", re.I)
_TALK = frozenset(
    {
        *("thanks", "compliment", "yes", "no", "never_mind", "stop", "apology", "greeting"),
        *("bad_news", "good_news", "remark", "teasing", "small_talk", "about_me", "maybe"),
        *("that_is_wrong", "goodbye", "how_are_you", "say_again"),
    }
)
"""What a clause may be that stands beside the one that is a request."""
_LEANING = OPENING_INTENTS | {
    *("no", "stop", "never_mind", "goodbye", "that_is_wrong", "bad_news", "good_news"),
    *("remark", "teasing", "maybe", "yes", "say_again", "do_again", "more", "read_on"),
    *("undo", "snooze", "open_result", "open_their", "read_page", "read_result", "media"),
    *("volume", "adjust_speech", "stopwatch", "tell_joke", "define_word", "spell"),
    *("say_words", "wikipedia_about_it", "compliment", "last_subject", "draw_lots"),
    *("tell_briefing", "go_on_with_briefing", proposals.CANNOT, proposals.ASK_FOR),
}
"""What a turn that goes on with something may be taken for alone."""


@dataclass(frozen=True, slots=True)
class SubjectWords:
    """The words of one subject.

    Attributes:
        cues: What is said in it, and what each says to do; the first that is met takes its words.
        idle: Words that say nothing in it.
    """

    cues: tuple[tuple[re.Pattern[str], str], ...]
    idle: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SubjectClause:
    """What one clause says.

    Attributes:
        moves: What it says to do, in the order of the subject's cues.
        line: The clause, with its contractions said in full.
        is_question: It asks something, and is no request that is put as a question.
    """

    moves: tuple[str, ...]
    line: str
    is_question: bool = False

    def has(self, *moves: str) -> bool:
        """Whether it says one of these."""
        return not set(moves).isdisjoint(self.moves)


def words_of(cues: Mapping[str, str], idle: str = "") -> SubjectWords:
    """The words of a subject.

    Args:
        cues: Each move with the patterns that say it, those of more words first; what stands
            behind a dot tells two rows of one move apart.
        idle: Words that say nothing there, between spaces.
    """
    compiled = ((lazy_pattern(rf"(?<![\w'])(?:{said})(?![\w'])", re.I), move)
                for move, said in cues.items())  # fmt: skip
    return SubjectWords(tuple(compiled), frozenset(idle.split()))


def read_clause(clause: str, words: SubjectWords) -> SubjectClause | None:
    """What a clause says in the words of a subject; None where a word is none of them."""
    line, moves = clause, list[str]()
    for pattern, move in words.cues:
        line, times = pattern.subn(f" {_TAKEN} ", line)
        if times and move == ELSE:
            return None
        if times:
            moves.append(move.split(".", maxsplit=1)[0])
    left = [one.lower() for one in _WORD.findall(_POLITE.sub(" ", line))]
    nothing = (_SAYS_NOTHING | words.idle) - (_OTHER_THINGS - words.idle - {"me"})
    if any(one not in nothing and one != _TAKEN for one in left):
        return None
    is_question = read_turn(clause).is_question and not _POLITE.match(clause)
    return SubjectClause(tuple(dict.fromkeys(moves)), clause, is_question)


def clause_of(text: str, words: SubjectWords, understand: Understand) -> SubjectClause | None:
    """The one clause of a turn that says what to do; None where none does, or several.

    The other clauses only tell something: none of them is a request of its own.

    Args:
        text: The turn as it was said.
        words: Those of the subject.
        understand: What a sentence means by itself.
    """
    clauses = [*map(_in_full, clauses_of(text))]
    n_words = sum(len(one.split()) for one in clauses)
    if not 0 < len(clauses) <= _MOST_CLAUSES or n_words > MOST_WORDS or denies(clauses):
        return None
    if _OF_ELSE.search(text) or any(map(_is_timed, clauses)) or not leans(text, understand):
        return None
    if whole := read_clause(" ".join(clauses), words):
        return whole if whole.moves or len(clauses) == 1 else None
    read = [read_clause(one, words) for one in clauses]
    saying = [one for one in read if one and one.moves]
    if len(saying) != 1:
        return None
    others = [said for said, one in zip(clauses, read, strict=True) if one is not saying[0]]
    return saying[0] if all(_is_told(one, understand) for one in others) else None


def _in_full(clause: str) -> str:
    """A clause without its contractions: "that's" is "that is"."""
    for short, full in _IN_FULL:
        clause = short.sub(full, clause)
    return clause


def leans(text: str, understand: Understand) -> bool:
    """Whether a turn is no request of its own, or one that may go on with something.

    Args:
        text: The turn as it was said.
        understand: What a sentence means by itself.
    """
    intent = understand(clean(text))
    if intent is None or (intent.name == meanings.SEARCH and intent.is_question):
        return True
    is_of_any = not intent.slots.keys() & {"name", "day"} and intent.slots.get("what") == "any"
    return intent.name in _LEANING or (intent.name == "cancel_schedule" and is_of_any)


def _is_timed(clause: str) -> bool:
    """Whether a clause has a time or a length, beside "a second"."""
    said = read_turn(clause)
    is_moment = re.fullmatch(r"(?:an?|one) (?:second|minute|moment)s?", said.value, re.I)
    return said.value_kind in {"time", "length"} and is_moment is None


def _is_told(clause: str, understand: Understand) -> bool:
    words = {one.lower() for one in _WORD.findall(clause)}
    if len(words) > _MOST_TOLD or asks(clause) or _WISHES.search(clause):
        return False
    if _GOES_ON.match(clause) or names_act(clause) or read_turn(clause).value:
        return False
    if words & (_OTHER_THINGS - {"i", "i'd", "i'll", "i'm", "my", "me", "you", "your", "how"}):
        return False
    intent: Intent | None = understand(clean(clause))
    return intent is None or intent.name in _TALK
