"""Reads what is said of things that were acted on: "your lights are off now". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import DEVICES, RESULTS, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import GERUNDS, LIGHT, PASTS
from jarvis_voice.language.en.reports.acts import WEAK
from jarvis_voice.language.en.reports.clause_words import (
    ADVERBS,
    CONDITIONS,
    EMPTY,
    FIRST,
    NEGATIONS,
    STOPS,
    Reading,
    past_adverbs,
    rest_of,
    word_table,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS

_NARRATIVE = word_table("by since in at on during from after until")


_TRANSACTIONS = word_table(
    "ordered booked paid sent transferred scheduled cancelled canceled reserved notified informed "
    "submitted skipped muted lowered turned switched emailed texted restarted dimmed silenced"
)


_NOTICES = word_table(
    "alarm reminder reminders notification notifications alert ring chime confirmation email "
    "message ping beep signal nudge"
)


_PLACES = word_table(
    "list screen notes calendar clipboard browser inbox outbox desktop memory diary drafts phone"
)


_OWN_STATE = word_table(
    "calendar diary agenda inbox mailbox balance list alarms alarm timers timer reminders reminder "
    "notes appointments parcel tracking"
)


TELLS = word_table("is are has shows says stands contains holds reads lists looks lies")


def _subject_before(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    begin = place
    while begin and place - begin < 7 and words[begin - 1] not in STOPS:
        begin -= 1
    return words[begin:place]


def tells_of_a_thing(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether the subject of a "has been", "is now" or "will be" is a thing that was acted on."""
    verb = words[place]
    subject = tuple(w for w in _subject_before(words, place) if w not in ADVERBS)
    if not subject or subject[0] in NEGATIONS or "not" in words[place + 1 : place + 3]:
        return False
    if subject[-1] in FIRST or subject[-1] in {"you", "who", "what", "there"}:
        return False
    begins = place - len(subject)
    if begins > 0 and (
        words[begins - 1] in {"whether", "until", "before"}
        or (words[begins - 1] in {"if", "unless"} and not how.is_strict)
    ):
        return False
    end, is_now = past_adverbs(words, place + 1)
    is_now = is_now or any(
        w in {"now", "already", "just"} for w in words[max(0, place - 2) : place]
    )
    is_now = is_now or (
        ("yours" in subject or "your" in subject)
        and bool({"now", "already"}.intersection(rest_of(words, place + 1)))
    )
    if end >= len(words):
        return False
    word = words[end]
    kind = _kind_of(subject)
    if _stands_in_your(words, end, is_now=is_now) and verb in {"is", "are", "'s"}:
        return not how.is_telling and not CONDITIONS.intersection(words[:begins])
    is_own = kind == "yours" and bool(_OWN_STATE.intersection(subject))
    if is_own and not how.has_looked and verb in TELLS | {"'s"}:
        return not CONDITIONS.intersection(words)
    later = {*words[end + 1 : end + 3]}
    is_general = bool(CONDITIONS.intersection(words)) and not is_now
    if verb in {"has", "have"} or (verb in {"'s", "is"} and word == "been"):
        if word != "been":
            if word == "your" and kind == "other" and not how.is_telling:
                return bool(
                    word_table("message money e-mail email mail file order").intersection(
                        words[end + 1 : end + 3]
                    )
                )
            got = word in word_table("received got gotten confirmed accepted gone reached")
            things = {"your", "it", "through", "out", "message"}
            return got and bool(things.intersection(words[end + 1 : end + 4])) and kind != "it"
        end, _ = past_adverbs(words, end + 1)
        if end >= len(words) or words[end] not in PASTS:
            return False
        history = words[end + 1 : end + 2]
        is_history = (bool(history) and history[0] in {"by", "since"}) or (
            bool(later) and any(w.isdigit() and len(w) == 4 for w in words[end + 1 : end + 4])
        )
        is_then = words[0] in {"once", "when", "after"}
        if is_history or (is_general and (kind != "yours" or is_then)):
            return False
        if kind in {"yours", "thing"}:
            return not (how.is_telling and kind == "thing")
        if kind == "it":
            is_near = how.is_opening or how.is_talk
            return (
                not how.is_telling
                and is_near
                and (how.is_talk or words[end] in RESULTS | _TRANSACTIONS)
            )
        if how.is_strict or (how.is_talk and not how.is_telling and how.is_opening):
            return subject[0] not in NEGATIONS
        return (
            words[end] in _TRANSACTIONS
            and len(words) - end <= 6
            and not how.is_telling
            and how.is_opening
        )
    if verb in TELLS - {"is", "are", "has"}:
        return False
    if verb == "went":
        return kind in {"yours", "thing"} and word in {"through", "out"}
    if verb == "will":
        if word == "be":
            word = words[end + 1] if end + 1 < len(words) else ""
            return kind == "yours" and word in RESULTS | {"there", "delivered"} and not is_general
        return kind == "yours" and word in {"ring", "arrive", "start", "remind"} and not is_general
    if verb == "be":
        return False
    if kind == "yours" and is_now and word.endswith("ing"):
        return True
    if kind == "thing" and how.is_talk and words[end : end + 2] == ("in", "place"):
        return True
    if word in PASTS or word in STATES or word in GERUNDS:
        if word == "all" or is_general:
            return False
        if verb in {"was", "were"}:
            return (
                kind == "yours" and word in RESULTS and how.is_opening and not later & {"in", "by"}
            )
        if kind == "yours":
            by = words[end + 1 : end + 3]
            is_process = (
                len(by) == 2
                and by[0] in word_table("to by through via over in into from")
                and (by[1] in {"a", "an", "the", "another"} and not is_now)
            )
            return (is_now or word in RESULTS) and not is_process
        if kind == "thing":
            is_first = how.is_opening and subject[0] == "the" and words[0] in {"the", "yes", "no"}
            return (
                is_now or (is_first and word in STATES and len(words) <= 14)
            ) and not how.is_telling
        if kind == "it":
            is_free = end + 1 >= len(words) or words[end + 1] in BREAKS | {
                "for",
                "now",
                "to",
                "and",
            }
            sure = word_table("done sorted handled booked ordered paid sent scheduled settled")
            if how.is_talk and PASTS.get(word, "have") not in LIGHT | WEAK and len(words) <= 9:
                return not how.is_telling
            return (
                how.is_opening
                and not how.is_telling
                and (
                    (word in sure and is_free and len(words) <= 8)
                    or (is_now and word in RESULTS and is_free)
                )
            )
        return False
    pair = words[end : end + 3]
    if pair[:2] == ("taken", "care") or pair in {
        ("on", "its", "way"),
        ("on", "their", "way"),
        ("on", "the", "way"),
    }:
        return kind != "other" and not how.is_telling
    return False


