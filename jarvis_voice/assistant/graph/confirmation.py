"""Builds the question before a confirm-tier action and reads the user's yes or no. Pure.

Invariant: only a whole utterance that says yes and nothing else is a yes; all else is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypedDict

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import Source
from jarvis_voice.core.understanding import Understanding
from jarvis_voice.language.en.normalization import clean

ANSWER_SECONDS = 30.0
"""How long a question stands."""

DECLINED = "I left it."
TOO_LATE = "That was too long ago, so I did nothing. Ask me again."
ASKED_ELSEWHERE = "I asked that somewhere else. Please answer there."

LONGEST_HEARD = 400
"""Characters of an act that can be followed by ear: half a minute."""

TOO_LONG_TO_HEAR = (
    "That is too long to read to you, so I did not do it. Ask for it in the terminal: there I show "
    "all of it before I ask."
)
READ: frozenset[Source] = frozenset({"stdin", "http"})
"""Doors behind which somebody reads; behind the others an act that is too long to hear is not
asked about, since a yes would be to what nobody knows."""

Answer = Literal["yes", "no", "details"]


class ConfirmedAction(TypedDict):
    """What goes back to an action that was asked about: the answer, and to which one it is."""

    answer: str
    action_id: str


_YES = lazy_pattern(
    r"(?:yes|yeah|yep|yup|sure|okay|ok|go ahead|do it|go for it|of course|certainly|absolutely|"
    r"definitely|affirmative|yes do it|yes go ahead|yes you may|yes you can|you may|please do|"
    r"yes run it|run it|yes please do|correct|(?:yes )?that(?:'s| is) (?:right|correct)|"
    r"(?:yes )?(?:i am|i'm)(?: very| quite| absolutely)? sure|yes i am|yes i do|"
    r"yes (?:do|clear|delete|remove|erase|empty) (?:it|them|that|all|it all|everything|them all))"
    r"(?: yes| please| jarvis| do it| go ahead)*",
    re.IGNORECASE,
)
_NO = lazy_pattern(
    r"(?:no|nope|nah|negative|no way|do not|don't|don't do it|do not do it|never|rather not|"
    r"better not|not now|no don't|leave it|stop|cancel(?: it| that)?|never ?mind|forget it)"
    r"(?: no| please| thanks| thank you| jarvis| do it)*",
    re.IGNORECASE,
)
_DETAILS = lazy_pattern(
    r"(?:(?:give me |tell me |say )?(?:the |more )?details(?: please)?|what exactly|"
    r"what (?:would|will) (?:you|it|that) do(?: exactly)?|tell me more|more|what is it|"
    r"read it (?:to me|again|out))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that waits for the user's answer.

    Attributes:
        goal: What the user had asked for.
        question: As it was asked.
        details: What exactly would be done.
        asked_in: The door that the answer has to come through.
        expires_at: On the clock's monotonic seconds.
        action_id: Of this very action.
        understanding: What the turn that asks was understood as; after the answer it goes on.
    """

    goal: str
    question: str
    details: str
    asked_in: str
    expires_at: float
    action_id: str
    understanding: Understanding | None = None

    def standing_until(self, seconds: float) -> Pending:
        """The same question, standing until then."""
        return replace(self, expires_at=seconds)


def answer_in(text: str) -> Answer | None:
    """What an utterance answers, or None where it is about something else."""
    is_asked_back = text.rstrip().endswith("?")  # "Okay?" agrees to nothing
    for reading in (text, clean(text)):  # "please do" is a yes that is all politeness
        line = " ".join(re.sub(r"[^\w' ]+", " ", reading).split())
        if _YES.fullmatch(line):
            return None if is_asked_back else "yes"
        if _NO.fullmatch(line):
            return "no"
        if _DETAILS.fullmatch(line):
            return "details"
    return None


def question_of(what: str) -> str:
    """The question before an action, from its words after "I want to"; lines stay lines."""
    if "\n" in what:
        return f"I want to {what}\nShall I?"
    return f"I want to {what.rstrip('.')}. Shall I?"
