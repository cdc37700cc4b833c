"""The LangGraph of a turn: task planner, executor, reception."""
