"""Leaves alone an act that a sentence denies, asks about or tells of. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.profile_doubts import as_meant
from jarvis_voice.assistant.understanding.short_turns.denials import is_idiom
from jarvis_voice.assistant.understanding.short_turns.reason_clauses import reasoned
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.denied_places import denies_place, place_told
from jarvis_voice.language.en.denied_things import denied_things, words_of
from jarvis_voice.language.en.permission_questions import order_asked_about
from jarvis_voice.language.en.postponed_acts import is_postponed
from jarvis_voice.language.en.spared_things import names_only_others, spared
from jarvis_voice.language.en.spoken_lists import spoken, things_in
from jarvis_voice.language.en.unordered_acts import Mention, lets_stay, mention_of
from jarvis_voice.language.en.unordered_settings import is_reported, why_not_run, why_unordered
from jarvis_voice.language.en.unordered_skips import why_not_skipped
from jarvis_voice.language.en.unresolved_corrections import is_corrected
from jarvis_voice.language.en.withdrawn_orders import is_held_back, is_withdrawn

ENDING = frozenset(
    {
        *("cancel_schedule", "change_timer", "move_schedule", "rename_schedule"),
        *("remove_note", "clear_notes", "forget", "forget_words", "unfollow_feed"),
    }
)
"""Tools that end or change what is set or kept."""

_WORDED = {
    "set_timer": "set a timer for {length}",
    "set_alarm": "set an alarm for {when}",
    "set_reminder": "remind me to {text}",
    "add_note": "add {text} to my {list}list",
}
"""What sets or notes something, as the sentence by which it is asked about."""

_SOMEBODY_PUT = re.compile(
    r"\A(?:\w+ ){1,3}(?:put|puts|added|adds|wrote|written|noted|stuck) "
    r"(?:down )?(?=\w)",
    re.I,
)

_WHY = re.compile(r"\W*(?:(?:and|so|but|hey|jarvis)\W+)*why (?=(?:is|are|was|were)\b)", re.I)
"""Asks for the reason of something: "why is milk on my list"."""

_WISHES = re.compile(
    r"\b(?:i'd|i would|we'd|we would)(?: \w+ly)? (?:love|like|hate|prefer) to (?:live|move)\b|"
    r"\bi (?:used to|wish|almost|nearly|might|may|will never|never) (?:i )?(?:lived?|moved?)\b|"
    r"\bmy (?:\w+ ){1,3}used to be\b|"
    r"\b(?:i|people|everybody|everyone|they) used to (?:be|go|call)\b",
    re.I,
)
"""What somebody would be, or was: nothing of it is so."""
_PROFILE = "set_profile"
_SAYINGS = re.compile(
    r"(?:the )?(?:mute|silence|pause|stop|play|quiet|skip|shuffle|resume)(?:'s| is| was| has| had|"
    r" means| comes| came) (?!too\b|not (?:on|working)\b).+|the sounds? of \w+(?: \w+)?|"
    r"(?:.+ )?home is (?:my|his|her|your|our|where) .+|home sweet home",
    re.I,
)
"""A saying, a title, or a name that is also the word of an order: "Mute is on Netflix"."""

_PLAYED = re.compile(
    r"(?:please )?(?:play|put on|sing|hum|listen to) (?:the sounds? of \w+(?: \w+)?|silence|mute)",
    re.I,
)
"""A piece by a name that is also the word of an order."""

_MEMORIES = lazy_pattern(
    r"(?!.*\b(?:is|was|are|were) (?:on|at|in|an?|the|my|not|\d+|\w+day)\b)"
    r"remember (?:the|that|those) (?:\w+ )?(?:(?:winter|summer|spring|autumn|fall|weekend|"
    r"holidays?|trip|party|concert|war|storm|flood|christmas|\d+s|\w+ties)"
    r"(?: (?:of|in|when|we|i|you|back)\b.*)?|"
    r"(?:days?|nights?|times?|years?|evenings?|mornings?) (?:when|we|i|you|back)\b.*)",
    re.I,
)
"""What somebody thinks back to: it says nothing that could be kept."""

_INSULTS = re.compile(
    r".{2,80} (?:call|calls|called|calling) me (?:\w+ )?(?:names|stupid|ugly|fat|dumb|lazy|boring|"
    r"(?:an? )?(?:liar|idiot|loser|fool|coward|cheat))",
    re.I,
)
"""What others say of somebody is no name to be used."""

TAKEN_BACK = frozenset({*_WORDED, "set_routine", "remember", "stopwatch", _PROFILE})
"""What else is not done where a sentence takes its order back."""
_BY_A_WORD = frozenset({"volume", "media", "stop", _PROFILE, proposals.ASK_FOR})
_REMARK = Intent("remark")

_LONGEST = 200
UNCHANGED = "I have changed nothing."
NOT_HALF = f"{UNCHANGED} Please say once more what you mean."
NOT_LATER = "I can only take that away now. Say it without a condition or another time."
NOT_LEFT_OUT = "I cannot take all but some away. Say which ones go."
NOT_PERHAPS = "I can leave out a day only for sure. Say it without a condition."
_OKAY = Intent("never_mind")
OF_ENTRIES = frozenset(
    {"cancel_schedule", "change_timer", "move_schedule", "rename_schedule", "skip_schedule"}
)
_TAKING = frozenset({"cancel_schedule", "remove_note", "clear_notes", "forget", "forget_words"})
NAMING = ("text", "name", "which", "about", "when", "day")
"""Slots that say what goes, or when it comes."""
_OWN_COMMAND = "run_command"
_FORGETTING = frozenset({"forget", _PROFILE})
_NAMES_ENTRY = re.compile(r"\b(?:timer|alarm|reminder|routine|note|list)s?\b", re.I)
"""Names what is set or noted: then nothing that was told is to be forgotten."""
LEAVES_OUT = "skip_schedule"
"""Its "don't" takes nothing back: "I am away tomorrow, please don't"."""
_OF_LISTS = frozenset({"remove_note", "clear_notes"})
_KINDS = frozenset({"timer", "alarm", "reminder", "routine"})


def only_ordered(
    text: str, parts: Sequence[Part], understand: Callable[[str], Intent | None]
) -> tuple[Part, ...]:
    """The requests without acts that the sentence does not order.

    "Don't cancel it" is answered with "Okay.", "did you cancel it" with what is set, and "I
    cancelled it" with the words that nothing was changed. "My brother set a timer for 5 minutes"
    is asked about.

    Args:
        text: The sentence as it was said.
        parts: What it was taken for.
        understand: What a sentence by itself asks for.
    """
    if len(parts) == 1 and _PLAYED.fullmatch(text.strip(" .,!?")[:_LONGEST]):
        is_order = parts[0].intent is not None and parts[0].intent.name in _BY_A_WORD
        return (replace(parts[0], intent=None) if is_order else parts[0],)
    if len(parts) == 1 and (said := _said_only(text, parts[0].intent, understand)):
        return (replace(parts[0], intent=said),)
    if len(parts) == 1 and (asked := _permission_of(text, parts[0].intent, understand)):
        return (replace(parts[0], intent=asked),)
    parts = [replace(one, intent=_of_command(text, one.intent, understand)) for one in parts]
    parts = [replace(one, intent=_of_skipping(text, one)) for one in parts]
    acts = [_act_of(part.intent, understand) for part in parts]
    if (is_withdrawn(text) and not _is_reasoned(text, parts, understand)) or is_idiom(text):
        return _taken_back(parts, acts)
    if any(acts) and is_held_back(text):
        return (Part(text, _OKAY),)
    if _is_half_corrected(text, parts):
        return (Part(text, Intent(proposals.CANNOT, {"reply": NOT_HALF})),)
    parts = [replace(one, intent=_meant(text, one.intent, understand)) for one in parts]
    parts = [
        replace(one, intent=_OKAY) if act and lets_stay(one.text) else one
        for one, act in zip(parts, acts, strict=True)
    ]
    acts = [_act_of(part.intent, understand) for part in parts]
    if _WISHES.search(text):
        parts = [
            replace(part, intent=None) if part.intent and part.intent.name == _PROFILE else part
            for part in parts
        ]
    parts = [replace(one, intent=_of_home(text, one.intent, understand)) for one in parts]
    parts = [replace(one, intent=as_meant(text, one.intent)) for one in parts]
    if any(part.intent and part.intent.name in _WORDED for part in parts):
        parts = _ordered_settings(text, parts, understand)
    parts, acts = _wholly_taken(text, parts, acts)
    why = (mention_of(text) or ("told" if is_reported(text) else None)) if any(acts) else None
    if why is None:
        return tuple(parts)
    return tuple(
        replace(part, intent=_instead(why, act, understand))
        if act
        else _not_for_it(text, part, why)
        for part, act in zip(parts, acts, strict=True)
    )


def _permission_of(
    text: str, intent: Intent | None, understand: Callable[[str], Intent | None]
) -> Intent | None:
    """The question whether to take away what the turn only asks leave for."""
    act = _act_of(intent, understand)
    order = order_asked_about(text) if act and act.name in _TAKING else ""
    seen = understand(order) if order else None
    is_same = act is not None and seen is not None and seen.name == act.name
    return Intent(proposals.SUGGEST, {"sentence": order}) if is_same else None


def _not_for_it(text: str, part: Part, why: Mention) -> Part:
    """The request; nothing comes in the place of what a sentence only denies is to go."""
    is_ours = part.intent is not None and part.intent.name in _WORDED and part.text not in text
    return replace(part, intent=_OKAY) if why == "denied" and is_ours else part


def _is_half_corrected(text: str, parts: Sequence[Part]) -> bool:
    """Whether one half of an order that corrects itself would be done."""
    first = parts[0].intent if parts else None
    if first is None or first.name not in ENDING | _WORDED.keys():
        return False
    if len(parts) > 1:
        return is_corrected(text)
    return first.name in ENDING and any(is_corrected(str(one)) for one in first.slots.values())


def _meant(
    text: str, intent: Intent | None, understand: Callable[[str], Intent | None]
) -> Intent | None:
    """The request without what the sentence says is not meant; a refusal where nothing is left."""
    act = intent if intent and intent.name == LEAVES_OUT else _act_of(intent, understand)
    denied = denied_things(text) if act else ()
    if act and act is intent and act.name in _FORGETTING and _NAMES_ENTRY.search(text):
        is_named = _NAMES_ENTRY.search(" ".join(map(str, act.slots.values())))
        return intent if is_named else Intent(proposals.CANNOT, {"reply": NOT_HALF})
    if act is None or not denied:
        return intent
    if act.name == "remove_note" and act is intent and "text" in act.slots:
        things = things_in(str(act.slots["text"]), str(act.slots.get("list", "")))
        left = [one for one in things if not any(no <= words_of(one) for no in denied)]
        if left:
            return act if left == things else act.having(text=spoken(left))
    named = " ".join(str(act.slots.get(slot, "")) for slot in NAMING)
    words = words_of(named)
    if "not" in words or not any(no <= words for no in denied):
        return intent
    return Intent(proposals.CANNOT, {"reply": NOT_HALF})


def _of_command(
    text: str, intent: Intent | None, understand: Callable[[str], Intent | None]
) -> Intent | None:
    """The request; a command of the user's own is run only where a sentence orders it."""
    is_guess = intent is not None and intent.name == proposals.SUGGEST
    act = understand(str(intent.slots["sentence"])) if intent and is_guess else intent
    if act is None or act.name != _OWN_COMMAND:
        return intent
    phrase = str(act.slots["name"])
    why = None if text.strip(" .!?").casefold() == phrase.casefold() else why_not_run(text)
    if why is None:
        return intent
    return _OKAY if why == "denied" else Intent(proposals.SUGGEST, {"sentence": phrase})


