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
_ANY = "[any|a|an|my|some|another|other] [recurring|repeating|regular|more|new|old|active|open]"
_ALTER = (
    "(set|start|cancel|stop|delete|remove|make|create|turn on|turn off|change|move|put on|put in)"
)
_RINGS = (
    "(rings|ring|goes off|go off|ends|end|finishes|finish|is (done|over|up|due)|comes|runs out|"
    "will (ring|go off|end))"
)
_MADE = "[have] [just] (set|made|make|created|create|started|start|put on)"
_WHICH = "(what|which|what other|which other)"
_HAVE = (
    "(do i have|are (set|on|running|going|active|there|pending|stored|waiting|coming up)|"
    "have i (set|got|made|created) [up]|did i set|are scheduled)"
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
    yield f"{_WHICH} {word}s have i", {}
    yield f"{_WHICH} {word}s (repeat|recur|come again|are (repeated|repeating|recurring))", {}
    yield f"(have i|have you [got]|did i remember to set) {_ANY} {word}[s] {_IS_SET}", {}
    yield f"(have i|have you [got]|did i remember to set) {_ANY} {word}[s] {_IS_SET} {{day}}", {}
    yield f"(did you|have you) {_ALTER} {_WHOSE} {word}[s] [{{day}}]", {}
    yield f"(did you|have you) {_ALTER} {_WHOSE} {{name}} {word}[s]", {}
    yield (
        f"(did you|have you) {_ALTER} (a|an|the|my|that) {word} (for|to|about|called) {{name}}",
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
    yield f"(what|which) {word} {_RINGS} (next|first|earliest|soonest)", {"which": "first"}
    yield f"(what|which) {word} {_RINGS} last", {"which": "last"}
    yield (
        f"(what|which) (was|is) the (last|latest|newest) {word} [that] (i|you|we) {_MADE}",
        {"which": "newest"},
    )
    yield (
        f"(what|which) {word} did (i|you|we) [just] (set|make|create|start) last",
        {"which": "newest"},
    )
    yield f"(check|status of) [the|my] {word}", {}
    yield (
        f"when (is|does|will) [the|my] {{name}} {word} "
        "[go off|ring|set for|end|due|up|over|be (done|over|up)]", {})  # fmt: skip
    yield f"(check|status of) [the|my] {{name}} {word}", {}


_COOKED = (
    "(food|dinner|pasta|spaghetti|noodles|rice|egg|eggs|potatoes|chips|chicken|roast|meat|beef|pork|"
    "fish|pizza|cake|bread|cookies|biscuits|muffins|vegetables|soup|stew|sauce|tea|coffee|dough)"
)

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
        "how (long|much longer|much time|many minutes|many more minutes|many seconds) [(has|does) "
        "(it|that|this|that one|the thing) (got|have)] [left] (to go|to run|remaining|left)",
        "how (long|much time) (has|does) (it|that|this) (got|have) [left|to go]",
        "how much longer (is|will) (it|that|this) [going to] (be|run|run for)",
        "[how much] (time (remaining|to go)|remaining time)",
        "(give|tell|show|get) [me] [the] (remaining time|time (remaining|left|to go))",
        f"how (long|much longer) (have|has) (the|my) {_COOKED} been (on|in|in the oven|cooking|"
        "boiling|baking|going)",
        f"(is|are) (the|my) {_COOKED} (done|ready|cooked|finished) [yet|now]",
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
    "what (is|have i) (set|scheduled|coming up|pending|running|due|active|waiting)": {},
    "what have (you|i) [got] (set|scheduled|running|waiting) [for me] [[for|on] {day}]": {},
    "(is|are) (anything|something|any of them) (due|going off|ringing|running|pending) [soon|now|"
    "at the moment|next|in the next (hour|half hour|few minutes|few hours|couple of hours)]": {},
    "(is|does|do|will) anything [else] (due|ring|go off|come up) [{day}]": {},
    "is anything (due|coming up) [on|for] {day}": {},
    "(did you|have you|did i|have i) (set|start|started|cancel|cancelled|stop|stopped) (it|that|"
    "one|them)": {},
    "(is|was) (it|that|that one) [already|still] (set|running|counting down|counting)": {},
    "did (it|that|the thing) get (set|cancelled|started)": {},
    "(do i (need|have)|have i [got]) to do anything [{day}]": {},
    "[is there] anything [else] [that] i (need|have|ought|am supposed|am meant) to (do|know about|"
    "know|be reminded of|remember) [[for|on] {day}]": {},
    "what is (happening|going on|on|planned|up) (for|on) {day}": {},
    "what is (happening|planned) {day}": {},
    "(which|what) (one|of them|of those|of these|of mine|of the two|thing) "
    f"{_RINGS} (next|first|earliest|soonest)": {"which": "first"},
    "(which|what) (rings|goes off|ends|is due|comes up) (next|first|earliest|soonest)": {
        "which": "first"},
    "what is [(up|coming up|due|set|going off)] next": {"which": "first"},
    f"(which|what) (one|of them|of those|of these|of mine|of the two|thing) {_RINGS} last": {
        "which": "last"},
    "what (was|is) the last thing [that] (i|you|we) [have] [just] (set|scheduled)": {
        "which": "newest"},
    "how (long|much longer) (till|until|before) i [have to|must|need to|am meant to|am supposed to|"
    "should] (get|wake|be) up": {"what": "alarm", "tell": "left"},
    "how (long|much longer) (till|until|before) (you wake me|the next [thing|one]|something "
    "(rings|goes off))": {"tell": "left"},
    "[at] (what time|when) do i [have to|need to] (get|wake) up [[on] {day}|on (weekdays|workdays|"
    "work days|week days|weekends|weekend days)]": {"what": "alarm"},
    "[at] (what time|when) (will|do|are) you [going to] (wake|waking) me [up] [[on] {day}]": {
        "what": "alarm"},
    "what (happens|rings|goes off|is set|do you do) (every|each) (morning|day|evening|night|"
    "weekday|weekend|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday) "
    "[at {_rest}]": {},
    "what (is|have i got|do i have) (happening|due|set|going off|ringing|planned|on|scheduled) at "
    "[half past|quarter past|quarter to|half] (one|two|three|four|five|six|seven|eight|nine|ten|"
    "eleven|twelve|noon|midday|midnight|1|2|3|4|5|6|7|8|9|10|11|12) [o'clock|am|pm|"
    "in the (morning|afternoon|evening)|tonight|today|tomorrow]": {},
    "what (have|do) (i|we) [got|have] on {day}": {},
    "{day} [is there] anything (on|set|planned|happening|coming up)": {},
    "(are you going to|do you) remind me (to|of|about) {name}": {"what": "reminder"},
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
    "what is (going off|ringing|due|coming up|going to (beep|ring|go off)) next [and when]": {
        "which": "first"},
    "[is there] anything [else] (i'm|i am|we are|we're) (meant|supposed) to be (doing|at) "
    "[[on|for] {day}]": {},
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
    yield f"{_MOVE} {_WHOSE} [{{name}}] {kind} on {{day}} {to} {{to}}", {}
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
