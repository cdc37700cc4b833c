"""Sentence templates to set, read, cancel and snooze timers, alarms, reminders and routines."""

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
    f"{_SET} [me] {_A} timer {_FOR} {{length}} {_CALLED} {{name}}": {},
    f"{_SET} [me] {_A} {{length}} timer {_CALLED} {{name}}": {},
    f"{_SET} [me] {_A} timer (called|named) {{name}} {_FOR} {{length}}": {},
    f"{_SET} [me] {_A} timer {_CALLED} {{name}} (for|with) {{length}}": {},
    "(do|get|have) (a|an|another) timer (for|of) {length}": {},
    "(do|get|have) (a|an|another) {length} timer": {},
    "count down [from] {length}": {},
    "(countdown|time) {length}": {},
    "start [a] countdown (of|for|from) {length}": {},
    "(let me know|tell me|warn me|alert me|ping me|beep) (in|after) {length}": {},
}  # fmt: skip

ALARM: Sentences = {
    "wake (me|us) [up] [at|by|for] {when}": {},
    "wake (me|us) [up] (at|by) {when} for [the|my] {name}": {},
    "wake (me|us) [up]": {},
    "get me up (at|by) {when}": {},
    f"[{_SET}] [me] {_A} alarm [for|at|to|on] {{when}}": {},
    f"{_SET} [me] {_A} alarm": {},
    "(do|get|have) (an|another) alarm (for|at) {when}": {},
    f"[{_SET}] [me] {_A} {{when}} alarm": {},
    f"{_SET} [me] {_A} alarm (for|at) {{when}} (called|named) {{name}}": {},
    f"{_SET} [me] {_A} alarm (called|named) {{name}} (for|at) {{when}}": {},
    "i (need|want|have) to (get up|wake up|be up) (at|by) {when}": {},
}

REMINDER: Sentences = {
    "remind (me|us) [to|that|about|of] {text}": {},
    f"{_SET} [me] [a|an|the] reminder [to|that|about|of|for] {{text}}": {},
    "{when} remind (me|us) [to|that|about|of] {text}": {},
    f"{_SET} [me] [a|an] reminder (for|at|on) {{when}} (to|that|about) {{text}}": {},
    "don't let me forget [to|that|about] {text}": {},
}

ROUTINE: Sentences = {
    "every {request}": {},
    "each {request}": {},
    "{request} (every|each) {when}": {},
    "on {request}": {},
}

_KINDS = {"timer": "timer", "alarm": "alarm", "reminder": "reminder", "routine": "routine"}
_CANCEL = (
    "(cancel|delete|remove|clear|stop|end|kill|erase|drop|turn off|switch off|shut off|get rid of|"
    "silence|dismiss)"
)
_WHOSE = "[the|my|that|this|our]"

CANCEL: Sentences = {
    template: {"what": kind} | fixed
    for kind, word in _KINDS.items()
    for template, fixed in (
        (f"{_CANCEL} {_WHOSE} {word}", {}),
        (f"{_CANCEL} {_WHOSE} {{name}} {word}", {}),
        (f"{_CANCEL} {_WHOSE} {word} (for|at|to|about|of|called|named) [the] {{name}}", {}),
        (f"{_CANCEL} {_WHOSE} {{which}} [{{name}}] {word}", {}),
        (f"{_CANCEL} {_WHOSE} next {word}", {"which": "first"}),
        (f"{_CANCEL} [all|both] [of] {_WHOSE} {word}s", {"which": "all"}),
        (f"{_CANCEL} (all|every) [of] {_WHOSE} {word}", {"which": "all"}),
        (f"{_CANCEL} (all|both) [of] {_WHOSE} {{name}} {word}s", {"which": "all"}),
        (f"(turn|switch|shut) {_WHOSE} {word} off", {}),
        (f"(turn|switch|shut) {_WHOSE} {{name}} {word} off", {}),
    )
} | {
    template: {"what": "ringing"}
    for template in (
        "(turn|switch|shut) (it|that|this) off",
        "(turn|switch|shut) off (it|that|this)",
        "dismiss [it|that|this]",
        "stop (ringing|beeping|buzzing)",
        "(stop|silence) (the|that|this) (ringing|beeping|buzzing|noise)",
        "make (it|that) stop",
    )
} | {
    "cancel what is set": {},
    "cancel the {which} of what is set": {},
}  # fmt: skip

