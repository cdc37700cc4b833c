"""Tells by a sentence's form whether it asks for an act, a text or an answer. Pure."""

from __future__ import annotations

from enum import StrEnum

from jarvis_voice.language.en.act_things import DEVICES, STATES, TEXTUAL, THINGS
from jarvis_voice.language.en.act_verbs import BASES, PASTS
from jarvis_voice.language.en.plain_words import BREAKS, plain_words


def _table(words: str) -> frozenset[str]:
    return frozenset(words.split())


class RequestForm(StrEnum):
    """What a sentence is by its form."""

    MAKING = "making"
    QUESTION = "question"
    ACT = "act"
    WISH = "wish"
    STATEMENT = "statement"


_LEADS = _table(
    "please jarvis hey hi hello ok okay so and now then well alright right just oh yes no sure "
    "actually quickly kindly also great thanks but first next not yo if"
)
_POLITE = tuple(
    tuple(one.split())
    for one in (
        "can you", "could you", "would you", "will you", "can we", "could we", "i want you to",
        "i need you to", "i would like you to", "would you mind", "do you mind", "go ahead and",
        "you can", "you could", "be so kind and", "be so good and", "i would be glad if you",
        "would it be possible to", "is it possible to", "let us",     "can i have you", "can i ask you to", "are you able to", "it would be nice if you would",
        "i need to", "i want to", "i would like to", "time to", "make sure to", "try to",
        "do me a favor and", "do me a favour and", "you should", "you may", "why not", "why do not you",
        "i am asking you to", "if you could", "you might", "you need to", "you have to", "will you please",
    )
)  # fmt: skip
_WISHES = frozenset({("i", "need", "to"), ("i", "want", "to"), ("i", "would", "like", "to")})

