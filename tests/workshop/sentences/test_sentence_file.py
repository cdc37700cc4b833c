"""Unit: a file of sentences: what is read from it, and which mistake is told with its line."""

from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.workshop.sentences.expectation import ExpectedStep
from jarvis_voice.workshop.sentences.sentence_file import SentenceLine, read_sentences

pytestmark = pytest.mark.unit


def read(tmp_path: Path, text: str) -> list[SentenceLine]:
    file = tmp_path / "said.tsv"
    file.write_text(text, encoding="utf-8")
    return read_sentences(file)


def test_sentences_dialogues_and_classes(tmp_path: Path) -> None:
    timer, ask = (ExpectedStep("set_timer"),), (ExpectedStep("ask"),)
    lines = read(
        tmp_path,
        "# what is said\n\nhello there\r\nset a timer\task|set_timer\ttimers\tours\n"
        "set a timer / five minutes\t- / set_timer\t\n",
    )
    assert lines == [
        SentenceLine(3, ("hello there",), ((),)),
        SentenceLine(4, ("set a timer",), ((ask, timer),), "ask|set_timer", "timers", "ours"),
        SentenceLine(5, ("set a timer", "five minutes"), ((), (timer,)), "- / set_timer"),
    ]
    assert [one.is_judged for one in lines] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hello\nhi\ttalk\tgreeting\tours\tmore\n", "line 2: there are 5 columns"),
        ("hi / hello\ttalk\n", "line 1: 2 turns are said and 1 expected"),
        ("hi /  / ho\ttalk / talk\n", "line 1: a sentence is missing"),
        ("\ttalk\n", "line 1: a sentence is missing"),
        ("hi\tsay hello\n", 'line 1: "say hello" is no name of a tool'),
        (f"{'o' * 4001}\n", "line 1: A sentence has more than 4,000 characters"),
        ("# nothing\n", "There is no sentence"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert part in caught.value.message
    assert "said.tsv" in caught.value.message


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.tsv cannot be read"):
        read_sentences(tmp_path / "none.tsv")
    (tmp_path / "bytes.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="no text in UTF-8"):
        read_sentences(tmp_path / "bytes.tsv")
