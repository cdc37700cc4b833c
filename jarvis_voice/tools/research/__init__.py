"""Research: reads several sources until a question is answered."""
