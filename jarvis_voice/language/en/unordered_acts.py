"""Whether a sentence only denies, asks about or tells of an act: then it orders none. Pure."""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern

Mention = Literal["denied", "asked", "told"]
"""Why a sentence orders nothing: "don't cancel it", "did you cancel it", "I cancelled it"."""

_DOUBLED = ("stop", "drop", "bin", "scrap", "swap", "cancel", "skip", "omit")
_BASES = (
    *("cancel", "stop", "end", "kill", "abort", "dismiss", "delete", "remove", "erase", "clear"),
    *("wipe", "drop", "bin", "scrap", "scratch", "change", "move", "shift", "delay", "postpone"),
    *("rename", "adjust", "alter", "swap", "reschedule", "silence", "skip", "omit"),
)


def _stem(base: str) -> str:
    return base + base[-1] if base in _DOUBLED else base.removesuffix("e")


_PAST = "|".join(
    (
        *(f"{_stem(base)}ed" for base in _BASES),
        *("canceled", "forgot", "forgotten", "gotten rid of", "got rid of"),
        *("turned", "switched", "took", "taken", "crossed", "ticked", "struck"),
    )
)
_BASE = "|".join(
    (*_BASES, "forget", "get rid of", "turn", "switch", "take", "cross", "tick", "leave out")
)
_ING = "|".join(
    (
        *(f"{_stem(base)}ing" for base in _BASES),
        *("canceling", "forgetting", "getting rid of"),
        *("turning", "switching", "taking", "crossing", "ticking"),
    )
)
_VERB = lazy_pattern(rf"\b(?:(?P<past>{_PAST})|(?P<ing>{_ING})|(?P<base>{_BASE}))\b")
_WINDOW = 120
"""So many characters before a verb can say that it is no order."""

_CLAUSE = re.compile(r"[,;:.!?]+|\b(?:but|then|so|because)\b")

