"""Gemini for Jarvis: answers in a schema, streams text, and describes pictures.

Invariant: as `langchain_chat` and `langchain_step`; the key is shown nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm import gemini_errors
from jarvis_voice.engines.llm.answer_forms import TOOLS, StepForm, calls_in_words
from jarvis_voice.engines.llm.chat import Spent, ToolOffer
from jarvis_voice.engines.llm.chat_failures import ChatFailure, Kind, ModelNames
from jarvis_voice.engines.llm.chat_options import USUAL, ChatOptions
from jarvis_voice.engines.llm.gemini_errors import JSON, NAMES, SCHEMA, THINKING
from jarvis_voice.engines.llm.langchain_chat import STREAM_BYTES, STREAM_SECONDS, ChatRequest
from jarvis_voice.engines.llm.langchain_messages import in_words, quiet_tracing
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.engines.llm.pictures import LOOKING, picture_kind
from jarvis_voice.engines.llm.tool_calls import CallPiece

if TYPE_CHECKING:
    from google.genai.types import Tool
    from langchain_core.messages import AIMessageChunk, BaseMessage
    from langchain_google_genai import ChatGoogleGenerativeAI

PLANNER_TOKENS = 1_024
ANSWER_TOKENS = 8_192
"""Of an answer that is spoken; thinking is paid from the same purse, so a plan of a model in which
it cannot be turned off needs as much."""


class GeminiChat(SteppingChat):
    """Calls Gemini through LangChain's ChatGoogleGenerativeAI.

    Args:
        api_key: The user's key.
        model: Name of the model, such as "gemini-2.5-flash".
        timeout_seconds: A backstop for one whole answer.
        base_url: Another server, for tests; None is Google's.
        options: What else the user set.
    """

    forms = (TOOLS, SCHEMA, JSON)

    def __init__(
        self,
        api_key: str,
        model: str,
        timeout_seconds: float,
        base_url: str | None = None,
        options: ChatOptions = USUAL,
    ) -> None:
        super().__init__(model, timeout_seconds, names_for(options), options)
        self._api_key = api_key
        self._base_url = base_url

    async def __aexit__(self, *exc: object) -> None:
        for model in (self._planner, self._voice):
            if model:
                await model.aclose()  # type: ignore[attr-defined] # Gemini's client has it
        await super().__aexit__(*exc)

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        """What a picture shows, in one to three sentences.

        Args:
            question: The user's own.
            png: The picture, PNG or JPEG.
            spent: Is told the tokens.

        Raises:
            PlannerError: As `structured`.
        """
        kind = picture_kind(png)
        if not kind:
            raise self._error("refused", "the picture is neither PNG nor JPEG")

        def request(without: frozenset[str]) -> tuple[list[BaseMessage], Mapping[str, Any]]:
            from langchain_core.messages import HumanMessage, SystemMessage

            picture = {"type": "media", "mime_type": kind, "data": png}
            asked = HumanMessage([{"type": "text", "text": question}, picture])
            return [SystemMessage(LOOKING), asked], self._thinking_options(without)

        text = (await self._whole(request, spent)).strip()
        if not text:
            raise self._error("bad-answer", "it is empty")
        return text

    def _build(self) -> tuple[ChatGoogleGenerativeAI, ChatGoogleGenerativeAI]:
        quiet_tracing()
        from langchain_google_genai import ChatGoogleGenerativeAI

        from jarvis_voice.engines.llm.answer_bounds import BoundedAnswers
        from jarvis_voice.platform.outbound.transport import MOST_BYTES, BoundedTransport, make_tls

        tls = make_tls()

        def client(max_bytes: int = MOST_BYTES) -> dict[str, Any]:
            # a transport of its own also keeps the library from using aiohttp where that is there
            sends = BoundedTransport(tls, max_bytes=max_bytes, seconds=STREAM_SECONDS)
            transport = BoundedAnswers(sends)
            return {"transport": transport, "verify": tls, "ssl": tls, "follow_redirects": False}

        options = self._options
        shared: dict[str, Any] = {
            "model": self._model,
            "api_key": self._api_key,
            "base_url": self._base_url,
            "vertexai": False,
            "max_retries": 1,
            "additional_headers": dict(options.headers) or None,
        }
        if options.temperature is not None:
            shared |= {"temperature": options.temperature}
        answer_tokens = options.max_output_tokens or ANSWER_TOKENS
        plan_tokens = answer_tokens
        if "2.5-flash" in self._model:
            # the one family where thinking may be set to nothing
            # (https://ai.google.dev/gemini-api/docs/thinking)
            shared |= {"thinking_budget": 0}
            plan_tokens = min(PLANNER_TOKENS, answer_tokens)
        return (
            ChatGoogleGenerativeAI(
                **shared,
                timeout=self._timeout_seconds,
                max_output_tokens=plan_tokens,
                client_args=client(),
                disable_streaming=True,
            ),
            ChatGoogleGenerativeAI(
                **shared,
                timeout=self._patience_seconds,
                max_output_tokens=answer_tokens,
                client_args=client(STREAM_BYTES),
            ),
        )

    def _request(self, schema: type[BaseModel], without: frozenset[str]) -> ChatRequest:
        options = self._thinking_options(without)
        if SCHEMA in without:
            return ChatRequest(options, in_words(schema.model_json_schema()))
        bound = {
            "response_mime_type": "application/json",
            "response_json_schema": schema.model_json_schema(),
        }
        return ChatRequest({**options, **bound})

    def _step_request(
        self, form: str, tools: Sequence[ToolOffer], without: frozenset[str]
    ) -> ChatRequest:
        options = dict(self._thinking_options(without))
        if form == TOOLS:
            return ChatRequest({**options, "tools": [declared(tools)]})
        if form not in (SCHEMA, JSON):
            return ChatRequest(options, calls_in_words(tools) if tools else "")
        step = StepForm.of(tools)
        options["response_mime_type"] = "application/json"
        if form == SCHEMA:
            options["response_json_schema"] = step.schema(tools)
        return ChatRequest(options, step.instruction(tools))

    def _calls_in(self, piece: AIMessageChunk) -> Sequence[CallPiece]:
        return [
            CallPiece(chunk["index"], chunk["id"], chunk["name"], chunk["args"] or "")
            for chunk in piece.tool_call_chunks
        ]

    def _thinking_options(self, without: frozenset[str]) -> Mapping[str, Any]:
        if THINKING not in without:
            return {}
        tokens = self._options.max_output_tokens or ANSWER_TOKENS
        return {"thinking_budget": None, "max_output_tokens": tokens}

    def _refused_option(self, error: Exception, without: Collection[str]) -> str:
        return gemini_errors.refused_option(error, without)

    def _is_form_refused(self, error: Exception) -> bool:
        return gemini_errors.is_form_refused(error)

    def _refused_parameter(self, error: Exception, without: Collection[str]) -> str:
        return gemini_errors.refused_parameter(error, without)

    def _judge(self, error: Exception) -> ChatFailure:
        return gemini_errors.judge(error)

    def _unfinished(self, metadata: Mapping[str, Any]) -> ChatFailure | None:
        return gemini_errors.unfinished(metadata)

    def _error(self, kind: Kind, why: str = "") -> PlannerError:
        return gemini_errors.gemini_error(kind, why, self._names)


def names_for(options: ChatOptions) -> ModelNames:
    """What errors call a model with these options."""
    title, key_name = options.title or NAMES.title, options.key_name
    key = f"the key in {key_name}" if key_name else NAMES.key
    return ModelNames(title, key, "[models]" if options.title else NAMES.place)


def declared(tools: Sequence[ToolOffer]) -> Tool:
    """The tools as Gemini's function declarations."""
    from google.genai.types import FunctionDeclaration, Tool

    return Tool(
        function_declarations=[
            FunctionDeclaration(
                name=tool.name,
                description=tool.purpose,
                # it refuses an object without properties
                parameters_json_schema=dict(tool.parameters)
                if tool.parameters.get("properties")
                else None,
            )
            for tool in tools
        ]
    )