def _of_skipping(text: str, part: Part) -> Intent | None:
    """The request; of a day that is not ordered to be left out, what is answered instead."""
    intent = part.intent
    if intent is None or intent.name != LEAVES_OUT or intent.slots.get("way", "skip") != "skip":
        return intent
    why = why_not_skipped(text, part.text)
    if why is None:
        return intent
    if why == "denied":
        return _OKAY
    if why == "doubtful":
        return Intent(proposals.SUGGEST, {"sentence": part.text})
    reply = NOT_PERHAPS if why == "condition" else NOT_LEFT_OUT
    return Intent(proposals.CANNOT, {"reply": reply})


def _wholly_taken(
    text: str, parts: Sequence[Part], acts: Sequence[Intent | None]
) -> tuple[list[Part], list[Intent | None]]:
    """The requests, of which none takes away what is to be left, or to go at another time."""
    taken = [act is not None and act.name in _TAKING for act in acts]
    left = spared(text) if any(taken) else None
    reply = NOT_LATER if any(taken) and is_postponed(text) else NOT_LEFT_OUT
    if left is None and reply == NOT_LEFT_OUT:
        return [*parts], [*acts]
    refused = [
        act is not None
        and is_taken
        and not (left and names_only_others(left, str(act.slots.get("what"))))
        for act, is_taken in zip(acts, taken, strict=True)
    ]
    unable = Intent(proposals.CANNOT, {"reply": reply})
    return (
        [
            replace(one, intent=unable) if no else one
            for one, no in zip(parts, refused, strict=True)
        ],
        [None if no else act for act, no in zip(acts, refused, strict=True)],
    )


