"""Sentence templates to read, cancel, move, change and snooze what is set already."""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.tools.schedule.sentences import Sentences

_KINDS = ("timer", "alarm", "reminder", "routine")
_TIMED = ("alarm", "reminder", "routine")
"""Kinds that have a time of day, to which they can be moved."""

_WHOSE = "[the|my|that|this|our]"
_FOR = "(for|at|to|about|of|called|named|on)"


_PLACED = (("longest", "(longer|longest)"), ("shortest", "(shorter|shortest)"),
           ("newest", "(newest|latest|most recent)"), ("first", "(next|earlier|earliest)"),
           ("last", "later"))  # fmt: skip
"""How it is said which of several is meant, beside the words of `{which}`."""

_CANCEL = (
    "(cancel|delete|remove|clear|stop|end|kill|erase|drop|turn off|switch off|shut off|get rid of|"
    "silence|dismiss|forget [about]|scrap|ditch|call off|disable|deactivate|take off|undo|discard|"
    "throw away|throw out|wipe|quit)"
)


_WAITING = "(pending|upcoming|stored|active|running|saved|current|remaining|scheduled|set)"
_I_SET = "[that] (i have|i've|i have got|i've got|i|are|is) [set|running|going|on|made|got going]"


def _cancelling(word: str) -> Iterator[tuple[str, dict[str, str]]]:
    """How one kind is cancelled."""
    yield f"{_CANCEL} [the|my|that|this|our|a|an|any] {word}", {}
    yield f"{_CANCEL} {_WHOSE} {{name}} {word}", {}
    yield f"{_CANCEL} {_WHOSE} {word} {_FOR} [the] {{name}}", {}
    yield f"{_CANCEL} {_WHOSE} {{which}} [{{name}}] {word}", {}
    yield f"{_CANCEL} [all|both] [of] {_WHOSE} {word}s", {"which": "all"}
    yield f"{_CANCEL} (all|every) [of] {_WHOSE} {word}", {"which": "all"}
    yield f"{_CANCEL} [all|both] [of] {_WHOSE} {{name}} {word}s", {"which": "all"}
    yield f"{_CANCEL} [all|both|every] [of] {_WHOSE} {word}[s] {_FOR} {{name}}", {"which": "all"}
    yield f"{_CANCEL} (all|both|every) [of] {_WHOSE} {word}[s] {{day}}", {"which": "all"}
    yield f"{_CANCEL} {_WHOSE} {word} {{day}}", {}
    yield f"(turn|switch|shut) {_WHOSE} {word} off", {}
    yield f"(turn|switch|shut) {_WHOSE} {{name}} {word} off", {}
    for which, said in _PLACED:
        yield f"{_CANCEL} {_WHOSE} {said} {word}", {"which": which}
        yield f"{_CANCEL} {_WHOSE} {said} [one] of (the|my) [two|both] {word}s", {"which": which}
    yield f"{_CANCEL} (every|all [of]) {_WHOSE} {word}[s] {_I_SET}", {"which": "all"}
    yield f"{_CANCEL} (every|all [of]) {_WHOSE} {_WAITING} {word}[s]", {"which": "all"}
    yield f"(the|my) [{{which}}] {word} {_CANCEL} it", {}
    yield f"(all|both) [of] (the|my) {word}s {_CANCEL} them", {"which": "all"}
    yield f"{_CANCEL} (my|the) [whole|entire] {word}[s] list", {"which": "all"}


