"""The tools calculate and convert."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.numbers.calculator import calculate
from jarvis_voice.tools.numbers.conversion import MAX_CHARACTERS, Home, convert
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_ASK_RATE = (
    "[what is|what's|tell me|give me|show me|check|find|find out|find me|get|get me|look up|i need|"
    "i want|i would like|how is|do you know]"
)
_RATE = "[exchange|conversion|currency|currency exchange] (rate|rates)"
CONVERT_SENTENCES: dict[str, dict[str, str]] = {
    "(convert|change|turn) {what} (to|into|in) {to}": {},
    "(convert|change) {what}": {},
    "(what is|what are|how much is|how much are) {what} [worth] [(these days|today|right now)]": {},
    "{what} (to|into|in) {to}": {},
    "(how much|what) (is|are) {what} in {to}": {},
    "(what is|how much is) {what} (to|into|converted to) {to}": {},
    "how (many|much) {to} (is|are) [there] in {what}": {},
    "how (many|much) {to} (in|is|are|equals|equal|make|makes|make up|for) {what}": {},
    "how (many|much) {to} (does|do|will|would) {what} (make|equal|come to|get me|buy)": {},
    "(how many|how much) {to} can i get for {what}": {},
    f"{_ASK_RATE} [the|today's] [current|latest|today's] {_RATE} (between|from|for|of) [the] "
    f"{{what}} "
    "(and|to|into|in|against|versus) [the] {to}": {},
    f"{_ASK_RATE} [the] [current|latest] {{what}} (to|and|against|versus) [the] {{to}} {_RATE}": {},
    "rate [of] [the] {what} (to|in|into|against) [the] {to}": {},
    "how (long|far|heavy|big|hot|cold|fast|tall|much) is {what} in {to}": {},
}


_ONE = re.compile(r"(?:an?|one|half an?|\d[\d.,]*) \w", re.I)
_AMOUNT = re.compile(r"(?:an?|one|half|\d|.* of\b)", re.I)
"""What says how much: "ounces in a kilo" asks how many of the first are in the other."""


class CalculateArguments(Arguments):
    """An arithmetic expression."""

    expression: Annotated[
        str, Field(description="The sum, in signs or words.", min_length=1, max_length=300)
    ]


class ConvertArguments(Arguments):
    """An amount, and the unit to convert it to."""

    what: Annotated[
        str,
        Field(
            description="The amount with its unit: 5 miles.",
            min_length=1,
            max_length=MAX_CHARACTERS,
        ),
    ]
    to: Annotated[
        str,
        Field(
            description="The unit to convert to; empty is the user's own.",
            max_length=MAX_CHARACTERS,
        ),
    ] = ""


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """Calculate and convert."""
    yield _calculate()
    yield _convert(Home(around.user.units, around.user.currency))


def _calculate() -> Tool:
    async def run(arguments: CalculateArguments, _: ToolContext) -> ToolResult:
        result = calculate(arguments.expression)
        observed = f"{result.expression} is {result.spoken}"
        return ToolResult(
            Receipt(ReceiptKind.LOOKUP, observed),
            arguments.model_dump(),
            data={"asked": arguments.expression, "result": result.spoken},
        )

    return Tool(
        name="calculate",
        purpose="Compute arithmetic exactly: percentages, discounts, tips, powers, roots and "
        "spoken numbers included. Units and money are for convert.",
        ability="calculate",
        arguments=CalculateArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        fulfils=("calculate",),
        tells="{asked} is {result}.",
        fails="I could not calculate that",
    )


def _convert(home: Home) -> Tool:
    async def run(arguments: ConvertArguments, _: ToolContext) -> ToolResult:
        if _ONE.match(arguments.to) and not _AMOUNT.match(arguments.what):
            arguments = ConvertArguments(what=arguments.to, to=arguments.what)
        try:
            observed = await asyncio.to_thread(convert, arguments.what, arguments.to, home)
        except ToolError as refusal:
            nothing = Receipt(ReceiptKind.NO_OP, refusal.message)
            return ToolResult(nothing, arguments.model_dump())
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="convert",
        purpose='Convert units (what="5 miles", to="kilometers") or money (what="100 dollars", '
        'to="euros"); to="" is the user\'s own currency or the other system of units.',
        ability="convert units and currencies",
        arguments=ConvertArguments,
        tier="read",
        timeout_seconds=15,
        run=run,
        sentences=CONVERT_SENTENCES,
        fulfils=("convert",),
    )