def _of_home(
    text: str, intent: Intent | None, understand: Callable[[str], Intent | None]
) -> Intent | None:
    """The request; of a city that is denied, the question whether the other one is meant."""
    is_guess = intent is not None and intent.name == proposals.SUGGEST
    meant = understand(str(intent.slots["sentence"])) if intent and is_guess else intent
    if meant is None or meant.name != _PROFILE or meant.slots.get("field") != "city":
        return intent
    if not denies_place(text, str(meant.slots.get("value", ""))):
        return intent
    told = place_told(text)
    return Intent(proposals.SUGGEST, {"sentence": f"I live in {told}"}) if told else None


def _said_only(
    text: str, intent: Intent | None, understand: Callable[[str], Intent | None]
) -> Intent | None:
    """The talk that a saying, a title or a memory is, which a word of it made an order."""
    line = text.strip(" .,!?")
    if intent is not None and intent.name == proposals.SUGGEST:
        intent = understand(str(intent.slots["sentence"]))
    if intent is None or len(line) > _LONGEST:
        return None
    if intent.name == "remember":
        return _REMARK if _MEMORIES.fullmatch(line) else None
    if intent.name not in _BY_A_WORD:
        return None
    if _INSULTS.fullmatch(line):
        return Intent("bad_news")
    return _REMARK if _SAYINGS.fullmatch(line) else None


