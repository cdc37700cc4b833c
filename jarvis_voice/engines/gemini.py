"""Gemini as a planner that must answer in a schema, and as a voice that streams.

Invariant: no retries, one deadline, and an answer is whole or it is an error. The key is handed to
the client and appears in no message: errors are built from fixed words, outside the `except` that
saw the foreign one. A refused key, a rate limit or a time-out is remembered: later turns do not pay
for it again.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from pydantic import BaseModel, ValidationError

from jarvis_voice.cooldown import Cooldown
from jarvis_voice.engines.gemini_errors import gemini_error, judge, unfinished
from jarvis_voice.errors import PlannerError

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage
    from langchain_google_genai import ChatGoogleGenerativeAI

Answer = TypeVar("Answer", bound=BaseModel)

PLANNER_TOKENS = 1_024
THINKING_TOKENS = 8_192
"""Thinking is paid from the same purse; where it cannot be turned off a plan needs a larger one."""

TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that was said in a conversation."""

    role: Literal["user", "assistant"]
    text: str


class GeminiChat:
    """ChatGoogleGenerativeAI, built once, on first use or by `load`.

    Args:
        api_key: The user's key.
        model: Name of the model, such as "gemini-2.5-flash".
        timeout_seconds: For one structured answer, and for each piece of a streamed one.
        base_url: Another server, for tests; None is Google's.
    """

    def __init__(
        self, api_key: str, model: str, timeout_seconds: float, base_url: str | None = None
    ) -> None:
        self._api_key = api_key
        self._model = model
        self._timeout_seconds = timeout_seconds
        self._base_url = base_url
        self._cooldown = Cooldown()
        self._building = asyncio.Lock()
        self._planner: ChatGoogleGenerativeAI | None = None
        self._voice: ChatGoogleGenerativeAI | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        for model in (self._planner, self._voice):
            if model:
                await model.aclose()
        self._planner = self._voice = None

    async def load(self) -> None:
        """Import the client and build it, off the loop; costs about a second once, no network.

        Raises:
            PlannerError: "gemini-offline": the client does not load here.
        """
        async with self._building:
            if self._planner:
                return
            worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gemini-load")
            try:
                loop = asyncio.get_running_loop()
                self._planner, self._voice = await loop.run_in_executor(worker, self._build)
            except Exception as error:  # noqa: BLE001 - pydantic's message would quote the key
                failure = gemini_error("gemini-offline", f"no client ({type(error).__name__})")
            else:
                return
            finally:
                worker.shutdown(wait=False)
        raise failure

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer]
    ) -> Answer:
        """One whole answer that fits `schema`.

        Args:
            system: The instruction.
            messages: The conversation, oldest first; the last is the user's.
            schema: A flat model with `strict` and `extra="forbid"`.

        Raises:
            PlannerError: "gemini-bad-key", "gemini-rate-limited", "gemini-offline",
                "gemini-timeout", "gemini-bad-answer", "gemini-truncated" or "gemini-refused".
        """
        self._cooldown.check()
        await self.load()
        assert self._planner  # noqa: S101 - load() built it or raised
        failure: PlannerError | None = None
        try:
            async with asyncio.timeout(self._timeout_seconds):
                answer = await self._planner.ainvoke(
                    _conversation(system, messages),
                    response_mime_type="application/json",
                    response_json_schema=schema.model_json_schema(),
                )
        except Exception as error:  # noqa: BLE001 - five libraries raise here; all end as one class
            failure = self._wrap(error)
        failure = failure or unfinished(answer.response_metadata)
        if failure:
            raise failure
        try:
            return schema.model_validate_json(answer.text)
        except ValidationError:
            failure = gemini_error("gemini-bad-answer", "it does not fit the schema")
        raise failure

    async def stream(self, system: str, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The answer in pieces as they arrive.

        Args:
            system: The instruction.
            messages: The conversation, oldest first; the last is the user's.

        Raises:
            PlannerError: As `structured`; "gemini-truncated" or "gemini-refused" may come after
                pieces that were already handed out.
        """
        self._cooldown.check()
        await self.load()
        assert self._voice  # noqa: S101 - load() built it or raised
        failure: PlannerError | None = None
        metadata: dict[str, Any] = {}
        said_anything = False
        # the method is an async generator, but typed as an iterator
        async with aclosing(self._voice.astream(_conversation(system, messages))) as pieces:  # type: ignore[type-var]
            while failure is None:
                try:
                    async with asyncio.timeout(self._timeout_seconds):
                        piece = await anext(pieces, None)
                except Exception as error:  # noqa: BLE001 - as in structured()
                    failure = self._wrap(error)
                    break
                if piece is None:
                    break
                metadata |= piece.response_metadata
                if piece.text:
                    said_anything = True
                    yield piece.text
        failure = failure or unfinished(metadata)
        if failure is None and not said_anything:
            failure = gemini_error("gemini-bad-answer", "it is empty")
        if failure:
            raise failure

    def _build(self) -> tuple[ChatGoogleGenerativeAI, ChatGoogleGenerativeAI]:
        if not any(name in os.environ for name in TRACING):
            os.environ["LANGSMITH_TRACING"] = "false"
        from langchain_google_genai import ChatGoogleGenerativeAI

        shared: dict[str, Any] = {
            "model": self._model,
            "api_key": self._api_key,
            "base_url": self._base_url,
            "vertexai": False,
            "max_retries": 1,
            "timeout": self._timeout_seconds,
        }
        if "2.5-flash" in self._model:
            # the one family where thinking may be set to nothing
            # (https://ai.google.dev/gemini-api/docs/thinking)
            shared |= {"thinking_budget": 0, "max_output_tokens": PLANNER_TOKENS}
        else:
            shared |= {"max_output_tokens": THINKING_TOKENS}
        return (
            ChatGoogleGenerativeAI(**shared, disable_streaming=True),
            ChatGoogleGenerativeAI(**shared),
        )

    def _wrap(self, error: Exception) -> PlannerError:
        code, why, wait_seconds = judge(error)
        wrapped = gemini_error(code, why)
        if wait_seconds:
            self._cooldown.start(wrapped, wait_seconds)
        return wrapped


def _conversation(system: str, messages: Sequence[Message]) -> list[BaseMessage]:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    said = [
        HumanMessage(message.text) if message.role == "user" else AIMessage(message.text)
        for message in messages
    ]
    return [SystemMessage(system), *said]
