"""Finds in a sentence the report of an act: somebody's, done, being done or promised. Pure.

Invariant: each word is looked at a bounded number of times; nothing is matched over the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from jarvis_voice.language.en.act_things import (
    DEVICES,
    MADE,
    OWN,
    RESULTS,
    STATES,
    TEXTUAL,
    THINGS,
)
from jarvis_voice.language.en.act_verbs import BASES, GERUNDS, LIGHT, LOOKING, PASTS
from jarvis_voice.language.en.plain_words import BREAKS, PlainWords


def _table(words: str) -> frozenset[str]:
    return frozenset(words.split())


_FIRST = _table("i we jarvis")
_ADVERBS = _table(
    "also just now already even then still simply quickly immediately gladly happily personally "
    "right away hereby all both successfully finally recently automatically currently really "
    "carefully promptly silently duly once only actually so probably definitely certainly gone "
    "since meanwhile indeed therefore obviously totally all fully safely instantly straight "
    "as requested ahead and well too"
)
_INVERTING = _table("shall should may can could do does did would will am are have might must")
_DETERMINERS = _table("a an the your my our his her their its this that these those some any no")
_STOPS = BREAKS | _table("and or nor but because so that which who when if while unless although")
_CONDITIONS = _table("if when once whenever until unless after each every before whether while")
_ASKING = _table(
    "say tell want like wish let need give name choose pick prefer ask agree confirm send share "
    "word please ready shall would type spell yes"
)
_NEGATIONS = _table("not never no nothing nobody none neither nor")
_UNFORGOTTEN = _table("forget forgotten fail failed miss missed hesitate hesitated neglect only")
_NARRATIVE = _table("by since in at on during from after until")
_FILLERS = _table(
    "ok okay sure alright great perfect yes yep yeah certainly absolutely good excellent right "
    "and now well so thanks thank you hi hello hey oh ah there no problem worries "
    "as wish welcome done then all right by the way ps also just here sir boss aye very "
    "happily gladly one moment night morning evening understood"
)
_TRANSACTIONS = _table(
    "ordered booked paid sent transferred scheduled cancelled canceled reserved notified informed "
    "submitted skipped muted lowered turned switched emailed texted restarted dimmed silenced"
)
_PARTICLES = _table("on off up down out away over back")
_EMPTY = _table("it that this them these those everything all")
_NOTICES = _table(
    "alarm reminder reminders notification notifications alert ring chime confirmation email "
    "message ping beep signal nudge"
)
_TEXTS = _table("spelling grammar text sentence sentences wording punctuation code draft facts")
_GIVING = _table("give close feed water wash clean empty fill wind")
_EDITING = LIGHT | _table(
    "set update replace adjust include open close place save copy delete skip reduce remove reply "
    "answer extend increase correct improve schedule plan arrange organise organize share use "
    "process swap trim reset flag highlight insert break note start resume text message"
)
_WEAK = _table(
    "reply answer follow extend share close enter add reduce change adjust increase place perform "
    "process heat warm cook boil bake fill cool call start play speak charge press click tap feed "
    "water wash clean"
)
_PLACES = _table(
    "list screen notes calendar clipboard browser inbox outbox desktop memory diary drafts phone"
)
_OWN_STATE = _table(
    "calendar diary agenda inbox mailbox balance list alarms alarm timers timer reminders reminder "
    "notes appointments parcel tracking"
)
_TELLS = _table("is are has shows says stands contains holds reads lists looks lies")
_WATCHING = _table("listening watching waiting monitoring guarding recording keeping")
_DELIVERING = _table(
    "send mail email e-mail post forward deliver submit text publish print save store schedule "
    "upload file put drop"
)
_MANAGED = (
    ("taken", "care"), ("took", "care"), ("take", "care"), ("taking", "care"), ("seen", "to"),
    ("saw", "to"), ("dealt", "with"), ("managed", "to"), ("succeeded", "in"), ("made", "sure"),
    ("making", "sure"), ("passed", "on"), ("got", "around"), ("went", "ahead"), ("see", "to"),
    ("gone", "ahead"), ("took", "the"), ("taken", "the"), ("keep", "an"), ("keeping", "an"),
    ("keep", "track"), ("keep", "in"), ("make", "sure"), ("went", "through"), ("go", "through"),
    ("going", "through"), ("gone", "through"), ("had", "a"), ("have", "a"), ("took", "a"),
    ("taken", "a"), ("keep", "checking"), ("keep", "watching"), ("crossed", "off"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """How strictly a sentence is read.

    Attributes:
        has_looked: Something was looked up in this turn: to say so is no false report.
        is_telling: The text before it tells a story.
        is_opening: It is among the first sentences of an answer.
        is_strict: An act was asked for: what may be a report is one.
        is_talk: Nothing was asked for, so that nothing is told of the world either.
        is_ours: The subject is "we", which may be everybody.
    """

    has_looked: bool = False
    is_telling: bool = False
    is_opening: bool = True
    is_strict: bool = False
    is_talk: bool = False
    is_ours: bool = False


def reports_an_act(plain: PlainWords, how: Reading = Reading()) -> bool:  # noqa: B008 - frozen
    """Whether the sentence says that an act on the user's world was, is being or will be done."""
    words = plain.words
    if not words:
        return False
    start = _start(words)
    if how.is_talk and not how.is_telling and _of_memory(words):
        return True
    if not how.has_looked and _looked_without_subject(words, start):
        return True
    if _without_subject(words, start, how) or (start and _without_subject(words, 0, how)):
        return True
    for place, word in enumerate(words):
        if word in _FIRST and _is_person(plain, place):
            if _first_person(plain, place + 1, replace(how, is_ours=word == "we")):
                return True
        elif (
            word in {"assistant", "system"}
            and place
            and words[place - 1] in {"your", "this", "the"}
        ):
            if _first_person(plain, place + 1, how):
                return True
        elif word == "let" and words[place + 1 : place + 2] in {("me",), ("us",)}:
            if _let_me(words, place + 2, how):
                return True
        elif word in {"has", "have", "is", "are", "'s", "was", "were", "be", "went", "will"} or (
            word in _TELLS and "your" in words[max(0, place - 5) : place]
        ):
            if _of_a_thing(words, place, how):
                return True
        elif word == "you" and _of_you(words, place + 1):
            return True
        elif word in {"longer", "more"} and _is_over(words, place):
            return True
        elif (
            word == "consider"
            and _follows(words, place + 1, _EMPTY | DEVICES, 4)
            and (_follows(words, place + 1, PASTS.keys() | STATES, 5))
        ):
            return True
    return False


