"""Tries a language model: whether it answers, takes the key, and is there at all.

Invariant: a try costs nothing or one token, and ends in time. A key leaves in a request and in
nothing else; every word about a failure is fixed, but for names of models that a server lists.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Literal

from jarvis_voice.core.model_config import OWN_URL
from jarvis_voice.core.model_settings import VERSION
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError

if TYPE_CHECKING:
    from jarvis_voice.core.model_settings import ModelSettings
    from jarvis_voice.platform.outbound.http_answer import HttpAnswer

ModelState = Literal["answers", "no key", "wrong key", "no such model", "does not answer"]

TRY_SECONDS = 5.0
"""For one model; all are tried at the same time."""

LATEST = ":latest"
"""How Ollama ends the name of a model that was named without its kind."""

MOST_SHOWN = 5
LONGEST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """What came of a try.

    Attributes:
        state: In two or three words.
        advice: What to do, or what to know; "" is nothing.
    """

    state: ModelState
    advice: str = ""

    @property
    def is_well(self) -> bool:
        """Whether it answers."""
        return self.state == "answers"


async def try_models(
    models: Sequence[ModelSettings], google_url: str | None = None, seconds: float = TRY_SECONDS
) -> list[ModelTrial]:
    """Try all of them at the same time; what came of each, in their order.

    Args:
        models: Which.
        google_url: Instead of Google's own address, for tests; None is that.
        seconds: For each.
    """
    own = OWN_URL["gemini"]
    placed = [replace(one, url=google_url or own) if one.url == own else one for one in models]
    async with BoundedClient() as client:
        await client.load()
        trials = (_Trial(client, one, seconds).verdict() for one in placed)
        return list(await asyncio.gather(*trials))


async def try_model(model: ModelSettings, seconds: float = TRY_SECONDS) -> ModelTrial:
    """Try one model."""
    [found] = await try_models([model], seconds=seconds)
    return found


class _Trial:
    """One model at its server.

    Args:
        client: Asks.
        model: The model.
        seconds: For all questions together.
    """

    def __init__(self, client: BoundedClient, model: ModelSettings, seconds: float) -> None:
        self._client = client
        self._model = model
        self._seconds = seconds
        self._headers = _headers(model)

    async def verdict(self) -> ModelTrial:
        """What came of it."""
        model = self._model
        if model.lacks_key:
            return ModelTrial("no key", f"{model.variable} is not set. {_set_key(model)}")
        try:
            async with asyncio.timeout(self._seconds):
                if model.kind == "gemini":
                    return await self._try_gemini()
                if model.is_local and (found := await self._look_up()):
                    return found
                return await self._ask_a_word()
        except (NoAnswerError, TimeoutError) as error:
            match error:
                case NoAnswerError(kind="unfit"):
                    return ModelTrial("wrong key", f"The key is no key. {_set_key(model)}")
                case NoAnswerError(kind="distrusted"):
                    return ModelTrial("does not answer", _trust_advice(model))
            return ModelTrial("does not answer", _wake_advice(model))

    async def _try_gemini(self) -> ModelTrial:
        body = {
            "contents": [{"role": "user", "parts": [{"text": "Say yes."}]}],
            "generationConfig": {"maxOutputTokens": 1},
        }
        path = f"/v1beta/models/{self._model.model}:generateContent"
        return _judged(await self._post(path, body), self._model)

    async def _ask_a_word(self) -> ModelTrial:
        path = "/chat/completions"
        body: dict[str, Any] = {
            "model": self._model.model,
            "messages": [{"role": "user", "content": "Say yes."}],
        }
        answer = await self._post(path, {**body, "max_tokens": 1})
        if answer.status == HTTPStatus.BAD_REQUEST:  # some know another name for the length
            answer = await self._post(path, {**body, "max_completion_tokens": 16})
        return _judged(answer, self._model)

    async def _look_up(self) -> ModelTrial | None:
        """Look into the list of a server on this machine, which loads nothing; None is unknown."""
        model = self._model
        answer = await self._get(f"{model.url}/models")
        if answer.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return _judged(answer, model)
        names = listed(answer, "data", "id")
        if names is None:
            return None
        if _is_among(model.model, names):
            is_asleep = model.kind == "ollama" and not await self._is_loaded()
            note = "It is asleep: the first question loads it." if is_asleep else ""
            return ModelTrial("answers", note)
        if model.kind != "ollama":
            return None  # servers of one model answer to any name
        there = f" There are: {', '.join(names[:MOST_SHOWN])}." if names else ""
        return ModelTrial("no such model", f"Fetch it: ollama pull {model.model}.{there}")

    async def _is_loaded(self) -> bool:
        answer = await self._get(f"{self._model.url.removesuffix(VERSION)}/api/ps")
        names = listed(answer, "models", "name")
        return names is None or _is_among(self._model.model, names)

    async def _get(self, url: str) -> HttpAnswer:
        return await self._client.get(url, {}, self._seconds, self._headers)

    async def _post(self, path: str, body: Mapping[str, Any]) -> HttpAnswer:
        url = f"{self._model.url}{path}"
        return await self._client.post(url, body, self._headers, self._seconds)


def listed(answer: HttpAnswer, section: str, key: str) -> list[str] | None:
    """The names in a server's list of models, fit to be shown; None where it gives no list.

    Args:
        answer: Of the server.
        section: Under which name the list stands.
        key: Under which the name of a model does.
    """
    if answer.status != HTTPStatus.OK:
        return None
    try:
        entries = answer.as_object().get(section)
    except NoAnswerError:
        return None
    if not isinstance(entries, list):
        return None
    names = [one.get(key) for one in entries if isinstance(one, Mapping)]
    return [visible_line(one)[:LONGEST_SHOWN] for one in names if isinstance(one, str) and one]


def _is_among(name: str, names: Sequence[str]) -> bool:
    return bool({name, f"{name}{LATEST}"} & set(names))


def _judged(answer: HttpAnswer, model: ModelSettings) -> ModelTrial:
    match answer.status:
        case HTTPStatus.OK:
            return ModelTrial("answers")
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            return ModelTrial("wrong key", _set_key(model))
        case HTTPStatus.BAD_REQUEST if b"API_KEY" in answer.body:
            return ModelTrial("wrong key", _set_key(model))
        case HTTPStatus.NOT_FOUND:
            return ModelTrial("no such model", f"Name another one in {model.place}.")
        case HTTPStatus.TOO_MANY_REQUESTS:
            said = "It is over its rate limit or quota: try again later."
            return ModelTrial("does not answer", said)
    said = f"Its server answered {answer.status}: see its log, and {model.place}."
    return ModelTrial("does not answer", said)


def _set_key(model: ModelSettings) -> str:
    if model.kind == "openai" and not model.variable:
        return f'Its server wants a key: name its variable as key = "..." in {model.place}.'
    owner = model.name if model.is_named else {"second": "second-model"}.get(model.name, model.name)
    return f"Set one: jarvis key set {owner}"


def _wake_advice(model: ModelSettings) -> str:
    if model.kind == "ollama" and model.is_local:
        return "Start it: ollama serve"
    if model.is_local:
        return f"Start its server, or change the address in {model.place}."
    return f"Check the network, and the address in {model.place}."


def _trust_advice(model: ModelSettings) -> str:
    said = "This machine does not trust the certificate of its server"
    if model.kind == "gemini":
        return f"{said}. A proxy may stand in between: then name its certificate in SSL_CERT_FILE."
    return (
        f"{said}. If the server is yours, name its certificate in SSL_CERT_FILE; "
        f"else check the address in {model.place}."
    )


def _headers(model: ModelSettings) -> dict[str, str]:
    if not model.key:
        return dict(model.headers)
    key = model.key.get_secret_value()
    name, value = (
        ("x-goog-api-key", key) if model.kind == "gemini" else ("authorization", f"Bearer {key}")
    )
    return {name: value, **model.headers}
