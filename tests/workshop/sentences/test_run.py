"""Flow: sentences of a file through the whole program, each in a world of its own."""

import os
import tempfile
from pathlib import Path

import pytest

from jarvis_voice.workshop.sentences.figures import as_json, figures, told, unknown_tools
from jarvis_voice.workshop.sentences.run import LineResult, run_lines, tool_names
from jarvis_voice.workshop.sentences.sentence_file import read_sentences

pytestmark = pytest.mark.flow


async def run(tmp_path: Path, *lines: str) -> list[LineResult]:
    file = tmp_path / "said.tsv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return await run_lines(read_sentences(file))


async def test_everyday_sentences_and_dialogues(tmp_path: Path) -> None:
    lines = (
        "set a timer for 5 minutes\tset_timer(length=5 minutes)",
        "set a timer for five minutes / cancel it\tset_timer / cancel_schedule",
        "set a timer / ten minutes\task / set_timer(length=10 minutes)",
        "add milk and eggs to my shopping list / what's on my shopping list"
        "\tadd_note(list=shopping,text=milk, eggs) / read_notes",
        "remember that my bike is blue / what do you know about my bike\tremember / recall",
        "search for otters / open the first one\tsearch / open_website",
        "open firefox\topen_app(name=Firefox)",
        "open github\topen_website(url=github.com)",
        "open the website of the Louvre\topen_website",
        "set the volume to 30 percent\tvolume(percent=30)",
        "what's the weather tomorrow\tweather(day=tomorrow)",
        "take a screenshot\ttake_screenshot",
        "forget everything / no\tforget_words / talk",
        "hello\ttalk",
        "order a pizza\trefuse",
        "flurb the gnarf\tunknown",
    )
    results = await run(tmp_path, *lines)
    assert {told(one): one.verdict for one in results if one.verdict != "right"} == {}


async def test_the_clock_stands_at_ten_in_berlin(tmp_path: Path) -> None:
    [result] = await run(tmp_path, "what time is it")
    assert result.verdict is None
    assert result.answers[0].reply == "It is 10:00."


async def test_a_world_knows_nothing_of_another(tmp_path: Path) -> None:
    one, other = await run(tmp_path, "add milk to my shopping list", "read my shopping list")
    assert one.answers[0].outcome == "done"
    assert "milk" not in other.answers[0].reply


async def test_an_offer_of_what_is_expected_is_counted_apart(tmp_path: Path) -> None:
    right, other = await run(tmp_path, "open frobnicator\topen_website", "open frobnicator\tmedia")
    assert (right.verdict, other.verdict) == ("asked_right", "refused")


async def test_wrong_acts_and_needless_searches_are_counted(tmp_path: Path) -> None:
    act, search = await run(
        tmp_path, "open github\ttalk\tacts", "what is the capital of France\ttalk\tquestions"
    )
    assert [str(one) for one in act.wrong_acts] == ["open_website(url=https://github.com/)"]
    assert (search.verdict, search.needless_searches) == ("wrong", 1)
    rows = [
        (row.topic, row.lines, row.shares["wrong"], row.wrong_acts, row.needless_searches)
        for row in figures([act, search])
    ]
    assert rows == [("acts", 1, 1.0, 1, 0), ("questions", 1, 1.0, 0, 1), ("all", 2, 1.0, 1, 1)]


async def test_a_result_as_json(tmp_path: Path) -> None:
    judged, plain = await run(tmp_path, "open github\topen_website\tsites", "hello")
    assert as_json(judged) == {
        "line": 1,
        "said": ["open github"],
        "actions": [
            {
                "action": "open_website",
                "arguments": {"url": "https://github.com/"},
                "status": "effect",
            }
        ],
        "reply": "I have asked your browser for GitHub's website.",
        "class": "sites",
        "expected": "open_website",
        "verdict": "right",
        "wrong_acts": [],
        "needless_searches": 0,
    }
    assert as_json(plain).keys() == {"line", "said", "actions", "reply"}
    assert figures([plain]) == []


async def test_a_tool_that_does_not_exist_is_named(tmp_path: Path) -> None:
    results = await run(tmp_path, "set a timer for an hour\tset_timer|set_tymer|ask")
    assert list(unknown_tools(results, await tool_names())) == ["set_tymer"]


async def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("HTTPS_PROXY", "http://mine:8080")
    monkeypatch.delenv("ALL_PROXY", raising=False)
    await run(tmp_path, "take a screenshot")
    assert os.environ["HTTPS_PROXY"] == "http://mine:8080"
    assert "ALL_PROXY" not in os.environ
    assert not list((tmp_path / "temporary").iterdir())
