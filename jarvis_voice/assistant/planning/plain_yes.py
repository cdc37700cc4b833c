"""Answers a yes to which nothing is waiting: it agrees, or asks for what nobody offered. Pure."""

from __future__ import annotations

import re

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.planning.plan import Finish, PlanView
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.open_questions import ends_in_question

_HEARD = lazy_pattern(
    r"(?:(?:oh|ah|aw+|oo+h?|ugh+|oof|meh|hm+|mhm|uh|well|and|but|so|i see|cool|nice|good|great|"
    r"lovely|too bad|shame)\b[\s,.!]*)*(?:okay|ok|kay|okie|alright|all right|right|righto|"
    r"okay fine|ok fine|(?:okay|ok) dokey|fair enough)(?:,? (?:then|thanks|jarvis|mate|love|dear|"
    r"babe|bab|hun|hon|bach|cariad|buddy|pal|cool|good|great))*",
    re.I,
)

_RIGHT = lazy_pattern(
    r"(?:exactly|quite|it's|that's|you're|very|absolutely|precisely|indeed|positive|agreed|true|"
    r"correct|right)(?: (?:so|right|true|correct|indeed))?",
    re.I,
)
_URGES = lazy_pattern(
    r"\b(?:go (?:on|ahead|for it)|(?:do|try|start|open|send|play|use|take) "
    r"(?:it|that|so|this|them)|"
    r"get on with it|get going|(?:how|what) about (?:it|that)|make it so|please do|proceed|"
    r"carry on|continue|let's (?:do|go|hear|have|see|try|start)|let us|why not|come on|"
    r"fire away|hit (?:it|me)|off you go|i'm (?:in|up for it)|i'd (?:like|love) (?:that|to)|"
    r"(?:i|we) (?:want|do want|need) (?:it|that|you to)|be my guest|that one|bring it on)\b",
    re.I,
)
"""Asks for something to be done that nobody offered."""
_PLAIN_WORDS = 2
"""Words of a mere yes."""


def answer_to_yes(view: PlanView) -> Finish:
    """A yes to nothing; an "okay" only says that the answer was heard, more that it was right."""
    line = view.goal.strip(" .!,")
    if _HEARD.fullmatch(line):
        return Finish(replies.OKAY)
    is_answer = bool(view.messages) and ends_in_question(view.messages[-1]["text"])
    if is_answer and not _RIGHT.fullmatch(line):
        return Finish(replies.NO_YES, "not_done")
    is_more = len(line.split()) > _PLAIN_WORDS and not _URGES.search(line)
    if is_more or _RIGHT.fullmatch(line):
        return Finish(replies.GOOD)
    return Finish(replies.NO_OFFER, "not_done")
