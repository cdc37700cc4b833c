"""Says out whole what a move does to a timer, an alarm, a reminder or a routine. Pure.

Invariant: the move is known; the value, the name and the thing are read from the words or known
from the conversation. What lacks its value is asked about, what is only likely is a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.cue_words import (
    CUES,
    FILLERS,
    POINTERS,
    Cue,
)
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.entry_tasks import (
    CALLS_SOMEBODY,
    one_more_at,
    one_more_task,
    other_task,
    put_right,
    task_for,
    task_in,
)
from jarvis_voice.assistant.understanding.short_turns.entry_times import (
    day_after,
    label_of,
    led,
    when_anew,
)
from jarvis_voice.assistant.understanding.short_turns.entry_values import (
    Kind,
    as_rule,
    names_weekday,
    unit_after,
    value_in,
    with_unit,
)
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, named_in
from jarvis_voice.assistant.understanding.short_turns.left_out_wishes import day_in, restores
from jarvis_voice.assistant.understanding.short_turns.of_entries import (
    of_entries,
    thing_meant,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of

_CUES: Mapping[str, Cue] = {
    "set": "set", "more": "more", "less": "less", "later": "more", "earlier": "less",
    "again": "again", "cancel": "cancel", "cancel_other": "cancel", "cancel_all": "cancel",
    "left": "left", "when": "when", "which": "first", "still": "still", "all": "all",
    "about": "about", "rename": "name", "undo": "restore",
}  # fmt: skip
_ASKS = frozenset({"left", "when", "which", "still", "all", "about"})
_TAKES = frozenset({"cancel", "cancel_other", "cancel_all", "undo"})
_CHANGES = frozenset({"set", "more", "less", "later", "earlier"})
_ANEW = re.compile(r"\b(?:restart|reset)\b", re.I)
_DAY_AFTER = re.compile(r"\b(?:day after(?! tomorrow)|next day|following day)\b", re.I)
_FOR = lazy_pattern(r"\bfor (?:the |my |our |some )?(?P<name>[a-z]+)\b", re.I)
_CALLED = lazy_pattern(
    r"\b(?:call(?:ed)?|name[d]?|label(?:led)?|mark(?:ed)?|title[d]?)\b(?: (?:it|that|this|the|one|"
    r"as|first|second|last|other))* (?P<name>[a-z]+(?: [a-z]+)?)\Z", re.I
)  # fmt: skip
_IS_FOR = lazy_pattern(
    r"\b(?:that|it|this)(?:'s| is)(?: one)?(?: for)? (?:the |my )?(?P<name>[a-z]+)(?: one)?\Z", re.I
)
_OTHER_ONE = lazy_pattern(
    r"\b(?:the|that|my|those|take|drop|lose|bin) (?P<name>[a-z]+(?: [a-z]+)?)(?:'s)?"
    r" (?:one|timer|alarm|reminder|routine)\b", re.I
)  # fmt: skip
_OTHER_NAMED = lazy_pattern(
    r"(?:\A|[,.] |\b(?:so|and|just|please) )(?:we're )?(?:bin|lose|drop|scrap|cancel|skip|skipping|"
    r"ditch|kill|stop) (?:the |my )?(?P<name>[a-z]+)\b(?= timer|[,.]| too\b|\Z)", re.I
)  # fmt: skip
_AND_NAMED = lazy_pattern(
    r"(?:and|plus|also) (?:the |some |an? |one for (?:the )?)?(?P<name>[a-z]+)(?:,| for) ", re.I
)
_NO_NAME = FILLERS | CUES.keys() | POINTERS.keys() | {"other", "clock", "whole", "thing"}
_ALSO = re.compile(r"\b(?:as well|also|both)\b|\btoo\W*\Z", re.I)
_ALL = re.compile(r"\b(?:both|all of (?:them|it)|them all|the lot|everything)\b", re.I)
_THOUGHTS = re.compile(
    r"\bsecond thoughts?\b|\bfirst (?:of all|thing)\b|\blast (?:time|minute)\b", re.I
)
_PLACES = lazy_pattern(
    r"\b(?:first|second|third|last|final|other|others|longest|shortest|latest|earliest|next|all|"
    r"both|them|those|these|they|lot|everything)\b", re.I
)  # fmt: skip
"""What points at one of several for sure; "a late call" does not."""
_CHANGES_NOTHING = lazy_pattern(
    r"\bnever (?:on|at|in) (?!time\b)|"
    r"\b(?:he|she|i|who|they|(?:his|her|my|our|their) \w+)(?:'s| is|'m| am|'re| are) "
    r"(?:only |just |nearly |almost |about )?(?:\d{1,3}|[a-z]+teen|ten|eleven|twelve|one|two|three|"
    r"four|five|six|seven|eight|nine|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ]\w+)?)"
    r"(?: years?(?: old)?| now| today)*\W*\Z",
    re.I,
)
"""How old somebody is is no time, "she's fourteen", and "never on Fridays" moves nothing there."""
_OF_TIME = lazy_pattern(
    r"\b(?:wrong|early|earlier|late|later|soon|sooner|long|longer|short|shorter|another time|"
    r"postpone|delay)\b", re.I
)  # fmt: skip


def of_entry_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """The request that a move comes to; None where what it needs is not said.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    entries = topic.entries(topic.kind)
    last = entries[-1] if entries else topic.last(topic.kind)
    if move not in _CUES or not said.turns or last is None:
        return None
    is_no_change = move in _CHANGES and _CHANGES_NOTHING.search(said.text) is not None
    is_no_change = is_no_change or (move in _TAKES and last.state != "gone" and restores(said.text))
    if is_no_change or (move == "rename" and CALLS_SOMEBODY.match(said.text)):
        return None
    if move not in _ASKS and (right := put_right(said.text, last)):
        return replace(right, is_guess=move != "set")
    turn = _as_one(said, last)
    if len(entries) <= 1 and not _PLACES.search(_THOUGHTS.sub("", said.text)):
        turn = replace(turn, pointer="it" if turn.pointer else "")
    is_also = move == "set" and turn.value_kind == "time" and topic.kind in {"alarm", "routine"}
    if move == "again" or (is_also and _ALSO.search(said.text)):
        return _one_more(said, turn, topic, last)
    if move == "cancel_other" and (other := _other(said, topic)):
        return other
    if move in _CHANGES and (whole := _whole_task(said, turn, topic, last)):
        return whole
    return _of_one(move, said, turn, topic, last)


