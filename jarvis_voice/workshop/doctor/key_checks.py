"""Checks that each API key is set and that its service accepts it.

Invariant: a key leaves in a request and in nothing else; every word about a failure is fixed. No
foreign error is chained: it may hold the address, and with it the key.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import JarvisError, ToolError
from jarvis_voice.core.model_settings import models_to_ask
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, by_error, failed, ok, warning

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import SecretStr

    from jarvis_voice.engines.llm.chat_failures import ChatFailure, Kind
    from jarvis_voice.platform.outbound.no_answer import NoAnswerKind
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

_KINDS: Mapping[NoAnswerKind, Kind] = {
    "no-internet": "offline",
    "proxy": "proxy",
    "distrusted": "distrusted",
    "down": "offline",
    "late": "timeout",
    "strange": "bad-answer",
    "unfit": "bad-key",
}
"""A failure of a request as one of a model: what does not fit into HTTP is the key."""

CALL_SECONDS = 8.0
SECOND_MODEL_SECONDS = 20.0
"""A server at home may load the model first."""

FEW_SEARCHES = 5
_LATER = "Check the network, or try again later"


async def check_google_key(visit: DiagnosticRun) -> CheckVerdict:
    """GOOGLE_API_KEY: one word is asked of the model that is set."""
    key, brain = visit.config.google_api_key, visit.config.brain
    if key is None and brain.planner == "gemini" and not models_to_ask(visit.config):
        return failed(
            "[brain] planner is gemini, and GOOGLE_API_KEY is not set.",
            "Set GOOGLE_API_KEY in the environment or the .env file, or planner to auto",
        )
    if key is None:
        own = "" if models_to_ask(visit.config) else ": it plans with its own rules"
        return ok(f"GOOGLE_API_KEY is not set{own}.")
    said = f"GOOGLE_API_KEY is set ({_source(visit, 'GOOGLE_API_KEY')})"
    if visit.wanted.offline or visit.wanted.quick:
        return ok(f"{said}; it was not tried.")
    error = await try_google_key(visit.outside.google_url, brain.model, _plain(key))
    if error:
        return by_error(error)
    return ok(f"{said} and {brain.model} answers.")


async def check_second_model(visit: DiagnosticRun) -> CheckVerdict:
    """The second model: one word is asked of it."""
    second, key = visit.config.second_model, visit.config.second_model_api_key
    if not second.url:
        return ok("No second model is set.")
    said = f"{second.model} is the second model, {'with' if key else 'without'} a key"
    if visit.wanted.offline or visit.wanted.quick:
        return ok(f"{said}; it was not tried.")
    error = await try_second_model(second.url, second.model, _plain(key) if key else "")
    if error:
        return by_error(error)
    return ok(f"{said}, and it answers.")


async def check_search_key(visit: DiagnosticRun) -> CheckVerdict:
    """SERPAPI_API_KEY: the account is asked what is left; that costs no search."""
    key = visit.config.serpapi_api_key
    if key is None:
        return ok("SERPAPI_API_KEY is not set: it searches without a key.")
    said = f"SERPAPI_API_KEY is set ({_source(visit, 'SERPAPI_API_KEY')})"
    if visit.wanted.offline or visit.wanted.quick:
        return ok(f"{said}; it was not tried.")
    try:
        account = await search_account(visit.outside.serpapi_url, _plain(key))
    except JarvisError as error:
        return by_error(error)
    left = account.get("total_searches_left", account.get("plan_searches_left"))
    if not isinstance(left, int):
        return ok(f"{said} and is accepted.")
    if left <= 0:
        return failed(
            f"{said}, and its searches are used up.",
            "Wait until the searches of your SerpAPI plan are renewed, or buy more",
        )
    shown = f"{said}, and {left} searches are left"
    return (
        warning(f"{shown}.", "Mind your SerpAPI plan") if left <= FEW_SEARCHES else ok(f"{shown}.")
    )


async def try_google_key(url: str, model: str, key: str) -> JarvisError | None:
    """Ask a Gemini model for one word; None where it answers."""
    from jarvis_voice.engines.llm.gemini_errors import gemini_error

    address = f"{url}/v1beta/models/{model}:generateContent"
    body = {
        "contents": [{"role": "user", "parts": [{"text": "Say yes."}]}],
        "generationConfig": {"maxOutputTokens": 1},
    }
    headers = {"x-goog-api-key": key}
    failure = await _post(address, headers, body, CALL_SECONDS)
    return gemini_error(failure.kind, failure.why) if failure else None


async def try_second_model(url: str, model: str, key: str) -> JarvisError | None:
    """Ask an OpenAI-compatible server for one word; None where it answers."""
    from jarvis_voice.engines.llm.openai_errors import chat_error

    body: dict[str, Any] = {"model": model, "messages": [{"role": "user", "content": "Say yes."}]}
    headers = {"authorization": f"Bearer {key}"} if key else {}
    address = f"{url.rstrip('/')}/chat/completions"
    short = {**body, "max_tokens": 1}
    failure = await _post(address, headers, short, SECOND_MODEL_SECONDS)
    if failure and failure.kind == "refused":  # some servers know another name for the length
        failure = await _post(address, headers, body, SECOND_MODEL_SECONDS)
    return chat_error(failure.kind, failure.why) if failure else None


async def _post(
    url: str, headers: Mapping[str, str], body: Mapping[str, Any], seconds: float
) -> ChatFailure | None:
    """One request to a model; None where it was answered."""
    from jarvis_voice.engines.llm.chat_failures import ChatFailure, judge_status

    failure: NoAnswerError | None = None
    try:
        async with BoundedClient() as client:
            answer = await client.post(url, body, headers, seconds)
    except NoAnswerError as error:
        failure = error
    if failure:
        return ChatFailure(_KINDS[failure.kind], failure.why)
    if answer.status == HTTPStatus.BAD_REQUEST and b"API_KEY" in answer.body:
        return ChatFailure("bad-key")
    if answer.status != HTTPStatus.OK:
        return judge_status(answer.status, None)
    try:
        answer.as_object()
    except NoAnswerError:
        return ChatFailure("bad-answer", "it is no JSON")
    return None


async def search_account(url: str, key: str) -> Mapping[str, Any]:
    """What SerpAPI says of the account of a key.

    Raises:
        ToolError: It says nothing, or refuses the key.
    """
    failure: ToolError
    try:
        async with BoundedClient() as client:
            answer = await client.get(f"{url}/account.json", {"api_key": key}, CALL_SECONDS)
        if answer.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            said = "SerpAPI refused the key in SERPAPI_API_KEY. Check it, or remove it."
            raise _account_error("bad-key", said)
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            said = "SerpAPI is over its rate limit or quota. Try again later."
            raise _account_error("rate-limited", said)
        if answer.status != HTTPStatus.OK:
            said = f"SerpAPI cannot be used now: its server answered {answer.status}. {_LATER}."
            raise _account_error("offline", said)
        return answer.as_object()
    except NoAnswerError as error:
        said = f"SerpAPI cannot be used now: {error.why}. {_LATER}."
        failure = _account_error(_KINDS[error.kind], said)
    raise failure


def _account_error(end: str, message: str) -> ToolError:
    return ToolError(f"search-{end}", message)


def _plain(key: SecretStr) -> str:
    return key.get_secret_value()


def _source(visit: DiagnosticRun, name: str) -> str:
    return "environment" if visit.outside.environment.get(name, "").strip() else ".env file"
