"""Reads what is said of things that were acted on: "your lights are off now". Pure."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from jarvis_voice.language.en.reports.act_things import RESULTS, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import GERUNDS, LIGHT_VERBS, PASTS
from jarvis_voice.language.en.reports.acts import EVERYDAY_VERBS
from jarvis_voice.language.en.reports.clause_words import (
    CONDITIONS,
    Reading,
    past_adverbs,
    rest_of,
    word_table,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS
from jarvis_voice.language.en.reports.thing_clause import SubjectKind, ThingClause, thing_clause

SHOWING_VERBS = word_table("is are has shows says stands contains holds reads lists looks lies")
"""What a list, an inbox or a calendar does that lets its contents be known."""

PLACES_OF_YOURS = word_table(
    "list screen notes calendar clipboard browser inbox outbox desktop memory diary drafts phone"
)
"""Where an act puts something that the user finds there."""

_TRANSACTIONS = word_table(
    "ordered booked paid sent transferred scheduled cancelled canceled reserved notified informed "
    "submitted skipped muted lowered turned switched emailed texted restarted dimmed silenced"
)
"""What nothing has been unless somebody did it just now."""

_LOOKED_INTO = word_table(
    "calendar diary agenda inbox mailbox balance list alarms alarm timers timer reminders reminder "
    "notes appointments parcel tracking"
)
"""What only a look tells the state of."""

_WRITTEN_THINGS = word_table("message money e-mail email mail file order")
_REACHED = word_table("received got gotten confirmed accepted gone reached")
_FINISHED = word_table("done sorted handled booked ordered paid sent scheduled settled")
_AT_THIS_MOMENT = word_table("now moment speak already")
"""What says that something is under way while it is told: "as we speak"."""
_AS_AGREED = frozenset(
    ("as", word)
    for word in ("discussed", "agreed", "promised", "arranged", "instructed", "planned", "wished")
)
"""Beginnings that tell of an earlier word between the user and the speaker."""

_DIRECTIONS = word_table("to by through via over in into from")


def tells_of_a_thing(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether the subject of a "has been", "is now" or "will be" is a thing that was acted on.

    Args:
        words: Those of the sentence.
        place: Where the verb stands.
        how: How strictly it is read.
    """
    if _has_no_more(words, place, how):
        return True
    clause = thing_clause(words, place, how)
    if clause is None:
        return False
    if clause.verb in {"has", "have"} and _has_just_served_you(clause):
        return not how.is_telling
    if clause.verb in {"has", "have"} and _has_made_it(clause):
        return not how.is_telling
    if clause.verb in {"is", "are", "'s"} and _stands_with_you(clause):
        return not how.is_telling and not CONDITIONS.intersection(clause.lead)
    if _is_being_acted_on(clause):
        return not clause.has_condition and not how.is_telling
    if _tells_what_was_looked_up(clause):
        return not clause.has_condition
    return _rule_of(clause)(clause)