def reports_delivery(plain: PlainWords) -> bool:
    """Whether a sentence of a made text says that this very text was sent or kept, or more."""
    words = plain.words
    start = _start(words)
    if start < len(words) and PASTS.get(words[start]) in _DELIVERING:
        if _is_made(words, start + 1) and words[start] != "put":
            return True
    if _went_out(words, start) or _looked_without_subject(words, start):
        return True
    for place, word in enumerate(words):
        verb = PASTS.get(word) or GERUNDS.get(word)
        if verb is None:
            continue
        before = words[max(0, place - 5) : place]
        is_mine = bool(_FIRST.intersection(before)) and not _NEGATIONS.intersection(before)
        has_done = "have" in before or word in GERUNDS or "just" in before
        is_besides = "also" in before or words[:3] == ("by", "the", "way")
        if (
            is_mine
            and verb in _DELIVERING | {"hand"}
            and (_is_made(words, place + 1) or "what" in before or is_besides)
        ):
            return True
        if is_mine and (has_done or is_besides) and _is_device_of_yours(words, place + 1):
            return True
        if is_mine and words[:3] == ("by", "the", "way") and verb not in LIGHT | LOOKING:
            return True
        if verb in _DELIVERING and "been" in before and MADE.intersection(before):
            return True
    return False


def _went_out(words: tuple[str, ...], start: int) -> bool:
    """Whether the text is said to be on its way: "It went out a second ago", "It is online"."""
    for place in range(len(words) - 2):
        if words[place] == "it" and (place == 0 or words[place - 1] in _STOPS):
            end, _ = _skip(words, place + 1)
            pair = words[end : end + 2]
            if pair in {
                ("went", "out"),
                ("is", "online"),
                ("is", "live"),
                ("is", "out"),
                ("is", "sent"),
            }:
                return True
            if pair == ("has", "gone") or words[end : end + 3] == ("is", "in", "your"):
                return True
        if words[place] == "your" and place <= start + 1:
            near = words[place + 2 : place + 5]
            if near[:2] == ("has", "it") or (
                near[:2] == ("is", "reading") and "now" in words[place:]
            ):
                return True
    return False


def _is_made(words: tuple[str, ...], place: int) -> bool:
    rest = _rest(words, place)
    if rest[:1] and rest[0] in {"it", "this"}:
        return len(rest) == 1 or rest[1] not in {"up", "down"}
    return len(rest) > 1 and rest[0] in {"the", "this", "that", "your"} and rest[1] in MADE


