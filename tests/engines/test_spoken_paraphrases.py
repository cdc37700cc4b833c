"""Flow: disfluent paraphrases, spoken by synthetic voices, heard by Whisper, planned locally.

Floors, not wishes: the smallest model mishears names; what was misheard must be refused, not done.
"""

import asyncio
from pathlib import Path

import pytest
from assistant.paraphrases import score, sentences
from engines.spoken_paraphrases import hear_all

from jarvis_voice.core.paths import Paths

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.bench("voices")]

DEVELOP = Path(__file__).parent.parent / "paraphrases" / "develop.yaml"
LEAST_RIGHT = 50
MOST_WRONG = 8


def test_spoken_paraphrases_are_understood_or_refused(
    weights: Path, paths: Paths, tmp_path: Path
) -> None:
    heard = asyncio.run(hear_all(sentences(DEVELOP), weights, tmp_path))
    reached = score(DEVELOP, paths, heard)
    assert reached.right >= LEAST_RIGHT, "\n".join(reached.details)
    assert reached.wrong <= MOST_WRONG, "\n".join(reached.details)
