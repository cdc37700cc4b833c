"""The LangGraph that answers a turn: task planner, executor and reception."""
