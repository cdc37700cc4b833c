"""The tool that mails the briefing.

Invariant: mail goes to confirmed addresses alone. Before the user says yes, a reader is shown all
of them, a listener hears `MOST_NAMED` and how many more. A briefing goes to an address once.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.briefing_desk import LetterDesk
from jarvis_voice.core.briefing_records import Briefing
from jarvis_voice.core.errors import ConfigError, ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.mail_records import Delivery, delivery_told
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.spoken_lists import spoken
from jarvis_voice.tools.briefing.briefing_results import told_only
from jarvis_voice.tools.briefing.briefing_sentences import SEND
from jarvis_voice.tools.briefing.briefing_tools import no_feeds
from jarvis_voice.tools.briefing.reader import FRESH, BriefingReader
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

SECONDS = 120
MAKING_SECONDS = 85
"""Of those, for a briefing that is not made yet; the others are for up to ten addresses."""

MOST_NAMED = 3
"""Addresses that are read to the user; of more, their count."""

NOT_SET = "No way to send mail is set up yet. The page about the briefing tells how: By mail."
NOBODY = (
    "No address of yours is confirmed yet. Say in a terminal: jarvis briefing recipients add, and "
    "the address."
)
NOTHING_NEW = "There is nothing new, so I mailed nothing."

_OWN = lazy_pattern(
    r"(?:me|us|myself|here|(?:my|the|our)(?: own)? (?:e-?mails?|mails?|in ?box|mail ?box|"
    r"(?:e-?mail |mail )?address(?:es)?|(?:e-?mail|mail) account|post ?box))",
    re.I,
)
_WHOSE = re.compile(r"'s?(?: (?:e-?mail|mail|address|in ?box|(?:e-?mail|mail) address))?\Z", re.I)
_SIGNS = ((" at ", "@"), (" dot ", "."), (" underscore ", "_"), (" dash ", "-"), (" minus ", "-"))


class SendArguments(Arguments):
    """Which briefing is mailed, and to whom."""

    which: Annotated[
        Literal["new", "heard"],
        Field(description="The one that was just read, or the one of today."),
    ] = "new"
    to: Annotated[
        str,
        Field(
            description="A confirmed address, in the user's words; empty is all that are.",
            max_length=254,
        ),
    ] = ""


class AddressedArguments(SendArguments):
    """The same with the addresses, and the number of a briefing that was made; 0 is none yet."""

    addresses: tuple[str, ...]
    number: int = 0


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """send_briefing."""
    reader = BriefingReader.of(around)
    if reader is None or around.letters is None:
        return
    yield _send_briefing(reader, around.letters)


def _send_briefing(reader: BriefingReader, letters: LetterDesk) -> Tool:
    async def settle(arguments: SendArguments, context: ToolContext) -> Arguments:
        addresses = named(arguments.to, await _confirmed(letters, context))
        number = 0
        if arguments.which == "heard":
            number = (await reader.heard(context)).briefing.number
        return AddressedArguments(**arguments.model_dump(), addresses=addresses, number=number)

    async def run(arguments: AddressedArguments, context: ToolContext) -> ToolResult:
        user_id, number = context.origin.user_id, arguments.number
        if not number:
            try:
                made = await _of_today(reader, letters, arguments.addresses, context)
            except ToolError as error:
                if error.code != "briefing-no-feeds":
                    raise
                return told_only(no_feeds(reader.starter_topics))
            if not made.stories:
                earlier = await reader.earlier(user_id)
                if earlier is None or not _is_of_today(earlier, context):
                    return told_only(NOTHING_NEW)
                made = earlier
            number = made.number
        done: list[Delivery] = []
        lost: list[ToolError] = []
        for address in arguments.addresses:
            try:
                with as_tool_error():
                    done += await letters.send(user_id, number, address)
            except ToolError as error:
                lost.append(error)
        if lost and not done:
            raise lost[0]
        return ToolResult(mailed(done, [one.message for one in lost]), {"briefing": number})

    return Tool(
        name="send_briefing",
        purpose="Mail the user's briefing to the addresses that the user has confirmed. Nothing "
        "else can be mailed, and nobody else.",
        ability="mail you your briefing, after asking",
        arguments=SendArguments,
        tier="confirm",
        timeout_seconds=SECONDS,
        run=run,
        settle=settle,
        is_granted_ahead=True,
        asked_by=frozenset(("send", "mail", "mails", "email", "emails", "forward", "post")),
        sentences=SEND,
        in_words=("to",),
        readback=_readback,
        written=_written,
        sends=True,
        fulfils=("send_briefing",),
        fails="I could not mail your briefing",
    )


def _readback(arguments: SendArguments) -> str:
    return f"mail your briefing to {_together(_settled(arguments)) or 'your addresses'}"


def _written(arguments: SendArguments) -> str:
    return f"mail your briefing to {spoken(_settled(arguments)) or 'your addresses'}"


def _settled(arguments: SendArguments) -> tuple[str, ...]:
    return arguments.addresses if isinstance(arguments, AddressedArguments) else ()


def _together(addresses: Sequence[str]) -> str:
    more = len(addresses) - MOST_NAMED
    if more > 0:
        return spoken([*addresses[:MOST_NAMED], f"{more} more"])
    return spoken(addresses)


async def _confirmed(letters: LetterDesk, context: ToolContext) -> Sequence[str]:
    """All confirmed addresses.

    Raises:
        ToolError: There is none, or mail is not set up.
    """
    try:
        with as_tool_error():
            return await letters.addresses(context.origin.user_id, "")
    except ConfigError as error:
        raise ToolError(error.code, NOT_SET) from error
    except ToolError as error:
        if error.code == "recipient-unconfirmed":
            raise ToolError(error.code, NOBODY) from error
        raise


def named(said: str, addresses: Sequence[str]) -> tuple[str, ...]:
    """The addresses that are meant.

    Args:
        said: "my mail", "ana at example dot com", "Ana"; "" is all.
        addresses: Those that are confirmed.

    Raises:
        ToolError: None of them is called so.
    """
    words = " ".join(said.split()).strip(" .,!?")
    if not words or _OWN.fullmatch(words):
        return tuple(addresses)
    line = f" {words.casefold()} "
    for word, sign in _SIGNS:
        line = line.replace(word, sign)
    address = "".join(line.split())
    if same := [one for one in addresses if one.casefold() == address]:
        return tuple(same)
    name = _WHOSE.sub("", words).casefold()
    of_name = [one for one in addresses if name in re.split(r"[._+@-]", one.casefold())]
    if len(of_name) == 1:
        return tuple(of_name)
    message = f"{said} is no address that you have confirmed. I can mail to {_together(addresses)}."
    raise ToolError("recipient-unconfirmed", message)


async def _of_today(
    reader: BriefingReader, letters: LetterDesk, addresses: Sequence[str], context: ToolContext
) -> Briefing:
    """The briefing that waits, or a new one where that has gone out already.

    Raises:
        ToolError: It cannot be made, or not in time: it is gone on with when it is asked for again.
    """
    waiting = await reader.newest(context)
    if waiting is not None:
        with as_tool_error():
            done = await letters.deliveries(context.origin.user_id, waiting.number)
        is_out = {one.recipient for one in done if one.state == "sent"} >= set(addresses)
        if not is_out or context.now - waiting.made_at <= FRESH:
            return waiting
    try:
        async with asyncio.timeout(MAKING_SECONDS):
            return await reader.made((), context)
    except TimeoutError:
        late = ToolError("briefing-late", "It is not ready yet. Ask me again in a minute.")
    raise late


def _is_of_today(briefing: Briefing, context: ToolContext) -> bool:
    return briefing.made_at.astimezone(context.now.tzinfo).date() == context.now.date()


def mailed(deliveries: Sequence[Delivery], problems: Sequence[str] = ()) -> Receipt:
    """What became of mails, for the ear.

    Args:
        deliveries: Those that were tried, one at least.
        problems: Why others were not even tried.
    """
    new = [one.recipient for one in deliveries if one.is_sent and not one.is_earlier]
    known = [one.recipient for one in deliveries if one.is_sent and one.is_earlier]
    told = [f"I have mailed your briefing to {_together(new)}."] if new else []
    if known:
        told.append(f"It went to {_together(known)} before, so I did not send it again.")
    lost = [delivery_told(one) for one in deliveries if not one.is_sent]
    told += [f"The mail was {one.strip('.')}." for one in lost] + list(problems)
    kind = ReceiptKind.FAILED if (lost or problems) and not new else ReceiptKind.NO_OP
    return Receipt(ReceiptKind.EFFECT if new else kind, " ".join(told))
