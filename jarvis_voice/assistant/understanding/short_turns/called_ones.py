"""Says out which timers or alarms are meant by a name alone: "push gym back by ten minutes". Pure.

Invariant: only what the conversation spoke of is called so; what it is called is never another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from jarvis_voice.assistant.understanding.short_turns.entry_times import clock_in, label_of
from jarvis_voice.assistant.understanding.short_turns.entry_values import as_rule
from jarvis_voice.assistant.understanding.short_turns.resolution import is_whole
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of

_LONGEST = 200
_MOST_ENTRIES = 4
_NOON = 12
_ACTS = frozenset(
    {"change_timer", "move_schedule", "cancel_schedule", "read_schedule", "rename_schedule",
     "skip_schedule"}
)  # fmt: skip
_CHANGES = frozenset({"move_schedule", "change_timer"})
"""What is done to both; both are cancelled, or asked about, as all of their kind."""
_OPEN = _ACTS | {"find_places"}
"""What a turn with such a name may be taken for alone: "postpone gym by an hour"."""
_THEN = " and then "
_IT = "\u00a7"
_LEAD = (
    r"(?:(?:(?:and|ok|okay|oh|so|please|now|actually|just|then|sorry|wait|can you|could you|"
    r"would you|will you|let's|i(?: want| need|'d like| would like)(?: you to)?)\b\W*)|no, )*"
)
_TAIL = r"(?:,? (?:please|instead|then|now|thanks|thank you|for me|this time))*"
_RINGS = r"(?:(?:ring|go off|be|wake me(?: up)?|sound|come|happen|repeat|run|last)(?: again)? )?"
_VERB = (
    r"(?:(?:make|set|put|have|let|change|move|want|get|switch|shift|push|bring|pull|reschedule|"
    r"repeat|delay|postpone) )?"
)
_TO = lazy_pattern(
    rf"{_LEAD}(?P<verb>{_VERB}){_IT} {_RINGS}(?P<hinge>(?:(?:to|at|for|until|till|on|only|just) )*)"
    rf"(?P<to>[^{_IT}]+?){_TAIL}",
    re.I,
)
_SHOULD = lazy_pattern(
    rf"{_LEAD}{_IT} (?:should|ought to|must|needs to|has to|is to|can)(?: now| rather)? {_RINGS}"
    rf"(?:(?:to|at|for|until|till|on|only) )*(?P<to>[^{_IT}]+?){_TAIL}",
    re.I,
)
_NOT_BUT = lazy_pattern(
    rf"{_LEAD}{_VERB}{_IT} (?:is )?not (?:(?:at|for|to) )?(?P<old>[^{_IT}]+?),? but "
    rf"(?:(?:at|for|to) )?(?P<to>[^{_IT}]+?){_TAIL}",
    re.I,
)
_NONE = lazy_pattern(
    rf"{_LEAD}(?:there(?:'s| is| will be) |i have )?no {_IT}(?: (?P<day>[^{_IT}]+?))?{_TAIL}", re.I
)
_ON_DAY = lazy_pattern(
    rf"{_LEAD}(?:cancel|delete|remove|skip|drop|stop|turn off|leave out|clear) {_IT}(?: out)? "
    rf"(?P<day>[^{_IT}]+?){_TAIL}",
    re.I,
)
_LENGTH = rf"(?P<by>[^{_IT}]+?)"
_BY = lazy_pattern(
    rf"{_LEAD}{_VERB}{_IT} {_RINGS}(?:(?P<way>later|earlier|sooner|back|forward)(?: by)? {_LENGTH}|"
    rf"{_LENGTH.replace('by', 'by_b', 1)} (?P<way_b>later|earlier|sooner|back|forward)){_TAIL}",
    re.I,
)
_HOW_MUCH = lazy_pattern(
    rf"{_LEAD}(?:(?:move|push|put|shift|bring|pull|make|set) {_IT} (?P<way>back|later|forward|"
    rf"earlier|sooner)|(?:delay|postpone) {_IT}){_TAIL}",
    re.I,
)
_ANEW = lazy_pattern(
    rf"{_LEAD}(?:(?:restart|reset) {_IT}|start {_IT} (?:again|over|anew))"
    rf"(?: (?:again|over|from (?:the )?(?:start|top|beginning)))*{_TAIL}",
    re.I,
)
_EARLIER = frozenset({"earlier", "sooner", "forward"})
_MORE = re.compile(r"\b(?:more|longer|less|shorter|another|extra|further)\b", re.I)
_ALL = lazy_pattern(
    r"(?<![\w'-])(?:both(?: of (?:them|those|these))?|all (?:of )?(?:them|those|these)|"
    r"them(?: both| all)?|the two(?: of them)?|all (?:two|three|four)(?: of them)?)"
    r"(?: (?:timers|alarms|ones))?(?![\w'-])",
    re.I,
)
_CLAUSE = re.compile(r",? and (?:then )?|, (?:then )?", re.I)
_SPARES = re.compile(r"(?:but|not|never|don't|do not|keep|leave)\b", re.I)
_LESS = re.compile(r"\b(?:earlier|sooner|forward|take|less|shorten|reduce|off|cut)\b", re.I)
ONE_BY_ONE = "I can do that for one after the other. Say which one first."


def called_one(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request with the kind of what is called by its name; None where nothing is.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if not line or len(line) > _LONGEST or topic.is_asking or _is_of_else(line, understand):
        return None
    entries = [one for kind in ("timer", "alarm") for one in topic.entries(kind)]
    places = [*_places(line, entries)]
    if len(places) == 1:
        [(start, end, meant)] = places
        return _of_one(line[:start], line[end:], meant, understand)
    if places:
        span = _joined(line, places)
        each = _of_each(line, span, [one for *_, one in places], understand) if span else None
        return each or _in_turn(line, entries, understand)
    return _of_all(line, topic, understand)


def _is_of_else(line: str, understand: Understand) -> bool:
    """Whether a turn asks by itself for what has nothing to do with what rings."""
    alone = understand(clean(line))
    return is_whole(alone) and alone is not None and alone.name not in _OPEN


def _is_named(one: Touched) -> bool:
    """Whether an entry has a name of its own; "5 minute" only tells its length."""
    return bool(one.name) and length_in(f"{one.name}s") is None


def _places(line: str, entries: Sequence[Touched]) -> Iterator[tuple[int, int, Touched]]:
    """Where the names stand, with what they name; the longest name takes its words."""
    taken: list[tuple[int, int, Touched]] = []
    for one in sorted(entries, key=lambda entry: -len(entry.name)):
        form = re.compile(rf"(?<![\w'-])(?:{_called(one)})(?![\w'-])", re.I)
        for found in form.finditer(line):
            if all(found.end() <= start or end <= found.start() for start, end, _ in taken):
                taken.append((found.start(), found.end(), one))
    yield from sorted(taken, key=lambda place: place[0])


def _called(one: Touched) -> str:
    """How an entry is called: "gym", "the gym one", and an alarm also "the 7 o'clock one"."""
    forms = [r"\Z\A"]
    if _is_named(one):
        name = re.escape(one.name)
        forms = [rf"(?:(?:the|my|our|that) )?{name}(?: one| {one.kind})?"]
    if one.kind == "alarm" and (clock := clock_in(one.value)):
        hour, minute = clock[0] % _NOON or _NOON, f":{clock[1]:02d}" if clock[1] else "(?::00)?"
        half = "a" if clock[0] < _NOON else "p"
        forms.append(rf"(?:the|my) 0?{hour}{minute}(?: ?{half}\.?m\.?| o'clock)? one")
    return "|".join(forms)


def _of_one(
    before: str, behind: str, meant: Touched, understand: Understand
) -> ResolvedTurn | None:
    """The request about one, in words that are understood by themselves or in ours."""
    label = label_of(meant)
    whole = f"{before}{label}{behind}"
    if _is_act(understand(clean(whole)), meant):
        return ResolvedTurn(whole)
    return _in_other_words(f"{before}{_IT}{behind}", label, meant, understand)


def _is_act(intent: Intent | None, meant: Touched) -> bool:
    """Whether a request is about what has this name, or is called so."""
    if intent is None or intent.name not in _ACTS:
        return False
    name = set(key_of(str(intent.slots.get("name", ""))))
    return name == set(key_of(meant.name)) if _is_named(meant) else bool(name)


def _in_other_words(
    line: str, label: str, meant: Touched, understand: Understand
) -> ResolvedTurn | None:
    """The request that is said in a form of our own; None where it is in none."""
    if _ANEW.fullmatch(line) and meant.kind == "timer":
        is_known = meant.state in {"set", "changed"} and length_in(meant.value) is not None
        return ResolvedTurn(f"change {label} to {meant.value}") if is_known else None
    if found := _HOW_MUCH.fullmatch(line):
        return None if meant.state == "changed" else _how_much(found, label, meant)
    if gone := _gone(line, label, meant, understand):
        return gone
    if (found := _BY.fullmatch(line)) and (length := found["by"] or found["by_b"]):
        is_less = (found["way"] or found["way_b"]).lower() in _EARLIER
        by = _by(length, label, meant, is_less=is_less) if length_in(length) else ""
        return ResolvedTurn(by) if by else None
    return _moved(line, label, meant, understand)


def _gone(line: str, label: str, meant: Touched, understand: Understand) -> ResolvedTurn | None:
    """The request to leave out a day of it, or to cancel it; what only tells so is asked about."""
    found, none = _ON_DAY.fullmatch(line), _NONE.fullmatch(line)
    day = found["day"] if found else (none["day"] or "") if none else ""
    if (found is None and none is None) or (day and not _is_day_alone(day)):
        return None
    sentence = f"skip {label} {day}" if day else f"cancel {label}"
    is_act = _is_act(understand(clean(sentence)), meant)
    return ResolvedTurn(sentence, is_guess=found is None) if is_act else None


def _moved(line: str, label: str, meant: Touched, understand: Understand) -> ResolvedTurn | None:
    """The request to move it to another time, or to give it another length."""
    found = _NOT_BUT.fullmatch(line) or _SHOULD.fullmatch(line) or _TO.fullmatch(line)
    if found is None:
        return None
    groups = found.groupdict()
    if _MORE.search(found["to"]) or (_is_bare(groups) and _is_day_alone(found["to"])):
        return None
    sentence = _to(found["to"], label, meant)
    if not sentence or not _is_act(understand(clean(sentence)), meant):
        return None
    return ResolvedTurn(sentence, is_guess=_is_bare(groups))


def _is_bare(said: Mapping[str, str | None]) -> bool:
    """Whether no word says that it is to be moved: "gym at nine" may be one more."""
    when = read_when(said["to"] or "", is_bare=True)
    is_rule = when is not None and bool(when.rule)
    return said.get("verb", "to") == "" and said["hinge"] != "to " and not is_rule


def _how_much(found: re.Match[str], label: str, meant: Touched) -> ResolvedTurn:
    is_less = (found["way"] or "").lower() in _EARLIER
    return ResolvedTurn(_by("{length}", label, meant, is_less=is_less), "By how much?")


def _by(length: str, label: str, meant: Touched, *, is_less: bool) -> str:
    if meant.kind == "timer":
        return f"take {length} off {label}" if is_less else f"add {length} to {label}"
    return f"bring {label} forward by {length}" if is_less else f"postpone {label} by {length}"


def _to(said: str, label: str, meant: Touched) -> str:
    """The request to ring then, or to run so long; "" where that is no time or length."""
    if meant.kind == "timer":
        return f"change {label} to {said}" if length_in(said) else ""
    when = read_when(said, is_bare=True)
    if when is None or length_in(said) is not None:
        return ""
    if when.rule and when.hour is None:
        return f"move {label} to {as_rule(said, meant)}"
    return f"move {label} to {said}" if _has_place(when) else ""


def _is_day_alone(said: str) -> bool:
    """Whether words are a day without a time of day: "no work tomorrow" moves nothing."""
    when = read_when(said, is_bare=True)
    is_day = when is not None and bool(when.day or when.part)
    return is_day and when is not None and when.hour is None and not when.rule


def _has_place(when: When) -> bool:
    return when.hour is not None or bool(when.day or when.part)


def _joined(line: str, places: Sequence[tuple[int, int, Touched]]) -> tuple[int, int] | None:
    """Where several names stand together: "gym and work"; None where they do not."""
    between = [line[one[1] : two[0]] for one, two in pairwise(places)]
    is_joined = all(re.fullmatch(r",? (?:and )?|, ", one) for one in between)
    names = {one.name.lower() for *_, one in places}
    is_several = 1 < len(places) <= _MOST_ENTRIES and len(names) == len(places)
    return (places[0][0], places[-1][1]) if is_several and is_joined else None


def _in_turn(line: str, entries: Sequence[Touched], understand: Understand) -> ResolvedTurn | None:
    """One request for each clause: "gym an hour earlier and work an hour later"."""
    clauses, found = _CLAUSE.split(line), list[ResolvedTurn | None]()
    if any(map(_SPARES.match, clauses)):
        return None
    for clause in clauses:
        places = [*_places(clause, entries)]
        one = places[0] if len(places) == 1 else None
        found.append(
            _of_one(clause[: one[0]], clause[one[1] :], one[2], understand) if one else None
        )
    if found[0] is None or len(found) == 1:
        return None
    sentences = [one.sentence for one in found if one and not one.question]
    if len(sentences) < len(found):
        return ResolvedTurn("", ONE_BY_ONE)
    return ResolvedTurn(_THEN.join(sentences), is_guess=found[0].is_guess)


def _of_all(line: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """What is asked of all that the conversation set: "move them by an hour"."""
    found = _ALL.search(line)
    entries = topic.entries(topic.kind) if topic.kind in {"timer", "alarm"} else []
    if found is None or not 1 < len(entries) <= _MOST_ENTRIES:
        return None
    ends = sorted(entries, key=_size, reverse=_LESS.search(line) is None)
    each = _of_each(line, found.span(), ends, understand)
    intent = understand(clean(each.sentence.partition(_THEN)[0])) if each else None
    return each if intent and intent.name in _CHANGES else None


def _size(one: Touched) -> float:
    """How long or how late: what moves away first leaves the others to be told apart."""
    hour, minute = clock_in(one.value) or (0, 0)
    return (length_in(one.value) or 0.0) if one.kind == "timer" else hour * 60 + minute


def _of_each(
    line: str, span: tuple[int, int], meant: Sequence[Touched], understand: Understand
) -> ResolvedTurn | None:
    """One request for each; None where a wording is not understood, or two are called the same."""
    before, behind, out = line[: span[0]], line[span[1] :], list[str]()
    for one in meant:
        found = _of_one(before, behind, one, understand)
        if found is None or found.question or found.is_guess:
            return None
        lead = re.compile(rf"\A{_LEAD}", re.I) if out else re.compile(r"\A")
        out.append(lead.sub("", found.sentence))
    is_asking = any((intent := understand(clean(one))) and intent.is_question for one in out)
    return ResolvedTurn(_THEN.join(out)) if len({*out}) == len(out) and not is_asking else None
