"""Finds the sentence that a turn stands for, in the light of the conversation before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.briefing_talk import about_briefing
from jarvis_voice.assistant.understanding.clarification import completed
from jarvis_voice.assistant.understanding.entry_talk import about_entries
from jarvis_voice.assistant.understanding.everyday_words import begins_with_no, plainer
from jarvis_voice.assistant.understanding.fact_questions import asked_of_fact, is_beside
from jarvis_voice.assistant.understanding.fact_talk import about_fact
from jarvis_voice.assistant.understanding.list_additions import (
    thing_for_old_list,
    thing_with_list,
)
from jarvis_voice.assistant.understanding.list_correction import list_put_right
from jarvis_voice.assistant.understanding.list_talk import UNNAMED, about_list
from jarvis_voice.assistant.understanding.offer_answer import accepted, says_it_is_done
from jarvis_voice.assistant.understanding.place_talk import (
    about_place,
    in_same_place,
    is_of_same_place,
)
from jarvis_voice.assistant.understanding.routine_talk import about_routines
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.busy_days import busy_then
from jarvis_voice.assistant.understanding.short_turns.days_before import before_last
from jarvis_voice.assistant.understanding.short_turns.denials import (
    is_set_phrase,
    leans_on,
    tells_only,
)
from jarvis_voice.assistant.understanding.short_turns.doubted_answers import doubted
from jarvis_voice.assistant.understanding.short_turns.fact_moves import told_right
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.further_days import further_day
from jarvis_voice.assistant.understanding.short_turns.further_entries import further_entry
from jarvis_voice.assistant.understanding.short_turns.left_out_days import left_out_day
from jarvis_voice.assistant.understanding.short_turns.named_entries import named_entry
from jarvis_voice.assistant.understanding.short_turns.named_ones import named_one
from jarvis_voice.assistant.understanding.short_turns.of_subjects import (
    asked_last,
    of_subject,
)
from jarvis_voice.assistant.understanding.short_turns.opposition import (
    is_opposed,
    is_proposal,
    is_suggestion,
)
from jarvis_voice.assistant.understanding.short_turns.own_names import own_name
from jarvis_voice.assistant.understanding.short_turns.own_reminders import own_reminder
from jarvis_voice.assistant.understanding.short_turns.packed_amounts import of_amount
from jarvis_voice.assistant.understanding.short_turns.place_moves import (
    asked_like,
    asks_of_here,
    of_place_move,
)
from jarvis_voice.assistant.understanding.short_turns.plain_additions import added_plainly
from jarvis_voice.assistant.understanding.short_turns.reason_clauses import dismissed, for_a_reason
from jarvis_voice.assistant.understanding.short_turns.refused_offers import (
    after_cancelling,
    after_refusal,
)
from jarvis_voice.assistant.understanding.short_turns.resolution import in_short
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.running_entries import (
    another_timer,
    of_running,
    one_more,
)
from jarvis_voice.assistant.understanding.short_turns.same_times import (
    asked_when,
    at_same_time,
)
from jarvis_voice.assistant.understanding.short_turns.settled_choices import settled
from jarvis_voice.assistant.understanding.short_turns.told_units import in_told_unit
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, topic_of
from jarvis_voice.assistant.understanding.short_turns.trained_follow_up import (
    chance_of_talk,
    followed,
)
from jarvis_voice.assistant.understanding.short_turns.trained_stopwatch import (
    stopwatch_by_layer,
)
from jarvis_voice.assistant.understanding.sound_alikes import as_meant
from jarvis_voice.assistant.understanding.tellings import TOLD
from jarvis_voice.assistant.understanding.time_correction import corrected
from jarvis_voice.assistant.understanding.volume_talk import about_volume
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.language.en.evidence import turned_round
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.pointing_words import points_at, resumes
from jarvis_voice.language.en.reminders_of_others import told_nothing
from jarvis_voice.language.en.spoken_lists import key_of
from jarvis_voice.language.en.unordered_acts import names_act

_FIRST_FORMS = (about_briefing, corrected, completed)
_WHOLE_FORMS = (
    *(thing_with_list, about_routines, about_entries),
    *(about_place, about_list, list_put_right, about_fact),
    *(asked_of_fact, about_volume),
)
"""What says out whole a sentence that leans on the conversation; the first that can does it."""

_TAKES_AWAY = re.compile(r"(?:cancel|clear|remove|forget|delete)\b", re.I)

_ASKS_WHETHER = lazy_pattern(
    r"(?:(?:and|so|but|oh|ok|okay|wait|hang on|sorry)\W+)*(?:have|has|had|is|are|was|were|do|"
    r"does|did) (?:i|we|you|it|that|there|the|my|they)\b|what (?:notes?|lists?|is|are|have|do)\b",
    re.I,
)
"""Asks whether something is so, and takes nothing away: "have I got tape on there already"."""

_OPEN = frozenset({proposals.SUGGEST, proposals.CANNOT, proposals.ASK_FOR, meanings.RECALL})
"""What a turn that goes on with something may be taken for alone."""

_AGAIN = "say that again"

_TOLD_BY_WORDS = 0.5
"""From this chance of talk on, a turn whose words only tell something is answered as told."""

_TAKES_NOTHING = 0.7
"""From this chance of talk on, no turn takes something away."""

_SILENCES = re.compile(r"(?:please )?silence (?:it|that)(?: please)?", re.I)
"""Asks for quiet, and takes away nothing that is set."""

_FORGET_IT = re.compile(r"(?:(?:oh|no|ah|ok|okay|just|well)\W+)*forget it\W*", re.I)
"""May mean "never mind", and may mean the thing that was just set: we ask."""

_NAMES_KIND = lazy_pattern(
    r"\b(?:is|are|was|what|when|which|how) (?:[\w']+ )?my (?P<kind>alarm|timer|reminder)s?\b", re.I
)
"""Asks about a kind of thing by its name."""

_AND_THEN = " and then "
"""Joins what is taken away with what comes in its place."""
_REMOVED = re.compile(r"remove (?P<thing>.+) from my .+", re.I)
_COMFORTS = re.compile(r"\bworry\b(?! about)|\bno (?:worries|problem|hurry|rush)\b", re.I)


def goal_of(
    text: str,
    messages: Sequence[MessageState],
    offer: str,
    understand: Callable[[str], Intent | None],
    second: SecondReader | None,
    alone: Understanding | None,
) -> ResolvedTurn:
    """What is wanted: what was offered, where the text is a plain yes to it.

    Where the text answers our question about a time, it is what was asked for with its time, and
    where it puts that right, what was set is cancelled and set anew.
    """
    goal = told_right(text, messages, understand)
    goal = goal or (accepted(text, offer, understand) if offer else text)
    if offer and goal == text and not understand(text) and "{" not in offer:
        is_agreed = second is not None and second.agrees(text) and not says_it_is_done(text)
        goal = offer if is_agreed else text
    asked = _asks_what_for(text)
    if asked or goal != text:
        return asked or ResolvedTurn(goal)
    if at_once := _said_first(text, messages, understand, second, alone):
        return at_once
    plain = plainer(text) if messages else ""
    wordings = [one for one in (text, plain) if one]
    first = (form(one, messages, understand) for one in wordings for form in _FIRST_FORMS)
    if said := next(filter(None, first), ""):
        is_asked = _FORGET_IT.fullmatch(text.strip()) and not said.startswith("forget ")
        return ResolvedTurn(said, is_guess=bool(is_asked))
    short = in_short(text, messages, understand, offer)
    if short and _TAKES_AWAY.match(short.sentence) and _ASKS_WHETHER.match(text):
        short = None
    if short and _TAKES_AWAY.match(short.sentence):
        is_talk = _chance_of_talk(text, messages, understand, second) >= _TAKES_NOTHING
        short = None if is_talk else short
    if short and _may_lean(text, short, alone):
        return short
    whole = (form(one, messages, understand) for one in wordings for form in _WHOLE_FORMS)
    if said := next(filter(None, whole), ""):
        return ResolvedTurn(said)
    if messages and tells_only(text) and understand(clean(text)) is None:
        is_told = _chance_of_talk(text, messages, understand, second) >= _TOLD_BY_WORDS
        return ResolvedTurn(text, is_leaning=not is_told, is_told=is_told)
    if alone and second and (after := _by_layer(text, messages, offer, understand, second, alone)):
        return _asked_of_idiom(text, after)
    return _at_last(text, plain, messages, understand, alone)


def _asked_of_idiom(text: str, after: ResolvedTurn) -> ResolvedTurn:
    """The same; what "forget it" takes away of what is set is asked about."""
    is_idiom = _FORGET_IT.fullmatch(text.strip()) and not after.sentence.startswith("forget ")
    is_taking = is_idiom and _TAKES_AWAY.match(after.sentence) and not after.question
    return replace(after, is_guess=True) if is_taking else after


def _at_last(
    text: str,
    plain: str,
    messages: Sequence[MessageState],
    understand: Callable[[str], Intent | None],
    alone: Understanding | None,
) -> ResolvedTurn:
    """The turn as it stands, in plainer words, or as a question for an old list."""
    is_unknown = alone is not None and not any(one.intent for one in alone.parts)
    if is_unknown and (thing := thing_for_old_list(text, messages, understand)):
        return ResolvedTurn(thing, is_guess=True)
    is_open = bool(plain) and understand(as_meant(clean(text))) is None
    is_open = is_open and not begins_with_no(plain) and not (alone and alone.is_understood)
    if is_open and alone and all(one.intent for one in alone.parts):
        is_open = understand(clean(plain)) is not None  # a wording of ours is only a proposal
    return ResolvedTurn(plain if is_open else text)


def _asks_what_for(text: str) -> ResolvedTurn | None:
    """The question what is to be told to somebody whom a reminder only names."""
    found = told_nothing(text)
    if found is None:
        return None
    who, when = found
    sentence = f"remind me {f'{when} ' if when else ''}to tell {who} {{text}}"
    return ResolvedTurn(sentence, f"What shall I remind you to tell {turned_round(who)}?")


def _said_first(
    text: str,
    messages: Sequence[MessageState],
    understand: Callable[[str], Intent | None],
    second: SecondReader | None,
    alone: Understanding | None,
) -> ResolvedTurn | None:
    """What a turn asks of the last subject, or that it only declines, comforts or complains."""
    if messages and (of_last := subject_turn(text, messages, understand, second)):
        return of_last
    if alone and (is_set_phrase(text) or _SILENCES.fullmatch(text.strip(" .!"))):
        return ResolvedTurn(text if all(one.intent for one in alone.parts) else "never mind")
    return None


def subject_turn(
    text: str,
    messages: Sequence[MessageState],
    understand: Callable[[str], Intent | None],
    second: SecondReader | None,
) -> ResolvedTurn | None:
    """What a turn asks of the joke, the word, the page, the entry or the like of before.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means to the grammar.
        second: The trained reader.
    """
    meaning = second.backing(understand) if second else understand
    topic = topic_of(messages, meaning)
    return (
        settled(text, topic)
        or named_one(text, topic, understand)
        or named_entry(text, topic, messages, understand)
        or left_out_day(text, topic, messages, understand)
        or doubted(text, topic, messages)
        or at_same_time(text, topic, understand)
        or asked_when(text, topic, understand)
        or before_last(text, topic, understand)
        or own_reminder(text, topic, understand)
        or one_more(text, understand)
        or further_entry(text, topic, understand)
        or another_timer(text, topic)
        or dismissed(text, messages, meaning)
        or for_a_reason(text, topic, understand)
        or added_plainly(text, topic, understand)
        or own_name(text, topic, messages)
        or busy_then(text, topic)
        or of_running(text, topic)
        or in_told_unit(text, topic)
        or of_amount(text, topic)
        or further_day(text, topic, understand)
        or after_refusal(text, messages)
        or after_cancelling(text, topic)
        or of_subject(text, topic, messages, understand)
    )


def _chance_of_talk(
    text: str,
    messages: Sequence[MessageState],
    understand: Callable[[str], Intent | None],
    second: SecondReader | None,
) -> float:
    """How likely a turn asks for nothing, behind this conversation."""
    if second is None:
        return 0.0
    return chance_of_talk(text, topic_of(messages, second.backing(understand)), second)


def _by_layer(
    text: str,
    messages: Sequence[MessageState],
    offer: str,
    understand: Callable[[str], Intent | None],
    second: SecondReader,
    alone: Understanding,
) -> ResolvedTurn | None:
    """What the trained layer takes a turn for; it leans where what it says alone is unlikely."""
    if second.moves is None or not messages:
        return None
    asked = offer if "Did you mean:" in messages[-1]["text"] else ""
    topic = topic_of(messages, second.backing(understand), asked)
    fact = topic.last("fact")
    if topic.kind == "fact" and fact and is_beside(fact.name, text):
        return None
    if last := _of_stopwatch(text, topic, second, alone) or _of_here(text, topic, understand):
        return last
    is_against = is_opposed(text, alone, topic.kind, understand, second)
    after = followed(text, topic, understand, second, offer=asked, is_opposed=is_against)
    if after is None and asked and is_against:  # no offer is taken back, but what was set before
        topic = topic_of(messages, second.backing(understand))
        after = followed(text, topic, understand, second, is_opposed=True)
    is_read = all(one.intent for one in alone.parts) and not is_proposal(alone)
    if after and is_read and after.is_told and not topic.turns and not is_against:
        after = None
    named = _NAMES_KIND.search(text)
    if after and is_read and named and topic.kind != named["kind"].lower():
        after = None
    if after and after.is_guess and is_suggestion(alone) and not leans_on(text):
        after = None  # of two guesses, the one that the words alone make
    if after and is_of_same_place(text, alone, after.sentence, understand):
        return after
    if after and (is_against or _may_lean(text, after, alone)):
        there = in_same_place(text, alone, messages, understand)
        return ResolvedTurn(there) if there else after
    if after and _TAKES_AWAY.match(after.sentence) and _ASKS_WHETHER.match(text):
        after = None
    if after and _TAKES_AWAY.match(after.sentence) and not after.question and not after.is_guess:
        return replace(after, is_guess=True)  # the layer is sure, what it says alone is not
    is_open = is_against and not is_proposal(alone) and not topic.is_asked_on(text)
    return ResolvedTurn(text, is_leaning=True) if is_open else None


def _of_here(
    text: str, topic: Topic, understand: Callable[[str], Intent | None]
) -> ResolvedTurn | None:
    """The same question about where the user is, or about another place: "how is it in Leeds"."""
    asked = asked_like(text, topic)
    if topic.kind != "place" or not (asked or asks_of_here(text)):
        return None
    slots = {"place": (asked,)} if asked else {}
    return of_place_move("place", FollowUp(text, [], slots), topic, understand)


def _of_stopwatch(
    text: str, topic: Topic, second: SecondReader, alone: Understanding
) -> ResolvedTurn | None:
    """What a turn most likely asks of the stopwatch, where it asks for nothing else by itself."""
    last = asked_last(topic)
    intents = (part.intent for part in alone.parts)
    is_open = all(one is None or one.is_question or one.name in _OPEN for one in intents)
    if not is_open or topic.is_asking or last is None or last.name != "stopwatch":
        return None
    return stopwatch_by_layer(text, last, second)


def _may_lean(text: str, found: ResolvedTurn, alone: Understanding | None) -> bool:
    """Whether a turn may go on with what was said before.

    It does not where it is surely understood alone and points at nothing, and "you got it wrong"
    takes nothing away.
    """
    if alone is None:
        return False
    is_talk = alone.is_talk or _COMFORTS.search(text) is not None
    if _TAKES_AWAY.match(found.sentence) and is_talk and not names_act(text):
        return _AND_THEN in found.sentence or _names_thing(text, found)
    names = {part.intent.name for part in alone.parts if part.intent}
    is_open = not alone.is_understood or meanings.SEARCH in names or bool(TOLD & names)
    is_open |= any(part.intent and part.intent.slots.get("list") == UNNAMED for part in alone.parts)
    is_known = not (meanings.SEARCH in names or TOLD & names)
    is_known = is_known and all(part.intent for part in alone.parts)
    says_no_more = found.is_told or found.sentence == _AGAIN
    if is_known and alone.is_understood and says_no_more:
        return False
    if is_known and found.is_leaning:
        return resumes(text) or points_at(text) == "outside"
    return leans_on(text) or is_open


def _names_thing(text: str, found: ResolvedTurn) -> bool:
    """Whether we only ask about a thing of a list that the turn names: "we have got milk"."""
    removed = _REMOVED.fullmatch(found.sentence) if found.is_guess else None
    return removed is not None and set(key_of(removed["thing"])) <= set(key_of(text))
