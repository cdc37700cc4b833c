"""Takes an order that only points for what the clause before it names. Pure.

"The rice is done, you can cancel this one" means the rice timer. Invariant: only what was set, told
or put on a list in this conversation goes, and the clause before orders and asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cues import read_turn
from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of
from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, named_in
from jarvis_voice.assistant.understanding.short_turns.of_entries import thing_meant
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import (
    Topic,
    Understand,
    topic_of,
)
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.assistant.understanding.tellings import TOLD
from jarvis_voice.assistant.understanding.undo_last import taken_back
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.named_things import things_within
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import NOTES, key_of

_POINTING_ORDER = lazy_pattern(
    r"(?P<why>[^?]+?)[,;.!]+ (?:(?:so|and|then|please|now|just|ok|okay|you|can|could|may|might)"
    r"\b,? ?)*(?P<verb>cancel|delete|remove|forget|erase|drop|scrap|bin|stop|"
    r"(?:take|cross|tick|strike|scratch|knock|get)(?=.* off\b)) "
    r"(?:it|that|this|them|(?:that|this) (?:one|thing|timer|alarm|reminder))"
    r"(?: off)?(?: (?:the|my|our|that) list)?(?: (?:now|then|please|too|for me|again))*",
    re.I,
)
_NO_REASON = lazy_pattern(
    r"(?:no|nope|not|don't|do not|never|wait|if|when|what|who|how|why|where|which|sorry|oops|"
    r"(?:i|you) (?:said|meant|mean|asked|got|did)\b(?! (?:it|that|some|one)\b))\b", re.I
)  # fmt: skip
"""What takes back or asks, and is no reason."""
_LINKS = frozenset({"the", "a", "an", "my", "i", "have", "do", "to", "of", "for", "it", "and"})
"""Words that a reason and an entry may share by chance."""
_DISMISSES = lazy_pattern(
    r"(?:(?:oh|ah|ok|okay|no|well|actually|right|fine)\W+)*(?:(?:it|that)(?: really)? (?:doesn't|"
    r"does not|don't) (?:really )?matter|no matter|never ?mind|not to worry|don't worry(?: about "
    r"it)?)[\s,.;!]+(?:(?:just|so|and|please)\b\W*)*(?:forget (?:it|that|about (?:it|that))|"
    r"leave it|drop it)(?:,? (?:then|please|now|thanks))*",
    re.I,
)
"""Waves aside what was just talked about: "it doesn't matter, forget it"."""
_WAVED = lazy_pattern(
    r"(?:(?:oh|ah|ok|okay|no|well|right|sorry)\W+)*(?:never ?mind|forget it)"
    r"(?:,? (?:then|please|now|thanks|jarvis))*",
    re.I,
)
"""Nothing but that: right behind what was set it may be about it, so it is asked about."""
_LONGEST = 200
_FORGETS = frozenset({"forget", "delete", "remove", "erase", "scrap", "drop"})


def for_a_reason(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """What is to go, by what the clause before the order names; None where no such order is given.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    found = None if topic.is_asking else reasoned(text, understand)
    if found is None:
        return None
    why, verb = found
    if topic.kind in ENTRIES:
        return _of_entry(why, topic, understand, is_idiom=verb == "forget")
    if topic.kind == "list":
        return _of_list(why, topic)
    is_forgotten = topic.kind == "fact" and verb in _FORGETS
    return of_fact_move("cancel", FollowUp(text, [], {}), topic) if is_forgotten else None


def dismissed(
    text: str, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """Nothing, where a turn waves aside what was talked about and nothing was just set; else None.

    Bare "forget it" or "never mind" right behind what was set or kept is the question whether that
    shall go.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text[:_LONGEST].replace("\u2019", "'").split()).strip(" .,!?")
    is_bare = _WAVED.fullmatch(line) is not None
    if not is_bare and _DISMISSES.fullmatch(line) is None:
        return None
    just = topic_of(messages[-2:], understand)
    is_set = bool(just.turns) and just.turns[0][-1].state == "set"
    if is_bare:
        back = taken_back("cancel that", messages[-2:], understand) if is_set else ""
        return ResolvedTurn(back, is_guess=True) if back else None
    return None if is_set or just.is_asking else ResolvedTurn("never mind")


def reasoned(text: str, understand: Understand) -> tuple[str, str] | None:
    """The reason and the verb of a turn that says why something goes; None of any other.

    Args:
        text: The turn as it was said.
        understand: What a sentence means by itself.
    """
    line = " ".join(text[:_LONGEST].replace("\u2019", "'").split()).strip(" .,!?")
    found = _POINTING_ORDER.fullmatch(line)
    if found is None or _NO_REASON.match(found["why"]):
        return None
    said = understand(clean(found["why"]))
    is_reason = said is None or said.name in TOLD
    return (found["why"], found["verb"].lower()) if is_reason else None


def _of_entry(
    why: str, topic: Topic, understand: Understand, *, is_idiom: bool
) -> ResolvedTurn | None:
    """The entry that is named, else the one that was spoken of; "forget it" needs the name."""
    entries = topic.entries(topic.kind)
    name = named_in(why, entries)
    meant = next((one for one in entries if name and one.name == name), None)
    if meant:
        return ResolvedTurn(f"cancel {label_of(meant)}", is_guess=is_idiom)
    things = [thing_meant(read_turn("cancel it"), topic)]
    things += [f"the {topic.kind}"] if len(entries) == 1 else []
    known = (one for one in map("cancel {}".format, things) if _cancels(one, understand))
    sentence = "" if is_idiom or len(topic.turns[0]) > 1 else next(known, "")
    names = {one.name for one in entries if one.name}
    return ResolvedTurn(sentence, is_guess=len(names) > 1) if sentence else None


def _cancels(sentence: str, understand: Understand) -> bool:
    """Whether a sentence of ours is understood; the words of a task may mean something else."""
    intent = understand(sentence)
    return intent is not None and intent.name == "cancel_schedule"


def _of_list(why: str, topic: Topic) -> ResolvedTurn | None:
    """The one thing of the list that is named."""
    last = topic.last("list")
    known, words = topic.on_list(last.name) if last else [], set(key_of(why)) - _LINKS
    whole = things_within(why, known)
    things = whole or [one for one in known if words & set(key_of(one))]
    if last is None or len(things) != 1:
        return None
    mine = "my notes" if last.name == NOTES else f"my {last.name} list"
    return ResolvedTurn(f"remove {things[0]} from {mine}")
