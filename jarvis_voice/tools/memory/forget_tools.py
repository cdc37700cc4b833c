"""The forget_words tool: deletes the last turn, this conversation, or everything known.

Invariant: it asks first, and what it forgets is what `jarvis forget` would: no byte of it stays.
The turn that asks is no part of "what I just said".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ThreadKey, ToolResult
from jarvis_voice.store.ports import TurnStore
from jarvis_voice.store.records import PastTurn
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

What = Literal["last", "conversation", "everything"]

_NAMED: dict[What, str] = {
    "last": "what you said last, with my answer and what I kept because of it",
    "conversation": "this whole conversation, with what I kept because of it",
    "everything": "all I know of you, with conversations, facts, lists, timers and reminders",
}
_ERASE = "(forget|delete|erase|wipe|remove|unhear)"
NOTHING = "You have said nothing before that in this conversation, so there is nothing to forget."


class ForgetWordsArguments(Arguments):
    """What to forget."""

    what: Annotated[What, Field(description="How much to forget.")]


_SENTENCES: dict[str, dict[str, str]] = {
    f"{_ERASE} what i [have] [just] (said|told you|asked [you]|typed|told|wrote) [just now|before|"
    "[just] (a|one) (second|moment|minute) ago]": {"what": "last"},
    f"{_ERASE} (the|that|my) last (thing|sentence|question|request|words|message|turn)"
    " [[that] i (said|told you|asked [you]|typed|wrote)]": {"what": "last"},
    f"{_ERASE} that last (bit|part) [i said]": {"what": "last"},
    f"{_ERASE} my words [just now]": {"what": "last"},
    f"{_ERASE} (that|it|what i said) from your (memory|records|record|history|mind)": {
        "what": "last"
    },
    "(don't|do not) (keep|store|save) (that|this|what i [just] said|it)": {"what": "last"},
    "(don't|do not) remember (what i [just] said|that last (thing|bit))": {"what": "last"},
    "(strike|scratch) (that|it|what i said) from [the|your] (record|records|memory)": {
        "what": "last"
    },
    "(pretend|act as if|make believe) [that] you (never|did not|didn't) (heard|hear) "
    "(that|it|anything|this)": {"what": "last"},
    "(pretend|act as if|make believe) [that] i (never|did not|didn't) (said|say) "
    "(that|it|anything)": {"what": "last"},
    "you (did not|didn't|never) (hear|heard) that": {"what": "last"},
    "(don't|do not) (remember|note|log) (that|this|it)": {"what": "last"},
    "(unhear|scrub|strike|expunge|wipe) (that|it|this)": {"what": "last"},
    "(scrub|strike|expunge|clear|take) (that|it|this|what i said) (from|off|out of) [the|your] "
    "(memory|records|record|history|mind)": {"what": "last"},
    f"({_ERASE}|clear|scrub) [all] [of] my (data|information|details|history|records|personal "
    "(data|information|details))": {"what": "everything"},
    f"({_ERASE}|clear|scrub) (everything|all [that]|all of what) you('ve| have) [got|stored|kept|"
    "saved] (on|about|of) me": {"what": "everything"},
    f"({_ERASE}|clear|scrub) my [whole|entire|complete] (chat|conversation|search|voice) history": {
        "what": "everything"
    },
    "forget [that] i [ever] (said|asked|told you) (that|this|it|anything)": {"what": "last"},
    "(forget|delete|erase|wipe|clear|remove) (this|our|the) [whole|entire] "
    "(conversation|chat|talk)": {"what": "conversation"},
    f"{_ERASE} (everything|all|all [that]|all of what|anything) (we|i) [have|'ve] [just] "
    "(said|talked about|spoke about|spoken about|discussed) [just now|so far|today]": {
        "what": "conversation"
    },
    f"{_ERASE} what we [have|'ve] [just] (said|talked about|spoke about|discussed)": {
        "what": "conversation"
    },
    "forget [absolutely] everything": {"what": "everything"},
    "(forget|delete|erase|wipe) (everything|all) [that] "
    "you (know|remember|have|keep|kept|stored|learned) (about|on|of) me": {"what": "everything"},
    "forget (everything|all) about me": {"what": "everything"},
}


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """forget_words."""

    async def run(arguments: ForgetWordsArguments, context: ToolContext) -> ToolResult:
        if not around.schedule.is_kept:  # the file holds other turns of the same numbers
            raise ToolError("cannot-forget", "I cannot forget: the database cannot be used now.")
        with as_tool_error():
            thread_id, before = await _before(around.turns, context)
        last = before[-1].turn_id if before else ""
        what, name = {
            "last": ("turn", last),
            "conversation": ("thread", thread_id),
            "everything": ("all", ""),
        }[arguments.what]
        if not name and what != "all":
            return ToolResult(Receipt(ReceiptKind.NO_OP, NOTHING))
        if not around.afterwards.begin(context.origin.user_id, what, name):
            raise ToolError(
                "cannot-forget", "I cannot forget that here. Use the command: jarvis forget."
            )
        observed = f"I now forget {_NAMED[arguments.what]}, for good."
        return ToolResult(Receipt(ReceiptKind.EFFECT, observed), arguments.model_dump())

    yield Tool(
        name="forget_words",
        purpose='Forget for good what the user said: "last" is what was said just before this, '
        '"conversation" this conversation, "everything" all that is known of the user. Only when '
        "the user says so.",
        ability="forget what you said",
        arguments=ForgetWordsArguments,
        tier="confirm",
        needs="talk",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(("forget", "delete", "erase", "wipe", "clear", "remove")),
        sentences=_SENTENCES,
        readback=lambda arguments: f"forget {_NAMED[arguments.what]}, for good",
        is_private=True,
    )


async def _before(turns_kept: TurnStore, context: ToolContext) -> tuple[str, Sequence[PastTurn]]:
    """The thread of this turn, and its turns before the one that asked to forget."""
    user_id = context.origin.user_id
    thread_id = await turns_kept.thread_of(user_id, context.turn_id)
    turns = [*await turns_kept.transcript(ThreadKey(user_id, thread_id))]
    while turns and _number(turns[-1]) >= int(context.turn_id[1:] or 0):
        turns.pop()
    asked = [place for place, turn in enumerate(turns) if _is_same(turn.text, context.goal)]
    return thread_id, turns[: asked[-1]] if asked else turns[:-1]


def _number(turn: PastTurn) -> int:
    return int(turn.turn_id[1:])


def _is_same(text: str, goal: str) -> bool:
    return goal.strip().casefold() in text.casefold()
