"""What a follow-up does with the page that was opened last, where its move is known. Pure.

Invariant: only a page with a name is opened; what a browser alone can do is said to be beyond us.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern

_DENIED = re.compile(r"[\s,]*\b(?:not|instead of|rather than) [^,;.]*", re.I)
_CLAUSE = re.compile(r"[,;.!?]+\s+|\s+(?:because|cos|if|when|where|while)\s+", re.I)
_LEADS = lazy_pattern(
    r"\A(?:(?:no|nope|nah|not that|oh|sorry|and|now|then|actually|wrong one|i mean|i meant|i said|"
    r"i wanted|try|open|go to|go|what about|how about|ok|okay|let us|let's|also|instead|please|"
    r"take me to|give me|show me|next|change it to|switch to|make it|yeah|wait|up|or|but|hang on|"
    r"the (?:one|page|site|website) (?:from|of|for|by|called)|"
    r"it's|it is|it was|should be|do|get|bring up|load|can you|could you|just)\b(?!')[\s,.!]*)+",
    re.I,
)
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:too|then|please|now|instead|as well|i (?:meant?|mean|wanted|said|want)|next|"
    r"next to it|would be \w+(?: \w+)?|is better|thanks|love|mate|also|up|rather|tab|though|"
    r"and all|duh|lol|innit|there|pls))+\Z",
    re.I,
)
_NO_NAME = lazy_pattern(
    r"(?:i|i'\w+|you|you'\w+|he|she|we|they|they'\w+|it|it's|that|that's|this|those|is|are|was|"
    r"were|do|does|did|don't|can|can't|will|would|should|have|has|had|who|what|when|where|why|"
    r"how|which|with|there|here|wrong|other|another|else|different|one|again|back|thing|me|yes|"
    r"no|never|because|look|see|sale|called|on|so|very|all|bit|my|his|her|their)",
    re.I,
)
_MOST_NAME_WORDS = 3
_THE_ONE_OF = re.compile(r"\bthe (?:one|page|site|website) (?:from|of|for|by|called) [\w]", re.I)
_DECLINES = re.compile(r"(?:oh |ah |wait |sorry )*(?:no|nope|nah|not|sorry)\b", re.I)
_ORDINAL = re.compile(
    r"\b(?P<which>first|second|third|fourth|fifth|last|top|next|previous)\b", re.I
)
_NO_CLICK = "I cannot click in a page. I can open one by its name."
_NO_BACK = "I cannot go back in your browser. I can open a page by its name."
_NO_UNDO = "I cannot close what I opened. You can close it in your browser."
_FOUND_BY = frozenset({"open_result", "search", "wikipedia"})


def of_page_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """The page that is to be opened or read; None where none is named.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    last, before = topic.last("page"), topic.before_last("page")
    match move:
        case "back" | "undo":
            if before and before.name:
                return ResolvedTurn(f"open {before.name}")
            return ResolvedTurn("", _NO_BACK if move == "back" else _NO_UNDO)
        case "open":
            is_named = _DECLINES.match(said.text) or _THE_ONE_OF.search(said.text)
            name = next(_names(said.text), "") if is_named else ""
            is_other = bool(name) and not _ORDINAL.search(said.text)
            return ResolvedTurn(f"open {name}") if is_other else _opened(said.text, last)
        case "read":
            return ResolvedTurn("read the page")
        case "other":
            name = next(_names(said.text), "")
            return ResolvedTurn(f"open {name}") if name else None
        case _:
            return None


def _opened(text: str, last: Touched | None) -> ResolvedTurn | None:
    """One of the results by its place; what is in a page cannot be clicked."""
    which = _ORDINAL.search(text)
    is_result = last is not None and last.asked is not None and last.asked.name in _FOUND_BY
    if which and is_result:
        ordinal = which["which"].lower().replace("top", "first")
        return ResolvedTurn(f"open the {ordinal} one")
    return ResolvedTurn("", _NO_CLICK)


def _names(text: str) -> Iterator[str]:
    """Words that may be the name of a page, the first clause's first."""
    said = _DENIED.sub("", text).strip(" .,!?") or text
    for clause in _CLAUSE.split(said):
        name = _TAILS.sub("", f" {_LEADS.sub('', clause.strip(), count=1)}").strip()
        words = name.split()
        if 0 < len(words) <= _MOST_NAME_WORDS and not any(map(_NO_NAME.fullmatch, words)):
            yield name
