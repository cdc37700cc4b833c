"""The assistant: a turn in, sentences out; what waits, what is stopped and what is forgotten."""

from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.between_turns import FORGETTABLE

__all__ = ["FORGETTABLE", "Assistant", "AssistantSettings"]
