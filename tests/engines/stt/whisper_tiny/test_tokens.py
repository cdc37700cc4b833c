"""Contract: the tokens of the vocabulary are those of the model's own tokenizer."""

import json
import random
from pathlib import Path

import pytest
from engines.speech import WHISPER

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.stt.whisper_tiny.tokens import (
    END,
    FIRST_TIME,
    NO_SPEECH,
    NO_TIMES,
    START,
    EnglishTokens,
)
from jarvis_voice.engines.stt.whisper_tiny.weights import OtherModelError

pytestmark = [pytest.mark.e2e, pytest.mark.models]

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


@pytest.fixture
def folder(weights: Path, tmp_path: Path) -> Path:
    for name in ("vocabulary.txt", "config.json"):
        (tmp_path / name).write_bytes((weights / WHISPER / name).read_bytes())
    return tmp_path


def test_a_vocabulary_may_be_a_list(ours: EnglishTokens, folder: Path) -> None:
    lines = (folder / "vocabulary.txt").read_text("utf-8").removesuffix("\n").split("\n")
    (folder / "vocabulary.txt").unlink()
    (folder / "vocabulary.json").write_text(json.dumps(lines), "utf-8")
    text = " What time is it?"
    assert EnglishTokens(folder).encode(text) == ours.encode(text)


def test_without_a_vocabulary_it_is_another_model(folder: Path) -> None:
    (folder / "vocabulary.txt").unlink()
    with pytest.raises(OtherModelError, match="no vocabulary"):
        EnglishTokens(folder)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("<|notimestamps|>", "<|another|>"),
        ("\nx\n", "\nanother\n"),  # a letter
        ("\nx\n", "\n"),
        ("\n\u0120gazed\n", "\n\u0120informants\n"),  # one twice
    ],
)
def test_other_tokens_are_those_of_another_model(folder: Path, was: str, now: str) -> None:
    vocabulary = folder / "vocabulary.txt"
    text = vocabulary.read_text("utf-8")
    assert was in text
    vocabulary.write_text(text.replace(was, now, 1), "utf-8")
    with pytest.raises(OtherModelError, match="other tokens"):
        EnglishTokens(folder)


@pytest.mark.parametrize("listed", [None, [], [-1], "ab", [1, 2]])
def test_tokens_that_are_never_said_must_be_listed(folder: Path, listed: object) -> None:
    (folder / "config.json").write_text(json.dumps({"suppress_ids": listed}))
    with pytest.raises(OtherModelError, match="not said"):
        EnglishTokens(folder)


@pytest.mark.parametrize("name", ["vocabulary.txt", "config.json"])
def test_a_damaged_file_is_an_error(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"\xff\xfe{")
    with pytest.raises(ValueError, match=r"decode|codec"):
        EnglishTokens(folder)
