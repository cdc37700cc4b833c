"""BriefingWriter: has a model word and order the stories of a run.

Invariant: whatever a model does, the stories are told: as the sources have them where it fails. A
model that would be shown nothing is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.briefing.draft import (
    PROMPT,
    answer_schema,
    checked_draft,
    question,
    shown_stories,
)
from jarvis_voice.briefing.model_question import BriefingModel, UnansweredError
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.platform.own_thread import in_own_thread


@dataclass(frozen=True, slots=True)
class BriefingWriter:
    """Words stories by a model.

    Attributes:
        model: Who words.
        most_tokens: Of one question; stories that do not fit stay as the sources have them.
    """

    model: BriefingModel
    most_tokens: int = 6_000

    async def word(self, work: BriefingWork) -> str:
        """Word and order the stories of the work; what came of it, in words."""
        shown = shown_stories(work, self.most_tokens)
        if not shown:
            return "no model was asked: there is nothing to word"
        try:
            answer = await self.model.answer(
                work, PROMPT, question(shown, work.stories), answer_schema(shown)
            )
        except UnansweredError as error:
            return f"{error}: the stories are as their sources have them"
        found = await in_own_thread(
            "briefing-draft", lambda _: checked_draft(answer, shown, work.stories)
        )
        told = dict(zip(range(len(work.told)), work.told, strict=True))
        work.stories = [found.stories[place] for place in found.order]
        work.told = [told[place] for place in found.order]
        left = len(found.order) - len(shown)
        budget = f", {left} stories were over the budget" if left else ""
        return f"{found.n_worded} sentences worded, {found.n_replaced} replaced{budget}"
