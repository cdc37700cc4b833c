"""The names of spans and of what they hold: the one table to change when the conventions do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AGENT = "jarvis"

TURN = f"invoke_agent {AGENT}"
HEAR = "jarvis.hear"
TRANSCRIBE = "jarvis.transcribe"
PLAN = "jarvis.plan"
CHAT = "chat"
TOOL = "execute_tool"
WORD = "jarvis.word"
SYNTHESISE = "jarvis.synthesise"
PLAY = "jarvis.play"

OPERATION = "gen_ai.operation.name"
AGENT_NAME = "gen_ai.agent.name"
CONVERSATION = "gen_ai.conversation.id"
PROVIDER = "gen_ai.provider.name"
MODEL = "gen_ai.request.model"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
TOOL_NAME = "gen_ai.tool.name"
TOOL_TYPE = "gen_ai.tool.type"
ERROR_TYPE = "error.type"

TURN_ID = "jarvis.turn"
SOURCE = "jarvis.source"
OUTCOME = "jarvis.outcome"
RECEIPT = "jarvis.receipt"
PLANNER = "jarvis.planner"
CAUSE = "jarvis.cause"
ENDED_BY = "jarvis.ended_by"
INTERRUPTED = "jarvis.interrupted"

QUESTION = "jarvis.question"
REPLY = "jarvis.reply"
ARGUMENTS = "gen_ai.tool.call.arguments"
RESULT = "gen_ai.tool.call.result"
"""These four are only there where the settings say so: they hold what was said."""

PROVIDERS: Mapping[str, str] = MappingProxyType(
    {"gemini": "gcp.gemini", "openai": "openai", "ollama": "ollama"}
)
"""By the kind of a model in the settings."""
