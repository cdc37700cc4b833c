"""Unit: the dates of days and how long it is until then, as they are asked for and told."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings, the_tool

from jarvis_voice.config import UserConfig
from jarvis_voice.tools.calendar_tools import tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.types import ReceiptKind

NOW = datetime(2026, 11, 23, 9, 7, tzinfo=UTC)
AMERICAN = UserConfig(locale="en_US", home_city="", units="imperial", currency="USD", clock="12")


async def ask(user: UserConfig | None = None, **arguments: Any) -> str:
    around = surroundings(user=user) if user else surroundings()
    result = await run(the_tool(tools, "count_days", around), ToolContext(NOW), **arguments)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    return result.receipt.observed


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({"day": "in ten days"}, "That is Thursday, 3 December 2026."),
        ({"day": "three weeks ago"}, "That was Monday, 2 November 2026."),
        ({"day": "Christmas"}, "Christmas is on Friday, 25 December 2026."),
        ({"day": "Easter this year"}, "Easter was on Sunday, 5 April 2026."),
        ({"day": "Christmas", "what": "until"}, "It is 32 days until Christmas."),
        (
            {"day": "Christmas", "what": "until", "unit": "weeks"},
            "It is 4 weeks and 4 days until Christmas.",
        ),
        ({"day": "friday", "what": "until", "unit": "weeks"}, "It is 4 days until then."),
        ({"day": "december 14", "what": "until", "unit": "weeks"}, "It is 3 weeks until then."),
        (
            {"day": "January 24th 2028", "what": "until", "unit": "months"},
            "It is 14 months and 1 day until then.",
        ),
        ({"day": "may 1st", "what": "since"}, "It has been 206 days since then."),
        ({"day": "november 23", "what": "until"}, "That is today."),
        ({"day": "may 1st 2026", "what": "until"}, "It has been 206 days since then."),
    ],
)
async def test_a_day_and_how_long_it_is_until_then(
    arguments: dict[str, Any], observed: str
) -> None:
    assert await ask(**arguments) == observed


async def test_an_american_is_told_the_month_first() -> None:
    assert await ask(AMERICAN, day="in ten days") == "That is Thursday, December 3, 2026."


def test_what_is_no_day_is_no_argument() -> None:
    with pytest.raises(ValidationError, match="no day"):
        the_tool(tools, "count_days", surroundings()).arguments.model_validate({"day": "my party"})