def _of_one(
    move: str, said: FollowUp, turn: ShortTurn, topic: Topic, last: Touched
) -> ResolvedTurn | None:
    """What the move does to one that is set, or to all of them."""
    entries = topic.entries(topic.kind)
    cue, named = _CUES[move], _named(said.text, entries)
    if move == "rename":
        found = _CALLED.search(said.text.strip(" .!?")) or _IS_FOR.search(said.text.strip(" .!?"))
        named = found["name"] if found else ""
    if move == "undo" and last.state == "set" and entries:
        cue = "cancel"
    pointer = "all" if move == "cancel_all" else turn.pointer
    is_one = len(entries) <= 1 or _ALL.search(said.text) is None
    if move != "cancel_all" and pointer == "all" and is_one:
        pointer = ""
    is_of_day = turn.value_kind == "time" and not turn.value.startswith(("every", "each"))
    if move == "all" and is_of_day and topic.kind in {"alarm", "reminder"}:
        return ResolvedTurn(f"what {topic.kind}s do I have {turn.value}")
    is_open = move == "cancel_other" and not (named or turn.value or pointer not in {"", "it"})
    if is_open or (move in {"cancel", "undo"} and pointer in {"all", "other"}):
        return None
    if move in {"later", "earlier"} and turn.value.startswith("every"):
        turn = replace(turn, value="", value_kind="")
    if move == "cancel" and is_of_day and last and last.value.startswith("every"):
        return ResolvedTurn(f"skip {label_of(last)} {turn.value}", is_guess=True)
    if move == "cancel" and "every" in last.value and (day := day_in(said.text)):
        return ResolvedTurn(f"skip {label_of(last)} {day}", is_guess=True)
    if move in _ASKS or move in {"cancel", "cancel_all"}:
        turn = replace(turn, value="", value_kind="")
    made = replace(
        turn, cues=frozenset({cue}), pointer=pointer, name=named, pieces=min(1, len(named))
    )
    anew = _to_a_length(made, topic) if move in _CHANGES else None
    return anew or of_entries(made, topic) or _plainly(move, said, made, topic, last)


