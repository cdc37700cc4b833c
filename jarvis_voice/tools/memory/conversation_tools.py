"""The start_conversation tool: puts this conversation aside and begins a new one.

Invariant: nothing is forgotten: what was said is kept as a conversation of its own. The turn that
asks belongs to the old one.
"""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ThreadKey, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import NoArguments, Tool, ToolContext

BEGUN = "We begin a new conversation. The old one is kept."
IS_NEW = "This conversation is new already."
CANNOT = "I cannot begin a new conversation here."

_NEW = "(new|fresh|another|different|blank|clean)"
_TALK = "(conversation|thread|chat|session|dialogue|dialog|discussion)"

_SENTENCES = (
    f"(start|begin|open|create|make|have) [up] [a] {_NEW} {_TALK} [please|now|with me]",
    f"[let's|let us] (start|begin|open|have) [a] {_NEW} {_TALK}",
    f"(i want|i would like|i'd like|i need) [to (start|begin|open|have)] [a] {_NEW} {_TALK}",
    f"{_NEW} {_TALK} [please|now]",
    "(start over|start again|start afresh|start anew|start from scratch|begin again|begin anew|"
    "let's start over|let us start over|let's start fresh|start fresh|let's start again)",
    f"reset [(the|this|our) {_TALK}]",
    f"restart (the|this|our) {_TALK}",
    f"(end|close|finish|leave) (the|this|our) {_TALK} [and (start|begin) [a] new one]",
    f"(put|set) (this|the|our) {_TALK} aside",
    "(change the subject|change the topic|another subject|another topic|something else now|"
    "reset yourself|forget the subject|let's move on)",
    "(change the subject completely|new topic|new subject|clear (the|your) context|"
    "wipe the slate clean|clean slate)",
)


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """start_conversation."""

    async def run(_: NoArguments, context: ToolContext) -> ToolResult:
        user_id = context.origin.user_id
        with as_tool_error():
            thread_id = await around.turns.thread_of(user_id, context.turn_id)
            thread = ThreadKey(user_id, thread_id)
            turns = await around.turns.transcript(thread)
        if all(turn.turn_id == context.turn_id for turn in turns):
            return ToolResult(Receipt(ReceiptKind.NO_OP, IS_NEW))
        if not around.afterwards.put_aside(thread, f"chat {context.now:%Y-%m-%d %H.%M.%S}"):
            raise ToolError("cannot-begin", CANNOT)
        return ToolResult(Receipt(ReceiptKind.EFFECT, BEGUN))

    yield Tool(
        name="start_conversation",
        purpose="Begin a new conversation, in which nothing of this one is known, when the user "
        "says so. This one is kept.",
        ability="begin a new conversation",
        arguments=NoArguments,
        tier="act",
        is_passing=True,
        needs="talk",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            (
                *("conversation", "chat", "thread", "session", "over", "afresh", "anew", "again"),
                *("scratch", "reset", "restart", "new", "fresh", "slate", "dialogue"),
            )
        ),
        sentences={template: {} for template in _SENTENCES},
        fulfils=("start_conversation",),
    )
