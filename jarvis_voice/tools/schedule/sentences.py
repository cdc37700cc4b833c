"""Sentence templates to set timers, alarms, reminders and routines."""

from __future__ import annotations

from typing import Any

Sentences = dict[str, dict[str, Any]]

_SET = "(set|start|create|make|add|put on|give me|begin|run|i need|i want)"
_FOR = "(for|of|with|to)"
_A = "[a|an|the|my|another]"
_CALLED = "(for|called|named) [the|my]"

TIMER: Sentences = {
    f"[{_SET}] [me] {_A} timer [{_FOR}] {{length}}": {},
    f"{_SET} [me] (a|an|the|my|another) timer": {},
    f"{_SET} [me] {_A} {{name}} timer": {},
    f"[{_SET}] [me] {_A} {{length}} timer": {},
    f"{_SET} [me] {_A} {{name}} timer {_FOR} {{length}}": {},
    f"[a|an|the|my] {{name}} timer [{_FOR}] {{length}}": {},
    f"[{_SET}] [me] {_A} timer [{_FOR}] {{length}} {_CALLED} {{name}}": {},
    f"{_SET} [me] {_A} {{length}} timer {_CALLED} {{name}}": {},
    f"{_SET} [me] {_A} timer (called|named) {{name}} {_FOR} {{length}}": {},
    f"{_SET} [me] {_A} timer {_CALLED} {{name}} (for|with) {{length}}": {},
    "(do|get|have) (a|an|another) timer (for|of) {length}": {},
    "(do|get|have) (a|an|another) {length} timer": {},
    "count down [from] {length}": {},
    "(countdown|time) {length}": {},
    f"(countdown|time) {{length}} {_CALLED} {{name}}": {},
    "start [a] countdown (of|for|from) {length}": {},
    "(put|stick|set|start|get) {length} on the clock": {},
    "(put|stick|set) {length} on the clock (for|to) [the|my] {name}": {},
    "(set|start) (the|a) (clock|countdown|kitchen timer) (for|to) {length}": {},
    "(let me know|tell me|warn me|alert me|ping me|beep) (in|after) {length}": {},
}  # fmt: skip

ALARM: Sentences = {
    "wake (me|us) [up] [at|by|for] {when}": {},
    "wake (me|us) [up] (at|by) {when} for [the|my] {name}": {},
    "wake (me|us) [up]": {},
    "{when} wake (me|us) [up]": {},
    "get (me|us) (up|out of bed|awake) (at|by|for) {when}": {},
    "have me (up|awake|out of bed) (at|by) {when}": {},
    "(make sure|see to it) [that] (i am|i'm|we are|we're) (up|awake|out of bed) (at|by) {when}": {},
    "give (me|us) a (shout|buzz|ring|call|wake up call|wake-up call) (at|for) {when}": {},
    "[i need|i want|i would like|i'd like|get me] (a|my) (wake up|wake-up|morning) call "
    "[at|for] {when}": {},
    "(i want|i need|i would like) to be (woken|waked|woken up) [at|by|for] {when}": {},
    "(i want|i need|i would like) you to wake me [up] [at|by|for] {when}": {},
    f"[{_SET}] [me] {_A} alarm [on] [for|at|to|on] {{when}}": {},
    f"{_SET} [me] {_A} alarm": {},
    "(do|get|have) (an|another) alarm (for|at) {when}": {},
    f"[{_SET}] [me] {_A} {{when}} alarm": {},
    f"{_SET} [me] {_A} alarm (for|at) {{when}} (called|named) {{name}}": {},
    f"{_SET} [me] {_A} alarm (called|named) {{name}} (for|at) {{when}}": {},
    "i (need|want|have|must|ought|got|gotta|should) [to] (get up|wake up|be up|be awake) (at|"
    "by) {when}": {},
}

REMINDER: Sentences = {
    "remind (me|us) [to|that|about|of] {text}": {},
    f"{_SET} [me] [a|an|the] reminder [to|that|about|of|for] {{text}}": {},
    "(a|another) reminder (to|that|about|of|for) {text}": {},
    "(a|another) reminder (for|at|on) {when} (to|that|about) {text}": {},
    "{when} remind (me|us) [to|that|about|of] {text}": {},
    f"{_SET} [me] [a|an] reminder (for|at|on) {{when}} (to|that|about) {{text}}": {},
    "(tell|ask) (me|us) to {text}": {},
    "(let me know|tell me|give me a (shout|nudge|heads up)) {when} (that|about) {text}": {},
    "(let me know|tell me|give me a (shout|nudge|heads up)) {when} to {text}": {},
    "(make sure|see to it) [that] (i don't|i do not|i never) forget [to|that|about] {text}": {},
    "(make sure|see to it) [that] i remember [to|that|about] {text}": {},
    "i (must not|mustn't|can't|cannot|should not|shouldn't|better not) forget [to|that|about] "
    "{text}": {},
    "(don't let me forget|never let me forget) [to|that|about] {text}": {},
    "(nudge|ping|alert|notify|prompt|poke|buzz) (me|us) (to|that|about) {text}": {},
    "(nudge|ping|alert|notify|prompt|poke|buzz) (me|us) {when} (to|that|about) {text}": {},
    "give (me|us) a (nudge|ping|poke|shout|prompt|heads up) [to|that|about] {text}": {},
}

ROUTINE: Sentences = {
    "every {request}": {},
    "each {request}": {},
    "{request} (every|each) {when}": {},
    "on {request}": {"when": "on"},
}
