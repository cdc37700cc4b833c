"""Decides whether a verb and its object are an act on the user's world. Pure."""

from __future__ import annotations

from collections.abc import Callable

from jarvis_voice.language.en.reports.act_things import OWN_THINGS, TEXT_PARTS
from jarvis_voice.language.en.reports.act_verbs import BASES, LIGHT_VERBS, LOOKING_VERBS, PASTS
from jarvis_voice.language.en.reports.clause_words import (
    DETERMINERS,
    PRONOUNS,
    Reading,
    past_adverbs,
    word_table,
)
from jarvis_voice.language.en.reports.verb_phrase import VerbPhrase, verb_phrase

ACT_PHRASES = (
    ("taken", "care"), ("took", "care"), ("take", "care"), ("taking", "care"), ("seen", "to"),
    ("saw", "to"), ("dealt", "with"), ("managed", "to"), ("succeeded", "in"), ("made", "sure"),
    ("making", "sure"), ("passed", "on"), ("got", "around"), ("went", "ahead"), ("see", "to"),
    ("gone", "ahead"), ("took", "the"), ("taken", "the"), ("keep", "an"), ("keeping", "an"),
    ("keep", "track"), ("keep", "in"), ("make", "sure"), ("went", "through"), ("go", "through"),
    ("going", "through"), ("gone", "through"), ("had", "a"), ("have", "a"), ("took", "a"),
    ("taken", "a"), ("keep", "checking"), ("keep", "watching"), ("crossed", "off"),
)  # fmt: skip
"""Pairs of words that tell of an act whatever the verb means by itself."""

EVERYDAY_VERBS = word_table(
    "reply answer follow extend share close enter add reduce change adjust increase place perform "
    "process heat warm cook boil bake fill cool call start play speak charge press click tap feed "
    "water wash clean"
)
"""Verbs that recipes and texts use too: an act where a thing or "your" stands behind them."""

_NEGLECT = word_table("forget forgotten fail failed miss missed hesitate hesitated neglect only")
"""What somebody denies who did it: "I have not forgotten to lock the door"."""

_CHECKED_TEXTS = word_table(
    "spelling grammar text sentence sentences wording punctuation code draft facts"
)
"""What is looked over in a text of the user's, which the model has before it."""

_CARING_VERBS = word_table("give close feed water wash clean empty fill wind")
"""Verbs of looking after a house, its plants and its animals."""

_EDITING_VERBS = LIGHT_VERBS | word_table(
    "set update replace adjust include open close place save copy delete skip reduce remove reply "
    "answer extend increase correct improve schedule plan arrange organise organize share use "
    "process swap trim reset flag highlight insert break note start resume text message"
)
"""Verbs that are no act on the world where they are said of the parts of a text."""

_REMEMBERING_VERBS = word_table("remember note memorise memorize forget")
_PLAIN_LOOKING = word_table("find read see")
"""Of the verbs that look into something, those that are said of any text as well."""
_WATCHING_VERBS = word_table("watch monitor")
_WATCHED = word_table("for the over all through")
_PRESSING_VERBS = word_table("play charge click tap")
_NONE = word_table("no nothing none")
_MINE = word_table("my our myself")
_THIRD_PERSONS = word_table("him her them")
_NOBODY_ELSE = word_table("you myself a the me us")
"""Who "tell" and "ask" are turned to where nobody outside is spoken to."""


def denies_neglect(words: tuple[str, ...], place: int) -> bool:
    """Whether a "not" says that it was done: "I have not forgotten to lock the door".

    Args:
        words: Those of the sentence.
        place: Behind the "not".
    """
    end, _ = past_adverbs(words, place)
    if end >= len(words) or words[end] not in _NEGLECT:
        return False
    return any(word in BASES or word in PASTS for word in words[end + 1 : end + 6])


def is_act(words: tuple[str, ...], place: int, tense: str, how: Reading) -> bool:
    """Whether the verb at a place is an act on the user's world.

    Args:
        words: Those of the sentence.
        place: Where the verb stands.
        tense: "perfect" and "future" tell of this moment; "past" may belong to a story.
        how: How strictly it is read.
    """
    if place >= len(words):  # "I did", without a mark behind it
        return False
    if _is_act_phrase(words, place):
        return _tells_of_an_act(words, place, how)
    phrase = verb_phrase(words, place, tense, how)
    if phrase is None or _is_surely_none(phrase):
        return False
    if phrase.verb == "write" and "down" in phrase.rest:
        return True
    if phrase.verb in LOOKING_VERBS:
        return _looks_into_what_is_yours(phrase)
    if phrase.verb in _REMEMBERING_VERBS:
        return _keeps_in_mind(phrase)
    if tense == "past" and phrase.is_read_mildly:
        return _is_act_of_the_past(phrase)
    return _is_act_of_now(phrase)


