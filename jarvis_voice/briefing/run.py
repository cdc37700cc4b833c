"""Makes briefings: runs the steps in order, writes down how far it is, goes on after a crash.

Invariant: a user has one run at a time, and runs of two users do not mix; a step that was done is
not done again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from weakref import WeakKeyDictionary

from jarvis_voice.briefing.entries import page_key
from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.scores import Wishes
from jarvis_voice.briefing.sentences import next_sentences
from jarvis_voice.briefing.steps import (
    BriefingSources,
    StepContext,
    collate,
    gather,
    read,
    score,
    store,
    summarise,
)
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingRun,
    QuotedSentence,
    StepSpan,
    Taste,
    TasteKind,
)
from jarvis_voice.core.errors import JarvisError, ToolError
from jarvis_voice.core.ports import Clock
from jarvis_voice.store.briefing_port import BriefingStore

log = logging.getLogger(__name__)

GOES_ON = timedelta(hours=2)
"""So long after its begin a run that was cut short is gone on with; a later one begins anew."""

RECENT = 20
"""Runs that are looked at for a briefing that was made."""

MORE_SENTENCES = 3

_RUNNING: WeakKeyDictionary[BriefingStore, dict[str, asyncio.Event]] = WeakKeyDictionary()
"""Users whose briefing is being made, by the store: commands and tools have makers of their own."""


@dataclass(frozen=True, slots=True)
class BriefingStep:
    """One step of a run.

    Attributes:
        seconds: How long it may take.
        is_partial: Whether what it has until then is used; else the run has failed.
    """

    name: str
    work: Callable[[StepContext, BriefingWork], Awaitable[str]]
    seconds: float
    is_partial: bool = False


STEPS = (
    BriefingStep("gather", gather, 45, is_partial=True),
    BriefingStep("read", read, 45, is_partial=True),
    BriefingStep("score", score, 30),
    BriefingStep("store", store, 15),
    BriefingStep("summarise", summarise, 30),
    BriefingStep("collate", collate, 20),
)


@dataclass(frozen=True, slots=True)
class BriefingRules:
    """What the settings say of briefings.

    Attributes:
        topics: What the user wants to hear of; () is anything.
        keep_days: How long articles, stories and briefings are kept; 0 is for ever.
    """

    topics: tuple[str, ...] = ()
    stories: int = 7
    seconds: float = 90.0
    window: timedelta = timedelta(hours=26)
    threshold: float = 0.35
    keep_days: int = 14


class BriefingMaker:
    """Makes and keeps briefings; implements `core.briefing_desk.BriefingDesk`.

    Args:
        kept: Where they are kept.
        sources: Where they come from.
        rules: What the settings say.
        clock: The time.
        steps: Of a run, in order.
    """

    def __init__(
        self,
        kept: BriefingStore,
        sources: BriefingSources,
        rules: BriefingRules,
        clock: Clock,
        steps: Sequence[BriefingStep] = STEPS,
    ) -> None:
        self._kept = kept
        self._sources = sources
        self._rules = rules
        self._clock = clock
        self._steps = tuple(steps)
        self._running = _RUNNING.setdefault(kept, {})

    def ledger(self, user_id: str) -> BriefingLedger:
        """What is kept of a user."""
        return BriefingLedger(self._kept, user_id, self._clock.now)

    async def make(
        self, user_id: str, *, topics: Sequence[str] = (), trigger: str = "voice", turn_id: str = ""
    ) -> Briefing:
        """Make a briefing now; a run that a crash has cut short goes on at its step."""
        if user_id in self._running:
            raise ToolError("briefing-running", "Your briefing is being made already.")
        over = self._running[user_id] = asyncio.Event()
        try:
            return await self._make(user_id, tuple(topics), trigger, turn_id)
        finally:
            del self._running[user_id]
            over.set()

    async def settled(self, user_id: str) -> None:
        """Wait until no briefing of a user is being made."""
        if over := self._running.get(user_id):
            await over.wait()

    async def recent(self, user_id: str) -> Sequence[BriefingRun]:
        """The newest runs that made a briefing, the newest first."""
        return [run for run in await self.ledger(user_id).runs(RECENT) if run.briefing]

    async def note_told(self, user_id: str, number: int, turn_id: str) -> None:
        """Keep in which turn a briefing was told, or gone on with, last."""
        ledger = self.ledger(user_id)
        for run in await ledger.runs(RECENT):
            if run.number == number and run.turn_id != turn_id:
                await ledger.update(replace(run, turn_id=turn_id))

    async def more(
        self, user_id: str, number: int, position: int, told: int = 0
    ) -> Sequence[QuotedSentence]:
        """The next sentences of a story, in the order of its article."""
        ledger = self.ledger(user_id)
        run = next((one for one in await ledger.runs(50) if one.number == number), None)
        stories = run.briefing.stories if run and run.briefing else ()
        if not 1 <= position <= len(stories):
            return ()
        said = stories[position - 1].sentences
        page = page_key(said[0].url) if said else ""
        for article in await ledger.articles():
            if page_key(article.entry.url) == page:
                return next_sentences(article, said)[told : told + MORE_SENTENCES]
        return ()

    async def note_taste(
        self, user_id: str, kind: TasteKind, value: str, turn_id: str = ""
    ) -> None:
        """Keep that a user wants more or less of a host or a word, or nothing of it."""
        await self.ledger(user_id).keep_taste(Taste(kind, value.strip()), turn_id)

    async def _make(
        self, user_id: str, topics: tuple[str, ...], trigger: str, turn_id: str
    ) -> Briefing:
        ledger = self.ledger(user_id)
        if not await ledger.feeds() and not self._can_search(topics):
            message = "You follow no feeds yet. Add one: jarvis briefing feeds add URL."
            raise ToolError(
                "briefing-no-feeds", message, spoken="You follow no feeds yet, so I have no news."
            )
        run, work = await self._begun(ledger, topics, trigger, turn_id)
        wishes = Wishes(
            topics=topics or self._rules.topics,
            tastes=tuple(await ledger.tastes()),
            threshold=self._rules.threshold,
            most=self._rules.stories,
            window=self._rules.window,
            is_strict=bool(topics),
        )
        started = run.started_at.astimezone(self._clock.now().tzinfo)
        context = StepContext(
            user_id, ledger, self._sources, wishes, topics, started, self._rules.seconds
        )
        for step in self._steps:
            if step.name not in work.done:
                run = await self._step(step, context, run, work)
        made = work.briefing
        if made is None:
            raise await self._failure(ledger, run, "no briefing was made")
        made = replace(made, number=run.number)
        run = replace(run, state="done", step="", ended_at=self._clock.now(), briefing=made)
        await ledger.update(run)
        await self._prune()
        return made

    def _can_search(self, topics: tuple[str, ...]) -> bool:
        has_search = self._sources.search is not None and self._sources.n_results > 0
        return has_search and bool(topics or self._rules.topics)

    async def _begun(
        self, ledger: BriefingLedger, topics: tuple[str, ...], trigger: str, turn_id: str
    ) -> tuple[BriefingRun, BriefingWork]:
        """The run that was cut short, or a new one."""
        now = self._clock.now()
        if found := await ledger.unfinished():
            run, work = found
            if run.topics == topics and now - run.started_at <= GOES_ON:
                log.info("the briefing goes on behind its step %s", ", ".join(work.done) or "none")
                return run, work
            ended = replace(run, state="failed", ended_at=now, problem="it was cut short")
            await ledger.update(ended)
        run = BriefingRun(0, trigger, now, turn_id, topics, step=self._steps[0].name)
        run = replace(run, number=await ledger.begin(run))
        work = BriefingWork()
        await ledger.update(run, work)
        return run, work

    async def _step(
        self, step: BriefingStep, context: StepContext, run: BriefingRun, work: BriefingWork
    ) -> BriefingRun:
        """Do one step and write it down.

        Raises:
            ToolError: "briefing-failed".
        """
        began = time.perf_counter()
        problem, told = "", ""
        try:
            async with asyncio.timeout(step.seconds):
                told = await step.work(context, work)
        except TimeoutError:
            told = problem = f"it took longer than {step.seconds:g} seconds"
            if step.is_partial:
                work.notes.append(f"Not everything could be read: {problem}.")
        except JarvisError as error:
            problem = error.message
        span = StepSpan(step.name, round(time.perf_counter() - began, 3), not problem, told)
        run = replace(run, step=step.name, spans=(*run.spans, span))
        if problem and not (step.is_partial and told):
            raise await self._failure(context.ledger, run, problem)
        work.done.append(step.name)
        await context.ledger.update(run, work)
        return run

    async def _failure(self, ledger: BriefingLedger, run: BriefingRun, why: str) -> ToolError:
        """Write down that a run has failed; the error to raise."""
        failed = replace(run, state="failed", ended_at=self._clock.now(), problem=why)
        await ledger.update(failed)
        where = f" at the step {run.step}" if run.step else ""
        return ToolError(
            "briefing-failed",
            f"The briefing could not be made{where}: {why}",
            spoken="I could not make your briefing.",
        )

    async def _prune(self) -> None:
        if self._rules.keep_days:
            await self._kept.prune(self._clock.now() - timedelta(days=self._rules.keep_days))
