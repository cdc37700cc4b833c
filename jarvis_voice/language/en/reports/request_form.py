"""Tells by a sentence's form whether it asks for an act, a text or an answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from jarvis_voice.language.en.reports.act_things import DEVICES, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, PASTS
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.made_texts import MAKING_VERBS, asks_for_words
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
_WORKED_ON = word_table(
    "convert make shorten fix count order sort turn put change check translate this these "
    "following add summarise summarize rewrite correct improve"
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
    "hey thanks thank sorry bye good nice great"
) - {"back", "like"}
_PRACTISING = word_table("practise practice rehearse")
_DONE_OR_HAD = word_table("the my a our this that not it some")
"""What stands behind a "do" or "have" that begins no question."""
_OBJECTS = word_table("my our your the this that these those all it him her them everything up off")
"""What stands behind a verb that is an order."""
_NAMED_WITH_PLEASE = (
    (THINGS - {"pizza", "pizzas", "groceries", "coffee", "list", "lists", "song", "songs"})
    | _TIMES
    | _NUMBERS
    | {"website", "site", "page"}
)
"""What asks for an act by its name and a "please"."""
_ONTO = (["on", "the"], ["on", "my"], ["to", "the"])
_CONDITIONS = word_table("if when once whenever unless")
"""Words that begin a condition; what is asked for stands behind its comma."""
_NEWS = word_table(
    "confirm confirmed answer answered reply replied respond responded agree agreed accept "
    "accepted arrive arrived call called pay paid"
)
"""What somebody may have done that only a look, or a message, tells."""
_BEHIND_NEWS = word_table("yet back already me us it today")
_NETWORK_VERBS = word_table("like unlike upvote downvote heart follow unfollow repost retweet")
_PUBLISHED = word_table("post posts photo picture video tweet comment page profile status channel")
_NO_ERRANDS = word_table("see find read hear have keep")
"""Verbs that a question about "you" says of talk as well."""
_OWNERS = word_table("the my our that anybody anyone somebody he she they")
_UNNAMED = word_table("it there this a an i you we people")


_GO_AHEADS = tuple(
    tuple(one.split())
    for one in (
        *("make it so", "make it happen", "make that happen", "do your magic", "do your thing"),
        *("get it done", "see it done", "see to it", "see to that", "handle it", "handle this"),
        *("handle that", "engage", "the usual", "same procedure", "same as last time"),
        *("proceed as", "go ahead with it", "carry it out", "execute"),
    )
)
"""How an act is ordered that has no name."""


@dataclass(frozen=True, slots=True)
class _Request:
    """A sentence without its polite beginning.

    Attributes:
        words: The words that remain, without commas.
        asks: A question mark stands behind them.
        is_polite: It began with "can you", "I want you to" or the like.
        is_wish: It began with what the speaker wants to do: "I need to".
        says_please: It says "please".
        asks_for_help: It began with "would you".
    """

    words: list[str]
    asks: bool
    is_polite: bool
    is_wish: bool
    says_please: bool
    asks_for_help: bool


def form_of(sentence: str) -> RequestForm:
    """What a sentence is by its form; one that only states something is a statement.

    Args:
        sentence: One sentence, as it was said.
    """
    plain = plain_words(sentence)
    words = [word for word in plain.words if word not in BREAKS or word in {",", ":"}]
    words, given = _before_the_colon(words)
    if given >= 2 and _WORKED_ON.intersection(words[:6]):
        return RequestForm.MAKING
    request = _request(_behind_the_condition(words), asks=plain.asks)
    if not request.words:
        return RequestForm.STATEMENT
    if not request.asks and any(tuple(request.words[: len(o)]) == o for o in _GO_AHEADS):
        return RequestForm.ACT
    if _is_question(request):
        return _form_of_a_question(request)
    if asks_for_words(request.words):
        return RequestForm.MAKING
    if request.is_wish:
        return _form_of_a_wish(request)
    return _form_of_an_order(request)


def _before_the_colon(words: list[str]) -> tuple[list[str], int]:
    """The words before a colon, and how many stand behind it: what is to be worked on."""
    if ":" not in words[1:]:
        return words, 0
    colon = words.index(":", 1)
    return words[:colon], len(words) - colon - 1


def _behind_the_condition(words: list[str]) -> list[str]:
    """The words behind "if the shop is open,": what is asked for under a condition."""
    if words[0] not in _CONDITIONS or "," not in words:
        return words
    return words[words.index(",") + 1 :] or words


def _request(words: list[str], *, asks: bool) -> _Request:
    """A sentence read without "hey", "please" and "could you"."""
    says_please = "please" in words
    asks_for_help = words[:2] == ["would", "you"]
    is_polite = is_wish = False
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
    if is_polite and words:
        words = [_without_ing(words[0]), *words[1:]]
    return _Request(words, asks, is_polite, is_wish, says_please, asks_for_help)


def _without_ing(word: str) -> str:
    """The verb of "would you mind closing"; another word as it is."""
    if not word.endswith("ing") or len(word) <= 4:
        return word
    base = word.removesuffix("ing")
    return base if base in BASES or base in MAKING_VERBS else f"{base}e"


def _is_question(request: _Request) -> bool:
    if request.is_polite:
        return False
    head = request.words[0]
    is_verb = head in BASES or head in MAKING_VERBS
    return head in _ASKING or (request.asks and not is_verb)


def _form_of_a_question(request: _Request) -> RequestForm:
    """A question; "do the dishes" and "have my suit cleaned" are none."""
    words = request.words
    is_order = words[0] in {"do", "have"} and not request.asks
    if is_order and _DONE_OR_HAD.intersection(words[1:2]):
        return RequestForm.ACT
    return RequestForm.ACT if _asks_after_an_act(words) else RequestForm.QUESTION


def _form_of_a_wish(request: _Request) -> RequestForm:
    """A wish for what can be done; else a statement, or something to be practised."""
    head = request.words[0]
    if head in BASES:
        return RequestForm.WISH
    return RequestForm.MAKING if head in _PRACTISING else RequestForm.STATEMENT


def _form_of_an_order(request: _Request) -> RequestForm:
    """An act, a part to be played or something to be found; else what its words are."""
    words, head = request.words, request.words[0]
    if head in _FINDING:
        return RequestForm.QUESTION
    if head in _PRACTISING or (head == "play" and request.is_polite):
        return RequestForm.MAKING
    if _is_fragment(words, says_please=request.says_please):
        return RequestForm.ACT
    if head in _STATING and not request.is_polite:
        return _form_of_a_statement(words)
    if head in BASES or head in _OTHER_VERBS or _is_imperative(words) or _is_of_a_network(words):
        return RequestForm.ACT
    if request.is_polite:
        is_question = request.asks_for_help and request.asks
        return RequestForm.QUESTION if is_question else RequestForm.ACT
    if _TEXT_KINDS.intersection(words[:4]) and not _FINITE.intersection(words[:6]):
        return RequestForm.MAKING
    return RequestForm.QUESTION if request.asks else RequestForm.STATEMENT


def _form_of_a_statement(words: list[str]) -> RequestForm:
    """A statement, or the name of a text ("a sad poem") or a part ("you are the waiter")."""
    is_text = words[0] in {"a", "an", "another", "one"} and _TEXT_KINDS.intersection(words[:5])
    is_part = words[:2] == ["you", "are"] and words[2:3] in (["a"], ["an"], ["the"], ["my"])
    if (is_text and not _FINITE.intersection(words[:6])) or (is_part and len(words) > 3):
        return RequestForm.MAKING
    return RequestForm.STATEMENT


def _is_fragment(words: list[str], *, says_please: bool) -> bool:
    """Whether words without a verb ask for something: "lights off", "ten minutes for the pasta"."""
    if _FINITE.intersection(words) or _TEXT_KINDS.intersection(words[:5]) or len(words) > 9:
        return False
    if words[0] in {"i", "we", "you", "what", "and", "about"}:
        return False
    if says_please and len(words) <= 7 and _NAMED_WITH_PLEASE.intersection(words):
        return True
    if words[0] in {"the", "my"} and "for" in words[2:4] and THINGS.intersection(words[1:3]):
        return True
    is_put_to_a_list = words[-3:-1] in _ONTO and words[-1] in {"list", "clock", "calendar"}
    is_set = words[0] in _SET and words[1:2] in (["for"], ["at"], ["to"])
    return is_put_to_a_list or is_set or _is_switched(words) or _is_timed(words)


def _is_switched(words: list[str]) -> bool:
    return words[-1] in {"on", "off", "up", "down", "out"} and bool(THINGS.intersection(words))


def _is_timed(words: list[str]) -> bool:
    """Whether it is "ten minutes for the pasta" or "up at seven"."""
    if words[:2] == ["up", "at"]:
        return True
    begins_with_a_number = words[0] in _NUMBERS | {"half", "quarter"} or words[0].isdigit()
    is_short = "for" in words or len(words) <= 5
    return begins_with_a_number and is_short and bool(_TIMES.intersection(words[:4]))


def _is_of_a_network(words: list[str]) -> bool:
    """Whether it is "like Jana's post": what is done to what others publish."""
    is_named = words[1:2] not in (["a"], ["an"])
    return words[0] in _NETWORK_VERBS and is_named and bool(_PUBLISHED.intersection(words[1:6]))


def _is_imperative(words: list[str]) -> bool:
    """Whether a word that is not known to be one stands as a verb: "ditch the alarm"."""
    return (
        len(words) > 1
        and words[1] in _OBJECTS
        and words[0] not in _NO_VERBS
        and not words[0].endswith(("ing", "ly", "ed"))
        and not _FINITE.intersection(words[:7])
    )


def _asks_after_an_act(words: list[str]) -> bool:
    """Whether it asks if something was done, or how a thing of the house is: "did you mail it"."""
    head, *rest = words
    if "ever" in rest:
        return False
    if rest[:1] == ["you"] and head in {"did", "have", "will", "are"}:
        return _asks_what_you_did(head, rest[1:])
    if head in {"is", "are", "was", "has", "have", "did"} and len(words) <= 10:
        return _asks_what_was_done(head, rest)
    if head in {"how", "what"} and rest[:1] in (["is"], ["about"]):
        return rest[1:2] in (["the"], ["my"]) and bool(DEVICES.intersection(rest[2:4]))
    if head in {"what", "where", "when"} and rest[:2] == ["did", "you"]:
        return bool((BASES.keys() - {"say", "do"}).intersection(rest[2:4]))
    return False


def _asks_what_you_did(head: str, behind: list[str]) -> bool:
    """Whether it asks "did you lock it" or "are you sure it will ring".

    Args:
        head: The first word of the question.
        behind: The words behind "you".
    """
    verbs = [word for word in behind[:4] if word not in {"already", "yet", "ever", "not"}]
    if head == "are":
        return verbs[:1] == ["sure"] and "will" in behind
    verb = PASTS.get(verbs[0], BASES.get(verbs[0])) if verbs else None
    return verb is not None and verb not in _NO_ERRANDS


def _asks_for_news(head: str, rest: list[str]) -> bool:
    """Whether it asks if somebody has answered: "did the bank confirm", "has Emma replied yet"."""
    if head not in {"did", "has", "have"} or not 2 <= len(rest) <= 5:
        return False
    end = len(rest)
    while end > 1 and rest[end - 1] in _BEHIND_NEWS:
        end -= 1
    return rest[end - 1] in _NEWS and rest[0] not in {"you", "i", "we", "people"}


def _asks_what_was_done(head: str, rest: list[str]) -> bool:
    """Whether it asks "is the door locked", "did he get my mail" or "has Anna replied"."""
    near = rest[:9]
    has_thing = bool(THINGS.intersection(near))
    is_acted_on = bool((PASTS.keys() | STATES | {"through", "there"}).intersection(rest[1:]))
    asks_of_somebody = bool(_OWNERS.intersection(near[:2])) and (
        has_thing or (is_acted_on and head in {"has", "did"})
    )
    if asks_of_somebody:
        return head != "did" or bool((BASES.keys() | {"work", "go"}).intersection(rest))
    is_named = bool(near) and near[0] not in _UNNAMED
    if _asks_for_news(head, rest):
        return True
    return head == "has" and is_named and is_acted_on and len(rest) < 5
