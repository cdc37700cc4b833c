"""Researcher: searches and reads pages until they answer a question.

Invariant: at most 15 steps and 80 seconds; whatever a model, a search or a page does, the research
ends in an answer from what was read, or in none. When it ends or is cancelled nothing goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.dependencies import StructuredChat, WebSearch
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.research.digest import digest
from jarvis_voice.tools.research.notes import ENOUGH_PAGES, ResearchNotes
from jarvis_voice.tools.research.sources import pages_to_read
from jarvis_voice.tools.research.steps import (
    BadStepError,
    Conclusion,
    Read,
    Search,
    Step,
    checked,
    possible_actions,
    situation,
    step_schema,
    system_prompt,
)
from jarvis_voice.tools.research.web import ResearchWeb, refined_query
from jarvis_voice.tools.web.page_fetch import PageReader

RESEARCH_SECONDS = 80.0
MODEL_SECONDS = 6.0
MAX_MISSES = 2
"""Unusable steps in a row after which a model is not asked again."""

END_SECONDS = 15.0
"""With less time than this left a model may only answer."""

RULE_SEARCHES = 2
"""Searches without a model: the question itself, and its key words."""

FIRST_WORD_SECONDS = 8.0
NEXT_WORD_SECONDS = 20.0
STILL_WORKING = "I am still working on it."

TIMED_OUT = "chat-timeout"

Pause = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ResearchResult:
    """The answer that the research found, if any.

    Attributes:
        conclusion: None where nothing answers the question.
        is_cut: Steps or time ran out before it was finished.
    """

    conclusion: Conclusion | None
    is_cut: bool


class Researcher:
    """Researches questions, with a model's steps or by a fixed rule.

    Args:
        search: Searches the web.
        pages: Reads pages.
        chat: Chooses the steps and words the answer; without it both are done by rule.
        seconds: Monotonic seconds.
        pause: Waits for so many seconds.
    """

    def __init__(
        self,
        search: WebSearch,
        pages: PageReader,
        chat: StructuredChat | None = None,
        seconds: Callable[[], float] = time.monotonic,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._search = search
        self._pages = pages
        self._chat = chat
        self._seconds = seconds
        self._pause = pause

    async def find_out(self, notes: ResearchNotes, context: ToolContext) -> ResearchResult:
        """Research a question; the notes are filled on the way."""
        run = _Run(self._search, self._pages, notes, self._seconds)
        async with _telling(context.say, self._pause):
            conclusion = None
            if self._chat is not None:
                await self._chat.load()
                conclusion = await run.by_model(self._chat, context)
            if conclusion is None:
                await run.by_rule()
                conclusion = await run.digested()
        # a model that answered in its last step was not cut short
        return ResearchResult(conclusion, is_cut=run.is_cut)


@asynccontextmanager
async def _telling(say: Callable[[str], None], pause: Pause) -> AsyncIterator[None]:
    """Say now and then that the work goes on, while the body runs."""

    async def tell() -> None:
        await pause(FIRST_WORD_SECONDS)
        while True:
            say(STILL_WORKING)
            await pause(NEXT_WORD_SECONDS)

    teller = asyncio.create_task(tell(), name="still-working")
    try:
        yield
    finally:
        teller.cancel()
        await asyncio.wait({teller})


class _Run:
    """One piece of research, from its first step to its last."""

    def __init__(
        self,
        search: WebSearch,
        pages: PageReader,
        notes: ResearchNotes,
        seconds: Callable[[], float],
    ) -> None:
        self._web = ResearchWeb(search, pages, notes, self._left_seconds)
        self._notes = notes
        self._seconds = seconds
        self._deadline = seconds() + RESEARCH_SECONDS
        self.is_cut = False

    def _left_seconds(self) -> float:
        return max(self._deadline - self._seconds(), 0.0)

    def _may_go_on(self) -> bool:
        """Whether there are steps and time left; notes it where there are not."""
        if self._notes.steps_left and self._left_seconds() > 0:
            return True
        self.is_cut = True
        return False

    async def by_model(self, chat: StructuredChat, context: ToolContext) -> Conclusion | None:
        """Let a model choose the steps; None where it cannot or the limit was reached."""
        misses, complaint = 0, ""
        while self._may_go_on():
            try:
                step = await self._asked(chat, context, complaint)
            except (PlannerError, BadStepError) as error:
                misses, complaint = misses + 1, _complaint(error)
                self._notes.think(f"The language model gave no usable step: {_why(error)}")
                if misses == MAX_MISSES or not _may_ask_again(error):
                    self._notes.think("I go on without the language model.")
                    return None
                continue
            misses, complaint = 0, ""
            if step is None:
                return None
            if isinstance(step, Conclusion):
                self._notes.act("answer", " ".join(step.sentences))
                self._notes.observe(f"cites {', '.join(s.host for s in step.sources)}")
                return step
            await self._take(step)
        return None

    async def _asked(
        self, chat: StructuredChat, context: ToolContext, complaint: str
    ) -> Step | None:
        """The model's next step; None where nothing is possible.

        Raises:
            PlannerError: It gave none.
            BadStepError: It gave one that cannot be taken.
        """
        notes = self._notes
        is_last = notes.steps_left == 1 or self._left_seconds() < END_SECONDS
        actions = possible_actions(notes, must_end=is_last)
        if not actions:
            return None
        notes.n_steps += 1
        messages = await in_own_thread("extracts", lambda _: situation(notes, complaint))
        schema = step_schema(notes, actions)
        prompt = system_prompt(actions, context.now)
        try:
            async with asyncio.timeout(min(MODEL_SECONDS, self._left_seconds())):
                answer = await chat.structured(prompt, messages, schema, context.ledger.spent)
        except TimeoutError:
            raise PlannerError(TIMED_OUT, "The model did not answer in time.") from None
        if answer.thought:
            notes.think(answer.thought)
        return await in_own_thread("check", lambda _: checked(answer, notes))

    async def _take(self, step: Search | Read) -> None:
        if isinstance(step, Search):
            await self._web.search(step.query)
        else:
            await self._web.read(step.indexes)

    async def by_rule(self) -> None:
        """Search and read until two pages were read, or nothing is left to try."""
        notes, is_fresh = self._notes, True
        while notes.n_pages < ENOUGH_PAGES and self._may_go_on():
            choice = pages_to_read(notes.results, notes.tried)
            may_search = len(notes.queries) < RULE_SEARCHES
            if not choice and not may_search:
                return
            notes.n_steps += 1
            if choice and (is_fresh or not may_search):
                await self._web.read(choice)
                is_fresh = False
            else:
                notes.think(_thought(notes))
                await self._web.search(refined_query(notes) if notes.queries else notes.question)
                is_fresh = True

    async def digested(self) -> Conclusion | None:
        """The answer in the sources' own sentences."""
        notes = self._notes
        chosen = await in_own_thread(
            "digest", lambda late: digest(notes.question, notes.sources, is_late=late)
        )
        if not chosen:
            return None
        cited = list(dict.fromkeys(one.source for one in chosen))
        notes.act(
            "answer", " ".join(f"{one.sentence} [{cited.index(one.source) + 1}]" for one in chosen)
        )
        sources = tuple(notes.sources[number] for number in cited)
        notes.observe(f"cites {', '.join(source.host for source in sources)}")
        return Conclusion(tuple(one.sentence for one in chosen), sources)


def _thought(notes: ResearchNotes) -> str:
    if not notes.queries:
        return "I search for what was asked."
    return f"I could read {notes.n_pages} of {len(notes.tried)} pages, so I search again."


def _may_ask_again(error: PlannerError | BadStepError) -> bool:
    return isinstance(error, BadStepError) or error.code in {*MAY_ASK_AGAIN, TIMED_OUT}


def _complaint(error: PlannerError | BadStepError) -> str:
    is_bad = isinstance(error, BadStepError)
    return str(error) if is_bad else "It was not one whole JSON step of the schema."


def _why(error: PlannerError | BadStepError) -> str:
    return str(error) if isinstance(error, BadStepError) else f"{error.code}."
