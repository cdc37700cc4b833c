"""Finds the part of a turn that may order an act: all but what only asks to know. Pure.

Invariant: "why did my alarm not wake me" orders nothing, whatever words of acts are in it; "can you
cancel it", "could we move it to nine" and "what is on my list, and add eggs" do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.given_texts import without_given

_LONGEST = 2_000
_LEAD = (
    r"(?:(?:hey|hi|hello|ok|okay|so|and|but|or|then|now|well|oh|um|also|just|please|kindly|jarvis|"
    r"actually|quickly|quick question|if (?:so|not|yes)|listen|first|finally|"
    r"first of all|maybe|no|yes)\b[\s,]*)*"
)
_ENDS = lazy_pattern(
    r"(?<=[.!?;:])\s+|,\s+|\s+(?=(?:and|then|but)\s)|"
    r"\s+(?=or (?:can|could|will|would) you\s)|\s*\n+\s*",
    re.I,
)
_KNOWN = (
    r"(?:whether|if|what|what's|whats|which|who|whose|why|how|where|when|about|something|anything|"
    r"some|"
    r"more|all about)\b"
)
_INQUIRES = (
    r"(?:tell (?:me|us)|explain(?: to (?:me|us))?|describe|say|find out|figure out|check|see|look|"
    r"clear up(?: for me)?|work out|guess|think|consider|discuss|compare|define|know|imagine|"
    r"show (?:me|us)|run me through|walk me through|take a (?:look|guess)|give me)"
)
_KNOWS = lazy_pattern(
    rf"{_LEAD}(?:(?:can|could|would|will) (?:you|we) (?:please |just )*|do you |let's |let (?:me|"
    rf"us) |"
    rf"i (?:wonder|want to know|would like to know|'d like to know|need to know|am not sure|do not "
    rf"know|don't know)\b ?|i'm (?:not sure|curious|wondering) ?)?(?P<inquires>{_INQUIRES} )?"
    rf"(?:(?:at|into|over) (?:my |the |this |that )?(?:[\w'-]+ )?(?:and |to )?)?"
    rf"(?:(?:say|tell me|check|see|answer|explain) )?(?P<known>{_KNOWN})",
    re.I,
)
"""What begins as a question for knowledge, or as the wish to be told."""
_ASKING = frozenset(
    "what what's whats which who whose why how where when whether".split()  # noqa: SIM905
)
_INQUIRES_AFTER = lazy_pattern(
    rf"{_LEAD}(?:any (?:ideas?|tips?|thoughts|advice|clue)|or not)\b", re.I
)
_MAKES = lazy_pattern(
    rf"{_LEAD}(?:(?:can|could|would|will) you (?:please )?)?(?:write|compose|draft|create|make|"
    r"generate|invent|give (?:me|us)|show (?:me|us)|sing|tell (?:me|us))(?: me| us)? (?:an?|some|"
    r"the|"
    r"another|one|two|three) (?:[\w-]+ ){0,2}?(?:json|yaml|xml|example|code|function|snippet|regex|"
    r"poem|story|song|joke|haiku|rap|essay|speech|dialogue|limerick|riddle|quiz|fable|"
    r"fairy tale)s?\b",
    re.I,
)
"""What asks for a text that is made up, whatever acts are told of in it."""
_SUGGESTS = lazy_pattern(
    rf"{_LEAD}(?:how about|what about|what if|why not|why don't (?:you|we)|why do not (?:you|we)|"
    r"what do you say|how (?:does|would) an? .*\bsound(?=\W*\Z))\b",
    re.I,
)
_HOPES = lazy_pattern(
    rf"{_LEAD}(?:(?:please )?(?:see|check|look|find out|figure out|work out)|i (?:wonder|was "
    r"wondering|am wondering)|i'm wondering) (?:if|whether) (?:you|we|it|that) (?:can|could|might|"
    r"may|would|will)\b(?! (?:ever|have)\b)",
    re.I,
)
"""What wishes for an act in the form of a doubt: "see if you can cancel it"."""
_TELLS = lazy_pattern(
    rf"{_LEAD}(?:when|where|what|which) (?:i|you|we|he|she|it|they|i'd|i'm|would be|(?:the|my|our) "
    r"(?!.*\?)|belongs on .* is|is missing (?:on|from) .* is)\b",
    re.I,
)
"""What begins as a question and is none: "what I want is a timer", "when you get a second"."""
_ASKS = lazy_pattern(
    rf"{_LEAD}(?:is|are|was|were|am|do|does|did|has|have|had|should|must|shall|isn't|aren't|"
    r"doesn't|don't|didn't|wasn't|hasn't|haven't|would|will|could|can|may|might|can't|couldn't|"
    r"won't|wouldn't|shouldn't) (?!as well\b)[\w']+",
    re.I,
)
_LEAVE = lazy_pattern(
    rf"{_LEAD}(?:(?:can|could|would|will|won't|can't|couldn't|wouldn't) you\b|"
    r"(?:can|could|shall|may|might) we\b|"
    r"(?:do|would) you mind\b|do you think (?:you|we|i) (?:can|could|may|might)\b|"
    r"(?:are|were) you (?:able|up|ready|willing|free) (?:to|for)\b|should you not\b|"
    r"shouldn't you\b|would it (?:kill|hurt) you to\b|(?:may|might) i suggest\b|"
    r"(?:must you|do you have to) (?:always )?(?:speak|talk|go|sound|be) (?:so|that|this|too)\b|"
    r"(?:can|could|would|will) (?:(?:any|some) ?(?:body|one)|the kind soul)\b(?=.*\b(?:my|the|"
    r"that|this|me|it)\b)(?!.*\b(?:ever|really|legally|contract|subscription|have|be|know)\b)|"
    r"have you got an? .*\bfor me\b|"
    r"(?:is|are) there (?:an?|any|some)\b.*\b(?:you|we|i) (?:can|could|may) (?:open|show|see|bring|"
    r"look at)\b|do you have an? .*\b(?:you|we|i) (?:can|could|may) (?:open|show|see|look at)\b|"
    r"(?:is|would|could) (?:an?|the|my|that|this|another) .*\b(?:possible|doable)(?=\W*\Z)|"
    r"(?:is|would|will) it (?:be )?(?:possible|ok|okay|alright|"
    r"all right|"
    r"fine|too much)\b(?=.*\b(?:my|the|that|this|it|me|a|an|slower|faster|louder|quieter|softer|"
    r"slowly|quietly)\b)|"
    r"(?:can|could|may|might) i (?:please\b|also |just |maybe )*(?:have|get|see|ask|sleep|take|add|"
    r"trouble|hear|stay)\b|(?:may|might|can|could) i ask you\b|"
    r"(?:can|could|may|should|must|shouldn't|couldn't|can't) (?:my|our|the|that|this|it|everything|"
    r"all|both|(?:[\w']+ ){0,3}[\w']+(?= (?:be|go|come|get)\b))(?= )|is there (?:any|a|no) (?:way|"
    r"chance)(?: that)?(?: you\b| of\b| to\b)|have (?:my|the|it|this|that|an?)\b|do (?:the|my|it|"
    r"that|this|not|n't|an?|me|us|remind|set|cancel|add|put|make|wake|turn|stop|call|play|open|"
    r"keep|"
    r"let)\b|don't\b|.*\bplease\b|(?:was|were|am|is|are|can't|couldn't|won't) (?:up|out|off|in|on|"
    r"at|just|not|sorry|trust|believe|stand|wait|find|sleep|really)\b)",
    re.I,
)
"""Questions that are as good as orders: "can you", "could we", "may I have", "can it be louder"."""
_NO_LEAVE = lazy_pattern(
    rf"{_LEAD}(?:can|could|may|should|shall) (?!you\b|we\b)\S.*\b(?:or (?:not|is|does|will|should|"
    r"do|would|am|are)|wrong|harm|hurt|bad)\b",
    re.I,
)
_INFINITIVES = lazy_pattern(
    rf"{_LEAD}(?:(?:how|when|where|why|what|which)\b.*?\b(?:do|does|did|can|could|should|would|to|"
    r"will|might)\b|(?:should|can|could|may|might|would|will|do|does|did)\b|is it\b|.*\b(?:way|"
    r"best|how) to\b|.*\bhow\b)",
    re.I,
)
"""Heads whose verbs may go on behind an "and": "how do I open it and take out the seeds"."""
_NAMED = re.compile(
    r"\A(?:and|then|but)\s+(?:then |also |please )*(?:could|can|would|will|please|add|set|cancel|"
    r"remind|open|put|play|remove|delete|turn|call|start|stop|send|use|compute|run|"
    r"an? (?:alarm|timer|reminder)\b|"
    r"if (?:so|not|yes|any|(?:i|it|there|they|we|you) (?:do|does|am|is|are|have|has)(?:n't)?)[, ]+"
    r"(?:then |please )*(?:add|set|cancel|remind|open|put|play|remove|delete|turn|start|stop|move|"
    r"change|make|take|drop|skip)\b)",
    re.I,
)
_WANTS = lazy_pattern(
    r"\b(?:i|we)(?:'d| would)? (?:want|need|like|wish|prefer|must|should|have to|don't need|do not "
    r"need|don't want|do not want|no longer need|can do without|could do with)\b|\bdon't let\b|"
    r"\bplease\b|\b(?:we are|we're|i am|i'm) out of\b|\b(?:should|must|has to|needs?) (?:be|to|\w+ "
    r"(?:minutes?|hours?|seconds?))\b|\bno need\b",
    re.I,
)
"""What makes a statement a wish."""
_IDLE = lazy_pattern(
    rf"{_LEAD}(?:take (?:a (?:guess|look|moment|second|shot|stab|wild guess)|your time)|make it "
    r"(?:short|brief|quick|simple|fun)|keep it (?:short|brief|simple)|keep in mind|go on\b|"
    r"carry on|"
    r"let's see|let me see|don't forget to be|do not forget to be|be \w+$|never (?:mind|forget)|"
    r"watch out|give me (?:a|an|some|your)|"
    r"any (?:ideas?|tips?|thoughts|advice)|or not|right\b)",
    re.I,
)
"""Orders that ask for nothing but words."""
_STATES = lazy_pattern(
    rf"{_LEAD}(?:i|we|he|she|they|you|it|it's|i'm|i've|we're|my|our|the|this|that|there|these|"
    rf"those|"
    r"people|everybody|everyone|somebody|someone|nobody|some|most|many)\b",
    re.I,
)
_CHOICE = lazy_pattern(r"(?:(?:a|an|the|my|at|in|on|\d+)\s.*|\w+)\sor\s.*", re.I)
"""What a question lets somebody choose from: "an alarm at seven or at eight"."""
_SAYS_YES = lazy_pattern(
    r"\W*(?:(?:yes|yeah|yep|sure|ok|okay|of course|definitely|absolutely)[\s,]*)*(?:yes|yeah|yep|"
    r"please(?: do)?|do(?: it| so| that)?|go ahead|i (?:do )?think so|i guess so|let's(?: do it)?|"
    r"we should|you should|i say yes|it has|it is time)\W*",
    re.I,
)
"""The own answer to a question that is thus an order: "should we cancel it? yes, do"."""
_MEANS_IT = lazy_pattern(
    rf"{_LEAD}(?:if (?:so|not|yes|any|there (?:is|are)(?: not|n't)?(?: one| any)?|(?:i|it|they|we|"
    r"you) (?:do|does|am|is|are|have|has)(?: not|n't)?)[\s,]+(?:then |please )*)?(?:(?:can|could|"
    r"will|would) you (?:please )?)?(?:(?:set|start|add|cancel|stop|change|move|remove|take|delete|"
    r"drop|skip|open|turn|switch|put) (?:me )?(?:it|one|them|that|this|those)\b(?! (?:easy|simply|"
    r"briefly|like this))|make (?:it|that|them|one) (?:an? |half|\d|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|later|earlier)|(?:for |at )?(?:an? |half an? )?[\w-]+ "
    r"(?:seconds?|minutes?|hours?)(?: then| please)?\W*\Z|off with (?:it|them)\b)",
    re.I,
)
"""An order whose thing the question before it names: "do you have timers? set one"."""
_NAMED_TEXT = lazy_pattern(
    r"\bin the (?:sentence|phrase|words|line|song|poem|title)\b[^.!?\n:]*:\s", re.I
)
"""A text follows that is spoken of, and is no order."""


@lru_cache(maxsize=64)
def ordering_part(text: str) -> str:
    """The clauses of a turn that may order an act.

    Args:
        text: The turn as it was said.
    """
    text = text.replace("\u2019", "'")
    text = without_given(text)
    if named := _NAMED_TEXT.search(text[:_LONGEST]):
        text = text[: named.end()]
    clauses = _clauses(text[:_LONGEST])
    is_question = [_only_asks(one) for one in clauses]
    for at, (before, clause) in enumerate(pairwise(clauses), 1):
        if is_question[at - 1] and _goes_on(before, clause):
            is_question[at] = True
    for at, clause in enumerate(clauses[1:], 1):
        is_said_on = not is_question[at] and is_question[at - 1]
        if is_said_on and (_answers_itself(clauses[at - 1], clause) or _MEANS_IT.match(clause)):
            is_question[at - 1] = False
    if not any(is_question):
        return text
    left = zip(clauses, is_question, strict=True)
    return " , ".join(one for one, asks in left if not asks and not _is_idle(one))


def _clauses(text: str) -> list[str]:
    """The clauses; a comma that only follows a lead ends none."""
    found: list[str] = []
    for one in _ENDS.split(text.strip()):
        if not one.strip():
            continue
        if found and re.fullmatch(_LEAD, found[-1], re.I):
            found[-1] = f"{found[-1]} {one}"
        else:
            found.append(one.strip())
    return found


def _only_asks(clause: str) -> bool:
    """Whether a clause asks to know something, and orders nothing."""
    if any(one.match(clause) for one in (_SUGGESTS, _HOPES, _TELLS)):
        return False
    if _MAKES.match(clause):
        return True
    if asked := _KNOWS.match(clause):
        return asked["inquires"] is not None or asked["known"].lower() in _ASKING
    if _INQUIRES_AFTER.match(clause):
        return True
    if _NO_LEAVE.match(clause):
        return True
    return _ASKS.match(clause) is not None and _LEAVE.match(clause) is None


def _answers_itself(question: str, clause: str) -> bool:
    """Whether a yes or no question is answered with yes by who asks it."""
    return _ASKS.match(question) is not None and _SAYS_YES.fullmatch(clause) is not None


def _goes_on(before: str, clause: str) -> bool:
    """Whether an "and" goes on with the verbs of a question: "how do I open it and clean it"."""
    is_joined = re.match(r"(?:and|then|but)\s", clause, re.I) is not None
    if before.endswith(("?", "!", ".")):
        return False
    if not is_joined or not (_INFINITIVES.match(before) or _MAKES.match(before)):
        return False
    return _NAMED.match(clause) is None and not _STATES.match(clause)


def _is_idle(clause: str) -> bool:
    """Whether a clause beside a question orders nothing but words, or only tells something."""
    if _IDLE.match(clause):
        return True
    if _WANTS.search(clause):
        return False
    return _STATES.match(clause) is not None or _CHOICE.fullmatch(clause) is not None
