"""Unit: the shipped list of words, and lists that are made for a test."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from tools.around import run

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.word_forms import word_key
from jarvis_voice.tools.words.dictionary_tools import dictionary
from jarvis_voice.tools.words.word_list import (
    BLOCKS,
    INDEX,
    OWN_WORDS,
    WORDS,
    WordList,
    write_list,
)

pytestmark = pytest.mark.unit

SHIPPED = WordList()
N_WORDS = 120_908
MOST_KILOBYTES = 3_000


def found(word: str) -> str:
    there = SHIPPED.find(word)
    return there.entry.word if there else ""


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        *(("serendipity", "serendipity"), ("Serendipity", "serendipity"), ("dna", "DNA")),
        *(("ran", "run"), ("mice", "mouse"), ("children", "child"), ("studied", "study")),
        *(("boxes", "box"), ("cities", "city"), ("hoping", "hope"), ("happier", "happy")),
        *(("biggest", "big"), ("cat's", "cat"), ("ice cream", "ice cream")),
        *(("selfies", "selfie"), ("wifi", "WiFi"), ("wi-fi", "Wi-Fi"), ("ai", "AI")),
        *(("ice-cream", "ice cream"), ("caf\u00e9", "cafe"), ("building", "building")),
        *(("blurfl", ""), ("zzzzz", ""), ("!", ""), ("", "")),
    ],
)
def test_a_word_is_found_in_any_form(asked: str, word: str) -> None:
    assert found(asked) == word


def test_a_form_says_what_it_is_a_form_of_and_tells_its_part_of_speech_alone() -> None:
    ran, run_itself = SHIPPED.find("ran"), SHIPPED.find("run")
    assert ran
    assert run_itself
    assert (ran.form, run_itself.form) == ("ran", "")
    assert {one.part for one in ran.entry.meanings} == {"v"}
    assert {one.part for one in run_itself.entry.meanings} == {"v", "n"}


def test_a_meaning_that_stands_at_another_word_is_read_there() -> None:
    automobile, car = SHIPPED.find("automobile"), SHIPPED.find("car")
    assert automobile
    assert car
    assert automobile.entry.meanings[0] == car.entry.meanings[0]
    assert "motor vehicle" in car.entry.meanings[0].text


def test_every_word_of_the_list_is_filed_under_its_key_and_tells_something() -> None:
    rows = gzip.decompress((shipped(WORDS) / BLOCKS).read_bytes()).decode().splitlines()
    keys = [row.partition("\t")[0] for row in rows]
    assert len(keys) == N_WORDS
    assert keys == sorted(keys)
    # where this fails after a change of `word_key`: config/words/README.md makes the list anew
    assert [key for key in keys if word_key(key) != key] == []
    for key in keys[::1_999]:
        there = SHIPPED.find(key)
        assert there, key
        assert all(one.text for one in there.entry.meanings)


def test_hundreds_of_look_ups_take_next_to_no_memory() -> None:
    resource = pytest.importorskip("resource", reason="Windows tells no memory this way")
    SHIPPED.find("serendipity")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(300):
        SHIPPED.find(f"{chr(97 + number % 26)}a")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_KILOBYTES


def test_what_is_written_is_found(tmp_path: Path) -> None:
    long = "x" * 40_000  # more than one block
    lines = [[f"{letter}", "", "y;z", "", "", f"n:{long}"] for letter in "abcdef"]
    write_list(tmp_path, [*lines, ["gone", "", "", "", "v:a;n:b"], ["h", "H", "", "", "", "v>b/0"]])
    (tmp_path / OWN_WORDS).touch()
    words = WordList(tmp_path)
    assert len((tmp_path / INDEX).read_text(encoding="utf-8").splitlines()) > 1
    for letter in "abcdef":
        there = words.find(letter)
        assert there
        assert there.entry.synonyms == ("y", "z")
    gone, other = words.find("gone"), words.find("H")
    assert gone
    assert other
    assert (gone.entry.word, gone.form) == ("b", "gone")  # there is no verb "a"
    assert (other.entry.word, other.entry.meanings[0].text) == ("H", long)
    assert words.find("0") is None


def test_no_word_of_our_own_is_there_twice_and_each_says_what_it_is() -> None:
    rows = (shipped(WORDS) / OWN_WORDS).read_text(encoding="utf-8").splitlines()
    words, parts, texts = zip(*(row.split("\t") for row in rows), strict=True)
    assert len(set(words)) == len(words)
    assert set(parts) <= {*"nvacpodxb"}
    assert all(texts)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("name", "harm"),
    [
        *((BLOCKS, harm) for harm in (Path.unlink, cut, flip)),
        *((INDEX, harm) for harm in (Path.unlink, lambda file: file.write_bytes(b""))),
        (INDEX, lambda file: file.write_bytes(b"a\tmany\t1\n")),
        (INDEX, lambda file: file.write_bytes(b"a\n")),
        (INDEX, lambda file: file.write_bytes(b"a\t-5\t3\n")),
        (INDEX, lambda file: file.write_bytes(b"\xff\t0\t3\n")),
        (OWN_WORDS, Path.unlink),
        (OWN_WORDS, lambda file: file.write_bytes(b"although\tc\n")),
    ],
)
async def test_a_damaged_list_is_told_in_one_sentence(
    name: str, harm: Callable[[Path], object], tmp_path: Path
) -> None:
    (tmp_path / OWN_WORDS).write_text("if\tc\ton the condition that\n", encoding="utf-8")
    write_list(tmp_path, [["cat", "", "", "", "", "n:a pet"]])
    harm(tmp_path / name)
    with pytest.raises(ToolError) as told:
        await run(dictionary(WordList(tmp_path)), word="cat")
    assert told.value.code == "words-unreadable"
    assert told.value.message == "My list of words is missing or damaged. Install Jarvis again."


async def test_a_list_whose_words_point_nowhere_is_damaged(tmp_path: Path) -> None:
    (tmp_path / OWN_WORDS).touch()
    write_list(tmp_path, [["cat", "", "", "", "", "n>dog/3"]])
    with pytest.raises(ToolError, match="missing or damaged"):
        await run(dictionary(WordList(tmp_path)), word="cat")
