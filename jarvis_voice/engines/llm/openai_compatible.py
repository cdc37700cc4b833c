"""A model at any OpenAI-compatible address: Ollama, llama.cpp, a service with a key.

Invariant: as `langchain_chat` and `langchain_step`; the key is shown nowhere.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm import openai_errors
from jarvis_voice.engines.llm.answer_forms import TOOLS, StepForm, calls_in_words
from jarvis_voice.engines.llm.chat import Message, Spent, ToolOffer
from jarvis_voice.engines.llm.chat_failures import ChatFailure, Kind, ModelNames
from jarvis_voice.engines.llm.chat_options import USUAL, ChatOptions
from jarvis_voice.engines.llm.langchain_chat import STREAM_BYTES, STREAM_SECONDS, ChatRequest
from jarvis_voice.engines.llm.langchain_messages import conversation, in_words, quiet_tracing
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.engines.llm.openai_errors import (
    JSON_OBJECT,
    JSON_SCHEMA,
    LENGTH,
    NAMES,
    STREAM_USAGE,
    TEMPERATURE,
)
from jarvis_voice.engines.llm.pictures import LOOKING, picture_kind
from jarvis_voice.engines.llm.tool_calls import CallPiece
from jarvis_voice.platform.outbound.proxies import is_this_machine

if TYPE_CHECKING:
    import httpx
    from langchain_core.messages import AIMessageChunk, BaseMessage
    from langchain_openai import ChatOpenAI

    from jarvis_voice.engines.llm.whole_answers import StreamedAnswers

NO_KEY = "none"
"""The client insists on a key; a server at home does not look at it."""

WARM_SECONDS = 300.0
"""For a model to be read from a slow disk."""

KEEP_ALIVE = "30m"
"""How long Ollama keeps a model in memory after it was asked; it forgets it after five minutes."""

_VERSION = "/v1"


class OpenAiCompatibleChat(SteppingChat):
    """Calls a model at the user's address through LangChain's ChatOpenAI.

    Args:
        url: Up to and with its version, such as "http://127.0.0.1:11434/v1".
        model: Name of the model there.
        api_key: The user's key, or None where the server wants none.
        timeout_seconds: A backstop for one whole answer.
        options: What else the user set.
        kind: "ollama" is asked to keep the model in memory, and needs no version in its address.
    """

    forms = (TOOLS, JSON_SCHEMA, JSON_OBJECT)

    def __init__(
        self,
        url: str,
        model: str,
        api_key: str | None,
        timeout_seconds: float = 30.0,
        options: ChatOptions = USUAL,
        kind: Literal["openai", "ollama"] = "openai",
    ) -> None:
        super().__init__(model, timeout_seconds, names_for(options), options)
        self._url = url.rstrip("/")
        if kind == "ollama" and not self._url.endswith(_VERSION):
            self._url += _VERSION
        self._kind = kind
        self._api_key = api_key
        self._https: list[httpx.AsyncClient] = []
        self._streams: StreamedAnswers | None = None

    async def __aexit__(self, *exc: object) -> None:
        await super().__aexit__(*exc)
        for http in self._https:
            await http.aclose()

    async def warm(self) -> None:
        """Have a model on this machine read into memory, so that the first answer is quick.

        It tells of no failure: who asks the model next is told.
        """
        if not is_this_machine(urlsplit(self._url).hostname or ""):
            return
        try:
            await self.load()
            async with asyncio.timeout(WARM_SECONDS):
                await (self._keep() if self._kind == "ollama" else self._say_a_word())
        except Exception:  # noqa: BLE001 - the next question meets the same failure, and says so
            return

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        """What a picture shows, in one to three sentences.

        Args:
            question: The user's own.
            png: The picture, PNG or JPEG.
            spent: Is told the tokens.

        Raises:
            PlannerError: As `structured`; "chat-refused" where the model cannot see.
        """
        kind = picture_kind(png)
        if not kind:
            raise self._error("refused", "the picture is neither PNG nor JPEG")
        url = f"data:{kind};base64,{b64encode(png).decode()}"

        def request(without: frozenset[str]) -> tuple[list[BaseMessage], Mapping[str, Any]]:
            from langchain_core.messages import HumanMessage, SystemMessage

            picture = {"type": "image_url", "image_url": {"url": url}}
            asked = HumanMessage([{"type": "text", "text": question}, picture])
            return [SystemMessage(LOOKING), asked], self._with_body({}, without)

        text = (await self._whole(request, spent)).strip()
        if not text:
            raise self._error("bad-answer", "it is empty")
        return text

    async def _keep(self) -> None:
        """Have Ollama load the model: a request without a prompt says nothing."""
        root = self._url.removesuffix(_VERSION)
        headers = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        asked = {"model": self._model, "keep_alive": KEEP_ALIVE, "stream": False}
        await self._https[0].post(
            f"{root}/api/generate",
            json=asked,
            headers={**self._options.headers, **headers},
            timeout=WARM_SECONDS,
        )

    async def _say_a_word(self) -> None:
        """Ask for one token, as a stream: that shows whether the server streams at all."""
        assert self._voice  # noqa: S101 - load() built it or raised
        said = conversation("Answer with one word.", [Message("user", "Hello.")])
        asked: dict[str, Any] = {"extra_body": {LENGTH: 1}, "timeout": WARM_SECONDS}
        async for _ in self._voice.astream(said, **asked):
            pass

    def _build(self) -> tuple[ChatOpenAI, ChatOpenAI]:
        quiet_tracing()
        import httpx

        from jarvis_voice.engines.llm.answer_bounds import BoundedAnswers
        from jarvis_voice.engines.llm.openai_client import CallingClient
        from jarvis_voice.engines.llm.whole_answers import StreamedAnswers
        from jarvis_voice.platform.outbound.transport import BoundedTransport, make_tls

        tls = make_tls()
        self._streams = StreamedAnswers(
            BoundedAnswers(BoundedTransport(tls, max_bytes=STREAM_BYTES, seconds=STREAM_SECONDS))
        )
        # the library shares its own one between all models at an address: none could close it
        plans = httpx.AsyncClient(
            timeout=self._timeout_seconds,
            transport=BoundedAnswers(BoundedTransport(tls, seconds=STREAM_SECONDS)),
        )
        speech = httpx.AsyncClient(timeout=self._patience_seconds, transport=self._streams)
        self._https = [plans, speech]
        shared: dict[str, Any] = {
            "model": self._model,
            "api_key": self._api_key or NO_KEY,
            "base_url": self._url,
            "max_retries": 0,
            "default_headers": dict(self._options.headers),
            "stream_chunk_timeout": None,
            "use_responses_api": False,
        }
        return (
            CallingClient(
                **shared,
                timeout=self._timeout_seconds,
                http_async_client=plans,
                disable_streaming=True,
            ),
            CallingClient(**shared, timeout=self._patience_seconds, http_async_client=speech),
        )

    def _request(self, schema: type[BaseModel], without: frozenset[str]) -> ChatRequest:
        if JSON_SCHEMA not in without:
            bound = bound_to(schema.__name__, strict_schema(schema), is_strict=True)
            return ChatRequest(self._with_body(bound, without))
        instruction = in_words(schema.model_json_schema())
        bound = bound_to_json() if JSON_OBJECT not in without else {}
        return ChatRequest(self._with_body(bound, without), instruction)

    def _step_request(
        self, form: str, tools: Sequence[ToolOffer], without: frozenset[str]
    ) -> ChatRequest:
        options = dict(self._stream_options(without))
        if form == TOOLS:
            return ChatRequest({**options, "tools": [declared(tool) for tool in tools]})
        if form not in (JSON_SCHEMA, JSON_OBJECT):
            return ChatRequest(options, calls_in_words(tools) if tools else "")
        step = StepForm.of(tools)
        bound = bound_to_json()
        if form == JSON_SCHEMA:
            bound = bound_to("step", step.schema(tools), is_strict=False)
        return ChatRequest({**options, **self._with_body(bound, without)}, step.instruction(tools))

    def _stream_options(self, without: frozenset[str]) -> Mapping[str, Any]:
        return {"stream_usage": STREAM_USAGE not in without, **self._with_body({}, without)}

    def _with_body(self, bound: Mapping[str, Any], without: frozenset[str]) -> Mapping[str, Any]:
        """Options that the client hands on as they are.

        Its own `response_format` raises where an answer was cut, before its tokens can be counted;
        its own length has the newer name alone, which few servers at home know.
        """
        body = dict(bound)
        if self._options.temperature is not None and TEMPERATURE not in without:
            body["temperature"] = self._options.temperature
        if self._options.max_output_tokens:
            name = "max_completion_tokens" if LENGTH in without else LENGTH
            body[name] = self._options.max_output_tokens
        return {"extra_body": body} if body else {}

    def _calls_in(self, piece: AIMessageChunk) -> Sequence[CallPiece]:
        calls: Sequence[CallPiece] = getattr(piece, "call_pieces", ())
        return calls

    def _shows_work(self, piece: AIMessageChunk) -> bool:
        return getattr(piece, "has_thought", False) or super()._shows_work(piece)

    @property
    def _first_seconds(self) -> float:
        options = self._options
        if self._streams and self._streams.answers_whole:
            # an answer begins when it is whole
            both = options.first_token_seconds + options.stall_seconds
            return max(self._timeout_seconds, both)
        return options.first_token_seconds

    def _refused_parameter(self, error: Exception, without: Collection[str]) -> str:
        return self._refused_option(error, without) or openai_errors.refused_format(error, without)

    def _refused_option(self, error: Exception, without: Collection[str]) -> str:
        unset = {TEMPERATURE} if self._options.temperature is None else set()
        if not self._options.max_output_tokens:
            unset.add(LENGTH)
        return openai_errors.refused_option(error, {*without, *unset})

    def _is_form_refused(self, error: Exception) -> bool:
        return openai_errors.is_form_refused(error)

    def _judge(self, error: Exception) -> ChatFailure:
        return openai_errors.judge(error)

    def _unfinished(self, metadata: Mapping[str, Any]) -> ChatFailure | None:
        return openai_errors.unfinished(metadata)

    def _error(self, kind: Kind, why: str = "") -> PlannerError:
        return openai_errors.chat_error(kind, why, self._names)


def names_for(options: ChatOptions) -> ModelNames:
    """What errors call a model with these options."""
    key = f"the one in {options.key_name}" if options.key_name else ""
    if not options.title:
        return ModelNames(NAMES.title, key or NAMES.key, NAMES.place)
    return ModelNames(options.title, key or "the one that is set", "[models]")


def declared(tool: ToolOffer) -> dict[str, Any]:
    """A tool as the protocol has it."""
    parameters = dict(tool.parameters)
    function = {"name": tool.name, "description": tool.purpose, "parameters": parameters}
    return {"type": "function", "function": function}


def bound_to(name: str, schema: Mapping[str, Any], *, is_strict: bool) -> dict[str, Any]:
    """The part of a request that binds the answer to a schema."""
    named = {"name": name, "strict": is_strict, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def bound_to_json() -> dict[str, Any]:
    """The part of a request that binds the answer to JSON."""
    return {"response_format": {"type": "json_object"}}


def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """A flat model's schema as strict servers want it: every field named as required, no default.

    https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
    """
    whole = schema.model_json_schema()
    for field in whole.get("properties", {}).values():
        field.pop("default", None)
    return {
        **whole,
        "required": list(whole.get("properties", {})),
        "additionalProperties": False,
    }
