"""Opens every .onnx file for all engines: with few threads, which sleep while nothing is to do.

Invariant: no session spins. onnxruntime's default keeps a core busy between two frames.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def open_session(
    model: Path | bytes,
    threads: int = 1,
    *,
    weights_in: Path | None = None,
    has_small_steps: bool = False,
) -> Any:
    """An onnxruntime InferenceSession on the CPU, without a memory arena.

    Args:
        model: The file, or its content.
        threads: How many work on one run.
        weights_in: The folder of the files that a content names as the place of its weights.
        has_small_steps: It has thousands of operations on small tensors. Which of them may share a
            buffer and which can be done in one is not worked out then: that would be most of the
            time it takes to load, and save nothing.

    Raises:
        Exception: Whatever onnxruntime raises for a damaged file; `ModelWorker` wraps it.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_reuse = not has_small_steps
    if has_small_steps:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if weights_in:
        options.add_session_config_entry(
            "session.model_external_initializers_file_folder_path", str(weights_in)
        )
    options.log_severity_level = 3  # errors: its warnings on unused initialisers help nobody
    content = model if isinstance(model, bytes) else str(model)
    session = onnxruntime.InferenceSession(
        content, sess_options=options, providers=["CPUExecutionProvider"]
    )
    if isinstance(model, bytes):
        session._model_bytes = b""  # it would keep them for a change of providers: tens of MB
    return session
