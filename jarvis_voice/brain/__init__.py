"""One step at a time: planner, executor, reception."""
