"""Each chat client beside a scripted server of its protocol, and the words that differ."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, ToolCall, ToolOffer
from jarvis_voice.engines.llm.chat_options import USUAL, ChatOptions
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.model_script import ScriptedCall
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

KEY = "decoy-model-key-0123456789"
HELLO = [Message("user", "hello")]
TIMER = ToolOffer(
    "set_timer",
    "Set a timer.",
    {
        "type": "object",
        "properties": {"minutes": {"type": "integer"}, "label": {"type": "string"}},
        "required": ["minutes"],
    },
)
FIVE = ScriptedCall("set_timer", '{"minutes": 5}')
FIVE_MINUTES = ToolCall("set_timer", {"minutes": 5})
CLOCK = ToolOffer("tell_time", "Tell the time.", {"type": "object", "properties": {}})
TOOLS = (TIMER, CLOCK)


@dataclass
class StepWorld:
    """One client's protocol and its server."""

    server: Any
    prefix: str
    spent: list[Usage] = field(default_factory=list)

    @property
    def is_gemini(self) -> bool:
        return self.prefix == "gemini"

    def chat(self, options: ChatOptions = USUAL, *, key: str = KEY) -> SteppingChat:
        if self.is_gemini:
            return GeminiChat(key, self.server.model, 10.0, self.server.url, options)
        return OpenAiCompatibleChat(self.server.base_url, self.server.model, key, 10.0, options)

    def code(self, kind: str) -> str:
        return f"{self.prefix}-{kind}"

    async def step(
        self, chat: SteppingChat, tools: Sequence[ToolOffer] = TOOLS
    ) -> tuple[list[str], list[ToolCall]]:
        """Pieces of text and calls."""
        texts: list[str] = []
        calls: list[ToolCall] = []
        async for piece in chat.step("You act.", HELLO, tools, self.spent.append):
            if isinstance(piece, str):
                assert not calls, "text behind a call"
                texts.append(piece)
            else:
                calls.append(piece)
        return texts, calls

    async def failure(
        self, chat: SteppingChat, tools: Sequence[ToolOffer] = TOOLS
    ) -> tuple[list[str], PlannerError]:
        """What was said before it failed, and how it did."""
        texts: list[str] = []
        try:
            async for piece in chat.step("You act.", HELLO, tools, self.spent.append):
                assert isinstance(piece, str), "an answer that failed has called a tool"
                texts.append(piece)
        except PlannerError as error:
            return texts, error
        raise AssertionError(f"it did not fail: {texts}")


def gemini_world() -> StepWorld:
    return StepWorld(GeminiServer(api_key=KEY), "gemini")


def openai_world() -> StepWorld:
    return StepWorld(OpenAiServer(api_key=KEY), "chat")


def form_of(body: Any) -> str:
    """In which form a step was asked for."""
    text = json.dumps(body)
    if "tools" in body:
        return "tools"
    if "json_schema" in text or "responseJsonSchema" in text or "response_json_schema" in text:
        return "schema"
    return "json" if "json_object" in text or "responseMimeType" in text else "words"


def system_of(body: Any) -> str:
    """The instruction of a request."""
    if "systemInstruction" in body:
        return str(body["systemInstruction"]["parts"][0]["text"])
    return str(body["messages"][0]["content"]) if "messages" in body else ""