def _named(text: str, entries: Sequence[Touched]) -> str:
    """The name of the one entry that is named by a word of its own, which "off" is not."""
    name = named_in(text, entries)
    shared = set(key_of(name)) & set(key_of(text))
    return "" if shared <= FILLERS | CUES.keys() | POINTERS.keys() else name


def _as_one(said: FollowUp, last: Touched) -> ShortTurn:
    """All clauses as one turn with their one new value."""
    line = ", ".join(one.line for one in said.turns)
    pointers = [one.pointer for one in said.turns if one.pointer]
    told = [one for one in pointers if one != "it"]
    value = value_in([one.line for one in said.turns], last)
    text = value.text if value else ""
    kind: Kind = value.kind if value else ""
    if kind == "number" and last.kind != "timer" and unit_after(last):
        text, kind = with_unit(text, last), "length"
    if kind == "rule" or (kind == "time" and _recurs(last) and names_weekday(text)):
        text, kind = as_rule(text, last), "time"
    return ShortTurn(
        pointer=told[-1] if told else pointers[-1] if pointers else "",
        value=text,
        value_kind=kind,
        line=line,
    )


def _recurs(last: Touched) -> bool:
    return last.kind == "routine" or "every" in last.value


def _plainly(
    move: str, said: FollowUp, turn: ShortTurn, topic: Topic, last: Touched
) -> ResolvedTurn | None:
    """What the move says by itself, where no cue of the turn says it."""
    thing = thing_meant(turn, topic)
    if not thing or not topic.entries(topic.kind):
        return None
    if move == "cancel":
        return ResolvedTurn(f"cancel {thing}")
    if move not in _CHANGES or turn.pointer == "all":
        return None
    if not turn.value:
        if move == "set" and not _OF_TIME.search(said.text):
            return None
        return _asked(move, thing, topic)
    if topic.kind == "timer":
        return _of_timer(move, turn, thing, last)
    return _of_time(move, turn, thing, last)


_TO_A_LENGTH = lazy_pattern(
    r"\b(?:(?:move|change|set|shift|put|switch|reset|make|push|reschedule) (?:it|that|this|them|"
    r"the \w+(?: one)?|my \w+)(?: back| forward| up)? (?:to|for|in) )", re.I
)  # fmt: skip
"""A length as the time to which something is moved: "move it to an hour"."""
_FROM_NOW = re.compile(r"\bfrom now\b|\bto in\b|\bfor in\b", re.I)
_BY_SO_MUCH = lazy_pattern(
    r"\b(?:by|later|earlier|before|after|sooner|(?:back|forward|up) (?:an?|half|\d+|\w+) )\b", re.I
)


def _to_a_length(turn: ShortTurn, topic: Topic) -> ResolvedTurn | None:
    """What rings at a time, moved to so long from now; None where it is moved by so much."""
    thing = thing_meant(turn, topic) if turn.value_kind == "length" else ""
    is_to = _TO_A_LENGTH.search(turn.line) and not _BY_SO_MUCH.search(turn.line)
    if not thing or topic.kind == "timer" or not is_to:
        return None
    is_sure = _FROM_NOW.search(turn.line) is not None
    return ResolvedTurn(f"move {thing} to in {turn.value}", is_guess=not is_sure)


def _of_time(move: str, turn: ShortTurn, thing: str, last: Touched) -> ResolvedTurn | None:
    if turn.value_kind != "length":
        return ResolvedTurn(f"move {thing} to {turn.value}")
    if move == "earlier":
        return ResolvedTurn(f"bring {thing} forward by {turn.value}")
    if move == "later":
        return ResolvedTurn(f"postpone {thing} by {turn.value}")
    return ResolvedTurn(f"move {thing} to in {turn.value}") if unit_after(last) else None


def _of_timer(move: str, turn: ShortTurn, thing: str, last: Touched) -> ResolvedTurn | None:
    length = turn.value
    if turn.value_kind == "number":
        length = with_unit(turn.value, last)
    if length_in(length) is None:
        return None
    if move == "set":
        return ResolvedTurn(f"change {thing} to {length}")
    is_less = move in {"less", "earlier"}
    return ResolvedTurn(f"take {length} off {thing}" if is_less else f"add {length} to {thing}")


