"""Flow: `jarvis eval --sentences` as a user types it."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from jarvis_voice.cli import evaluate
from jarvis_voice.core.errors import ConfigError

pytestmark = pytest.mark.flow

app = typer.Typer()
app.command("eval")(evaluate.evaluate)

LINES = (
    "set a timer for 5 minutes\tset_timer\ttimers",
    "open github\ttalk\tsites",
    "what is 2 plus 2\tset_tymer\tsums",
    "hello",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "said.tsv"
    written.write_text("\n".join(LINES), encoding="utf-8")
    return written


def test_a_table_and_what_was_wrong(file: Path) -> None:
    done = CliRunner().invoke(app, ["--sentences", str(file)])
    assert done.exit_code == 0, done.output
    table, _, rest = done.stdout.partition("\nWrong acts:\n")
    assert [row.split()[:3] for row in table.splitlines()[2:]] == [
        ["timers", "1", "100.0"],
        ["sites", "1", "0.0"],
        ["sums", "1", "0.0"],
        ["all", "3", "33.3"],
    ]
    assert rest.splitlines() == [
        "2: open github, expected talk: [open_website(url=https://github.com/)] "
        "I have asked your browser for GitHub's website.",
        "",
        "Wrong:",
        "3: what is 2 plus 2, expected set_tymer: [calculate(expression=2 plus 2)] 2 plus 2 is 4.",
        "",
        "Not judged:",
        "4: hello: Hello. What can I do for you?",
    ]
    assert "no tool of this program: set_tymer" in done.stderr


def test_the_table_alone_shows_no_line(file: Path) -> None:
    done = CliRunner().invoke(app, ["--sentences", str(file), "--table-only"])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1].split()[:3] == ["all", "3", "33.3"]
    said = [line.partition("\t")[0] for line in LINES]
    assert [one for one in said if one in done.output] == []


def test_the_turns_of_dialogues_are_counted_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "said.tsv"
    file.write_text("what is 2 plus 2 / open github\tcalculate / talk\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["--sentences", str(file), "--table-only"])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] == (
        "By turn, of 2: 50.0 % right, 0.0 % did you mean, 0.0 % refused, 50.0 % wrong."
    )


def test_as_json_one_object_a_line(file: Path) -> None:
    done = CliRunner().invoke(app, ["--sentences", str(file), "--json"])
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["said"] for one in found] == [[line.partition("\t")[0]] for line in LINES]
    assert [one.get("verdict") for one in found] == ["right", "wrong", "wrong", None]


def test_a_bad_file_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "said.tsv"
    file.write_text("hi\tsay hello\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["--sentences", str(file)])
    assert isinstance(done.exception, ConfigError)
    assert "said.tsv, line 1" in done.exception.message


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--json"], "go with --sentences"),
        (["--table-only"], "go with --sentences"),
        (["--sentences", "x.tsv", "--live"], "goes with --json"),
        (["--sentences", "x.tsv", "--json", "--table-only"], "leaves out"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], why: str) -> None:
    done = CliRunner().invoke(app, options)
    assert done.exit_code == 2
    assert why in " ".join(done.output.replace("│", " ").split())
