"""Adapters of models: wake word, VAD, STT, TTS, chat. The only room that knows them."""
