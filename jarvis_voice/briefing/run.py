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

from jarvis_voice.briefing.course import STEPS, BriefingStep, open_steps
from jarvis_voice.briefing.entries import page_key
from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.passing_store import PassingBriefingStore
from jarvis_voice.briefing.run_board import board_of
from jarvis_voice.briefing.scores import Wishes
from jarvis_voice.briefing.sentences import next_sentences
from jarvis_voice.briefing.steps import BriefingSources, StepContext
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
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.store.briefing_port import BriefingStore

log = logging.getLogger(__name__)

GOES_ON = timedelta(hours=2)
"""So long after its begin a run that was cut short is gone on with; a later one begins anew."""

PREPARED_SECONDS = 75 * 60
"""So long a briefing that waits for a routine is taken by another one, such as one that mails."""

RECENT = 20
"""Runs that are looked at for a briefing that was made."""

MORE_SENTENCES = 3

KEPT_KEYS = 200
"""So many runs back a program that asks again with its key finds the run that it began."""


MailBriefing = Callable[[str, int], Awaitable[str]]
"""Mails a briefing of a user, by its number, to who is confirmed; tells what came of it."""


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
        mail: Mails those that are to be mailed; None mails none.

    Attributes:
        board: Which runs are under way.
    """

    def __init__(
        self,
        kept: BriefingStore,
        sources: BriefingSources,
        rules: BriefingRules,
        clock: Clock,
        steps: Sequence[BriefingStep] = STEPS,
        mail: MailBriefing | None = None,
    ) -> None:
        self._kept = kept
        self._sources = sources
        self._rules = rules
        self._clock = clock
        self._steps = tuple(steps)
        self._mail = mail
        self.board = board_of(kept)

    def ledger(self, user_id: str) -> BriefingLedger:
        """What is kept of a user."""
        return BriefingLedger(self._kept, user_id, self._clock.now)

    async def make(
        self,
        user_id: str,
        *,
        topics: Sequence[str] = (),
        trigger: str = "voice",
        turn_id: str = "",
        is_dry: bool = False,
    ) -> Briefing:
        """Make a briefing now; a run that a crash has cut short goes on at its step."""
        kept = PassingBriefingStore(self._kept) if is_dry else self._kept
        wanted = BriefingRun(0, trigger, self._clock.now(), turn_id, tuple(topics))
        self.board.enter(user_id)
        try:
            begun = await self._begin(BriefingLedger(kept, user_id, self._clock.now), wanted)
            return await self.board.carry_out(user_id, self._go(*begun))
        finally:
            self.board.leave(user_id)

    async def prepare(self, user_id: str) -> Briefing:
        """Make a briefing for a routine, or take the one that another routine had made just now."""
        runs = await self.ledger(user_id).runs(1)
        for run in runs:
            is_new = seconds_between(run.started_at, self._clock.now()) <= PREPARED_SECONDS
            is_waiting = run.trigger == "routine" and not run.turn_id and run.state == "done"
            if run.briefing and is_new and is_waiting:
                return run.briefing
        return await self.make(user_id, trigger="routine")

    async def start(
        self,
        user_id: str,
        topics: Sequence[str],
        trigger: str,
        key: str = "",
        *,
        sends: bool = False,
    ) -> int:
        """Begin to make a briefing; its number. How it goes is told by `board`.

        Args:
            user_id: Whose.
            topics: Only what is about these.
            trigger: What asks.
            key: Asked again with the same one, the run of before is answered; "" is none.
            sends: Whether it is mailed then.

        Raises:
            ToolError: As `make`, or "briefing-key": the key was used for other topics, or for a
                briefing that is not mailed.
        """
        if key:
            runs = await self.ledger(user_id).runs(KEPT_KEYS)
            if known := next((one for one in runs if one.key == key), None):
                if known.topics != tuple(topics):
                    message = "This key was used for a briefing about other topics."
                    raise ToolError("briefing-key", message)
                if sends and not known.sends:
                    message = "This key was used for a briefing that is not mailed."
                    raise ToolError("briefing-key", message)
                if known.state != "running" or self.board.is_making(user_id):
                    return known.number
        wanted = BriefingRun(
            0, trigger, self._clock.now(), topics=tuple(topics), key=key, sends=sends
        )
        self.board.enter(user_id)
        try:
            context, run, work = await self._begin(self.ledger(user_id), wanted)
        except BaseException:
            self.board.leave(user_id)
            raise
        self.board.note(user_id, run)
        going = self._go_beside(context, run, work)
        self.board.in_background(going, f"briefing {run.number}")
        return run.number

    async def _go_beside(self, context: StepContext, run: BriefingRun, work: BriefingWork) -> None:
        try:
            await self.board.carry_out(context.user_id, self._go(context, run, work))
        except JarvisError as error:
            log.info("a briefing was not made: %s", error.code)
        except Exception as error:  # noqa: BLE001 - nobody waits for it
            log_broken(log, "a briefing", error)
        finally:
            self.board.leave(context.user_id)

    async def settled(self, user_id: str) -> None:
        """Wait until no briefing of a user is being made."""
        await self.board.settled(user_id)

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

    async def _begin(
        self, ledger: BriefingLedger, wanted: BriefingRun
    ) -> tuple[StepContext, BriefingRun, BriefingWork]:
        topics, user_id, mail = wanted.topics, ledger.user_id, self._mail
        if not await ledger.feeds() and not self._can_search(topics):
            message = "You follow no feeds yet. Add one: jarvis briefing feeds add URL."
            raise ToolError(
                "briefing-no-feeds", message, spoken="You follow no feeds yet, so I have no news."
            )
        run, work = await self._begun(ledger, wanted)
        wishes = Wishes(
            topics=topics or self._rules.topics,
            tastes=tuple(await ledger.tastes()),
            threshold=self._rules.threshold,
            most=self._rules.stories,
            window=self._rules.window,
            is_strict=bool(topics),
        )
        context = StepContext(
            user_id,
            ledger,
            self._sources,
            wishes,
            topics,
            run.started_at.astimezone(self._clock.now().tzinfo),
            self._rules.seconds,
            run.number,
            (lambda number: mail(user_id, number)) if mail and run.sends else None,
        )
        return context, run, work

    async def _go(self, context: StepContext, run: BriefingRun, work: BriefingWork) -> Briefing:
        ledger = context.ledger
        steps = [one for one in self._steps if one.is_wanted(context)]
        while left := open_steps(steps, work.done):
            step, by = await self._next(left, context, run, work)
            run = await self._step(step, by, context, run, work)
        made = run.briefing
        if made is None:
            raise await self._failure(context, run, "no briefing was made")
        run = replace(run, state="done", step="", ended_at=self._clock.now())
        await ledger.update(run)
        self.board.note(context.user_id, run)
        if run.number:  # a dry run leaves also what is old
            await self._prune()
        return made

    async def _next(
        self,
        left: Sequence[BriefingStep],
        context: StepContext,
        run: BriefingRun,
        work: BriefingWork,
    ) -> tuple[BriefingStep, str]:
        """The step that is next, and who chose it."""
        chooser = context.sources.chooser
        if chooser and len(left) > 1:
            name = await chooser.choose({one.name: one.purpose for one in left}, run.spans, work)
            if found := next((one for one in left if one.name == name), None):
                return found, "model"
        return left[0], "table"

    def _can_search(self, topics: tuple[str, ...]) -> bool:
        has_search = self._sources.search is not None and self._sources.n_results > 0
        return has_search and bool(topics or self._rules.topics)

    async def _begun(
        self, ledger: BriefingLedger, wanted: BriefingRun
    ) -> tuple[BriefingRun, BriefingWork]:
        """The run that was cut short, or a new one."""
        now = wanted.started_at
        if found := await ledger.unfinished():
            run, work = found
            if run.topics == wanted.topics and now - run.started_at <= GOES_ON:
                log.info("the briefing goes on behind its step %s", ", ".join(work.done) or "none")
                # who wanted it mailed before the crash may have lost the right to since
                return replace(run, key=wanted.key or run.key, sends=wanted.sends), work
            ended = replace(run, state="failed", ended_at=now, problem="it was cut short")
            await ledger.update(ended)
        run = replace(wanted, step=self._steps[0].name)
        run = replace(run, number=await ledger.begin(run))
        work = BriefingWork()
        await ledger.update(run, work)
        return run, work

    async def _step(
        self,
        step: BriefingStep,
        by: str,
        context: StepContext,
        run: BriefingRun,
        work: BriefingWork,
    ) -> BriefingRun:
        """Do one step and write it down.

        Raises:
            ToolError: "briefing-failed".
        """
        began = time.perf_counter()
        problem, told, has_failed = "", "", False
        try:
            async with asyncio.timeout(step.seconds):
                told = await step.work(context, work)
        except TimeoutError:
            told = problem = f"it took longer than {step.seconds:g} seconds"
            has_failed = not step.is_partial
            if step.is_partial:
                work.notes.append(f"Not everything could be read: {problem}.")
        except JarvisError as error:
            told, problem, has_failed = "", error.message, True
        if step.may_fail:
            told, has_failed = told or problem, False
        span = StepSpan(step.name, round(time.perf_counter() - began, 3), not problem, told, by)
        made = work.briefing
        run = replace(
            run,
            step=step.name,
            spans=(*run.spans, span),
            calls=tuple(work.calls),
            briefing=replace(made, number=run.number) if made else None,
            steering_problem=work.steering_problem,
        )
        if has_failed:
            raise await self._failure(context, run, problem)
        work.done.append(step.name)
        await context.ledger.update(run, work)
        self.board.note(context.user_id, run)
        return run

    async def _failure(self, context: StepContext, run: BriefingRun, why: str) -> ToolError:
        """Write down that a run has failed; the error to raise."""
        failed = replace(run, state="failed", ended_at=self._clock.now(), problem=why)
        await context.ledger.update(failed)
        self.board.note(context.user_id, failed)
        where = f" at the step {run.step}" if run.step else ""
        return ToolError(
            "briefing-failed",
            f"The briefing could not be made{where}: {why}",
            spoken="I could not make your briefing.",
        )

    async def _prune(self) -> None:
        if self._rules.keep_days:
            await self._kept.prune(self._clock.now() - timedelta(days=self._rules.keep_days))