def _is_act_phrase(words: tuple[str, ...], place: int) -> bool:
    """Whether a pair of the table begins here; of "took the", only "took the liberty" does."""
    pair = words[place : place + 2]
    if pair not in ACT_PHRASES:
        return False
    return pair[1] != "the" or words[place + 2 : place + 3] == ("liberty",)


def _tells_of_an_act(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether what stands behind a pair of the table leaves it an act."""
    pair = words[place : place + 2]
    behind = words[place + 2 : place + 12]
    if pair[1] == "a":
        return "look" in behind[:2] and not how.has_looked
    if pair[1] == "through":
        is_of_something = bool(behind) and behind[0] not in {"a", "it", "this", "that"}
        return is_of_something and not how.has_looked
    if pair == ("keep", "in") and "mind" not in behind:
        return False
    return "you" not in behind[:1]


def _is_surely_none(phrase: VerbPhrase) -> bool:
    """Whether the words behind a verb show that it is no act, whatever the tense."""
    return _is_idiom(phrase) or phrase.is_followed_by(_NONE) or _is_about_a_text(phrase)


def _is_idiom(phrase: VerbPhrase) -> bool:
    """Whether the verb means something else: "put together", "run on", "make it a", "add up"."""
    rest = phrase.rest
    match phrase.verb:
        case "put":
            return "together" in rest
        case "run":
            return phrase.is_followed_by({"on", "in"})
        case "make":
            return rest[:2] == ("it", "a")
        case "add":
            return "up" in rest[:3]
    return False


def _is_about_a_text(phrase: VerbPhrase) -> bool:
    """Whether it is said of a text in the talk, or of what belongs to the speaker."""
    if not phrase.is_read_mildly:
        return False
    if phrase.verb in LOOKING_VERBS:
        return bool(_CHECKED_TEXTS.intersection(phrase.rest))
    is_editing = phrase.verb in _EDITING_VERBS and bool(TEXT_PARTS.intersection(phrase.rest))
    return is_editing or phrase.is_followed_by(_MINE)


def _looks_into_what_is_yours(phrase: VerbPhrase) -> bool:
    """Whether somebody looked or looks where only access to the user's own things leads."""
    if phrase.how.has_looked:
        return False
    return _names_what_is_yours(phrase) or (
        _has_looked_indeed(phrase)
        and bool(phrase.rest)
        and not phrase.how.is_ours
        and "forward" not in phrase.rest
    )


def _names_what_is_yours(phrase: VerbPhrase) -> bool:
    if phrase.is_yours and OWN_THINGS.intersection(phrase.rest):
        return True
    is_near = bool(OWN_THINGS.intersection(phrase.rest[:3]))
    return is_near and phrase.verb != "see" and phrase.tense != "future"


def _has_looked_indeed(phrase: VerbPhrase) -> bool:
    """Whether it is said that somebody did look, or that somebody watches over something."""
    if phrase.verb in _WATCHING_VERBS or phrase.form == "looking":
        return phrase.form not in PASTS and phrase.is_followed_by(_WATCHED)
    return (
        phrase.tense in {"perfect", "past"}
        and phrase.verb not in _PLAIN_LOOKING
        and not phrase.how.is_telling
    )


def _keeps_in_mind(phrase: VerbPhrase) -> bool:
    if phrase.tense == "past":
        return False
    says_what = bool(phrase.rest) or phrase.words[phrase.place + 1 : phrase.place + 2] == ("that",)
    return phrase.how.is_strict or says_what


def _is_act_of_the_past(phrase: VerbPhrase) -> bool:
    """Whether a verb in the past tells of this turn, and not of a story."""
    if phrase.how.is_telling:
        return phrase.is_yours and phrase.has_thing
    if phrase.how.is_ours:
        return _is_past_act_of_ours(phrase)
    if phrase.verb in LIGHT_VERBS | EVERYDAY_VERBS:
        return _is_everyday_act_of_the_past(phrase)
    may_be_present = phrase.form in BASES
    begins_an_object = phrase.rest[:1] == () or phrase.is_followed_by(
        DETERMINERS | PRONOUNS | {"for", "up"}
    )
    return phrase.is_yours if may_be_present and not begins_an_object else True


def _is_past_act_of_ours(phrase: VerbPhrase) -> bool:
    """Whether "we" did something of late: "we booked your table", "we cancelled it"."""
    if phrase.is_yours and (phrase.has_thing or phrase.verb not in LIGHT_VERBS):
        return True
    is_short = phrase.how.is_opening and len(phrase.words) <= 8
    return phrase.has_pronoun and is_short and phrase.verb not in LIGHT_VERBS


def _is_everyday_act_of_the_past(phrase: VerbPhrase) -> bool:
    """Whether a verb of everyday talk tells of an act, by its object."""
    if phrase.form in BASES and phrase.form in PASTS and not phrase.is_yours:  # "I set timers"
        has_object = phrase.has_thing or phrase.has_pronoun
        return has_object and phrase.is_followed_by(DETERMINERS | PRONOUNS)
    if phrase.verb in {"leave", "have"} and not phrase.is_yours:
        return False
    if phrase.verb == "make" and not phrase.is_yours and not phrase.has_thing:
        return False
    is_told = phrase.verb in {"tell", "ask", "reach"} and phrase.is_followed_by(_THIRD_PERSONS)
    is_cared_for = phrase.verb in _CARING_VERBS and phrase.is_followed_by({"the", "them"})
    return phrase.is_yours or phrase.has_thing or phrase.has_pronoun or is_told or is_cared_for


def _is_act_of_now(phrase: VerbPhrase) -> bool:
    """Whether a verb of this moment, or any verb that is read strictly, is an act."""
    how = phrase.how
    if how.is_ours and not how.is_talk and phrase.is_read_mildly:
        is_news = phrase.tense == "perfect" and how.is_opening
        return phrase.is_yours or (phrase.has_thing and is_news)
    if phrase.verb in LIGHT_VERBS:
        return _LIGHT_RULES.get(phrase.verb, _moves_something)(phrase)
    has_object = phrase.is_yours or phrase.has_thing
    is_of_now = phrase.tense != "future"
    if phrase.verb in _PRESSING_VERBS:
        return has_object or (is_of_now and (phrase.has_pronoun or not phrase.rest))
    if how.is_telling and not phrase.is_yours:
        return phrase.has_thing and not is_of_now and how.is_strict
    if phrase.verb in EVERYDAY_VERBS:
        return has_object or (phrase.has_pronoun and is_of_now)
    return True


def _speaks_to_another(phrase: VerbPhrase) -> bool:
    return bool(phrase.rest) and not phrase.is_followed_by(_NOBODY_ELSE)


def _counts_the_time(phrase: VerbPhrase) -> bool:
    """Whether it counts, and not on somebody: "we are counting", "counting down"."""
    if _moves_something(phrase):
        return True
    is_bare = not phrase.rest or phrase.is_followed_by({"down"})
    return phrase.tense != "future" and is_bare and not phrase.how.is_telling


def _lets_another_know(phrase: VerbPhrase) -> bool:
    return "know" in phrase.rest and phrase.rest[0] != "you"


def _makes_a_thing(phrase: VerbPhrase) -> bool:
    return phrase.has_thing


def _gets_you_a_thing(phrase: VerbPhrase) -> bool:
    return phrase.has_thing and (phrase.is_yours or phrase.tense == "perfect")


def _moves_something(phrase: VerbPhrase) -> bool:
    is_moved = phrase.has_pronoun and phrase.has_particle
    return phrase.is_yours or phrase.has_thing or is_moved


_LIGHT_RULES: dict[str, Callable[[VerbPhrase], bool]] = {
    "tell": _speaks_to_another,
    "ask": _speaks_to_another,
    "let": _lets_another_know,
    "count": _counts_the_time,
    "make": _makes_a_thing,
    "write": _gets_you_a_thing,
    "give": _gets_you_a_thing,
    "pick": _gets_you_a_thing,
    "get": _gets_you_a_thing,
    "have": _gets_you_a_thing,
}
"""What makes an act of a verb that means little by itself."""