_NOT = (
    r"(?:do not|don't|dont|does not|doesn't|did not|didn't|never|not|won't|will not|would not|"
    r"wouldn't|should not|shouldn't|must not|mustn't|have not|haven't|has not|hasn't|"
    r"no need|need not|needn't|without|nobody|no one|cannot|can't|under no circumstances|"
    r"on no account|in no (?:case|way)|by no means|at no time|avoid|refrain from|abstain from|"
    r"beware of|(?:god|heaven) forbid(?: that)?)"
)
_BETWEEN = (
    r"(?: (?:you|i|we|anybody|anyone|him|her|them|please|just|actually|ever|really|even|yet|dare|"
    r"want|wanted|need|have|had|has|is|are|mean|meant|like|ask|asked|tell|told|say|said|try|go|and|to|be|"
    r"been|being|get|got|be|should|must|may|can|could|shall|would|go ahead and|let|allow|allowed|"
    r"supposed|ought|for|of|from|even think of))*"
)
_DENIED = lazy_pattern(rf"\b{_NOT}{_BETWEEN}\s*\Z")
_REGRETTED = lazy_pattern(
    r"\b(?:it|that)(?:'d| would|'s| is| was)(?: be| have been)?(?: (?:really|so|very|quite))?"
    r" (?:an? )?"
    r"(?:bad|wrong|silly|stupid|foolish|sad|shame|pity|mistake|terrible|awful|mean|unwise|too \w+)"
    r"(?: of \w+)? to\s*\Z|"
    r"\b(?:hate|refuse|decline|reluctant|afraid|unwilling|pretend|forbid (?:you|anyone|anybody)|"
    r"no (?:reason|need|point|cause)|stop (?:asking|telling|urging) me)(?: for \w+)? to\s*\Z"
)
_JUDGED = lazy_pattern(
    r"\b(?:would|will|might|could) (?:surely |really |only |just )?(?:be|have been)"
    r"(?: (?:an?|so|very|quite|really|such a|plain))*"
    r" (?:bad|wrong|silly|stupid|foolish|sad|shame|pity|mistake|terrible|awful|mean|unwise|"
    r"disaster|too \w+|out of the question|forbidden)\b"
)
"""Says behind an act that it is better not done: "cancelling it would be wrong"."""
_DENIED_BEFORE_OBJECT = lazy_pattern(rf"\b{_NOT} (?:want|like|need|have|see)(?: \S+){{1,4}}\s*\Z")
_POLITE_NOT = lazy_pattern(
    r"\b(?:why (?:do not|don't|not)|how about|(?:can|could|will|would|won't) you not|"
    r"(?:can't|couldn't|won't|wouldn't|cannot) you)\b[^,;.]*\Z"
)
_ASKS = lazy_pattern(
    r"\A(?:(?:hey|ok|okay|and|so|but|wait|oh|jarvis|please) )*(?:"
    r"(?:why|when|where|how|who|what)(?:'s| is| was| were| did| do| does| has| have| had| will|"
    r" would| happens| if| came| could| can| should| come| often| many| exactly)\b|"
    r"who \w+ed\b|who took\b|"
    r"(?:did|didn't|haven't|has|hasn't|had|hadn't|was|wasn't|were|weren't|am|do) (?:"
    r"you|i|we|he|she|they|it|anyone|anybody|somebody|someone|my|the|that|this|all|any|there)\b|"
    r"have (?:you|i|we|they|any|all)\b|"
    r"(?:is|are)(?: \S+){1,5} (?:been |being |already |still )*\Z|"
    r"(?:should|shall|must|may|ought) (?:i|we)\b|"
    r"will (?!you\b)|can (?:an?|one|timers|alarms|reminders|lists) )"
)
_ORDERS_POLITELY = re.compile(r"\b(?:do you mind|have you got time|is it possible to|what about)\b")
_DONE = re.compile(r"\b(?:was|were|been|got|getting)(?: \w+ly| already| just| not)*\s*\Z")
_WISHED = re.compile(r"\b(?:wish|rather|to be|time)\b")
_DOER = lazy_pattern(
    r"\b(?:i|you|he|she|we|they|who|somebody|someone|nobody|everybody|everyone)"
    r"(?:'ve|'d|'s)?"
    r"(?: (?:have|has|had|must|may|might|could|should|would|just|already|never|always|have|"
    r"accidentally|recently|only|even|also|earlier|once|not|\w+ly))*\s*\Z"
)
_PERFECT = lazy_pattern(
    r"\b(?:have|has|had|having|'ve|may|might|must)(?: (?:been|just|already|\w+ly))*\s*\Z"
)
_HABIT = re.compile(r"\b(?:i|you|we|they) (?:never|always|often|sometimes|usually)\s*\Z")
_SUPPOSED = re.compile(r"\b(?:if|when|unless|whether|until) (?:i|you|he|she|we|they)\s*\Z")
_WOULD = lazy_pattern(
    r"(?<!if )(?<!wish )\b(?:you'd|you would|he'd|he would|she'd|she would|they'd|they would|"
    r"i'd|i would|we'd|we would)"
    r"(?: (?:just|never|always|only|really|probably|rather not|not))*\s*\Z"
)
"""Stands before what somebody would do: "you'd cancel it, wouldn't you"."""
_WILL = lazy_pattern(
    r"(?:(?:and|but|oh|well|ok|okay|hey|yes|no|maybe|perhaps|today|tomorrow|later|soon)\b\W*)*(?:"
    r"(?:i|we) (?:may|might)|"
    r"(?:he|she|they|(?:my|our|his|her|their|the) (?!(?:alarm|timer|reminder|"
    r"routine|list|note|music|sound)s?\b)[\w'-]+|(?!(?:you|jarvis|i|we|it|this|that|there|"
    r"please|now|then|so|what|who|which|somebody|someone|everybody|everyone|alarms?|timers?)\b)"
    r"[a-z][\w'-]*(?: (?:and|or) [a-z][\w'-]*)?)"
    r"(?:'ll| (?:will|may|might|can|could|should|must|shall|would|wants to|wanted to|has to|had to|"
    r"needs to|likes to|(?:is|are|was|were) (?:going|about|supposed|meant) to)))"
    r"(?: (?:just|also|later|soon|now|then|probably|perhaps|maybe|still|never|\w+ly))*\s*"
)
"""Stands before what somebody else is to do, or what may be: "Tom will cancel it"."""
_MYSELF = re.compile(r"\A(?:i|we)(?:'ll| will| shall)\b.*\b(?:myself|ourselves)\b")
_NONE = re.compile(
    r"(?: (?:off|out|away))? (?:none|neither|not (?:one|any|a single)|"
    r"no (?:timer|alarm|reminder|routine|note|list)s?)\b"
)
"""Stands behind the verb where nothing goes: "cancel none of the alarms"."""
_FORGETS = re.compile(r"\A(?:i|i always|i just|i keep|i totally) (?:forget|forgot|forgetting)\b")
_STAYS = lazy_pattern(
    r"(?:(?:please|just|no|ok|okay|and|but|oh|well|better|hey|jarvis)\b[\s,]*)*"
    r"(?:you (?:can|could|should|must|may|had better) )?(?:"
    r"(?:leave|let|keep) (?:it|that|them|those|everything|(?:the|my|our|that|this|those|these|all|"
    r"both|every|each) \S+(?: \S+){0,5}?) (?:be|alone|stay|in peace|running|ringing|going|on|there|"
    r"untouched|unchanged|standing|set|as is|(?:as|the way|where|how) (?:it|they) "
    r"(?:is|are|was|were))|"
    r"(?:keep|hold on to) (?:(?:the|my|our|both|all)\b ?){1,2}(?:\S+ ){0,3}"
    r"(?:timer|alarm|reminder|note|list)s?|"
    r"(?:hands off|(?:do not|don't|dont|never) touch) (?:the|my|our|any|it|that|them)\b.{0,60})"
    r"(?: (?:please|now|for now|then|thanks))*[\s.!]*"
)
"""Says that something is to stay: "leave the pasta timer be", "hands off my alarms"."""
_STATE = lazy_pattern(
    r"(?:(?P<so>so|then|and so|ok(?:ay)? so|oh so)\b\W+|(?:and|but|ok|okay|oh|wait|now)\b\W+)?"
    r"(?P<what>it|that|this|they|those|(?:both|all)(?: of (?:it|them))?|(?:the|my|our|your) "
    r"[\w'-]+(?: [\w'-]+){0,3}?|[\w'-]+(?: [\w'-]+)?)"
    r"(?:'s| is|'re| are|'ll be| will be)(?: now| all| both| already| finally)* "
    rf"(?P<state>{_PAST}|off|gone|away)(?: (?:the list|(?:to|from|for|by) [\w: -]{{1,30}}?))?"
    r"(?P<asks>(?:,? (?:right|then|now|yes|yeah|correct|is it|isn't it|are they|aren't they|"
    r"won't it|will it|won't they|huh))*"
    r"[ ?]*)"
)
"""Tells how something is, and asks whether it is so: "so it is cancelled", "milk is removed?"."""
_ENTRY = re.compile(r"\b(?:timers?|alarms?|reminders?|routines?)\Z")
_QUOTED = re.compile(
    r"\b(?:is|was|that's)(?: exactly| just)? what (?:he|she|they|somebody|someone|"
    r"(?:my|our|his|her|the) [\w'-]+) (?:said|says|told|wrote|writes|wants|wanted|shouted)\b"
)
"""Says whose words are before it: "cancel it is what she said"."""


