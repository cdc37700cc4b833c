"""The announce tool: says something at the other places of the house.

Invariant: it names only places where the words began to sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.announcer import Announcer
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

NOBODY = "I told nobody: there is no other place that I can speak at now."

_ALL = (
    "(everyone|everybody|everyone else|everybody else|all of them|them all|the family|"
    "[the] whole family|the [whole] house|the household|all [the] rooms|every room)"
)
_EVERYWHERE = (
    "(everywhere|in every room|in all [the] rooms|in the [whole] house|throughout the house|"
    "all over the house|to (everyone|everybody|the family)|on (all|every) [the] "
    "(satellites|speakers|devices|satellite|speaker|device))"
)

_SENTENCES = (
    f"tell {_ALL} [that] {{text}}",
    f"(announce|broadcast) to {_ALL} [that] {{text}}",
    "(announce|broadcast) [that] {text}",
    f"(announce|broadcast|say) {_EVERYWHERE} [that] {{text}}",
    f"(announce|broadcast|say) {{text}} {_EVERYWHERE}",
    f"make an announcement [to {_ALL}|{_EVERYWHERE}] [saying] [that] {{text}}",
    "(make|send|put out) (an announcement|a broadcast) (that|saying|saying that) {text}",
    f"let {_ALL} know [that] {{text}}",
    f"(inform|remind|notify) {_ALL} that {{text}}",
    f"send {_ALL} [a] [the] message [saying] [that] {{text}}",
    f"(send|pass on|give) (a|the|this) message to {_ALL} [saying] [that] {{text}}",
    f"(pass on|spread the word|get the word out) [to {_ALL}] that {{text}}",
    f"(shout|call) [out] to {_ALL} that {{text}}",
    "(call|say|announce) over the (intercom|speakers) [that] {text}",
    "use the intercom to (say|announce|tell everyone) [that] {text}",
)


class AnnounceArguments(Arguments):
    """What is to be said."""

    text: Annotated[
        str,
        Field(
            description="What to say, in the user's words: dinner is ready.",
            min_length=1,
            max_length=400,
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """The announce tool."""
    yield _announce(around.announcer)


def _announce(announcer: Announcer) -> Tool:
    async def run(arguments: AnnounceArguments, context: ToolContext) -> ToolResult:
        if announcer.announce is None:
            raise ToolError("no-places", NOBODY)
        places = await announcer.announce(arguments.text, context.origin)
        if not places:
            return ToolResult(Receipt(ReceiptKind.NO_OP, NOBODY))
        return ToolResult(Receipt(ReceiptKind.EFFECT, f"I have told {_listed(places)}."))

    return Tool(
        name="announce",
        purpose="Say something aloud at all other places of the house. When the user says: tell "
        "everyone dinner is ready, announce that we leave in ten minutes.",
        ability="announce something in every room",
        arguments=AnnounceArguments,
        tier="act",
        is_passing=True,
        needs="talk",
        timeout_seconds=15,
        run=run,
        in_words=("text",),
        asked_by=frozenset(
            (
                *("tell", "announce", "announcement", "broadcast", "everyone", "everybody"),
                *("everywhere", "intercom", "inform", "notify", "know", "say", "message", "call"),
            )
        ),
        sentences={template: {} for template in _SENTENCES},
        fulfils=("announce",),
        fails="I could not announce that",
    )


def _listed(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
