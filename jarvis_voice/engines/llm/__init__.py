"""Language models: Gemini, and every server that speaks the OpenAI protocol."""
