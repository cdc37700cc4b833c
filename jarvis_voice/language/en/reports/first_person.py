"""Reads what a first person says of itself: done, being done or promised. Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, GERUNDS, LOOKING_VERBS, PASTS
from jarvis_voice.language.en.reports.acts import ACT_PHRASES, denies_neglect, is_act
from jarvis_voice.language.en.reports.clause_words import (
    CONDITIONS,
    DETERMINERS,
    FILLERS,
    INVERTED_VERBS,
    NEGATIONS,
    PRONOUNS,
    Reading,
    follows,
    past_adverbs,
    rest_of,
    word_table,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS, PlainWords

_ASKING = word_table(
    "say tell want like wish let need give name choose pick prefer ask agree confirm send share "
    "word please ready shall would type spell yes"
)
"""What a user is asked for, or asked to do, before something is promised."""

_LONGEST_REQUEST = 40
"""Words before a promise in which the user may be asked for something."""

_BEFORE_AN_ORDER = BREAKS | {"you", "just", "me", "and"}
_CONDITIONS_OF_PROMISES = word_table("if once when whenever after unless")
_WATCHING = word_table("listening watching waiting monitoring guarding recording keeping")


def is_person(plain: PlainWords, place: int) -> bool:
    """Whether it is somebody who speaks: "World War I" is a numeral."""
    if plain.words[place] == "jarvis":
        return plain.words[place + 1 : place + 2] != (",",)
    if plain.words[place] == "we" or place == 0:
        return True
    if _is_behind_a_receiver(plain.words, place):
        return True
    before = plain.names[place - 1]
    is_name = before[:1].isupper() and place > 1 and before.lower() not in FILLERS
    return not (is_name and before.lower() not in {"i", "if", "when", "and", "but", "so"})


def _is_behind_a_receiver(words: tuple[str, ...], place: int) -> bool:
    """Whether the clause begins with who got something: "To Karl I gave the money"."""
    begins = place == 2 or (place > 2 and words[place - 3] in BREAKS)
    return (
        begins
        and words[place - 2] in {"to", "for"}
        and words[place + 1 : place + 2] != ()
        and words[place + 1] in PASTS.keys() | {"have", "am", "will"}
    )


def _did_not_forget(words: tuple[str, ...], place: int) -> bool:
    """Whether "I did not forget" stands alone."""
    is_denied = words[place : place + 1] in {("forget",), ("forgot",), ("forgotten",)}
    return is_denied and (place + 1 >= len(words) or words[place + 1] in ".!")


def _says_what_it_did(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether it is "what I did was write to him": the verb stands behind "was"."""
    if words[place - 2 : place - 1] != ("what",):
        return False
    if words[place : place + 2] not in {("did", "was"), ("did", "is"), ("have", "done")}:
        return False
    at = place + 2 + (words[place + 2 : place + 3] in {("is",), ("was",)})
    return is_act(words, at, "future", how)


def first_person_reports(plain: PlainWords, place: int, how: Reading) -> bool:
    """Whether what stands behind a first person reports an act."""
    words = plain.words
    subject = place - 1
    if _says_what_it_did(words, place, how):
        return True
    if words[place : place + 5] == ("have", "beaten", "you", "to", "it"):
        return True
    if (subject and words[subject - 1] in INVERTED_VERBS) or (
        subject > 1 and words[subject - 1] == "not" and words[subject - 2] in INVERTED_VERBS
    ):
        is_negated = words[subject - 1] == "not"
        lead = words[subject - 2 if is_negated else subject - 1]
        if lead in {"have", "did", "am"} and (is_negated or past_adverbs(words, place)[1]):
            end, _ = past_adverbs(words, place)
            if end < len(words) and lead == "did":
                return is_act(words, end, "future", how)
            return end < len(words) and is_act(words, end, "perfect", how)
        if lead not in {"have", "will", "am"} or plain.asks:
            return False
    end, _ = past_adverbs(words, place)
    done = words[end + 1 : end + 2] if words[end : end + 1] == ("have",) else words[end : end + 1]
    behind = rest_of(words, end + 1)
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
    before = words[max(0, subject - 8) : subject]
    ends = [at for at, word in enumerate(before) if _ends_a_thing(before, at, word)]
    near = before[ends[-1] + 1 :] if ends else before
    return bool(
        (THINGS - {"light", "sound", "film", "music", "song", "story"}).intersection(near)
    ) and ("the" in near or "your" in near)


def _ends_a_thing(before: tuple[str, ...], at: int, word: str) -> bool:
    """Whether a word or mark ends what a thing is called; the colon of "6:45" does not."""
    is_of_a_time = word == ":" and before[at - 1 : at] and before[at - 1].isdigit()
    return word in {"if", "when", "as", "and"} or (word in BREAKS and not is_of_a_time)