CANCEL: Sentences = {
    template: {"what": kind} | fixed for kind in _KINDS for template, fixed in _cancelling(kind)
} | {
    f"(cancel|stop|turn off) (the|my) {word}": {"what": "any"} | fixed
    for word, fixed in (
        ("{which} one", {}),
        ("{name} one", {}),
        ("(longer|longest) one", {"which": "longest"}),
        ("(shorter|shortest) one", {"which": "shortest"}),
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
    template: {"what": kind}
    for kind, asked in (("reminder", "reminding (me|us)"), ("alarm", "waking (me|us) [up]"))
    for template in (
        f"[you can|you may] (stop|quit) {asked} [any more|anymore]",
        f"[you can|you may] (stop|quit) {asked} [to|about|of|at|on] {{name}} [any more|anymore]",
    )
} | {
    template: {"what": "any"} | fixed
    for template, fixed in (
        (f"{_CANCEL} (all|every) [of] {_WHOSE} [{_WAITING}] (alert|alerts)", {"which": "all"}),
        (f"{_CANCEL} (my|the) [whole|entire] (alert|alerts) list", {"which": "all"}),
    )
} | {
    "cancel what is set": {},
    "cancel the {which} of what is set": {},
    f"{_CANCEL} everything that is set [for {{day}}]": {"which": "all"},
    "(cancel|clear|call off|delete) what (i have|i've) [got] (set|scheduled) [for|on] {day}": {
        "which": "all"},
    "(cancel|clear|call off) everything [i have set|set|scheduled] (for|on) {day}": {
        "which": "all"},
}  # fmt: skip

_HOW_LONG = (
    "how (long|much time|much longer|many hours|many minutes) [is|are|do i have|have i got] "
    "[it is|there is|it|there] [left] (on|until|till|before|to)"
)
_COMES = "[(is|will be) (done|over|up|due|set)|ends|rings|goes off|will (ring|go off|end)]"
_IS_SET = (
    "[set|running|on|going|active|there|left|already|scheduled|set up|coming up|stored|saved|"
    "pending|waiting|planned|enabled|still on|turned on]"
)
_DO_I_HAVE = "(do i have|have i (got|set)|did (i|you) (set|make|create|have)|is there|are there)"
_IS_ON = "(set|on|running|going|active)"
_ANY = "[any|a|an|my|some|another]"
_WHICH = "(what|which|what other|which other)"
_HAVE = (
    "(do i have|are (set|on|running|going|active|there|pending|stored|waiting|coming up)|"
    "have i (set|got)|did i set|are scheduled)"
)


def _reading(word: str) -> Iterator[tuple[str, dict[str, str]]]:
    """How somebody asks for one kind."""
    set_for = "[set] (for|at|to|about|called|named)"
    yield f"{_WHICH} [of my] {word}s {_HAVE} {_IS_SET}", {}
    yield f"{_WHICH} [of my] {word}s {_HAVE} {_IS_SET} {{day}}", {}
    yield f"what are my {word}s [{{day}}]", {}
    yield (
        f"(list|read|show|tell me|check|what about) [me] [all] [of] [the|my] {word}s [{{day}}]",
        {},
    )
    yield f"{_DO_I_HAVE} {_ANY} {word}[s] {_IS_SET}", {}
    yield f"{_DO_I_HAVE} {_ANY} {word}[s] {_IS_SET} {{day}}", {}
    yield f"{_DO_I_HAVE} {_ANY} {word}[s] {set_for} {{name}}", {}
    yield f"{_DO_I_HAVE} {_ANY} {{name}} {word}[s] {_IS_SET}", {}
    yield f"[are] any {word}[s] {_IS_SET} [for] [{{day}}]", {}
    yield f"(list|read|show|check) [me] {{day}} {word}[s]", {}
    yield f"(what time|when) (is|are) (my|the) {word}[s] [set] [for] {{day}}", {}
    yield f"when is (my|the) {word} (to|about|called|named) {{name}}", {}
    yield f"tell me about [the|my] {word}s", {}
    yield f"(is|are) (my|the) {word}[s] [still] (set|on|running|going|active)", {}
    yield f"(is|are) (my|the) {word}[s] (for|at|on) {{name}} [still] {_IS_ON}", {}
    yield f"(is|are) (my|the) {{name}} {word}[s] [still] (set|on|running|going|active)", {}
    yield f"(is|are) (my|the) {word} {set_for} {{name}}", {}
    yield f"how many {word}s {_HAVE} {_IS_SET}", {"tell": "count"}
    yield f"how many {word}s {_HAVE} {_IS_SET} {{day}}", {"tell": "count"}
    yield (
        f"when (is|does|will) [the|my] [next] {word} "
        "[go off|ring|set for|end|due|up|over|be (done|over|up)]", {})  # fmt: skip
    yield f"(what|which) time is [the|my] [next] {word} [set] [for|at]", {}
    yield f"(what|which) time (does|will) [the|my] [next] {word} (go off|ring|end)", {}
    yield f"(what|which) time have i set [the|my] {word} [for]", {}
    yield f"[what is] [the|my] next {word} [set for]", {"which": "first"}
    yield f"what is [the|my] {word} [set] (for|at)", {}
    yield f"[what is] (the|my) {{which}} {word}", {}
    yield f"(what|which) {word} is (next|first)", {"which": "first"}
    yield f"(check|status of) [the|my] {word}", {}
    yield (
        f"when (is|does|will) [the|my] {{name}} {word} "
        "[go off|ring|set for|end|due|up|over|be (done|over|up)]", {})  # fmt: skip
    yield f"(check|status of) [the|my] {{name}} {word}", {}


READ: Sentences = {
    template: {"what": kind} | fixed for kind in _KINDS for template, fixed in _reading(kind)
} | {
    template: {"what": "timer", "tell": "left"}
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
        "(is|has) [the|my] timer (done|over|up|finished|ended|run out) [yet]",
        "(is|has) [the|my] {name} timer (done|over|up|finished|ended|run out) [yet]",
        "how (long|much time) does [the|my] [{name}] timer have [left]",
        "(what is|what's) left (on|of|in) [the|my] [{name}] timer",
        "time left [on [the|my] timer]",
        "time left on [the|my] {name} timer",
        "how (much longer|many more minutes|much more time) (for|on) [the|my] {name}",
        "how (long|much longer|much time|many minutes) (do|does) (the|my) {name} have [left|to go]",
        "how (long|much time|many minutes) (is|are) left (for|on) (the|my) {name}",
        "how (long|much time|many minutes) (has|have) (the|my) {name} got [left|to go]",
    )
} | {
    f"how (long|much|much time|much longer) [is|are] [there] [left] (on|for) [the|my] {said} "
    f"{thing}": {"what": "timer", "tell": "left", "which": which}
    for which, said in _PLACED
    for thing in ("timer", "one")
    if thing == "timer" or which in {"longest", "shortest"}
} | {
    template: {"what": kind, "tell": "left"}
    for kind in ("alarm", "reminder")
    for template in (
        f"{_HOW_LONG} [the|my] [next] {kind}[s] {_COMES}",
        f"{_HOW_LONG} [the|my] [next] {{name}} {kind} {_COMES}",
        f"{_HOW_LONG} [the|my] {kind} (to|about|for|at|called) {{name}}",
    )
} | dict(_reading("(alert|notification)")) | {
    "what (is|have i) (set|scheduled|coming up)": {},
    "what did (i|we) set [up] [for] {day}": {},
    "(have i|did i|have we|do i have) (set|got|planned|put) anything [up|down] (for|at) {name}": {},
    "(is there|do i have|have i) anything (pending|waiting|set|scheduled|stored)": {},
    "what (is|have i) (set|scheduled|coming up) [for] {day}": {},
    "(what|what else) (do i have|have i got) (set|scheduled|coming up) [for] [{day}]": {},
    "(do i have|have i got|is) anything (set|scheduled|coming up) [for] [{day}]": {},
    "what time am i (getting up|waking up|up) [{day}]": {"what": "alarm"},
    "(will i|am i going to) be woken [up] [{day}]": {"what": "alarm"},
    "when (will you|do you|are you going to) wake me [up]": {"what": "alarm"},
    "(will you|are you going to) wake me [up] [{day}]": {"what": "alarm"},
    "what time (will you|are you going to) wake me [up] [{day}]": {"what": "alarm"},
    "what do i have to be reminded of [{day}]": {"what": "reminder"},
    "what (did|have) i (ask|asked|tell|told) you to remind me (of|about) [{day}]": {
        "what": "reminder"},
    "(did i ask|have i asked) you to remind me (of|about|to) {name}": {"what": "reminder"},
    "(list|read|show|tell) [me] [all|everything] [that] (is|i have|i've) [got] (set|scheduled)": {},
    "(list|read|show|tell) [me] (everything|all) (that's|that is|i have|i've) [got] "
    "(set|scheduled|coming up) [{day}]": {},
    "(list|read|show|tell) [me] everything [that] (is|i have|i've) [got] (set|scheduled)": {},
    "(do i have|have i got|is there) anything [set|planned|scheduled|on|coming up] (on|for) "
    "{day}": {},
    "what (have i got|do i have) on (for|on) {day}": {},
    "what is (going off|ringing|due|coming up) next": {"which": "first"},
    "what do you have to remind me of [{day}]": {"what": "reminder"},
    "when will you remind me (to|of|about) {name}": {"what": "reminder"},
    "what (will you|are you going to) remind me (of|about) [{day}]": {"what": "reminder"},
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
    "make (the|my) {name} timer {length} [long]": {"change": "set"},
    f"(change|adjust|update|reset|extend|shorten) {_TIMER} to {{length}}": {"change": "set"},
}

