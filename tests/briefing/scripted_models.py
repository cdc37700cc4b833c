"""Scripted models of both protocols, and what asks them for briefings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from jarvis_voice.briefing.budget import RunBudget
from jarvis_voice.briefing.model_question import BriefingModel
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.tools.dependencies import StructuredChat
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.model_server import ModelServer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

KEY, MODEL = "decoy-key-0123456789", "gemini-2.5-flash"
PROTOCOLS = ("gemini", "openai")


@asynccontextmanager
async def scripted_model(
    protocol: str = "openai", seconds: float = 10.0, budget: RunBudget | None = None
) -> AsyncIterator[tuple[ModelServer, BriefingModel]]:
    """A scripted model of a protocol, and what asks it."""
    server: ModelServer
    if protocol == "gemini":
        server = GeminiServer(api_key=KEY, model=MODEL)
    else:
        server = OpenAiServer(api_key=KEY, model=MODEL)
    async with server:

        @asynccontextmanager
        async def opened() -> AsyncIterator[StructuredChat]:
            chat: GeminiChat | OpenAiCompatibleChat
            if isinstance(server, OpenAiServer):
                chat = OpenAiCompatibleChat(server.base_url, MODEL, KEY, 10.0)
            else:
                chat = GeminiChat(KEY, MODEL, 10.0, server.url)
            async with chat:
                yield chat

        yield server, BriefingModel(opened, budget or RunBudget(), seconds, MODEL)