_ASKING = _table(
    "what which who whose whom where when why how is are am was were do does did has have had "
    "should shall may might must what's whats"
)
_MAKING = _table(
    "write tell draft compose explain describe list suggest recommend translate summarise "
    "summarize continue pretend act imagine name invent generate rewrite rephrase paraphrase "
    "reword shorten expand simplify correct proofread compare define spell teach quiz interview "
    "sing rap motivate comfort recite talk chat discuss argue convince brainstorm outline roast "
    "compliment wish greet elaborate entertain cheer inspire help advise roleplay guess debate "
    "analyse analyze critique illustrate narrate repeat say answer word phrase "
    "condense polish edit improve role complete finish solve interpret clarify propose give show "
    "shorter longer more another again keep go be use make create turn convert put read come think "
    "design plan end count add change play ask start begin let calculate review rate pick choose remove "
    "replace leave cut include fix mention prepare walk run take call lead guide break sum sort"
)
_ALWAYS_MAKING = _table(
    "draft compose explain describe list suggest recommend translate summarise summarize continue "
    "pretend imagine invent rewrite rephrase paraphrase reword shorten expand simplify proofread "
    "compare define spell teach quiz interview sing rap motivate comfort recite talk chat discuss "
    "argue convince brainstorm outline roast compliment elaborate entertain cheer inspire advise "
    "roleplay guess debate analyse analyze critique illustrate narrate say phrase condense "
    "polish interpret clarify propose shorter longer another wish more generate name correct "
    "improve repeat calculate solve word answer help think act role design"
)
_TEXTS = TEXTUAL | _table(
    "email e-mail mail letter message text poem haiku limerick sonnet song lyrics story tale joke "
    "jokes riddle riddles pun puns speech toast essay article report summary list table plan "
    "schedule itinerary menu recipe recipes code function program script class regex query "
    "description bio biography headline slogan caption tweet post blog review eulogy obituary "
    "invitation note card apology reply response complaint resignation cover advertisement ad "
    "dialogue dialog conversation monologue scene play sketch fable myth legend script quiz game "
    "names ideas tips advice examples example reasons facts fact quote quotes summary overview "
    "explanation definition synonyms synonym translation version paragraph sentence word words "
    "short shorter longer simpler funnier formal polite rhyme checklist packing timeline "
    "outline draft acrostic proverb prayer blessing compliment vows diary journal bedtime "
    "acronym mnemonic analogy metaphor pros cons comparison workout budget lesson exercise "
    "something anything it this that steps way ways guide instructions options overview opinion "
    "difference everyone fun sense up"
)
_TOLD = _table("me us about that more it something another your one how what why whether")
_STATING = _table(
    "i my we our it it's he she they there this that the a you your his her its their nobody "
    "everybody someone somebody everything nothing one these those"
)
_TEXT_KINDS = _table(
    "poem haiku limerick sonnet story tale joke riddle pun speech toast essay letter e-mail "
    "recipe plan itinerary summary eulogy invitation quiz dialogue fable myth monologue "
    "checklist quote proverb prayer lullaby slogan cv obituary apology complaint wish"
)
_FINITE = _table(
    "is are am was were be been has have had do does did can could will would may might must shall "
    "should need needs want wants like likes know think hope hate love says said goes went comes "
    "came got gets feel feels takes took seems looks stand forgot left forget moved"
)
_OTHER_VERBS = _table("use give show make create guard toss roll flip apply prepare keep")
_TIMES = _table("minute minutes mins hour hours seconds o'clock")
_GIVEN = _table(
    "convert make shorten fix count order sort turn put change check translate this these following "
    "add summarise summarize rewrite correct improve"
)
_SET = _table("timer timers alarm alarms reminder countdown taxi cab uber")
_NUMBERS = _table("one two three four five six seven eight nine ten eleven twelve fifteen twenty")
_NO_VERBS = _table(
    "in on at of for from with by to about over under after before between without only all both "
    "not as like than because since until unless if when while although though whether even such "
    "what which who how why where back down up off out never always maybe perhaps yesterday today "
    "tomorrow tonight now then here there again still just about around during per via hello hi hey "
    "thanks thank sorry bye good nice great"
) - {"back", "like"}
_THINGS_TO_DO = _table(
    "appointment reservation booking call phone payment backup note reminder coffee tea alarm "
    "timer order screenshot event meeting folder file playlist entry calendar transfer deposit "
    "copy purchase account louder quieter warmer brighter darker cooler colder sure"
)


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
        words[0] = base if base in BASES or base in _MAKING else f"{base}e"
    head = words[0]
    if not is_polite and (
        head in _ASKING or (plain.asks and head not in BASES | dict.fromkeys(_MAKING))
    ):
        return _question(words, plain.asks)
    if _is_making(words):
        return RequestForm.MAKING
    if is_wish and head in BASES:
        return RequestForm.WISH
    if head in {"what", "which", "who", "where", "when", "why", "how", "find", "know", "see", "look",
                "search", "google", "hear"}:  # fmt: skip
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
    """A statement; one that names a text ("a sad poem") or a part ("you are the waiter") wants it."""
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
        or words[:2] == ["up", "at"]
    )
    is_named = words[0] in _SET and words[1:2] in (["for"], ["at"], ["to"])
    is_none = words[0] == "no" and bool(THINGS.intersection(words[1:4]))
    return is_switched or is_listed or is_timed or is_named or is_none


def _is_imperative(words: list[str]) -> bool:
    """Whether a word that is not known to be one stands as a verb: "ditch the alarm"."""
    objects = _table("my our your the this that these those all it him her them everything up off")
    return (
        len(words) > 1
        and words[1] in objects
        and words[0] not in _NO_VERBS
        and not words[0].endswith(("ing", "ly", "ed"))
        and not _FINITE.intersection(words[:7])
    )


def _question(words: list[str], asks: bool) -> RequestForm:
    """A question; "do the dishes" and "have my suit cleaned" are none."""
    if words[0] in {"do", "have"} and not asks:
        follows = words[1] if len(words) > 1 else ""
        if follows in _table("the my a our this that not it some"):
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
    is_named = bool(near) and near[0] not in _table("it there this a an i you we people")
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


