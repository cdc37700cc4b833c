"""Reads what a turn names to go on a list, off it, or in the place of a thing. Pure.

Invariant: a clause that tells why, or only points, names no thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.list_talk import is_thing
from jarvis_voice.assistant.understanding.short_turns.cue_words import FILLERS, ORDINALS
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.idle_clauses import without_tail
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.spoken_lists import PIECES, key_of, points, without_article
from jarvis_voice.language.en.thing_amounts import counted, doubled, without_amount

_CLAUSES = re.compile(r"\s*[,;.!?]+\s+|\s+(?:cos|because|since|so)\s+", re.I)
_VERBS = r"(?:put|add|stick|pop|bung|chuck|whack|shove|write|note|jot|pencil|include|throw|get)"
_POINTERS = r"(?:it|that|them|those|these|this|one)"
_LEADS = lazy_pattern(
    r"(?:(?:um+|er+|o+h+|ah+|ugh+|mm+|hm+|aye|and|also|plus|then|now|so|right|ok|okay|yes|yeah|please|kindly|but|well|"
    rf"do(?= {_VERBS})|actually|first|wait|hang on|i forgot|forgot|i need|we need|i'll need|"
    r"we'll need|need|"
    rf"i want|let's have|{_VERBS}(?: (?:on|down|in|up))?(?! (?:{_POINTERS})\b)|some|"
    r"of course|don't forget|start(?: it| again| over| anew)? with)\b[\s,]*)+", re.I
)  # fmt: skip
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:too|as well|and all|also|please|then|love|mate|on|in|down|on (?:it|there)|"
    r"(?:on|to|onto|in|at) (?:the|that) (?:list|end|top|bottom)|on the end|"
    r"(?:that )?(?:wants|needs|has|ought) (?:to go on|adding|to be added)|if you can|"
    r"while you're at it|might as well))+\Z", re.I
)  # fmt: skip
_ADDS_IT = lazy_pattern(
    rf"(?:(?:and|so|oh|please|then)\b\W*)*{_VERBS}(?: {_POINTERS})(?: (?:on|in|down|too|also|"
    r"as well|please|there|bit|near the end|at the (?:end|top)|onto? (?:it|there|the list)))*|"
    rf"{_POINTERS} (?:wants|needs|has|ought) to go on(?: too| as well)?", re.I
)  # fmt: skip
"""Says only that what another clause names is to go on the list."""
_AT_PLACE = re.compile(rf"(?P<no>\bnot )?\bthe (?P<place>{'|'.join(ORDINALS)})\b", re.I)
_WHY = lazy_pattern(
    r"\b(?:i|i'm|i've|i'd|we|we're|we've|you|he|she|they|he's|she's|they're|it'll|it|it's|is|are|"
    r"was|were|that's|there's|does|did|don't|didn't|can't|won't|not|no|never|always|my \w+'s|"
    r"what|who|why|how|when|where|guaranteed|thanks?|cheers|mind|god|honestly|for me|now please|"
    r"help me|obviously|said|says|like)\b", re.I
)  # fmt: skip
"""What a clause has that tells why, and names no thing."""
_HAS = lazy_pattern(
    r"(?:(?:and|oh|no|wait|hang on|so|actually|but|well|right|yes|ok)\b\W*)*"
    r"(?:(?:i|we|he|she)(?:'ve|'d| have| had)? (?:already |just |finally )*)?"
    r"(?:got|bought|took|taken|done|did|had|paid|packed|found|ticked|finished|sorted|booked|"
    r"picked up|have)(?: already)? (?:the |some |all the |our |my |me )?"
    r"(?P<thing>[a-z][\w' -]*?)(?: (?:one|already|out|now|today|yesterday|this morning|last "
    r"\w+|in|at home|there))*", re.I
)  # fmt: skip
_STATE = lazy_pattern(
    r"(?:(?:and|oh|no|wait|hang on|so|actually|but|well|the|my|our)\b\W*)*"
    r"(?P<thing>(?!(?:it|that|they|this|those|these|there|he|she|what|who|all|everything)\b)"
    r"[a-z][\w -]*?(?:'s(?= \w+ing\b))?)(?:'s|'re| is| are| was| were| went| can| could| has|"
    r" have|'ve)"
    r"(?: (?:all|already|just|both|been|now))* (?:go|come off|off|out|in|packed|done|finished|"
    r"sorted|bought|paid|booked|gone|dealt with|cleared up|ticked|here|on my \w+|by the \w+|"
    r"up the \w+|in (?:the|my) \w+|in the bag)\b.*", re.I
)  # fmt: skip
_NO_MORE = lazy_pattern(
    r"(?:(?:and|oh|wait|so|actually|but|well|ok)\b\W*)*(?:no|not|without|lose|drop|skip|scrap|"
    r"take off|scratch|cross off|tick off|bin)(?: (?:the|any|more))* (?P<thing>[a-z][\w' -]*?)"
    r"(?: (?:then|now|after all|needed|off|please|one))*", re.I
)  # fmt: skip
_BRINGS = lazy_pattern(
    r"(?:(?:and|oh|but|because)\b\W*)*[\w']+(?:'s| is| are) (?:doing|bringing|getting|making|"
    r"buying|taking|sending|sorting) (?:the |some |us )?(?P<thing>[a-z][\w' -]*?)"
    r"(?: (?:too|as well|now|instead))*", re.I
)  # fmt: skip
_OFF = lazy_pattern(
    r"(?:(?:and|so|oh)\b\W*)*(?:the )?(?P<thing>(?!(?:that|it|this|they|take|party|all|get|"
    r"we|everything)\b)[a-z][\w -]*?) (?:off|out|away)(?: please| too| then| again)*|"
    r"(?P<ticked>[a-z][\w -]*?),? (?:tick|check|done)", re.I
)  # fmt: skip
_TAKE = lazy_pattern(
    r"(?:(?:and|also|oh|so|then|now|please|can you|could you)\b\W*)*"
    r"(?:(?:take|cross|strike|scratch|knock|get|rub) (?:the |my |our )?"
    r"(?P<thing>[a-z][\w' -]*?) (?:off|out)|"
    r"(?:remove|delete|erase) (?:the |my |our )?(?P<gone>[a-z][\w' -]*?))"
    r"(?: (?:it|there|the list|too|please|again|as well))*", re.I
)  # fmt: skip
_ALSO_OFF = lazy_pattern(
    r"(?:(?:and|also|oh|plus)\b\W*)*(?:the )?(?P<thing>[a-z][\w -]*?)"
    r"(?: (?:too|as well|can go|and all|also))+.*|(?:and|also|plus) (?:the )?"
    r"(?P<more>[a-z][\w -]*)", re.I
)  # fmt: skip
_FINISHED = lazy_pattern(
    r"(?:that|it|they)(?:'s| is|'re| are) (?:\w+ ){0,2}(?:finished|done|sorted|"
    r"one less|one fewer)\b.*", re.I)  # fmt: skip
_HER_OFF = lazy_pattern(
    r"(?:(?:and|oh|no|but)\b\W*)*(?P<thing>[a-z]+(?: [a-z]+)?)(?:'s| is| are| has| have| can't|"
    r" cannot| isn't| aren't| won't)\b.*\b(?:take|cross|knock|strike|leave|rub|scratch|tick) "
    r"(?:her|him|them|it|that|those) (?:off|out)\W*", re.I
)  # fmt: skip
"""Names who or what is to come off, and points at it behind: "Jean is away, take her off"."""
_POINTS = re.compile(r"\b(?:it|that|them|this|those|these)\b", re.I)
_NO_NAME = lazy_pattern(
    r"(?:the )?(?:and|or|by|some|any|plenty|loads|enough|my head|"
    r"first|last|other|others|whole|both|second|rest|old|need|point|use|idea|way|list|"
    r"thing|things|lot|more|from|to|for|in|on|at|with|longer|problem|worries|everything|"
    r"all)\b", re.I
)  # fmt: skip
_WHOLE_LIST = lazy_pattern(
    r"\b(?:(?:whole|entire|all (?:of )?(?:the|that|my)) list|list (?:is|isn't) (?:not )?\w+|"
    r"(?:drop|dump|bin|ditch|scrap|kill|lose|clear|blank|empty|wipe) (?:the|our|my|that|this) "
    r"(?:whole )?list|wipe it|blank it|clear it|clean slate|everything off|"
    r"(?:delete|remove|erase|clear|wipe|scrap|bin|drop|take|cross|scratch|get rid of) (?:off )?"
    r"(?:everything|all of it|all of them|the (?:whole )?lot|the whole thing|all (?:the )?"
    r"(?:things|items|entries)|it all|them all)"
    r"(?! (?:for|but|except|else|apart|besides|other|bar|about)\b)(?: that is| that's| which is)?"
    r"(?: (?:on|off|from|in) (?:it|there|(?:the|that|my) list))?)\b", re.I
)  # fmt: skip
_KIND_ONLY = re.compile(r"\bones?\Z", re.I)
"""Says which kind of the thing before: "a card too, a plain one"."""
_MOST_WORDS = 5
_MOST_THINGS = 6
_MOST_OF_KIND = 2
"""Words that may say of which kind a thing is; more of them tell something else."""
_ONE_ENTRY = frozenset({"notes", "to-do", "today's", "tomorrow's", "bucket", "chores"})
"""Lists whose entries are sentences, and may be said at length."""
_ARTICLE = re.compile(r"\A(?:the|some|that|those|any|my|our) ", re.I)


def things_to_add(text: str, name: str) -> list[str]:
    """The things that a turn names for a list; [] where it names none.

    Args:
        text: The turn.
        name: The list.
    """
    line = " ".join(text.split()).strip(" .,!?")
    clauses = [one for one in _CLAUSES.split(line) if one and not _ADDS_IT.fullmatch(one)]
    out: list[str] = []
    for clause in clauses:
        if out and _KIND_ONLY.search(clause):
            continue
        bare = _TAILS.sub("", _LEADS.sub("", clause, count=1) if _LEADS.match(clause) else clause)
        pieces = [bare] if name in _ONE_ENTRY else PIECES.split(bare)
        said = [_ARTICLE.sub("", one, count=1).strip() for one in pieces]
        named = [one for one in said if _names(one, name)]
        if len(named) == len(said):
            out += named
        elif not _WHY.search(bare):
            return []
    return out if len(out) <= _MOST_THINGS else []


def _names(words: str, name: str) -> bool:
    """Whether words name a thing for a list; what is to be done may be said at length."""
    if name in _ONE_ENTRY:
        is_named = 0 < len(words.split()) <= 2 * _MOST_WORDS and not points(words)
        return is_named and not _WHY.search(words)
    is_short = 0 < len(words.split()) <= _MOST_WORDS
    return is_short and is_thing(words) and not _WHY.search(words)


def things_to_take(
    text: str, name: str, *, is_also: bool = False, is_set: bool = False
) -> list[str]:
    """The things that a turn says to be there, or not to be needed; [] where it names none.

    Args:
        text: The turn.
        name: The list; its own name is no thing on it.
        is_also: Something was just taken off: "the cream too" goes on with that.
        is_set: Something was just put on: "it" is that.
    """
    line = without_tail(" ".join(text.split()).strip(" .,!?"))
    if (who := _HER_OFF.fullmatch(line)) and not is_set:
        return [who["thing"]] if _is_taken(who["thing"], name) else []
    clauses = [one for one in _CLAUSES.split(line) if one]
    forms = (_TAKE, _HAS, _NO_MORE, _BRINGS, _OFF, _STATE, *((_ALSO_OFF,) if is_also else ()))
    out: list[str] = []
    for clause, behind in zip(clauses, [*clauses[1:], ""], strict=True):
        found = next(filter(None, (form.fullmatch(clause) for form in forms)), None)
        said = next((one for one in found.groupdict().values() if one), "") if found else ""
        if not found and behind and _FINISHED.fullmatch(behind):
            said = clause
        if not found and behind in {"tick", "check", "done"}:
            said = clause
        pieces = [_ARTICLE.sub("", one, count=1).strip() for one in PIECES.split(said)]
        if said and all(_is_taken(one, name) for one in pieces):
            out += pieces
    return out if len(out) <= _MOST_THINGS else []


def _is_taken(words: str, name: str) -> bool:
    is_short = 0 < len(words.split()) <= _MOST_WORDS
    is_own = set(key_of(words)) <= set(key_of(name))
    is_named = not _POINTS.search(words) and not _NO_NAME.match(words) and not _WHY.search(words)
    return is_short and is_named and not is_own


def is_of_deeds(name: str) -> bool:
    """Whether a list is of what is to be done, and its entries may be said at length."""
    return name in _ONE_ENTRY


def at_said_place(text: str, things: Sequence[str]) -> list[str] | None:
    """The thing at the place that an order names; [] where none or several may be meant.

    Args:
        text: "remove the second item".
        things: What was added or told, in its order.

    Returns:
        None where no place is named.
    """
    places = [one for one in _AT_PLACE.finditer(text) if not one["no"]]
    if not places:
        return None
    at = ORDINALS.index(places[0]["place"].lower())
    return list(things[at : at + 1]) if len(places) == 1 else []


def is_of_all(text: str) -> bool:
    """Whether the whole list is to go."""
    return _WHOLE_LIST.search(text) is not None


_AMOUNT = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|half a dozen|"
    r"a couple|a few|a pair|loads|plenty)"
)
_OF_IT = lazy_pattern(
    rf"(?:(?:make it|make that|no|sorry|oh|actually)\b\W*)*(?P<amount>{_AMOUNT}(?: [a-z]+)?)"
    r"(?: of (?:it|them|those|these|that))?(?: please| now| then| actually)*", re.I
)  # fmt: skip
_TWICE = re.compile(r"(?:(?:no|oh|actually|and|please)\b\W*)*(?:double|twice)\b", re.I)
_ONES = re.compile(
    r"(?:the )?(?P<kind>[\w' -]+?) (?:ones?|kind|sort|type)(?: i (?:mean|said))?", re.I
)
_KIND_LEADS = lazy_pattern(
    r"(?:(?:the|no|sorry|oh|make (?:it|that|them)|i mean|i meant|actually|and|but)\b[\s,]*)+", re.I
)
_ANEW = lazy_pattern(
    r"(?:(?:no|sorry|wait|oh|actually)\b[\s,]*)*(?:(?:swap|change|switch) (?:it|that|them|this) "
    r"(?:for|to|with) |get |have |make (?:it|that) |i meant? |it should (?:be|say) )?"
    r"(?:a |an |some |the )?(?P<new>[\w' -]+?)(?: (?:instead(?: of (?:it|that|them))?|rather|"
    r"i (?:think|mean|meant)|i should (?:say|have said)|it should (?:be|say)|"
    r"to replace (?:it|them)|please))*", re.I
)  # fmt: skip
_SAYS_ANEW = lazy_pattern(
    r"\b(?:instead|rather|i think|i meant?|i should|it should|replace|swap|change|switch|sorry|no|"
    r"not|should say|should be)\b", re.I
)  # fmt: skip
_OLD_TO_NEW = lazy_pattern(
    r"(?:(?:no|sorry|oh|and|actually)\b\W*)*(?:"
    r"(?:change|swap|switch|replace) (?:the )?(?P<old>[\w' -]+?)(?: one)? (?:to|for|with|into)|"
    r"(?:the )?(?P<other>[\w' -]+?)(?: one)? (?:should|wants to) (?:be|say|read)) "
    r"(?P<new>[\w' -]+)", re.I
)  # fmt: skip


def thing_anew(text: str, old: str, name: str) -> tuple[str, bool]:
    """A thing said otherwise, and whether that is beyond doubt; "" where no words say it.

    Args:
        text: The turn: "three of them", "the green ones", "rolls instead".
        old: The thing.
        name: The list that it is on.
    """
    old = without_article(old)
    clauses = [one for one in _CLAUSES.split(" ".join(text.split()).strip(" .,!?")) if one]
    for clause in clauses:
        if _TWICE.match(clause):
            return doubled(old) or f"two {old}", False
        if amount := _OF_IT.fullmatch(clause):
            return _of_amount(amount["amount"], old), True
        if ones := _ONES.fullmatch(clause):
            kind = (
                _KIND_LEADS.sub("", ones["kind"], count=1)
                if _KIND_LEADS.match(ones["kind"])
                else ones["kind"]
            )
            if _names(kind, ""):
                return _of_kind(kind, old, name), True
    is_anew = _SAYS_ANEW.search(text) is not None
    for clause in clauses:
        found = _ANEW.fullmatch(clause)
        new = found["new"] if found else ""
        is_empty = all(word in FILLERS for word in new.lower().split())
        if is_empty or not _names(new, "") or new.split()[-1].lower() in {"it", "that"}:
            continue
        shares = new.split()[-1].lower() == old.split()[-1].lower() or is_anew
        if shares:
            return new, is_anew
        is_kind = len(new.split()) <= _MOST_OF_KIND and set(WEEKDAYS).isdisjoint(
            new.lower().split()
        )
        return (_of_kind(new, old, name), False) if is_kind else ("", False)
    return "", False


def _of_amount(said: str, old: str) -> str:
    """A thing with another amount: "six packs" of milk, "three" eggs."""
    is_count = len(said.split()) == 1 or said.startswith(("a d", "half"))
    return counted(said, old) if is_count else f"{said} of {without_amount(old)}"


def _of_kind(kind: str, old: str, name: str) -> str:
    """A thing with its kind before it: "green bags"; "buy green bags"."""
    *lead, last = old.split() if name in _ONE_ENTRY else [old]
    return " ".join([*lead, kind, last])


def put_in_place(text: str) -> tuple[str, str]:
    """A thing that a turn names, and what it should be: "swap the leeks for peas"."""
    found = _OLD_TO_NEW.fullmatch(" ".join(text.split()).strip(" .,!?"))
    old = (found["old"] or found["other"]) if found else ""
    is_named = found and _names(old, "") and _names(found["new"], "")
    return (old, found["new"]) if found and is_named else ("", "")
