"""Adapters for models: wake word, VAD, STT, TTS, chat. No other room knows these models."""
