"""ShareQuestion: asks once whether models elsewhere may be told what is kept about the user.

Invariant: it is asked behind an answer, of the owner alone and at one door; only a whole utterance
that says yes and nothing else is a yes, and what was answered is told when the setting is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from jarvis_voice.assistant.graph import confirmation
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import ME, Outcome, ReceiptKind, ThreadKey
from jarvis_voice.language.en.heard_part import is_heard
from jarvis_voice.language.en.normalization import clean

SHARE_SECONDS = 120.0
"""How long the question stands: a long answer is spoken before it."""

NOT_KEPT = "I could not keep that in your settings, so I go on as before."

ShareAnswer = Literal["yes", "no"]

_IT = r"(?: (?:it|him|her|them|that|this|everything|all|the model|that model|about me|with it))*"
_YES = lazy_pattern(
    rf"(?:(?:yes|yeah|yep|sure|okay|ok) )?(?:you (?:may|can)|please|go ahead and)? ?"
    rf"(?:tell|share){_IT}(?: please)?"
    r"|(?:yes )?(?:that is|that's) (?:fine|okay|ok|all right|alright)(?: (?:with|by) me)?"
    r"|fine(?: (?:with|by) me)?|(?:yes )?i (?:do not|don't) mind|i agree|i allow (?:it|that)",
    re.IGNORECASE,
)
_NO = lazy_pattern(
    r"(?:no )?(?:please )?(?:do not|don't|never|you may not|you can't|you cannot|you must not)"
    rf"(?: (?:ever|please))?(?: (?:tell|share){_IT})?(?: please)?"
    r"|(?:no )?keep (?:it|that|this|them|everything) (?:to yourself|private|here|secret|local)"
    r"|(?:no )?(?:i would|i'd) rather (?:not|you did not|you didn't)"
    r"|(?:no )?i (?:do not|don't) want (?:that|this|it)"
    r"|(?:of course|certainly|absolutely|definitely|better|please) not|not at all",
    re.IGNORECASE,
)


class ShareSetting(Protocol):
    """What is set, and what may be, about telling models elsewhere."""

    @property
    def titles(self) -> Mapping[str, str]:
        """The models elsewhere that are not told yet: by their name, what a sentence calls them."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether nothing was decided."""
        ...

    async def was_asked(self) -> bool:
        """Whether the question was ever asked."""
        ...

    async def note_asked(self, *, was_asked: bool) -> None:
        """Keep whether the question was asked."""
        ...

    async def keep(self, answer: ShareAnswer) -> None:
        """Keep the answer as the setting, and let it hold at once.

        Raises:
            ConfigError: It cannot be kept, and nothing has changed.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Standing:
    """A question that waits for its answer."""

    question: str
    asked_in: str
    expires_at: float


class ShareQuestion:
    """Asks, and keeps the answer.

    Args:
        setting: What is set.
    """

    def __init__(self, setting: ShareSetting) -> None:
        self._setting = setting
        self._standing: dict[ThreadKey, _Standing] = {}

    @property
    def titles(self) -> Mapping[str, str]:
        """The models that it is about: by their name, what a sentence calls them."""
        return self._setting.titles

    @property
    def threads(self) -> Collection[ThreadKey]:
        """The threads in which a question waits for its answer."""
        return self._standing.keys()

    async def is_due(self, context: TurnContext) -> bool:
        """Whether it may be asked in this turn."""
        turn = context.turn
        is_owner = turn.origin.user_id == ME and "admin" in turn.origin.may
        is_asked = turn.source != "schedule" and not turn.dry_run
        if (
            not (is_owner and is_asked)
            or not self.titles
            or not self._setting.is_open
            or self._standing
        ):
            return False
        return not await self._setting.was_asked()

    def ask(self, context: TurnContext) -> str:
        """The question, which is to be told behind the answer of this turn."""
        turn = context.turn
        question = question_of([*self.titles.values()])
        expires_at = context.clock.seconds() + SHARE_SECONDS
        self._standing[turn.thread] = _Standing(question, turn.door, expires_at)
        return question

    def answer(self, context: TurnContext) -> ShareAnswer | None:
        """What a turn answers to the question, which stands for this one turn; None is nothing."""
        turn, standing = context.turn, self._standing.pop(context.turn.thread, None)
        if standing is None or context.clock.seconds() >= standing.expires_at:
            return None
        if turn.door != standing.asked_in or turn.source == "schedule":
            return None
        return answer_in(turn.text, [*self.titles.values()])

    async def note_told(self, thread: ThreadKey) -> None:
        """A turn of a thread was answered: what was asked in it is never asked again."""
        if thread in self._standing:
            await self._setting.note_asked(was_asked=True)

    def drop(self, thread: ThreadKey) -> None:
        """Drop the question of a thread: a yes to it comes too late from now on."""
        self._standing.pop(thread, None)

    async def note_heard(self, thread: ThreadKey, heard: str) -> None:
        """An answer was interrupted: a question that was not heard to its end was never asked."""
        standing = self._standing.get(thread)
        if standing and not is_heard(standing.question, heard):
            self.drop(thread)
            await self._setting.note_asked(was_asked=False)

    async def keep(self, answer: ShareAnswer, context: TurnContext) -> tuple[str, Outcome]:
        """Keep an answer; what to say of it, and what became of the turn."""
        context.ledger.note("action", f"memory.share {answer}")
        await context.record_act(None)
        kind, told = ReceiptKind.EFFECT, kept_words(answer, [*self.titles.values()])
        try:
            await self._setting.keep(answer)
        except ConfigError as error:
            at = context.clock.seconds()
            context.publish(ProblemReported(at, error.code, error.message))
            kind, told = ReceiptKind.FAILED, NOT_KEPT
        await context.record_act(kind)
        context.ledger.note("observation", f"{kind.value}: {told}")
        return told, "done" if kind is ReceiptKind.EFFECT else "failed"


def question_of(titles: Sequence[str]) -> str:
    """The question about these models."""
    who = _listed(titles)
    return f"May I tell {who} what you told me about yourself? Say yes or no."


def kept_words(answer: ShareAnswer, titles: Sequence[str]) -> str:
    """What is said of an answer that is kept."""
    who = _listed(titles)
    if answer == "yes":
        return f"Okay. From now on I tell {who} what you told me about yourself."
    return f"Okay. I do not tell {who} what you told me about yourself."


def answer_in(text: str, titles: Sequence[str]) -> ShareAnswer | None:
    """What an utterance answers to the question, or None where it is about something else."""
    answer = confirmation.answer_in(text)
    if answer in {"yes", "no"}:
        return "yes" if answer == "yes" else "no"
    is_asked_back = text.rstrip().endswith("?")
    for reading in (text, clean(text)):
        line = " ".join(re.sub(r"[^\w' ]+", " ", reading.lower()).split())
        for title in titles:
            line = line.replace(title.lower(), "it")
        if _NO.fullmatch(line):
            return "no"
        if _YES.fullmatch(line) and not is_asked_back:
            return "yes"
    return None


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
