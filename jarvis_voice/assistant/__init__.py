"""The assistant: a turn in, sentences out; what waits, what is stopped and what is forgotten."""

import os

# LangGraph reads this when it is imported: a checkpoint may then hold plain types and nothing else
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
