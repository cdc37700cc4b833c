"""ReplyStream: carries the sentences of one turn to the door that asked.

Invariant: the final sentence waits until it is let go; what only tells that work goes on is no part
of the answer.
"""

from __future__ import annotations

import asyncio

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import ReplyWorded, WorkReported
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import Reply, Source, TurnInput
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.core.written_answer import written

WORKING = "One moment."
WORKING_SECONDS = 1.5
"""After so long without a word a listener is told that work goes on."""

MOST_MEANWHILE = 50
"""Times that one turn may tell that work goes on."""

LONGEST_MEANWHILE = 500
"""Characters of one such word."""

HEARD: frozenset[Source] = frozenset({"voice", "key", "satellite"})
"""Doors behind which somebody listens, and cannot see that work goes on."""


class ReplyStream:
    """The sentences of one turn, in order.

    Args:
        turn: Whose sentences they are.
        bus: Where events go.
        clock: Event times.

    Attributes:
        replies: Sentences on their way to the reader, ended by None when the turn's work is over.
    """

    def __init__(self, turn: TurnInput, bus: Bus, clock: Clock) -> None:
        self._turn = turn
        self._bus = bus
        self._clock = clock
        self._said: list[Reply] = []
        self._n_meanwhile = 0
        self._is_over = False
        self._last: Reply | None = None  # told when the turn's end is written down
        self.replies: asyncio.Queue[Reply | None] = asyncio.Queue()

    @property
    def has_last(self) -> bool:
        """Whether the final sentence waits to be told."""
        return self._last is not None

    def text(self) -> str:
        """The written answer: all that was said, and what waits to be told."""
        return written([*self._said, *([self._last] if self._last else [])])

    def say(self, reply: Reply) -> None:
        """Tell a sentence at once; the final one waits until the turn is written down."""
        self.let_go()
        if reply.is_final:
            self._last = reply
        else:
            self._tell(reply)

    def let_go(self) -> None:
        """Tell the sentence that waits."""
        if self._last:
            last, self._last = self._last, None
            self._tell(last)

    def drop_last(self) -> None:
        """The sentence that waits is never told."""
        self._last = None

    def say_meanwhile(self, text: str) -> None:
        """Tell a listener that work goes on: no part of the answer, nor of what is kept."""
        if self._is_over or self._n_meanwhile == MOST_MEANWHILE:
            return
        self._n_meanwhile += 1
        text = visible_line(text[:LONGEST_MEANWHILE])
        turn_id = self._turn.turn_id
        self._bus.publish(WorkReported(turn_id, self._clock.seconds(), text))
        if self._turn.source in HEARD:
            self.replies.put_nowait(Reply(turn_id, text, is_final=False))

    def say_working_soon(self) -> asyncio.TimerHandle:
        """Tell a listener that work goes on, unless something is said or this is cancelled."""
        return asyncio.get_running_loop().call_later(WORKING_SECONDS, self._say_working)

    def end(self) -> None:
        """Let the reader know that nothing more comes: work that was left behind tells nothing."""
        self._is_over = True
        self.replies.put_nowait(None)

    def _say_working(self) -> None:
        if self._turn.source in HEARD and not self._said:
            self.say_meanwhile(WORKING)

    def _tell(self, reply: Reply) -> None:
        if reply.text:
            self._said.append(reply)
            self._bus.publish(
                ReplyWorded(
                    reply.turn_id,
                    self._clock.seconds(),
                    reply.text,
                    reply.is_final,
                    reply.lead,
                    reply.kind,
                )
            )
        self.replies.put_nowait(reply)
