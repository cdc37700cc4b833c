"""Says out which ones are meant by their places: "cancel the first and the last". Pure.

Invariant: all places that are said are done or none is; among things of several kinds a place is no
name, and is asked about.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.called_ones import ONE_BY_ONE
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean

_LONGEST = 120
_LEAD = (
    r"(?:(?:and|ok|okay|oh|so|please|now|actually|just|then|can you|could you|would you|will you)"
    r"\b\W*)*"
)
_TAIL = r"(?:,? (?:please|then|now|thanks|thank you|for me|again))*"
_DROP = r"(?:cancel|delete|remove|stop|kill|clear|end|scrap|drop|turn off|get rid of|bin|ditch)"
_PLACE = r"(?:first|second|third|last|newest|longest|shortest)"
_THING = r"(?: (?:ones?|(?P<kind>timer|alarm|reminder)s?))?"
_MANY = lazy_pattern(
    rf"{_LEAD}{_DROP} (?:both )?(?:the |my )?(?P<each>{_PLACE}(?:(?: one| timer| alarm| reminder)?"
    rf"(?:,? and |, )(?:also )?(?:the |my )?{_PLACE})+){_THING}{_TAIL}",
    re.I,
)
_LAST_BUT = lazy_pattern(
    rf"{_LEAD}{_DROP} (?:the |my )?"
    rf"(?:last but (?:one|two)|(?:second|third|next)(?:[ -]to)?[ -]last){_THING}{_TAIL}",
    re.I,
)
_ANY_PLACE = re.compile(rf"\b{_PLACE}\b", re.I)
_BOTH = lazy_pattern(rf"{_LEAD}{_DROP} (?:the |my )?(?P<which>first|last) two{_THING}{_TAIL}", re.I)
_ONE = lazy_pattern(
    rf"{_LEAD}{_DROP} (?:the |my )?(?P<which>first|second|third|last)(?: one)?{_TAIL}", re.I
)
_WHICH = lazy_pattern(
    rf"{_LEAD}(?:which|what)(?: one|'s| is| of them| of those)*(?: (?:is|will|comes?|rings?|ends?|"
    r"goes off|go off|finish(?:es)?|be|due|done|up|stops?|the))* "
    rf"(?P<which>first|last|next)(?: one)?(?: of (?:them|those))?{_TAIL}",
    re.I,
)
_BETWEEN = lazy_pattern(
    rf"(?<!\w)(?:both )?the {_PLACE}(?: one| timer| alarm| reminder)?(?:,? and|, ) "
    rf"(?:also )?(?:the )?{_PLACE}{_THING}(?!\w)",
    re.I,
)
_BY = re.compile(r"\b(?:by|later|earlier|sooner|back|forward|add|take|give|more|less)\b", re.I)
_LESS = re.compile(r"\b(?:earlier|sooner|forward|take|less|shorten|off)\b", re.I)
_CHANGES = frozenset({"move_schedule", "change_timer"})
_BY_NAME = "Say which one by its name or its time, please."
_ORDER = ("last", "newest", "longest", "shortest", "third", "second", "first")
"""From the end on: what is cancelled first leaves the places before it as they were."""
_THEN = " and then "
_ANY = "cancel what is set"


def placed_ones(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request about those in the places that are said; None where the turn says none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST or topic.is_asking or topic.kind not in ENTRIES:
        return None
    if _ONE.fullmatch(line):
        return ResolvedTurn(_ANY) if _is_mixed(topic) else None
    if found := _WHICH.fullmatch(line):
        return _asked(found["which"].lower(), topic)
    if _LAST_BUT.fullmatch(line):
        return ResolvedTurn("", _BY_NAME)
    found = _MANY.fullmatch(line) or _BOTH.fullmatch(line)
    if found is None:
        return _changed(line, topic, understand)
    kind = (found["kind"] or "").lower()
    if not kind and _is_mixed(topic):
        return ResolvedTurn(_ANY)
    each = _places(found)
    out = [f"cancel the {one} {kind or topic.kind}" for one in each]
    return ResolvedTurn(_THEN.join(out)) if each else None


def _changed(line: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """A change of two, the one first that stays in its place; None where none is asked for."""
    found = _BETWEEN.search(line)
    each = _places(found) if found else []
    if found is None or not each:
        return None
    thing = found["kind"] or topic.kind
    out = [f"{line[: found.start()]}the {one} {thing}{line[found.end() :]}" for one in each]
    intents = [understand(clean(one)) for one in out]
    if any(one is None or one.name not in _CHANGES for one in intents):
        return None
    if not _BY.search(line) or _is_mixed(topic):
        return ResolvedTurn("", ONE_BY_ONE)
    return ResolvedTurn(_THEN.join(out[::-1] if _LESS.search(line) else out))


def _places(found: re.Match[str]) -> list[str]:
    """The places, the last one first; [] where one is said twice."""
    said = found.groupdict()
    if (which := said.get("which")) is not None:
        return ["second", "first"] if which.lower() == "first" else ["last", "last"]
    places = [one.lower() for one in _ANY_PLACE.findall(said.get("each") or found[0])]
    is_each = len(set(places)) == len(places) > 1
    return sorted(places, key=_ORDER.index) if is_each else []


def _asked(which: str, topic: Topic) -> ResolvedTurn | None:
    """The question which one rings first or last, among all that was spoken of."""
    if _is_mixed(topic):
        return ResolvedTurn(f"which one rings {which}")
    is_last = which == "last" and len(topic.entries(topic.kind)) > 1
    return ResolvedTurn(f"which {topic.kind} rings last") if is_last else None


def _is_mixed(topic: Topic) -> bool:
    """Whether one thing of a kind was spoken of last, and one of another kind just before it."""
    if len(topic.entries(topic.kind)) > 1 or len(topic.turns) < 1:
        return False
    near = {one.kind for turn in topic.turns[:2] for one in turn if one.state != "gone"}
    others = [kind for kind in near & ENTRIES - {topic.kind} if topic.entries(kind)]
    return bool(others) and bool(topic.entries(topic.kind))
