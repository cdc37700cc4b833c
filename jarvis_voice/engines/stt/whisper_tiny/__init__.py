"""Whisper tiny.en in onnxruntime, faster than the library on short commands."""