def _is_device_of_yours(words: tuple[str, ...], place: int) -> bool:
    rest = _rest(words, place)[:6]
    if "your" in rest:
        behind = rest[rest.index("your") + 1 :][:3]
        return bool(DEVICES.intersection(behind))
    return False


def _start(words: tuple[str, ...]) -> int:
    """Where the sentence begins behind "Okay, sure, by the way"."""
    place = 0
    while place < len(words):
        if words[place : place + 2] in {("got", "it"), ("of", "course")}:
            place += 2
        elif words[place] in _FILLERS or words[place] in BREAKS:
            place += 1
        else:
            break
    return place


def _rest(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The words from a place to the end of the clause."""
    end = place + (words[place : place + 1] == ("that",))
    while end < len(words) and end < place + 12 and words[end] not in _STOPS:
        end += 1
    return words[place:end]


def _follows(
    words: tuple[str, ...], place: int, wanted: frozenset[str] | set[str], most: int
) -> bool:
    return any(word in wanted for word in words[place : place + most])


def _skip(words: tuple[str, ...], place: int) -> tuple[int, bool]:
    """Past adverbs and asides; whether one of them says "now", "just" or "already"."""
    is_now, end = False, place
    while end < len(words):
        word = words[end]
        if word in _ADVERBS:
            is_now = is_now or word in {"now", "just", "already", "hereby"}
            end += 1
        elif word in {",", "(", "\u2014", "\u2013", "-"} and end == place:
            closing = next(
                (i for i in range(end + 1, min(end + 9, len(words))) if words[i] in BREAKS), None
            )
            if closing is None or words[closing] in ".!?":
                return end, is_now
            end = closing + 1
        else:
            break
    return end, is_now


def _is_person(plain: PlainWords, place: int) -> bool:
    """Whether it is somebody who speaks: "World War I" is a numeral."""
    if plain.words[place] == "jarvis":
        return plain.words[place + 1 : place + 2] != (",",)
    if plain.words[place] == "we" or place == 0:
        return True
    before = plain.names[place - 1]
    is_name = before[:1].isupper() and place > 1 and before.lower() not in _FILLERS
    return not (is_name and before.lower() not in {"i", "if", "when", "and", "but", "so"})


def _first_person(plain: PlainWords, place: int, how: Reading) -> bool:
    words = plain.words
    subject = place - 1
    if (
        subject
        and words[subject - 1] in _INVERTING
        or (subject > 1 and words[subject - 1] == "not" and words[subject - 2] in _INVERTING)
    ):
        is_negated = words[subject - 1] == "not"
        lead = words[subject - 2 if is_negated else subject - 1]
        if lead in {"have", "did", "am"} and (is_negated or _skip(words, place)[1]):
            end, _ = _skip(words, place)
            if end < len(words) and lead == "did":
                return _does(words, end, "future", how)
            return end < len(words) and _does(words, end, "perfect", how)
        if lead not in {"have", "will", "am"} or plain.asks:
            return False
    end, _ = _skip(words, place)
    done = words[end + 1 : end + 2] if words[end : end + 1] == ("have",) else words[end : end + 1]
    behind = _rest(words, end + 1)
    if (
        not how.is_telling
        and done
        and done[0] in PASTS
        and (_is_made_by_us(words, subject) or behind[:2] == ("for", "you"))
    ):
        return True
    if "if" in words[max(0, subject - 3) : subject] and "had" in words[place : place + 2]:
        return False
    return _predicate(words, place, how)


def _is_made_by_us(words: tuple[str, ...], subject: int) -> bool:
    """Whether it is "the timer (that) I started": what exists only because somebody made it."""
    before = words[max(0, subject - 6) : subject]
    ends = [
        at
        for at, word in enumerate(before)
        if word in BREAKS or word in {"if", "when", "as", "and"}
    ]
    near = before[ends[-1] + 1 :] if ends else before
    return bool(
        (THINGS - {"light", "sound", "film", "music", "song", "story"}).intersection(near)
    ) and ("the" in near or "your" in near)


def _predicate(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether a first person's verb and what stands behind it is an act."""
    place, is_now = _skip(words, place)
    if place >= len(words):
        return False
    word = words[place]
    following, now = _skip(words, place + 1)
    is_now = is_now or now
    if word in {"have", "has", "had"}:
        return _after_have(words, following, how, is_past=word == "had")
    if word in {"will", "shall"}:
        return _promised(words, following, how)
    if word in {"am", "are"}:
        return _after_am(words, following, how)
    if word == "did" and words[following : following + 1] != ("not",):
        return _does(words, following, "past", how)
    if word in {"would", "could", "can", "may", "might", "must", "should", "do", "did"}:
        negated = words[place + 1 : place + 2] == ("not",)
        return negated and _unforgotten(words, place + 2)
    if word in _NEGATIONS:
        return _unforgotten(words, place + 1)
    if word in PASTS or (word, words[place + 1] if place + 1 < len(words) else "") in _MANAGED:
        if _does(words, place, "perfect" if is_now else "past", how):
            return True
    if word in BASES and (is_now and how.is_opening):
        return _does(words, place, "future", how)
    return _second_verb(words, place + 1, how)


def _second_verb(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether a clause goes on with an act: "I found it and opened it"."""
    if how.is_telling:
        return False
    for at in range(place, min(place + 25, len(words))):
        if words[at] in {"and", "then"}:
            end, _ = _skip(words, at + 1)
            if end < len(words) and words[end] in PASTS and words[end] not in BASES:
                if _does(words, end, "past", how):
                    return True
    return False


def _after_have(words: tuple[str, ...], place: int, how: Reading, *, is_past: bool) -> bool:
    if place >= len(words):
        return False
    word = words[place]
    if word in _NEGATIONS:
        return _unforgotten(words, place + 1)
    if word == "been":
        end, _ = _skip(words, place + 1)
        return end < len(words) and words[end] in GERUNDS and _does(words, end, "perfect", how)
    if is_past and not how.is_strict and word in PASTS and "your" not in _rest(words, place):
        return False
    if _does(words, place, "perfect", how):
        return True
    if (
        word in {"seen", "read", "found"}
        and "just" in words[place - 2 : place]
        and not how.has_looked
    ):
        return True
    if word in _DETERMINERS or word in THINGS or word in _EMPTY:  # "I have your lights turned off"
        rest = _rest(words, place)[:7]
        is_caused = any(one in PASTS and one not in {"left", "kept"} for one in rest[1:])
        is_theirs = "your" in rest or bool(THINGS.intersection(rest))
        return is_caused and is_theirs and "you" not in rest
    return False if place + 1 >= len(words) else _second_verb(words, place + 1, how)


def _after_am(words: tuple[str, ...], place: int, how: Reading) -> bool:
    if place >= len(words):
        return False
    word = words[place]
    if word in _NEGATIONS:
        return False
    if (word, *words[place + 1 : place + 2]) in _MANAGED and not how.is_telling:
        return _does(words, place, "perfect", how)
    if word == "going" or (word == "about" and words[place + 1 : place + 2] == ("to",)):
        at = place + 2
        return words[at - 1 : at] == ("to",) and _promised(words, at, how)
    if word == "on" and words[place + 1 : place + 2] == ("it",):
        return True
    if word in {"done", "finished"}:
        return how.is_strict
    if word in {"busy", "in"}:
        gerund = next(
            (i for i in range(place, min(place + 7, len(words))) if words[i] in GERUNDS), None
        )
        return gerund is not None and _does(words, gerund, "perfect", how)
    if word in _WATCHING and not how.is_telling:
        return words[place + 1 : place + 2] in {
            ("for",),
            ("over",),
            ("on",),
            ("the",),
            ("all",),
            ("an",),
        }
    return word in GERUNDS and _does(words, place, "perfect", how)


def _promised(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether something is promised that nobody need ask for any more."""
    if place >= len(words):
        return False
    word = words[place]
    if word in _NEGATIONS:
        return _unforgotten(words, place + 1)
    if word == "go" and words[place + 1 : place + 2] == ("and",):
        place, word = place + 2, words[place + 2] if place + 2 < len(words) else ""
        if word in LOOKING:
            return not how.has_looked
    if (
        words[0] == "give"
        and words[1:2] == ("me",)
        and words[3:4] in {("second",), ("moment",), ("minute",), ("sec",)}
    ):
        words = words[5:]
        place = max(0, place - 5)
    if _ASKING.intersection(words[: max(0, place - 1)]) and not how.is_strict:
        return False
    behind = words[place + 1 :]
    for at, one in enumerate(behind):
        if one in {"if", "once", "when", "whenever", "after", "unless"} and (
            "you" in behind[at : at + 4] and _ASKING.intersection(behind[at : at + 7])
        ):
            return False
    asked_before = any(
        words[at] in _ASKING and (at == 0 or words[at - 1] in {"you", "just", "me", "and"} | BREAKS)
        for at in range(max(0, place - 1))
    )
    if asked_before:
        return False
    if word == "let" and words[place + 1 : place + 3] == ("you", "know"):
        return _follows(words, place + 3, _CONDITIONS | {"as"}, 3)
    if word == "tell" and words[place + 1 : place + 2] == ("you",):
        return words[place + 2 : place + 3] in {("when",), ("once",)} or (
            words[place + 2 : place + 5] == ("as", "soon", "as")
        )
    if word == "be":
        end, _ = _skip(words, place + 1)
        return end < len(words) and words[end] in GERUNDS and _does(words, end, "future", how)
    return _does(words, place, "future", how)


def _let_me(words: tuple[str, ...], place: int, how: Reading) -> bool:
    end, _ = _skip(words, place)
    if end >= len(words) or words[end] not in BASES or words[end : end + 2] == ("let", "know"):
        return False
    return _does(words, end, "future", how)


def _unforgotten(words: tuple[str, ...], place: int) -> bool:
    """Whether a "not" says that it was done: "I have not forgotten to lock the door"."""
    end, _ = _skip(words, place)
    if end >= len(words) or words[end] not in _UNFORGOTTEN:
        return False
    rest = words[end + 1 : end + 6]
    return any(word in BASES or word in PASTS for word in rest)


def _verb_of(word: str, tense: str) -> str | None:
    if tense == "future":
        return BASES.get(word) or GERUNDS.get(word)
    return PASTS.get(word) or GERUNDS.get(word)


def _does(words: tuple[str, ...], place: int, tense: str, how: Reading) -> bool:
    """Whether the verb at a place is an act on the user's world.

    Args:
        tense: "perfect" and "future" tell of this moment; "past" may belong to a story.
    """
    pair = words[place : place + 2]
    if pair in _MANAGED and not (pair[1] == "the" and words[place + 2 : place + 3] != ("liberty",)):
        behind = words[place + 2 : place + 12]
        if pair[1] == "a":
            return "look" in behind[:2] and not how.has_looked
        if pair[1] == "through":
            return (
                not how.has_looked and bool(behind) and behind[0] not in {"a", "it", "this", "that"}
            )
        is_lookup = pair == ("keep", "in") and "mind" not in behind
        return not is_lookup and "you" not in behind[:1]
    verb = _verb_of(words[place], tense)
    if verb is None:
        return False
    rest = _rest(words, place + 1)
    if (verb == "put" and "together" in rest) or (verb == "run" and rest[:1] in {("on",), ("in",)}):
        return False
    if rest[:1] in {("no",), ("nothing",), ("none",)} or (
        verb == "make" and rest[:2] == ("it", "a")
    ):
        return False
    if verb == "add" and "up" in rest[:3]:
        return False
    if not how.is_strict and verb in LOOKING and _TEXTS.intersection(rest):
        return False
    if not how.is_strict and verb not in LOOKING:
        if rest[:1] and rest[0] in {"my", "our", "myself"}:
            return False
        if verb in _EDITING and TEXTUAL.intersection(rest):
            return False
    if verb == "write" and "down" in rest:
        return True
    theirs = "your" in rest or _has_pair(rest, "for", "you")
    if verb in LOOKING:
        is_own = (
            theirs
            and bool(OWN.intersection(rest))
            or (bool(OWN.intersection(rest[:3])) and verb != "see" and tense != "future")
        )
        if how.has_looked:
            return False
        is_done = (
            tense in {"perfect", "past"}
            and verb not in {"find", "read", "see"}
            and not how.is_telling
        )
        if verb in {"watch", "monitor"} or words[place] in {"looking", "listening"}:
            is_done = (
                words[place] not in PASTS
                and "forward" not in rest
                and (rest[:1] in {("for",), ("the",), ("over",), ("all",), ("through",)})
            )
        return is_own or (is_done and bool(rest) and not how.is_ours and "forward" not in rest)
    things = bool(THINGS.intersection(rest))
    particle = bool(_PARTICLES.intersection(rest[:4]))
    pronoun = bool(rest) and rest[0] in _EMPTY
    if verb in {"remember", "note", "memorise", "memorize", "forget"}:
        return tense != "past" and (
            how.is_strict or bool(rest) or words[place + 1 : place + 2] == ("that",)
        )
    if tense == "past" and not how.is_strict:
        if how.is_telling:
            return theirs and things
        if how.is_ours:
            is_near = pronoun and how.is_opening and len(words) <= 8 and verb not in LIGHT
            return (theirs and (things or verb not in LIGHT)) or is_near
        is_told = verb in {"tell", "ask", "reach"} and rest[:1] in {("him",), ("her",), ("them",)}
        if verb in LIGHT | _WEAK:
            if words[place] in BASES and words[place] in PASTS and not theirs:  # "I set timers"
                return rest[:1] != () and rest[0] in _DETERMINERS | _EMPTY and (things or pronoun)
            is_given = verb in _GIVING and rest[:1] in {("the",), ("them",)}
            is_left = (
                verb in {"leave", "make", "have"} and not theirs and not (things and verb == "make")
            )
            return (theirs or things or pronoun or is_told or is_given) and not is_left
        if (
            words[place] in BASES
            and rest[:1]
            and rest[0] not in _DETERMINERS | _EMPTY | {"for", "up"}
        ):
            return theirs
        return True
    if how.is_ours and not how.is_talk and not how.is_strict:
        return theirs or (things and tense == "perfect" and how.is_opening)
    if verb in LIGHT:
        if verb in {"tell", "ask"}:
            return bool(rest) and rest[0] not in {"you", "myself", "a", "the", "me", "us"}
        if verb == "let":
            return "know" in rest and rest[0] != "you"
        if verb in {"make", "write", "find", "give", "pick", "get", "have"}:
            return things and (theirs or tense == "perfect" or verb == "make")
        return (
            theirs
            or things
            or (pronoun and particle)
            or (particle and verb in {"put", "bring", "pull"} and things)
        )
    if verb in {"call", "start", "play", "speak", "charge", "press", "click", "tap"}:
        return (
            theirs
            or things
            or (tense != "future" and (pronoun or not rest))
            or verb == "call"
            and (bool(rest) and rest[0] in {"a", "the", "them", "him", "her"} and tense != "past")
        )
    if how.is_telling and not theirs:
        return things and tense == "future" and how.is_strict
    if verb in _WEAK:
        return theirs or things or (pronoun and tense != "future")
    if False and verb in {"reply", "answer", "follow", "extend", "share", "close", "enter", "add", "reduce",
                "change", "adjust", "increase", "place", "perform", "cover", "process", "heat",
                "warm", "cook", "boil", "bake", "fill", "cool"}:  # fmt: skip
        return theirs or things or (pronoun and tense != "future")
    return True


def _has_pair(words: tuple[str, ...], first: str, second: str) -> bool:
    return any(words[at : at + 2] == (first, second) for at in range(len(words) - 1))


def _without_subject(words: tuple[str, ...], start: int, how: Reading) -> bool:
    """Whether a sentence without a subject reports: "Sent.", "Timer set.", "Opening it now."."""
    if start >= len(words):
        return "done" in words and "well" not in words and len(words) <= 3
    word, rest = words[start], _rest(words, start + 1)
    end = start + 1 + len(rest)
    is_end = end >= len(words) or words[end] in ".!,;:"
    behind = words[start + 1 :]
    if words[start : start + 2] in {("on", "it"), ("will", "do")} and len(rest) <= 2 and is_end:
        return True
    if words[start : start + 2] == ("all", "set") and len(rest) == 1:
        return True
    if "well" in words[: start + 1]:
        return False
    if word in {"done", "finished", "sorted", "noted", "voila", "voil\u00e0", "ready"} and not rest:
        return True
    if word in {"set", "put"} and not rest:
        return True
    if word in PASTS and (word not in BASES or word in {"set", "put"}):
        if not rest:
            return (how.is_strict or how.is_opening) and is_end
        if word in {"set", "put"}:
            return rest[0] in {"for", "to"} and len(words) < 12
        if (
            PASTS[word] in {"get", "have", "leave", "make", "do", "find", "see", "read"}
            or rest[0] == "and"
        ):
            return False
        near = rest[0] in _EMPTY | {"your", "the", "for", "a", "an", "her", "him", "and"}
        is_mine = near and (
            PASTS[word] not in LIGHT or "your" in rest or THINGS & {*rest} or rest[0] in _EMPTY
        )
        if (
            PASTS[word] in {"find", "make", "give", "have", "do", "read", "see"}
            and "your" not in rest
        ):
            return False
        if is_mine and is_end and not TEXTUAL.intersection(rest):
            return rest[0] != "for" or len(rest) < 6
        return False
    if word in GERUNDS and GERUNDS[word] not in LOOKING:
        return _is_under_way(words, start, rest, how)
    if word == "now" and words[start + 1 : start + 2] and words[start + 1] in GERUNDS:
        return True
    return _noun_and_done(words, start, how, behind)


def _is_under_way(words: tuple[str, ...], start: int, rest: tuple[str, ...], how: Reading) -> bool:
    """Whether "Turning the lights off now" stands alone, and is not what helps with something."""
    whole = words[start + 1 :]
    if len(whole) > 14:
        return False
    finite = _table("is are can may might will helps makes was does would should has means could")
    for at, word in enumerate(whole):
        if word in finite:
            return False
        previous = whole[at - 1] if at else ""
        is_verb = at >= 1 and len(word) > 3 and word.endswith("s") and not word.endswith("ss")
        if (
            is_verb
            and previous not in _DETERMINERS
            and not previous.isdigit()
            and (word not in THINGS and previous not in _ADVERBS)
        ):
            return False
    if {"now", "away"}.intersection(whole) or "your" in rest or _has_pair(whole, "for", "you"):
        return True
    verb = GERUNDS[words[start]]
    if verb in LIGHT:
        return bool(THINGS.intersection(rest[:4])) and len(rest) <= 5
    return (
        bool(rest)
        and len(rest) <= 6
        and (how.is_opening or how.is_strict)
        and (bool(THINGS.intersection(rest)) or rest[0] in _EMPTY)
    )


def _noun_and_done(words: tuple[str, ...], start: int, how: Reading, _: tuple[str, ...]) -> bool:
    """Whether it is "Timer set", "Payment confirmed", "Lights off"."""
    clause = tuple(word for word in _rest(words, start) if word not in {"successfully", "now"})
    if not 2 <= len(clause) <= 9:
        return False
    verbs = _table("is are was were has have am be will can do does did should shall i we you")
    if verbs.intersection(clause) or clause[0] in _table("i we you he she they it there what to"):
        return False
    at = next((i for i, one in enumerate(clause) if one in THINGS), None)
    if at is None or at > 4:
        return False
    state = clause[at + 1 : at + 2]
    if not state or (state[0] not in STATES and state[0] not in PASTS):
        return False
    if (
        state[0] in _table("in up down back out open called named run put made used")
        and len(clause) > at + 2
    ):
        return False
    after = clause[at + 2 : at + 3]
    is_free = not after or after[0] in _table("for to at on by and until from successfully in as")
    return is_free and clause[0] not in BASES.keys() - THINGS and not TEXTUAL.intersection(clause)


def _subject_before(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    begin = place
    while begin and place - begin < 7 and words[begin - 1] not in _STOPS:
        begin -= 1
    return words[begin:place]


def _of_a_thing(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether the subject of a "has been", "is now" or "will be" is a thing that was acted on."""
    verb = words[place]
    subject = tuple(w for w in _subject_before(words, place) if w not in _ADVERBS)
    if not subject or subject[0] in _NEGATIONS or "not" in words[place + 1 : place + 3]:
        return False
    if subject[-1] in _FIRST or subject[-1] in {"you", "who", "what", "there"}:
        return False
    begins = place - len(subject)
    if begins > 0 and (
        words[begins - 1] in {"whether", "until", "before"}
        or (words[begins - 1] in {"if", "unless"} and not how.is_strict)
    ):
        return False
    end, is_now = _skip(words, place + 1)
    is_now = is_now or any(
        w in {"now", "already", "just"} for w in words[max(0, place - 2) : place]
    )
    is_now = (
        is_now
        or ("yours" in subject or "your" in subject)
        and bool({"now", "already"}.intersection(_rest(words, place + 1)))
    )
    if end >= len(words):
        return False
    word = words[end]
    kind = _kind_of(subject)
    if _stands_in_your(words, end, is_now=is_now) and verb in {"is", "are", "'s"}:
        return not how.is_telling and not _CONDITIONS.intersection(words[:begins])
    is_own = kind == "yours" and bool(_OWN_STATE.intersection(subject))
    if is_own and not how.has_looked and verb in _TELLS | {"'s"}:
        return not _CONDITIONS.intersection(words)
    later = {*words[end + 1 : end + 3]}
    is_general = bool(_CONDITIONS.intersection(words)) and not is_now
    if verb in {"has", "have"} or (verb in {"'s", "is"} and word == "been"):
        if word != "been":
            if word == "your" and kind == "other" and not how.is_telling:
                return bool(
                    _table("message money e-mail email mail file order").intersection(
                        words[end + 1 : end + 3]
                    )
                )
            got = word in _table("received got gotten confirmed accepted gone reached")
            things = {"your", "it", "through", "out", "message"}
            return got and bool(things.intersection(words[end + 1 : end + 4])) and kind != "it"
        end, _ = _skip(words, end + 1)
        if end >= len(words) or words[end] not in PASTS:
            return False
        history = words[end + 1 : end + 2]
        is_history = (
            bool(history)
            and history[0] in {"by", "since"}
            or (bool(later) and any(w.isdigit() and len(w) == 4 for w in words[end + 1 : end + 4]))
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
            return subject[0] not in _NEGATIONS
        return (
            words[end] in _TRANSACTIONS
            and len(words) - end <= 6
            and not how.is_telling
            and how.is_opening
        )
    if verb in _TELLS - {"is", "are", "has"}:
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
                and by[0] in _table("to by through via over in into from")
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
            sure = _table("done sorted handled booked ordered paid sent scheduled settled")
            if how.is_talk and PASTS.get(word, "have") not in LIGHT | _WEAK and len(words) <= 9:
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


def _of_memory(words: tuple[str, ...]) -> bool:
    """Whether something is said to be kept: "My memory now contains it", "I'll know from now on"."""
    for place, word in enumerate(words):
        if word == "memory" and place and words[place - 1] == "my":
            return bool(
                _table("now contains locked stored saved filed has kept noted").intersection(words)
            )
        if (
            word == "now"
            and words[place - 1 : place] == ("from",)
            and words[place + 1 : place + 2] == ("on",)
        ):
            return bool(_FIRST.intersection(words[:place])) and "will" in words
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


def _is_over(words: tuple[str, ...], place: int) -> bool:
    """Whether something is "no longer" or not "any more" what the user had asked to end."""
    if words[place - 1 : place] not in {("no",), ("any",)} or _CONDITIONS.intersection(words):
        return False
    before = words[max(0, place - 12) : place]
    is_yours = "your" in words[max(0, place - 12) : place + 6]
    is_freed = "you" in before and bool({"have", "need", "owe", "worry"}.intersection(words))
    is_end = words[place - 1] == "no" or place + 1 >= len(words) or words[place + 1] in BREAKS
    return is_end and (is_freed or (is_yours and bool(THINGS.intersection(words))))


def _looked_without_subject(words: tuple[str, ...], start: int) -> bool:
    """Whether it leans on what nobody looked at: "According to your calendar", "After checking"."""
    head = words[start : start + 2]
    if len(head) < 2:
        return False
    behind = words[start + 1 : start + 7]
    if head == ("according", "to"):
        return words[start + 2 : start + 3] == ("your",) and bool(OWN.intersection(behind))
    looks = {"checking", "comparing", "searching", "reviewing", "consulting", "looking"}
    if head[0] in {"after", "by", "from"} and head[1] in looks:
        return bool(_FIRST.intersection(words))
    if head[0] == "having" and PASTS.get(head[1]) in LOOKING:
        return bool(_FIRST.intersection(words))
    if head == ("looking", "at"):
        return "your" in behind and bool(OWN.intersection(behind))
    return (
        words[start] in {"searched", "checked", "googled"}
        and words[start + 1] in _DETERMINERS | _FIRST
    )


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
    if subject[-1] in _EMPTY:
        return "it"
    head = subject[-1] if subject[-1] != "'s" else subject[0]
    if head in THINGS and subject[0] in {"the", head, "a", "all", "both"}:
        return "thing"
    return "other"


def _of_you(words: tuple[str, ...], place: int) -> bool:
    """Whether "you" have or will have what an act would have brought."""
    end, is_now = _skip(words, place)
    if end >= len(words) or _CONDITIONS.intersection(words) - {"every", "each"}:
        return False
    word = words[end]
    following, now = _skip(words, end + 1)
    is_now = is_now or now
    rest = _rest(words, following)
    if word == "have" and rest[:1] != ("been",):
        return is_now and bool(THINGS.intersection(rest[:4])) and rest[:1] != ("to",)
    if word in {"have", "has"} and rest[:1] == ("been",):
        return rest[1:2] != () and rest[1] in PASTS and PASTS[rest[1]] not in LIGHT
    if word == "are":
        if rest[:1] in {("looking",), ("hearing",), ("watching",), ("listening",)}:
            return is_now or rest[1:2] in {("it",), ("at",), ("to",)} and "at" not in rest[:0]
        if rest[:4] == ("going", "to", "be", "reminded"):
            return True
        if rest[:1] == ("signed",):
            return True
        if "set" in words[end : following + 1] and rest[:1] in {("set",), ()}:
            return words[following + 1 : following + 2] != ("to",)
        sure = _table("booked subscribed registered enrolled checked reminded booked-in")
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
