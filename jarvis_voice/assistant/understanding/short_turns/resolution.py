"""Resolves a short turn against what the conversation is about. Pure.

Invariant: a sentence that says by itself what it wants is left alone; of several clauses one says
what to do, and the others only why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.list_talk import UNNAMED
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.short_turns.cue_words import POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import (
    MOST_WORDS,
    ShortTurn,
    clauses_of,
    read_turn,
)
from jarvis_voice.assistant.understanding.short_turns.denials import denies, tells_only
from jarvis_voice.assistant.understanding.short_turns.list_words import is_of_all
from jarvis_voice.assistant.understanding.short_turns.of_entries import of_entries
from jarvis_voice.assistant.understanding.short_turns.of_lists import of_lists
from jarvis_voice.assistant.understanding.short_turns.of_numbers import of_numbers
from jarvis_voice.assistant.understanding.short_turns.of_told import (
    of_facts,
    of_pages,
    of_places,
    of_profile,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.short_answer import answered, echoes
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand, topic_of
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.unordered_acts import mention_of

_MOST_CLAUSES = 4
_DID_YOU_MEAN = "Did you mean:"
_THEN = " and then "
_ADDS = re.compile(r"add (?P<thing>(?:(?! and then ).)+) to my (?P<list>.+) list", re.I)
_SETS = re.compile(r"set an? (?:\w+ )?(?:timer|alarm)\b|remind me\b", re.I)
"""An offer that only sets something, which is cancelled as easily."""
_ONE_MORE = re.compile(r"\b(?:another|second|third|one more|extra|other)\b", re.I)
"""May ask for one beside the one that was offered."""
_HINTS = frozenset({"more", "less", "no", "not", "wrong"})
_LOOSE = OPENING_INTENTS | {
    *("no", "stop", "never_mind", "yes", "say_again", "that_is_wrong", "compliment", "small_talk"),
    proposals.CANNOT,
    *("recall", "more", "do_again", "say_words", "count_days", "calculate", "thanks", "apology"),
    *("bad_news", "good_news", "remark", "teasing"),
}
"""Readings that a short turn may have by chance; alone they say nothing of what was touched."""
_OF_A_TIMER = frozenset({"snooze", "volume", "weather", "get_sun_times"})
"""Readings of a turn about a timer: "five more", "lower it by five", "how is it looking"."""
_ONE_FOR = re.compile(r"(?:(?:and|also|plus|then|ok|okay)\W+)*one (?:for|at|on) (?!the\b)\w", re.I)
"""How one more is asked for without a verb: "one for Tuesday as well"."""
_BEGINS_WITH_NO = re.compile(r"(?:no|nope|oops|sorry|wait|not that)\b", re.I)
_OF_LISTS = re.compile(r"\b(?:the|my|our|that|this)(?: \w+){0,2} list\b", re.I)
_READ_FIRST = ("what is ", "how many things ", "read my notes", "is ")
"""What is told of a list though we wait for a yes: a question agrees to nothing."""
_READS = frozenset({"read_page", "read_result"})
_BARE_TALK = lazy_pattern(
    r"(?:(?:ok|okay|no|yes|yeah|well|oh)\W+)*(?:stop|never ?mind|no|nope|yes|yeah|yep|sure|okay|ok|"
    r"thanks?|thank you|cheers|great|good|cool|nice|fine|wrong|that is wrong|cancel|forget it|"
    r"again|what|why|more|done|wait)\W*", re.I
)  # fmt: skip
_IDLE = lazy_pattern(
    r"(?:i|i'm|i'd|i'll|it|it's|he|he's|she|she's|we|we're|they|they're|that|that's|this|you|there|"
    r"too|already|the|my|our|no|nope|nah|yes|yeah|sorry|oops|actually|because|just|all|wait|not|"
    r"never|well|ok|okay|oh|good|great|right|done|on second|come|hang|hold|silly|tell|got|thanks?|"
    r"thank|cheers|ta|lovely|dunno|only|more|changed|\S+ ?(?:'s|is|are) (?:out|done|ready|"
    r"cooked))\b",
    re.I
)  # fmt: skip
_ORDER = lazy_pattern(
    r"(?:please )?(?:open|play|search|call|text|email|send|buy|order|book|write|tell|show|turn|"
    r"set|start|remind|wake|add|put)\b", re.I
)  # fmt: skip


_OWN_COMMAND = "run_command"
_SAYS_YES = re.compile(r"(?:yes|yeah|yep|yup|sure|ok|okay|right|please)\b", re.I)
_LONE_ONE = re.compile(r"(?P<lead>.*\b(?:make (?:it|that)|it|to|at|for|say) )one", re.I)
_AT_ONE = re.compile(
    r"\bat one\b(?! (?:point|time|stage|of|more|o'clock|thirty|fifteen|am|pm))", re.I
)
AT_TIMES = frozenset({"alarm", "reminder", "routine"})


def in_short(
    text: str, messages: Sequence[MessageState], understand: Understand, offer: str = ""
) -> ResolvedTurn | None:
    """What a short turn asks for, as a whole sentence or a question; None where it is none.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
        offer: What we asked last whether it was meant; who goes on with it says yes to it.
    """
    offer = offer if messages and _DID_YOU_MEAN in messages[-1]["text"] else ""
    clauses = clauses_of(text) if messages else []
    n_words = sum(len(one.split()) for one in clauses)
    if not clauses or len(clauses) > _MOST_CLAUSES or n_words > MOST_WORDS or tells_only(text):
        return None
    alone = understand(clean(text))
    if denies(clauses):  # whether it is an order is seen behind all readers
        return None
    is_read = alone is not None and alone.name in _READS
    is_of_some_list = alone is not None and alone.slots.get("list") == UNNAMED
    is_loose = is_read or not is_whole(alone) or (is_of_some_list and is_of_all(text))
    turns = [read_turn(one) for one in clauses]
    is_of_timer = alone is not None and alone.name in _OF_A_TIMER
    is_of_timer = is_of_timer and any(one.value or one.has("left") for one in turns)
    is_open = is_loose or is_of_timer or _BEGINS_WITH_NO.match(text) or _ONE_FOR.match(text)
    if _BARE_TALK.fullmatch(text.strip()) or not is_open:
        return None
    if offer and echoes(text, offer) and _may_be_echoed(text, offer, understand):
        return ResolvedTurn(offer)
    topic = topic_of(messages, understand, offer)
    if topic.kind in ENTRIES and _OF_LISTS.search(text) and topic.last("list"):
        topic = topic.about("list")
    if topic.kind in AT_TIMES:
        turns = [read_turn(one) for one in with_hours(clauses)]
    if topic.is_asking and offer and topic.kind == "list" and all(one.is_question for one in turns):
        topic = replace(topic, is_asking=False)
    if topic.is_asking:
        return answered(text, turns, messages, understand)
    is_one_more = any(one.has("again") for one in turns)
    is_loose = is_loose or (topic.kind in AT_TIMES and bool(_ONE_FOR.match(text)))
    is_loose = is_loose or (is_of_timer and (topic.kind == "timer" or is_one_more))
    is_meant = (is_loose or topic.kind == "page") and (not is_read or topic.kind == "list")
    if not is_meant or topic.kind == "other" or (topic.is_lost and not _asks_by_name(turns, topic)):
        return None
    found = _resolved(text, turns, topic, messages, understand)
    is_read = found is not None and topic.kind == "list" and found.sentence.startswith(_READ_FIRST)
    return with_offer(found, turns, offer) if found and offer and not is_read else found


def _may_be_echoed(text: str, offer: str, understand: Understand) -> bool:
    """Whether it is enough to name the thing of an offer again: what is run needs a yes with it."""
    meant = understand(offer)
    is_run = meant is not None and meant.name == _OWN_COMMAND
    return not _TAKES_AWAY.match(offer) and (not is_run or _SAYS_YES.match(text) is not None)


def with_hours(clauses: Sequence[str]) -> Iterator[str]:
    """Clauses whose "one" is an hour: "make it one"; "not noon, one"; "at one to post it"."""
    is_denied = any(read_turn(one).has("not") and read_turn(one).value for one in clauses)
    for clause in clauses:
        is_hour = _LONE_ONE.fullmatch(clause) or (is_denied and clause.lower() == "one")
        yield f"{clause} o'clock" if is_hour else _AT_ONE.sub("at one o'clock", clause)


def _asks_by_name(turns: Sequence[ShortTurn], topic: Topic) -> bool:
    return topic.kind in ENTRIES and all(one.is_question and one.name for one in turns)


def with_offer(found: ResolvedTurn, turns: Sequence[ShortTurn], offer: str) -> ResolvedTurn | None:
    """What we offered together with what goes on with it; None where it is refused.

    Who goes on with what is to be set, or names the next thing for a list, said yes: it can be
    undone. About anything else we ask once more.

    Args:
        found: What goes on with it.
        turns: The clauses of the turn.
        offer: What we asked last whether it was meant.
    """
    if found.question or any(one.has("cancel") for one in turns):
        return None
    both, added = f"{offer}{_THEN}{found.sentence}", _ADDS.fullmatch(found.sentence)
    offered = _ADDS.fullmatch(offer)
    is_more = offered and added and added["list"] == offered["list"]  # no more than a yes adds
    is_refused = any(one.has("no", "not", "restore") for one in turns)
    is_one_more = any(_ONE_MORE.search(one.line) for one in turns)
    is_agreed = bool(_SETS.match(offer)) and not is_refused
    is_agreed = is_agreed and (not is_one_more or bool(_SETS.match(found.sentence)))
    return replace(found, sentence=both, is_guess=found.is_guess or not (is_more or is_agreed))


def _resolved(
    text: str,
    turns: Sequence[ShortTurn],
    topic: Topic,
    messages: Sequence[MessageState],
    understand: Understand,
) -> ResolvedTurn | None:
    """The first way to take the turn that comes to a request."""
    last = topic.last("list")
    if topic.kind == "list" and last and topic.is_begun(last.name):
        begun = of_lists(read_turn(text.strip(" .,!?")), topic)
        if begun and is_sound(begun.sentence, understand):
            return begun
    if topic.kind == "profile" and (told := of_profile(text, topic, understand)):
        return told if is_sound(told.sentence, understand) or told.question else None
    for turn, beside in _attempts(turns, understand):
        found = _of_topic(text, turn, beside, topic, messages, understand)
        if found and (found.question or is_sound(found.sentence, understand)):
            return found
    return None


def _attempts(
    turns: Sequence[ShortTurn], understand: Understand
) -> Iterator[tuple[ShortTurn, str]]:
    """The clause that may say what to do, with the words of the others; the last first."""
    if len(turns) == 1:
        yield turns[0], ""
        return
    old = [one for one in turns if one.has("not") and one.value]
    new = [one for one in turns if one.value and not one.has("not")]
    if old and len(new) == 1:
        yield replace(new[0], cues=new[0].cues | {"set"}), ""
    if (merged := _merged(turns)) and all(_is_asking_nothing(one, understand) for one in turns):
        yield merged, ""
    for place in range(len(turns) - 1, -1, -1):
        main, others = turns[place], [*turns[:place], *turns[place + 1 :]]
        if not all(_is_idle(one, understand) for one in others):
            continue
        hints = {cue for one in others for cue in one.cues if cue in _HINTS}
        if main.has("more", "less", "set", "cancel"):
            hints -= {"more", "less"}
        beside = " ".join(one.line for one in others)
        yield replace(main, cues=main.cues | hints), beside


def _merged(turns: Sequence[ShortTurn]) -> ShortTurn | None:
    """All clauses as one turn, where together they have one name, one value and one pointer."""
    names = [one.name for one in turns if one.name]
    values = [one for one in turns if one.value]
    pointers = {one.pointer for one in turns if one.pointer} or {""}
    is_one = len(names) <= 1 and len(values) <= 1 and len(pointers) == 1
    if not is_one or any(one.pieces > 1 for one in turns):
        return None
    value = values[0] if values else turns[0]
    cues = frozenset(cue for one in turns for cue in one.cues)
    if "set" in value.cues or "wrong" in cues:
        cues = (cues - {"more", "less"}) | (value.cues & {"more", "less"})
    return ShortTurn(
        cues,
        pointers.pop(),
        value.value,
        value.value_kind,
        "".join(names),
        len(names),
        ", ".join(one.line for one in turns),
    )


def _is_asking_nothing(turn: ShortTurn, understand: Understand) -> bool:
    """Whether a clause is no request of its own."""
    intent = understand(clean(turn.line))
    return intent is None or intent.is_question or _is_loose(intent)


def _is_idle(turn: ShortTurn, understand: Understand) -> bool:
    """Whether a clause only says why, and asks for nothing."""
    intent = understand(clean(turn.line))
    if _ORDER.match(turn.line) or (intent and not intent.is_question and not _is_loose(intent)):
        return False
    return bool(_IDLE.match(turn.line)) or not (turn.name or turn.value)


def _of_topic(
    text: str,
    turn: ShortTurn,
    beside: str,
    topic: Topic,
    messages: Sequence[MessageState],
    understand: Understand,
) -> ResolvedTurn | None:
    """What a clause asks for of the kind of thing that was touched last."""
    if topic.kind in ENTRIES:
        return of_entries(turn, topic)
    if topic.kind == "list":
        return of_lists(turn, topic, beside)
    if topic.kind in {"sum", "conversion"}:
        return of_numbers(turn, topic)
    if topic.kind == "fact":
        return of_facts(text, turn, topic, messages, understand)
    if topic.kind == "profile":
        return of_profile(text, topic, understand)
    if topic.kind == "page":
        return of_pages(text, topic)
    if topic.kind == "self":
        is_all = not turn.name and _ERASES.search(text) and mention_of(text) is None
        return ResolvedTurn("forget everything you know about me") if is_all else None
    return of_places(text, topic, messages, understand)


_TAKES_AWAY = re.compile(r"(?:cancel|clear|remove|forget|delete|take|stop)\b", re.I)
"""An offer that needs a plain yes: to name its thing again may be a doubt."""

_ERASES = lazy_pattern(
    r"\b(?:forget|delete|erase|wipe|clear|remove)\b(?: \w+){0,3}? (?:it|that|this|those|them|all|"
    r"everything)\b",
    re.I,
)
"""All that is known of somebody goes by such words alone, never by "no need" or "leave it"."""


def is_whole(intent: Intent | None) -> bool:
    """Whether a sentence says by itself what it wants."""
    return intent is not None and not intent.is_question and not _is_loose(intent)


def _is_loose(intent: Intent) -> bool:
    is_pointing = str(intent.slots.get("name", "")).lower() in POINTERS
    is_of_any = not intent.slots.keys() & {"what", "name", "day"}
    return (
        intent.name in _LOOSE
        or (intent.name == "cancel_schedule" and is_pointing)
        or (intent.name == "read_schedule" and is_of_any)
    )


def is_sound(sentence: str, understand: Understand) -> bool:
    """Whether a sentence of ours is understood as what it is worded for."""
    if sentence.startswith("what about "):
        return True  # a place with another day is understood by what was asked before
    for one in sentence.split(_THEN):
        intent = understand(one)
        wanted = next((names for start, names in _DOES if one.startswith(start)), frozenset())
        if intent is None or intent.name not in wanted:
            return False
    return True


_DOES: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (start, frozenset(names.split()))
    for start, names in (
        ("set a timer", "set_timer"),
        ("set an alarm", "set_alarm"),
        ("remind me", "set_reminder"),
        ("every ", "set_routine"),
        ("never mind", "never_mind"),
        ("cancel ", "cancel_schedule"),
        ("rename ", "rename_schedule"),
        ("move ", "move_schedule"),
        ("postpone ", "move_schedule"),
        ("bring ", "move_schedule"),
        ("change ", "change_timer"),
        ("take ", "change_timer"),
        ("remove ", "remove_note"),
        ("add ", "add_note change_timer"),
        ("clear ", "clear_notes"),
        ("forget that ", "forget"),
        ("forget about ", "forget"),
        ("forget my ", "set_profile"),
        ("spell ", "spell"),
        ("how old ", "get_profile"),
        ("forget everything ", "forget_words forget"),
        ("open ", "open open_website open_known open_app open_result"),
        ("what is my ", "get_profile"),
        ("when is my ", "get_profile"),
        ("how many days until ", "count_days"),
        ("remember that ", "remember"),
        ("call me ", "set_profile"),
        ("my birthday is ", "set_profile"),
        ("read my notes", "read_notes"),
        ("list my lists", "read_notes"),
        ("I live in ", "set_profile"),
        ("what did I tell you ", "recall"),
        ("convert ", "convert"),
        ("how long is left ", "read_schedule"),
        ("how many things ", "read_notes"),
        ("how many ", "read_schedule"),
        ("which ", "read_schedule"),
        ("when is the ", "read_schedule"),
        ("is the ", "read_schedule read_notes"),
        ("is my ", "read_schedule read_notes"),
        ("what do you know ", "recall"),
        ("what timers ", "read_schedule"),
        ("what alarms ", "read_schedule"),
        ("what reminders ", "read_schedule"),
        ("what routines ", "read_schedule"),
        ("what is on ", "read_notes"),
        ("what is the first thing ", "read_notes"),
        ("what is the last thing ", "read_notes"),
        ("is ", "read_notes weather get_time_difference get_sun_times"),
        ("find ", "find_places"),
        ("read the page", "read_page"),
        ("", "calculate weather get_time get_time_difference get_sun_times"),
    )
)
"""What each wording of ours must be understood as."""