def _asked(move: str, thing: str, topic: Topic) -> ResolvedTurn:
    """The question for what the move lacks."""
    is_timer = topic.kind == "timer"
    if move == "set":
        to = f"change {thing} to {{length}}" if is_timer else f"move {thing} to {{time}}"
        return ResolvedTurn(to, "For how long?" if is_timer else "When then?")
    if move in {"less", "earlier"}:
        by = f"take {{length}} off {thing}" if is_timer else f"bring {thing} forward by {{length}}"
    else:
        by = f"add {{length}} to {thing}" if is_timer else f"postpone {thing} by {{length}}"
    return ResolvedTurn(by, "By how much?")


def _other(said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is called away by a name that nobody has said yet; the tool tells where it has none."""
    found = _OTHER_ONE.search(said.text) or _OTHER_NAMED.search(said.text)
    words = found["name"].lower().split() if found else []
    name = " ".join(one for one in words if one not in _NO_NAME)
    if named_in(name, topic.entries(topic.kind)):
        return None
    return ResolvedTurn(f"cancel the {name} {topic.kind}", is_guess=True) if name else None


def _whole_task(
    said: FollowUp, turn: ShortTurn, topic: Topic, last: Touched
) -> ResolvedTurn | None:
    """One more for something else with a value of its own, though no word says "one more"."""
    if topic.kind == "timer" and (named := _AND_NAMED.match(said.text)) and turn.value:
        length = turn.value if turn.value_kind == "length" else with_unit(turn.value, last)
        is_name = named["name"].lower() not in _NO_NAME and named["name"] not in turn.value
        sentence = f"set a timer called {named['name']} for {length}"
        return ResolvedTurn(sentence, is_guess=True) if is_name else None
    what = other_task(said.text, last) if topic.kind == "reminder" and turn.value else ""
    return _reminder_of(what, turn, last) if what else None


def _reminder_of(task: str, turn: ShortTurn, last: Touched) -> ResolvedTurn | None:
    at = when_anew(last.value, turn.value) if turn.value else ""
    return ResolvedTurn(f"remind me {_led(at)} to {task}", is_guess=True) if at else None


def _led(at: str) -> str:
    return at if at.startswith(("on ", "the day")) else led(at)


def _one_more(said: FollowUp, turn: ShortTurn, topic: Topic, last: Touched) -> ResolvedTurn | None:
    """One more of what is set: at another time, or for something else."""
    if topic.kind == "reminder" and (whole := one_more_at(said.text)):
        return ResolvedTurn(whole)
    if topic.kind == "reminder" and (task := task_in(turn)):
        sentence = one_more_task(task, turn, topic)
        return ResolvedTurn(sentence) if sentence else None
    task = task_for(said.text, last) if topic.kind == "reminder" else ""
    if task and (more := _reminder_of(task, turn, last)):
        return more
    if task and not turn.value:
        return ResolvedTurn(f"remind me at {{time}} to {task}", "When then?")
    if topic.kind == "routine":
        return _routine_anew(turn, last)
    if not turn.value and _DAY_AFTER.search(said.text):
        turn = replace(turn, value=day_after(last.value), value_kind="time")
        if not turn.value:
            return None
    if topic.kind == "timer" and not turn.value and _says_length(said, last):
        return ResolvedTurn("set a timer for {length}", "For how long?")
    name = _FOR.search(said.text)
    called = name["name"] if name and name["name"].lower() not in FILLERS | CUES.keys() else ""
    if topic.kind != "timer" or (called and called.lower() in turn.value.lower()):
        called = ""
    if _ANEW.search(said.text):
        called = named_in(said.text, topic.entries(topic.kind))
    made = replace(
        turn, cues=frozenset({"again"}), pointer="", name=called, pieces=min(1, len(called))
    )
    return of_entries(made, topic)


def _says_length(said: FollowUp, last: Touched) -> bool:
    """Whether some length is said that is not the old one: the old one is not meant then."""
    lengths = [length_in(one.value) for one in said.turns if one.value_kind == "length"]
    return any(one != length_in(last.value) for one in lengths)


def _routine_anew(turn: ShortTurn, last: Touched) -> ResolvedTurn | None:
    """The same routine on another day or at another time."""
    if not turn.value or not last.name or turn.value_kind == "length":
        return None
    rule = turn.value
    if not re.match(r"(?:every|each)\b|hourly|daily", rule):
        day = re.match(r"every .+?(?= at\b|\Z)", last.value)
        clock = rule.removeprefix("at ")
        rule = f"{day[0]} at {clock}" if day else ""
    return ResolvedTurn(f"{rule} {last.name}") if rule else None
