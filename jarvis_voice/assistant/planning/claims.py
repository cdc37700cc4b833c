"""Finds sentences of a model that claim an action. Pure.

Invariant: what was done is told from receipts (`assistant.planning.receipt_phrases`); a sentence
found here is not spoken. A first person is taken for a claim unless its verb is one that cannot be
an act; of other sentences patterns tell, which lean to silence. `strict` is for words beside which
nothing was looked up, where a fact about the world is no loss.
"""

from __future__ import annotations

import re
import unicodedata

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.sentences import SENTENCE_CHARACTERS, split_sentences

_SAFE_VERBS = (
    r"can|could|can't|cannot|couldn't|may|might|am not able|am unable|was not able|wasn't able|"
    r"am (?:jarvis|sorry|afraid|here|not|happy|glad|ready|fine|well|good|great|sure|a|an|the|your|"
    r"just an?|only|doing (?:well|fine|good|great)|listening|curious|called)|"
    r"do(?:n't| not)|do (?:know|think|hope|believe|have)|did(?:n't| not)|did find|"
    r"have(?:n't| not)|had(?:n't| not)|won't|will not|would(?:n't)?|"
    r"should(?:n't)?|know|think|believe|guess|suppose|understand|hope|wish|like|love|enjoy|need|"
    r"mean|see|hear|heard|found|find|read that|speak|suggest|recommend|apologi[sz]e|wonder|agree|"
    r"have (?:no|nothing|only|a|an|three|two|one|several|found|heard|read)|"
    r"was (?:made|built)|live|run on|"
    r"understood|said|say|feel|prefer|want|would love|must|cannot"
)
_FIRST_PERSON = lazy_pattern(
    r"(?<!\bshall )(?<!\bshould )(?<!\bcan )(?<!\bmay )(?<!\bcould )(?<!\bdo )(?<!\bdid )"
    r"(?<!\bwould )(?<!\bam )(?<!\bhave )"
    rf"\b(?:I|we|jarvis)\b(?! (?:{_SAFE_VERBS})\b)(?:'(?:ve|ll|m|d|s))? \w",
    re.IGNORECASE,
)
_NUMERAL = lazy_pattern(
    r"\b(?!(?:Sure|Okay|Ok|Yes|No|Now|Then|So|Well|Great|And|But)\b)[A-Z]\w+ I(?=[ ,(])"
)
"""World War I, Elizabeth I."""

_SAFE_CONTRACTION = lazy_pattern(
    r"\bI'(?:m (?:jarvis|sorry|afraid|here|not|happy|glad|ready|fine|well|good|great|sure|a|an|the|"
    r"your|just an?|only|doing (?:well|fine|good|great)|unable|listening|curious|called)|"
    r"d (?:love|like|suggest|recommend|need|be (?:happy|glad))|"
    r"ve (?:no|only|a|an|found|heard|read|not|never))\b",
    re.IGNORECASE,
)

_PARTICIPLE = (
    r"(?:opened|launched|started|taken|saved|sent|deleted|removed|created|played|set|booked|ordered|"
    r"called|turned|muted|unmuted|closed|scheduled|emailed|written|added|downloaded|lowered|raised|"
    r"recorded|copied|installed|updated|moved|loaded|switched|paused|resumed|stored|noted|kept|"
    r"remembered|forgotten|executed|completed|delivered|increased|decreased|cleared|pasted|skipped|"
    r"cancelled|canceled|reserved|posted|uploaded|locked|unlocked|enabled|disabled|finished|done|"
    r"transferred|paid|placed|forwarded|submitted|shared|archived|activated|restarted)"
)
_GERUND = (
    r"(?:open|launch|start|play|sav|send|clos|creat|add|delet|order|book|call|turn|mut|set|remov|"
    r"schedul|copy|download|paus|resum|skipp|runn|mail|writ|past|remind|forgett|remember|not|bring|"
    r"pull|switch|lock|install)ing"
)
_STATUS = (
    r"^(?:(?:ok|okay|sure|alright|of course|got it|great|perfect)[,.!]? )*(?:"
    r"(?:all )?(?:done|set|finished)\b(?! (?:in|by|by the)\b)|here you go\b|consider it done|"
    r"(?:it|that|this|everything)(?:'s| is| has been|'s been)(?: all| now| already)? "
    r"(?:done|taken care of|sorted|handled|set|deleted|saved|sent)\b|"
    r"(?:all |it's all )?taken care of|on it\b|there you go\b|consider it \w+ed\b|"
    r"(?:we're|we are|you're|you are) all set\b|"
    rf"(?:successfully )?{_GERUND} (?:up )?"
    r"(?!hours?|times?|days?|nights?|in\b|at\b|on\b|from\b|with\b|as\b)"
    r"|now [a-z]+ing\b)"
)
_BARE = (
    rf"^(?:(?:ok|okay|sure|alright|got it|great)[,.!]? )*(?:successfully )?{_PARTICIPLE}[.!]*$"
    rf"|^(?:the |your |my |a )?\w+(?: \w+)? (?:successfully )?{_PARTICIPLE}"
    # no word of it may be read in two ways, else each one doubles the work
    r"(?: (?:to your \w+|to the \w+|for \w+|successfully|now|already))*[.!]*$"
)
_NOW = (
    r"\b(?:is|are) now (?:open|up|running|playing|at|on|off|set|muted|paused)\b"
    r"|\b(?:up and|is|are) running now\b|\byou(?:'re| are) now (?:on|at)\b|\bup and running\b"
    r"|\bshould now be\b|\byou should (?:now )?(?:see|hear)\b|\bthat is already (?:open|done|on)\b"
    r"|\b(?:it|that|page|site|website)(?:'s| is) (?:already )?(?:open|up) (?:in|on) (?:your|the)\b"
    r"|\b(?:in|on) your (?:clipboard|browser|screen|desktop)\b|\bon its way\b"
    r"|\b(?:check|look at|see) your (?:clipboard|browser|screen|desktop|inbox)\b"
    r"|\byour (?:clipboard|browser|screen) (?:now )?(?:shows?|contains?|holds?|has)\b"
    r"|\b(?:payment|transfer|order|e-?mail|message) (?:just |already )?went (?:out|through)\b"
    r"|\blet me (?:just )?(?:open|launch|start|play|send|book|order|call|add|set|take|turn|run)\b"
    r"|\b(?:ran|worked|finished|completed|went) (?:through )?successfully\b"
    r"|\bsuccessfully (?:been )?\w+ed\b"
)
_HAS_BEEN = (
    r"\b(?:has|have) (?:now |just |already )?been (?:opened|launched|started|taken|saved|sent|"
    r"added|deleted|set|booked|ordered|removed|scheduled|copied|muted|noted)\b"
    r"(?! (?:in|by|on|since)\b)"
)
_YOURS = (
    rf"\byour \w+(?: \w+)? (?:is|are|was|were|has|have)(?: now| already| been| all)* "
    rf"(?:{_PARTICIPLE}|ready|live)\b"
)
_ASIDE = r"\bI(?:, | \(| -+ |\u2014| \u2013 )(?!(?:for one|too|as well)\b)\w"
"""A first person and an aside: "I, as you asked, opened it"."""

