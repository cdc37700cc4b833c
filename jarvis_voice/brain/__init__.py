"""One step at a time: planner, executor, reception."""

import os

# LangGraph reads this when it is imported: a checkpoint may then hold plain types and nothing else
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
