"""What a follow-up asks of a fact or unsays of it, where its move is known. Pure."""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic

_SUBJECT = re.compile(
    r"(?P<subject>(?:(?:my|the|our) )?[\w-]+(?: [\w-]+){0,2}?)"
    r"(?:'s|(?: (?:is|are|was|were|has|have|takes?|lives?|likes?|costs?|starts?|goes|got|had|"
    r"needs?)\b))", re.I
)  # fmt: skip
_IT = re.compile(r"\b(?P<pronoun>it|they|them|he|she|him|her)\b(?!'(?:ll|d)\b)", re.I)
_TELLS_ANEW = re.compile(
    r"\b(?:moved|shifted|changed|gone|put|swapped|switched|now|got|went|lives|takes|"
    r"is|are|'s)\b", re.I
)  # fmt: skip
_LEADS = re.compile(
    r"(?:(?:oh|no|sorry|actually|well|wait|and|but|so|right|ok|okay|now)\b[\s,.]*)+", re.I
)


def of_told_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of or put right in what was told; None where nothing is.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    last = topic.last("fact")
    if topic.kind in {"fact", "profile", "self"} and move == "all":
        return ResolvedTurn("what do you know about me")
    about = topic.last("profile") if topic.kind == "profile" else None
    if about and about.name == "birthday" and move in {"left", "when"}:
        return ResolvedTurn("how many days until my birthday")
    if about and about.name and move == "ask":
        asks = "when" if about.name == "birthday" else "what"
        return ResolvedTurn(f"{asks} is my {about.name}")
    if topic.kind != "fact" or last is None or not last.name:
        return None
    if move in {"cancel", "undo"}:
        return ResolvedTurn(f"forget that {last.name}")
    if move == "set" and (new := _told_anew(said.text, last.name)):
        return ResolvedTurn(f"remember that {new}", is_guess=True)
    return ResolvedTurn(f"what did I tell you about {last.name}") if move == "ask" else None


def _told_anew(text: str, fact: str) -> str:
    """The news about a fact with its subject said out: "we moved the key to the shed"; else ""."""
    line = _LEADS.sub("", text.strip(" .,!?"), count=1) if _LEADS.match(text) else text.strip(" .")
    about, pointed = _SUBJECT.match(fact), _IT.search(line)
    if about is None or pointed is None or not _TELLS_ANEW.search(line):
        return ""
    return f"{line[: pointed.start()]}{about['subject']}{line[pointed.end() :]}"