def _is_making(words: list[str]) -> bool:
    """Whether what is asked for is words: "tell me", and not "tell my boss"."""
    head, rest = words[0], words[1:]
    if head in _ALWAYS_MAKING:
        return not (head == "list" and not rest)
    if head not in _MAKING:
        return False
    object_words = rest[1:] if rest[:1] in (["me"], ["us"]) else rest
    near = set(object_words[:7])
    has_text = bool(_TEXTS.intersection(near) - {"it", "this", "that", "something", "up", "note"})
    match head:
        case "tell":
            if rest[:2] in (["me", "when"], ["me", "if"], ["me", "once"], ["me", "as"]):
                return False
            return bool(rest) and (
                rest[0] in _TOLD - {"your"} or (rest[0] in {"a", "an", "the"} and has_text)
            )
        case "write":
            if (
                rest[:1] == ["down"]
                or "down" in rest[1:4]
                or {"list", "notes"} & set(rest[-3:])
                and (not {"a", "packing"} & near)
            ):
                return False
            return True
        case "continue" | "finish" | "complete":
            return True
        case "keep":
            return rest[:1] == ["going"] or has_text or rest[:2] == ["it", "short"]
        case "go":
            return rest[:1] in (["on"], ["deeper"], ["through"], ["over"])
        case "be":
            return rest[:1] in (
                ["my"],
                ["a"],
                ["an"],
                ["the"],
                ["more"],
                ["funny"],
                ["honest"],
            ) and (not {"quiet", "silent"} & near)
        case "read":
            own = _table("mail mails email emails inbox messages list notes reminders calendar")
            is_aloud = rest[:1] in (["me"], ["us"]) or "aloud" in rest or "out" in rest[-2:]
            return (is_aloud or has_text) and not (own & near and "my" in rest)
        case "show":
            return rest[:2] in (["me", "how"], ["me", "why"], ["me", "what"]) or (
                has_text and rest[:1] == ["me"] and not {"list", "notes", "note"} & near
            )
        case "give":
            return rest[:1] in (["me"], ["us"], ["a"], ["an"], ["some"]) and not (
                _table("lift ride call taxi cab") & near
            )
        case "make" | "create":
            if _THINGS_TO_DO & near:
                return False
            return has_text or rest[:1] in (["up"], ["me", "laugh"], ["it"], ["that"], ["this"])
        case "turn" | "convert" | "put" | "break":
            return (
                bool({"into", "in", "down"} & near)
                and has_text
                and rest[:1] != ["on"]
                and (not _table("list volume notes note calendar") & set(rest))
            )
        case "play":
            played = _table(
                "song music track album playlist radio podcast film movie video jazz it"
            )
            is_part = object_words[:1] in (["a"], ["an"], ["my"]) and not played & near
            game = _table(
                "game role part twenty quiz hangman along questions riddle trivia fish chess"
            )
            return bool(game & near) or (
                is_part and bool({"who", "with", "butler"} & near or len(near) > 2)
            )
        case "call":
            return rest[:1] == ["me"] and not (
                _table("a an the taxi cab at in when") & set(rest[1:2])
            )
        case "ask":
            return rest[:1] in (["me"], ["us"])
        case "start" | "begin":
            machines = _table("timer playlist mail e-mail email program script list code")
            return (has_text or "adventure" in near) and not machines & near or rest[:1] == ["with"]
        case "walk" | "run" | "take" | "lead" | "guide":
            return rest[:2] == ["me", "through"]
        case "come":
            return rest[:1] == ["up"]
        case "let":
            return False
        case "use" | "include" | "mention" | "leave":
            return has_text or head in {"include", "mention"}
        case "end":
            return has_text and not THINGS.intersection(near)
        case "add" if rest[:1] == ["up"]:
            return True
        case "add" | "change" | "remove" | "replace" | "cut" | "fix" | "sort" | "edit":
            return has_text and not {"list", "notes", "calendar", "note", "playlist"} & near
        case "pick" | "choose":
            return True
        case "plan" | "review" | "rate" | "sum":
            return True
    return has_text