def _has_no_more(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether "the iron is not getting any power now": what an act would have ended."""
    if words[place + 1 : place + 2] != ("not",) or how.is_telling or not how.is_opening:
        return False
    if words[place] not in {"is", "are"} or words[place - 1] not in THINGS:
        return False
    if not {"the", "your"}.intersection(words[max(0, place - 4) : place - 1]):
        return False
    behind = rest_of(words, place + 2)
    is_ended = behind[:1] and behind[0].endswith("ing") and behind[-1] in {"now", "anymore"}
    return bool(is_ended) and not CONDITIONS.intersection(words)


def _has_just_served_you(clause: ThingClause) -> bool:
    """Whether somebody else "has just given yours its dinner" or "has already let your cat in"."""
    is_past = clause.said in PASTS or clause.said.endswith("ed")
    if not clause.is_now or not is_past or CONDITIONS.intersection(clause.lead):
        return False
    behind = frozenset(rest_of(clause.words, clause.end + 1)[:6])
    is_known = clause.kind is SubjectKind.YOURS and bool(THINGS & behind)
    return is_known or bool({"your", "yours", "you"} & behind)


def _has_made_it(clause: ThingClause) -> bool:
    """Whether it "has made it onto the list"."""
    near = clause.words[clause.end : clause.end + 5]
    is_there = near[:2] == ("made", "it") and near[2:3] in {("onto",), ("to",), ("into",)}
    return is_there and bool(PLACES_OF_YOURS.intersection(near))


def _stands_with_you(clause: ThingClause) -> bool:
    """Whether it says that something is "on your list" or "in your calendar now"."""
    near = clause.words[clause.end : clause.end + 9]
    is_now = clause.is_now or "now" in near
    for at, (word, whose) in enumerate(pairwise(near)):
        if word in {"on", "in"} and whose in {"your", "the", "my"}:
            where = near[at + 2 : at + 4]
            is_yours = whose == "your" or is_now or "shopping" in where
            if is_yours and PLACES_OF_YOURS.intersection(where):
                return at == 0 or is_now
    return False


def _is_being_acted_on(clause: ThingClause) -> bool:
    """Whether it "is being emptied at this moment"; in talk, without saying when."""
    if clause.said != "being" or clause.verb not in {"is", "are", "'s"}:
        return False
    acted_on = PASTS.get(clause.behind(1)[0], "have") if clause.behind(1) else "have"
    is_at_once = clause.is_now or bool(_AT_THIS_MOMENT.intersection(clause.behind(9)))
    return acted_on not in LIGHT_VERBS and (is_at_once or clause.how.is_talk)


def _tells_what_was_looked_up(clause: ThingClause) -> bool:
    """Whether it tells the state of what is the user's, where nothing was looked up."""
    if clause.how.has_looked or clause.kind is not SubjectKind.YOURS:
        return False
    tells = clause.verb in SHOWING_VERBS or clause.verb == "'s"
    return tells and bool(_LOOKED_INTO.intersection(clause.subject))


def _rule_of(clause: ThingClause) -> Callable[[ThingClause], bool]:
    """What decides, by the verb and the word behind it."""
    has_been = clause.said == "been"
    if has_been and clause.verb in {"has", "have", "'s", "is"}:
        return _has_been_acted_on
    return _RULES.get(clause.verb, _is_what_an_act_made_it)


def _never(_: ThingClause) -> bool:
    return False


def _has_reached(clause: ThingClause) -> bool:
    """Whether it "has reached your phone", "has gone through" or "has your message"."""
    if clause.said == "your" and clause.kind is SubjectKind.OTHER and not clause.how.is_telling:
        return bool(_WRITTEN_THINGS.intersection(clause.behind(2)))
    if clause.said not in _REACHED or clause.kind is SubjectKind.PRONOUN:
        return False
    return bool({"your", "it", "through", "out", "message"}.intersection(clause.behind(3)))


def _has_been_acted_on(clause: ThingClause) -> bool:
    """Whether it "has been booked"."""
    at, _ = past_adverbs(clause.words, clause.end + 1)
    if at >= len(clause.words) or clause.words[at] not in PASTS or _is_history(clause, at):
        return False
    how = clause.how
    match clause.kind:
        case SubjectKind.YOURS:
            return True
        case SubjectKind.THING:
            return not how.is_telling
        case SubjectKind.PRONOUN:
            is_of_this_turn = how.is_opening and clause.words[at] in RESULTS | _TRANSACTIONS
            return not how.is_telling and (how.is_talk or is_of_this_turn)
    if how.is_strict:
        return True
    if how.is_telling or not how.is_opening:
        return False
    return how.is_talk or (clause.words[at] in _TRANSACTIONS and len(clause.words) - at <= 6)


def _is_history(clause: ThingClause, at: int) -> bool:
    """Whether it tells of earlier times, by "by", "since" or a year, or of what is so at times.

    Args:
        clause: The clause.
        at: Where what has been done to the thing stands.
    """
    near = clause.words[at + 1 : at + 4]
    if near[:1] in {("by",), ("since",)} or any(one.isdigit() and len(one) == 4 for one in near):
        return True
    is_afterwards = clause.words[0] in {"once", "when", "after"}
    return clause.is_general and (clause.kind is not SubjectKind.YOURS or is_afterwards)


def _went_through(clause: ThingClause) -> bool:
    is_known = clause.kind in {SubjectKind.YOURS, SubjectKind.THING}
    return is_known and clause.said in {"through", "out"}


def _will_happen(clause: ThingClause) -> bool:
    """Whether what is the user's "will ring" or "will be delivered"."""
    if clause.kind is not SubjectKind.YOURS or clause.is_general:
        return False
    if clause.said == "be":
        return bool((RESULTS | {"there", "delivered"}).intersection(clause.behind(1)))
    return clause.said in {"ring", "arrive", "start", "remind"}


def _is_what_an_act_made_it(clause: ThingClause) -> bool:
    """Whether it "is off now", "is in place" or "was cancelled"."""
    if clause.kind is SubjectKind.YOURS and clause.is_now and clause.said.endswith("ing"):
        return True
    is_in_place = clause.said == "in" and clause.behind(1) == ("place",)
    if clause.kind is SubjectKind.THING and clause.how.is_talk and is_in_place:
        return True
    if clause.said in PASTS or clause.said in STATES or clause.said in GERUNDS:
        return not clause.is_general and _is_in_a_state(clause)
    return False


def _is_in_a_state(clause: ThingClause) -> bool:
    if clause.verb in {"was", "were"}:
        return _was_left_in_a_state(clause)
    match clause.kind:
        case SubjectKind.YOURS:
            return (clause.is_now or clause.said in RESULTS) and not _is_under_way(clause)
        case SubjectKind.THING:
            return not clause.how.is_telling and (clause.is_now or _opens_with_a_state(clause))
        case SubjectKind.PRONOUN:
            return not clause.how.is_telling and _is_done_with(clause)
    return False


def _was_left_in_a_state(clause: ThingClause) -> bool:
    is_known = clause.kind is SubjectKind.YOURS or clause.words[:2] in _AS_AGREED
    is_result = is_known and clause.said in RESULTS
    return is_result and clause.how.is_opening and not {"in", "by"}.intersection(clause.behind(2))


def _is_under_way(clause: ThingClause) -> bool:
    """Whether it tells how such a thing comes about: "your mail is sent through a server"."""
    near = clause.behind(2)
    return (
        len(near) == 2
        and near[0] in _DIRECTIONS
        and near[1] in {"a", "an", "the", "another"}
        and not clause.is_now
    )


def _opens_with_a_state(clause: ThingClause) -> bool:
    """Whether a short answer begins with it: "The door is locked"."""
    if clause.how.is_opening and clause.how.is_talk and _ends_behind(clause):
        return clause.subject[0] == "the" and clause.said in STATES
    is_first = clause.how.is_opening and clause.words[0] in {"the", "yes", "no", "all", "both"}
    is_known = clause.subject[0] in {"the", "both"} or clause.words[0] == "all"
    is_short = is_known and len(clause.words) <= 14
    return is_first and is_short and clause.said in STATES


def _ends_behind(clause: ThingClause) -> bool:
    """Whether the clause stands between marks, and ends with the state."""
    return (
        bool(clause.lead) and clause.lead[-1] in BREAKS and clause.behind(1) in {(), (".",), ("!",)}
    )


def _is_done_with(clause: ThingClause) -> bool:
    """Whether "it" is done: "It is booked", "That is now cancelled"."""
    how = clause.how
    verb = PASTS.get(clause.said, "have")
    if how.is_talk and verb not in LIGHT_VERBS | EVERYDAY_VERBS and len(clause.words) <= 9:
        return True
    after = clause.behind(1)
    is_free = not after or after[0] in BREAKS | {"for", "now", "to", "and"}
    is_finished = clause.said in _FINISHED and len(clause.words) <= 8
    is_result = clause.is_now and clause.said in RESULTS
    return how.is_opening and is_free and (is_finished or is_result)


_RULES: dict[str, Callable[[ThingClause], bool]] = {
    **dict.fromkeys(SHOWING_VERBS - {"is", "are"}, _never),
    "has": _has_reached,
    "have": _has_reached,
    "went": _went_through,
    "will": _will_happen,
    "be": _never,
}
"""Verbs that decide by rules of their own; all others say what a thing is."""
