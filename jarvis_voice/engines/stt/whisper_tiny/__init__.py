"""Whisper tiny.en in onnxruntime, faster on short commands than the library."""
