"""Takes a short turn for what it asks of what is set: "pause it", "say seven". Pure.

Invariant: only what the conversation itself set is meant, and nothing that names another thing.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.entry_times import clock_in, label_of, led
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of

_LEAD = (
    r"(?:(?:and|ok|okay|oh|no|so|right|now|please|wait|actually|just|can you|could you|then)\W+)*"
)
_IT = r"(?:it|that|this|that one|this one|the (?:clock|count ?down|time))"
_BESIDE = r"(?:,? (?:please|for (?:a|one) (?:minute|second|sec|moment|bit|mo)|now|again|a bit))*"
_PAUSE = lazy_pattern(
    rf"{_LEAD}(?:(?P<on>resume|unpause|un-pause|carry on with|continue(?: with)?|go on with)|pause|"
    rf"freeze|hold) {_IT}{_BESIDE}(?:[,.;!] .*)?|{_LEAD}make {_IT} pause{_BESIDE}",
    re.I,
)
_RESTART = lazy_pattern(
    rf"{_LEAD}(?:restart|reset|start) (?:the |my )?(?P<name>[a-z]+(?: [a-z]+)?)(?: one| timer)"
    r"(?: (?:again|over|afresh|from the (?:start|top|beginning)))*(?: please| now)?",
    re.I,
)
_LEFT = lazy_pattern(
    rf"{_LEAD}how (?:long|much time)(?:'s| is| have i| do i have| has it| have we| does it have|"
    r" have they| do they have| do those have| have those| has that)?"
    r"(?: still)?(?: got)?(?: left| to go| remaining| still)+(?: (?:on|of|for|in) "
    r"(?:my |the |our )?(?P<of>[a-z]+))?(?: (?:then|now|please))*",
    re.I,
)
_NOT_OF_TIMER = frozenset({"battery", "charge", "year", "month", "week", "day", "lease", "life"})
_SAY = lazy_pattern(
    rf"{_LEAD}(?:let's |we'll |i'd |shall we )?say (?P<time>[^,]+?)(?:,? (?:then|please|instead))*",
    re.I,
)
_OTHER = lazy_pattern(
    rf"{_LEAD}(?:(?:what|how) about |how long (?:is left |left |has |is )?)?(?:(?:on|of|for) )?"
    r"(?:the|my) other(?: (?:one|timer|alarm|reminder))?(?: (?:got|left|please|then|instead))*",
    re.I,
)
_ASKS_FIRST = lazy_pattern(
    rf"{_LEAD}(?:(?:what|which)(?: one)?(?: do i have|'s| is| have i got| comes| is coming)"
    r"(?: up)? (?P<first>first|next)|"
    r"(?:what times?|when) are (?:they|those|these|both|all of them|both of them)"
    r"(?: (?:both|all))?(?: (?:set|due|going off|for|at))*)(?: (?:then|again|please))*",
    re.I,
)
_NTH = re.compile(r"\ba (?:second|third|fourth|fifth)(?= (?:timer|alarm|reminder)\b)", re.I)
_ANOTHER = lazy_pattern(
    rf"{_LEAD}(?:(?:will|would|can|could) you )?(?:please )?(?:also )?(?:(?:put|set|start|do|make|"
    r"give|stick|have|get|add|time)(?: me| us)?(?: on)? )?another(?:(?: one| timer)(?: on)?"
    r"(?: for| of|,)?|(?: on)?(?: for| of|,)) (?P<length>[\w -]+?)(?: for (?:the |my |our )?"
    r"(?P<name>[a-z]+(?: [a-z]+)?))?(?: please| then| now| as well| too)*",
    re.I,
)
_RATHER_OTHER = lazy_pattern(
    r"(?:(?:no|nope|oh|oops|wait|sorry|actually|hang on|wrong one|not that(?: one)?|i mean|i meant|"
    r"it was)\b\W*)+(?:the|my) other(?: (?:one|timer|alarm|reminder))?(?: (?:please|instead))*",
    re.I,
)
_JOINED = re.compile(r"(?:(?:and|also|plus|then|ok|okay)\b\W*)+", re.I)
_NOON = 12
_TWO = 2


def one_more(text: str, understand: Understand) -> ResolvedTurn | None:
    """One more of its kind by its number: "a second timer for ten minutes"; else None.

    Args:
        text: The turn as it was said.
        understand: What a sentence means by itself.
    """
    line = _NTH.sub("another", " ".join(text.split()).strip(" .,!?"), count=1)
    alone = understand(text)
    is_whole = alone is not None and alone.name not in SETTING
    if is_whole or not _NTH.search(text):
        return None
    line = _JOINED.sub("", line, count=1)
    intent = understand(line)
    return ResolvedTurn(line) if intent and intent.name in SETTING else None


def another_timer(text: str, topic: Topic) -> ResolvedTurn | None:
    """One more timer, said behind one by its length alone: "put on another for ten minutes".

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    found = _ANOTHER.fullmatch(line) if topic.kind == "timer" and not topic.is_asking else None
    if found is None or length_in(found["length"]) is None or not topic.entries("timer"):
        return None
    is_named = found["name"] and length_in(found["name"]) is None
    called = f" called {found['name']}" if is_named else ""
    return ResolvedTurn(f"set a timer for {found['length']}{called}")


