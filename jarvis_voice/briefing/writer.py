"""BriefingWriter: has a model word and order the stories of a run.

Invariant: whatever a model does, the stories are told: as the sources have them where it fails. A
model that would be shown nothing is not asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from jarvis_voice.briefing.draft import (
    PROMPT,
    answer_schema,
    checked_draft,
    question,
    shown_stories,
)
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import Message
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.dependencies import StructuredChat

log = logging.getLogger(__name__)

MODEL_SECONDS = 25.0

OpenChat = Callable[[], AbstractAsyncContextManager[StructuredChat]]
"""Opens the models that may word, for one question."""


@dataclass(frozen=True, slots=True)
class BriefingWriter:
    """Words stories by a model.

    Attributes:
        open_chat: Opens the models, the best first behind one door.
        most_tokens: Of one question; stories that do not fit stay as the sources have them.
        seconds: For the answer.
    """

    open_chat: OpenChat
    most_tokens: int = 6_000
    seconds: float = MODEL_SECONDS

    async def word(self, work: BriefingWork) -> str:
        """Word and order the stories of the work; what came of it, in words."""
        shown = shown_stories(work, self.most_tokens)
        if not shown:
            return "no model was asked: there is nothing to word"
        message = Message("user", question(shown, work.stories))
        try:
            async with self.open_chat() as chat:
                await chat.load()
                async with asyncio.timeout(self.seconds):
                    answer = await chat.structured(
                        PROMPT, [message], answer_schema(shown), work.calls.append
                    )
        except TimeoutError:
            return "the model did not answer in time: the stories are as their sources have them"
        except PlannerError as error:
            log.info("a briefing was not worded: %s", error.code)
            return f"no usable answer ({error.code}): the stories are as their sources have them"
        found = await in_own_thread(
            "briefing-draft", lambda _: checked_draft(answer, shown, work.stories)
        )
        told = dict(zip(range(len(work.told)), work.told, strict=True))
        work.stories = [found.stories[place] for place in found.order]
        work.told = [told[place] for place in found.order]
        left = len(found.order) - len(shown)
        budget = f", {left} stories were over the budget" if left else ""
        return f"{found.n_worded} sentences worded, {found.n_replaced} replaced{budget}"