_WE = re.compile(r"\b(?:I|we)\b", re.IGNORECASE)
_AND_DID = lazy_pattern(
    r"\b(?:and|then)(?: then| also| have| just| already| now){0,40} "
    rf"{_PARTICIPLE}\b(?! (?:in|on|by|at)\b)",
    re.IGNORECASE,
)
"""What stands behind a harmless first verb: "I found it and opened it"."""

_THIRD_PERSON = r"\b(?:this|your|the) assistant (?:has|have|just|already|now|is|will|\w+ed)\b"
_CLAIM = lazy_pattern(
    "|".join((_STATUS, _BARE, _NOW, _HAS_BEEN, _YOURS, _THIRD_PERSON)), re.IGNORECASE
)
_ASIDE_CLAIM = re.compile(_ASIDE)

_STRICT = lazy_pattern(
    rf"\b(?:is|are|was|were|has|have|been)(?: now| been| just| already){{0,40}} "
    rf"(?:{_PARTICIPLE}|open|up|running|playing|on your|off|at \d+ percent)\b"
    rf"|^(?:successfully )?{_PARTICIPLE}\b"
    rf"|^\w+(?: \w+)? (?:{_PARTICIPLE}|off|on)[.!]?$"
    r"|'s (?:open|up|running|playing|done)\b|\bnow (?:at|on|off|in) (?:your|\d)"
    r"|\bon your (?:\w+ )?(?:list|desktop|screen)\b",
    re.IGNORECASE,
)
_KIND = re.compile(r"\b(?:timer|alarm|reminder|app|music|song|video|mail|message)\b", re.IGNORECASE)
_IS = re.compile(r" (?:has|is|was) \w", re.IGNORECASE)
_QUESTION = lazy_pattern(
    r"^\W*(?:(?:hello|hi|hey|good \w+|sure|okay|ok|well|so|and|but|or|then|great|alright|sorry)"
    r"\b\W+)*(?:shall|should|do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|"
    r"might|am|what|which|who|whose|whom|where|when|why|how|want|any|anything)\b",
    re.IGNORECASE,
)
"""How one begins that asks from its first word on: "The mail was sent, okay?" does not."""
_WORD_SIGN = re.compile(r"\w+")

_LOOK_ALIKES = str.maketrans("\u0406\u0456\u04c0\u0399\u2019\u02bc", "IiII''")
"""Letters of other scripts that are read as "I", and two that are read as an apostrophe."""


def claims_an_act(sentence: str, *, strict: bool = False) -> bool:
    """Whether a sentence says that something was, is being or will be done.

    Args:
        sentence: One sentence.
        strict: Also take any passive or bare participle for a claim ("MIT's website is open.").
    """
    if len(sentence) > SENTENCE_CHARACTERS:
        return any(claims_an_act(one, strict=strict) for one in split_sentences(sentence))
    sentence = " ".join(_as_heard(sentence).split()).strip("\"'* ")
    if _speaks_of_itself(sentence):
        return True
    if _asks(sentence):
        return False
    if _CLAIM.search(sentence) or _follows(_WE, _AND_DID, sentence):
        return True
    return strict and bool(_STRICT.search(sentence) or _follows(_KIND, _IS, sentence))


def _asks(sentence: str) -> bool:
    """Whether it begins as a question, and a question mark stands behind its last word."""
    if not _QUESTION.match(sentence):
        return False
    return "?" in sentence[max(word.end() for word in _WORD_SIGN.finditer(sentence)) :]


def _follows(first: re.Pattern[str], then: re.Pattern[str], sentence: str) -> bool:
    """Whether one thing stands somewhere behind another; each is looked for once."""
    found = first.search(sentence)
    return found is not None and then.search(sentence, found.end()) is not None


def _as_heard(sentence: str) -> str:
    """The sentence in plain letters: what nobody can see or hear must not hide a word."""
    plain = unicodedata.normalize("NFKC", sentence).translate(_LOOK_ALIKES)
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")


def _speaks_of_itself(sentence: str) -> bool:
    """Whether a first person does something that is more than to be, to know or to be able."""
    rest = _NUMERAL.sub("", _SAFE_CONTRACTION.sub("", sentence))
    return bool(_FIRST_PERSON.search(rest) or _ASIDE_CLAIM.search(rest))