def _is_reasoned(
    text: str, parts: Sequence[Part], understand: Callable[[str], Intent | None]
) -> bool:
    """Whether the end says what goes, for the reason before: "it is sold, please forget that"."""
    found = reasoned(text, understand)
    is_forgotten = all(part.intent and part.intent.name == "forget" for part in parts)
    return found is not None and (found[1] != "forget" or is_forgotten)


def _taken_back(parts: Sequence[Part], acts: Sequence[Intent | None]) -> tuple[Part, ...]:
    """The requests of a sentence that takes its order back: nothing is set, noted or ended."""
    back = tuple(
        replace(part, intent=_OKAY)
        if (act and act.name != LEAVES_OUT) or (part.intent and part.intent.name in TAKEN_BACK)
        else part
        for part, act in zip(parts, acts, strict=True)
    )
    return back[:1] if all(part.intent == _OKAY for part in back) else back


def _ordered_settings(
    text: str, parts: Sequence[Part], understand: Callable[[str], Intent | None]
) -> tuple[Part, ...]:
    """The requests; what is only told to be set is asked about, what is denied is not set."""
    if len(parts) == 1 and (reason := _WHY.match(text)):
        seen = understand(text[reason.end() :])
        return (replace(parts[0], intent=seen if seen and seen.name not in _WORDED else None),)
    why = why_unordered(text)
    if why is None:
        return tuple(parts)
    return tuple(
        replace(part, intent=_asked(part.intent, understand) if why == "told" else _OKAY)
        if part.intent and part.intent.name in _WORDED
        else part
        for part in parts
    )


def _asked(act: Intent, understand: Callable[[str], Intent | None]) -> Intent | None:
    """The question whether an act is meant; None where no sentence asks for it."""
    slots = {name: str(value).strip() for name, value in act.slots.items()}
    slots["when"] = slots.get("when", "").removeprefix("at ")
    slots["list"] = "" if slots.get("list") == "list" else f"{slots.get('list', '')} "
    slots["text"] = _SOMEBODY_PUT.sub("", slots.get("text", ""))
    if act.name == "set_timer" and not slots.get("length"):
        return None
    try:
        sentence = _WORDED[act.name].format_map(slots)
    except KeyError:
        return None
    seen = understand(sentence)
    is_same = seen is not None and seen.name == act.name
    return Intent(proposals.SUGGEST, {"sentence": sentence}) if is_same else None


def _act_of(intent: Intent | None, understand: Callable[[str], Intent | None]) -> Intent | None:
    """What an intent would end or change, also after a yes; None for any other."""
    if intent is not None and intent.name == proposals.SUGGEST:
        intent = understand(str(intent.slots["sentence"]))
    if intent is None:
        return None
    is_forgotten = intent.name == _PROFILE and not intent.slots.get("value")
    return intent if is_forgotten or intent.name in ENDING else None


def _instead(why: Mention, act: Intent, understand: Callable[[str], Intent | None]) -> Intent:
    if why == "denied":
        return _OKAY
    asked = ""
    if why == "asked" and act.name in OF_ENTRIES:
        kind = act.slots.get("what")
        asked = f"which {kind}s are set" if kind in _KINDS else "what is set"
    elif why == "asked" and act.name in _OF_LISTS and act.slots.get("list"):
        asked = f"what is on my {act.slots['list']} list"
    seen = understand(asked) if asked else None
    return seen or Intent(proposals.CANNOT, {"reply": UNCHANGED})
