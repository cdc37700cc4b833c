"""Jarvis Voice: a voice assistant daemon for your own machine."""

import os

__version__ = "0.1.0"

ONNXRUNTIME, NUMPY = "ORT_DISABLE_TELEMETRY", "OPENBLAS_NUM_THREADS"

OWN_VARIABLES = frozenset({ONNXRUNTIME, NUMPY} - os.environ.keys())
"""What is set here for this program alone: what it starts for the user is not told of it."""

os.environ[ONNXRUNTIME] = "1"
# onnxruntime from 1.31 on keeps a device id in the user's cache folder and reports to its makers
# over the network unless this is set before it is imported, by whichever library imports it first.

os.environ.setdefault(NUMPY, "1")
# numpy multiplies small matrices here; further threads of its own would only spin between them, on
# the cores that the models run on. It reads this when it is imported.
