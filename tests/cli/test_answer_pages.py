"""Unit: an answer is rendered on a terminal and comes out of a pipe as it was written."""

import io
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console

from jarvis_voice.cli.markdown_page import MarkdownPage
from jarvis_voice.doors.terminal.answer_page import AnswerPage, AnswerPart, RawPage
from jarvis_voice.language.en.answer_units import UnitSplitter

pytestmark = pytest.mark.unit

WRITTEN = """Two **ways. Both are** good, see [the guide](https://a.org/x_y).

## Plan

1. *Short* and to the point, but longer than the line is wide
   - [x] nested

```py
def f(x):
    return "longer than the line of this terminal is, by far" + x

    # kept
```

| Name | Age |
|------|----:|
| **Miso** | 3 |

> Be it
    so

That is all."""


SHORT = """One sentence is longer than the line. Two.

- an entry that is as long as that, too

```py
x = 1
```

| a | b |
|---|---|
| 1 | 2 |

---

End."""


def show(page: AnswerPage, text: str, turn_id: str = "t1") -> None:
    splitter = UnitSplitter()
    for unit in [*splitter.feed(text), *splitter.flush()]:
        page.show(AnswerPart(turn_id, unit.text, unit.lead, unit.kind))
    page.end(turn_id)


def rendered(text: str, *, width: int = 40, flows: bool = True, colours: bool = False) -> str:
    written: list[str] = []
    console = Console(
        file=io.StringIO(), width=width, force_terminal=colours,
        color_system="standard" if colours else None,
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    show(MarkdownPage(written.append, "", lambda: console, flows=flows), text)
    return "".join(written)


def raw(text: str) -> str:
    written: list[str] = []
    show(RawPage(written.append), text)
    return "".join(written)


def test_a_pipe_gets_the_text_as_it_was_written() -> None:
    assert raw(WRITTEN) == f"{WRITTEN}\n"
    assert raw("One. Two.") == "One. Two.\n"
    assert raw("```\n\tx\n```") == "```\n\tx\n```\n"


def test_further_lines_stand_below_what_stands_behind_the_sign_and_code_stays_as_it_is() -> None:
    written: list[str] = []
    show(RawPage(written.append, "💬 ", 3), SHORT)
    assert "".join(written) == """\
💬 One sentence is longer than the line. Two.

   - an entry that is as long as that, too

```py
x = 1
```

   | a | b |
   |---|---|
   | 1 | 2 |

   ---

   End.
"""  # fmt: skip


@pytest.mark.parametrize("flows", [True, False])
def test_so_they_do_on_a_terminal(monkeypatch: pytest.MonkeyPatch, *, flows: bool) -> None:
    monkeypatch.setenv("COLUMNS", "22")
    written: list[str] = []
    console = Console(file=io.StringIO(), width=22, highlight=False)
    show(MarkdownPage(written.append, "💬 ", lambda: console, flows=flows), SHORT)
    second = "line. Two." if flows else "line.\n   Two."
    assert "".join(written) == f"""\
💬 One sentence is
   longer than the
   {second}

   • an entry that is
     as long as that,
     too

x = 1

    a   b
    ─────
    1   2

   {"─" * 19}

   End.
"""  # fmt: skip


def test_a_terminal_gets_it_rendered_and_wrapped() -> None:
    assert rendered(WRITTEN) == """\
Two ways. Both are good, see the guide
(https://a.org/x_y).

Plan

1. Short and to the point, but longer
   than the line is wide
   ☑ nested

def f(x):
    return "longer than the line of this terminal is, by far" + x

    # kept

 Name   Age
 ──────────
 Miso     3

▌ Be it
    so

That is all.
"""  # fmt: skip


def test_colours_and_links_are_there_on_a_terminal_alone() -> None:
    shown = rendered(WRITTEN, colours=True)
    assert "\x1b[1mways. Both are\x1b[0m" in shown.replace("\x1b[0m \x1b[1m", " ")
    assert ";https://a.org/x_y\x1b\\" in shown
    assert "\x1b[94mdef" in shown
    assert "\x1b" not in rendered(WRITTEN)


def test_sentences_flow_on_one_line_or_each_begins_one() -> None:
    assert rendered("One. Two.\nThree.") == "One. Two.\nThree.\n"
    assert rendered("One. Two.\nThree.", flows=False) == "One.\nTwo.\nThree.\n"


def test_above_a_prompt_nothing_is_written_but_whole_lines() -> None:
    written: list[str] = []
    page = MarkdownPage(written.append, "> ", lambda: Console(file=io.StringIO()), flows=False)
    show(page, WRITTEN)
    assert all(text.endswith("\n") for text in written)


@pytest.mark.parametrize("flows", [True, False])
def test_what_comes_between_two_parts_stands_on_a_line_of_its_own(*, flows: bool) -> None:
    written: list[str] = []
    pages: list[AnswerPage] = [
        MarkdownPage(written.append, "> ", lambda: Console(file=io.StringIO()), flows=flows),
        RawPage(written.append, "> ", is_shared=True),
    ]
    for page in pages:
        written.clear()
        page.show(AnswerPart("t1", "One.", ""))
        page.pause()
        written.append("...\n")
        page.show(AnswerPart("t1", "Two."))
        page.show(AnswerPart("t2", "Other."))
        page.end("t1")
        page.end("t2")
        lines = "".join(written).splitlines()
        assert [line.lstrip("> ") for line in lines] == ["One.", "...", "Two.", "Other."]
        assert lines[-1] == "> Other."


SIGNS = st.sampled_from(
    [
        *("word", "*", "**", "_", "`", "#", "> ", "- ", "1. ", " ", "\n", "|", ". ", "😊", "\t"),
        *("[a](b)", "[a](javascript:x)", "```", "```py\n", "<b>", "&#x202e;", "&#27;", "\x1b[2J"),
        *("\x9b31m", "\u202e", "[red]", "[/]", "| a |\n|-|\n", "    ", "\\", "![i](\x1b)", "\r"),
    ]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(SIGNS, max_size=30).map("".join), st.integers(1, 60), st.booleans())
@example(text="*\rword", width=20, flows=False)
@example(text="*\r\x1b[2Jword", width=20, flows=True)
def test_no_text_steers_the_terminal_or_breaks_the_page(text: str, width: int, flows: bool) -> None:
    plain = rendered(text, width=width, flows=flows)
    coloured = rendered(text, width=width, flows=flows, colours=True)
    own = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;[^\x1b\x07\n]*\x1b\\")
    for shown in (plain, own.sub("", coloured), raw(text)):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)
    assert "]8;;javascript" not in coloured
    assert raw(text).count("word") == text.count("word")


def test_markup_of_rich_is_text() -> None:
    assert rendered("[red]Stop[/red] :smile:") == "[red]Stop[/red] :smile:\n"
