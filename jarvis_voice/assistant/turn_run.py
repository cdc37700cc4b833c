"""TurnRun: runs one turn from start to end, sends its answer and writes it down.

Invariant: it ends exactly once, whatever happens between; every error becomes a sentence; whoever
has heard an answer to its end finds it in the transcript.
"""

from __future__ import annotations

import asyncio
import logging

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.reply_stream import ReplyStream
from jarvis_voice.assistant.turn_dependencies import TurnDependencies
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported, TokensSpent, TurnEnded, TurnStarted
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import Outcome, Reply, TurnInput
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.store.turn_record import TurnRecord

log = logging.getLogger(__name__)

STOPPED = "Okay."

CANCEL_SECONDS = 3.0
"""How long a cancelled turn may take to end before it is left behind and logged."""


class TurnRun:
    """A turn that is running.

    Args:
        turn: What was asked.
        means: What it works with.
        is_stop: Whether it only asks to stop; what it stops has been stopped.

    Attributes:
        turn: What was asked.
        telling: Its sentences.
    """

    def __init__(self, turn: TurnInput, means: TurnDependencies, *, is_stop: bool) -> None:
        self.turn = turn
        self._bus = means.bus.at(turn.origin)
        self.telling = ReplyStream(turn, self._bus, means.clock)
        self._means = means
        self._is_stop = is_stop
        self._record = TurnRecord(means.store, turn, self._report)
        self._ledger = TurnLedger(self._tell_usage)
        self._task: asyncio.Task[Outcome] | None = None
        self._is_in_state = False  # the brain itself has written it into the conversation

    def begin(self) -> None:
        """Tell that the turn has started and start it; its end always reaches the reader."""
        turn = self.turn
        at = self._means.clock.seconds()
        self._bus.publish(TurnStarted(turn.turn_id, turn.thread_id, at, turn.text, turn.source))
        self._task = asyncio.create_task(self._carry_out(), name=turn.turn_id)
        self._task.add_done_callback(lambda _: self.telling.end())

    def drop(self) -> None:
        """Cancel it without waiting for its end."""
        self._begun.cancel()

    async def cancel(self) -> None:
        """Cancel it and wait, in bounded time; a cancel that was lost is sent once more."""
        task = self._begun
        for _ in range(2):
            if task.done():
                return
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_SECONDS / 2)
        if not task.done():
            log.error("turn %s did not end when it was cancelled", task.get_name())

    async def wind_up(self) -> Outcome:
        """End the work and write the turn down, whatever happened."""
        task = self._begun
        await self.cancel()
        is_over = task.done() and not task.cancelled()
        outcome: Outcome = task.result() if is_over else "cancelled"
        self.telling.drop_last()
        await self._record.look_again()
        if not self._record.is_ended or outcome == "cancelled":
            await self._write_end(outcome)
        await self._record.tidy()
        return outcome

    def tell_end(self, outcome: Outcome) -> None:
        """Tell that the turn is over."""
        at = self._means.clock.seconds()
        ended = TurnEnded(self.turn.turn_id, at, self.telling.text(), outcome)
        self._bus.publish(ended)

    def _tell_usage(self, usage: Usage) -> None:
        """Tell what a model has cost."""
        at, spent = self._means.clock.seconds(), (usage.input_tokens, usage.output_tokens)
        self._bus.publish(TokensSpent(self.turn.turn_id, at, usage.model, *spent))

    def _report(self, code: str, message: str) -> None:
        """Tell of something that the user of this turn should know."""
        self._bus.publish(ProblemReported(self._means.clock.seconds(), code, message))

    @property
    def _begun(self) -> asyncio.Task[Outcome]:
        if self._task is None:
            raise RuntimeError("the turn was never begun")
        return self._task

    async def _carry_out(self) -> Outcome:
        """Do the work, write the turn down, and only then tell the end of the answer."""
        outcome = await (self._stopped() if self._is_stop else self._answer())
        if self.telling.has_last:
            await self._write_end(outcome)
            self.telling.let_go()
        return outcome

    async def _stopped(self) -> Outcome:
        """Answer a stop word."""
        await self._record.begin(self._means.clock.now())
        self.telling.say(Reply(self.turn.turn_id, STOPPED, is_final=True))
        return "done"

    async def _answer(self) -> Outcome:
        """Run the brain; every error becomes a sentence and the outcome "failed"."""
        turn, means = self.turn, self._means
        soon = self.telling.say_working_soon()
        try:
            await self._record.begin(means.clock.now())
            context = self._context()
            async with asyncio.timeout(means.turn_seconds):
                outcome = await (await means.brain.get()).run(context)
                self._is_in_state = True
                return outcome
        except TimeoutError:
            spoken = "That took too long, so I stopped."
        except JarvisError as error:
            self._report(error.code, error.message)
            spoken = error.spoken
        except Exception as error:  # noqa: BLE001 - the turn is an edge: it ends in a sentence
            log_broken(log, f"turn {turn.turn_id}", error)
            self._report("turn-broke", f"The turn broke: {type(error).__name__}. See the log.")
            spoken = JarvisError.default_spoken
        finally:
            soon.cancel()
        self.telling.say(Reply(turn.turn_id, spoken, is_final=True))
        return "failed"

    def _context(self) -> TurnContext:
        means, telling = self._means, self.telling
        return TurnContext(
            self.turn,
            means.clock,
            self._bus.publish,
            say=telling.say,
            say_meanwhile=telling.say_meanwhile,
            started_at=means.clock.seconds(),
            ledger=self._ledger,
            record_act=self._record.act,
            is_lasting=means.store.schedule.is_kept,
        )

    async def _write_end(self, outcome: Outcome) -> None:
        turn, reply, brain = self.turn, self.telling.text(), self._means.brain.made
        if not self._record.is_kept:
            return
        try:
            if brain and not self._is_in_state:
                await brain.note_unfinished(turn.thread, turn.text, reply)
            await self._record.end(reply, outcome, self._ledger)
        except Exception as error:  # noqa: BLE001 - the turn's end must be told, come what may
            log_broken(log, f"the end of turn {turn.turn_id}", error)
            why = error.message if isinstance(error, JarvisError) else type(error).__name__
            message = f"This turn was not saved: {why.rstrip('.')}."
            self._report("turn-unwritten", message)
