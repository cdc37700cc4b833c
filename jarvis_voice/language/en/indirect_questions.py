"""Words a question as the part of a sentence: "does Anna like fish", "whether Anna likes fish".

Invariant: pure; a question whose subject is not known where it begins and ends is not reworded.
"""

from __future__ import annotations

import re

_LEADS = r"(?:(?:and|so|but|oh|sorry|wait|remind me|tell me|do you know|any idea)\b[\s,]*)*"
_QUESTION = (
    r"(?P<asks>(?:(?:who|whose|what|where|when|which|how|why)\b(?: (?!(?:{aux})\b)[\w-]+){{0,3}})?)"
    r"(?:\s*(?P<aux>{aux})|(?P<short>'s|’s|'re|’re)) (?P<subject>{subject}(?P<owned>'s|’s|s')?)"
    r"(?P<rest>(?: .+)?)"
)
_AUX = "is|are|was|were|does|do|has|have|had|can|could|will|would|should|must"
_SHORT = {"'s": "is", "’s": "is", "'re": "are", "’re": "are"}
_ENDS_IN_ES = re.compile(r"(?:s|x|z|ch|sh|o)\Z")
_ENDS_IN_Y = re.compile(r"(?<![aeiou])y\Z")
_BESIDE_A_VERB = re.compile(
    r"(?:still|ever|really|also|always|often|usually|actually|even)\Z", re.I
)


def indirect(question: str, subject: str) -> str:
    """A question as it stands behind "you have not told me"; "" where it cannot be reworded.

    Args:
        question: As it was said.
        subject: Whom or what it is about, in its own words: "Anna", "the spare key".
    """
    line = re.sub(rf"\A{_LEADS}", "", " ".join(question.split()).strip(" .,!?"), flags=re.I)
    form = _QUESTION.format(aux=_AUX, subject=re.escape(subject))
    found = re.fullmatch(form, line, re.I)
    if found is None or not subject:
        return ""
    asks = found["asks"].strip() or "whether"
    aux = (found["aux"] or _SHORT[found["short"].lower()]).lower()
    rest = found["rest"].strip()
    asks = asks[0].lower() + asks[1:]
    if found["owned"]:
        is_named = aux in {"is", "are", "was", "were"} and asks != "whether" and bool(rest)
        return f"{asks} {found['subject']} {rest} {aux}" if is_named else ""
    if aux in {"does", "do"}:
        return f"{asks} {found['subject']} {_said_of(aux, rest)}" if rest else ""
    return " ".join([asks, found["subject"], aux, *([rest] if rest else [])])


def _said_of(aux: str, rest: str) -> str:
    """What stands behind the subject where no "does" leads it: "like fish" is "likes fish"."""
    if aux == "do":
        return rest
    words = rest.split()
    place = next((at for at, one in enumerate(words) if not _BESIDE_A_VERB.match(one)), 0)
    words[place] = _third(words[place])
    return " ".join(words)


def _third(verb: str) -> str:
    if verb.lower() == "have":
        return "has"
    if _ENDS_IN_Y.search(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _ENDS_IN_ES.search(verb) else f"{verb}s"
