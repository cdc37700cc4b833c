"""Runs turns: takes text from every door and gives the answer back, sentence by sentence."""

import os

# LangGraph reads this when it is imported: a checkpoint may then hold plain types and nothing else
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
