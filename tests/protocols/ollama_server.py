"""Ollama's protocol, as far as a look at it needs: lists of models, and an answer of one word."""

from collections.abc import Sequence

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
    as_json,
)


class OllamaServer(LoopbackServer):
    """A server with models, of which some are in memory.

    Args:
        models: Their names, with what stands behind the colon.
        loaded: Those in memory.
        api_key: Wanted with every request; "" is none.
        lists: Whether it tells which models it has.
    """

    def __init__(
        self,
        *models: str,
        loaded: Sequence[str] = (),
        api_key: str = "",
        lists: bool = True,
    ) -> None:
        super().__init__()
        self._models = models
        self._loaded = loaded
        self._api_key = api_key
        self._lists = lists

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        if self._api_key and request.headers.get("authorization") != f"Bearer {self._api_key}":
            return as_json({"error": "unauthorized"}, 401)
        match request.method, request.path:
            case "GET", ("/api/tags" | "/api/ps" | "/v1/models") if not self._lists:
                return as_json({"error": "not found"}, 404)
            case "GET", "/api/tags":
                return as_json({"models": [{"name": name} for name in self._models]})
            case "GET", "/api/ps":
                return as_json({"models": [{"name": name} for name in self._loaded]})
            case "GET", "/v1/models":
                return as_json({"object": "list", "data": [{"id": name} for name in self._models]})
            case "POST", "/v1/chat/completions":
                if request.body["model"] not in self._models:
                    return as_json({"error": {"message": "not found"}}, 404)
                return as_json({"choices": [{"message": {"content": "Yes"}}]})
        raise OffScriptError(f"{request.method} {request.path}")
