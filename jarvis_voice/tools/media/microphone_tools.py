"""The mute_microphone tool: closes the microphone until the user opens it again.

Invariant: it says that it hears nothing more only where the microphone was closed, and always with
what opens it again: no word can, for nobody hears it.
"""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.core.errors import ControlError, ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import NoArguments, Tool, ToolContext

UNTIL = "I hear nothing until you enter this command: jarvis unmute."
CLOSED = f"The microphone is closed now. {UNTIL}"
MISSING = (
    "I find no microphone, so I hear nothing. One that is plugged in stays closed until you enter "
    "this command: jarvis unmute."
)
WAS_CLOSED = f"The microphone is closed already. {UNTIL}"
NO_MICROPHONE = "I have no microphone open here, so I hear nothing anyway."

_MIC = "(microphone|mic|mike|ears)"
_YOUR = "(the|your|my|this)"
_NOW = "[now|for now|please|right now|for a while|for a bit|until i say so]"

_SENTENCES = (
    f"stop (listening|hearing|recording|listening in|eavesdropping|paying attention) {_NOW}",
    "stop (listening|listening in|recording|eavesdropping|spying|hearing) [to|on] "
    f"(me|us|everything|anything|what i say) {_NOW}",
    f"(don't|do not) (listen|hear|record|eavesdrop) [to] [me|us|anything|everything] {_NOW}",
    "(don't|do not) listen (any more|anymore|any longer|to (me|us) (any more|anymore))",
    f"mute (yourself|{_YOUR} {_MIC}) {_NOW}",
    f"mute (microphone|mic|mike) {_NOW}",
    f"(turn|switch|shut) off {_YOUR} {_MIC} {_NOW}",
    f"(turn|switch|shut) {_YOUR} {_MIC} off {_NOW}",
    f"(microphone|mic|mike) off {_NOW}",
    f"(close|disable|deactivate|cut|kill|cover|shut|plug) {_YOUR} {_MIC} {_NOW}",
    f"(go|you can go|you may go) (to sleep|deaf) {_NOW}",
    f"(you can|you may|i want you to|i would like you to) (sleep|stop listening) {_NOW}",
    f"(take a nap|sleep now|sleep mode|go into sleep mode) {_NOW}",
    f"[let us|let's|you should|it is time to|it's time to|time to|you can] (go to sleep|sleep|"
    f"take a "
    f"nap|have a nap|nap) {_NOW}",
    f"(start|begin|take|have) (a|your) [power|short|little|quick] nap {_NOW}",
    "[it is|it's] (nap time|naptime|time for a nap|time for your nap)",
    "(enter|activate|start|begin|turn on|switch on|switch to|go into|go to) [the|your] (sleep|nap|"
    "standby|deaf) mode",
    "(i want|i need|i would like|give me|give us) [some|a bit of|a moment of] privacy [please]",
    "(turn on|switch on|enable|activate|go into) privacy mode",
    "privacy mode [on]",
    "no more listening",
    "(i don't|i do not) want you to (listen|hear) [to] [me|us|this|that] [now]",
)


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """mute_microphone."""
    switch = around.microphone

    async def run(_: NoArguments, __: ToolContext) -> ToolResult:
        if switch.mute is None:
            raise ToolError("no-ears", NO_MICROPHONE)
        is_missing = switch.is_missing()
        try:
            was_open = await switch.mute()
        except ControlError as error:
            raise ToolError(error.code, NO_MICROPHONE) from error
        if not was_open:
            return ToolResult(Receipt(ReceiptKind.NO_OP, WAS_CLOSED))
        return ToolResult(Receipt(ReceiptKind.EFFECT, MISSING if is_missing else CLOSED))

    yield Tool(
        name="mute_microphone",
        purpose="Close the microphone, so that Jarvis hears nothing until the user opens it with "
        "a command. When the user says: stop listening, mute yourself, go to sleep.",
        ability="stop listening",
        arguments=NoArguments,
        tier="act",
        needs="admin",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            (
                *("listening", "listen", "mute", "microphone", "mic", "mike", "ears", "sleep"),
                *("hearing", "recording", "eavesdropping", "spying", "privacy", "deaf"),
            )
        ),
        sentences={template: {} for template in _SENTENCES},
        on_desktop=True,
        fulfils=("mute_microphone",),
    )
