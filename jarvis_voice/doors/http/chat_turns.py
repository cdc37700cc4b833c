"""ChatTurns: runs the turns of clients that speak OpenAI's chat."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, timedelta

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import Origin, TurnInput
from jarvis_voice.doors.http.chat_request import CHAT_ID, AskedChat
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.passing_threads import PassingThreads, is_passing
from jarvis_voice.doors.http.recent_turns import RecentTurns, SharedTurn
from jarvis_voice.doors.http.turn_limits import Lease

log = logging.getLogger(__name__)

RETRY_COUNT = "x-stainless-retry-count"
SAME_REQUEST = "idempotency-key"


class ChatTurns:
    """Begins a turn, or finds the one that a request asks for again.

    Attributes:
        recent: Those that may be asked for again.
    """

    def __init__(self) -> None:
        self.recent = RecentTurns(time.monotonic)
        self._passing = PassingThreads()

    async def turn(
        self,
        context: HttpContext,
        chat: AskedChat,
        who: Origin,
        thread: str,
        headers: Mapping[str, str],
    ) -> SharedTurn:
        """The turn of a chat, which runs from now on or was asked for before.

        Args:
            context: What it stands on.
            chat: What is asked.
            who: Who asks.
            thread: The conversation; "" where the client keeps it.
            headers: Of the request.

        Raises:
            RequestError: The user has too many turns, or there are no words.
            TextError: They are too many.
        """
        key, is_same = same_key(chat, who, thread, headers), is_same_request(headers)
        has_answer = any(one.role == "assistant" for one in chat.history)
        may_repeat = is_same or has_answer or CHAT_ID in headers
        if may_repeat and (found := await self.recent.again(key, is_same_request=is_same)):
            return found
        turn = context.turn(chat.text, who, thread or "passing")
        lease = context.limits.begin_turn(who.user_id)
        if not thread:
            passing = self._passing.borrow(who.user_id)
            turn = replace(turn, thread_id=passing, history=chat.history)
        shared = SharedTurn(context, turn, lambda one: self._end(context, one, lease))
        self.recent.keep(key, shared)
        return shared

    async def _end(self, context: HttpContext, shared: SharedTurn, lease: Lease) -> None:
        try:
            await _count_tokens(context, shared)
            await self._clear(context, shared.turn)
        finally:
            lease.end()

    async def _clear(self, context: HttpContext, turn: TurnInput) -> None:
        """Empty a thread that was lent; one that cannot be emptied is lent to nobody any more."""
        if not is_passing(turn.thread_id):
            return
        try:
            await context.assistant.clear(turn.thread)
        except StoreError as error:
            log.warning("a chat was not cleared: %s", error.code)
        else:
            self._passing.give_back(turn.origin.user_id, turn.thread_id)


async def _count_tokens(context: HttpContext, shared: SharedTurn) -> None:
    try:
        shared.tokens = await tokens_of(context, shared.turn)
    except StoreError as error:
        log.warning("the tokens of a chat were not counted: %s", error.code)


def same_key(chat: AskedChat, who: Origin, thread: str, headers: Mapping[str, str]) -> str:
    """The same for the same request of the same user at the same place."""
    key = headers.get(SAME_REQUEST, "")  # with other words it is another request
    said = "\x1f".join((who.user_id, who.place, key, thread, chat.digest))
    return hashlib.sha256(said.encode(errors="replace")).hexdigest()


def is_same_request(headers: Mapping[str, str]) -> bool:
    """Whether a client says that it may have sent this before."""
    return SAME_REQUEST in headers or headers.get(RETRY_COUNT, "0").strip() not in {"", "0"}


async def tokens_of(context: HttpContext, turn: TurnInput) -> tuple[int, int]:
    """The tokens that a turn has cost: asked and answered."""
    since = (context.now() - timedelta(hours=1)).astimezone(UTC).isoformat(timespec="seconds")
    calls = await asyncio.to_thread(context.reader.calls, since, turn.origin.user_id)
    used = [call for one in calls if one.turn_id == turn.turn_id for call in one.calls]
    return sum(one.input_tokens for one in used), sum(one.output_tokens for one in used)