def _stands_in_your(words: tuple[str, ...], place: int, *, is_now: bool) -> bool:
    """Whether it says that something is "on your list" or "in your calendar now"."""
    near = words[place : place + 9]
    for at, word in enumerate(near[:-1]):
        if word in {"on", "in"} and near[at + 1] in {"your", "the", "my"}:
            behind = near[at + 2 : at + 4]
            is_there = bool(_PLACES.intersection(behind))
            if is_there and (
                near[at + 1] == "your" or is_now or "now" in near or "shopping" in behind
            ):
                return at == 0 or is_now or "now" in near
    return False


def tells_of_an_end(words: tuple[str, ...], place: int) -> bool:
    """Whether something is "no longer" or not "any more" what the user had asked to end."""
    if words[place - 1 : place] not in {("no",), ("any",)} or CONDITIONS.intersection(words):
        return False
    before = words[max(0, place - 12) : place]
    is_yours = "your" in words[max(0, place - 12) : place + 6]
    is_freed = "you" in before and bool({"have", "need", "owe", "worry"}.intersection(words))
    is_end = words[place - 1] == "no" or place + 1 >= len(words) or words[place + 1] in BREAKS
    return is_end and (is_freed or (is_yours and bool(THINGS.intersection(words))))


def tells_of_memory(words: tuple[str, ...]) -> bool:
    """Whether something is said to be kept: "My memory now contains it"."""
    for place, word in enumerate(words):
        if word == "memory" and place and words[place - 1] == "my":
            return bool(
                word_table("now contains locked stored saved filed has kept noted").intersection(
                    words
                )
            )
        if (
            word == "now"
            and words[place - 1 : place] == ("from",)
            and words[place + 1 : place + 2] == ("on",)
        ):
            return bool(FIRST.intersection(words[:place])) and "will" in words
    return False


def _kind_of(subject: tuple[str, ...]) -> str:
    """Whose or what the subject is: "yours", "thing", "it" or "other"."""
    if (
        "your" in subject
        or subject[-1] == "yours"
        or (subject[0] == "our" and DEVICES.intersection(subject))
    ):
        return "yours"
    if (
        subject[0] in {"a", "the"}
        and subject[1:2]
        and subject[1] in DEVICES - {"light"}
        and (subject[2:3] in {("about",), ("for",), ("at",)})
    ):
        return "thing"
    if subject[-1] in EMPTY:
        return "it"
    head = subject[-1] if subject[-1] != "'s" else subject[0]
    if head in THINGS and subject[0] in {"the", head, "a", "all", "both"}:
        return "thing"
    return "other"


def tells_of_you(words: tuple[str, ...], place: int) -> bool:
    """Whether "you" have or will have what an act would have brought."""
    end, is_now = past_adverbs(words, place)
    if end >= len(words) or CONDITIONS.intersection(words) - {"every", "each"}:
        return False
    word = words[end]
    following, now = past_adverbs(words, end + 1)
    is_now = is_now or now
    rest = rest_of(words, following)
    if word == "have" and rest[:1] != ("been",):
        return is_now and bool(THINGS.intersection(rest[:4])) and rest[:1] != ("to",)
    if word in {"have", "has"} and rest[:1] == ("been",):
        return rest[1:2] != () and rest[1] in PASTS and PASTS[rest[1]] not in LIGHT
    if word == "are":
        if rest[:1] in {("looking",), ("hearing",), ("watching",), ("listening",)}:
            return is_now or (rest[1:2] in {("it",), ("at",), ("to",)} and "at" not in rest[:0])
        if rest[:4] == ("going", "to", "be", "reminded"):
            return True
        if rest[:1] == ("signed",):
            return True
        if "set" in words[end : following + 1] and rest[:1] in {("set",), ()}:
            return words[following + 1 : following + 2] != ("to",)
        sure = word_table("booked subscribed registered enrolled checked reminded booked-in")
        return bool(rest) and (rest[0] in sure or (is_now and rest[0] in RESULTS | {"connected"}))
    if word == "will":
        if rest[:1] == ("be",):
            return rest[1:2] in {
                ("woken",),
                ("reminded",),
                ("notified",),
                ("alerted",),
                ("charged",),
            }
        if rest[:3] in {("hear", "from", "me"), ("hear", "me", "at")}:
            return True
        if rest[:1] == ("find",) and "your" in rest:
            return bool(_PLACES.intersection(rest)) and "the" in rest
        got = rest[:1] in {("hear",), ("get",), ("receive",), ("have",)}
        return got and bool(_NOTICES.intersection(rest[1:6]))
    return False