_HOW_LONG = (
    "how (long|much time|much longer|many hours|many minutes) [is|are|do i have|have i got] "
    "[it is|there is|it|there] [left] (on|until|till|before|to)"
)
_COMES = "[(is|will be) (done|over|up|due|set)|ends|rings|goes off|will (ring|go off|end)]"

READ: Sentences = {
    template: {"what": kind}
    for kind, word in _KINDS.items()
    for template in (
        f"(what|which) [of my] {word}s (do i have|are (set|on|running|there)|have i (set|got))"
         " [set|running|on|for today|today|tomorrow]",
        f"what are my {word}s",
        f"(list|read|show|tell me|check|what about) [me] [all] [of] [the|my] {word}s",
        f"(do i have|are there|have i (got|set)) [any|a|an] {word}[s] [set|running|on]",
        f"how many {word}s (do i have|are (set|on|running|there)|have i set)",
        f"when (is|does|will) [the|my] [next] {word} "
        "[go off|ring|set for|end|due|up|over|be (done|over|up)]",
        f"what time is [the|my] [next] {word} [set] [for|at]",
        f"[what is] [the|my] next {word} [set for]",
        f"what is [the|my] {word} [set] (for|at)",
        f"(what|which) {word} is next",
        f"(check|status of) [the|my] {word}",
        f"when (is|does|will) [the|my] {{name}} {word} [go off|ring|set for|end|due|"
         "up|over|be (done|over|up)]",
        f"(check|status of) [the|my] {{name}} {word}",
    )
} | {
    template: {"what": "timer"}
    for template in (
        "how (long|much time|much longer|many minutes) [is|are|do i have|have i got] [there] left "
        "[on|of|for|in] [[the|my] timer]",
        "how (long|much time|much longer|many minutes) [is|are|do i have] [there] left "
        "(on|of|for|in) [the|my] {name} timer",
        f"{_HOW_LONG} [the|my] [next] timer {_COMES}",
        f"{_HOW_LONG} [the|my] [next] {{name}} timer {_COMES}",
        "how much (time|longer) does [the|my] timer have [left]",
        "how much (time|longer) does [the|my] {name} timer have [left]",
        "(how's|how is) [the|my] timer [doing|going]",
        "(how's|how is) [the|my] {name} timer [doing|going]",
        "time left [on [the|my] timer]",
        "time left on [the|my] {name} timer",
    )
} | {
    template: {"what": kind, "tell": "left"}
    for kind in ("alarm", "reminder")
    for template in (
        f"{_HOW_LONG} [the|my] [next] {kind}[s] {_COMES}",
        f"{_HOW_LONG} [the|my] [next] {{name}} {kind} {_COMES}",
        f"{_HOW_LONG} [the|my] {kind} (to|about|for|at|called) {{name}}",
    )
} | {
    "what (is|have i) (set|scheduled|coming up)": {},
    "when (will you|do you|are you going to) wake me [up]": {"what": "alarm"},
    "what do i have to be reminded of": {"what": "reminder"},
}  # fmt: skip

SNOOZE: Sentences = {
    "snooze [it|that|the alarm|alarm|the timer|the reminder]": {},
    "snooze [it|that|the alarm|alarm|the timer|the reminder] [for|another] {length}": {},
    "[for] [just] {length} (more|longer)": {},
    "[for] [just] {length} more (minute|minutes|mins)": {},
    "[for] [just] another {length}": {},
    "(wake|remind) me [up] again (in|after) {length}": {},
    "(give me|let me sleep|let me have) {length} [more|longer]": {},
    "(wake|remind) me [up] again later": {},
}

_ADD, _TO = "(add|put) [another|an extra|an additional]", "(to|on|onto)"
_TAKE, _OFF = "(take|subtract|remove|knock|cut)", "(off|from|away from|off of)"
_TIMER = f"{_WHOSE} [{{which}}] [{{name}}] timer"

CHANGE: Sentences = {
    f"{_ADD} {{length}} [more] {_TO} {_TIMER}": {},
    f"give {_TIMER} {{length}} [more|longer]": {},
    f"(extend|lengthen|prolong) {_TIMER} (by|for) {{length}}": {},
    f"make {_TIMER} {{length}} longer": {},
    f"{_TAKE} {{length}} {_OFF} {_TIMER}": {"change": "take"},
    f"(shorten|reduce|cut) {_TIMER} by {{length}}": {"change": "take"},
    f"make {_TIMER} {{length}} shorter": {"change": "take"},
}