def of_running(text: str, topic: Topic) -> ResolvedTurn | None:
    """The request about what was set; None where the turn is none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if whole := _of_several(line, topic):
        return ResolvedTurn(whole)
    if topic.is_asking:
        return None
    if _RATHER_OTHER.fullmatch(line) and (instead := _other_instead(topic)):
        return instead
    if topic.kind == "timer" and (found := _PAUSE.fullmatch(line)) and topic.entries("timer"):
        return ResolvedTurn("resume the timer" if found["on"] else "pause the timer")
    if (found := _RESTART.fullmatch(line)) and (anew := _restarted(found["name"], topic)):
        return ResolvedTurn(anew)
    if (found := _LEFT.fullmatch(line)) and (whole := _left(found["of"] or "", topic)):
        return ResolvedTurn(whole)
    said = _SAY.fullmatch(line)
    return _moved(said["time"], topic) if said else None


def _of_several(line: str, topic: Topic) -> str:
    """The question about the other of two, the first, or all; "" where none is asked.

    Who asks when they are set, while we wait for a yes, has said nothing to it.
    """
    entries = topic.entries(topic.kind) if topic.kind in ENTRIES else []
    if not entries or topic.kind == "routine":
        return ""
    if found := _ASKS_FIRST.fullmatch(line):
        is_first = found["first"] and topic.kind != "timer"
        return f"what is my next {topic.kind}" if is_first else f"what {topic.kind}s do I have"
    is_told = len(topic.turns[0]) == 1 and entries[-1].state == "told" and not topic.is_asking
    if len(entries) != _TWO or not is_told or not _OTHER.fullmatch(line):
        return ""
    tells = "how long is left on" if topic.kind == "timer" else "when is"
    return f"{tells} {label_of(entries[0])}"


def _other_instead(topic: Topic) -> ResolvedTurn | None:
    """The one that is left cancelled, and what was cancelled by mistake set anew."""
    if topic.kind not in ENTRIES or topic.kind == "routine" or len(topic.turns[0]) != 1:
        return None
    gone, left = topic.turns[0][0], topic.entries(topic.kind)
    if gone.state != "gone" or len(left) != 1:
        return None
    cancel, value = f"cancel {label_of(left[0])}", topic.value_before(gone)
    called = f" called {gone.name}" if gone.name and topic.kind != "reminder" else ""
    if not value or (topic.kind == "reminder" and not gone.name):
        return ResolvedTurn(cancel, is_guess=True)
    if topic.kind == "reminder":
        return ResolvedTurn(f"{cancel} and then remind me {led(value)} to {gone.name}")
    article = "an" if topic.kind == "alarm" else "a"
    return ResolvedTurn(f"{cancel} and then set {article} {topic.kind} for {value}{called}")


def _restarted(name: str, topic: Topic) -> str:
    """The timer of that name with its whole length again; "" where none is known by it."""
    words = set(key_of(name))
    named = [one for one in topic.entries("timer") if words and words <= set(key_of(one.name))]
    is_known = len(named) == 1 and named[0].state in {"set", "changed"}
    return f"change {label_of(named[0])} to {named[0].value}" if is_known else ""


def _left(what: str, topic: Topic) -> str:
    """The question how long a timer runs, of which something else was spoken since."""
    timers = topic.entries("timer")
    if not timers or what.lower() in _NOT_OF_TIMER:
        return ""
    if topic.kind == "timer":
        return "how long is left on the timer" if len(timers) == 1 and not what else ""
    named = [one for one in timers if what and set(key_of(what)) <= set(key_of(one.name))]
    if len(named) == 1:
        return f"how long is left on {label_of(named[0])}"
    return "how long is left on the timer" if len(timers) == 1 else "what timers do I have"


def _moved(time: str, topic: Topic) -> ResolvedTurn | None:
    """What rings at a time, at the hour that is said, in the half of the day of before."""
    entries = topic.entries(topic.kind) if topic.kind in {"alarm", "reminder"} else []
    when = read_when(time, is_bare=True)
    if not entries or when is None or when.hour is None or when.rule:
        return None
    clock = clock_in(entries[-1].value)
    is_open = not (when.half or when.part or when.is_24) and clock is not None
    half = ("AM" if clock[0] < _NOON else "PM") if is_open and clock else ""
    at = f"{when.hour}:{when.minute:02d} {half} {when.day}".strip() if half else time
    return ResolvedTurn(f"move the newest {topic.kind} to {at}")
