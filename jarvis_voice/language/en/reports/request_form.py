"""Tells by a sentence's form whether it asks for an act, a text or an answer. Pure."""

from __future__ import annotations

from enum import StrEnum

from jarvis_voice.language.en.reports.act_things import DEVICES, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, PASTS
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.made_texts import MAKING, asks_for_words
from jarvis_voice.language.en.reports.plain_words import BREAKS, plain_words


class RequestForm(StrEnum):
    """What a sentence is by its form."""

    MAKING = "making"
    QUESTION = "question"
    ACT = "act"
    WISH = "wish"
    STATEMENT = "statement"


_LEADS = word_table(
    "please jarvis hey hi hello ok okay so and now then well alright right just oh yes no sure "
    "actually quickly kindly also great thanks but first next not yo if"
)
_POLITE = tuple(
    tuple(one.split())
    for one in (
        "can you",
        "could you",
        "would you",
        "will you",
        "can we",
        "could we",
        "i want you to",
        "i need you to",
        "i would like you to",
        "would you mind",
        "do you mind",
        "go ahead and",
        "you can",
        "you could",
        "be so kind and",
        "be so good and",
        "i would be glad if you",
        "would it be possible to",
        "is it possible to",
        "let us",
        "can i have you",
        "can i ask you to",
        "are you able to",
        "it would be nice if you would",
        "i need to",
        "i want to",
        "i would like to",
        "time to",
        "make sure to",
        "try to",
        "do me a favor and",
        "do me a favour and",
        "you should",
        "you may",
        "why not",
        "why do not you",
        "i am asking you to",
        "if you could",
        "you might",
        "you need to",
        "you have to",
        "will you please",
    )
)
_WISHES = frozenset({("i", "need", "to"), ("i", "want", "to"), ("i", "would", "like", "to")})

_ASKING = word_table(
    "what which who whose whom where when why how is are am was were do does did has have had "
    "should shall may might must what's whats"
)
_STATING = word_table(
    "i my we our it it's he she they there this that the a you your his her its their nobody "
    "everybody someone somebody everything nothing one these those"
)
_TEXT_KINDS = word_table(
    "poem haiku limerick sonnet story tale joke riddle pun speech toast essay letter e-mail "
    "recipe plan itinerary summary eulogy invitation quiz dialogue fable myth monologue "
    "checklist quote proverb prayer lullaby slogan cv obituary apology complaint wish"
)
_FINITE = word_table(
    "is are am was were be been has have had do does did can could will would may might must shall "
    "should need needs want wants like likes know think hope hate love says said goes went comes "
    "came got gets feel feels takes took seems looks stand forgot left forget moved"
)
_OTHER_VERBS = word_table("use give show make create guard toss roll flip apply prepare keep")
_TIMES = word_table("minute minutes mins hour hours seconds o'clock")
_GIVEN = word_table(
    "convert make shorten fix count order sort turn put change check translate this these "
    "following "
    "add summarise summarize rewrite correct improve"
)
_FINDING = word_table("what which who where when why how find know see look search google hear")
_SET = word_table("timer timers alarm alarms reminder countdown taxi cab uber")
_NUMBERS = word_table(
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty"
)
_NO_VERBS = word_table(
    "in on at of for from with by to about over under after before between without only all both "
    "not as like than because since until unless if when while although though whether even such "
    "what which who how why where back down up off out never always maybe perhaps yesterday today "
    "tomorrow tonight now then here there again still just about around during per via hello hi "
    "hey "
    "thanks thank sorry bye good nice great"
) - {"back", "like"}


def form_of(sentence: str) -> RequestForm:
    """What a sentence is by its form; one that only states something is a statement."""
    plain = plain_words(sentence)
    words = [word for word in plain.words if word not in BREAKS or word in {",", ":"}]
    if ":" in words[1:]:  # what stands behind it is what is to be worked on
        given = len(words) - words.index(":", 1) - 1
        words = words[: words.index(":", 1)]
        if given >= 2 and _GIVEN.intersection(words[:6]):
            return RequestForm.MAKING
    is_polite = is_wish = False
    is_asked = "please" in words
    is_ability = words[:2] == ["would", "you"]
    while words:
        lead = next((one for one in _POLITE if tuple(words[: len(one)]) == one), None)
        if words[0] in _LEADS or words[0] == ",":
            words = words[1:]
        elif lead is not None:
            is_wish = is_wish or lead in _WISHES
            is_polite, words = True, words[len(lead) :]
        else:
            break
    words = [word for word in words if word != ","]
    if not words:
        return RequestForm.STATEMENT
    if is_polite and words[0].endswith("ing") and len(words[0]) > 4:
        base = words[0][:-3]
        words[0] = base if base in BASES or base in MAKING else f"{base}e"
    head = words[0]
    if not is_polite and (
        head in _ASKING or (plain.asks and head not in BASES | dict.fromkeys(MAKING))
    ):
        return _question(words, asks=plain.asks)
    if asks_for_words(words):
        return RequestForm.MAKING
    if is_wish and head in BASES:
        return RequestForm.WISH
    if head in _FINDING:
        return RequestForm.QUESTION if not is_wish else RequestForm.STATEMENT
    if head in {"practise", "practice", "rehearse"} or (head == "play" and is_polite):
        return RequestForm.MAKING
    if is_wish:
        return RequestForm.STATEMENT
    if _is_fragment(words, is_asked=is_asked):
        return RequestForm.ACT
    if head in _STATING and not is_polite:
        return _part_of(words)
    if head in BASES or head in _OTHER_VERBS or _is_imperative(words):
        return RequestForm.ACT
    if is_polite:
        if is_ability and plain.asks:
            return RequestForm.QUESTION
        return RequestForm.ACT
    if _TEXT_KINDS.intersection(words[:4]) and not _FINITE.intersection(words[:6]):
        return RequestForm.MAKING
    return RequestForm.QUESTION if plain.asks else RequestForm.STATEMENT


