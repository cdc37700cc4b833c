"""Research: reads several sources until it can answer a question."""