def _asks_state(line: str) -> bool:
    """Whether a sentence wants to hear that something was ended or changed."""
    found = _STATE.fullmatch(line[: _WINDOW + 1].rstrip(" .!"))
    if found is None:
        return False
    return bool(found["so"] or found["asks"].strip() or _ENTRY.search(found["what"]))


def mention_of(text: str) -> Mention | None:
    """Why none of the acts in a sentence is ordered; None where one may be, or none is named.

    Acts are those that end or change what is set or kept: cancel, stop, remove, move, forget.

    Args:
        text: The sentence as it was said; at most the length of a turn.
    """
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    if _asks_state(line):
        return "asked"
    if _QUOTED.search(line) and _VERB.search(line):
        return "told"
    return mention_with(line, _VERB)


def lets_stay(text: str) -> bool:
    """Whether an order says of something that nothing is to be done with it.

    Args:
        text: "leave the pasta timer be", "let the alarm stay", "don't touch my notes".
    """
    line = " ".join(text[: _WINDOW + 1].casefold().replace("\u2019", "'").split())
    return len(line) <= _WINDOW and _STAYS.fullmatch(line) is not None


def mention_with(line: str, verbs: re.Pattern[str]) -> Mention | None:
    """The same for other verbs; None where one of them is ordered, or none is there.

    Args:
        line: The sentence in small letters.
        verbs: The verbs, in groups of their forms: past, ing, base.
    """
    found: list[Mention] = []
    for clause in _CLAUSE.split(line):
        said = clause.strip()
        for verb in verbs.finditer(said):
            why = _why(said, said[max(0, verb.start() - _WINDOW) : verb.start()], verb)
            if why is None:
                return None
            found.append(why)
    return found[0] if found else None


def names_act(text: str) -> bool:
    """Whether a sentence has a verb of ending or changing something, ordered or not."""
    return _VERB.search(text.casefold()) is not None


def _why(clause: str, before: str, verb: re.Match[str]) -> Mention | None:
    if _POLITE_NOT.search(before):
        return None
    if _DENIED.search(before) or _REGRETTED.search(before) or _NONE.match(clause, verb.end()):
        return "denied"
    if verb["ing"] and _JUDGED.search(clause, verb.end()):
        return "denied"
    if verb["past"] and _DENIED_BEFORE_OBJECT.search(before):
        return "denied"
    if _ORDERS_POLITELY.search(clause):
        return None
    if _ASKS.search(clause[: verb.start()] if verb["past"] else clause[:_WINDOW]):
        return "asked"
    if verb["past"]:
        is_past = bool(_DOER.search(before) or _PERFECT.search(before))
        is_past = is_past or bool(_DONE.search(before) and not _WISHED.search(before))
        return "told" if is_past else None
    is_supposed = _WOULD.search(before) and "please" not in clause
    is_habit = (
        is_supposed or _HABIT.search(before) or _SUPPOSED.search(before) or _FORGETS.search(clause)
    ) or (_WILL.fullmatch(before) or _MYSELF.match(clause[:_WINDOW]))
    return "told" if is_habit else None
