"""Contract: the tokens of the vocabulary are those of the model's own tokenizer."""

import random
from pathlib import Path

import pytest
from engines.speech import WHISPER

from jarvis_voice.engines.english_tokens import (
    END,
    FIRST_TIME,
    NO_SPEECH,
    NO_TIMES,
    START,
    EnglishTokens,
)
from jarvis_voice.engines.whisper_weights import OtherModelError
from jarvis_voice.resources import shipped

pytestmark = pytest.mark.models

ODD = (
    "",
    " ",
    "  two  spaces ",
    "I'll say it's 3,000.5\u00b2 or \u00bd!",
    "na\u00efve caf\u00e9 \u6771\u4eac \u041c\u043e\u0441\u043a\u0432\u0430 \U0001f600",
    "snake_case __init__ a\tb\nc \n d",
    "it''s 'tis O'Neill's",
)


@pytest.fixture
def ours(weights: Path) -> EnglishTokens:
    return EnglishTokens(weights / WHISPER)


def test_they_are_the_librarys(ours: EnglishTokens, weights: Path) -> None:
    import tokenizers
    from faster_whisper.tokenizer import Tokenizer
    from faster_whisper.transcribe import get_suppressed_tokens

    its = tokenizers.Tokenizer.from_file(str(weights / WHISPER / "tokenizer.json"))
    library = Tokenizer(its, multilingual=False, task="transcribe", language="en")
    texts = shipped("config/sentences/en.yaml").read_text("utf-8").splitlines()
    texts += shipped("config/sites.toml").read_text("utf-8").splitlines()
    assert len(texts) > 1_000
    for text in (*texts, *ODD):
        assert ours.encode(text) == library.encode(text), text
        assert ours.decode(library.encode(text)) == library.decode(library.encode(text))
    drawn = random.Random(1)
    for _ in range(2_000):
        tokens = [drawn.randrange(FIRST_TIME + 1_000) for _ in range(4)]
        assert ours.decode(tokens) == library.decode(tokens)
    assert list(library.sot_sequence) == [START]
    assert library.no_timestamps == NO_TIMES
    signs = (library.eot, library.no_speech, library.timestamp_begin)
    assert signs == (END, NO_SPEECH, FIRST_TIME)
    assert set(ours.never_said) == set(get_suppressed_tokens(library, [-1]))


def test_what_is_written_like_a_sign_is_text(ours: EnglishTokens) -> None:
    assert ours.decode(ours.encode("<|endoftext|>")) == "<|endoftext|>"


@pytest.mark.parametrize("missing", ["vocabulary.txt", "config.json"])
def test_a_missing_file_is_told(missing: str, weights: Path, tmp_path: Path) -> None:
    for name in {"vocabulary.txt", "config.json"} - {missing}:
        (tmp_path / name).write_bytes((weights / WHISPER / name).read_bytes())
    with pytest.raises(OtherModelError, match=missing.replace(".", r"\.")):
        EnglishTokens(tmp_path)
