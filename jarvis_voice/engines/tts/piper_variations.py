"""Speaks one text in many ways with Piper, to make training data for a wake word.

Invariant: for training only; the assistant's own voice is `engines.tts.piper`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.onnx_session import open_session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class VariedPiper:
    """A Piper voice with speed, liveliness and rhythm chosen for every call; its calls block.

    Args:
        model: The voice's .onnx; its .onnx.json lies beside it.

    Raises:
        ModelError: A file is missing or damaged.
    """

    def __init__(self, model: Path) -> None:
        try:
            from piper import PiperVoice
            from piper.config import PiperConfig

            description = json.loads(model.with_name(model.name + ".json").read_text("utf-8"))
            self._config = PiperConfig.from_dict(description)
            self._voice: Any = PiperVoice(session=open_session(model), config=self._config)
        except Exception as error:  # onnxruntime's and json's own classes share no other parent
            raise ModelError("model-damaged", f"Cannot load the voice {model}: {error}.") from error

    @property
    def rate_hz(self) -> int:
        """The rate of what `speak` gives."""
        return int(self._config.sample_rate)

    @property
    def speakers(self) -> int:
        """How many people speak in this voice."""
        return max(1, int(self._config.num_speakers))

    def speak(
        self, text: str, *, pace: float, liveliness: float, rhythm: float, speaker: int = 0
    ) -> NDArray[np.float32]:
        """Speech, mono float32, shape (n_samples,), in [-1, 1], `rate_hz`.

        Args:
            text: What to say.
            pace: How long it takes; 1.0 is the voice's own, 2.0 twice as long.
            liveliness: Variation of the sound, 0..1.5; the voice's own is 0.667.
            rhythm: Variation of the sounds' lengths, 0..1.5; the voice's own is 0.8.
            speaker: Which of the `speakers`.
        """
        import numpy as np
        from piper.config import SynthesisConfig

        dials = SynthesisConfig(
            speaker_id=speaker if self.speakers > 1 else None,
            length_scale=pace,
            noise_scale=liveliness,
            noise_w_scale=rhythm,
        )
        parts = [chunk.audio_float_array for chunk in self._voice.synthesize(text, dials)]
        whole = np.concatenate(parts) if parts else np.zeros(0)
        return np.asarray(whole, np.float32)
