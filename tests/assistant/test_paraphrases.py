"""Flow: disfluent paraphrases of everyday commands, through the real grammar and every tool."""

from pathlib import Path

import pytest
from assistant.paraphrases import score

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

DEVELOP = Path(__file__).parent.parent / "paraphrases" / "develop.yaml"
LEAST_RIGHT = 98
MOST_WRONG = 0


def test_the_sentences_it_was_developed_on_stay_understood(paths: Paths) -> None:
    reached = score(DEVELOP, paths)
    assert reached.right >= LEAST_RIGHT, "\n".join(reached.details)
    assert reached.wrong <= MOST_WRONG, "\n".join(reached.details)
