"""Speaks as much of the Overpass API as Jarvis asks for: named places and their tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
    as_json,
)

PATH = "/api/interpreter"


class OverpassServer(LoopbackServer):
    """Answers every question with the places that were put on its map.

    Attributes:
        elements: What it finds.
        body: Sent instead, when it is set.
    """

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Mapping[str, Any]] = []
        self.body: Any = None

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """What it finds."""
        question = request.query.get("data", "")
        if request.path != PATH or not question.startswith("[out:json][timeout:"):
            raise OffScriptError(f"{request.path} {question}")
        return self.found(question)

    def found(self, question: str) -> LoopbackResponse:  # noqa: ARG002 - a script may read it
        """The answer to one question."""
        return as_json(on_the_map(self.elements) if self.body is None else self.body)

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return {"remark": "Please check /api/status for the quota of your IP address."}


def on_the_map(elements: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A whole answer."""
    return {"version": 0.6, "generator": "Overpass API", "elements": elements}


def map_node(
    number: int, name: str, north: float = 51.45, east: float = -2.58, **tags: str
) -> dict[str, Any]:
    """A place on the map; tags have "__" for a colon."""
    said = {key.replace("__", ":"): value for key, value in tags.items() if value}
    return {
        "type": "node",
        "id": number,
        "lat": north,
        "lon": east,
        "tags": {"name": name, **said} if name else said,
    }
