"""A second model at any OpenAI-compatible address: Ollama, llama.cpp, a service with a key.

Invariant: as `langchain_chat`: no retries, an answer is whole or it is an error, the key is shown
nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm import openai_errors
from jarvis_voice.engines.llm.chat_failures import ChatFailure, Kind
from jarvis_voice.engines.llm.langchain_chat import STREAM_SECONDS, ChatRequest, LangChainChat
from jarvis_voice.engines.llm.langchain_messages import in_words, quiet_tracing
from jarvis_voice.engines.llm.openai_errors import JSON_OBJECT, JSON_SCHEMA, STREAM_USAGE

if TYPE_CHECKING:
    import httpx
    from langchain_openai import ChatOpenAI

NO_KEY = "none"
"""The client insists on a key; a server at home does not look at it."""


class OpenAiCompatibleChat(LangChainChat):
    """Calls a model at the user's address through LangChain's ChatOpenAI.

    Args:
        url: Up to and with its version, such as "http://127.0.0.1:11434/v1".
        model: Name of the model there.
        api_key: The user's key, or None where the server wants none.
        timeout_seconds: A backstop for one answer, and for each piece of a streamed one.
    """

    name = "the second model"

    def __init__(
        self, url: str, model: str, api_key: str | None, timeout_seconds: float = 30.0
    ) -> None:
        super().__init__(model, timeout_seconds)
        self._url = url
        self._api_key = api_key
        self._http: httpx.AsyncClient | None = None

    async def __aexit__(self, *exc: object) -> None:
        await super().__aexit__(*exc)
        if self._http:
            await self._http.aclose()

    def _build(self) -> tuple[ChatOpenAI, ChatOpenAI]:
        quiet_tracing()
        import httpx
        from langchain_openai import ChatOpenAI

        from jarvis_voice.platform.outbound.transport import BoundedTransport, make_tls

        # the library shares its own one between all models at an address: none could close it
        self._http = httpx.AsyncClient(
            timeout=self._timeout_seconds,
            transport=BoundedTransport(make_tls(), seconds=STREAM_SECONDS, counts_parts=True),
        )
        # temperature and the length are left to the server: names and limits differ, and who calls
        # ends a long answer by its own time limit
        shared: dict[str, Any] = {
            "model": self._model,
            "api_key": self._api_key or NO_KEY,
            "base_url": self._url,
            "max_retries": 0,
            "timeout": self._timeout_seconds,
            "http_async_client": self._http,
            "stream_chunk_timeout": None,
            "use_responses_api": False,
        }
        return ChatOpenAI(**shared, disable_streaming=True), ChatOpenAI(**shared)

    def _request(self, schema: type[BaseModel], without: frozenset[str]) -> ChatRequest:
        # through `extra_body`: the client's own `response_format` raises where an answer was cut,
        # before its tokens can be counted
        if JSON_SCHEMA not in without:
            named = {"name": schema.__name__, "strict": True, "schema": strict_schema(schema)}
            bound: dict[str, Any] = {"type": "json_schema", "json_schema": named}
            return ChatRequest({"extra_body": {"response_format": bound}})
        instruction = in_words(schema.model_json_schema())
        if JSON_OBJECT not in without:
            bound = {"type": "json_object"}
            return ChatRequest({"extra_body": {"response_format": bound}}, instruction)
        return ChatRequest({}, instruction)

    def _stream_options(self, without: frozenset[str]) -> Mapping[str, Any]:
        return {"stream_usage": STREAM_USAGE not in without}

    def _refused_parameter(self, error: Exception, without: Collection[str]) -> str:
        return openai_errors.refused_parameter(error, without)

    def _judge(self, error: Exception) -> ChatFailure:
        return openai_errors.judge(error)

    def _unfinished(self, metadata: Mapping[str, Any]) -> PlannerError | None:
        return openai_errors.unfinished(metadata)

    def _error(self, kind: Kind, why: str = "") -> PlannerError:
        return openai_errors.chat_error(kind, why)


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
