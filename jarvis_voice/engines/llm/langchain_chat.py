"""Common code of all LangChain models: one try, a checked answer, counted tokens.

Invariant: no retries but one: without a parameter that the server has just refused by its name; an
answer is whole or it is an error. The key is handed to the client and appears in no message: errors
are built from fixed words, outside the `except` that saw the foreign one. A refused key or a rate
limit is remembered: later turns do not pay for it again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import BaseModel, ValidationError

from jarvis_voice.core.cooldown import Cooldown
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, Spent
from jarvis_voice.engines.llm.chat_failures import SYSTEM
from jarvis_voice.engines.llm.chat_options import USUAL, ChatOptions
from jarvis_voice.engines.llm.langchain_messages import conversation, unfenced
from jarvis_voice.platform.own_thread import in_own_thread

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
    from langchain_core.messages.ai import UsageMetadata

    from jarvis_voice.engines.llm.chat_failures import ChatFailure, Kind, ModelNames

Answer = TypeVar("Answer", bound=BaseModel)

STREAM_SECONDS = 600.0
"""For a whole streamed answer: a slow machine says a thousand tokens in three minutes."""

FIRST_USES = (
    "anyio._backends._asyncio",
    "langchain_core.tracers.langchain",
    "langchain_core.tracers.stdout",
    "langsmith.run_helpers",
)
"""What the libraries import in the first call, on the loop: a fifth of a second."""

STREAM_BYTES = 8_000_000
"""Of a whole streamed answer: each token costs some 300 bytes on its way."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Options and instruction for one call of the model.

    Attributes:
        options: For this call of the client.
        instruction: What the system's text must say because no option says it.
    """

    options: Mapping[str, Any]
    instruction: str = ""


@dataclass(slots=True)
class HeardStream:
    """What a stream has brought so far, beside its text."""

    usage: UsageMetadata | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    def add(self, piece: AIMessageChunk) -> None:
        """Take what the next piece says of the answer."""
        from langchain_core.messages.ai import add_usage

        self.metadata |= {**piece.additional_kwargs, **piece.response_metadata}
        if piece.usage_metadata:
            self.usage = add_usage(self.usage, piece.usage_metadata)


class LangChainChat(ABC):
    """A chat model, built once: at its first use or by `load`.

    Args:
        model: Name of the model.
        timeout_seconds: A backstop for one whole answer; who calls sets the limit that counts.
        options: What else the user set.
        names: What the words of an error call the model.

    Attributes:
        name: What the user calls it, inside a sentence.
    """

    def __init__(
        self,
        model: str,
        timeout_seconds: float,
        names: ModelNames,
        options: ChatOptions = USUAL,
    ) -> None:
        self.name = names.title
        self._model = model
        self._timeout_seconds = timeout_seconds
        self._names = names
        self._options = options
        self._cooldown = Cooldown()
        self._building = asyncio.Lock()
        self._refused: frozenset[str] = frozenset()
        self._planner: BaseChatModel | None = None
        self._voice: BaseChatModel | None = None

    @property
    def _patience_seconds(self) -> float:
        """More than any wait that has a limit of its own: the client's own time-out."""
        waits = self._options.first_token_seconds, self._options.stall_seconds
        return max(self._timeout_seconds, *waits) + 1.0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._planner = self._voice = None

    async def load(self) -> None:
        """Import the client and build it, off the loop; costs about a second once, no network.

        Raises:
            PlannerError: "...-offline": the client does not load here.
        """
        async with self._building:
            if self._planner:
                return
            try:
                self._planner, self._voice = await in_own_thread(
                    "chat-load", lambda _: self._built(), holds_exit=True
                )
            except Exception as error:  # noqa: BLE001 - pydantic's message would quote the key
                failure = self._error("offline", f"no client ({type(error).__name__})")
            else:
                return
        raise failure

    def _built(self) -> tuple[BaseChatModel, BaseChatModel]:
        models = self._build()
        for name in FIRST_USES:
            with suppress(ImportError):
                import_module(name)
        return models

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer], spent: Spent
    ) -> Answer:
        """One whole answer that fits `schema`.

        Args:
            system: The instruction.
            messages: The conversation, oldest first; the last is the user's.
            schema: A flat model with `strict` and `extra="forbid"`.
            spent: Is told the tokens.

        Raises:
            PlannerError: A code of `MAY_ASK_AGAIN`, or "...-bad-key", "...-rate-limited",
                "...-offline", "...-timeout", "...-refused".
        """

        def request(without: frozenset[str]) -> tuple[list[BaseMessage], Mapping[str, Any]]:
            asked = self._request(schema, without)
            said = conversation(
                system + asked.instruction, messages, has_system=SYSTEM not in without
            )
            return said, asked.options

        text = await self._whole(request, spent)
        failure: PlannerError | None = None
        try:
            return schema.model_validate_json(unfenced(text))
        except ValidationError:
            failure = self._error("bad-answer", "it does not fit the schema")
        raise failure

    async def _whole(
        self,
        request: Callable[[frozenset[str]], tuple[list[BaseMessage], Mapping[str, Any]]],
        spent: Spent,
    ) -> str:
        """The text of one answer that has come to its end."""
        self._cooldown.check()
        await self.load()
        failure: PlannerError | None = None

        async def ask(without: frozenset[str]) -> AIMessage:
            assert self._planner  # noqa: S101 - load() built it or raised
            said, options = request(without)
            return await self._planner.ainvoke(said, **options)

        try:
            async with asyncio.timeout(self._timeout_seconds):
                answer = await self._accepted(ask)
        except Exception as error:  # noqa: BLE001 - five libraries raise here; all end as one class
            failure = self._wrap(error)
        if failure is None:
            self._count(answer.usage_metadata, spent)
            failure = self._unfinished_error(
                {**answer.additional_kwargs, **answer.response_metadata}
            )
        if failure:
            raise failure
        return answer.text

    async def _accepted(self, ask: Callable[[frozenset[str]], Awaitable[AIMessage]]) -> AIMessage:
        """Ask, again without a parameter that was refused; what helped is remembered."""
        without = self._refused
        while True:
            try:
                answer = await ask(without)
            except Exception as error:
                refused = self._refused_parameter(error, without)
                if not refused:
                    raise
            else:
                self._refused = without
                return answer
            without |= {refused}

    def _count(self, usage: UsageMetadata | None, spent: Spent) -> None:
        if usage:
            spent(Usage(self._model, usage["input_tokens"], usage["output_tokens"]))

    def _wrap(self, error: Exception) -> PlannerError:
        judged = self._judge(error)
        wrapped = self._error(judged.kind, judged.why)
        if judged.wait_seconds:
            self._cooldown.start(wrapped, judged.wait_seconds)
        return wrapped

    def _unfinished_error(self, metadata: Mapping[str, Any]) -> PlannerError | None:
        failure = self._unfinished(metadata)
        return self._error(failure.kind, failure.why) if failure else None

    @abstractmethod
    def _build(self) -> tuple[BaseChatModel, BaseChatModel]:
        """The client for whole answers and the one that streams; runs in a thread."""

    @abstractmethod
    def _request(self, schema: type[BaseModel], without: frozenset[str]) -> ChatRequest:
        """How to ask for an answer in a schema, without what the server refuses."""

    @abstractmethod
    def _refused_parameter(self, error: Exception, without: Collection[str]) -> str:
        """The parameter that this error names as its reason, or ""."""

    @abstractmethod
    def _judge(self, error: Exception) -> ChatFailure:
        """What a failure means."""

    @abstractmethod
    def _unfinished(self, metadata: Mapping[str, Any]) -> ChatFailure | None:
        """What it means that an answer ended as it did, if not well."""

    @abstractmethod
    def _error(self, kind: Kind, why: str = "") -> PlannerError:
        """The error of a kind, in words."""