def _part_of(words: list[str]) -> RequestForm:
    """A statement, or the name of a text ("a sad poem") or a part ("you are the waiter")."""
    is_text = words[0] in {"a", "an", "another", "one"} and bool(
        _TEXT_KINDS.intersection(words[:5])
    )
    is_part = words[:2] == ["you", "are"] and words[2:3] in (["a"], ["an"], ["the"], ["my"])
    if (is_text and not _FINITE.intersection(words[:6])) or (is_part and len(words) > 3):
        return RequestForm.MAKING
    return RequestForm.STATEMENT


def _is_fragment(words: list[str], *, is_asked: bool) -> bool:
    """Whether words without a verb ask for something: "lights off", "ten minutes for the pasta"."""
    if _FINITE.intersection(words) or _TEXT_KINDS.intersection(words[:5]) or len(words) > 9:
        return False
    if words[0] in {"i", "we", "you", "what", "and", "about"}:
        return False
    told = (
        (DEVICES - {"pizza", "groceries", "coffee", "list"})
        | _TIMES
        | _NUMBERS
        | {"website", "site", "page"}
    )
    if is_asked and len(words) <= 7 and told.intersection(words):
        return True
    is_switched = words[-1] in {"on", "off", "up", "down", "out"} and bool(
        THINGS.intersection(words)
    )
    is_listed = words[-3:-1] in (["on", "the"], ["on", "my"], ["to", "the"]) and words[-1] in {
        "list", "clock", "calendar"
    }  # fmt: skip
    is_timed = (
        bool(_TIMES.intersection(words[:4]))
        and ("for" in words or len(words) <= 5)
        and (words[0] in _NUMBERS | {"half", "quarter"} or words[0].isdigit())
    ) or words[:2] == ["up", "at"]
    is_named = words[0] in _SET and words[1:2] in (["for"], ["at"], ["to"])
    is_none = words[0] == "no" and bool(THINGS.intersection(words[1:4]))
    return is_switched or is_listed or is_timed or is_named or is_none


def _is_imperative(words: list[str]) -> bool:
    """Whether a word that is not known to be one stands as a verb: "ditch the alarm"."""
    objects = word_table(
        "my our your the this that these those all it him her them everything up off"
    )
    return (
        len(words) > 1
        and words[1] in objects
        and words[0] not in _NO_VERBS
        and not words[0].endswith(("ing", "ly", "ed"))
        and not _FINITE.intersection(words[:7])
    )


def _question(words: list[str], *, asks: bool) -> RequestForm:
    """A question; "do the dishes" and "have my suit cleaned" are none."""
    if words[0] in {"do", "have"} and not asks:
        follows = words[1] if len(words) > 1 else ""
        if follows in word_table("the my a our this that not it some"):
            return RequestForm.ACT
    return RequestForm.ACT if _asks_after_an_act(words) else RequestForm.QUESTION


def _asks_after_an_act(words: list[str]) -> bool:
    """Whether it asks if something was done, or how a thing of the house is: "did you mail it"."""
    head, *rest = words
    if "ever" in rest:
        return False
    follows = rest[:1]
    if follows == ["you"] and head in {"did", "have", "will", "are"}:
        verbs = [word for word in rest[1:5] if word not in {"already", "yet", "ever", "not"}]
        if head == "are":
            return verbs[:1] == ["sure"] and "will" in rest
        known = PASTS.get(verbs[0], BASES.get(verbs[0])) if verbs else None
        return known is not None and known not in {"see", "find", "read", "hear", "have", "keep"}
    near = rest[:9]
    whose = {"the", "my", "our", "that", "anybody", "anyone", "somebody", "he", "she", "they"} & {
        *near[:2]
    }
    is_named = bool(near) and near[0] not in word_table("it there this a an i you we people")
    acted = (PASTS.keys() | STATES | {"through", "there"}).intersection(rest[1:])
    if head in {"is", "are", "was", "has", "have", "did"} and len(words) <= 10:
        things = THINGS.intersection(near)
        if whose and (things or head in {"has", "did"}) and (acted or things):
            return head != "did" or bool((BASES.keys() | {"work", "go"}).intersection(rest))
        return head == "has" and is_named and bool(acted) and len(words) <= 5
    if head in {"how", "what"} and follows in (["is"], ["about"]):
        return rest[1:2] in (["the"], ["my"]) and bool(DEVICES.intersection(rest[2:4]))
    if words[:3] in (["what", "did", "you"], ["where", "did", "you"], ["when", "did", "you"]):
        return bool(BASES.keys() - {"say", "do"} & {*rest[2:4]}) and bool(
            BASES.keys() & {*rest[2:4]}
        )
    return False
