"""Unit: what the prompt offers and explains fits a terminal of 80 columns."""

import pytest

from jarvis_voice.doors.terminal.prompt_help import COMMANDS, EXAMPLES, KEYS, help_lines, offers

pytestmark = pytest.mark.unit


def test_the_page_names_all_and_fits() -> None:
    page = list(help_lines())
    assert max(map(len, page)) < 80
    assert len(page) < 24
    for text in (*COMMANDS, *EXAMPLES, *KEYS):
        assert any(line.strip().startswith(text.strip()) for line in page)


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("", [*COMMANDS, *EXAMPLES]),
        ("SE", ["search for ", "set a timer for 5 minutes"]),
        ("  /", ["/help"]),
        ("hello", []),
    ],
)
def test_tab_offers_what_begins_so(typed: str, texts: list[str]) -> None:
    assert [text for text, _ in offers(typed)] == texts