_MOVE = (
    "(move|change|shift|reschedule|push|put|bring|adjust|update|edit|delay|postpone|put off|"
    "switch|reset)"
)
_BACK = "[back|off|out|forward|up]"


def _moving(kind: str) -> Iterator[tuple[str, dict[str, str]]]:
    """How one kind is moved to another time."""
    to = "(to|until|till|for)"
    yield f"{_MOVE} {_WHOSE} [{{name}}] {kind} time {to} {{to}}", {}
    yield (
        f"(make|set|change) {_WHOSE} {kind} [to|for] {{to}} (instead of|rather than|not) {{name}}",
        {},
    )
    for thing in (
        f"{_WHOSE} [{{which}}] [{{name}}] {kind}",
        f"{_WHOSE} {kind} (about|to|of|for|at|called|from) {{name}}",
    ):
        yield f"{_MOVE} {_BACK} [the time of] {thing} {_BACK} {to} {{to}}", {}
        yield f"set the time of {thing} {to} {{to}}", {}
        yield f"{thing} should [now] (be|ring|go off|be set) (at|for|to) {{to}}", {}
        yield f"(delay|postpone|push|put off|push back|move|shift) {thing} [back] by {{by}}", {}
        yield f"(push|move|put|shift) {thing} back {{by}}", {}
        yield f"(move|make|shift|push|set) {thing} {{by}} (later|back)", {}
        yield f"(move|make|shift|set) {thing} {{by}} (earlier|forward|sooner)", {"way": "earlier"}
        yield f"(bring|move|push|pull) {thing} forward [by] {{by}}", {"way": "earlier"}
        yield f"(bring|move|push|pull) forward {thing} by {{by}}", {"way": "earlier"}


MOVE: Sentences = {
    template: {"what": kind} | fixed for kind in _TIMED for template, fixed in _moving(kind)
}