def _predicate(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether a first person's verb and what stands behind it is an act."""
    place, is_now = past_adverbs(words, place)
    if place >= len(words):
        return False
    word = words[place]
    following, now = past_adverbs(words, place + 1)
    is_now = is_now or now
    if word in {"have", "has", "had"}:
        return _after_have(words, following, how, is_past=word == "had")
    if word in {"will", "shall"}:
        return _promised(words, following, how)
    if word in {"am", "are"}:
        return _after_am(words, following, how)
    if word == "did" and words[following : following + 1] != ("not",):
        return is_act(words, following, "past", how)
    if word in {"would", "could", "can", "may", "might", "must", "should", "do", "did"}:
        if words[place + 1 : place + 2] != ("not",):
            return False
        is_alone = how.is_strict and _did_not_forget(words, place + 2)
        return is_alone or denies_neglect(words, place + 2)
    if word in NEGATIONS:
        return denies_neglect(words, place + 1)
    if word in PASTS or (word, words[place + 1] if place + 1 < len(words) else "") in ACT_PHRASES:
        tense = "perfect" if is_now else "past"
        if is_act(words, place, tense, how):
            return True
    if word in BASES and (is_now and how.is_opening):
        return is_act(words, place, "future", how)
    return _second_verb(words, place + 1, how)


def _second_verb(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether a clause goes on with an act: "I found it and opened it"."""
    if how.is_telling:
        return False
    for at in range(place, min(place + 25, len(words))):
        if words[at] in {"and", "then"}:
            end, _ = past_adverbs(words, at + 1)
            is_past = end < len(words) and words[end] in PASTS and words[end] not in BASES
            if is_past and is_act(words, end, "past", how):
                return True
    return False


def _after_have(words: tuple[str, ...], place: int, how: Reading, *, is_past: bool) -> bool:
    if place >= len(words):
        return False
    word = words[place]
    if word in NEGATIONS:
        return denies_neglect(words, place + 1)
    if how.is_ours and word == "got" and not how.is_telling:
        rest = rest_of(words, place + 1)
        return rest[:1] == ("you",) or bool(THINGS.intersection(rest[:3]))
    if word == "been":
        end, _ = past_adverbs(words, place + 1)
        return end < len(words) and words[end] in GERUNDS and is_act(words, end, "perfect", how)
    if is_past and not how.is_strict and word in PASTS and "your" not in rest_of(words, place):
        return False
    if is_act(words, place, "perfect", how):
        return True
    if (
        word in {"seen", "read", "found"}
        and "just" in words[place - 2 : place]
        and not how.has_looked
    ):
        return True
    if word in DETERMINERS or word in THINGS or word in PRONOUNS:  # "I have your lights turned off"
        rest = rest_of(words, place)[:7]
        is_caused = any(one in PASTS and one not in {"left", "kept"} for one in rest[1:])
        is_theirs = "your" in rest or bool(THINGS.intersection(rest))
        return is_caused and is_theirs and "you" not in rest
    return False if place + 1 >= len(words) else _second_verb(words, place + 1, how)


def _after_am(words: tuple[str, ...], place: int, how: Reading) -> bool:
    if place >= len(words):
        return False
    word = words[place]
    if word in NEGATIONS:
        return False
    if how.is_ours and word in {"on", "at"} and not how.is_telling:
        return bool({"page", "website", "site", "app"}.intersection(rest_of(words, place)))
    if (word, *words[place + 1 : place + 2]) in ACT_PHRASES and not how.is_telling:
        return is_act(words, place, "perfect", how)
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
        return gerund is not None and is_act(words, gerund, "perfect", how)
    if word in _WATCHING and not how.is_telling:
        return words[place + 1 : place + 2] in {
            ("for",),
            ("over",),
            ("on",),
            ("the",),
            ("all",),
            ("an",),
        }
    return word in GERUNDS and is_act(words, place, "perfect", how)


def _promised(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether something is promised that nobody need ask for any more."""
    if place >= len(words):
        return False
    word = words[place]
    if word in NEGATIONS:
        return denies_neglect(words, place + 1)
    if word == "go" and words[place + 1 : place + 2] == ("and",):
        place, word = place + 2, words[place + 2] if place + 2 < len(words) else ""
        if word in LOOKING_VERBS:
            return not how.has_looked
    if (
        words[0] == "give"
        and words[1:2] == ("me",)
        and words[3:4] in {("second",), ("moment",), ("minute",), ("sec",)}
    ):
        words = words[5:]
        place = max(0, place - 5)
    if _hangs_on_an_answer(words, place, how):
        return False
    if word == "let" and words[place + 1 : place + 3] == ("you", "know"):
        return follows(words, place + 3, CONDITIONS | {"as"}, 3)
    if word == "tell" and words[place + 1 : place + 2] == ("you",):
        return words[place + 2 : place + 3] in {("when",), ("once",)} or (
            words[place + 2 : place + 5] == ("as", "soon", "as")
        )
    if word == "be":
        end, _ = past_adverbs(words, place + 1)
        return end < len(words) and words[end] in GERUNDS and is_act(words, end, "future", how)
    return is_act(words, place, "future", how)


def _hangs_on_an_answer(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether the user is asked for something first: "tell me the time and I will", "if you wish".

    Args:
        words: Those of the sentence.
        place: Where the promised verb stands.
        how: How strictly it is read.
    """
    before = range(max(0, place - _LONGEST_REQUEST), max(0, place - 1))
    asking = [at for at in before if words[at] in _ASKING]
    if asking and not how.is_strict:
        return True
    if any(at == 0 or words[at - 1] in _BEFORE_AN_ORDER for at in asking):
        return True
    behind = words[place + 1 :]
    return any(
        one in _CONDITIONS_OF_PROMISES
        and "you" in behind[at : at + 4]
        and _ASKING.intersection(behind[at : at + 7])
        for at, one in enumerate(behind)
    )


def lets_itself(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether it lets itself do an act: "let me turn that down".

    Args:
        words: Those of the sentence.
        place: Behind the "let me".
        how: How strictly it is read.
    """
    end, _ = past_adverbs(words, place)
    if end >= len(words) or words[end] not in BASES or words[end : end + 2] == ("let", "know"):
        return False
    return is_act(words, end, "future", how)
