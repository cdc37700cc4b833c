"""Sentences that claim an act, in a model's words. Pure.

Invariant: what was done is told from receipts (`brain.wording`); a sentence found here is not
spoken. The rules are patterns and cannot know every wording, so they lean to silence: `strict` is
for words beside which nothing was looked up, where a fact about the world is no loss.
"""

from __future__ import annotations

import re

_VERBS = (
    r"(?:open|launch|start|sav|send|sent|delet|remov|creat|play|set|book|order|call|turn|pull|"
    r"bring|brought|put|mut|clos|schedul|e-?mail|mail|writ|wrote|add|download|remind|lower|rais|"
    r"record|copi|past|install|updat|mov|load|switch|paus|resum|tak|took)"
)
_AUXILIARIES = (
    r"(?:(?:'ve|'ll|'m| have| will| am)?(?: (?:just|now|already|also|gone ahead and|"
    r"went ahead and|going to|be|been|\w+ly))*)"
)
_NOT_ASKED = r"(?<!\bshall )(?<!\bshould )(?<!\bcan )(?<!\bmay )"

_FIRST_PERSON = rf"{_NOT_ASKED}\bI{_AUXILIARIES} {_VERBS}\w*"
_SECOND_VERB = rf"\bI{_AUXILIARIES} \w+(?: \w+)? and {_VERBS}\w*"
_STATUS = (
    r"^(?:(?:ok|okay|sure|alright|of course)[,.!]? )?(?:(?:all )?(?:done|set)\b|here you go\b|"
    r"consider it done|(?:it|that)(?:'s| is) done\b|(?:successfully )?"
    r"(?:open|launch|start|play|sav|send|clos|creat|add|delet)ing (?:up )?"
    r"(?!hours?|times?|days?|nights?|in\b|at\b|on\b|from\b|with\b|as\b))"
)
_NOW = (
    r"\b(?:is|are) now (?:open|up|running|playing)\b|\b(?:up and|is|are) running now\b"
    r"|\byou(?:'re| are) now (?:on|at)\b|\bup and running\b"
)
_HAS_BEEN = (
    r"\b(?:has|have) (?:now )?been (?:opened|launched|started|taken|saved|sent)\b"
    r"(?! (?:in|by|on|since)\b)"
)
_CLAIM = re.compile(
    "|".join((_FIRST_PERSON, _SECOND_VERB, _STATUS, _NOW, _HAS_BEEN)), re.IGNORECASE
)

_PARTICIPLE = (
    r"(?:opened|launched|started|taken|saved|sent|deleted|removed|created|played|set|booked|ordered|"
    r"called|turned|muted|closed|scheduled|emailed|written|added|downloaded|lowered|raised|recorded|"
    r"copied|installed|updated|moved|loaded|switched|paused|resumed)"
)
_STRICT = re.compile(
    rf"^(?:successfully )?{_PARTICIPLE}\b"
    rf"|\b(?:is|are|was|were|has|have|been)(?: now| been| just)* (?:{_PARTICIPLE}|open|up|running|"
    r"playing|on your)\b"
    rf"|^\w+(?: \w+)? (?:{_PARTICIPLE}|off|on)[.!]?$"
    rf"|\b(?:timer|alarm|reminder|app|music|song|video)\b.* (?:has|is|was) {_VERBS}\w*",
    re.IGNORECASE,
)


def claims_an_act(sentence: str, *, strict: bool = False) -> bool:
    """Whether a sentence says that something was, is being or will be done.

    Args:
        sentence: One sentence.
        strict: Also take any passive or bare participle for a claim ("Mail sent.").
    """
    sentence = sentence.replace("\u2019", "'").strip()
    return bool(_CLAIM.search(sentence) or (strict and _STRICT.search(sentence)))
